import { createRng } from '#base';
import { type Frame } from '#geo';
import { type Building, type City, type Place } from '../city.ts';
import { type SystemState } from '../system-state.ts';
import { DEMO_TIME, demoAirspace } from './demo-airspace.ts';
import { demoFleet, demoOperations } from './demo-fleet.ts';
import { DEMO_PLACES } from './demo-places.ts';
import { type Box, type EastNorth, boundsOf, distance_m, frameAt, lonLatOf } from './plane-kit.ts';
import { namesWith, shortNames } from './short-names.ts';
import {
  type Fabric,
  type KeepOut,
  type Landmark,
  type TownPlan,
  buildingOf,
  fillBlocks,
  streetsOf,
} from './town-blocks.ts';

/** The seed of the bundled city. */
export const DEMO_SEED = 20260512;

/** The city stands in the middle of the Atlantic, where nobody will take it for a real one. */
const ORIGIN: [number, number] = [-30, 40];
const HALF_M = 2000;
const DOWNTOWN: EastNorth = [0, 250];

/** Nothing is built within this distance of a place's point: a pad of 15 m and room for the rotors. */
const PAD_CLEAR_M = 30;

/** Lindenport: an invented city of 4 km by 4 km with a river, a downtown, an airfield and a harbour. */
export function demoCity(seed: number = DEMO_SEED): SystemState {
  const frame = frameAt(ORIGIN);
  const plan = townPlan();
  const city: City = {
    city_id: 'demo',
    name: 'Lindenport (synthetic demo city)',
    origin: ORIGIN,
    bounds: boundsOf(frame, HALF_M, HALF_M),
    ground: { amsl_m: 12, geoid_separation_m: 55 },
    grid: { cell_m: 10, layer_m: 10, layers: 12 },
    places: places(frame),
    buildings: [...landmarks(frame), ...fillBlocks(frame, plan, createRng(seed).fork('buildings'))],
    roads: streetsOf(frame, plan),
    provenance: [
      {
        source: `generated: Lindenport, seed ${seed}`,
        sha256: null,
        snapshot: null,
        attribution: null,
        synthetic: true,
      },
    ],
  };
  return {
    schema_version: 'state-1',
    region_id: 'demo',
    time: DEMO_TIME,
    city,
    airspace: demoAirspace(frame, HALF_M),
    fleet: demoFleet(frame),
    weather: {
      observed_at: '2026-05-12T08:50:00Z',
      wind_mps: 4,
      wind_from_deg: 250,
      gust_mps: 6.5,
      visibility_m: 10_000,
      precipitation: 'none',
      temperature_c: 17,
      source: 'generated: invented report of the demo city',
    },
    operations: demoOperations(),
    tasks: demoTasks(),
  };
}

function places(frame: Frame): Place[] {
  return DEMO_PLACES.map((p) => ({
    id: p.id,
    kind: p.kind,
    name: p.en,
    other_names: namesWith({ en: [], ru: [p.ru], zh: [p.zh] }, shortNames(p.kind, p.mark)),
    at: lonLatOf(frame, p.at),
    chargers: p.chargers,
  }));
}

function townPlan(): TownPlan {
  const keepOuts: KeepOut[] = [
    ...DEMO_PLACES.map((p) => ({ at: p.at, radius_m: openRadius_m(p.kind) })),
    ...LANDMARKS.map((m) => ({ at: m.box.at, radius_m: Math.hypot(m.box.width_m, m.box.depth_m) / 2 + 2 })),
  ];
  return {
    half_m: HALF_M,
    pitch_m: 132,
    street_m: 22,
    angle_rad: 0.19,
    fabricAt,
    keepOuts,
    isOpen: ([x, y], r) => !inRiver(y, r) && !(Math.hypot(x + 1600, y - 1600) < 420 + r),
  };
}

