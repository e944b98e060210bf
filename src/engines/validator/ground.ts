/** The ground under a place, from the scenario's terrain; unknown is null, never 0. */
import { type SurveyScenario, type SurveyTerrainGrid } from '#world';
import { near } from './plane.ts';

/** Ground heights of one scenario. */
export type Ground = {
  /** Metres above the vertical datum, bilinear between posts; null outside the grid or beside a void. */
  readonly at: (lon_deg: number, lat_deg: number) => number | null;
  /** Greatest step, metres, at which a line must be sampled so that no post is missed; null on flat ground. */
  readonly step_m: number | null;
  /** False where the terrain document was not handed over at all. */
  readonly known: boolean;
};

/** Metres of one degree of latitude, rounded down; only used to choose sampling steps. */
const DEGREE_M = 110_500;

/** Reads the scenario's terrain; `loaded` is the grid of a `dem`. */
export function groundOf(scenario: SurveyScenario, loaded: SurveyTerrainGrid | null): Ground {
  const terrain = scenario.terrain;
  if (terrain.type === 'flat') {
    const height = terrain.ground_amsl_m;
    return { at: () => height, step_m: null, known: true };
  }
  const grid = terrain.type === 'grid' ? terrain : loaded;
  if (grid === null) return { at: () => null, step_m: null, known: false };
  const cos = Math.cos(((grid.south_deg + (grid.rows / 2) * grid.step_lat_deg) * Math.PI) / 180);
  const post_m = DEGREE_M * Math.min(grid.step_lat_deg, grid.step_lon_deg * Math.max(0.01, cos));
  return { at: (lon, lat) => bilinear(grid, lon, lat), step_m: Math.max(1, post_m / 3), known: true };
}

function bilinear(grid: SurveyTerrainGrid, lon_deg: number, lat_deg: number): number | null {
  const middle = grid.west_deg + ((grid.columns - 1) * grid.step_lon_deg) / 2;
  const gx = snap((near(lon_deg, middle) - grid.west_deg) / grid.step_lon_deg, grid.columns - 1);
  const gy = snap((lat_deg - grid.south_deg) / grid.step_lat_deg, grid.rows - 1);
  if (!(gx >= 0 && gx <= grid.columns - 1 && gy >= 0 && gy <= grid.rows - 1)) return null;
  const column = Math.min(Math.floor(gx), grid.columns - 2);
  const row = Math.min(Math.floor(gy), grid.rows - 2);
  const fx = gx - column;
  const fy = gy - row;
  const at = row * grid.columns + column;
  const sw = grid.amsl_m[at];
  const se = grid.amsl_m[at + 1];
  const nw = grid.amsl_m[at + grid.columns];
  const ne = grid.amsl_m[at + grid.columns + 1];
  if (sw == null || se == null || nw == null || ne == null) return null;
  return (sw * (1 - fx) + se * fx) * (1 - fy) + (nw * (1 - fx) + ne * fx) * fy;
}

/** A place written with nine decimals on the grid's rim is on the grid. */
function snap(g: number, last: number): number {
  if (g < 0 && g > -1e-6) return 0;
  return g > last && g < last + 1e-6 ? last : g;
}
