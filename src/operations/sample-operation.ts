import { assert } from '#base';
import { type PlanePoint, createFrame } from '#geo';
import type { OperationDraft, OperationPoint } from './operation.ts';

/** What a sample says otherwise; the rest is as in `sampleDraft`. */
export type SampleFlight = {
  readonly id: string;
  readonly uav?: string;
  readonly region?: string;
  readonly start?: string;
  /** Pads in the region's plane. */
  readonly from?: PlanePoint;
  readonly to?: PlanePoint;
  /** Height of the level part above ground, metres. */
  readonly height_m?: number;
  readonly separation_m?: number;
  readonly pad_hold_sec?: number;
  readonly corridor_slots?: OperationDraft['corridor_slots'];
};

const ORIGIN = [20, 50] as const;
const GROUND_AMSL_M = 100;

/**
 * An invented operation, for examples and tests: straight up in 20 s, level at 10 m/s, down in 20 s; by default a kilometre
 * east at 60 m, from 2026-05-12T09:00:00Z on.
 */
export function sampleDraft(flight: SampleFlight): OperationDraft {
  const { from = { x_m: 0, y_m: 0 }, to = { x_m: 1000, y_m: 0 }, height_m = 60 } = flight;
  const framed = createFrame(ORIGIN);
  assert(framed.ok, 'the sample has a plane');
  const point = (t_sec: number, at: PlanePoint, agl_m: number, stop_id: string | null): OperationPoint => {
    const [lon, lat] = framed.value.toLonLat(at);
    return { t_sec, lon, lat, amsl_m: agl_m + GROUND_AMSL_M, agl_m, stop_id };
  };
  const level_sec = Math.max(1, Math.hypot(to.x_m - from.x_m, to.y_m - from.y_m) / 10);
  return {
    operation_id: flight.id,
    region_id: flight.region ?? 'sample',
    uav_id: flight.uav ?? `uav_of_${flight.id}`,
    priority: 'normal',
    source: { certificate_digest: null, state_hash: `sha256:${'1'.repeat(64)}` },
    start: flight.start ?? '2026-05-12T09:00:00.000Z',
    trajectory: [
      point(0, from, 0, null),
      point(20, from, height_m, null),
      point(20 + level_sec, to, height_m, null),
      point(40 + level_sec, to, 0, 'pad'),
    ],
    plane_origin: [...ORIGIN],
    separation_m: flight.separation_m ?? 10,
    radius_m: 0.5,
    pad_hold_sec: flight.pad_hold_sec ?? 60,
    corridor_slots: [...(flight.corridor_slots ?? [])],
  };
}
