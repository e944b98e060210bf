import { type RingIndex } from './near-index.ts';
import { type EastNorth } from './plane-kit.ts';

/** Wanted clearances of a pad from buildings, best first: a pad of 15 m and room for rotors, then less and less. */
const CLEARANCES_M = [22, 15, 10] as const;
const STEP_M = 10;
const REACH_M = 250;
const DIRECTIONS = 16;

/** Where an aircraft can land for a place. `clearance_m` is 0 where nothing free was found and the point was left. */
export type ServicePoint = {
  readonly at: EastNorth;
  readonly moved_m: number;
  readonly clearance_m: number;
};

/**
 * The nearest point from which buildings stay clear and where `isOpen` holds: rings of 16 directions every 10 m out to
 * 250 m, first for the widest clearance within 120 m, then for less. A map gives the middle of a building; nobody lands there.
 */
export function servicePoint(
  from: EastNorth,
  obstacles: RingIndex,
  isOpen: (at: EastNorth) => boolean,
): ServicePoint {
  for (const reach_m of [120, REACH_M]) {
    for (const wanted_m of CLEARANCES_M) {
      for (let r = 0; r <= reach_m; r += STEP_M) {
        for (let k = 0; k < (r === 0 ? 1 : DIRECTIONS); k++) {
          const a = (2 * Math.PI * k) / DIRECTIONS;
          const at: EastNorth = [from[0] + r * Math.cos(a), from[1] + r * Math.sin(a)];
          if (isOpen(at) && obstacles.clearance_m(at, wanted_m) >= wanted_m) {
            return { at, moved_m: r, clearance_m: wanted_m };
          }
        }
      }
    }
  }
  return { at: from, moved_m: 0, clearance_m: 0 };
}
