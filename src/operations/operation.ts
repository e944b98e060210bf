import { z } from 'zod';
import { LIMITS, hashOf } from '#base';
import { Id, Instant, LatDeg, LonDeg, LonLatTuple, instantMs } from '#world';

/**
 * One point of an operation: seconds after its `start`, WGS84 degrees, height above mean sea level and above ground.
 * Between points motion is a straight line at constant velocity, straight in longitude and latitude as well.
 */
export const OperationPoint = z.strictObject({
  t_sec: z.number().min(0).max(1e6),
  lon: LonDeg,
  lat: LatDeg,
  amsl_m: z.number().min(-1000).max(20_000),
  agl_m: z.number().min(-1000).max(20_000),
  stop_id: Id.nullable(),
});
export type OperationPoint = Readonly<z.infer<typeof OperationPoint>>;

/** A stay in a corridor, both ends included, in seconds after `start`. `places` is how many of `capacity` it takes. */
export const CorridorSlot = z
  .strictObject({
    corridor_id: Id,
    from_sec: z.number().min(0).max(1e6),
    to_sec: z.number().min(0).max(1e6),
    capacity: z.number().int().min(1).max(10_000),
    places: z.number().int().min(1).max(10_000),
  })
  .refine((s) => s.from_sec <= s.to_sec, 'a slot ends before it starts');
export type CorridorSlot = Readonly<z.infer<typeof CorridorSlot>>;

/** What an operation rests on: hashes of the certificate (null where none was written) and of the state judged against. */
export const OperationSource = z.strictObject({
  certificate_digest: z.string().max(80).nullable(),
  state_hash: z.string().max(80),
});

/**
 * The content of an operation, as it is submitted and never changed after. Built by `operationOf`, never typed by hand.
 * `plane_origin` is the origin of the plane that the verifier measured in; operations of one plane are compared there.
 */
export const OperationDraft = z
  .strictObject({
    operation_id: Id,
    region_id: Id,
    uav_id: Id,
    priority: z.enum(['low', 'normal', 'high', 'critical']),
    source: OperationSource,
    /** Time 0 of the trajectory and of the slots. */
    start: Instant,
    trajectory: z
      .array(OperationPoint)
      .min(2)
      .max(LIMITS.trajectory_points)
      .refine(
        (points) => points.every((p, i) => i === 0 || p.t_sec > points[i - 1]!.t_sec),
        'times must strictly increase',
      ),
    plane_origin: LonLatTuple,
    /** Others must stay farther away than this, and farther than the two spheres that hold the aircraft. */
    separation_m: z.number().min(0).max(10_000),
    radius_m: z.number().min(0).max(20),
    /** The pad counts as taken for so long before the first point and after the last one. */
    pad_hold_sec: z.number().min(0).max(86_400),
    corridor_slots: z.array(CorridorSlot).max(10_000),
  })
  .refine((d) => new Date(instantMs(d.start)).toISOString() === d.start, {
    path: ['start'],
    message: 'a stored instant has exactly three decimals',
  });
export type OperationDraft = Readonly<z.infer<typeof OperationDraft>>;

/** `accepted` and `approved` hold their airspace; `closed` (flown or not, it is down) and `cancelled` hold nothing. */
export const OperationState = z.enum(['accepted', 'approved', 'closed', 'cancelled']);
export type OperationState = z.infer<typeof OperationState>;

/** An operation of the store: its content, and what has happened to it. Instants in UTC with milliseconds. */
export type Operation = OperationDraft & {
  readonly state: OperationState;
  /** Rises by one with every change of state. */
  readonly version: number;
  /** `contentHash` of the draft. */
  readonly content_hash: string;
  readonly accepted_at: string;
  readonly accepted_by: string;
  readonly approved_at: string | null;
  readonly approved_by: string | null;
  readonly ended_at: string | null;
  readonly ended_by: string | null;
  readonly end_reason: string | null;
};

/** `sha256:<hex>` over the canonical JSON of a draft: equal content, equal hash. */
export function contentHash(draft: OperationDraft): string {
  return hashOf(draft);
}

/** Milliseconds since the epoch from the first moment to the last at which an operation flies; both included. */
export function flightSpan(draft: OperationDraft): { readonly from_ms: number; readonly to_ms: number } {
  const start_ms = instantMs(draft.start);
  const first = draft.trajectory[0]!;
  const last = draft.trajectory[draft.trajectory.length - 1]!;
  return { from_ms: start_ms + first.t_sec * 1000, to_ms: start_ms + last.t_sec * 1000 };
}

/** Whole milliseconds that hold everything an operation claims, pad holds included: what overlaps nothing here, conflicts with nothing. */
export function claimSpan(draft: OperationDraft): { readonly from_ms: number; readonly to_ms: number } {
  const { from_ms, to_ms } = flightSpan(draft);
  const hold_ms = draft.pad_hold_sec * 1000;
  return { from_ms: Math.floor(from_ms - hold_ms) - 1, to_ms: Math.ceil(to_ms + hold_ms) + 1 };
}
