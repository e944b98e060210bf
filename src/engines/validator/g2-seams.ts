/**
 * G2-04 where lanes of different directions meet. Between parallel lines the side overlap is the share of a swath that
 * the next line shows as well. Across a seam the same share is measured: how much of a line's swath, straight across it,
 * lies in what lanes of other directions cover.
 */
import { type Capture } from './captures.ts';
import { coverPolys } from './footprint.ts';
import { type Poly, apart, cuts, isInside } from './poly.ts';

/** What the lanes of other directions cover; worked out when first asked for. */
export class OtherSwaths {
  readonly captures: readonly Capture[];
  private readonly wind: { readonly x: number; readonly y: number };
  private polys: Poly[] | null = null;

  constructor(captures: readonly Capture[], wind: { readonly x: number; readonly y: number }) {
    this.captures = captures;
    this.wind = wind;
  }

  /** Share of a stretch of `width` metres, its middle at a place and along a unit vector, that they cover. */
  shareOf(
    at: { readonly x: number; readonly y: number },
    along: readonly [number, number],
    width: number,
  ): number {
    this.polys ??= this.captures.flatMap((c) => coverPolys(c, this.wind));
    const [hx, hy] = [(along[0] * width) / 2, (along[1] * width) / 2];
    const seg = { ax: at.x - hx, ay: at.y - hy, bx: at.x + hx, by: at.y + hy };
    const spans: [number, number][] = [];
    for (const poly of this.polys) {
      if (apart(poly, seg)) continue;
      const met = cuts(poly, seg);
      for (let i = 0; i + 1 < met.length; i++) {
        const mid = (met[i]! + met[i + 1]!) / 2;
        if (isInside(poly, seg.ax + mid * (seg.bx - seg.ax), seg.ay + mid * (seg.by - seg.ay)))
          spans.push([met[i]!, met[i + 1]!]);
      }
    }
    return lengthOf(spans);
  }
}

/** Length of the union of intervals. */
function lengthOf(spans: readonly (readonly [number, number])[]): number {
  let [total, end] = [0, -Infinity];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}
