import { test } from 'node:test';
import assert from 'node:assert/strict';
import { prismContains } from '#geo';
import { buildAirModel, ceilingAt_m } from './air-model.ts';
import { type SystemState, parseSystemState } from './system-state.ts';

function stateWith(changes: Record<string, unknown> = {}, origin = [37.6, 55.75]): SystemState {
  const [lon, lat] = origin as [number, number];
  const square = (d: number) => [
    [lon - d, lat - d],
    [lon + d, lat - d],
    [lon + d, lat + d],
    [lon - d, lat + d],
    [lon - d, lat - d],
  ];
  const draft = {
    schema_version: 'state-1',
    region_id: 'test',
    time: '2026-05-01T12:00:00Z',
    city: {
      city_id: 'test',
      name: 'Test',
      origin,
      bounds: [lon - 0.05, lat - 0.05, lon + 0.05, lat + 0.05],
      ground: { amsl_m: 150, geoid_separation_m: null },
      grid: { cell_m: 10, layer_m: 10, layers: 12 },
      places: [{ id: 'hub', kind: 'hub', name: 'Hub', at: [lon, lat] }],
      buildings: [{ id: 'b1', footprint: square(0.001), height_m: 40, height_source: 'measured' }],
      roads: [],
      provenance: [],
    },
    airspace: {
      ceiling_agl_m: 120,
      zones: [
        {
          id: 'z1',
          kind: 'temporary_no_fly',
          name: 'Z',
          outline: { type: 'polygon', rings: [square(0.01)] },
          floor: { value_m: 200, reference: 'AMSL' },
          ceiling: null,
          window: { start: '2026-05-01T12:10:00Z', end: null },
        },
      ],
      corridors: [],
      ceiling_cells: [
        { id: 'c1', outline: { type: 'polygon', rings: [square(0.002)] }, ceiling_agl_m: null, source: 't' },
      ],
    },
    fleet: [],
    weather: {
      observed_at: '2026-05-01T12:00:00Z',
      wind_mps: 4,
      wind_from_deg: 270,
      gust_mps: null,
      visibility_m: null,
      precipitation: 'none',
      temperature_c: null,
      source: 'test',
    },
    operations: [],
  };
  for (const [path, value] of Object.entries(changes)) setAt(draft, path, value);
  const parsed = parseSystemState(draft);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

/** Replaces the value at a dotted path. */
function setAt(target: object, path: string, value: unknown): void {
  const keys = path.split('.');
  let at = target as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[keys.at(-1)!] = value;
}

function pathsOf(state: SystemState): string[] {
  const air = buildAirModel(state);
  return air.ok ? [] : air.error.map((i) => i.path);
}

test('altitudes become heights above ground and windows become seconds', () => {
  const air = buildAirModel(stateWith());
  assert.ok(air.ok);
  const { prism } = air.value.zones[0]!;
  assert.equal(prism.floor_m, 50);
  assert.equal(prism.ceiling_m, Infinity);
  assert.equal(prism.from_sec, 600);
  assert.equal(prism.to_sec, Infinity);
  assert.ok(prismContains(prism, { t_sec: 600, x_m: 0, y_m: 0, z_m: 50 }));
  assert.ok(!prismContains(prism, { t_sec: 599, x_m: 0, y_m: 0, z_m: 50 }));
});

test('wind from the west moves the air east; an unknown direction stays unknown', () => {
  const west = buildAirModel(stateWith());
  assert.ok(west.ok && west.value.wind.toward !== null);
  assert.ok(Math.abs(west.value.wind.toward.east_mps - 4) < 1e-12);
  assert.ok(Math.abs(west.value.wind.toward.north_mps) < 1e-12);
  const unknown = buildAirModel(stateWith({ 'weather.wind_from_deg': null }));
  assert.ok(unknown.ok && unknown.value.wind.toward === null);
});

test('a ceiling cell without a value is zero, and holds on its border', () => {
  const air = buildAirModel(stateWith());
  assert.ok(air.ok);
  const edge_m = air.value.frame.toPlane([37.6, 55.752]).y_m;
  assert.equal(ceilingAt_m(air.value, 0, edge_m), 0);
  assert.equal(ceilingAt_m(air.value, 0, edge_m + 0.01), 120);
});

test('what cannot be placed is reported with its path, never dropped', () => {
  assert.deepEqual(pathsOf(stateWith({ 'airspace.zones.0.floor': { value_m: 9, reference: 'W84' } })), [
    'airspace.zones.0.floor',
  ]);
  assert.deepEqual(pathsOf(stateWith({ 'airspace.zones.0.ceiling': { value_m: 10, reference: 'AGL' } })), [
    'airspace.zones.0',
  ]);
  const far = { type: 'circle', center: [-120, 50], radius_m: 10 };
  assert.deepEqual(pathsOf(stateWith({ 'airspace.zones.0.outline': far })), ['airspace.zones.0.outline']);
});

test('a zone across the antimeridian is one piece around its city', () => {
  const at = [179.999, -16] as [number, number];
  const state = stateWith(
    {
      'airspace.zones.0.window': null,
      'airspace.zones.0.floor': null,
      'airspace.zones.0.outline': {
        type: 'polygon',
        rings: [
          [
            [179.99, -16.01],
            [-179.99, -16.01],
            [-179.99, -15.99],
            [179.99, -15.99],
            [179.99, -16.01],
          ],
        ],
      },
      'city.buildings': [],
      'airspace.ceiling_cells': [],
      'city.bounds': [179.9, -16.1, 180, -15.9],
    },
    at,
  );
  const air = buildAirModel(state);
  assert.ok(air.ok);
  const east = air.value.frame.toPlane([-179.9905, -16]);
  const { prism } = air.value.zones[0]!;
  assert.ok(east.x_m > 0 && prismContains(prism, { t_sec: 0, ...east, z_m: 10 }));
  const beyond = air.value.frame.toPlane([-179.98, -16]);
  assert.ok(!prismContains(prism, { t_sec: 0, ...beyond, z_m: 10 }));
});

test("a circle's plane radius is never smaller than stated", () => {
  const air = buildAirModel(
    stateWith({ 'airspace.zones.0.outline': { type: 'circle', center: [37.65, 55.8], radius_m: 1000 } }),
  );
  assert.ok(air.ok);
  const { outline } = air.value.zones[0]!.prism;
  assert.ok(outline.kind === 'circle' && outline.radius_m > 1000 && outline.radius_m < 1005);
});
