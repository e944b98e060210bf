import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Result, err, ok } from '#base';

/** Who holds a folder. Process ids are used again; the start of a process on one boot of a machine is not. */
type Holder = {
  readonly pid: number;
  readonly host: string;
  /** Boot and start of the process, where the system tells; null where it does not. */
  readonly started: string | null;
};

const LOCK = 'lock.json';
const TAKEOVER = 'lock.takeover';
/** A takeover is a few file calls; one that is older was left by a crash in the middle of it. */
const TAKEOVER_MS = 10_000;

/**
 * Takes a folder for this process alone and answers what gives it back. The lock of a process that has ended, however it
 * ended, is taken over; a living one's refuses with its number. PGlite has no lock of its own: a second opener would
 * destroy the database in silence.
 */
export function lockFolder(folder: string): Result<() => void, string> {
  const path = join(folder, LOCK);
  const own = JSON.stringify(self());
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, own, { flag: 'wx' });
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (linked(draft, path)) return ok(() => release(path, own));
      const found = readOr(path, null);
      if (found === null) continue;
      const refusal = refusalOf(found, folder);
      if (refusal !== null) return err(refusal);
      const blocked = takeOver(folder, found);
      if (blocked !== null) return err(blocked);
    }
    return err(`${folder} is being taken by other processes; try again`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Puts a finished file at a name that must be free, in one step. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function release(path: string, own: string): void {
  if (readOr(path, null) === own) rmSync(path, { force: true });
}

/** Removes a dead holder's lock, one process at a time, and only while it still is that one. */
function takeOver(folder: string, found: string): string | null {
  const guard = join(folder, TAKEOVER);
  try {
    mkdirSync(guard);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age_ms = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    return age_ms > TAKEOVER_MS
      ? `${guard} was left by a crash: remove it if no other process uses ${folder}`
      : `${folder} is being taken by another process; try again`;
  }
  try {
    const path = join(folder, LOCK);
    if (readOr(path, null) === found) rmSync(path, { force: true });
    return null;
  } finally {
    rmdirSync(guard);
  }
}

/** Why a found lock is to be respected; null where its holder has ended. */
function refusalOf(text: string, folder: string): string | null {
  const holder = holderOf(text);
  const path = join(folder, LOCK);
  if (holder === null)
    return `${path} is no lock of this program: remove it if no other process uses ${folder}`;
  if (holder.host !== hostname())
    return `${folder} is held by process ${holder.pid} on ${holder.host}: if that machine or container is gone, remove ${path}`;
  if (!isAlive(holder.pid)) return null;
  const started = startOf(holder.pid);
  if (holder.started !== null && started !== null && holder.started !== started) return null;
  return holder.pid === process.pid
    ? `${folder} is open in this process already`
    : `${folder} is in use by process ${holder.pid}; one process at a time may open it (or set DATABASE_URL and share a PostgreSQL)`;
}

function holderOf(text: string): Holder | null {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<Holder>;
    const fits = Number.isSafeInteger(pid) && typeof host === 'string' && started !== undefined;
    return fits ? { pid: pid!, host, started } : null;
  } catch {
    return null;
  }
}

function self(): Holder {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Boot id and start tick of a process (proc(5), field 22 of stat); null where the system has no /proc. */
function startOf(pid: number): string | null {
  const boot = readOr('/proc/sys/kernel/random/boot_id', null);
  const stat = readOr(`/proc/${pid}/stat`, null);
  if (boot === null || stat === null) return null;
  // The second field is the name in brackets and may hold blanks.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? null : `${boot.trim()} ${ticks}`;
}

function readOr<T>(path: string, otherwise: T): string | T {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
