import { type Result, err, ok } from '#base';

/** A position in a plane: metres east and north. */
export type PlaneXY = readonly [x_m: number, y_m: number];

/**
 * A volume of airspace for a stretch of time, all sets closed. Exactly one of `polygon_m` (open ring: the last vertex is
 * not the first) and `circle_m` ([x, y, radius]). Altitudes in one datum, times in one clock; null is unbounded.
 */
export type Volume4d = {
  readonly polygon_m: readonly PlaneXY[] | null;
  readonly circle_m: readonly [x_m: number, y_m: number, radius_m: number] | null;
  readonly alt_lo: number | null;
  readonly alt_hi: number | null;
  readonly t0: number | null;
  readonly t1: number | null;
};

/** Why a volume is refused (ASTM F3548-21, Volume4D, Volume3D, Polygon and Circle). */
export type Volume4dError = {
  readonly type:
    | 'not_finite'
    | 'outline_count'
    | 'radius_not_positive'
    | 'too_few_vertices'
    | 'ring_closed'
    | 'repeated_vertex'
    | 'edges_cross'
    | 'no_area'
    | 'altitude_order'
    | 'time_order';
  readonly message: string;
};

/**
 * Points closer than this are one point and sets closer than this touch: far below the standard's smallest intersection of
 * 1 cm, far above rounding. It errs towards a conflict.
 */
const TOUCH_M = 1e-6;

/** A volume whose parts are all sound. A ring that repeats its first vertex at the end is `ring_closed`. */
export function checkVolume4d(v: Volume4d): Result<Volume4d, Volume4dError> {
  const bad = (type: Volume4dError['type'], message: string): Result<Volume4d, Volume4dError> =>
    err({ type, message });
  const numbers = [v.alt_lo, v.alt_hi, v.t0, v.t1, ...(v.circle_m ?? []), ...(v.polygon_m ?? []).flat()];
  if (!numbers.every((n) => n === null || Number.isFinite(n)))
    return bad('not_finite', 'a number is not finite');
  if ((v.polygon_m === null) === (v.circle_m === null)) {
    return bad('outline_count', 'exactly one of polygon and circle is needed');
  }
  if (v.alt_lo !== null && v.alt_hi !== null && !(v.alt_lo < v.alt_hi)) {
    return bad('altitude_order', `the lower altitude ${v.alt_lo} is not below the upper ${v.alt_hi}`);
  }
  if (v.t0 !== null && v.t1 !== null && !(v.t0 < v.t1)) {
    return bad('time_order', `the start ${v.t0} is not before the end ${v.t1}`);
  }
  if (v.circle_m !== null) {
    if (!(v.circle_m[2] > 0)) return bad('radius_not_positive', `a radius is above 0, not ${v.circle_m[2]}`);
    return ok(v);
  }
  const wrong = ringError(v.polygon_m!);
  return wrong === null ? ok(v) : err(wrong);
}

function ringError(ring: readonly PlaneXY[]): Volume4dError | null {
  const n = ring.length;
  if (n > 1 && near(ring[0]!, ring[n - 1]!)) {
    return (
      ringError(ring.slice(0, -1)) ?? { type: 'ring_closed', message: 'the last vertex repeats the first' }
    );
  }
  if (n < 3) return { type: 'too_few_vertices', message: `a polygon has 3 vertices or more, not ${n}` };
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (near(ring[i]!, ring[j]!)) {
        return { type: 'repeated_vertex', message: `vertices ${i} and ${j} are the same` };
      }
    }
  }
  if (Math.abs(doubleArea(ring)) <= 2 * TOUCH_M * perimeter(ring)) {
    return { type: 'no_area', message: 'the ring encloses no area' };
  }
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const neighbours = j === i + 1 || (i === 0 && j === n - 1);
      const meet = neighbours ? foldsBack(ring, i, j) : edgeDistance(ring, i, ring, j) <= TOUCH_M;
      if (meet) return { type: 'edges_cross', message: `edges ${i} and ${j} cross or touch` };
    }
  }
  return null;
}

