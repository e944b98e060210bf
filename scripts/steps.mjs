/** Steps that start, test and build share. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command in the project's root; stops the process with its exit code when it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) {
    console.error(`${command} could not be started: ${done.error.message}`);
    process.exit(1);
  }
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Installs what package-lock.json names, unless it stands there already. */
export function install() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.log('installing packages');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Builds dist/ unless it is newer than all that it is made of. */
export function build() {
  const stamp = join(root, 'dist', '.built');
  const sources = ['src', 'scripts', 'package-lock.json', 'tsconfig.build.json'].map((p) => join(root, p));
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= Math.max(...sources.map(newest))) return;
  console.log('building');
  run(process.execPath, ['scripts/build.mjs']);
}

/** The path of a Chromium, or null. */
export function chromium() {
  const named = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return named.find((p) => p && existsSync(p)) ?? null;
}
