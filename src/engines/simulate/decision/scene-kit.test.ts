/** A small scene for the tests of this folder: one aircraft, pads in a row, buildings and zones on request. No tests. */
import { must } from '#base';
import type { Mission } from '#ir';
import {
  type AirModel,
  type SystemState,
  type Trajectory,
  type Uav,
  buildAirModel,
  parseSystemState,
} from '#world';

const ORIGIN = [10, 0] as const;
const M_PER_DEG_LON = 111319.4907932264;
const M_PER_DEG_LAT = 110574.27582159435;

export const lonLat = (x: number, y: number): [number, number] => [
  ORIGIN[0] + x / M_PER_DEG_LON,
  ORIGIN[1] + y / M_PER_DEG_LAT,
];

export const rectangle = (x0: number, y0: number, x1: number, y1: number): [number, number][] => [
  lonLat(x0, y0),
  lonLat(x1, y0),
  lonLat(x1, y1),
  lonLat(x0, y1),
  lonLat(x0, y0),
];

export type SceneOptions = {
  readonly wind_mps?: number;
  readonly wind_from_deg?: number | null;
  readonly gust_mps?: number | null;
  readonly buildings?: readonly unknown[];
  readonly zones?: readonly unknown[];
  readonly operations?: readonly unknown[];
  readonly uav?: Partial<Uav>;
};

export type Scene = { readonly state: SystemState; readonly air: AirModel; readonly uav: Uav };

export function scene(options: SceneOptions = {}): Scene {
  const parsed = parseSystemState({
    schema_version: 'state-1',
    region_id: 'scene',
    time: '2026-01-01T12:00:00Z',
    city: {
      city_id: 'scene',
      name: 'Scene',
      origin: ORIGIN,
      bounds: [ORIGIN[0] - 0.03, -0.03, ORIGIN[0] + 0.03, 0.03],
      ground: { amsl_m: 0, geoid_separation_m: null },
      grid: { cell_m: 10, layer_m: 10, layers: 12 },
      places: ['home', 'clinic', 'tower'].map((id, i) => ({
        id,
        kind: 'other',
        name: id,
        at: lonLat(i * 1000, 0),
      })),
      buildings: options.buildings ?? [],
      roads: [],
      provenance: [],
    },
    airspace: { ceiling_agl_m: 120, zones: options.zones ?? [], corridors: [], ceiling_cells: [] },
    fleet: [
      {
        id: 'uav-1',
        name: 'One',
        model: 'test',
        status: 'available',
        at: lonLat(0, 0),
        home_place_id: 'home',
        battery_capacity_wh: 260,
        battery_ratio: 0.9,
        cruise_mps: 14,
        climb_mps: 3,
        descent_mps: 2,
        max_payload_kg: 2,
        wind_limit_mps: 11,
        hover_w: 480,
        cruise_w: 520,
        climb_w: 620,
        radius_m: 0.6,
        equipment: ['cargo_bay'],
        ...options.uav,
      },
    ],
    weather: {
      observed_at: '2026-01-01T12:00:00Z',
      wind_mps: options.wind_mps ?? 0,
      wind_from_deg: options.wind_from_deg === undefined ? 270 : options.wind_from_deg,
      gust_mps: options.gust_mps ?? null,
      visibility_m: null,
      precipitation: 'none',
      temperature_c: null,
      source: 'test',
    },
    operations: options.operations ?? [],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const air = buildAirModel(parsed.value);
  if (!air.ok) throw new Error(JSON.stringify(air.error));
  return { state: parsed.value, air: air.value, uav: must(parsed.value.fleet[0], 'an aircraft') };
}

export function missionTo(place_id: string, constraints: Partial<Mission['constraints']> = {}): Mission {
  return {
    stops: [{ place_id, action: 'land', service_sec: 0 }],
    required_stop: 0,
    returns_home: false,
    constraints: {
      deadline_sec: null,
      altitude_min_m: 30,
      altitude_max_m: 120,
      min_separation_m: 10,
      battery_reserve_ratio: 0.2,
      max_risk_level: 'medium',
      corridor_capacity_required: 1,
      ...constraints,
    },
  };
}

/** Up at x = 0, east at `speed`, down at `x_m`; y is constant. */
export function straightPlan(stop_id: string, x_m: number, speed = 14, z_m = 60, delay_sec = 0): Trajectory {
  const up = delay_sec + z_m / 3;
  const across = up + x_m / speed;
  const points = [
    ...(delay_sec > 0 ? [{ t_sec: 0, x_m: 0, y_m: 0, z_m: 0, stop_id: null }] : []),
    { t_sec: delay_sec, x_m: 0, y_m: 0, z_m: 0, stop_id: null },
    { t_sec: up, x_m: 0, y_m: 0, z_m, stop_id: null },
    { t_sec: across, x_m, y_m: 0, z_m, stop_id: null },
    { t_sec: across + z_m / 2, x_m, y_m: 0, z_m: 0, stop_id },
  ];
  return points;
}
