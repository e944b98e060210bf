import { type SurveyCatalogue, type SurveyScenario, type SurveyTask, type SurveyTerrainGrid } from '#world';
import { type PlanRefusal } from '#ir';
import { courseVector, createPlane, type Plane, type Pt } from './plane/projection.ts';
import {
  type Region,
  areaOf,
  centroid,
  difference,
  discRing,
  grow,
  intersection,
  polygonRegion,
  unionOfRings,
  union,
} from './plane/region.ts';
import { type FreeSpace, createFreeSpace } from './plane/free-space.ts';
import { type Ways, createWays } from './plane/ways.ts';
import { type Ground, groundOf } from './sensing/ground.ts';
import { scale } from './plane/vec.ts';

/** Heights that aircraft pass through on their ways. */
export type Band = { readonly low_m: number; readonly high_m: number };

/** A task in the plane. */
export type TaskPlace = {
  readonly task: SurveyTask;
  readonly area: Region;
  readonly centre: Pt;
  /** Lowest and highest ground under the area. */
  readonly low_m: number;
  readonly high_m: number;
  /** The lanes' direction if the task gives one, as an angle in the plane. */
  readonly fixed_angle: number | null;
};

/** A scenario in its plane. */
export type Setup = {
  readonly scenario: SurveyScenario;
  readonly catalogue: SurveyCatalogue;
  readonly terrain: SurveyTerrainGrid | null;
  readonly plane: Plane;
  readonly ground: Ground;
  /** Velocity of the air over the ground. */
  readonly wind: Pt;
  readonly tasks: readonly TaskPlace[];
  readonly boundary: Region;
  /** Space and shortest ways for flights within a band of heights. */
  readonly spaceFor: (band: Band) => {
    readonly space: FreeSpace;
    readonly ways: Ways;
    readonly zones: Region;
  };
  /** Grown zones, and surroundings of obstacles, that are closed at every height of a band. */
  readonly closedThroughout: (band: Band) => readonly Region[];
  /** How many zones and obstacles reach into a band. */
  readonly blockersIn: (band: Band) => number;
};

/** Zones are grown by this much more than their buffer: half a tenth of the slack for positions. */
const BUFFER_ROOM_M = 0.02;

const ringsOf = (
  plane: Plane,
  polygon: { readonly coordinates: readonly (readonly (readonly [number, number])[])[] },
) => polygon.coordinates.map((ring) => ring.slice(0, -1).map(([lon, lat]) => plane.toPlane(lon, lat)));

/** Puts a checked scenario into its plane; refused only where a terrain model is asked for and not given. */
export function setUp(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  terrain: SurveyTerrainGrid | null,
): { readonly ok: true; readonly value: Setup } | { readonly ok: false; readonly error: PlanRefusal } {
  const box = scenario.airspace.boundary.coordinates[0]!;
  const first = box[0]!;
  // Longitudes may run over the antimeridian: take them relative to the first.
  const lons = box.map(([lon]) => first[0] + ((((lon - first[0] + 180) % 360) + 360) % 360) - 180);
  const lats = box.map(([, lat]) => lat);
  const mid = (v: readonly number[]): number => (Math.min(...v) + Math.max(...v)) / 2;
  const lon = mid(lons);
  const plane = createPlane({
    lon_deg: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon,
    lat_deg: mid(lats),
  });
  const ground = groundOf(scenario, plane, terrain);
  if (ground === null) return { ok: false, error: noTerrain(scenario) };
  const boundary = polygonRegion(ringsOf(plane, scenario.airspace.boundary));
  const toward = courseVector(scenario.weather.wind_from_deg + 180, 0);
  const tasks: TaskPlace[] = [];
  for (const task of scenario.tasks) {
    const area = polygonRegion(ringsOf(plane, task.area));
    const relief = reliefOf(area, ground);
    if (relief === null) return { ok: false, error: noTerrain(scenario, task.id) };
    tasks.push({
      task,
      area,
      centre: centroid(area),
      ...relief,
      fixed_angle: fixedAngle(task, plane, centroid(area)),
    });
  }
  return {
    ok: true,
    value: {
      scenario,
      catalogue,
      terrain,
      plane,
      ground,
      wind: scale(toward, scenario.weather.wind_mps),
      tasks,
      boundary,
      spaceFor: (band) => spaceFor(scenario, plane, boundary, band),
      closedThroughout: (band) => [
        zonesGrown(scenario, plane, zonesThrough(scenario, band)),
        discsAbove(scenario, plane, band.high_m),
      ],
      blockersIn: (band) => zonesIn(scenario, band).length + obstaclesAt(scenario, band.low_m).length,
    },
  };
}

function fixedAngle(task: SurveyTask, plane: Plane, centre: Pt): number | null {
  if (task.swath_angle_deg === null) return null;
  const u = courseVector(task.swath_angle_deg, plane.convergence_rad(centre));
  return ((Math.atan2(u.y, u.x) % Math.PI) + Math.PI) % Math.PI;
}

