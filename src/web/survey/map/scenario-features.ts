import type { Feature, FeatureCollection } from 'geojson';
import type { SurveyScenario, SurveyZone } from '#world';
import type { Language } from '../../i18n/language.ts';
import { brief, unitText, utcTime } from '../../i18n/format.ts';
import { boxOf, boxRing, circle, labelPlace, offset, widen } from '../../map/earth.ts';
import { collection, line, point, polygon, type Properties } from '../../map/features.ts';
import type { Selection } from '../state/view.ts';
import type { ScenarioKind } from './layers.ts';

/** Ground under the scenario where one height stands for all: the map's 3D view lies flat. */
export function groundOf(s: SurveyScenario): number {
  if (s.terrain.type === 'flat') return s.terrain.ground_amsl_m;
  return s.sites[0]?.elevation_amsl_m ?? 0;
}

/** A zone's heights and times in words. */
export function zoneLimits(zone: SurveyZone, s: SurveyScenario, language: Language): string {
  const m = unitText('m', language);
  const height = (v: number | null, otherwise: string): string =>
    v === null ? otherwise : brief(v, 0, language);
  const band =
    zone.floor_amsl_m === null && zone.ceiling_amsl_m === null
      ? ''
      : `${height(zone.floor_amsl_m, '0')}–${height(zone.ceiling_amsl_m, '∞')} ${m}`;
  const time = (v: number | null): string =>
    v === null ? '…' : utcTime(s.work_window.start_utc, v).slice(0, 5);
  const hours =
    zone.active_from_sec === null && zone.active_to_sec === null
      ? ''
      : `${time(zone.active_from_sec)}–${time(zone.active_to_sec)}`;
  return [band, hours].filter((x) => x !== '').join(' · ');
}

/** The scenario's objects, each with its `kind`, and what lies outside the boundary. */
export function scenarioFeatures(s: SurveyScenario, language: Language): FeatureCollection {
  const ground = groundOf(s);
  const outer = s.airspace.boundary.coordinates[0]!;
  const around = boxRing(widen(boxOf(outer)!, 300_000)).reverse();
  const site = (candidate: boolean) => (x: SurveyScenario['sites'][number]) =>
    scenarioPoint([x.lon_deg, x.lat_deg], candidate ? 'candidate' : 'site', {
      id: x.id,
      name: x.name,
      candidate,
    });
  return collection([
    scenarioPolygon([around, outer], 'outside'),
    scenarioPolygon(s.airspace.boundary.coordinates, 'boundary', { id: 'boundary' }),
    ...s.tasks.map((t) => scenarioPolygon(t.area.coordinates, 'task', { id: t.id })),
    ...s.tasks.flatMap((t) => nameFeature(t.area.coordinates, 'task-name', t.name)),
    ...s.airspace.no_fly_zones.map((z) => zoneFeature(z, s, ground)),
    ...s.airspace.no_fly_zones.flatMap((z) => {
      const limits = zoneLimits(z, s, language);
      return nameFeature(z.area.coordinates, 'zone-name', limits === '' ? z.name : `${z.name}\n${limits}`);
    }),
    ...s.airspace.obstacles.flatMap((o): Feature[] => {
      const name = `${o.name} · ${brief(o.top_amsl_m, 0, language)} ${unitText('m', language)}`;
      const height = Math.max(0, o.top_amsl_m - ground);
      const [at, properties] = [[o.lon_deg, o.lat_deg] as const, { id: o.id, name, height }];
      const disc = circle(at, Math.max(1, o.radius_m));
      return [scenarioPolygon([disc], 'obstacle', properties), scenarioPoint(at, 'obstacle', properties)];
    }),
    ...[...s.sites, ...s.candidate_sites].flatMap(stripFeatures),
    ...s.sites.map(site(false)),
    ...s.candidate_sites.map(site(true)),
  ]);
}

/** Half the width of the arrow on a strip, as a share of its length. */
const ARROW = 0.12;

/** A site's landing strip, as far on both sides as its length, and an arrow along the landing. */
export function stripFeatures(site: SurveyScenario['sites'][number]): Feature[] {
  if (site.corridor === null) return [];
  const { landing_toward_deg, length_m, half_width_m } = site.corridor;
  const toward = (landing_toward_deg * Math.PI) / 180;
  const [ux, uy] = [Math.sin(toward), Math.cos(toward)];
  const at = (along_m: number, left_m: number): [number, number] =>
    offset([site.lon_deg, site.lat_deg], along_m * ux - left_m * uy, along_m * uy + left_m * ux);
  const corners = [
    at(-length_m, half_width_m),
    at(length_m, half_width_m),
    at(length_m, -half_width_m),
    at(-length_m, -half_width_m),
  ];
  const tip = Math.max(half_width_m, ARROW * length_m);
  const arrow = [at(-length_m, 0), at(0, 0), at(-tip, tip / 2), at(0, 0), at(-tip, -tip / 2)];
  return [
    scenarioPolygon([[...corners, corners[0]!]], 'strip', { id: site.id }),
    line(arrow, { kind: 'strip-arrow', id: site.id }),
  ];
}

