/** Whether a well-formed scenario makes sense: references, rings, positions, contradictions. */
import { type SurveyCatalogue } from './catalogue.ts';
import { aircraftFigures, carries, equipmentErrorText, payloadFigures } from './equipment.ts';
import { type LonLat, type LonLatPolygon } from './primitives.ts';
import { ringFault } from './rings.ts';
import { equipmentErrorTextRu } from './russian.ts';
import { type SurveyScenario, type SurveySite, type SurveyTask } from './scenario.ts';
import { type SurveyIssue, surveyIssue } from './survey-issue.ts';

/**
 * All findings about a scenario that need neither a plan nor polygon arithmetic, in the order of the document.
 * An empty list says that a planner may start, not that a plan exists.
 */
export function checkScenario(scenario: SurveyScenario, catalogue: SurveyCatalogue): SurveyIssue[] {
  return [
    ...duplicateIds(scenario),
    ...terrainIssues(scenario),
    ...positionIssues(scenario),
    ...ringIssues(scenario),
    ...airspaceIssues(scenario),
    ...scenario.tasks.flatMap((task, i) => taskIssues(task, `tasks.${i}`)),
    ...unitIssues(scenario, catalogue),
    ...weatherIssues(scenario),
  ];
}

function duplicateIds(s: SurveyScenario): SurveyIssue[] {
  const lists: [string, readonly { readonly id: string }[]][] = [
    ['tasks', s.tasks],
    ['sites', s.sites],
    ['candidate_sites', s.candidate_sites],
    ['units', s.units],
    ['airspace.no_fly_zones', s.airspace.no_fly_zones],
    ['airspace.obstacles', s.airspace.obstacles],
  ];
  // One name space: findings and chat refer to any object by its bare id.
  const seen = new Map<string, string>();
  const issues: SurveyIssue[] = [];
  for (const [where, list] of lists) {
    list.forEach(({ id }, i) => {
      const path = `${where}.${i}.id`;
      const first = seen.get(id);
      if (first === undefined) seen.set(id, path);
      else
        issues.push(
          surveyIssue(
            'G0-08',
            { object_ids: [id], path },
            `id ${id} is used at ${first} already`,
            `идентификатор ${id} уже занят (${first})`,
          ),
        );
    });
  }
  return issues;
}

function terrainIssues(s: SurveyScenario): SurveyIssue[] {
  const t = s.terrain;
  if (t.type !== 'grid') return [];
  const posts = t.columns * t.rows;
  if (t.amsl_m.length !== posts)
    return [
      surveyIssue(
        'G0-06',
        { path: 'terrain.amsl_m', measured: t.amsl_m.length, limit: posts, unit: '1' },
        `the terrain grid has ${t.amsl_m.length} heights for ${posts} posts`,
        `в сетке рельефа ${t.amsl_m.length} высот на ${posts} узлов`,
      ),
    ];
  const inside = (p: LonLat) =>
    p[0] >= t.west_deg &&
    p[0] <= t.west_deg + (t.columns - 1) * t.step_lon_deg &&
    p[1] >= t.south_deg &&
    p[1] <= t.south_deg + (t.rows - 1) * t.step_lat_deg;
  const issues: SurveyIssue[] = [];
  s.tasks.forEach((task, i) => {
    const bare = task.area.coordinates[0]!.find((p) => !inside(p));
    if (bare !== undefined)
      issues.push(
        surveyIssue(
          'G0-06',
          { object_ids: [task.id], path: `tasks.${i}.area`, at: bare },
          'the terrain grid does not cover the area',
          'сетка рельефа не покрывает участок',
        ),
      );
  });
  return issues;
}

/** Every place of the document with where it stands. */
function places(s: SurveyScenario): { id: string; path: string; points: readonly LonLat[] }[] {
  const site = (where: string) => (x: SurveySite, i: number) => ({
    id: x.id,
    path: `${where}.${i}`,
    points: [[x.lon_deg, x.lat_deg] as const],
  });
  return [
    { id: 'boundary', path: 'airspace.boundary', points: s.airspace.boundary.coordinates.flat() },
    ...s.airspace.no_fly_zones.map((z, i) => ({
      id: z.id,
      path: `airspace.no_fly_zones.${i}.area`,
      points: z.area.coordinates.flat(),
    })),
    ...s.airspace.obstacles.map((o, i) => ({
      id: o.id,
      path: `airspace.obstacles.${i}`,
      points: [[o.lon_deg, o.lat_deg] as const],
    })),
    ...s.tasks.map((t, i) => ({ id: t.id, path: `tasks.${i}.area`, points: t.area.coordinates.flat() })),
    ...s.sites.map(site('sites')),
    ...s.candidate_sites.map(site('candidate_sites')),
  ];
}

