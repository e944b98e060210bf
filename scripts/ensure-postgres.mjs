/**
 * Finds the programs of a PostgreSQL server, installs them where apt can, and prints their folder; prints nothing and
 * ends with 1 where there are none. No server is started and no cluster is made.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with `initdb` and `postgres`, or null; the newest version wins. */
function programs() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.POSTGRES_BIN ?? '',
    ...versions.map((v) => join(debian, v, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((f) => f !== '' && ['initdb', 'postgres'].every((p) => existsSync(join(f, p)))) ?? null;
}

function apt(...args) {
  return spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

if (programs() === null && process.getuid?.() === 0) {
  console.error('installing PostgreSQL for the tests of the store');
  apt('update', '-qq');
  // Without this the package starts a server of its own.
  const setting = '/etc/postgresql-common/createcluster.conf';
  mkdirSync(dirname(setting), { recursive: true });
  if (!existsSync(setting)) writeFileSync(setting, 'create_main_cluster = false\n');
  apt(
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    '-o',
    'Dpkg::Options::=--force-confold',
    'postgresql',
  );
}
const found = programs();
if (found === null) process.exit(1);
console.log(found);
