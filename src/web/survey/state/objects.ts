import type {
  LonLat,
  SurveyCatalogue,
  SurveyScenario,
  SurveySite,
  SurveyTask,
  SurveyUnit,
  SurveyZone,
} from '#world';
import { boxOf, boxRing, inPolygon, widen, type Place } from '../../map/earth.ts';
import { FIRST_QUALITY, FIRST_SITE, FIRST_TASK, gridHeight } from './new-scenario.ts';
import type { Selection } from './view.ts';

type Ring = [number, number][];

/** An id that no object of the scenario has yet. */
export function freshId(s: SurveyScenario, prefix: string): string {
  const taken = new Set(
    [s.tasks, s.sites, s.candidate_sites, s.units, s.airspace.no_fly_zones, s.airspace.obstacles].flatMap(
      (list) => list.map((x) => x.id),
    ),
  );
  let n = 1;
  while (taken.has(`${prefix}-${n}`)) n++;
  return `${prefix}-${n}`;
}

const closed = (points: readonly Place[]): Ring => [...points, points[0]!].map((p) => [p[0], p[1]]);

/** A polygon from an open list of points. */
export function polygonOf(points: readonly Place[]): SurveyTask['area'] {
  return { type: 'Polygon', coordinates: [closed(points)] };
}

/** A survey area like the scenario's first one, with another outline; without one, a photo survey. */
export function taskLike(s: SurveyScenario, area: SurveyTask['area'], name: string, id?: string): SurveyTask {
  const model = s.tasks[0] ?? FIRST_TASK;
  return { ...model, id: id ?? freshId(s, 'area'), name, area, swath_angle_deg: null };
}

/** A zone through all heights and times. */
export function zoneOf(s: SurveyScenario, area: SurveyZone['area'], name: string, id?: string): SurveyZone {
  return {
    id: id ?? freshId(s, 'zone'),
    name,
    area,
    floor_amsl_m: null,
    ceiling_amsl_m: null,
    active_from_sec: null,
    active_to_sec: null,
  };
}

/** An area of another survey type, with what that type is asked for at first. */
export function ofType(task: SurveyTask, survey_type: SurveyTask['survey_type']): SurveyTask {
  return task.survey_type === survey_type
    ? task
    : { ...task, survey_type, quality: FIRST_QUALITY[survey_type], tie_line_every: null };
}

/** The height written for a new place: the ground where it is known there, else that of the first site. */
function elevation(s: SurveyScenario, place: Place): number {
  const { terrain } = s;
  const known =
    terrain.type === 'flat'
      ? terrain.ground_amsl_m
      : terrain.type === 'grid'
        ? gridHeight(terrain, place)
        : null;
  return known === null ? (s.sites[0]?.elevation_amsl_m ?? 0) : Number(known.toFixed(1));
}

/** A launch site like the scenario's first one at another place, without its corridor. */
export function siteAt(s: SurveyScenario, place: Place, name: string, prefix: string): SurveySite {
  return {
    ...(s.sites[0] ?? FIRST_SITE),
    id: freshId(s, prefix),
    name,
    lon_deg: place[0],
    lat_deg: place[1],
    elevation_amsl_m: elevation(s, place),
    corridor: null,
  };
}

/** An obstacle 30 m high at a place. */
export function obstacleAt(
  s: SurveyScenario,
  place: Place,
  name: string,
): SurveyScenario['airspace']['obstacles'][number] {
  return {
    id: freshId(s, 'obstacle'),
    name,
    lon_deg: place[0],
    lat_deg: place[1],
    radius_m: 5,
    top_amsl_m: elevation(s, place) + 30,
  };
}

/** A unit like the last one; without one, the first pair of the catalogue that can do the first area's survey. */
export function unitLike(s: SurveyScenario, catalogue: SurveyCatalogue, name: string): SurveyUnit {
  const last = s.units.at(-1);
  const pair = last ?? usablePair(s, catalogue);
  return {
    id: freshId(s, 'unit'),
    name,
    model_id: pair?.model_id ?? '',
    payload_id: pair?.payload_id ?? '',
    home_site_id: last?.home_site_id ?? s.sites[0]?.id ?? '',
    enabled: true,
    battery_sets: last?.battery_sets ?? null,
  };
}

function usablePair(
  s: SurveyScenario,
  catalogue: SurveyCatalogue,
): Pick<SurveyUnit, 'model_id' | 'payload_id'> | undefined {
  const type = s.tasks[0]?.survey_type ?? 'camera';
  const accepts = s.sites[0]?.accepts ?? [];
  const fits = new Set(
    catalogue.payloads.filter((p) => p.refused === null && p.type === type).map((p) => p.id),
  );
  return catalogue.aircraft
    .filter((a) => a.refused === null && (accepts.length === 0 || accepts.includes(a.kind)))
    .flatMap((a) => a.payloads.map((p) => ({ model_id: a.id, payload_id: p.payload_id })))
    .find((pair) => fits.has(pair.payload_id));
}

