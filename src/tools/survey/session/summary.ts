import { byCodeUnits } from '#base';
import type { SurveyCatalogue, SurveyScenario, SurveySite, SurveyTask, SurveyUnit } from '#world';
import type { SurveyPins, SurveyPolicy } from '../contract.ts';
import { type ShownPlace, areaAndCentre, boundingBox, distance_km } from './shape.ts';
import { shownName } from './text.ts';

/** Distances told for each site; a scenario may have 64 tasks and 128 sites. */
const DISTANCES = 8;

/**
 * What a model may see of a scenario: areas and centres instead of polygons, the number of zones instead of their shapes,
 * and names as cleaned data beside the ids by which alone it may refer to an object.
 */
export function surveySummary(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  policy: SurveyPolicy,
  pins: SurveyPins,
) {
  const tasks = scenario.tasks.map((task) => ({ task, ...areaAndCentre(task.area) }));
  const { airspace, weather, objective, solver, separation, links, work_window } = scenario;
  const site = (s: SurveySite) => siteSummary(s, tasks, pins);
  return {
    scenario_id: scenario.id,
    title: { en: shownName(scenario.title.en), ru: shownName(scenario.title.ru) },
    tasks: tasks.map(({ task, area_km2, centre }) => ({
      ...taskSummary(task),
      area_km2,
      centre,
      pinned: pins.task_ids.includes(task.id),
    })),
    sites: scenario.sites.map(site),
    candidate_sites: scenario.candidate_sites.map(site),
    units: scenario.units.map((u) => unitSummary(u, catalogue, pins)),
    airspace: {
      floor_amsl_m: airspace.floor_amsl_m,
      ceiling_amsl_m: airspace.ceiling_amsl_m,
      min_agl_m: airspace.min_agl_m,
      no_fly_zones: airspace.no_fly_zones.length,
      nfz_buffer_m: airspace.nfz_buffer_m,
      obstacles: airspace.obstacles.length,
      bounding_box: boundingBox(scenario),
    },
    terrain: scenario.terrain.type,
    weather,
    objective,
    solver,
    separation,
    links,
    work_window,
    policy,
  };
}

/** The shape of `surveySummary`. */
export type SurveySummary = ReturnType<typeof surveySummary>;

function taskSummary(task: SurveyTask) {
  const { id, survey_type, quality, forward_overlap, side_overlap, swath_angle_deg } = task;
  return {
    id,
    name: shownName(task.name),
    survey_type,
    quality,
    forward_overlap,
    side_overlap,
    swath_angle_deg,
    crosshatch: task.crosshatch,
  };
}

function siteSummary(
  site: SurveySite,
  tasks: readonly { readonly task: SurveyTask; readonly centre: ShownPlace }[],
  pins: SurveyPins,
) {
  const { id, lon_deg, lat_deg, elevation_amsl_m, accepts, pads, turnaround_s } = site;
  return {
    id,
    name: shownName(site.name),
    lon_deg,
    lat_deg,
    elevation_amsl_m,
    accepts,
    pads,
    turnaround_s,
    distances: nearest({ lon_deg, lat_deg }, tasks),
    pinned: pins.site_ids.includes(id),
  };
}

/** Kilometres to the centres of the nearest tasks, nearest first; null last, where the plane cannot tell. */
function nearest(
  site: ShownPlace,
  tasks: readonly { readonly task: SurveyTask; readonly centre: ShownPlace }[],
) {
  return tasks
    .map(({ task, centre }) => ({ task_id: task.id, km: distance_km(site, centre) }))
    .sort((a, b) => (a.km ?? Infinity) - (b.km ?? Infinity) || byCodeUnits(a.task_id, b.task_id))
    .slice(0, DISTANCES);
}

function unitSummary(unit: SurveyUnit, catalogue: SurveyCatalogue, pins: SurveyPins) {
  const { id, model_id, payload_id, home_site_id, enabled, battery_sets } = unit;
  return {
    id,
    name: shownName(unit.name),
    model_id,
    aircraft_kind: catalogue.aircraft.find((a) => a.id === model_id)?.kind ?? null,
    payload_id,
    payload_type: catalogue.payloads.find((p) => p.id === payload_id)?.type ?? null,
    home_site_id,
    enabled,
    battery_sets,
    pinned: pins.unit_ids.includes(id),
  };
}
