import { type Pt } from '../plane/projection.ts';
import { type Region, areaOf } from '../plane/region.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Design } from '../sensing/design.ts';
import { type LineSet, fromAxes } from './lines.ts';
import { pocketStretches } from './pockets.ts';
import { type Stretch, bareParts, extentBetween, usableReach_m } from './swaths.ts';

/** Shortest lane laid; shorter pieces are lengthened to it. */
const LEAST_LANE_M = 2;
/**
 * Stretches that cover an area: the chords of the lines, lengthened where the strip of half a spacing to each side
 * reaches further than the frames at the chord's ends see; then whatever is still bare is given to the nearest line.
 * A hole or notch is not bridged while neighbouring swaths cover its rim. Ground that none of the lines can reach gets lines
 * of its own, but for wings: such lines end at walls, and wings need room to turn there.
 */
export function layStretches(set: LineSet, design: Design, space: FreeSpace, winged = false): Stretch[] {
  let stretches = set.lines.flatMap((line, i) =>
    line.chords.map(([x0, x1]) => ({ line: i, y: line.y, x0, x1 })),
  );
  const total = areaOf(set.area);
  if (set.lines.length > 0 && stretches.length === 0) stretches = [middleStretch(set)];
  for (let round = 0; round < 6; round++) {
    const bare = bareParts(set, stretches, design).filter((part) => areaOf(part) > 1e-7 * total);
    if (bare.length === 0) break;
    const before = stretches;
    for (const part of bare) stretches = coverPart(set, stretches, part, design);
    stretches = merged(stretches.map((s) => clipped(s, set, space)).filter((s) => s !== null));
    if (same(before, stretches)) break;
  }
  const even = merged(stretches).map((s) => clipped(lengthened(s), set, space) ?? s);
  if (winged) return even;
  const extra = pocketStretches(set, even, design, space);
  return [...even, ...extra.map((s) => clipped(lengthened(s), set, space) ?? s)];
}

function same(a: readonly Stretch[], b: readonly Stretch[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (s, i) => s.line === b[i]!.line && Math.abs(s.x0 - b[i]!.x0) < 1e-6 && Math.abs(s.x1 - b[i]!.x1) < 1e-6,
    )
  );
}

/** An area that no line meets still gets a point of its middle line. */
function middleStretch(set: LineSet): Stretch {
  const line = set.lines[Math.floor(set.lines.length / 2)]!;
  const xs = set.area.flat().map((p) => p.x);
  const x = (Math.min(...xs) + Math.max(...xs)) / 2;
  return { line: set.lines.indexOf(line), y: line.y, x0: x, x1: x };
}

/** Lets the lines whose strips a bare piece lies in reach over it. */
function coverPart(set: LineSet, stretches: readonly Stretch[], part: Region, design: Design): Stretch[] {
  const out = [...stretches];
  const reach = usableReach_m(design);
  const ys = part.flat().map((p) => p.y);
  const half = set.spacing_m / 2;
  set.lines.forEach((line, i) => {
    if (line.y + half < Math.min(...ys) - 1e-6 || line.y - half > Math.max(...ys) + 1e-6) return;
    const xs = extentBetween(part, line.y - half, line.y + half);
    if (xs === null) return;
    const own = out.filter((s) => s.line === i);
    const [low, high] = xs;
    const want = { x0: low + reach, x1: high - reach };
    if (want.x1 < want.x0) want.x0 = want.x1 = (low + high) / 2;
    const near = own.find((s) => s.x0 - 2 * Math.abs(reach) <= high && s.x1 + 2 * Math.abs(reach) >= low);
    if (near === undefined) out.push({ line: i, y: line.y, ...want });
    else {
      out[out.indexOf(near)] = {
        ...near,
        x0: low < near.x0 - reach ? Math.min(near.x0, low + reach) : near.x0,
        x1: high > near.x1 + reach ? Math.max(near.x1, high - reach) : near.x1,
      };
    }
  });
  return out;
}

/** Joins stretches of one line that overlap, in order of line and place. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const sorted = [...stretches].sort((a, b) => a.line - b.line || a.x0 - b.x0 || a.x1 - b.x1);
  const out: Stretch[] = [];
  for (const s of sorted) {
    const last = out[out.length - 1];
    if (last !== undefined && last.line === s.line && s.x0 <= last.x1 + 0.5)
      out[out.length - 1] = { ...last, x1: Math.max(last.x1, s.x1) };
    else out.push(s);
  }
  return out;
}

/** A stretch made as long as the shortest lane, about its middle. */
function lengthened(s: Stretch): Stretch {
  const short = LEAST_LANE_M - (s.x1 - s.x0);
  return short <= 0 ? s : { ...s, x0: s.x0 - short / 2, x1: s.x1 + short / 2 };
}

/** The stretch cut back to where it may be flown, seen from its middle; null if its middle may not be flown. */
function clipped(s: Stretch, set: LineSet, space: FreeSpace): Stretch | null {
  const at = (x: number): Pt => fromAxes(set.u, x, s.y);
  const half = (s.x1 - s.x0) / 2;
  // The chord itself is free, so try its middle first, then places towards both ends.
  for (const k of [0.5, 0.25, 0.75, 0.05, 0.95]) {
    const x = s.x0 + k * 2 * half;
    if (!space.contains(at(x))) continue;
    const ahead = space.room_m(at(x), set.u, Math.max(0.001, s.x1 - x));
    const behind = space.room_m(at(x), { x: -set.u.x, y: -set.u.y }, Math.max(0.001, x - s.x0));
    return { ...s, x0: Math.max(s.x0, x - behind), x1: Math.min(s.x1, x + ahead) };
  }
  return null;
}
