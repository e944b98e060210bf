import { type Pt } from '../plane/projection.ts';
import { type Region, areaOf, components, difference } from '../plane/region.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Design } from '../sensing/design.ts';
import { type LineSet, fromAxes } from './lines.ts';
import { type Stretch, bareParts, coveredRing, extentBetween, usableReach_m } from './swaths.ts';

/** Share of the area that may stay bare before lines are laid for it: well inside what coverage allows. */
const LEFT_SHARE = 2e-5;
/** Lines laid for one set's pockets, at most. */
const MOST_LINES = 24;
/** Places across a pocket at which a line is tried. */
const TRIES = 12;

/**
 * Lines of their own through ground that the evenly spread ones cannot reach: behind the slanted edge of a zone or beside
 * a mast a line is cut off before the ground in its strip ends. They run parallel to the others, so none comes to lie
 * further from its neighbour than before. Numbered on from the last line.
 */
export function pocketStretches(
  set: LineSet,
  stretches: readonly Stretch[],
  design: Design,
  space: FreeSpace,
): Stretch[] {
  const enough = LEFT_SHARE * areaOf(set.area);
  const out: Stretch[] = [];
  let pockets = bareParts(set, stretches, design);
  let left = sumOf(pockets);
  while (left > enough && out.length < MOST_LINES && pockets.length > 0) {
    pockets.sort((a, b) => areaOf(b) - areaOf(a));
    const [pocket, ...others] = pockets;
    const line = set.lines.length + out.length;
    const found = bestThrough(pocket!, { set, design, space, line });
    // What no line helps stays bare.
    pockets = found === null ? others : [...others, ...found.rest];
    left -= found === null ? areaOf(pocket!) : areaOf(pocket!) - sumOf(found.rest);
    if (found !== null) out.push(found.stretch);
  }
  return out;
}

const sumOf = (parts: readonly Region[]): number => parts.reduce((sum, p) => sum + areaOf(p), 0);

/** Less than this share of a pocket is no help. */
const LEAST_HELP = 0.05;

/** The line through a pocket that leaves least of it bare; null where none helps. */
function bestThrough(
  pocket: Region,
  c: {
    readonly set: LineSet;
    readonly design: Design;
    readonly space: FreeSpace;
    readonly line: number;
  },
): { readonly stretch: Stretch; readonly rest: Region[] } | null {
  const ys = pocket.flat().map((p) => p.y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const side = c.design.reach_side_m;
  const total = areaOf(pocket);
  let best: { stretch: Stretch; rest: Region; bare: number } | null = null;
  for (let k = 0; k <= TRIES; k++) {
    const y = low - side + ((high - low + 2 * side) * (k + 0.5)) / (TRIES + 1);
    for (const stretch of stretchesAt(pocket, y, c)) {
      const rest = difference(pocket, [coveredRing(stretch, c.design)]);
      const bare = areaOf(rest);
      if (best === null || bare < best.bare - 1e-6) best = { stretch, rest, bare };
    }
  }
  if (best === null || best.bare > (1 - LEAST_HELP) * total) return null;
  return { stretch: best.stretch, rest: best.rest.length === 0 ? [] : components(best.rest) };
}

/** Stretches at one place across a pocket, wherever the free space lets one begin beside it. */
function stretchesAt(
  pocket: Region,
  y: number,
  c: { readonly set: LineSet; readonly design: Design; readonly space: FreeSpace; readonly line: number },
): Stretch[] {
  const { set, design, space, line } = c;
  const xs = extentBetween(pocket, y - design.reach_side_m, y + design.reach_side_m);
  if (xs === null) return [];
  const reach = usableReach_m(design);
  let [x0, x1] = [xs[0] + reach, xs[1] - reach];
  if (x1 < x0) x0 = x1 = (xs[0] + xs[1]) / 2;
  const at = (x: number): Pt => fromAxes(set.u, x, y);
  const back = { x: -set.u.x, y: -set.u.y };
  const out: Stretch[] = [];
  for (const share of [0, 0.5, 1]) {
    const x = x0 + share * (x1 - x0);
    if (!space.contains(at(x))) continue;
    const from = x - space.room_m(at(x), back, Math.max(1e-3, x - x0));
    const to = x + space.room_m(at(x), set.u, Math.max(1e-3, x1 - x));
    out.push({ line, y, x0: Math.max(x0, from), x1: Math.min(x1, to) });
  }
  return out;
}
