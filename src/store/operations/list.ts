import type { Kysely } from 'kysely';
import { type Result, err, ok } from '#base';
import {
  LIST_LIMIT,
  type OperationError,
  type OperationPage,
  type OperationQuery,
  OperationState,
  operationError,
} from '#operations';
import { Instant, instantMs } from '#world';
import { operationsOfRows } from './rows.ts';
import type { Tables } from './schema.ts';

/** Operations that fit a query, by first claimed moment, then id. */
export async function listOperations(
  db: Kysely<Tables>,
  query: OperationQuery,
): Promise<Result<OperationPage, OperationError>> {
  const fault = faultOf(query);
  if (fault !== null) return err(operationError('invalid_query', fault));
  const { region_id, uav_id, states, from, to, limit } = query;
  let rows = db.selectFrom('operations').selectAll();
  if (region_id !== null) rows = rows.where('region_id', '=', region_id);
  if (uav_id !== null) rows = rows.where('uav_id', '=', uav_id);
  if (states.length > 0) rows = rows.where('state', 'in', [...states]);
  if (from !== null) rows = rows.where('to_ms', '>=', instantMs(from));
  if (to !== null) rows = rows.where('from_ms', '<=', instantMs(to));
  const after = query.cursor === null ? null : readCursor(query.cursor)!;
  if (after !== null)
    rows = rows.where((eb) =>
      eb.or([
        eb('from_ms', '>', after.from_ms),
        eb.and([eb('from_ms', '=', after.from_ms), eb('operation_id', '>', after.operation_id)]),
      ]),
    );
  // Ids are ASCII; "C" orders them by code units whatever the database's collation.
  const found = await rows
    .orderBy('from_ms')
    .orderBy('operation_id')
    .limit(limit + 1)
    .execute();
  const page = operationsOfRows(found.slice(0, limit));
  if (!page.ok) return page;
  const last = found.length > limit ? found[limit - 1]! : null;
  return ok({
    operations: page.value,
    next_cursor: last === null ? null : `${Number(last.from_ms)}~${last.operation_id}`,
  });
}

function readCursor(cursor: string): { readonly from_ms: number; readonly operation_id: string } | null {
  const found = /^(-?\d{1,15})~([A-Za-z0-9_.:/-]{1,80})$/.exec(cursor);
  return found === null ? null : { from_ms: Number(found[1]), operation_id: found[2]! };
}

function faultOf({ limit, from, to, states, cursor }: OperationQuery): string | null {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_LIMIT) return `limit: from 1 to ${LIST_LIMIT}`;
  if (!states.every((s) => OperationState.safeParse(s).success)) return 'states: an unknown state';
  if (cursor !== null && readCursor(cursor) === null) return 'cursor: not one that was given out';
  for (const [name, t] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (t !== null && !Instant.safeParse(t).success) return `${name}: an instant in UTC, Z at the end`;
  if (from !== null && to !== null && instantMs(from) > instantMs(to)) return 'from: later than to';
  return null;
}
