import { instantMs } from '#world';
import { instantOf } from './act.ts';
import { padText } from './conflict-text.ts';
import type { Conflict } from './conflict-types.ts';
import type { OperationDraft } from './operation.ts';
import { ROUNDING_M, ROUNDING_SEC, pairIn } from './plane.ts';
import { GROUND_M } from './separation.ts';

/** A stretch on the ground at one place: both ends included, milliseconds since the epoch; `index` is its first point. */
export type GroundStay = { readonly from_ms: number; readonly to_ms: number; readonly index: number };

/** When and where an operation holds a pad. The hold reaches back from the first point and on from the last. */
export function groundStays(draft: OperationDraft): GroundStay[] {
  const { trajectory } = draft;
  const start_ms = instantMs(draft.start);
  const hold_ms = draft.pad_hold_sec * 1000;
  const slack_ms = ROUNDING_SEC * 1000;
  const last = trajectory.length - 1;
  const stays: { from_ms: number; to_ms: number; index: number }[] = [];
  trajectory.forEach((p, i) => {
    if (p.agl_m > GROUND_M) return;
    const from_ms = start_ms + p.t_sec * 1000 - slack_ms - (i === 0 ? hold_ms : 0);
    const to_ms = start_ms + p.t_sec * 1000 + slack_ms + (i === last ? hold_ms : 0);
    const before = stays[stays.length - 1];
    const same = i > 0 && trajectory[i - 1]!.lon === p.lon && trajectory[i - 1]!.lat === p.lat;
    if (before !== undefined && same && trajectory[i - 1]!.agl_m <= GROUND_M) before.to_ms = to_ms;
    else stays.push({ from_ms, to_ms, index: i });
  });
  return stays;
}

/** The first moment at which both stand on the ground so near that their spheres would touch: one pad, taken twice. */
export function padConflict(draft: OperationDraft, stored: OperationDraft): Conflict | null {
  const [own, others] = [groundStays(draft), groundStays(stored)];
  const shared = own
    .flatMap((a) => others.map((b) => ({ a, b, from_ms: Math.max(a.from_ms, b.from_ms) })))
    .filter(({ a, b, from_ms }) => from_ms <= Math.min(a.to_ms, b.to_ms))
    .sort((x, y) => x.from_ms - y.from_ms || x.a.index - y.a.index || x.b.index - y.b.index);
  if (shared.length === 0) return null;
  const pair = pairIn(draft, stored);
  // Where no plane holds both, `separationConflict` has refused the pair already, unless they only meet in their holds.
  if (pair === 'far') return null;
  const limit = draft.radius_m + stored.radius_m;
  for (const { a, b, from_ms } of shared) {
    const at = instantOf(from_ms);
    if (pair === 'unknown') return conflict(draft, stored, { at, place: null, value: null, limit });
    // The pair's tracks have one point more at the front.
    const [p, q] = [pair.a[a.index + 1]!, pair.b[b.index + 1]!];
    const value = Math.hypot(p.x_m - q.x_m, p.y_m - q.y_m) * pair.shrink;
    if (value > limit + ROUNDING_M) continue;
    const { lon, lat, amsl_m } = draft.trajectory[a.index]!;
    return conflict(draft, stored, { at, place: { lon, lat, amsl_m }, value, limit });
  }
  return null;
}

function conflict(
  draft: OperationDraft,
  stored: OperationDraft,
  found: Pick<Conflict, 'at' | 'place' | 'value' | 'limit'>,
): Conflict {
  const base = {
    kind: 'same_pad',
    operation_id: draft.operation_id,
    others: [stored.operation_id],
    corridor_id: null,
    unit: 'm',
    ...found,
  } as const;
  return { ...base, text: padText(base) };
}
