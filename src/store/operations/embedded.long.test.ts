import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createRng } from '#base';
import { nodeClock } from '../node-clock.ts';
import { valueOf } from './act.fixture.test.ts';
import { storeContract } from './contract.fixture.test.ts';
import { lockFolder } from './folder-lock.ts';
import { openOperationStore } from './index.ts';
import { checkAcknowledged, startWriter } from './testing/killed.ts';

const root = mkdtempSync(join(tmpdir(), 'cloudbrain-embedded-'));
const data_dir = join(root, 'data');
const open = (folder: string) => openOperationStore({ data_dir: folder }, nodeClock());

storeContract('on disk', async () => ({ store: valueOf(await open(data_dir)), raw: null }));

describe('operation store: on disk by itself', () => {
  after(() => rmSync(root, { recursive: true, force: true }));
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const rng = createRng(11);

  test('kill -9 of the program: nothing acknowledged is lost, round after round in one folder', async (t) => {
    let checked = 0;
    for (let round = 0; round < 3; round++) {
      const writer = await startWriter({ data_dir }, 14 + round, 5 + rng.int(60));
      t.after(writer.kill);
      const second = await open(data_dir);
      assert.ok(!second.ok && /is in use by process \d+; one process at a time/.test(second.error.message));
      await sleep(rng.int(50));
      writer.kill();
      await writer.ended;
      assert.ok(!writer.lines.at(-1)!.startsWith('ended'), writer.lines.at(-1));
      const store = valueOf(await open(data_dir));
      checked += await checkAcknowledged(store, writer.lines);
      const again = await open(data_dir);
      assert.ok(!again.ok && /open in this process already/.test(again.error.message));
      await store.close();
    }
    assert.ok(checked > 15, `${checked} answers were checked`);
    assert.deepEqual(readdirSync(data_dir), ['postgres'], 'no lock and no draft is left');
  });

  test('a folder whose making was killed is made anew', async () => {
    const folder = join(root, 'unfinished');
    const writer = startWriter({ data_dir: folder }, 0, 1);
    for (let n = 0; n < 600 && !existsSync(join(folder, 'postgres.unfinished', 'PG_VERSION')); n++)
      await sleep(50);
    const { pid } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    await (
      await writer
    ).ended;
    assert.deepEqual((await writer).lines, [], 'it was killed before it was ready');
    assert.ok(!existsSync(join(folder, 'postgres')));
    const store = valueOf(await open(folder));
    assert.equal(valueOf(await store.auditHead()).count, 0);
    await store.close();
  });
});

describe('folder lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudbrain-lock-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'lock.json');
  const refusal = (): string => {
    const lock = lockFolder(folder);
    return lock.ok ? '' : lock.error;
  };

  test('is given once, given back, and taken over from the dead only', () => {
    const lock = lockFolder(folder);
    assert.ok(lock.ok);
    assert.match(refusal(), /open in this process already/);
    lock.value();
    assert.deepEqual(readdirSync(folder), []);
    const held = (holder: unknown): void => writeFileSync(path, JSON.stringify(holder));
    held({ pid: 1, host: 'elsewhere', started: null });
    assert.match(refusal(), /on elsewhere/);
    held({ pid: process.pid, host: hostname(), started: null });
    assert.match(refusal(), /open in this process already/);
    writeFileSync(path, 'what');
    assert.match(refusal(), /no lock of this program/);
    held({ pid: 2 ** 22 + 1, host: hostname(), started: null });
    mkdirSync(join(folder, 'lock.takeover'));
    assert.match(refusal(), /being taken by another process/);
    rmSync(join(folder, 'lock.takeover'), { recursive: true });
    const dead = lockFolder(folder);
    assert.ok(dead.ok);
    dead.value();
    held({ pid: process.pid, host: hostname(), started: 'another boot 1' });
    const reused = lockFolder(folder);
    assert.ok(reused.ok, 'the number is in use again, by another process');
    reused.value();
  });
});
