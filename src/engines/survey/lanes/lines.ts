import { type Pt } from '../plane/projection.ts';
import { type Region, rotated } from '../plane/region.ts';
import { linesForSpacing } from '../sensing/formulas.ts';

/** Parallel lines over an area, in the lanes' own axes: x along `u`, y to its left. */
export type LineSet = {
  readonly u: Pt;
  /** The area in those axes. */
  readonly area: Region;
  readonly spacing_m: number;
  readonly lines: readonly { readonly y: number; readonly chords: readonly (readonly [number, number])[] }[];
};

/** Where a line y = const runs inside a region, by even-odd crossing; vertices on the line count to its upper side. */
export function chordsAt(region: Region, y: number): [number, number][] {
  const xs: number[] = [];
  for (const ring of region) {
    let a = ring[ring.length - 1]!;
    for (const b of ring) {
      if (a.y > y !== b.y > y) xs.push(a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y));
      a = b;
    }
  }
  xs.sort((p, q) => p - q);
  const out: [number, number][] = [];
  for (let i = 0; i + 1 < xs.length; i += 2) if (xs[i + 1]! > xs[i]!) out.push([xs[i]!, xs[i + 1]!]);
  return out;
}

/** Extent of a region along y. */
export function heightRange(region: Region): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const ring of region)
    for (const p of ring) {
      if (p.y < low) low = p.y;
      if (p.y > high) high = p.y;
    }
  return [low, high];
}

/**
 * Lines spread evenly over an area: n = ceil(h / s) lines of spacing h / n, half a spacing inside both edges. Never wider
 * than asked, symmetric, and the same phase for all pieces of the area. `inset_m` lets the outer lines lie deeper inside.
 */
export function layLines(required: Region, u: Pt, spacing_max_m: number): LineSet {
  const area = rotated(required, u);
  const [low, high] = heightRange(area);
  const n = linesForSpacing(high - low, spacing_max_m);
  const spacing_m = (high - low) / n;
  const lines = Array.from({ length: n }, (_, i) => {
    const y = low + (i + 0.5) * spacing_m;
    return { y, chords: chordsAt(area, y) };
  });
  return { u, area, spacing_m: Math.min(spacing_m, spacing_max_m), lines };
}

/** Back from the lanes' axes to the plane. */
export function fromAxes(u: Pt, x: number, y: number): Pt {
  return { x: x * u.x - y * u.y, y: x * u.y + y * u.x };
}
