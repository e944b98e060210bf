/** A site's landing strip on the map. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearing_deg, distance_m, polygonArea_m2 } from '../../map/earth.ts';
import { stripFeatures } from './scenario-features.ts';

const site = {
  id: 'pad',
  name: 'Pad',
  lon_deg: 39.5,
  lat_deg: 45.3,
  elevation_amsl_m: 60,
  pads: 1,
  turnaround_s: 300,
  accepts: ['fixed_wing' as const],
  corridor: { landing_toward_deg: 10, length_m: 200, half_width_m: 20 },
};

test('a landing strip is drawn as far on both sides as it is long, with an arrow along the landing', () => {
  const [ground, arrow] = stripFeatures(site).map((f) => f.geometry);
  assert.ok(ground?.type === 'Polygon' && arrow?.type === 'LineString');
  const area_m2 = polygonArea_m2(ground.coordinates as [number, number][][]);
  assert.ok(Math.abs(area_m2 / (400 * 40) - 1) < 1e-3, `${area_m2} m2`);
  const [from, to] = arrow.coordinates as [number, number][];
  assert.ok(Math.abs(bearing_deg(from!, to!) - 10) < 0.05);
  assert.ok(Math.abs(distance_m(from!, to!) - 200) < 0.5);
  assert.ok(distance_m(to!, [site.lon_deg, site.lat_deg]) < 0.01, 'the arrow ends at the site');
});

test('a site without a strip has none on the map', () => {
  assert.deepEqual(stripFeatures({ ...site, corridor: null }), []);
});
