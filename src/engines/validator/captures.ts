/** What the sensors did: frames and strips re-derived from the flown legs, not from the planned lanes. */
import { type PayloadFigures, type SurveyTask } from '#world';
import { type PlanBlock, type PlanCapture, type PlanLane } from '#ir';
import { type Context } from './context.ts';
import { type Track } from './track.ts';

/** One exposure. */
export type Frame = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly t: number;
  /** Distance along the leg, metres. */
  readonly along: number;
  /** Segment of the track. */
  readonly segment: number;
  /** Height over the ground under the aircraft; null where that is unknown. */
  readonly agl: number | null;
  readonly speed_mps: number;
  /** Angle from track to heading, radians, unsigned; 0 for a multirotor. */
  readonly crab: number;
};

/** The sensor's work on one lane leg. */
export type Capture = {
  readonly track: Track;
  readonly legIndex: number;
  readonly lane: PlanLane | null;
  readonly block: PlanBlock | null;
  readonly task: SurveyTask;
  readonly payload: PayloadFigures;
  readonly role: PlanLane['role'];
  /** Ends of the leg. */
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  /** Direction of flight, unit vector. */
  readonly ux: number;
  readonly uy: number;
  readonly length_m: number;
  /** Distances along the leg between which the sensor works. */
  readonly from_m: number;
  readonly to_m: number;
  /** Exposures of a camera; for a continuous sensor samples of its strip, ends included. */
  readonly frames: readonly Frame[];
};

/** Distances along the leg at which a capture says it exposes; those beyond the leg's end are left out. */
export function exposures(capture: PlanCapture, length_m: number): number[] {
  const slack = 0.05;
  switch (capture.type) {
    case 'distance': {
      const out: number[] = [];
      for (let i = 0; i < capture.count; i++) {
        const s = capture.first_m + i * capture.spacing_m;
        if (s > length_m + slack) break;
        out.push(s);
      }
      return out;
    }
    case 'list':
      return capture.along_m.filter((s) => s <= length_m + slack);
    case 'continuous': {
      const from = Math.min(capture.from_m, length_m);
      const to = Math.min(capture.to_m, length_m);
      const steps = Math.max(1, Math.min(400, Math.ceil((to - from) / 20)));
      return Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
    }
  }
}

/** All captures of a plan whose lane, block, task and payload can be named; what cannot is an integrity finding elsewhere. */
export function capturesOf(context: Context): Capture[] {
  const lanes = new Map(context.plan.lanes.map((l) => [l.id, l]));
  const blocks = new Map(context.plan.blocks.map((b) => [b.id, b]));
  const out: Capture[] = [];
  for (const track of context.tracks)
    track.sortie.legs.forEach((leg, k) => {
      if (leg.capture === null) return;
      const lane = lanes.get(leg.lane_id ?? '') ?? null;
      const block = lane === null ? null : (blocks.get(lane.block_id) ?? null);
      const task = block === null ? null : (context.tasks.get(block.task_id) ?? null);
      const payload = track.unit === null ? null : (context.payloads.get(track.unit.payload_id) ?? null);
      if (lane === null || task === null || payload === null) return;
      const geometry = lineOf(track, k);
      const frames = framesOf(context, track, k, exposures(leg.capture, geometry.length_m));
      if (frames.length === 0) return;
      out.push({
        track,
        legIndex: k,
        lane,
        block,
        task,
        payload,
        role: lane.role,
        ...geometry,
        from_m: frames[0]!.along,
        to_m: frames[frames.length - 1]!.along,
        frames,
      });
    });
  return out;
}

/** The straight line of a leg. A leg shorter than half a metre takes its direction from the segment before it. */
function lineOf(track: Track, k: number) {
  const i = track.legFrom[k]!;
  const j = track.legTo[k]!;
  const [ax, ay, bx, by] = [track.x[i]!, track.y[i]!, track.x[j]!, track.y[j]!];
  let length_m = 0;
  for (let s = i; s < j; s++) length_m += track.flat[s]!;
  let [dx, dy] = [bx - ax, by - ay];
  if (Math.hypot(dx, dy) < 0.5 && i > 0) [dx, dy] = [track.vx[i - 1]!, track.vy[i - 1]!];
  const norm = Math.hypot(dx, dy) || 1;
  return { ax, ay, bx, by, ux: dx / norm, uy: dy / norm, length_m };
}

function framesOf(context: Context, track: Track, k: number, along: readonly number[]): Frame[] {
  const out: Frame[] = [];
  let s = track.legFrom[k]!;
  const last = track.legTo[k]!;
  let start = 0;
  let length = track.flat[s]!;
  for (const a of along) {
    while (s + 1 < last && a > start + length) {
      start += length;
      s += 1;
      length = track.flat[s]!;
    }
    const f = length > 0 ? Math.min(1, (a - start) / length) : 0;
    out.push(frameAt(context, track, { s, f, along: a }));
  }
  return out;
}

/** A column's value between two points. */
function mixed(c: Float64Array, s: number, f: number): number {
  return c[s]! + f * (c[s + 1]! - c[s]!);
}

function frameAt(context: Context, track: Track, at: { s: number; f: number; along: number }): Frame {
  const { s, f, along } = at;
  const ground = context.ground.at(mixed(track.lon, s, f), mixed(track.lat, s, f));
  const z = mixed(track.z, s, f);
  const [vx, vy] = [track.vx[s]!, track.vy[s]!];
  return {
    x: mixed(track.x, s, f),
    y: mixed(track.y, s, f),
    z,
    t: mixed(track.t, s, f),
    along,
    segment: s,
    agl: ground === null ? null : z - ground,
    speed_mps: Math.hypot(vx, vy),
    crab: crabOf(track, context, vx, vy),
  };
}

function crabOf(track: Track, context: Context, vx: number, vy: number): number {
  if (track.craft === null || track.craft.kind === 'multirotor') return 0;
  const [hx, hy] = [vx - context.wind.x, vy - context.wind.y];
  return Math.abs(Math.atan2(vx * hy - vy * hx, vx * hx + vy * hy));
}

/**
 * Horizontal acceleration (m/s2) during a segment: the smaller of those at its two ends. A chord of an arc or a ramp has
 * the same at both; a straight that only borders on one has none at one end at least.
 */
export function accelerationIn(track: Track, segment: number): { readonly x: number; readonly y: number } {
  const at = (v: number) => {
    if (v < 1 || v + 1 >= track.n) return { x: 0, y: 0 };
    const [before, after] = [track.dt[v - 1]!, track.dt[v]!];
    if (!(before > 0 && after > 0)) return { x: 0, y: 0 };
    const span = (before + after) / 2;
    return { x: (track.vx[v]! - track.vx[v - 1]!) / span, y: (track.vy[v]! - track.vy[v - 1]!) / span };
  };
  const [a, b] = [at(segment), at(segment + 1)];
  return Math.hypot(a.x, a.y) < Math.hypot(b.x, b.y) ? a : b;
}