function openRadius_m(kind: Place['kind']): number {
  if (kind === 'stadium') return 140;
  if (kind === 'park') return 170;
  return PAD_CLEAR_M;
}

function inRiver(y: number, r: number): boolean {
  return Math.abs(y + 800) < 75 + r;
}

function fabricAt(at: EastNorth): Fabric | null {
  const r = distance_m(at, DOWNTOWN);
  if (r < 520) return { lots: 2, built_ratio: 0.92, low_m: 18, high_m: 90 };
  if (r < 1100) return { lots: 2, built_ratio: 0.8, low_m: 8, high_m: 28 };
  const harbour = at[0] > 300 && at[1] < -900;
  if (harbour) return { lots: 1, built_ratio: 0.6, low_m: 9, high_m: 16 };
  return { lots: 2, built_ratio: 0.42, low_m: 5, high_m: 10 };
}

const turned = 0.19;

function mark(
  id: string,
  at: EastNorth,
  size: readonly [number, number],
  height_m: number,
  angle_rad = turned,
): Landmark {
  const box: Box = { at, width_m: size[0], depth_m: size[1], angle_rad };
  return { id, box, height_m };
}

/** Buildings that stand beside the places, and the pylons and wires that inspections look at. */
const LANDMARKS: readonly Landmark[] = [
  mark('b_hospital_A', [-475, 300], [60, 40], 42),
  mark('b_hospital_B', [650, -1095], [60, 36], 24),
  mark('b_hospital_C', [1105, 1015], [50, 40], 30),
  mark('b_tv_tower', [735, 555], [14, 14], 85, 0.6),
  mark('b_crane', [-112, -425], [10, 10], 60, 0.9),
  mark('b_station', [360, 235], [70, 26], 22),
  mark('b_stadium_stand', [-1350, -345], [150, 26], 24, 0),
  mark('b_university', [-960, 370], [70, 40], 26),
  mark('b_bridge_A_pylon_1', [-60, -755], [8, 8], 40, 0),
  mark('b_bridge_A_pylon_2', [-60, -845], [8, 8], 40, 0),
  mark('b_bridge_B_pylon_1', [1000, -755], [8, 8], 35, 0),
  mark('b_bridge_B_pylon_2', [1000, -845], [8, 8], 35, 0),
  ...powerLine([900, -1400], [1340, -1340], 4),
];

/** Pylons of 32 m, and between them the wires as a wall 4 m wide and 28 m high: wires are not flown under. */
function powerLine(from: EastNorth, to: EastNorth, spans: number): Landmark[] {
  const length_m = distance_m(from, to);
  const angle_rad = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const on = (t: number): EastNorth => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
  const pylons = Array.from({ length: spans + 1 }, (_, i) =>
    mark(`b_power_pylon_${i + 1}`, on(i / spans), [7, 7], 32, angle_rad),
  );
  const wires = Array.from({ length: spans }, (_, i) =>
    mark(`b_power_wire_${i + 1}`, on((i + 0.5) / spans), [length_m / spans - 8, 4], 28, angle_rad),
  );
  return [...pylons, ...wires];
}

function landmarks(frame: Frame): Building[] {
  return LANDMARKS.map((m) => buildingOf(frame, m));
}

/** Instructions that wait in the demo city's queue, one in each language. */
function demoTasks(): SystemState['tasks'] {
  const waiting = (
    id: string,
    priority: 'normal' | 'high',
    instruction: string,
  ): SystemState['tasks'][number] => ({
    id,
    instruction,
    priority,
    received_at: '2026-05-12T08:58:00Z',
    status: 'waiting',
    uav_id: null,
  });
  return [
    waiting(
      'task_1',
      'high',
      'Deliver blood from hospital A to accident site 1 within 12 minutes, avoid the fire zone',
    ),
    waiting('task_2', 'normal', 'Осмотри Старый мост'),
    waiting('task_3', 'normal', '20分钟内把包裹从港口仓库送到B医院'),
  ];
}
