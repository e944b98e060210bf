/**
 * Runs the tests of a tier: `unit` (all quick tests beside and across rooms), `e2e` (*.e2e.test.ts:
 * a real server, a real browser), `long` (*.long.test.ts). Further words filter by path.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const [tier = 'unit', ...filters] = process.argv.slice(2);
const tierOf = (file) =>
  file.endsWith('.e2e.test.ts') ? 'e2e' : file.endsWith('.long.test.ts') ? 'long' : 'unit';
const files = ['src', 'test']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((f) => join(root, String(f))))
  .filter((f) => f.endsWith('.test.ts') && tierOf(f) === tier)
  .filter((f) => filters.length === 0 || filters.some((w) => f.includes(w)))
  .sort();
if (files.length === 0) {
  console.log(`no ${tier} tests match ${filters.join(' ')}`);
  process.exit(0);
}
const concurrency = tier === 'unit' ? '2' : '1';
const run = spawnSync(
  process.execPath,
  [
    '--conditions=cloudbrain-src',
    '--import',
    'tsx',
    '--test',
    `--test-concurrency=${concurrency}`,
    '--test-reporter=spec',
    ...files,
  ],
  { stdio: 'inherit', env: { ...process.env, TZ: 'UTC' } },
);
process.exit(run.status ?? 1);
