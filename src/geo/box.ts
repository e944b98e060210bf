/** An axis-parallel rectangle in the plane, metres, sides included. */
export type Box = {
  readonly min_x_m: number;
  readonly min_y_m: number;
  readonly max_x_m: number;
  readonly max_y_m: number;
};

/** The smallest box around points given as [x0, y0, x1, y1, ...]. */
export function boxOfCoordinates(xy: ArrayLike<number>): Box {
  let [min_x_m, min_y_m, max_x_m, max_y_m] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < xy.length; i += 2) {
    min_x_m = Math.min(min_x_m, xy[i]!);
    max_x_m = Math.max(max_x_m, xy[i]!);
    min_y_m = Math.min(min_y_m, xy[i + 1]!);
    max_y_m = Math.max(max_y_m, xy[i + 1]!);
  }
  return { min_x_m, min_y_m, max_x_m, max_y_m };
}

/** The box grown by `by_m` on every side. */
export function inflateBox(box: Box, by_m: number): Box {
  return {
    min_x_m: box.min_x_m - by_m,
    min_y_m: box.min_y_m - by_m,
    max_x_m: box.max_x_m + by_m,
    max_y_m: box.max_y_m + by_m,
  };
}

/** Whether two boxes share a point; touching counts. */
export function boxesTouch(a: Box, b: Box): boolean {
  return a.min_x_m <= b.max_x_m && b.min_x_m <= a.max_x_m && a.min_y_m <= b.max_y_m && b.min_y_m <= a.max_y_m;
}

/** Distance between two boxes in metres; 0 where they touch. */
export function boxGap_m(a: Box, b: Box): number {
  const dx = Math.max(0, a.min_x_m - b.max_x_m, b.min_x_m - a.max_x_m);
  const dy = Math.max(0, a.min_y_m - b.max_y_m, b.min_y_m - a.max_y_m);
  return Math.sqrt(dx * dx + dy * dy);
}

/** The box of a segment. */
export function boxOfSegment(ax: number, ay: number, bx: number, by: number): Box {
  return {
    min_x_m: Math.min(ax, bx),
    min_y_m: Math.min(ay, by),
    max_x_m: Math.max(ax, bx),
    max_y_m: Math.max(ay, by),
  };
}
