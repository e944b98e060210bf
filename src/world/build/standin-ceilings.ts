import { M_PER_FT, quantize } from '#base';
import { type LonLat } from '#geo';
import { type CeilingCell } from '../airspace.ts';
import { frameAt } from './plane-kit.ts';

/** An aerodrome's reference point. */
export type AirportPoint = { readonly code: string; readonly at: LonLat };

/** Cells whose centre lies within `within_m` of an airport get `ceiling_ft`, unless a nearer step holds. */
export type CeilingStep = { readonly within_m: number; readonly ceiling_ft: number };

/** Invented steps, in the shape of published facility maps: low near the runway, 400 ft at the rim. */
export const STANDIN_STEPS: readonly CeilingStep[] = [
  { within_m: 3000, ceiling_ft: 0 },
  { within_m: 5000, ceiling_ft: 100 },
  { within_m: 7000, ceiling_ft: 200 },
  { within_m: 9000, ceiling_ft: 300 },
  { within_m: 12_000, ceiling_ft: 400 },
];

/** The label that every cell of a stand-in carries; never the name of an authority. */
export const STANDIN_SOURCE = 'standin_uasfm';

/** Facility maps are cut in cells of 30 arc-seconds. */
const CELLS_PER_DEG = 120;

/**
 * A stand-in for a facility map: 30 arc-second cells over the bounds [west, south, east, north], with a ceiling by the
 * distance of the cell's centre from the nearest airport. Cells beyond the last step are left out. It is generated, it
 * is no publication of any authority and no authorisation.
 */
export function standinCeilings(
  airports: readonly AirportPoint[],
  bounds: readonly [number, number, number, number],
  steps: readonly CeilingStep[] = STANDIN_STEPS,
): CeilingCell[] {
  const [west, south, east, north] = bounds;
  const out: CeilingCell[] = [];
  const frames = airports.map((a) => frameAt(a.at));
  for (let j = Math.floor(south * CELLS_PER_DEG); j < Math.ceil(north * CELLS_PER_DEG); j++) {
    for (let i = Math.floor(west * CELLS_PER_DEG); i < Math.ceil(east * CELLS_PER_DEG); i++) {
      const centre: LonLat = [(i + 0.5) / CELLS_PER_DEG, (j + 0.5) / CELLS_PER_DEG];
      let near_m = Infinity;
      for (const frame of frames) {
        const p = frame.toPlane(centre);
        near_m = Math.min(near_m, Math.hypot(p.x_m, p.y_m));
      }
      const step = steps.find((s) => near_m <= s.within_m);
      if (step !== undefined) out.push(cell(i, j, step.ceiling_ft));
    }
  }
  return out;
}

function cell(i: number, j: number, ceiling_ft: number): CeilingCell {
  const lon = (k: number): number => quantize(k / CELLS_PER_DEG, 1e-9);
  const [w, s, e, n] = [lon(i), lon(j), lon(i + 1), lon(j + 1)];
  return {
    id: `${STANDIN_SOURCE}_${i}_${j}`,
    outline: {
      type: 'polygon',
      rings: [
        [
          [w, s],
          [e, s],
          [e, n],
          [w, n],
          [w, s],
        ],
      ],
    },
    ceiling_agl_m: quantize(ceiling_ft * M_PER_FT, 1e-4),
    source: STANDIN_SOURCE,
  };
}
