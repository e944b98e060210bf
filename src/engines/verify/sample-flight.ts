import { must } from '#base';
import { createFrame } from '#geo';
import { Constraints, type Mission, type VerificationSpecs } from '#ir';
import {
  type AcceptedOperation,
  type CeilingCell,
  type Corridor,
  type SystemState,
  type Trajectory,
  type Uav,
  type Weather,
  type Zone,
  buildAirModel,
} from '#world';
import type { VerifyRequest } from './flight.ts';

/** A flat test world at 55.75 north: all shapes in metres east and north of its origin, for tests. */
export type Scene = {
  readonly zones?: readonly Zone[];
  readonly buildings?: readonly { readonly id: string; readonly ring: Ring; readonly height_m: number }[];
  readonly corridors?: readonly Corridor[];
  readonly cells?: readonly CeilingCell[];
  readonly operations?: readonly AcceptedOperation[];
  readonly weather?: Partial<Weather>;
  readonly uav?: Partial<Uav>;
  readonly constraints?: Partial<Constraints>;
  readonly specs?: Partial<VerificationSpecs>;
  readonly avoid_zones?: readonly string[];
  readonly sensitive_zones?: readonly string[];
  readonly mission?: Partial<Mission>;
  /** Ids of places that charge. */
  readonly chargers?: readonly string[];
};

/** Corners in metres, not closed. */
export type Ring = readonly (readonly [x_m: number, y_m: number])[];

const ORIGIN = [37.6, 55.75] as const;
const made = createFrame(ORIGIN);
const frame = must(made.ok ? made.value : null, 'the test origin has a frame');

/** WGS84 of a point in metres. */
export function lonLat(x_m: number, y_m: number): [number, number] {
  return [...frame.toLonLat({ x_m, y_m })] as [number, number];
}

function closed(ring: Ring): [number, number][] {
  return [...ring, ring[0]!].map(([x, y]) => lonLat(x, y));
}

/** A zone over corners in metres. */
export function zoneOver(id: string, kind: Zone['kind'], ring: Ring, more: Partial<Zone> = {}): Zone {
  return {
    id,
    kind,
    name: id,
    other_names: { en: [], ru: [], zh: [] },
    outline: { type: 'polygon', rings: [closed(ring)] },
    floor: null,
    ceiling: null,
    window: null,
    reason: null,
    ...more,
  };
}

/** A rectangle of given middle and half sides, turned counter-clockwise. */
export function turnedBox(x: number, y: number, half_x: number, half_y: number, turn_rad = 0): Ring {
  const [c, s] = [Math.cos(turn_rad), Math.sin(turn_rad)];
  return [
    [-half_x, -half_y],
    [half_x, -half_y],
    [half_x, half_y],
    [-half_x, half_y],
  ].map(([u, v]) => [x + u! * c - v! * s, y + u! * s + v! * c] as const);
}

/** An instant some seconds after the test world's time. */
export function after(sec: number): string {
  return new Date(Date.UTC(2026, 4, 1, 12, 0, 0) + sec * 1000).toISOString();
}

function sampleUav(): Uav {
  return {
    id: 'uav_1',
    name: 'Uav 1',
    model: 'test',
    status: 'available',
    at: lonLat(0, 0),
    home_place_id: 'home',
    battery_capacity_wh: 100,
    battery_ratio: 1,
    cruise_mps: 10,
    climb_mps: 2.5,
    descent_mps: 2,
    max_payload_kg: 2,
    wind_limit_mps: 9,
    hover_w: 500,
    cruise_w: 400,
    climb_w: 700,
    radius_m: 0.5,
    equipment: ['cargo_bay'],
  };
}

/** The test world: an aircraft at (0, 0), places `goal` at (1000, 0), `middle` at (500, 0) and `far` at (-400, 0). */
export function sampleState(scene: Scene = {}): SystemState {
  const place = (id: string, x: number, y: number): SystemState['city']['places'][number] => ({
    id,
    kind: 'other',
    name: id,
    other_names: { en: [], ru: [], zh: [] },
    at: lonLat(x, y),
    chargers: scene.chargers?.includes(id) === true ? 1 : null,
  });
  const [west, south] = lonLat(-2000, -2000);
  const [east, north] = lonLat(2000, 2000);
  return {
    schema_version: 'state-1',
    region_id: 'test',
    time: after(0),
    city: {
      city_id: 'test',
      name: 'Test',
      origin: [...ORIGIN],
      bounds: [west, south, east, north],
      ground: { amsl_m: 150, geoid_separation_m: null },
      grid: { cell_m: 10, layer_m: 10, layers: 12 },
      places: [place('home', 0, 0), place('goal', 1000, 0), place('middle', 500, 0), place('far', -400, 0)],
      buildings: (scene.buildings ?? []).map((b) => ({
        id: b.id,
        footprint: closed(b.ring),
        height_m: b.height_m,
        height_source: 'measured' as const,
      })),
      roads: [],
      provenance: [],
    },
    airspace: {
      ceiling_agl_m: 150,
      zones: [...(scene.zones ?? [])],
      corridors: [...(scene.corridors ?? [])],
      ceiling_cells: [...(scene.cells ?? [])],
    },
    fleet: [{ ...sampleUav(), ...scene.uav }],
    weather: {
      observed_at: after(0),
      wind_mps: 0,
      wind_from_deg: 0,
      gust_mps: null,
      visibility_m: null,
      precipitation: 'none',
      temperature_c: null,
      source: 'test',
      ...scene.weather,
    },
    operations: [...(scene.operations ?? [])],
    tasks: [],
  };
}

/** Points as [t, x, y, z] or [t, x, y, z, stop]. */
export type Row = readonly [t: number, x: number, y: number, z: number, stop?: string];

/** A trajectory from rows. */
export function track(rows: readonly Row[]): Trajectory {
  return rows.map(([t_sec, x_m, y_m, z_m, stop_id = null]) => ({ t_sec, x_m, y_m, z_m, stop_id }));
}

/** Up 50 m in 20 s, 1000 m east in 100 s, down in 25 s: 145 s in all, 17.44 Wh. */
export const STRAIGHT: readonly Row[] = [
  [0, 0, 0, 0],
  [20, 0, 0, 50],
  [120, 1000, 0, 50],
  [145, 1000, 0, 0, 'goal'],
];

/** A request to verify some rows in a scene; the mission lands at `goal` unless the scene says otherwise. */
export function sampleRequest(scene: Scene = {}, rows: readonly Row[] = STRAIGHT): VerifyRequest {
  const state = sampleState(scene);
  const air = buildAirModel(state);
  const mission: Mission = {
    stops: [{ place_id: 'goal', action: 'land', service_sec: 0 }],
    required_stop: 0,
    returns_home: false,
    constraints: { ...Constraints.parse({}), deadline_sec: 600, ...scene.constraints },
    ...scene.mission,
  };
  return {
    state,
    air: must(air.ok ? air.value : null, 'the test scene can be placed'),
    uav: state.fleet[0]!,
    mission,
    trajectory: track(rows),
    entities: {
      avoid_zones: [...(scene.avoid_zones ?? [])],
      sensitive_zones: [...(scene.sensitive_zones ?? [])],
    },
    specs: { ltl: [], stl: [], program_rules: [], ...scene.specs },
  };
}
