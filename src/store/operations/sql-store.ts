import type { Kysely, Transaction } from 'kysely';
import { type Result, canonicalJson, err, ok, parseStrictJson } from '#base';
import {
  Act,
  type AuditEvent,
  type AuditHead,
  type Change,
  EMPTY_HEAD,
  HOLDING,
  type Operation,
  type OperationDraft,
  type OperationError,
  type OperationStore,
  type StoreHealth,
  type Written,
  accepted,
  auditHeaderLine,
  auditLine,
  canonicalInstant,
  chainEntry,
  changed,
  claimSpan,
  conflictsOf,
  contentHash,
  headAfter,
  operationError,
  parseDraft,
} from '#operations';
import { Id } from '#world';
import { guarded } from './failures.ts';
import { listOperations } from './list.ts';
import { auditEntryOf, auditRowOf, operationOfRow, operationsOfRows, rowOf } from './rows.ts';
import { type Db, SCHEMA_VERSION, type Tables, inTurn } from './schema.ts';

/** Entries read at once for an export. */
const EXPORT_PAGE = 500;

/** No control, zero-width, direction or surrogate characters, no line breaks. */
const ONE_LINE = /^[^\p{C}\p{Zl}\p{Zp}]{0,200}$/u;
/** Most characters of a caller's payload: the log holds what happened, not documents. */
const PAYLOAD_CHARS = 16_000;

/** The store over a migrated database. `release` frees what the database stands on. */
export function sqlStore(
  db: Kysely<Tables>,
  kind: StoreHealth['kind'],
  release: () => Promise<void>,
): OperationStore {
  const write = <T>(
    work: (trx: Transaction<Tables>) => Promise<Result<T, OperationError>>,
  ): Promise<Result<T, OperationError>> => guarded(() => inTurn(db, work));
  return {
    kind,
    accept: async (draft, known, act) => {
      const fault = actFault(act);
      if (fault !== null) return err(fault);
      const parsed = parseDraft(draft);
      return parsed.ok ? write((trx) => accept(trx, parsed.value, known, act)) : parsed;
    },
    change: async (operation_id, change, act, reason) => {
      const fault = actFault(act) ?? reasonFault(reason);
      return fault === null
        ? write((trx) => change_(trx, operation_id, change, { act, reason }))
        : err(fault);
    },
    get: (operation_id) =>
      guarded(async () => {
        const row = await rowById(db, operation_id);
        return row === undefined ? notFound(operation_id) : operationOfRow(row);
      }),
    list: (query) => guarded(() => listOperations(db, query)),
    appendAudit: async (event) => {
      const fault = eventFault(event);
      if (fault !== null) return err(fault);
      return write(async (trx) => ok(await record(trx, { ...event, at: canonicalInstant(event.at) })));
    },
    auditHead: () => guarded(async () => ok(await headOf(db))),
    exportAudit: () => exportAudit(db),
    healthy: () => guarded(async () => ok({ kind, schema_version: SCHEMA_VERSION, audit: await headOf(db) })),
    close: async () => {
      await db.destroy();
      await release();
    },
  };
}

async function accept(
  trx: Transaction<Tables>,
  draft: OperationDraft,
  known: readonly OperationDraft[],
  act: Act,
): Promise<Result<Written, OperationError>> {
  const content_hash = contentHash(draft);
  const row = await rowById(trx, draft.operation_id);
  if (row !== undefined) {
    const stored = operationOfRow(row);
    if (!stored.ok) return stored;
    const { state } = stored.value;
    const same = stored.value.content_hash === content_hash;
    if (same && HOLDING.includes(state)) return ok({ operation: stored.value, repeated: true });
    const refusal = same
      ? operationError('wrong_state', `${draft.operation_id} is ${state}: decide anew`)
      : operationError('id_taken', `${draft.operation_id} stands for another operation`);
    await recordRefusal(trx, draft, act, refusal);
    return err(refusal);
  }
  const holding = await holdingIn(trx, draft);
  if (!holding.ok) return holding;
  const stored = new Set(holding.value.map((o) => o.operation_id));
  const others = [...holding.value, ...known.filter((o) => !stored.has(o.operation_id))];
  const decision = accepted(draft, act, conflictsOf(draft, others));
  if (!decision.ok) {
    await recordRefusal(trx, draft, act, decision.error);
    return decision;
  }
  const operation = decision.value;
  await trx.insertInto('operations').values(rowOf(operation)).execute();
  await record(trx, {
    ...whoAndWhen(act),
    action: 'operation.accepted',
    object_id: operation.operation_id,
    payload: {
      content_hash,
      region_id: operation.region_id,
      uav_id: operation.uav_id,
      start: operation.start,
      source: operation.source,
    },
  });
  return ok({ operation, repeated: false });
}

/** All operations that hold airspace at some moment that a draft claims. */
async function holdingIn(db: Db, draft: OperationDraft): Promise<Result<Operation[], OperationError>> {
  const { from_ms, to_ms } = claimSpan(draft);
  const rows = await db
    .selectFrom('operations')
    .selectAll()
    .where('state', 'in', [...HOLDING])
    .where('from_ms', '<=', to_ms)
    .where('to_ms', '>=', from_ms)
    .orderBy('operation_id')
    .execute();
  return operationsOfRows(rows);
}

