/** `npm test`: installs what the tests need, checks types, lint, floors and format, then runs the quick and the whole-product tests. */
import { spawnSync } from 'node:child_process';
import { build, chromium, install, run } from './steps.mjs';

install();
if (chromium() === null) {
  console.log('installing Chromium for the browser tests');
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  if (chromium() === null)
    console.log('Chromium could not be installed: the browser tests will say that they were skipped');
}
run('npm', ['run', '--silent', 'check']);
build();
run(process.execPath, ['scripts/run-tests.mjs', 'unit']);
run(process.execPath, ['scripts/run-tests.mjs', 'e2e']);
