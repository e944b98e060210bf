import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { OperationStore } from '#operations';
import { verifyChain } from '#operations';
import type { OperationStoreSetting } from '../index.ts';

const WRITER = fileURLToPath(new URL('kill-writer.ts', import.meta.url));

/** A writer at work: its acknowledged lines so far, and its end. */
export type Writer = {
  readonly lines: readonly string[];
  readonly kill: () => void;
  readonly ended: Promise<void>;
};

/**
 * Starts a writer and waits until it has had so many answers, or has ended; it is killed with SIGKILL, which nothing can
 * catch.
 */
export async function startWriter(
  setting: OperationStoreSetting,
  day: number,
  answers: number,
): Promise<Writer> {
  const child = spawn(
    process.execPath,
    ['--conditions=cloudbrain-src', '--import', 'tsx', WRITER, JSON.stringify(setting), String(day)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  let rest = '';
  let ready = (): void => undefined;
  const writes = new Promise<void>((resolve) => (ready = resolve));
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    // What has no line break yet was cut off by the kill: it does not count.
    rest = parts.pop() ?? '';
    lines.push(...parts);
    if (lines.length > answers) ready();
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await Promise.race([writes, ended]);
  return { lines, kill: () => void child.kill('SIGKILL'), ended };
}

/** Every acknowledged operation is there in at least its version, every entry in its place, and the chain holds. */
export async function checkAcknowledged(store: OperationStore, lines: readonly string[]): Promise<number> {
  const log: string[] = [];
  for await (const line of store.exportAudit()) log.push(line);
  const verified = verifyChain(log);
  assert.ok(verified.ok, verified.ok ? '' : verified.error.message);
  const hashes = log.slice(1).map((l) => (JSON.parse(l) as { hash: string }).hash);
  let checked = 0;
  for (const line of lines) {
    const [kind, what, more] = line.split(' ');
    if (kind === 'operation') {
      const found = await store.get(what!);
      assert.ok(found.ok, `${what} was acknowledged and is not there`);
      assert.ok(found.value.version >= Number(more), `${what} has lost a change`);
      checked++;
    } else if (kind === 'audit') {
      assert.equal(hashes[Number(what) - 1], more, `entry ${what} was acknowledged and is not there`);
      checked++;
    }
  }
  return checked;
}
