import { type Pt } from '../plane/projection.ts';
import { type Region, areaOf, components, difference, intersection, unionOfRings } from '../plane/region.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Design } from '../sensing/design.ts';
import { type LineSet, fromAxes } from './lines.ts';

/** A piece of a line on which the sensor works, in the lanes' axes. */
export type Stretch = { readonly line: number; readonly y: number; readonly x0: number; readonly x1: number };

/** Shortest lane laid; shorter pieces are lengthened to it. */
const LEAST_LANE_M = 2;
/** Footprints are trusted to this distance less than computed: rounding of the clipping and of positions. */
const REACH_MARGIN_M = 0.3;

/** How far frames see beyond a lane's ends, kept a little short of the truth; below 0 where scan lines lie slanted. */
export function usableReach_m(design: Design): number {
  const reach = design.reach_front_m;
  return reach > 0 ? Math.max(0, reach - REACH_MARGIN_M) : reach;
}

/**
 * Stretches that cover an area: the chords of the lines, lengthened where the strip of half a spacing to each side
 * reaches further than the frames at the chord's ends see; then whatever is still bare is given to the nearest line.
 * A hole or notch is not bridged while neighbouring swaths cover its rim.
 */
export function layStretches(set: LineSet, design: Design, space: FreeSpace): Stretch[] {
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
  return merged(stretches).map((s) => clipped(lengthened(s), set, space) ?? s);
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

/** Ground that one stretch covers, as a ring in the lanes' axes. */
export function coveredRing(s: Stretch, design: Design): Pt[] {
  const reach = Math.max(usableReach_m(design), (s.x0 - s.x1) / 2);
  const side = Math.max(0.001, design.reach_side_m - (design.reach_front_m > 0 ? 0.05 : 0));
  // A magnetometer measures as far around its lane's ends as beside it.
  if (design.height_is === 'at_least') return capsule(s, side);
  return [
    { x: s.x0 - reach, y: s.y - side },
    { x: s.x1 + reach, y: s.y - side },
    { x: s.x1 + reach, y: s.y + side },
    { x: s.x0 - reach, y: s.y + side },
  ];
}

/** Half a circle in this many chords, inside the circle. */
const END_CHORDS = 12;

/** Everything within a distance of a stretch, but for what lies between its round ends and their chords. */
function capsule(s: Stretch, by_m: number): Pt[] {
  return Array.from({ length: 2 * END_CHORDS + 2 }, (_, i) => {
    const ahead = i <= END_CHORDS;
    const a = (Math.PI * (ahead ? i : i - 1)) / END_CHORDS - Math.PI / 2;
    return { x: (ahead ? s.x1 : s.x0) + by_m * Math.cos(a), y: s.y + by_m * Math.sin(a) };
  });
}

/** Pieces of the area that no stretch covers. */
export function bareParts(set: LineSet, stretches: readonly Stretch[], design: Design): Region[] {
  const covered = unionOfRings(stretches.map((s) => coveredRing(s, design)));
  const bare = difference(set.area, covered);
  return bare.length === 0 ? [] : components(bare);
}

/** Lets the lines whose strips a bare piece lies in reach over it. */
function coverPart(set: LineSet, stretches: readonly Stretch[], part: Region, design: Design): Stretch[] {
  const out = [...stretches];
  const reach = usableReach_m(design);
  const ys = part.flat().map((p) => p.y);
  const half = set.spacing_m / 2;
  set.lines.forEach((line, i) => {
    if (line.y + half < Math.min(...ys) - 1e-6 || line.y - half > Math.max(...ys) + 1e-6) return;
    const xs = slice(part, line.y - half, line.y + half);
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

/** Extent along x of what a region has between two heights; null for nothing. */
function slice(part: Region, low: number, high: number): readonly [number, number] | null {
  const xs = part.flat().map((p) => p.x);
  const [west, east] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
  const band: Region = [
    [
      { x: west, y: low },
      { x: east, y: low },
      { x: east, y: high },
      { x: west, y: high },
    ],
  ];
  const cut = intersection(part, band).flat();
  if (cut.length === 0) return null;
  return [Math.min(...cut.map((p) => p.x)), Math.max(...cut.map((p) => p.x))];
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
