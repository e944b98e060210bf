/** A sortie as columns of numbers on the validator's plane, with the velocities of its segments. */
import { type AircraftFigures, type SurveyUnit } from '#world';
import { type PlanLeg, type PlanPoint, type PlanSortie } from '#ir';
import { type Plane, near } from './plane.ts';

/** Columns by point (x, y, z, t, e, lon, lat) and by segment i -> i+1 (leg, dt, vx, vy, vz, flat, slant). */
export type Track = {
  readonly sortie: PlanSortie;
  readonly unit: SurveyUnit | null;
  /** Null where the model is unknown or unusable. */
  readonly craft: AircraftFigures | null;
  readonly n: number;
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** Claimed energy drawn. */
  readonly e: Float64Array;
  /** Leg of a segment, or -1 where two legs do not join and the segment is only a gap between them. */
  readonly leg: Int32Array;
  readonly dt: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
  /** Lengths of segments, metres: over the ground and in space. */
  readonly flat: Float64Array;
  readonly slant: Float64Array;
  /** First and last point of each leg. */
  readonly legFrom: Int32Array;
  readonly legTo: Int32Array;
  /** Sideways offset of the true arc from the middle of its chord, metres, positive to the left; 0 on straights. */
  readonly bulge: Float64Array;
};

/** Lays a sortie out. Legs whose first point repeats the last one of the leg before it are joined there. */
export function trackOf(
  sortie: PlanSortie,
  unit: SurveyUnit | null,
  craft: AircraftFigures | null,
  plane: Plane,
): Track {
  const points: PlanPoint[] = [];
  const legOf: number[] = [];
  const legFrom = new Int32Array(sortie.legs.length);
  const legTo = new Int32Array(sortie.legs.length);
  sortie.legs.forEach((leg, k) => {
    leg.points.forEach((p, i) => {
      const last = points[points.length - 1];
      if (i === 0 && last !== undefined && samePoint(last, p)) legFrom[k] = points.length - 1;
      else {
        if (i === 0) legFrom[k] = points.length;
        points.push(p);
        legOf.push(i === 0 && k > 0 ? -1 : k);
      }
    });
    legTo[k] = points.length - 1;
  });
  const n = points.length;
  const columns = {
    t: new Float64Array(n),
    z: new Float64Array(n),
    lon: new Float64Array(n),
    lat: new Float64Array(n),
    e: new Float64Array(n),
    x: new Float64Array(n),
    y: new Float64Array(n),
  };
  points.forEach((p, i) => {
    columns.t[i] = p.t_sec;
    columns.z[i] = p.amsl_m;
    columns.lon[i] = near(p.lon_deg, plane.lon0_deg);
    columns.lat[i] = p.lat_deg;
    columns.e[i] = p.energy_wh;
    [columns.x[i], columns.y[i]] = plane.xy(columns.lon[i]!, p.lat_deg);
  });
  const leg = Int32Array.from(legOf.slice(1));
  const motion = motionOf(columns, n);
  const bulge = bulgesOf(motion, leg, n);
  return { sortie, unit, craft, n, ...columns, leg, ...motion, legFrom, legTo, bulge };
}

function samePoint(a: PlanPoint, b: PlanPoint): boolean {
  return a.t_sec === b.t_sec && a.lon_deg === b.lon_deg && a.lat_deg === b.lat_deg && a.amsl_m === b.amsl_m;
}

type Columns = Pick<Track, 't' | 'x' | 'y' | 'z'>;

function motionOf({ t, x, y, z }: Columns, n: number) {
  const m = Math.max(0, n - 1);
  const column = () => new Float64Array(m);
  const [dt, vx, vy, vz, flat, slant] = [column(), column(), column(), column(), column(), column()];
  for (let i = 0; i < m; i++) {
    flat[i] = Math.hypot(x[i + 1]! - x[i]!, y[i + 1]! - y[i]!);
    slant[i] = Math.hypot(flat[i]!, z[i + 1]! - z[i]!);
    const d = t[i + 1]! - t[i]!;
    dt[i] = d;
    if (!(d > 0)) continue;
    vx[i] = (x[i + 1]! - x[i]!) / d;
    vy[i] = (y[i + 1]! - y[i]!) / d;
    vz[i] = (z[i + 1]! - z[i]!) / d;
  }
  return { dt, vx, vy, vz, flat, slant };
}

/** Signed change of direction, radians, left positive. */
export function turnBetween(ax: number, ay: number, bx: number, by: number): number {
  return Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
}

/**
 * A chord is one of an arc where the path bends the same way at both its ends and a neighbouring chord has about its
 * length; the arc it stands for spans the larger of the two bends. A straight between two arcs is longer than either.
 */
function bulgesOf(m: ReturnType<typeof motionOf>, leg: Int32Array, n: number): Float64Array {
  const out = new Float64Array(Math.max(0, n - 1));
  const length = (i: number) => Math.hypot(m.vx[i]!, m.vy[i]!) * m.dt[i]!;
  const bend = (i: number) => turnBetween(m.vx[i - 1]!, m.vy[i - 1]!, m.vx[i]!, m.vy[i]!);
  for (let i = 1; i + 2 < n; i++) {
    const before = bend(i);
    const after = bend(i + 1);
    if (leg[i] === -1 || before * after <= 0) continue;
    const arc = Math.max(Math.abs(before), Math.abs(after));
    if (arc < 1e-3 || arc > 1.6) continue;
    const own = length(i);
    const alike = [i - 1, i + 1].some((k) => {
      const ratio = length(k) / own;
      return ratio > 0.66 && ratio < 1.5;
    });
    // The arc bends left around a centre on the left, so it bulges to the right of its chord.
    if (alike) out[i] = -Math.sign(before) * (own / 2) * Math.tan(arc / 4);
  }
  return out;
}

/** Whether a segment belongs to a leg of one of these kinds. */
export function legKind(track: Track, segment: number): PlanLeg['kind'] | 'gap' {
  const k = track.leg[segment]!;
  return k < 0 ? 'gap' : track.sortie.legs[k]!.kind;
}

/** Position at a moment by straight uniform motion; outside the sortie its first or last point. */
export function positionAt(track: Track, t: number): { x: number; y: number; z: number; i: number } {
  const i = segmentAt(track, t);
  const d = track.dt[i] ?? 0;
  const f = d > 0 ? Math.min(1, Math.max(0, (t - track.t[i]!) / d)) : 0;
  const j = Math.min(i + 1, track.n - 1);
  return {
    x: track.x[i]! + f * (track.x[j]! - track.x[i]!),
    y: track.y[i]! + f * (track.y[j]! - track.y[i]!),
    z: track.z[i]! + f * (track.z[j]! - track.z[i]!),
    i,
  };
}

/** The segment in which a moment lies. */
export function segmentAt(track: Track, t: number): number {
  let low = 0;
  let high = track.n - 2;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (track.t[mid]! <= t) low = mid;
    else high = mid - 1;
  }
  return Math.max(0, low);
}
