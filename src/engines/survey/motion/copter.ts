import { type AircraftFigures } from '#world';
import { type PlanLegKind } from '#ir';
import { type Pt } from '../plane/projection.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { CORNER_CLEARANCE_M, type Ways } from '../plane/ways.ts';
import { along, dist, dot, norm, scale, sub, unit } from '../plane/vec.ts';
import { type Motion, type Part, type PowerContext, motionOf, partsClear } from './parts.ts';
import { type Phase, type State, changeVelocity, stateAt, transfer } from './transfer.ts';
import { groundSpeed } from './wind.ts';

/** Where and how a multirotor flies. */
export type CopterContext = PowerContext & {
  readonly craft: AircraftFigures;
  readonly space: FreeSpace;
  readonly ways: Ways;
  /** Acceleration used: a little below the limit, for rounding. */
  readonly acceleration_mps2: number;
  readonly airspeed_max_mps: number;
};

/** Beyond this distance two states are joined by a straight flight, not by one swing. */
const SWING_M = 450;
/** A corner may be cut by this much; ways keep `CORNER_CLEARANCE_M`. */
const CORNER_CUT_M = CORNER_CLEARANCE_M - 1.5;

/** Ground speed at cruise airspeed along a direction. */
const cruise = (c: CopterContext, u: Pt): number => groundSpeed(c.craft.cruise_mps, c.wind, u);

const phasePart = (kind: PlanLegKind, phase: Phase): Part => ({ type: 'phase', kind, phase });

/** A straight flight of a length with given end speeds, at most `most` fast; null if the length is too short for them. */
function straightRun(
  from: State,
  run: { readonly u: Pt; readonly length_m: number; readonly end_mps: number; readonly most_mps: number },
  c: CopterContext,
  kind: PlanLegKind,
): Part[] | null {
  const { u, length_m, end_mps, most_mps } = run;
  const a = c.acceleration_mps2;
  const s0 = norm(from.v);
  const peak2 = (2 * a * length_m + s0 * s0 + end_mps * end_mps) / 2;
  const top = Math.max(s0, end_mps);
  if (length_m < -1e-6 || peak2 < top * top * (1 - 1e-9)) return null;
  const peak = Math.max(top, Math.min(most_mps, Math.sqrt(peak2)));
  const parts: Part[] = [];
  let at = from;
  if (peak - s0 > 1e-9) {
    const up = changeVelocity(at, scale(u, peak), a);
    parts.push(phasePart(kind, up));
    at = stateAt(up, up.duration_s);
  }
  const level = length_m - (peak * peak - s0 * s0) / (2 * a) - (peak * peak - end_mps * end_mps) / (2 * a);
  if (level > 1e-6) {
    const to = along(at.p, u, level);
    parts.push({ type: 'straight', kind, from: at.p, to, duration_s: level / peak });
    at = { p: to, v: at.v };
  }
  if (peak - end_mps > 1e-9) parts.push(phasePart(kind, changeVelocity(at, scale(u, end_mps), a)));
  return parts;
}

/** Two states joined by a single swing, if that is clear. */
function swing(from: State, to: State, c: CopterContext): Part[] | null {
  const limits = {
    acceleration_mps2: c.acceleration_mps2,
    airspeed_mps: c.airspeed_max_mps,
    wind: c.wind,
  };
  const phases = transfer(from, to, limits, 90);
  if (phases === null) return null;
  const parts = phases.map((phase) => phasePart('turn', phase));
  return partsClear(parts, c.space) ? parts : null;
}

/** Going on along the same line: the previous lane's line runs into the next one's. */
function straightOn(from: State, to: State, c: CopterContext): Part[] | null {
  const d = sub(to.p, from.p);
  const length_m = norm(d);
  const u = unit(length_m > 1e-6 ? d : to.v);
  const inLine = (v: Pt): boolean =>
    norm(v) < 1e-9 || (dot(v, u) > 0 && norm(sub(v, scale(u, norm(v)))) < 1e-6);
  if (length_m > 1e-6 && (!inLine(from.v) || !inLine(to.v))) return null;
  const parts = straightRun(from, { u, length_m, end_mps: norm(to.v), most_mps: cruise(c, u) }, c, 'transit');
  return parts !== null && partsClear(parts, c.space) ? parts : null;
}

