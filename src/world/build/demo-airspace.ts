import { type Frame } from '#geo';
import { type Airspace, type Corridor, type TimeWindow, type Zone, type ZoneKind } from '../airspace.ts';
import { DEMO_PLACES } from './demo-places.ts';
import {
  type Box,
  type EastNorth,
  boundsOf,
  cornersOf,
  lonLatOf,
  regularPolygon,
  ringOf,
} from './plane-kit.ts';
import { type CeilingStep, standinCeilings } from './standin-ceilings.ts';

/** The demo city's present moment. */
export const DEMO_TIME = '2026-05-12T09:00:00Z';

const FIRE: TimeWindow = { start: '2026-05-12T08:30:00Z', end: '2026-05-12T11:00:00Z' };
const MATCH: TimeWindow = { start: '2026-05-12T11:30:00Z', end: '2026-05-12T14:30:00Z' };

/** Steps for a small airfield, so that only the corner around it is limited. */
const AIRFIELD_STEPS: readonly CeilingStep[] = [
  { within_m: 500, ceiling_ft: 0 },
  { within_m: 700, ceiling_ft: 100 },
  { within_m: 1200, ceiling_ft: 200 },
  { within_m: 1300, ceiling_ft: 300 },
];

type Words = readonly [en: string, ru: string, zh: string];

/** Zones, corridors and ceilings over Lindenport. */
export function demoAirspace(frame: Frame, half_m: number): Airspace {
  const airfield = DEMO_PLACES.find((p) => p.id === 'airport_A')!;
  return {
    ceiling_agl_m: 120,
    zones: [...closedZones(frame), ...schoolZones(frame)],
    corridors: demoCorridors(frame),
    ceiling_cells: standinCeilings(
      [{ code: 'DEMO', at: lonLatOf(frame, airfield.at) }],
      boundsOf(frame, half_m, half_m),
      AIRFIELD_STEPS,
    ),
  };
}

function zone(
  id: string,
  kind: ZoneKind,
  [en, ru, zh]: Words,
  rest: Pick<Zone, 'outline' | 'window' | 'reason'>,
): Zone {
  return {
    id,
    kind,
    name: en,
    other_names: { en: [], ru: [ru], zh: [zh] },
    floor: null,
    ceiling: null,
    ...rest,
  };
}

function polygon(frame: Frame, corners: readonly EastNorth[]): Zone['outline'] {
  return { type: 'polygon', rings: [ringOf(frame, corners)] };
}

function closedZones(frame: Frame): Zone[] {
  const box = (at: EastNorth, width_m: number, depth_m: number, angle_rad: number): Box => ({
    at,
    width_m,
    depth_m,
    angle_rad,
  });
  return [
    zone('nfz_airfield', 'no_fly', ['Airfield Zone', 'Зона аэродрома', '机场禁飞区'], {
      outline: polygon(frame, cornersOf(box([-1600, 1600], 640, 340, 0.55))),
      window: null,
      reason: 'runway and approach',
    }),
    zone('nfz_prison', 'no_fly', ['Prison Zone', 'Зона тюрьмы', '监狱禁飞区'], {
      outline: polygon(frame, cornersOf(box([1500, 1350], 360, 300, 0.3))),
      window: null,
      reason: 'flights over the prison are forbidden',
    }),
    zone('nfz_power_plant', 'no_fly', ['Power Plant Zone', 'Зона электростанции', '发电厂禁飞区'], {
      outline: { type: 'circle', center: lonLatOf(frame, [1560, -1560]), radius_m: 260 },
      window: null,
      reason: 'power plant',
    }),
    zone('tfr_fire', 'temporary_no_fly', ['Depot Fire Zone', 'Зона пожара на складе', '仓库火灾管制区'], {
      outline: polygon(frame, regularPolygon([440, -130], 180, 6, 0.4)),
      window: FIRE,
      reason: 'fire fighting aircraft at work',
    }),
    zone('tfr_match', 'temporary_no_fly', ['Match Day Zone', 'Зона матча', '比赛日管制区'], {
      outline: { type: 'circle', center: lonLatOf(frame, [-1350, -450]), radius_m: 300 },
      window: MATCH,
      reason: 'crowd at the stadium',
    }),
  ];
}

/** Circles over three of the four schools, from the ground to 60 m: flown over, or passed by at a distance. */
function schoolZones(frame: Frame): Zone[] {
  return DEMO_PLACES.filter((p) => ['school_A', 'school_B', 'school_C'].includes(p.id)).map((p) => ({
    id: `school_zone_${p.mark}`,
    kind: 'sensitive' as const,
    name: `${p.en} Zone`,
    other_names: {
      en: [`school zone ${p.mark}`],
      ru: [`школьная зона ${p.mark}`, `Зона: ${p.ru}`],
      zh: [`${p.mark}学校区域`, `${p.zh}区域`],
    },
    outline: { type: 'circle' as const, center: lonLatOf(frame, p.at), radius_m: 90 },
    floor: null,
    ceiling: { value_m: 60, reference: 'AGL' as const },
    window: null,
    reason: 'children',
  }));
}

function demoCorridors(frame: Frame): Corridor[] {
  const corridor = (id: string, name: string, capacity: number, line: readonly EastNorth[]): Corridor => ({
    id,
    name,
    line: line.map((p) => lonLatOf(frame, p)),
    width_m: 40,
    floor: { value_m: 60, reference: 'AGL' },
    ceiling: { value_m: 90, reference: 'AGL' },
    capacity,
  });
  return [
    corridor('corridor_north', 'North Corridor', 2, [
      [-300, 1150],
      [400, 1090],
      [1050, 980],
    ]),
    corridor('corridor_river', 'River Corridor', 1, [
      [-1400, -800],
      [1400, -800],
    ]),
    corridor('corridor_east', 'East Corridor', 3, [
      [1350, 350],
      [1000, 640],
      [1050, 980],
    ]),
  ];
}
