import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import { parseSystemState } from '../system-state.ts';
import { CITY_PLANS, CITY_TYPES } from './city-kinds.ts';
import { buildCity } from './build-city.ts';
import { generateCity } from './generate-city.ts';
import { eastNorthOf, frameAt } from './plane-kit.ts';
import { distanceToRing, insideRing } from './rings.ts';
import { syntheticFleet } from './synthetic-fleet.ts';

test('every kind of city is valid for many seeds, has its grid, and is the same again', () => {
  for (const kind of CITY_TYPES) {
    for (let seed = 1; seed <= 12; seed++) {
      const state = generateCity(kind, seed);
      const parsed = parseSystemState(JSON.parse(JSON.stringify(state)));
      assert.ok(parsed.ok, parsed.ok ? '' : `${kind} ${seed} ${JSON.stringify(parsed.error)}`);
      if (seed > 2) continue;
      assert.equal(JSON.stringify(generateCity(kind, seed)), JSON.stringify(state));
      const frame = frameAt(state.city.origin);
      const [east] = eastNorthOf(frame, [state.city.bounds[2], 0]);
      const { cells, layers } = CITY_PLANS[kind];
      assert.ok(Math.abs(2 * east - cells * 10) < 0.1);
      assert.equal(state.city.grid.layers, layers);
      assert.ok(state.city.buildings.length > 10, kind);
    }
  }
  assert.notEqual(
    JSON.stringify(generateCity('mixed_city', 1).city.places),
    JSON.stringify(generateCity('mixed_city', 2).city.places),
  );
});

test('pads are free of buildings, and only homes may lie in a closed zone', () => {
  const state = generateCity('mixed_city', 5, { zones: 12 });
  const frame = frameAt(state.city.origin);
  const rings = state.city.buildings.map((b) => b.footprint.map((p) => eastNorthOf(frame, p)));
  for (const p of state.city.places) {
    const at = eastNorthOf(frame, p.at);
    for (const r of rings) assert.ok(!insideRing(r, at) && distanceToRing(r, at) > 20, p.id);
    for (const z of state.airspace.zones) {
      if (z.kind === 'sensitive' || p.kind === 'residential' || z.outline.type !== 'polygon') continue;
      assert.ok(
        !insideRing(
          z.outline.rings[0]!.map((q) => eastNorthOf(frame, q)),
          at,
        ),
        `${p.id} in ${z.id}`,
      );
    }
  }
});

test('options are kept', () => {
  const state = generateCity('grid_city', 3, {
    zones: 0,
    sensitive_zones: 1,
    chargers: 1,
    uavs: 5,
    weather: 'none',
    cell_m: 20,
    ceiling_m: 60,
  });
  assert.equal(state.airspace.zones.length, 1);
  assert.equal(state.city.places.filter((p) => p.kind === 'charger').length, 1);
  assert.equal(state.fleet.length, 5);
  assert.equal(state.weather.wind_mps, 0);
  assert.deepEqual(state.city.grid, { cell_m: 20, layer_m: 10, layers: 6 });
});

test('a synthetic fleet lives at hubs that are spread out, and is the same for the same seed', () => {
  const features = Array.from({ length: 9 }, (_, i) => ({
    source_id: `node/${i}`,
    tags: { amenity: 'fire_station', name: `Station ${i}` },
    geometry: { type: 'point' as const, at: [10 + 0.01 * (i % 3), 50 + 0.01 * Math.floor(i / 3)] as const },
  }));
  const built = buildCity({
    extract: { source: 't', attribution: 't', snapshot: null, bounds: null, features, notes: [] },
    city_id: 'c',
    name: 'C',
    bounds: null,
    ground_amsl_m: 0,
    geoid_separation_m: null,
    provenance: [],
  });
  assert.ok(built.ok);
  const make = (seed: number): ReturnType<typeof syntheticFleet> =>
    syntheticFleet(built.value.city, { hubs: 3, uavs: 7, zones: [] }, createRng(seed));
  const { hubs, fleet } = make(1);
  assert.equal(hubs.length, 3);
  assert.match(hubs[0]!.name, /Station 4/);
  assert.equal(fleet.length, 7);
  assert.ok(fleet.every((u) => hubs.some((h) => h.id === u.home_place_id)));
  assert.deepEqual(make(1), make(1));
  assert.notDeepEqual(make(1).fleet, make(2).fleet);
});
