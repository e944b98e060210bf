/** `npm run bench -- NAME...`: runs benchmarks of bench-perf/ by name, all of them without a name. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { install, root } from './steps.mjs';

install();
const all = readdirSync(join(root, 'bench-perf'))
  .filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts') && f !== 'main.ts')
  .map((f) => f.slice(0, -3))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((w) => !all.includes(w));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  process.exit(2);
}
const done = spawnSync(
  process.execPath,
  [
    '--conditions=cloudbrain-src',
    '--expose-gc',
    '--import',
    'tsx',
    'bench-perf/main.ts',
    ...(wanted.length > 0 ? wanted : all),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exit(done.status ?? 1);
