import assert from 'node:assert/strict';
import test from 'node:test';
import { createRng, type Rng } from '#base';
import { checkVolume4d, volumesConflict, type PlaneXY, type Volume4d } from './volume4d.ts';

const square = (x: number, y: number, side: number): Volume4d => ({
  polygon_m: [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ],
  circle_m: null,
  alt_lo: 0,
  alt_hi: 100,
  t0: 0,
  t1: 600,
});
const disc = (x: number, y: number, r: number): Volume4d => ({
  ...square(0, 0, 1),
  polygon_m: null,
  circle_m: [x, y, r],
});
const errorOf = (v: Partial<Volume4d>): string | null => {
  const c = checkVolume4d({ ...square(0, 0, 100), ...v });
  return c.ok ? null : c.error.type;
};

test('touching in space, height or time is a conflict; a centimetre or a second apart is none', () => {
  const a = square(0, 0, 100);
  assert.ok(volumesConflict(a, square(100, 0, 50)));
  assert.ok(!volumesConflict(a, square(100.01, 0, 50)));
  assert.ok(volumesConflict(a, { ...a, alt_lo: 100, alt_hi: 120 }));
  assert.ok(!volumesConflict(a, { ...a, alt_lo: 100.01, alt_hi: 120 }));
  assert.ok(volumesConflict(a, { ...a, t0: 600, t1: 700 }));
  assert.ok(!volumesConflict(a, { ...a, t0: 601, t1: 700 }));
  assert.ok(volumesConflict(a, { ...a, alt_lo: null, t1: null }));
});

test('circles are exact: tangent circles and a circle tangent to an oblique edge conflict', () => {
  assert.ok(volumesConflict(disc(0, 0, 100), disc(120, 160, 100)));
  assert.ok(!volumesConflict(disc(0, 0, 100), disc(120, 160, 99.99)));
  const oblique: Volume4d = {
    ...square(0, 0, 1),
    polygon_m: [
      [50, 0],
      [0, 50],
      [100, 100],
    ],
  };
  const reach = 50 / Math.SQRT2;
  assert.ok(volumesConflict(disc(0, 0, reach), oblique));
  assert.ok(!volumesConflict(disc(0, 0, reach - 0.01), oblique));
  assert.ok(volumesConflict(disc(60, 60, 1), oblique), 'a circle wholly inside');
  assert.ok(volumesConflict(disc(60, 60, 500), oblique), 'a polygon wholly inside the circle');
});

function blob(rng: Rng): Volume4d {
  const n = 3 + rng.int(6);
  const [cx, cy] = [rng.between(-60, 60), rng.between(-60, 60)];
  const ring: PlaneXY[] = [];
  for (let i = 0; i < n; i++) {
    const angle = ((i + rng.between(0, 0.8)) / n) * 2 * Math.PI;
    const r = rng.between(8, 50);
    ring.push([cx + r * Math.cos(angle), cy + r * Math.sin(angle)]);
  }
  return { ...square(0, 0, 1), polygon_m: rng.next() < 0.5 ? ring : ring.reverse() };
}

/** The slow truth: a common point on a fine grid. Star shapes are sampled by the crossing rule. */
function gridFindsCommonPoint(a: Volume4d, b: Volume4d): boolean {
  const has = (v: Volume4d, x: number, y: number): boolean => {
    let odd = false;
    const ring = v.polygon_m!;
    for (let i = 0; i < ring.length; i++) {
      const p = ring[i]!;
      const q = ring[(i + 1) % ring.length]!;
      if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) * (q[0] - p[0])) / (q[1] - p[1])) odd = !odd;
    }
    return odd;
  };
  for (let x = -110; x <= 110; x += 1) {
    for (let y = -110; y <= 110; y += 1) if (has(a, x, y) && has(b, x, y)) return true;
  }
  return false;
}

test('polygons agree with a grid of points, whatever the winding and the order of the pair', () => {
  const rng = createRng(3);
  let apart = 0;
  for (let i = 0; i < 250; i++) {
    const a = blob(rng);
    const b = blob(rng);
    const found = volumesConflict(a, b);
    if (!found) apart++;
    assert.equal(volumesConflict(b, a), found, `case ${i} is symmetric`);
    assert.equal(
      volumesConflict({ ...a, polygon_m: [...a.polygon_m!].reverse() }, b),
      found,
      `case ${i} reversed`,
    );
    // The grid may miss a thin overlap, never find one that is not there.
    if (gridFindsCommonPoint(a, b)) assert.ok(found, `case ${i}`);
  }
  assert.ok(apart > 30 && apart < 220, `${apart} of 250 apart`);
});

test('each fault of a volume has its own name', () => {
  assert.equal(errorOf({}), null);
  assert.equal(errorOf({ polygon_m: null }), 'outline_count');
  assert.equal(errorOf({ circle_m: [0, 0, 5] }), 'outline_count');
  assert.equal(errorOf({ polygon_m: null, circle_m: [0, 0, 0] }), 'radius_not_positive');
  assert.equal(errorOf({ alt_lo: NaN }), 'not_finite');
  assert.equal(errorOf({ alt_lo: 100 }), 'altitude_order');
  assert.equal(errorOf({ t0: 600 }), 'time_order');
  const ring = (...p: PlaneXY[]): string | null => errorOf({ polygon_m: p });
  assert.equal(ring([0, 0], [9, 9]), 'too_few_vertices');
  assert.equal(ring([0, 0], [9, 0], [9, 9], [0, 0]), 'ring_closed');
  assert.equal(ring([0, 0], [9, 0], [9, 9], [9, 0]), 'repeated_vertex');
  assert.equal(ring([0, 0], [5, 5], [9, 9]), 'no_area');
  assert.equal(ring([0, 0], [9, 9], [9, 0], [0, 8]), 'edges_cross');
  assert.equal(ring([0, 0], [10, 0], [10, 10], [10, 4]), 'edges_cross', 'a spike along its own edge');
});
