import assert from 'node:assert/strict';
import { createFrame } from '#geo';
import { Constraints, type Mission } from '#ir';
import { type AirModel, type SystemState, type Uav, buildAirModel, parseSystemState } from '#world';
import type { RouteRequest } from './route-types.ts';

/** Builds small states from plane metres, for tests of planning and assignment. */

const ORIGIN = [37.6, 55.75] as const;
const made = createFrame(ORIGIN);
assert.ok(made.ok);
export const FRAME = made.value;

type XY = readonly [number, number];
export const lonLat = ([x_m, y_m]: XY): [number, number] => [...FRAME.toLonLat({ x_m, y_m })];

export const ring = (...corners: XY[]): [number, number][] => [...corners, corners[0]!].map(lonLat);

export const box = (west: number, south: number, east: number, north: number): [number, number][] =>
  ring([west, south], [east, south], [east, north], [west, north]);

export type SceneZone = {
  id: string;
  kind: string;
  rings?: [number, number][][];
  circle?: { at: XY; radius_m: number };
  floor_m?: number;
  ceiling_m?: number;
  window?: { start: string | null; end: string | null } | null;
};

export type Scene = {
  half_m?: number;
  cell_m?: number;
  layer_m?: number;
  ceiling_m?: number;
  places?: Record<string, XY>;
  buildings?: { id: string; ring: [number, number][]; height_m: number }[];
  zones?: SceneZone[];
  ceilings?: { id: string; ring: [number, number][]; ceiling_m: number | null }[];
  corridors?: unknown[];
  uavs?: (Partial<Uav> & { at_m?: XY })[];
  wind?: { mps?: number; from_deg?: number | null; gust_mps?: number | null };
  operations?: unknown[];
};

export const TIME = '2026-05-01T12:00:00Z';

const agl = (value_m: number | undefined): { value_m: number; reference: 'AGL' } | null =>
  value_m === undefined ? null : { value_m, reference: 'AGL' };

export function stateOf(scene: Scene): SystemState {
  const half = scene.half_m ?? 300;
  const [west, south] = lonLat([-half, -half]);
  const [east, north] = lonLat([half, half]);
  const places: Record<string, XY> = { home: [-half + 25, -half + 25], ...scene.places };
  const parsed = parseSystemState({
    schema_version: 'state-1',
    region_id: 'test',
    time: TIME,
    city: {
      city_id: 'test',
      name: 'Test',
      origin: [...ORIGIN],
      bounds: [west, south, east, north],
      ground: { amsl_m: 0, geoid_separation_m: null },
      grid: { cell_m: scene.cell_m ?? 10, layer_m: scene.layer_m ?? 10, layers: 12 },
      places: Object.entries(places).map(([id, at]) => ({ id, kind: 'hub', name: id, at: lonLat(at) })),
      buildings: (scene.buildings ?? []).map((b) => ({
        id: b.id,
        footprint: b.ring,
        height_m: b.height_m,
        height_source: 'measured',
      })),
      roads: [],
      provenance: [],
    },
    airspace: {
      ceiling_agl_m: scene.ceiling_m ?? 120,
      zones: (scene.zones ?? []).map((z) => ({
        id: z.id,
        kind: z.kind,
        name: z.id,
        outline: z.circle
          ? { type: 'circle', center: lonLat(z.circle.at), radius_m: z.circle.radius_m }
          : { type: 'polygon', rings: z.rings },
        floor: agl(z.floor_m),
        ceiling: agl(z.ceiling_m),
        window: z.window ?? null,
      })),
      corridors: scene.corridors ?? [],
      ceiling_cells: (scene.ceilings ?? []).map((c) => ({
        id: c.id,
        outline: { type: 'polygon', rings: [c.ring] },
        ceiling_agl_m: c.ceiling_m,
        source: 'test',
      })),
    },
    fleet: (scene.uavs ?? [{}]).map(({ at_m, ...u }, i) => ({
      id: `uav_${i + 1}`,
      name: `uav ${i + 1}`,
      model: 'test',
      status: 'available',
      at: lonLat(at_m ?? places.home!),
      home_place_id: 'home',
      battery_capacity_wh: 200,
      battery_ratio: 0.9,
      cruise_mps: 12,
      climb_mps: 3,
      descent_mps: 2,
      max_payload_kg: 2,
      wind_limit_mps: 10,
      hover_w: 300,
      cruise_w: 350,
      climb_w: 450,
      radius_m: 0.5,
      equipment: ['cargo_bay', 'camera'],
      ...u,
    })),
    weather: {
      observed_at: TIME,
      wind_mps: scene.wind?.mps ?? 0,
      wind_from_deg: scene.wind?.from_deg === undefined ? 0 : scene.wind.from_deg,
      gust_mps: scene.wind?.gust_mps ?? null,
      visibility_m: null,
      precipitation: 'none',
      temperature_c: null,
      source: 'test',
    },
    operations: scene.operations ?? [],
  });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

export function airOf(state: SystemState): AirModel {
  const air = buildAirModel(state);
  assert.ok(air.ok, JSON.stringify(air));
  return air.value;
}

/** A request to fly to the given places in order; the last one is required and landed at. */
export function requestOf(
  scene: Scene,
  stops: Mission['stops'] | string,
  more: Partial<RouteRequest> & { constraints?: Partial<Constraints> } = {},
): RouteRequest {
  const state = stateOf(scene);
  const list =
    typeof stops === 'string' ? [{ place_id: stops, action: 'land' as const, service_sec: 0 }] : stops;
  const { constraints, ...rest } = more;
  return {
    state,
    air: airOf(state),
    uav: state.fleet[0]!,
    mission: {
      stops: list,
      required_stop: list.length - 1,
      returns_home: false,
      constraints: Constraints.parse(constraints ?? {}),
    },
    avoid_zones: [],
    sensitive_zones: [],
    planner: 'astar_3d',
    ...rest,
  };
}