/** Latitudes beyond the poles, and objects that lie in the boundary's box only when their axes are exchanged. */
function positionIssues(s: SurveyScenario): SurveyIssue[] {
  const all = places(s);
  const box = boxOf(s.airspace.boundary.coordinates[0]!);
  const issues: SurveyIssue[] = [];
  for (const { id, path, points } of all) {
    const beyond = points.find((p) => Math.abs(p[1]) > 90);
    const swapped = points.map(([x, y]): LonLat => [y, x]);
    const astray = !points.some((p) => inBox(p, box)) && swapped.every((p) => inBox(p, box));
    if (beyond !== undefined || astray)
      issues.push(
        surveyIssue(
          'G0-09',
          { object_ids: [id], path, at: beyond ?? points[0]! },
          'longitude and latitude look exchanged',
          'похоже, долгота и широта переставлены',
        ),
      );
  }
  return issues;
}

type Box = { readonly west: number; readonly east: number; readonly south: number; readonly north: number };

function boxOf(ring: readonly LonLat[]): Box {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of ring) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return { west, east, south, north };
}

function inBox(p: LonLat, b: Box): boolean {
  return p[0] >= b.west && p[0] <= b.east && p[1] >= b.south && p[1] <= b.north;
}

function ringIssues(s: SurveyScenario): SurveyIssue[] {
  return [
    ...polygonIssues('boundary', 'airspace.boundary', s.airspace.boundary),
    ...s.airspace.no_fly_zones.flatMap((z, i) =>
      polygonIssues(z.id, `airspace.no_fly_zones.${i}.area`, z.area),
    ),
    ...s.tasks.flatMap((t, i) => polygonIssues(t.id, `tasks.${i}.area`, t.area)),
  ];
}

const RING_TEXT = {
  not_closed: [
    'the ring is not closed: repeat its first position at the end',
    'кольцо не замкнуто: повторите первую точку в конце',
  ],
  too_few_points: ['the ring has fewer than three different positions', 'в кольце меньше трёх разных точек'],
  self_crossing: ['the ring crosses or touches itself', 'кольцо пересекает или касается само себя'],
  zero_area: ['the ring encloses no area', 'кольцо не охватывает площади'],
} as const;

function polygonIssues(id: string, path: string, polygon: LonLatPolygon): SurveyIssue[] {
  return polygon.coordinates.flatMap((ring, i) => {
    const fault = ringFault(ring);
    if (fault === null) return [];
    const [en, ru] = RING_TEXT[fault.type];
    const code = fault.type === 'zero_area' ? 'G0-02' : 'G0-01';
    return [surveyIssue(code, { object_ids: [id], path: `${path}.coordinates.${i}`, at: fault.at }, en, ru)];
  });
}

function airspaceIssues(s: SurveyScenario): SurveyIssue[] {
  const a = s.airspace;
  const issues: SurveyIssue[] = [];
  if (!(a.floor_amsl_m < a.ceiling_amsl_m))
    issues.push(
      surveyIssue(
        'G0-10',
        { path: 'airspace.floor_amsl_m', measured: a.floor_amsl_m, limit: a.ceiling_amsl_m, unit: 'm' },
        'the floor is not below the ceiling',
        'нижняя граница не ниже верхней',
      ),
    );
  a.no_fly_zones.forEach((z, i) => {
    const path = `airspace.no_fly_zones.${i}`;
    if (z.floor_amsl_m !== null && z.ceiling_amsl_m !== null && !(z.floor_amsl_m < z.ceiling_amsl_m))
      issues.push(
        surveyIssue(
          'G0-10',
          { object_ids: [z.id], path, measured: z.floor_amsl_m, limit: z.ceiling_amsl_m, unit: 'm' },
          'the floor of the zone is not below its ceiling',
          'нижняя граница зоны не ниже верхней',
        ),
      );
    if (z.active_from_sec !== null && z.active_to_sec !== null && !(z.active_from_sec < z.active_to_sec))
      issues.push(
        surveyIssue(
          'G0-10',
          { object_ids: [z.id], path, measured: z.active_from_sec, limit: z.active_to_sec, unit: 's' },
          'the zone ends before it begins',
          'зона кончается раньше, чем начинается',
        ),
      );
  });
  return issues;
}

