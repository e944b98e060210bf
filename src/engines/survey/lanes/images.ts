import { type FreeSpace } from '../plane/free-space.ts';
import { type Region, components, intersection } from '../plane/region.ts';
import { type Design } from '../sensing/design.ts';
import { type LineSet, fromAxes } from './lines.ts';
import { merged } from './stretches.ts';
import { type Stretch } from './swaths.ts';

type Span = readonly [number, number];

/**
 * Stretches on which every point of the area, its rim included, is on a number of images. A point on the edge is seen by
 * the `lanes` nearest lines, so each line goes along all of the area within `lanes` - 1/2 spacings of it, and on beyond
 * both ends until enough of its frames see the rim. Walls cut stretches `short`.
 */
export function imageStretches(
  laid: readonly Stretch[],
  set: LineSet,
  design: Design,
  c: { readonly images: number; readonly space: FreeSpace },
): { readonly stretches: Stretch[]; readonly short: number } {
  const seen = Math.floor(design.reach_side_m / set.spacing_m + 0.5 + 1e-9);
  // A narrow area has fewer lines than frames are wide enough for.
  const lanes = Math.max(1, Math.min(set.lines.length, seen));
  const needed = Math.ceil(c.images / lanes);
  const beyond_m = Math.max(0, (needed - 1) * design.photo_spacing_m! - design.reach_front_m);
  const half = (lanes - 0.5) * set.spacing_m;
  const out: Stretch[] = [];
  let short = 0;
  set.lines.forEach((line, i) => {
    const own = laid.filter((s) => s.line === i);
    for (const [from, to] of spansIn(set.area, line.y - half, line.y + half, beyond_m)) {
      const inside = own.filter((s) => s.x1 >= from && s.x0 <= to);
      const start =
        inside.length > 0 ? inside : [{ line: i, y: line.y, x0: (from + to) / 2, x1: (from + to) / 2 }];
      const wide = start
        .filter((s) => [s.x0, s.x1].every((x) => c.space.contains(fromAxes(set.u, x, s.y))))
        .map((s) => reaching(s, [Math.min(from, s.x0), Math.max(to, s.x1)], set, c.space));
      out.push(...wide);
      if (!reachesAll(wide, from, to)) short++;
    }
    out.push(...own);
  });
  out.push(...laid.filter((s) => s.line >= set.lines.length));
  return { stretches: merged(out), short };
}

/** Whether stretches leave nothing of a span, but for centimetres. */
function reachesAll(stretches: readonly Stretch[], from: number, to: number): boolean {
  let at = from;
  for (const s of [...stretches].sort((a, b) => a.x0 - b.x0)) if (s.x0 <= at + 0.05) at = Math.max(at, s.x1);
  return at >= to - 0.05;
}

/** Extents along x of the pieces of a region between two heights, each lengthened; overlapping ones joined. */
function spansIn(area: Region, low: number, high: number, by_m: number): Span[] {
  const xs = area.flat().map((p) => p.x);
  const [west, east] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
  const band: Region = [
    [
      { x: west, y: low },
      { x: east, y: low },
      { x: east, y: high },
      { x: west, y: high },
    ],
  ];
  const spans = components(intersection(area, band)).map((part): Span => {
    const at = part.flat().map((p) => p.x);
    return [Math.min(...at) - by_m, Math.max(...at) + by_m];
  });
  const out: Span[] = [];
  for (const span of spans.sort((a, b) => a[0] - b[0])) {
    const last = out[out.length - 1];
    if (last !== undefined && span[0] <= last[1]) out[out.length - 1] = [last[0], Math.max(last[1], span[1])];
    else out.push(span);
  }
  return out;
}

/** A stretch that goes as far towards both ends of a span as the free space lets it. */
function reaching(s: Stretch, [from, to]: Span, set: LineSet, space: FreeSpace): Stretch {
  const { u } = set;
  const on = space.room_m(fromAxes(u, s.x1, s.y), u, Math.max(1e-6, to - s.x1));
  const back = space.room_m(fromAxes(u, s.x0, s.y), { x: -u.x, y: -u.y }, Math.max(1e-6, s.x0 - from));
  return { ...s, x0: s.x0 - back, x1: s.x1 + on };
}