/** Two edges that share a vertex overlap when the far end of one lies on the other. */
function foldsBack(ring: readonly PlaneXY[], i: number, j: number): boolean {
  const n = ring.length;
  const [first, second] = j === i + 1 ? [i, j] : [j, i];
  const a = ring[first]!;
  const b = ring[second]!;
  const c = ring[(second + 1) % n]!;
  return pointSegment(c, a, b) <= TOUCH_M || pointSegment(a, b, c) <= TOUCH_M;
}

/** Whether two sound volumes share a point of space and time. Touching counts; the answer is symmetric. */
export function volumesConflict(a: Volume4d, b: Volume4d): boolean {
  return (
    bandsMeet(a.t0, a.t1, b.t0, b.t1) &&
    bandsMeet(a.alt_lo, a.alt_hi, b.alt_lo, b.alt_hi) &&
    outlineDistance_m(a, b) <= TOUCH_M
  );
}

function bandsMeet(a0: number | null, a1: number | null, b0: number | null, b1: number | null): boolean {
  return (a0 ?? -Infinity) <= (b1 ?? Infinity) && (b0 ?? -Infinity) <= (a1 ?? Infinity);
}

/** Distance between two outlines as filled shapes; 0 where they overlap. Circles are exact. */
function outlineDistance_m(a: Volume4d, b: Volume4d): number {
  if (a.circle_m !== null && b.circle_m !== null) {
    const [ax, ay, ar] = a.circle_m;
    const [bx, by, br] = b.circle_m;
    return Math.max(0, Math.hypot(ax - bx, ay - by) - ar - br);
  }
  if (a.circle_m !== null) return circleToRing(a.circle_m, b.polygon_m!);
  if (b.circle_m !== null) return circleToRing(b.circle_m, a.polygon_m!);
  return ringToRing(a.polygon_m!, b.polygon_m!);
}

function circleToRing(circle: readonly [number, number, number], ring: readonly PlaneXY[]): number {
  const centre: PlaneXY = [circle[0], circle[1]];
  if (inside(centre, ring)) return 0;
  let best = Infinity;
  for (let i = 0; i < ring.length; i++) {
    best = Math.min(best, pointSegment(centre, ring[i]!, ring[(i + 1) % ring.length]!));
  }
  return Math.max(0, best - circle[2]);
}

function ringToRing(a: readonly PlaneXY[], b: readonly PlaneXY[]): number {
  if (inside(a[0]!, b) || inside(b[0]!, a)) return 0;
  let best = Infinity;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) best = Math.min(best, edgeDistance(a, i, b, j));
  }
  return best;
}

function edgeDistance(a: readonly PlaneXY[], i: number, b: readonly PlaneXY[], j: number): number {
  const p = a[i]!;
  const q = a[(i + 1) % a.length]!;
  const r = b[j]!;
  const s = b[(j + 1) % b.length]!;
  const crosses = side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
  if (crosses) return 0;
  return Math.min(pointSegment(p, r, s), pointSegment(q, r, s), pointSegment(r, p, q), pointSegment(s, p, q));
}

function side(a: PlaneXY, b: PlaneXY, c: PlaneXY): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function pointSegment(p: PlaneXY, a: PlaneXY, b: PlaneXY): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** Even-odd rule with half-open edges; points on the ring are found by the edge distances instead. */
function inside(p: PlaneXY, ring: readonly PlaneXY[]): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]!;
    const b = ring[j]!;
    if (a[1] > p[1] === b[1] > p[1]) continue;
    const x = a[0] + ((p[1] - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);
    if (p[0] < x) odd = !odd;
  }
  return odd;
}

function near(a: PlaneXY, b: PlaneXY): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) <= TOUCH_M;
}

function doubleArea(ring: readonly PlaneXY[]): number {
  const [ox, oy] = ring[0]!;
  let sum = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const [ax, ay] = ring[i]!;
    const [bx, by] = ring[i + 1]!;
    sum += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy);
  }
  return sum;
}

function perimeter(ring: readonly PlaneXY[]): number {
  return ring.reduce((sum, p, i) => {
    const q = ring[(i + 1) % ring.length]!;
    return sum + Math.hypot(p[0] - q[0], p[1] - q[1]);
  }, 0);
}
