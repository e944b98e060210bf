import { type EastNorth } from './plane-kit.ts';
import { distanceToRing, insideRing } from './rings.ts';

const CELL_M = 100;

/** Rings in the plane, found by where they are. */
export class RingIndex {
  private readonly cells = new Map<string, number[]>();
  private readonly rings: readonly (readonly EastNorth[])[];

  constructor(rings: readonly (readonly EastNorth[])[]) {
    this.rings = rings;
    rings.forEach((ring, i) => {
      const xs = ring.map((p) => Math.floor(p[0] / CELL_M));
      const ys = ring.map((p) => Math.floor(p[1] / CELL_M));
      for (let cx = Math.min(...xs); cx <= Math.max(...xs); cx++) {
        for (let cy = Math.min(...ys); cy <= Math.max(...ys); cy++) {
          const key = `${cx} ${cy}`;
          const cell = this.cells.get(key);
          if (cell === undefined) this.cells.set(key, [i]);
          else cell.push(i);
        }
      }
    });
  }

  /** Metres from a point to the nearest ring within `reach_m`; 0 inside one, Infinity where none is near. */
  clearance_m(at: EastNorth, reach_m: number): number {
    const seen = new Set<number>();
    let best = Infinity;
    for (
      let cx = Math.floor((at[0] - reach_m) / CELL_M);
      cx <= Math.floor((at[0] + reach_m) / CELL_M);
      cx++
    ) {
      for (
        let cy = Math.floor((at[1] - reach_m) / CELL_M);
        cy <= Math.floor((at[1] + reach_m) / CELL_M);
        cy++
      ) {
        for (const i of this.cells.get(`${cx} ${cy}`) ?? []) {
          if (seen.has(i)) continue;
          seen.add(i);
          const ring = this.rings[i]!;
          if (insideRing(ring, at)) return 0;
          best = Math.min(best, distanceToRing(ring, at));
        }
      }
    }
    return best <= reach_m ? best : Infinity;
  }
}
