import { byCodeUnits } from '#base';
import { instantMs } from '#world';
import { instantOf } from './act.ts';
import { corridorText } from './conflict-text.ts';
import type { Conflict } from './conflict-types.ts';
import type { CorridorSlot, OperationDraft } from './operation.ts';
import { ROUNDING_SEC } from './plane.ts';

/** A slot on the epoch's clock, widened by the rounding of seconds. */
type Stay = {
  readonly id: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly slot: CorridorSlot;
};

/**
 * Corridors of a region that would hold more than their capacity, each at its fullest moment while the operation is in it.
 * Stays are closed: one that ends when another starts counts beside it. An operation takes its places once, however many
 * of its slots share the moment. Where maps disagree about a capacity, the smallest one holds.
 */
export function corridorConflicts(draft: OperationDraft, stored: readonly OperationDraft[]): Conflict[] {
  const ids = [...new Set(draft.corridor_slots.map((s) => s.corridor_id))].sort(byCodeUnits);
  const region = stored.filter((o) => o.region_id === draft.region_id);
  return ids.flatMap((corridor_id) => {
    const own = staysOf(draft, corridor_id);
    const others = region.flatMap((o) => staysOf(o, corridor_id));
    const found = fullest(own, others);
    return found === null ? [] : [conflict(draft, corridor_id, found)];
  });
}

function staysOf(draft: OperationDraft, corridor_id: string): Stay[] {
  const start_ms = instantMs(draft.start);
  return draft.corridor_slots
    .filter((s) => s.corridor_id === corridor_id)
    .map((slot) => ({
      id: draft.operation_id,
      from_ms: start_ms + (slot.from_sec - ROUNDING_SEC) * 1000,
      to_ms: start_ms + (slot.to_sec + ROUNDING_SEC) * 1000,
      slot,
    }));
}

type Overload = {
  readonly at_ms: number;
  readonly taken: number;
  readonly capacity: number;
  readonly others: readonly string[];
};

/** The moment at which most places are over the capacity; the earliest of equals. Null where none is. */
function fullest(own: readonly Stay[], others: readonly Stay[]): Overload | null {
  // The load rises only where somebody enters.
  const moments = own
    .flatMap((s) => [
      s.from_ms,
      ...others.map((o) => o.from_ms).filter((t) => s.from_ms <= t && t <= s.to_ms),
    ])
    .sort((a, b) => a - b);
  let worst: Overload | null = null;
  for (const at_ms of moments) {
    const inside = [...own, ...others].filter((s) => s.from_ms <= at_ms && at_ms <= s.to_ms);
    const places = new Map<string, number>();
    for (const { id, slot } of inside) places.set(id, Math.max(places.get(id) ?? 0, slot.places));
    const taken = [...places.values()].reduce((sum, n) => sum + n, 0);
    const capacity = Math.min(...inside.map((s) => s.slot.capacity));
    if (taken <= capacity || (worst !== null && taken - capacity <= worst.taken - worst.capacity)) continue;
    const ids = new Set(own.map((s) => s.id));
    worst = {
      at_ms,
      taken,
      capacity,
      others: [...places.keys()].filter((id) => !ids.has(id)).sort(byCodeUnits),
    };
  }
  return worst;
}

function conflict(draft: OperationDraft, corridor_id: string, found: Overload): Conflict {
  const base = {
    kind: 'corridor_capacity',
    operation_id: draft.operation_id,
    others: found.others,
    at: instantOf(found.at_ms),
    place: null,
    corridor_id,
    value: found.taken,
    limit: found.capacity,
    unit: 'count',
  } as const;
  return { ...base, text: corridorText(base) };
}
