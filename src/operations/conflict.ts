import { byCodeUnits } from '#base';
import { instantOf } from './act.ts';
import { aircraftText } from './conflict-text.ts';
import type { Conflict, ConflictKind } from './conflict-types.ts';
import { corridorConflicts } from './corridors.ts';
import { type OperationDraft, flightSpan } from './operation.ts';
import { padConflict } from './pads.ts';
import { separationConflict } from './separation.ts';

const ORDER: Readonly<Record<ConflictKind, number>> = {
  same_aircraft: 0,
  separation: 1,
  same_pad: 2,
  corridor_capacity: 3,
};

/**
 * Everything that stands between an operation and the stored ones that hold airspace, sorted by moment, kind, ids; empty
 * where it may be accepted. The given ones must be all whose `claimSpan` overlaps its own. An operation with its own id
 * is left out.
 */
export function conflictsOf(draft: OperationDraft, stored: readonly OperationDraft[]): Conflict[] {
  const others = stored.filter((o) => o.operation_id !== draft.operation_id);
  const found = others.flatMap((o) => {
    const same = sameAircraft(draft, o);
    const pair = same ? [aircraftConflict(draft, o)] : [separationConflict(draft, o), padConflict(draft, o)];
    return pair.filter((c): c is Conflict => c !== null);
  });
  return [...found, ...corridorConflicts(draft, others)].sort(
    (a, b) =>
      byCodeUnits(a.at, b.at) ||
      ORDER[a.kind] - ORDER[b.kind] ||
      byCodeUnits(a.others.join(' '), b.others.join(' ')) ||
      byCodeUnits(a.corridor_id ?? '', b.corridor_id ?? ''),
  );
}

/** Ids of aircraft are those of a region's fleet: the same id elsewhere is another aircraft. */
function sameAircraft(a: OperationDraft, b: OperationDraft): boolean {
  return a.region_id === b.region_id && a.uav_id === b.uav_id;
}

/** One aircraft flies one operation at a time; a shared moment is too many. */
function aircraftConflict(draft: OperationDraft, stored: OperationDraft): Conflict | null {
  const [p, q] = [flightSpan(draft), flightSpan(stored)];
  const from_ms = Math.max(p.from_ms, q.from_ms);
  if (from_ms > Math.min(p.to_ms, q.to_ms)) return null;
  const base = {
    kind: 'same_aircraft',
    operation_id: draft.operation_id,
    others: [stored.operation_id],
    at: instantOf(from_ms),
    place: null,
    corridor_id: null,
    value: null,
    limit: null,
    unit: null,
  } as const;
  return { ...base, text: aircraftText(base, draft.uav_id) };
}