/** Outlines of zones around which a distance is kept; the map draws them that wide. */
export function bufferFeatures(s: SurveyScenario): FeatureCollection {
  if (!(s.airspace.nfz_buffer_m > 0)) return collection([]);
  return collection(
    s.airspace.no_fly_zones.map((z) =>
      polygon(z.area.coordinates, { timed: z.active_from_sec !== null || z.active_to_sec !== null }),
    ),
  );
}

/** A name stands at one place: the map would write it once in every tile that a polygon touches. */
function nameFeature(rings: Parameters<typeof labelPlace>[0], kind: ScenarioKind, name: string): Feature[] {
  const at = labelPlace(rings);
  return at === null ? [] : [scenarioPoint(at, kind, { name })];
}

function zoneFeature(z: SurveyZone, s: SurveyScenario, ground_m: number): Feature {
  const ceiling = z.ceiling_amsl_m ?? s.airspace.ceiling_amsl_m;
  return scenarioPolygon(z.area.coordinates, 'zone', {
    id: z.id,
    timed: z.active_from_sec !== null || z.active_to_sec !== null,
    floor: Math.max(0, (z.floor_amsl_m ?? ground_m) - ground_m),
    ceiling: Math.max(0, ceiling - ground_m),
  });
}

const scenarioPolygon = (
  rings: Parameters<typeof polygon>[0],
  kind: ScenarioKind,
  properties: Properties = {},
): Feature => polygon(rings, { ...properties, kind });

const scenarioPoint = (at: readonly [number, number], kind: ScenarioKind, properties: Properties): Feature =>
  point(at, { ...properties, kind });

/** The outline of the chosen object. */
export function selectionFeatures(s: SurveyScenario, selection: Selection | null): FeatureCollection {
  if (selection === null) return collection([]);
  const { kind, id } = selection;
  const site = [...s.sites, ...s.candidate_sites].find((x) => x.id === id);
  const obstacle = s.airspace.obstacles.find((x) => x.id === id);
  if (kind === 'boundary') return collection([polygon(s.airspace.boundary.coordinates)]);
  if (kind === 'task') {
    const task = s.tasks.find((t) => t.id === id);
    return collection(task === undefined ? [] : [polygon(task.area.coordinates)]);
  }
  if (kind === 'zone') {
    const zone = s.airspace.no_fly_zones.find((z) => z.id === id);
    return collection(zone === undefined ? [] : [polygon(zone.area.coordinates)]);
  }
  if (kind === 'obstacle' && obstacle !== undefined)
    return collection([point([obstacle.lon_deg, obstacle.lat_deg])]);
  if ((kind === 'site' || kind === 'candidate') && site !== undefined)
    return collection([point([site.lon_deg, site.lat_deg])]);
  return collection([]);
}

/** Lines that catch the pointer while drawing: every outline and site of the scenario. */
export function snapTargets(
  s: SurveyScenario,
  except: Selection | null,
): readonly (readonly [number, number])[][] {
  const skip = (id: string): boolean => except?.id === id;
  return [
    ...(skip('boundary') ? [] : s.airspace.boundary.coordinates),
    ...s.tasks.filter((t) => !skip(t.id)).flatMap((t) => t.area.coordinates),
    ...s.airspace.no_fly_zones.filter((z) => !skip(z.id)).flatMap((z) => z.area.coordinates),
    ...[...s.sites, ...s.candidate_sites]
      .filter((x) => !skip(x.id))
      .map((x) => [[x.lon_deg, x.lat_deg] as [number, number]]),
  ] as [number, number][][];
}

/** Places that the whole view should hold: areas, sites, and the boundary only where there is nothing else. */
export function wholeView(s: SurveyScenario): [number, number][] {
  const places = [
    ...s.tasks.flatMap((t) => t.area.coordinates[0]!),
    ...[...s.sites, ...s.candidate_sites].map((x) => [x.lon_deg, x.lat_deg] as const),
  ];
  return (places.length > 0 ? places : s.airspace.boundary.coordinates[0]!).map(([x, y]) => [x, y]);
}