function noTerrain(scenario: SurveyScenario, task_id?: string): PlanRefusal {
  const what = task_id === undefined ? 'the scenario' : `task ${task_id}`;
  return {
    code: 'G0-06',
    object_ids: task_id === undefined ? [] : [task_id],
    measured: null,
    limit: null,
    unit: null,
    text: {
      en: `the ground under ${what} is unknown: the terrain model is missing, void or does not reach`,
      ru: `высоты земли для «${task_id ?? scenario.id}» неизвестны: модель рельефа отсутствует, имеет пустоты или не покрывает район`,
    },
  };
}

/** Extremes of the ground over an area, sampled as finely as the terrain model; null if any of it is unknown. */
function reliefOf(area: Region, ground: Ground): { low_m: number; high_m: number } | null {
  if (ground.flat_m !== null) return { low_m: ground.flat_m, high_m: ground.flat_m };
  const points = area.flat();
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const cells = 160;
  const step = Math.max(ground.step_m, (x1 - x0) / cells, (y1 - y0) / cells);
  let low_m = Infinity;
  let high_m = -Infinity;
  const see = (p: Pt): boolean => {
    const z = ground.at(p);
    if (z === null) return false;
    low_m = Math.min(low_m, z);
    high_m = Math.max(high_m, z);
    return true;
  };
  for (const p of points) if (!see(p)) return null;
  const inside = createFreeSpace(area);
  for (let x = x0; x <= x1; x += step)
    for (let y = y0; y <= y1; y += step) if (inside.contains({ x, y }) && !see({ x, y })) return null;
  return { low_m, high_m };
}

/** Zones that reach into a band, their limits included. */
function zonesIn(scenario: SurveyScenario, band: Band) {
  return scenario.airspace.no_fly_zones.filter(
    (z) => (z.floor_amsl_m ?? -Infinity) <= band.high_m && (z.ceiling_amsl_m ?? Infinity) >= band.low_m,
  );
}

/** Zones that hold the whole of a band. */
function zonesThrough(scenario: SurveyScenario, band: Band) {
  return scenario.airspace.no_fly_zones.filter(
    (z) => (z.floor_amsl_m ?? -Infinity) <= band.low_m && (z.ceiling_amsl_m ?? Infinity) >= band.high_m,
  );
}

/** Zones with the buffer around them. */
function zonesGrown(
  scenario: SurveyScenario,
  plane: Plane,
  zones: SurveyScenario['airspace']['no_fly_zones'],
): Region {
  const by_m = scenario.airspace.nfz_buffer_m + BUFFER_ROOM_M;
  return union(...zones.map((z) => grow(polygonRegion(ringsOf(plane, z.area)), by_m)));
}

/** Obstacles that are not cleared by a height. */
function obstaclesAt(scenario: SurveyScenario, height_m: number) {
  const a = scenario.airspace;
  return a.obstacles.filter((o) => o.top_amsl_m + a.obstacle_clearance_m > height_m);
}

/** Discs around the obstacles that a height does not clear. */
function discsAbove(scenario: SurveyScenario, plane: Plane, height_m: number): Region {
  const { obstacle_clearance_m } = scenario.airspace;
  return unionOfRings(
    obstaclesAt(scenario, height_m).map((o) =>
      discRing(plane.toPlane(o.lon_deg, o.lat_deg), o.radius_m + obstacle_clearance_m + BUFFER_ROOM_M),
    ),
  );
}

/** Grown zones and obstacles that reach into a band. */
function blocked(scenario: SurveyScenario, plane: Plane, band: Band): { zones: Region; obstacles: Region } {
  return {
    zones: zonesGrown(scenario, plane, zonesIn(scenario, band)),
    obstacles: discsAbove(scenario, plane, band.low_m),
  };
}

function spaceFor(
  scenario: SurveyScenario,
  plane: Plane,
  boundary: Region,
  band: Band,
): { space: FreeSpace; ways: Ways; zones: Region } {
  const { zones, obstacles } = blocked(scenario, plane, band);
  const free = difference(difference(grow(boundary, -BUFFER_ROOM_M), zones), obstacles);
  const space = createFreeSpace(free);
  return { space, ways: createWays(space), zones };
}

/** What of a task has to be covered: its area within the boundary, without what may not be flown over. */
export function requiredRegion(setup: Setup, place: TaskPlace, without: readonly Region[]): Region {
  const inside = intersection(place.area, grow(setup.boundary, -BUFFER_ROOM_M));
  return without.reduce((rest, cut) => (cut.length === 0 ? rest : difference(rest, cut)), inside);
}

/** Whether anything worth flying is left of a task. */
export const isEmpty = (region: Region): boolean => areaOf(region) < 0.5;
