import { createRng } from '#base';

/** A flat scene of rotated no-fly rectangles, metres; and two ways to put it on a grid. */
export type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
  readonly cos: number;
  readonly sin: number;
};

export function randomScene(seed: number, side_m: number, count: number): Rectangle[] {
  const rng = createRng(seed).fork('scene');
  return Array.from({ length: count }, () => {
    const angle = rng.between(0, Math.PI);
    return {
      x: rng.between(0, side_m),
      y: rng.between(0, side_m),
      a: rng.between(6, 40),
      b: rng.between(6, 40),
      cos: Math.cos(angle),
      sin: Math.sin(angle),
    };
  });
}

/** Whether a point lies strictly inside a rectangle. */
export function holds(r: Rectangle, x: number, y: number): boolean {
  const [u, v] = [(x - r.x) * r.cos + (y - r.y) * r.sin, -(x - r.x) * r.sin + (y - r.y) * r.cos];
  return Math.abs(u) < r.a && Math.abs(v) < r.b;
}

/** Whether a rectangle meets a closed square cell: no axis of either separates them (convex shapes). */
export function touches(r: Rectangle, x0: number, y0: number, side: number): boolean {
  const [cx, cy, half] = [x0 + side / 2, y0 + side / 2, side / 2];
  const reach = [
    Math.abs(r.a * r.cos) + Math.abs(r.b * r.sin),
    Math.abs(r.a * r.sin) + Math.abs(r.b * r.cos),
  ] as const;
  if (Math.abs(cx - r.x) > reach[0] + half || Math.abs(cy - r.y) > reach[1] + half) return false;
  const spread = half * (Math.abs(r.cos) + Math.abs(r.sin));
  const [u, v] = [(cx - r.x) * r.cos + (cy - r.y) * r.sin, -(cx - r.x) * r.sin + (cy - r.y) * r.cos];
  return Math.abs(u) <= r.a + spread && Math.abs(v) <= r.b + spread;
}

/** Length of the part of a segment that lies inside a rectangle, by clipping in its frame. */
export function inside_m(
  r: Rectangle,
  from: readonly [number, number],
  to: readonly [number, number],
): number {
  const turn = (p: readonly [number, number]): [number, number] => [
    (p[0] - r.x) * r.cos + (p[1] - r.y) * r.sin,
    -(p[0] - r.x) * r.sin + (p[1] - r.y) * r.cos,
  ];
  const [p, q] = [turn(from), turn(to)];
  let [low, high] = [0, 1];
  for (const [axis, half] of [
    [0, r.a],
    [1, r.b],
  ] as const) {
    const d = q[axis] - p[axis];
    if (d === 0) {
      if (Math.abs(p[axis]) >= half) return 0;
      continue;
    }
    const [t0, t1] = [(-half - p[axis]) / d, (half - p[axis]) / d];
    low = Math.max(low, Math.min(t0, t1));
    high = Math.min(high, Math.max(t0, t1));
  }
  return high > low ? (high - low) * Math.hypot(q[0] - p[0], q[1] - p[1]) : 0;
}