/** The scenario with a ring cut out of the area that holds it; null where none does. */
export function withHole(s: SurveyScenario, points: readonly Place[]): SurveyScenario | null {
  const at = s.tasks.findIndex((t) => points.every((p) => inPolygon(p, t.area.coordinates)));
  if (at < 0) return null;
  const tasks = s.tasks.map((t, i) =>
    i === at ? { ...t, area: { ...t.area, coordinates: [...t.area.coordinates, closed(points)] } } : t,
  );
  return { ...s, tasks };
}

/** The scenario with other airspace members. */
export function withAirspace(s: SurveyScenario, change: Partial<SurveyScenario['airspace']>): SurveyScenario {
  return { ...s, airspace: { ...s.airspace, ...change } };
}

/** The boundary as the box around areas and sites with a margin. */
export function boundaryAround(s: SurveyScenario, margin_m: number): SurveyScenario['airspace']['boundary'] {
  const places = [
    ...s.tasks.flatMap((t) => t.area.coordinates[0]!),
    ...s.sites.map((x): LonLat => [x.lon_deg, x.lat_deg]),
  ];
  const ring = boxRing(widen(boxOf(places)!, margin_m)).map(([x, y]): [number, number] => [
    Number(x.toFixed(7)),
    Number(y.toFixed(7)),
  ]);
  return { type: 'Polygon', coordinates: [ring] };
}

/** Rings of a chosen outline; null for what has none. */
export function ringsOf(
  s: SurveyScenario,
  selection: Selection | null,
): readonly (readonly LonLat[])[] | null {
  if (selection?.kind === 'boundary') return s.airspace.boundary.coordinates;
  if (selection?.kind === 'task') return s.tasks.find((t) => t.id === selection.id)?.area.coordinates ?? null;
  if (selection?.kind === 'zone')
    return s.airspace.no_fly_zones.find((z) => z.id === selection.id)?.area.coordinates ?? null;
  return null;
}

/** The place of a chosen point object; null for outlines. */
export function placeOf(s: SurveyScenario, selection: Selection | null): [number, number] | null {
  if (selection === null) return null;
  const found = [...s.sites, ...s.candidate_sites, ...s.airspace.obstacles].find(
    (x) => x.id === selection.id,
  );
  return found === undefined ? null : [found.lon_deg, found.lat_deg];
}

/** The scenario with other rings for a chosen outline. */
export function withRings(s: SurveyScenario, selection: Selection, rings: Ring[]): SurveyScenario {
  const area = { type: 'Polygon' as const, coordinates: rings };
  if (selection.kind === 'boundary') return withAirspace(s, { boundary: area });
  if (selection.kind === 'task')
    return { ...s, tasks: s.tasks.map((t) => (t.id === selection.id ? { ...t, area } : t)) };
  return withAirspace(s, {
    no_fly_zones: s.airspace.no_fly_zones.map((z) => (z.id === selection.id ? { ...z, area } : z)),
  });
}

/** The scenario with a point object at another place. */
export function withPlace(
  s: SurveyScenario,
  selection: Selection,
  [lon_deg, lat_deg]: Place,
): SurveyScenario {
  const moved = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
    list.map((x) => (x.id === selection.id ? { ...x, lon_deg, lat_deg } : x));
  if (selection.kind === 'site') return { ...s, sites: moved(s.sites) };
  if (selection.kind === 'candidate') return { ...s, candidate_sites: moved(s.candidate_sites) };
  return withAirspace(s, { obstacles: moved(s.airspace.obstacles) });
}

/** The scenario without an object; units of a removed site move to the first one that stays. Null where it must stay. */
export function without(s: SurveyScenario, { kind, id }: Selection): SurveyScenario | null {
  const rest = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
    list.filter((x) => x.id !== id);
  switch (kind) {
    case 'task':
      return s.tasks.length > 1 ? { ...s, tasks: rest(s.tasks) } : null;
    case 'unit':
      return s.units.length > 1 ? { ...s, units: rest(s.units) } : null;
    case 'site': {
      const sites = rest(s.sites);
      const first = sites[0];
      if (first === undefined) return null;
      const units = s.units.map((u) => (u.home_site_id === id ? { ...u, home_site_id: first.id } : u));
      return { ...s, sites, units };
    }
    case 'candidate':
      return { ...s, candidate_sites: rest(s.candidate_sites) };
    case 'zone':
      return withAirspace(s, { no_fly_zones: rest(s.airspace.no_fly_zones) });
    case 'obstacle':
      return withAirspace(s, { obstacles: rest(s.airspace.obstacles) });
    case 'boundary':
      return null;
  }
}
