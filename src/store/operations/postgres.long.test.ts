import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createRng } from '#base';
import { sampleDraft } from '#operations';
import { nodeClock } from '../node-clock.ts';
import { ACT, errorOf, valueOf } from './act.fixture.test.ts';
import { storeContract } from './contract.fixture.test.ts';
import { openOperationStore } from './index.ts';
import { checkAcknowledged, startWriter } from './testing/killed.ts';
import { SECRET, query, testPostgres } from './testing/postgres.ts';

const server = await testPostgres();
const skip = server === null ? 'POSTGRESQL WAS NOT RUN: it is not here and could not be installed' : false;
if (skip !== false) console.error(skip);
const open = async (database_url: string) => valueOf(await openOperationStore({ database_url }, nodeClock()));

storeContract(
  'PostgreSQL',
  async () => {
    const url = await server!.database('contract');
    return { store: await open(url), raw: (sql) => query(url, sql) };
  },
  skip,
);

describe('operation store: PostgreSQL by itself', { skip }, () => {
  after(async () => server?.stop());
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const rng = createRng(7);

  test('fifty parallel acceptances over four programs: exactly one takes the place', async () => {
    const url = await server!.database('race');
    const stores = await Promise.all([open(url), open(url), open(url), open(url)]);
    const slot = { corridor_id: 'c', from_sec: 30, to_sec: 90, capacity: 1, places: 1 };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const [from, to] = [
          { x_m: 0, y_m: i * 100 },
          { x_m: 1000, y_m: i * 100 },
        ];
        return stores[i % 4]!.accept(
          sampleDraft({ id: `race_${i}`, from, to, corridor_slots: [slot] }),
          [],
          ACT,
        );
      }),
    );
    assert.equal(answers.filter((a) => a.ok).length, 1);
    assert.ok(answers.every((a) => a.ok || a.error.type === 'conflict'));
    await Promise.all(stores.map((s) => s.close()));
  });

  test('kill -9 of the program: nothing acknowledged is lost', async (t) => {
    const url = await server!.database('client');
    let checked = 0;
    for (let round = 0; round < 3; round++) {
      const writer = await startWriter({ database_url: url }, round, 5 + rng.int(40));
      t.after(writer.kill);
      await sleep(rng.int(30));
      writer.kill();
      await writer.ended;
      assert.ok(!writer.lines.at(-1)!.startsWith('ended'), writer.lines.at(-1));
      const store = await open(url);
      checked += await checkAcknowledged(store, writer.lines);
      await store.close();
    }
    assert.ok(checked > 20, `${checked} answers were checked`);
  });

  test('kill -9 of the whole server: nothing acknowledged is lost, and the store comes back by itself', async (t) => {
    const url = await server!.database('machine');
    const store = await open(url);
    let checked = 0;
    for (let round = 0; round < 2; round++) {
      const writer = await startWriter({ database_url: url }, round, 5 + rng.int(40));
      t.after(writer.kill);
      await sleep(rng.int(30));
      await server!.kill();
      assert.equal(errorOf(await store.accept(sampleDraft({ id: 'down' }), [], ACT)), 'store_unavailable');
      await writer.ended;
      assert.equal(writer.lines.at(-1), 'ended store_unavailable');
      await server!.start();
      checked += await checkAcknowledged(store, writer.lines);
    }
    assert.ok(checked > 20, `${checked} answers were checked`);
    await store.close();
  });

  test('what cannot be opened says why, without the password', async () => {
    const url = await server!.database('refusals');
    const wrong = url.replace(SECRET, `${SECRET}-wrong`);
    for (const database_url of [
      wrong,
      url.replace(/:\d+\//, ':1/'),
      `mysql://u:${SECRET}@h/d`,
      `postgres://u:${SECRET}@[/d`,
    ]) {
      const opened = await openOperationStore({ database_url }, nodeClock());
      assert.ok(!opened.ok && opened.error.type === 'store_unavailable');
      assert.ok(!JSON.stringify(opened.error).includes(SECRET), opened.error.message);
    }
    const store = await open(url);
    await store.close();
    await query(url, "insert into operation_migrations values (99, 'of later', '')");
    const newer = await openOperationStore({ database_url: url }, nodeClock());
    assert.ok(!newer.ok && /a newer one wrote it/.test(newer.error.message));
    await query(url, 'alter system set fsync = off');
    await query(url, 'select pg_reload_conf()');
    await sleep(500);
    const unsafe = await openOperationStore({ database_url: url }, nodeClock());
    assert.ok(!unsafe.ok && /fsync off/.test(unsafe.error.message));
  });
});
