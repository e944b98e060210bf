import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A server of its own on loopback, in a temporary folder. */
export type TestPostgres = {
  /** Address of a new, empty database. */
  readonly database: (name: string) => Promise<string>;
  /** SIGKILL to the postmaster and all its children, as when the machine's memory runs out. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The password in every address: no message may show it. */
export const SECRET = 'not-to-be-shown';
const USER = 'cloudbrain';

/** Whom the server runs as: it refuses root. */
function owner(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes a server; null where PostgreSQL is not here and cannot be installed. */
export async function testPostgres(): Promise<TestPostgres | null> {
  const found = spawnSync(process.execPath, ['scripts/ensure-postgres.mjs'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (found.status !== 0) return null;
  const bin = found.stdout.trim();
  const who = owner();
  const as = who ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'cloudbrain-postgres-'));
  const password = join(folder, 'password');
  writeFileSync(password, SECRET, { mode: 0o600 });
  for (const path of [folder, password]) if (who !== null) chownSync(path, who.uid, who.gid);
  const data = join(folder, 'data');
  const auth = ['-A', 'scram-sha-256', '--pwfile', password, '-U', USER];
  execFileSync(join(bin, 'initdb'), ['-D', data, '-E', 'UTF8', '--no-locale', ...auth], {
    stdio: 'ignore',
    cwd: folder,
    ...as,
  });
  const port = await freePort();
  const address = (name: string): string => `postgres://${USER}:${SECRET}@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | null = null;
  const ended = async (): Promise<void> => {
    const child = server;
    server = null;
    if (child !== null && child.exitCode === null && child.signalCode === null)
      await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  };
  const start = async (): Promise<void> => {
    for (let attempt = 0; attempt < 50; attempt++) {
      // With synchronous_commit off only what the store itself insists on is on the disk when it answers.
      const options = {
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        synchronous_commit: 'off',
      };
      const flags = Object.entries(options).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
      server ??= spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
        stdio: 'ignore',
        cwd: folder,
        ...as,
      });
      if (await answers(address('postgres'))) return;
      // Children of a killed server can outlive it for a moment; until then a new one refuses to start.
      if (server.exitCode !== null) server = null;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('PostgreSQL does not start');
  };
  await start();
  return {
    start,
    database: async (name) => {
      await query(address('postgres'), `create database ${name}`);
      return address(name);
    },
    kill: async () => {
      const pid = server?.pid;
      if (pid === undefined) return;
      const all = [pid, ...childrenOf(pid)];
      for (const one of all) signal(one, 'SIGKILL');
      await ended();
    },
    stop: async () => {
      server?.kill('SIGINT');
      await ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Processes whose parent is the given one (proc(5), field 4 of stat). */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
