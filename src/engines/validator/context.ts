/** Everything that checks share: the plane, polygons, ground, wind, tracks; computed once. */
import {
  type AircraftFigures,
  type PayloadFigures,
  type SurveyCatalogue,
  type SurveyObstacle,
  type SurveyScenario,
  type SurveySite,
  type SurveyTask,
  type SurveyTerrainGrid,
  type SurveyZone,
  aircraftFigures,
  payloadFigures,
} from '#world';
import { type SurveyPlan } from '#ir';
import { type Ground, groundOf } from './ground.ts';
import { type Plane, boxCentre, planeAt } from './plane.ts';
import { type Poly, polyOf } from './poly.ts';
import { type Report } from './report.ts';
import { type Track, trackOf } from './track.ts';

/** Air velocity over the ground, m/s east and north. */
export type Wind = { readonly x: number; readonly y: number; readonly speed_mps: number };

/** A site on the plane. */
export type PlacedSite = { readonly site: SurveySite; readonly x: number; readonly y: number };

/** A zone on the plane. */
export type PlacedZone = { readonly zone: SurveyZone; readonly poly: Poly };

/** An obstacle on the plane. */
export type PlacedObstacle = { readonly obstacle: SurveyObstacle; readonly x: number; readonly y: number };

/** What every check gets. */
export type Context = {
  readonly scenario: SurveyScenario;
  readonly catalogue: SurveyCatalogue;
  readonly plan: SurveyPlan;
  readonly terrain: SurveyTerrainGrid | null;
  readonly now_ms: number | null;
  readonly plane: Plane;
  readonly ground: Ground;
  readonly wind: Wind;
  readonly boundary: Poly;
  readonly zones: readonly PlacedZone[];
  readonly obstacles: readonly PlacedObstacle[];
  readonly areas: ReadonlyMap<string, Poly>;
  readonly tasks: ReadonlyMap<string, SurveyTask>;
  readonly sites: ReadonlyMap<string, PlacedSite>;
  readonly payloads: ReadonlyMap<string, PayloadFigures | null>;
  readonly tracks: readonly Track[];
  readonly report: Report;
};

/** Options of a validation. */
export type SurveyValidationOptions = {
  /** The grid of a `dem` terrain, loaded by the caller. */
  readonly terrain?: SurveyTerrainGrid | null;
  /** Milliseconds since 1970 UTC; without it nobody can say that a plan's time has passed. */
  readonly now?: number | null;
};

/** The scenario's plane: centred on all areas together. */
export function scenarioPlane(scenario: SurveyScenario): Plane {
  const [lon, lat] = boxCentre(scenario.tasks.map((t) => t.area));
  return planeAt(lon, lat);
}

/** The wind as a vector; it blows FROM the stated direction. */
export function windOf(scenario: SurveyScenario): Wind {
  const from = (scenario.weather.wind_from_deg * Math.PI) / 180;
  const speed_mps = scenario.weather.wind_mps;
  return { x: -speed_mps * Math.sin(from), y: -speed_mps * Math.cos(from), speed_mps };
}

/** Builds the context. The scenario must have passed the input checks. */
export function contextOf(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  plan: SurveyPlan,
  options: SurveyValidationOptions,
  report: { readonly plane: Plane; readonly report: Report },
): Context {
  const { plane } = report;
  const units = new Map(scenario.units.map((u) => [u.id, u]));
  const crafts = new Map<string, AircraftFigures | null>();
  const payloads = new Map<string, PayloadFigures | null>();
  for (const unit of scenario.units) {
    const craft = aircraftFigures(catalogue, unit.model_id);
    const payload = payloadFigures(catalogue, unit.payload_id);
    crafts.set(unit.model_id, craft.ok ? craft.value : null);
    payloads.set(unit.payload_id, payload.ok ? payload.value : null);
  }
  const place = (site: SurveySite): [string, PlacedSite] => {
    const [x, y] = plane.xy(site.lon_deg, site.lat_deg);
    return [site.id, { site, x, y }];
  };
  const terrain = options.terrain ?? null;
  return {
    scenario,
    catalogue,
    plan,
    terrain,
    now_ms: options.now ?? null,
    plane,
    ground: groundOf(scenario, terrain),
    wind: windOf(scenario),
    boundary: polyOf(plane, scenario.airspace.boundary),
    zones: scenario.airspace.no_fly_zones.map((zone) => ({ zone, poly: polyOf(plane, zone.area) })),
    obstacles: scenario.airspace.obstacles.map((obstacle) => {
      const [x, y] = plane.xy(obstacle.lon_deg, obstacle.lat_deg);
      return { obstacle, x, y };
    }),
    areas: new Map(scenario.tasks.map((t) => [t.id, polyOf(plane, t.area)])),
    tasks: new Map(scenario.tasks.map((t) => [t.id, t])),
    sites: new Map(scenario.sites.map(place)),
    payloads,
    tracks: plan.sorties.map((sortie) => {
      const unit = units.get(sortie.unit_id) ?? null;
      return trackOf(sortie, unit, unit === null ? null : (crafts.get(unit.model_id) ?? null), plane);
    }),
    report: report.report,
  };
}
