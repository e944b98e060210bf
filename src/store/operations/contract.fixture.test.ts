import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type OperationPage,
  type OperationQuery,
  type OperationStore,
  sampleDraft,
  verifyChain,
} from '#operations';
import { ACT, actAt, auditEntries, auditLines, errorOf, valueOf } from './act.fixture.test.ts';

const ALL: OperationQuery = {
  region_id: null,
  uav_id: null,
  states: [],
  from: null,
  to: null,
  limit: 500,
  cursor: null,
};

/** A store under test, and a way past it into its database; null where there is none. */
export type Opened = {
  readonly store: OperationStore;
  readonly raw: ((sql: string) => Promise<readonly Record<string, unknown>[]>) | null;
};

/** What every store must do. The tests share one store and keep apart by region and place. */
export function storeContract(name: string, open: () => Promise<Opened>, skip: string | false = false): void {
  describe(`operation store: ${name}`, { skip }, () => {
    let store: OperationStore;
    let raw: Opened['raw'];
    before(async () => void ({ store, raw } = await open()));
    after(async () => store?.close());
    /** Flights of a test fly ten kilometres north of each other's. */
    const lane = (n: number) => ({ from: { x_m: 0, y_m: n * 10_000 }, to: { x_m: 1000, y_m: n * 10_000 } });
    const actionsOf = async (id: string): Promise<unknown[]> =>
      (await auditEntries(store)).filter((e) => e['object_id'] === id).map((e) => e['action']);

    test('what is accepted is read back as it was, and again is the same answer', async () => {
      const draft = sampleDraft({ id: 'same_1', region: 'same', ...lane(0) });
      const first = valueOf(await store.accept(draft, [], ACT));
      assert.equal(first.repeated, false);
      assert.deepEqual(valueOf(await store.get('same_1')), first.operation);
      const { state, version, accepted_by, accepted_at } = first.operation;
      assert.deepEqual([state, version, accepted_by, accepted_at], ['accepted', 1, 'Olga', ACT.at]);
      const again = valueOf(await store.accept(draft, [], { ...ACT, actor: 'Pavel' }));
      assert.deepEqual(again, { operation: first.operation, repeated: true });
      const other = await store.accept({ ...draft, separation_m: 11 }, [], ACT);
      assert.equal(errorOf(other), 'id_taken');
      assert.deepEqual(await actionsOf('same_1'), ['operation.accepted', 'operation.refused']);
    });

    test('a crossing is refused with pair, place, time and distance, and the refusal is logged', async () => {
      const [a, b] = [lane(1), { from: { x_m: 500, y_m: 9500 }, to: { x_m: 500, y_m: 10_500 } }];
      valueOf(await store.accept(sampleDraft({ id: 'cross_1', ...a }), [], ACT));
      const refused = await store.accept(sampleDraft({ id: 'cross_2', ...b }), [], ACT);
      assert.ok(!refused.ok && refused.error.type === 'conflict');
      const [conflict, ...more] = refused.error.conflicts;
      assert.deepEqual(more, []);
      assert.equal(conflict?.kind, 'separation');
      assert.deepEqual(conflict.others, ['cross_1']);
      assert.equal(conflict.at, '2026-05-12T09:01:10.000Z');
      assert.ok(conflict.value! < 1e-6 && conflict.limit === 10);
      assert.match(conflict.text.ru, /cross_2 сближается с cross_1 до 0 м/);
      assert.equal(errorOf(await store.get('cross_2')), 'not_found');
      assert.deepEqual(await actionsOf('cross_2'), ['operation.refused']);
      const known = await store.accept(
        sampleDraft({ id: 'cross_3', ...lane(2) }),
        [sampleDraft({ id: 'elsewhere', ...lane(2) })],
        ACT,
      );
      assert.equal(errorOf(known), 'conflict');
    });

    test('of fifty parallel acceptances for a corridor with one place exactly one is accepted', async () => {
      const slot = { corridor_id: 'c', from_sec: 30, to_sec: 90, capacity: 1, places: 1 };
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          store.accept(
            sampleDraft({
              id: `race_${i}`,
              region: 'race',
              from: { x_m: 0, y_m: -1000 - i * 100 },
              to: { x_m: 1000, y_m: -1000 - i * 100 },
              corridor_slots: [slot],
            }),
            [],
            ACT,
          ),
        ),
      );
      const taken = answers.filter((a) => a.ok);
      assert.equal(taken.length, 1);
      for (const a of answers)
        if (!a.ok)
          assert.deepEqual(
            a.error.conflicts.map((c) => c.kind),
            ['corridor_capacity'],
          );
      const stored = valueOf(await store.list({ ...ALL, region_id: 'race' }));
      assert.equal(stored.operations.length, 1);
      assert.equal(verifyChain(await auditLines(store)).ok, true);
    });

    test('the life cycle: approve, cancel before the start, close after it, and what ended holds nothing', async () => {
      const draft = sampleDraft({ id: 'life_1', ...lane(4) });
      valueOf(await store.accept(draft, [], ACT));
      assert.equal(errorOf(await store.change('life_1', 'close', ACT, null)), 'not_started');
      const approved = valueOf(await store.change('life_1', 'approve', { ...ACT, actor: 'Pavel' }, null));
      assert.deepEqual(
        [approved.operation.state, approved.operation.version, approved.operation.approved_by],
        ['approved', 2, 'Pavel'],
      );
      assert.equal(
        valueOf(await store.change('life_1', 'approve', { ...ACT, actor: 'Pavel' }, null)).repeated,
        true,
      );
      assert.equal(errorOf(await store.change('life_1', 'approve', ACT, null)), 'wrong_state');
      const flying = actAt('2026-05-12T09:00:30.000Z');
      assert.equal(errorOf(await store.change('life_1', 'cancel', flying, null)), 'already_started');
      const twin = sampleDraft({ id: 'life_2', ...lane(4) });
      assert.equal(errorOf(await store.accept(twin, [], ACT)), 'conflict');
      const closed = valueOf(await store.change('life_1', 'close', flying, 'landed early'));
      assert.deepEqual([closed.operation.state, closed.operation.end_reason], ['closed', 'landed early']);
      assert.equal(errorOf(await store.change('life_1', 'cancel', ACT, null)), 'wrong_state');
      valueOf(await store.accept(twin, [], ACT));
      valueOf(await store.change('life_2', 'cancel', ACT, null));
      assert.equal(errorOf(await store.accept(twin, [], ACT)), 'wrong_state', 'what has ended stays ended');
      assert.deepEqual(await actionsOf('life_1'), [
        'operation.accepted',
        'operation.change_refused',
        'operation.approved',
        'operation.change_refused',
        'operation.change_refused',
        'operation.closed',
        'operation.change_refused',
      ]);
      assert.equal(errorOf(await store.change('nobody', 'approve', ACT, null)), 'not_found');
      assert.equal(errorOf(await store.change("x' or 1=1 --\u0000", 'approve', ACT, null)), 'not_found');
    });

    test("windows are judged by the region's time", async () => {
      const draft = sampleDraft({ id: 'window_1', ...lane(5) });
      assert.equal(errorOf(await store.accept(draft, [], actAt('2026-05-12T09:02:20.000Z'))), 'window_over');
      assert.equal(
        errorOf(await store.accept(draft, [], actAt('2026-04-12T08:59:59.000Z'))),
        'too_far_ahead',
      );
      valueOf(await store.accept(draft, [], actAt('2026-05-12T09:02:19.000Z')));
    });

    test('lists by region, state, time and page', async () => {
      for (let i = 0; i < 7; i++) {
        const start = `2026-05-12T1${i}:00:00.000Z`;
        valueOf(
          await store.accept(sampleDraft({ id: `list_${i}`, region: 'list', start, ...lane(6) }), [], ACT),
        );
      }
      valueOf(await store.change('list_3', 'cancel', ACT, null));
      const query = { ...ALL, region_id: 'list', limit: 3 };
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: OperationPage = valueOf(await store.list({ ...query, cursor }));
        ids.push(...page.operations.map((o) => o.operation_id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      assert.deepEqual(ids, ['list_0', 'list_1', 'list_2', 'list_3', 'list_4', 'list_5', 'list_6']);
      const within = { ...ALL, region_id: 'list', from: '2026-05-12T12:00:00Z', to: '2026-05-12T14:00:00Z' };
      const held = valueOf(await store.list({ ...within, states: ['accepted', 'approved'] }));
      assert.deepEqual(
        held.operations.map((o) => o.operation_id),
        ['list_2', 'list_4'],
      );
      const mine = valueOf(await store.list({ ...ALL, uav_id: 'uav_of_list_5' }));
      assert.deepEqual(
        mine.operations.map((o) => o.operation_id),
        ['list_5'],
      );
      for (const bad of [{ limit: 0 }, { limit: 501 }, { cursor: 'x' }, { from: 'now' }] as const)
        assert.equal(errorOf(await store.list({ ...ALL, ...bad })), 'invalid_query');
    });

    test('callers record events of their own in the same chain, and only proper ones', async () => {
      const event = {
        at: ACT.at,
        actor: 'Ольга',
        action: 'audit.exported',
        object_id: 'log',
        payload: { n: 1 },
      };
      const head = valueOf(await store.appendAudit(event));
      assert.deepEqual(valueOf(await store.auditHead()), head);
      for (const bad of [
        { action: 'operation.accepted' },
        { actor: 'a\nb' },
        { at: 'yesterday' },
        { object_id: 'a\u0000' },
        { payload: '\ud800' },
        { payload: 'x'.repeat(20_000) },
      ])
        assert.equal(errorOf(await store.appendAudit({ ...event, ...bad })), 'invalid_act');
      assert.deepEqual(valueOf(await store.auditHead()), head);
      const health = valueOf(await store.healthy());
      assert.deepEqual([health.kind, health.schema_version, health.audit], [store.kind, 1, head]);
      const verified = verifyChain(await auditLines(store), head);
      assert.ok(verified.ok && verified.value.count === head.count);
    });

    test('a draft or an act that does not fit is refused before anything is written', async () => {
      const head = valueOf(await store.auditHead());
      const draft = sampleDraft({ id: 'bad_1' });
      const bad = { ...draft, trajectory: [...draft.trajectory].reverse() };
      assert.equal(errorOf(await store.accept(bad, [], ACT)), 'invalid_operation');
      assert.equal(errorOf(await store.accept(draft, [], { ...ACT, actor: '' })), 'invalid_act');
      assert.equal(errorOf(await store.change('same_1', 'approve', ACT, ' two\nlines ')), 'invalid_act');
      assert.deepEqual(valueOf(await store.auditHead()), head);
    });

    test('the database itself refuses to change the log and the content of operations', async (t) => {
      if (raw === null) return t.skip('no way past this store');
      const draft = sampleDraft({ id: 'fixed_1', start: '2026-05-20T09:00:00.000Z' });
      valueOf(await store.accept(draft, [], ACT));
      for (const sql of [
        "update operation_audit set actor = 'Eve' where seq = 1",
        'delete from operation_audit where seq = 1',
        'truncate operation_audit',
      ])
        await assert.rejects(raw(sql), /append-only/, sql);
      for (const sql of [
        "delete from operations where operation_id = 'fixed_1'",
        "update operations set document = '{}', version = 2 where operation_id = 'fixed_1'",
        "update operations set state = 'approved' where operation_id = 'fixed_1'",
        'truncate operations',
      ])
        await assert.rejects(raw(sql), /never changed/, sql);
    });

    test('what somebody changed behind the triggers is found, and decides nothing', async (t) => {
      if (raw === null) return t.skip('no way past this store');
      await raw('alter table operation_audit disable trigger operation_audit_row');
      const [before_] = await raw('select actor from operation_audit where seq = 2');
      await raw("update operation_audit set actor = 'Eve' where seq = 2");
      const found = verifyChain(await auditLines(store));
      assert.ok(!found.ok && found.error.type === 'altered' && found.error.line === 3);
      await raw(`update operation_audit set actor = '${String(before_!['actor'])}' where seq = 2`);
      assert.equal(verifyChain(await auditLines(store)).ok, true);
      await raw('alter table operations disable trigger operation_row');
      await raw(
        `update operations set document = replace(document, '"lat":50', '"lat":51') where operation_id = 'fixed_1'`,
      );
      assert.equal(errorOf(await store.get('fixed_1')), 'store_corrupt');
      const over = sampleDraft({ id: 'fixed_2', start: '2026-05-20T09:00:00.000Z' });
      assert.equal(errorOf(await store.accept(over, [], ACT)), 'store_corrupt');
    });
  });
}
