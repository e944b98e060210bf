import { type Result, canonicalJson, err, ok, parseStrictJson } from '#base';
import {
  type AuditEntry,
  type Operation,
  type OperationError,
  OperationState,
  claimSpan,
  contentHash,
  operationError,
  parseDraft,
} from '#operations';
import type { Tables } from './schema.ts';

/** The row of an operation. */
export function rowOf(operation: Operation): Tables['operations'] {
  const {
    state,
    version,
    content_hash,
    accepted_at,
    accepted_by,
    approved_at,
    approved_by,
    ended_at,
    ended_by,
    end_reason,
    ...draft
  } = operation;
  const { from_ms, to_ms } = claimSpan(draft);
  return {
    operation_id: draft.operation_id,
    region_id: draft.region_id,
    uav_id: draft.uav_id,
    from_ms,
    to_ms,
    state,
    version,
    content_hash,
    document: canonicalJson(draft),
    accepted_at,
    accepted_by,
    approved_at,
    approved_by,
    ended_at,
    ended_by,
    end_reason,
  };
}

/**
 * The operation of a row. Refused where the row is not one that was written: its document does not parse, does not match
 * its hash, or the columns that are searched do not match the document.
 */
export function operationOfRow(row: Tables['operations']): Result<Operation, OperationError> {
  const corrupt = (what: string) =>
    err(operationError('store_corrupt', `operation ${row.operation_id}: ${what}`));
  const json = parseStrictJson(row.document);
  if (!json.ok) return corrupt('its document is no JSON');
  const draft = parseDraft(json.value);
  if (!draft.ok) return corrupt(`its document does not fit: ${draft.error.message}`);
  if (contentHash(draft.value) !== row.content_hash) return corrupt('its document does not match its hash');
  const state = OperationState.safeParse(row.state);
  if (!state.success) return corrupt(`it has the state ${row.state}`);
  const { from_ms, to_ms } = claimSpan(draft.value);
  const { operation_id, region_id, uav_id } = draft.value;
  if (
    operation_id !== row.operation_id ||
    region_id !== row.region_id ||
    uav_id !== row.uav_id ||
    from_ms !== Number(row.from_ms) ||
    to_ms !== Number(row.to_ms)
  )
    return corrupt('its columns do not match its document');
  return ok({
    ...draft.value,
    state: state.data,
    version: Number(row.version),
    content_hash: row.content_hash,
    accepted_at: row.accepted_at,
    accepted_by: row.accepted_by,
    approved_at: row.approved_at,
    approved_by: row.approved_by,
    ended_at: row.ended_at,
    ended_by: row.ended_by,
    end_reason: row.end_reason,
  });
}

/** The operations of rows; the first corrupt one refuses them all, since a check without it would be no check. */
export function operationsOfRows(rows: readonly Tables['operations'][]): Result<Operation[], OperationError> {
  const all: Operation[] = [];
  for (const row of rows) {
    const operation = operationOfRow(row);
    if (!operation.ok) return operation;
    all.push(operation.value);
  }
  return ok(all);
}

/** The row of an audit entry. */
export function auditRowOf(entry: AuditEntry): Tables['operation_audit'] {
  return { ...entry, payload: canonicalJson(entry.payload) };
}

/** The entry of a row, as it stands: whether it is as written, `verifyChain` says. */
export function auditEntryOf(row: Tables['operation_audit']): AuditEntry {
  const payload: unknown = JSON.parse(row.payload);
  const { at, actor, action, object_id, payload_hash, previous_hash, hash } = row;
  return { seq: Number(row.seq), at, actor, action, object_id, payload, payload_hash, previous_hash, hash };
}