async function change_(
  trx: Transaction<Tables>,
  operation_id: string,
  change: Change,
  { act, reason }: { readonly act: Act; readonly reason: string | null },
): Promise<Result<Written, OperationError>> {
  const row = await rowById(trx, operation_id);
  if (row === undefined) return notFound(operation_id);
  const stored = operationOfRow(row);
  if (!stored.ok) return stored;
  const next = changed(stored.value, change, act, reason);
  if (!next.ok) {
    await record(trx, {
      ...whoAndWhen(act),
      action: 'operation.change_refused',
      object_id: operation_id,
      payload: { change, type: next.error.type, version: stored.value.version },
    });
    return next;
  }
  const operation = next.value;
  if (operation.version === stored.value.version) return ok({ operation, repeated: true });
  const { state, version, approved_at, approved_by, ended_at, ended_by, end_reason } = operation;
  await trx
    .updateTable('operations')
    .set({ state, version, approved_at, approved_by, ended_at, ended_by, end_reason })
    .where('operation_id', '=', operation_id)
    .execute();
  await record(trx, {
    ...whoAndWhen(act),
    action: `operation.${state}`,
    object_id: operation_id,
    payload: { content_hash: operation.content_hash, reason, version },
  });
  return ok({ operation, repeated: false });
}

function notFound(operation_id: string): Result<never, OperationError> {
  return err(operationError('not_found', `there is no operation ${operation_id.slice(0, 80)}`));
}

async function rowById(db: Db, operation_id: string): Promise<Tables['operations'] | undefined> {
  // What is no id stands for nothing; a database would choke on some of it.
  if (!Id.safeParse(operation_id).success) return undefined;
  return db.selectFrom('operations').selectAll().where('operation_id', '=', operation_id).executeTakeFirst();
}

function whoAndWhen(act: Act): Pick<AuditEvent, 'at' | 'actor'> {
  return { at: canonicalInstant(act.at), actor: act.actor };
}

/** Conflicts in short: the log says what met what, where and by how much; texts follow from that. */
async function recordRefusal(
  trx: Transaction<Tables>,
  draft: OperationDraft,
  act: Act,
  error: OperationError,
): Promise<void> {
  await record(trx, {
    ...whoAndWhen(act),
    action: 'operation.refused',
    object_id: draft.operation_id,
    payload: {
      content_hash: contentHash(draft),
      region_id: draft.region_id,
      uav_id: draft.uav_id,
      type: error.type,
      conflicts: error.conflicts.slice(0, 20).map(({ text: _, ...conflict }) => conflict),
      conflict_count: error.conflicts.length,
    },
  });
}

/** Appends to the chain. Only `inTurn`: the head may not move in between. */
async function record(trx: Transaction<Tables>, event: AuditEvent): Promise<AuditHead> {
  const entry = chainEntry(await headOf(trx), event);
  await trx.insertInto('operation_audit').values(auditRowOf(entry)).execute();
  return headAfter(entry);
}

async function headOf(db: Db): Promise<AuditHead> {
  const last = await db
    .selectFrom('operation_audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? EMPTY_HEAD : { count: Number(last.seq), head_hash: last.hash };
}

async function* exportAudit(db: Kysely<Tables>): AsyncIterable<string> {
  const head = await headOf(db);
  yield auditHeaderLine(head);
  for (let after = 0; after < head.count;) {
    const rows = await db
      .selectFrom('operation_audit')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', head.count)
      .orderBy('seq')
      .limit(EXPORT_PAGE)
      .execute();
    if (rows.length === 0) return;
    for (const row of rows) yield auditLine(auditEntryOf(row));
    after = Number(rows[rows.length - 1]!.seq);
  }
}

function actFault(act: Act): OperationError | null {
  const parsed = Act.safeParse(act);
  if (parsed.success) return null;
  const issue = parsed.error.issues[0];
  return operationError('invalid_act', `${issue?.path.map(String).join('.')}: ${issue?.message}`);
}

function reasonFault(reason: string | null): OperationError | null {
  if (reason === null || (ONE_LINE.test(reason) && reason.trim() === reason && reason !== '')) return null;
  return operationError('invalid_act', 'reason: one line of 1 to 200 characters');
}

function eventFault(event: AuditEvent): OperationError | null {
  const { at, actor, action, object_id, payload } = event;
  const fault = actFault({ actor, at, region_time: at });
  if (fault !== null) return fault;
  if (!/^[a-z][a-z0-9_.]{0,59}$/.test(action) || action.startsWith('operation.'))
    return operationError('invalid_act', `action: ${action.slice(0, 60)} is not one of a caller's own`);
  if (!ONE_LINE.test(object_id))
    return operationError('invalid_act', 'object_id: one line of at most 200 characters');
  const text = canonicalJson(payload);
  if (text.length > PAYLOAD_CHARS || !parseStrictJson(text).ok)
    return operationError('invalid_act', `payload: strict JSON of at most ${PAYLOAD_CHARS} characters`);
  return null;
}
