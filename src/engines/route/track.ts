import { quantize } from '#base';
import type { TrajectoryPoint, Wind } from '#world';
import {
  CORNER_ACCELERATION_MPS2,
  type Speeds,
  type Velocity,
  cornerSpeed_mps,
  legTime_sec,
  velocityOf,
} from './timing.ts';

/** While it speeds up or slows down, the flown trajectory has a point this often, seconds. */
const SAMPLE_SEC = 0.5;
/** Moves shorter than this are waits. */
const STILL_M = 1e-6;

/**
 * The same path as an aircraft with limited acceleration flies it: each leg speeds up from its first corner, cruises as
 * fast as wind, climb and descent allow, and slows down to its last; corners are passed at the speed that cuts them by
 * CORNER_CUT_M; waits and stops are kept as long as planned, but for the waits that only stood for lost corner time.
 * Where a leg is too short for its speed the pass forward and backward over the corners lowers theirs. Speeds along
 * accelerating parts are piecewise constant over SAMPLE_SEC with the right position at every point.
 */
export function flyable(
  planned: readonly TrajectoryPoint[],
  speeds: Speeds,
  wind: Wind,
): readonly TrajectoryPoint[] {
  const nodes = nodesOf(planned);
  const legs = nodes.slice(1).map((to, i) => legBetween(nodes[i]!, to, speeds, wind));
  const at_mps = cornerSpeeds(nodes, legs);
  const out: TrajectoryPoint[] = [];
  let t = 0;
  const put = (
    p: { readonly x_m: number; readonly y_m: number; readonly z_m: number },
    stop_id: string | null,
  ): void => {
    const at = { t_sec: quantize(t, 1e-6), x_m: p.x_m, y_m: p.y_m, z_m: p.z_m, stop_id };
    if (out.length === 0 || at.t_sec > out.at(-1)!.t_sec) out.push(at);
  };
  nodes.forEach((node, i) => {
    put(node, node.stop_id);
    if (node.hold_sec > 0) {
      t += node.hold_sec;
      put(node, null);
    }
    const leg = legs[i];
    if (leg === undefined) return;
    for (const { sec, along_m } of phases(leg, at_mps[i]!, at_mps[i + 1]!)) {
      const share = along_m / leg.length_m;
      t += sec;
      const next = nodes[i + 1]!;
      if (share < 1 - 1e-12) {
        put(
          {
            x_m: node.x_m + (next.x_m - node.x_m) * share,
            y_m: node.y_m + (next.y_m - node.y_m) * share,
            z_m: node.z_m + (next.z_m - node.z_m) * share,
          },
          null,
        );
      }
    }
  });
  return out;
}

/** A point of the path with its planned wait; waits at unlabelled corners in the air stood for lost time only. */
export type PathNode = {
  readonly x_m: number;
  readonly y_m: number;
  readonly z_m: number;
  readonly stop_id: string | null;
  readonly hold_sec: number;
};

/** Distinct points of a planned path with their waits; waits that only stood for lost corner time are left out. */
export function nodesOf(planned: readonly TrajectoryPoint[]): PathNode[] {
  const nodes: PathNode[] = [];
  for (const p of planned) {
    const last = nodes.at(-1);
    const same =
      last !== undefined && Math.hypot(p.x_m - last.x_m, p.y_m - last.y_m, p.z_m - last.z_m) <= STILL_M;
    if (last === undefined || !same || p.stop_id !== null) {
      nodes.push({ x_m: p.x_m, y_m: p.y_m, z_m: p.z_m, stop_id: p.stop_id, hold_sec: 0 });
      continue;
    }
    const before = planned[planned.indexOf(p) - 1]!;
    const isService = last.stop_id !== null || last.z_m <= STILL_M;
    if (isService) nodes[nodes.length - 1] = { ...last, hold_sec: last.hold_sec + p.t_sec - before.t_sec };
  }
  return nodes;
}

type FlownLeg = { readonly length_m: number; readonly fastest_mps: number; readonly velocity: Velocity };

function legBetween(from: PathNode, to: PathNode, speeds: Speeds, wind: Wind): FlownLeg {
  const length_m = Math.hypot(to.x_m - from.x_m, to.y_m - from.y_m, to.z_m - from.z_m);
  if (length_m <= STILL_M) return { length_m: 0, fastest_mps: 0, velocity: [0, 0, 0] };
  const sec = legTime_sec(from, to, speeds, wind);
  return { length_m, fastest_mps: length_m / sec, velocity: velocityOf(from, to, sec) };
}

/** Speeds at the nodes: 0 where it waits or ends, else the corner's; lowered until every leg can join its two. */
function cornerSpeeds(nodes: readonly PathNode[], legs: readonly FlownLeg[]): number[] {
  const at = nodes.map((node, i) => {
    const [before, after] = [legs[i - 1], legs[i]];
    if (before === undefined || after === undefined || node.hold_sec > 0 || node.stop_id !== null) return 0;
    return cornerSpeed_mps(before.velocity, after.velocity);
  });
  const reach = (speed: number, leg: FlownLeg): number =>
    Math.sqrt(speed * speed + 2 * CORNER_ACCELERATION_MPS2 * leg.length_m);
  for (let i = 1; i < at.length; i++) at[i] = Math.min(at[i]!, reach(at[i - 1]!, legs[i - 1]!));
  for (let i = at.length - 2; i >= 0; i--) at[i] = Math.min(at[i]!, reach(at[i + 1]!, legs[i]!));
  return at;
}

/** Stretches of a leg in order: how long each takes and how far along the leg it ends. */
function phases(leg: FlownLeg, from_mps: number, to_mps: number): { sec: number; along_m: number }[] {
  const a = CORNER_ACCELERATION_MPS2;
  if (leg.length_m === 0) return [];
  const both = (from_mps * from_mps + to_mps * to_mps) / 2;
  const peak = Math.min(leg.fastest_mps, Math.sqrt(a * leg.length_m + both));
  const out: { sec: number; along_m: number }[] = [];
  let along_m = 0;
  const change = (v0: number, v1: number): void => {
    const sec = Math.abs(v1 - v0) / a;
    const steps = Math.ceil(sec / SAMPLE_SEC);
    for (let k = 1; k <= steps; k++) {
      const [p, q] = [v0 + ((v1 - v0) * (k - 1)) / steps, v0 + ((v1 - v0) * k) / steps];
      along_m += ((p + q) / 2) * (sec / steps);
      out.push({ sec: sec / steps, along_m });
    }
  };
  change(Math.min(from_mps, peak), peak);
  const slowing_m = (peak * peak - Math.min(to_mps, peak) ** 2) / (2 * a);
  const level_m = Math.max(0, leg.length_m - along_m - slowing_m);
  if (level_m > STILL_M) {
    along_m += level_m;
    out.push({ sec: level_m / peak, along_m });
  }
  change(peak, Math.min(to_mps, peak));
  return out;
}
