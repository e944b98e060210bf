import { type Pt } from '../plane/projection.ts';
import { type Region, components, difference, intersection, unionOfRings } from '../plane/region.ts';
import { type Design } from '../sensing/design.ts';
import { type LineSet } from './lines.ts';

/** A piece of a line on which the sensor works, in the lanes' axes. */
export type Stretch = { readonly line: number; readonly y: number; readonly x0: number; readonly x1: number };

/** Footprints are trusted to this distance less than computed: rounding of the clipping and of positions. */
const REACH_MARGIN_M = 0.3;

/** How far frames see beyond a lane's ends, kept a little short of the truth; below 0 where scan lines lie slanted. */
export function usableReach_m(design: Design): number {
  const reach = design.reach_front_m;
  return reach > 0 ? Math.max(0, reach - REACH_MARGIN_M) : reach;
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

/** Extent along x of what a region has between two heights; null for nothing. */
export function extentBetween(part: Region, low: number, high: number): readonly [number, number] | null {
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