/** Flight along a way at a share of cruise speed, curves at its start, corners and end. */
function flyWay(
  from: State,
  corners: readonly Pt[],
  to: State,
  c: CopterContext,
  share: number,
): Part[] | null {
  const a = c.acceleration_mps2;
  const speed = (u: Pt): number => share * cruise(c, u);
  const nodes = corners;
  const first = nodes[0] ?? to.p;
  const last = nodes[nodes.length - 1] ?? from.p;
  let out = unit(sub(first, from.p));
  let back = unit(sub(to.p, last));
  let leave: Phase = changeVelocity(from, scale(out, speed(out)), a);
  let join = arrival(to, scale(back, speed(back)), a);
  for (let i = 0; i < 60; i++) {
    const e = stateAt(leave, leave.duration_s).p;
    const s = join.from.p;
    const [was, wasBack] = [out, back];
    out = unit(sub(nodes[0] ?? s, e));
    back = nodes.length === 0 ? out : unit(sub(s, last));
    if (dist(was, out) + dist(wasBack, back) < 1e-12) break;
    // Short ways may swing from side to side; then there is no such flight.
    if (i === 59) return null;
    leave = changeVelocity(from, scale(out, speed(out)), a);
    join = arrival(to, scale(back, speed(back)), a);
  }
  const parts: Part[] = leave.duration_s > 1e-9 ? [phasePart('transit', leave)] : [];
  let at = stateAt(leave, leave.duration_s);
  for (let i = 0; i < nodes.length; i++) {
    const u1 = unit(sub(nodes[i]!, at.p));
    const u2 = unit(sub(nodes[i + 1] ?? join.from.p, nodes[i]!));
    const bend = corner(nodes[i]!, u1, u2, { speed, a });
    const run = straightRun(
      { p: at.p, v: scale(u1, norm(at.v)) },
      { u: u1, length_m: dot(sub(bend.from.p, at.p), u1), end_mps: norm(bend.from.v), most_mps: speed(u1) },
      c,
      'transit',
    );
    if (run === null) return null;
    parts.push(...run);
    if (bend.duration_s > 1e-9) parts.push(phasePart('transit', bend));
    at = stateAt(bend, bend.duration_s);
  }
  const u = unit(sub(join.from.p, at.p));
  const length_m = dist(join.from.p, at.p);
  if (length_m > 1e-6 && dot(u, join.from.v) < 0) return null;
  const run = straightRun(
    { p: at.p, v: scale(u, norm(at.v)) },
    { u, length_m, end_mps: norm(join.from.v), most_mps: speed(u) },
    c,
    'transit',
  );
  if (run === null) return null;
  parts.push(...run);
  if (join.duration_s > 1e-9) parts.push(phasePart('transit', join));
  return partsClear(parts, c.space) ? parts : null;
}

/** The phase that brings velocity `v` to the state `to`: from where it must begin. */
function arrival(to: State, v: Pt, a: number): Phase {
  const back = changeVelocity({ p: to.p, v }, to.v, a);
  const t = back.duration_s;
  const p = { x: to.p.x - ((v.x + to.v.x) * t) / 2, y: to.p.y - ((v.y + to.v.y) * t) / 2 };
  return { from: { p, v }, a: back.a, duration_s: t };
}

/** A bend centred on a corner, slowed so that it cuts the corner by no more than allowed: |dv|^2 / (8 a). */
function corner(p: Pt, u1: Pt, u2: Pt, c: { readonly speed: (u: Pt) => number; readonly a: number }): Phase {
  const [s1, s2] = [c.speed(u1), c.speed(u2)];
  const dv = Math.hypot(s2 * u2.x - s1 * u1.x, s2 * u2.y - s1 * u1.y);
  const most = Math.sqrt(8 * c.a * CORNER_CUT_M);
  const k = dv > most ? most / dv : 1;
  const v1 = scale(u1, k * s1);
  const shape = changeVelocity({ p, v: v1 }, scale(u2, k * s2), c.a);
  return { ...shape, from: { p: along(p, v1, -shape.duration_s / 2), v: v1 } };
}

/**
 * The quickest of a few ways to bring a multirotor from one state to another inside the free space; null where there is
 * none. Vertical motion is laid over it by the caller.
 */
export function copterMotion(from: State, to: State, c: CopterContext): Motion | null {
  const on = straightOn(from, to, c);
  if (on !== null) return motionOf(on, c);
  const candidates: Part[][] = [];
  const far = dist(from.p, to.p);
  const swung = far < SWING_M ? swing(from, to, c) : null;
  if (swung !== null) candidates.push(swung);
  if (swung === null || far > SWING_M / 4) {
    const way = c.ways.between(from.p, to.p);
    for (const share of way === null ? [] : [1, 0.7, 0.45]) {
      const parts = flyWay(from, way!.corners, to, c, share);
      if (parts === null) continue;
      candidates.push(parts);
      break;
    }
  }
  const motions = candidates.map((parts) => motionOf(parts, c));
  motions.sort((p, q) => p.duration_s - q.duration_s);
  return motions[0] ?? null;
}

/** A way with a stop after the first line and one before the second, where height can be changed at leisure. */
export type StoppedMotion = {
  readonly brake: readonly Part[];
  readonly hops: readonly Part[];
  readonly run: readonly Part[];
};

/** Stops at the end of the first line, hops from corner to corner, and runs up to the second line from a stop. */
export function stoppedMotion(from: State, to: State, c: CopterContext): StoppedMotion | null {
  const a = c.acceleration_mps2;
  const brake = changeVelocity(from, { x: 0, y: 0 }, a);
  const run = arrival(to, { x: 0, y: 0 }, a);
  let at = stateAt(brake, brake.duration_s).p;
  const way = c.ways.between(at, run.from.p);
  if (way === null) return null;
  const hops: Part[] = [];
  for (const next of [...way.corners, run.from.p]) {
    const length_m = dist(at, next);
    if (length_m < 1e-6) continue;
    const u = unit(sub(next, at));
    const from0 = { p: at, v: { x: 0, y: 0 } };
    const hop = straightRun(from0, { u, length_m, end_mps: 0, most_mps: cruise(c, u) }, c, 'transit');
    if (hop === null) return null;
    hops.push(...hop);
    at = next;
  }
  const stopped = {
    brake: brake.duration_s > 1e-9 ? [phasePart('run_out', brake)] : [],
    hops,
    run: run.duration_s > 1e-9 ? [phasePart('transit', run)] : [],
  };
  return partsClear([...stopped.brake, ...hops, ...stopped.run], c.space) ? stopped : null;
}
