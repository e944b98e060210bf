import { type SurveyScenario, type SurveyTerrainGrid } from '#world';
import { type Plane, type Pt } from '../plane/projection.ts';

/** Lowest and highest ground of a place, metres above the vertical datum. */
export type Relief = { readonly low_m: number; readonly high_m: number };

/** Ground heights; null where unknown, never 0. */
export type Ground = {
  /** The one height of flat ground, else null. */
  readonly flat_m: number | null;
  /** Distance at which heights along a way should be sampled. */
  readonly step_m: number;
  readonly at: (p: Pt) => number | null;
  /** Extremes over a rectangle: a way and `half_m` to each side of it; null if any of it is unknown. */
  readonly relief: (a: Pt, b: Pt, half_m: number) => Relief | null;
};

/** Flat ground. */
export function flatGround(height_m: number): Ground {
  const both = { low_m: height_m, high_m: height_m };
  return { flat_m: height_m, step_m: Infinity, at: () => height_m, relief: () => both };
}

/** Bilinear height at a place of a grid, null outside or beside a void. */
export function gridHeight(grid: SurveyTerrainGrid, lon_deg: number, lat_deg: number): number | null {
  const fx = (lon_deg - grid.west_deg) / grid.step_lon_deg;
  const fy = (lat_deg - grid.south_deg) / grid.step_lat_deg;
  // A place on the last post belongs to the last cell; a billionth of a cell is rounding.
  if (!(fx >= -1e-9 && fy >= -1e-9 && fx <= grid.columns - 1 + 1e-9 && fy <= grid.rows - 1 + 1e-9))
    return null;
  const c = Math.min(grid.columns - 2, Math.max(0, Math.floor(fx)));
  const r = Math.min(grid.rows - 2, Math.max(0, Math.floor(fy)));
  const k = r * grid.columns + c;
  const [sw, se, nw, ne] = [
    grid.amsl_m[k] ?? null,
    grid.amsl_m[k + 1] ?? null,
    grid.amsl_m[k + grid.columns] ?? null,
    grid.amsl_m[k + grid.columns + 1] ?? null,
  ];
  if (sw === null || se === null || nw === null || ne === null) return null;
  const x = Math.min(1, Math.max(0, fx - c));
  const y = Math.min(1, Math.max(0, fy - r));
  return sw * (1 - x) * (1 - y) + se * x * (1 - y) + nw * (1 - x) * y + ne * x * y;
}

function gridGround(grid: SurveyTerrainGrid, plane: Plane): Ground {
  const lat = grid.south_deg + (grid.rows / 2) * grid.step_lat_deg;
  const step_m = Math.min(
    grid.step_lat_deg * 111_000,
    grid.step_lon_deg * 111_000 * Math.cos((lat * Math.PI) / 180),
  );
  const at = (p: Pt): number | null => {
    const [lon, la] = plane.toLonLat(p);
    return gridHeight(grid, lon, la);
  };
  const relief = (a: Pt, b: Pt, half_m: number): Relief | null => {
    const len = Math.hypot(b.x - a.x, b.y - a.y);
    // A mere line is cheap to look at closely, and heights taken from it have no room to spare.
    const fine = half_m > 0 ? Math.max(2, step_m / 3) : Math.max(1, step_m / 20);
    const nx = Math.max(1, Math.ceil(len / fine));
    const ny = half_m > 0 ? Math.max(1, Math.ceil((2 * half_m) / fine)) : 0;
    const u = len > 0 ? { x: (b.x - a.x) / len, y: (b.y - a.y) / len } : { x: 1, y: 0 };
    let low_m = Infinity;
    let high_m = -Infinity;
    for (let i = 0; i <= nx; i++) {
      for (let j = 0; j <= ny; j++) {
        const s = (len * i) / nx;
        const o = ny === 0 ? 0 : half_m * ((2 * j) / ny - 1);
        const z = at({ x: a.x + u.x * s - u.y * o, y: a.y + u.y * s + u.x * o });
        if (z === null) return null;
        if (z < low_m) low_m = z;
        if (z > high_m) high_m = z;
      }
    }
    return { low_m, high_m };
  };
  return { flat_m: null, step_m: Math.max(4, step_m / 2), at, relief };
}

/** Ground of a scenario. A `dem` needs the loaded grid; without it there is none. */
export function groundOf(
  scenario: SurveyScenario,
  plane: Plane,
  dem: SurveyTerrainGrid | null,
): Ground | null {
  const t = scenario.terrain;
  if (t.type === 'flat') return flatGround(t.ground_amsl_m);
  if (t.type === 'grid') return gridGround(t, plane);
  return dem === null ? null : gridGround(dem, plane);
}