const QUALITY_OF = {
  camera: ['gsd'],
  lidar: ['point_density', 'line_spacing'],
  magnetometer: ['line_spacing'],
} as const satisfies Record<SurveyTask['survey_type'], readonly SurveyTask['quality']['type'][]>;

function taskIssues(task: SurveyTask, path: string): SurveyIssue[] {
  const allowed: readonly string[] = QUALITY_OF[task.survey_type];
  const issues: SurveyIssue[] = [];
  const object_ids = [task.id];
  if (!allowed.includes(task.quality.type))
    issues.push(
      surveyIssue(
        'G0-10',
        { object_ids, path: `${path}.quality` },
        `a ${task.survey_type} survey is asked for by ${allowed.join(' or ')}`,
        `для съёмки «${task.survey_type}» задаётся ${allowed.join(' или ')}`,
      ),
    );
  if (task.tie_line_every !== null && task.survey_type !== 'magnetometer')
    issues.push(
      surveyIssue(
        'G0-10',
        { object_ids, path: `${path}.tie_line_every` },
        'tie lines belong to magnetometer surveys',
        'связующие маршруты бывают только у магнитной съёмки',
      ),
    );
  return issues;
}

function unitIssues(s: SurveyScenario, catalogue: SurveyCatalogue): SurveyIssue[] {
  const sites = new Set(s.sites.map((x) => x.id));
  const issues: SurveyIssue[] = [];
  s.units.forEach((unit, i) => {
    const path = `units.${i}`;
    const object_ids = [unit.id];
    if (!sites.has(unit.home_site_id))
      issues.push(
        surveyIssue(
          'G0-03',
          { object_ids: [unit.id, unit.home_site_id], path: `${path}.home_site_id` },
          `there is no site ${unit.home_site_id}`,
          `нет площадки ${unit.home_site_id}`,
        ),
      );
    const model = catalogue.aircraft.find((m) => m.id === unit.model_id);
    const figures = aircraftFigures(catalogue, unit.model_id);
    if (!figures.ok)
      issues.push(
        surveyIssue(
          figures.error.type === 'unknown_equipment' ? 'G0-03' : 'G0-05',
          { object_ids, path: `${path}.model_id` },
          equipmentErrorText(figures.error),
          `модель борта ${unit.id}: ${equipmentErrorTextRu(figures.error)}`,
        ),
      );
    const payload = payloadFigures(catalogue, unit.payload_id);
    if (!payload.ok)
      issues.push(
        surveyIssue(
          payload.error.type === 'unknown_equipment' ? 'G0-03' : 'G0-05',
          { object_ids, path: `${path}.payload_id` },
          equipmentErrorText(payload.error),
          `нагрузка борта ${unit.id}: ${equipmentErrorTextRu(payload.error)}`,
        ),
      );
    if (model !== undefined && payload.ok && !carries(model, unit.payload_id))
      issues.push(
        surveyIssue(
          'G0-04',
          { object_ids, path: `${path}.payload_id` },
          `${unit.model_id} does not carry ${unit.payload_id}`,
          `${unit.model_id} не несёт ${unit.payload_id}`,
        ),
      );
  });
  return issues;
}

function weatherIssues(s: SurveyScenario): SurveyIssue[] {
  const { wind_mps, gust_mps } = s.weather;
  if (gust_mps >= wind_mps) return [];
  return [
    surveyIssue(
      'G0-10',
      { path: 'weather.gust_mps', measured: gust_mps, limit: wind_mps, unit: 'm/s' },
      'gusts are weaker than the wind',
      'порывы слабее самого ветра',
    ),
  ];
}
