import assert from 'node:assert/strict';
import test from 'node:test';
import { labelPlace } from './earth.ts';
import { mercator } from './graticule-lines.ts';
import { fittedZoom } from './keep-view.ts';
import { roundLength_m } from './round-length.ts';

test('a map of another size shows all that it showed, and never comes closer', () => {
  const was = { width: 800, height: 600 };
  assert.equal(fittedZoom(12, was, was), 12);
  assert.equal(fittedZoom(12, was, { width: 400, height: 600 }), 11);
  assert.equal(fittedZoom(12, was, { width: 800, height: 150 }), 10);
  assert.equal(fittedZoom(12, was, { width: 1600, height: 1200 }), 12);
  assert.equal(fittedZoom(12, was, { width: 1600, height: 300 }), 11);
  assert.equal(fittedZoom(12, was, { width: 0, height: 600 }), 12, 'a hidden map keeps its zoom');
});

test('the scale is the longest round length that fits', () => {
  const cases = [
    [1, 1],
    [1.9, 1],
    [2, 2],
    [4.99, 3],
    [5, 5],
    [99, 50],
    [100, 100],
    [1000, 1000],
    [2999, 2000],
    [30_000, 30_000],
    [0.7, 0.5],
  ] as const;
  for (const [most_m, length_m] of cases)
    assert.equal(roundLength_m(most_m), length_m, `at most ${most_m} m`);
});

test('the name of a polygon stands inside it, in its widest part and beside its holes', () => {
  const square = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
  ] as const;
  const hole = [
    [1, 1],
    [2, 1],
    [2, 3],
    [1, 3],
    [1, 1],
  ] as const;
  const horseshoe = [
    [0, 0],
    [9, 0],
    [9, 4],
    [4, 4],
    [4, 1],
    [1, 1],
    [1, 4],
    [0, 4],
    [0, 0],
  ] as const;
  assert.deepEqual(labelPlace([square]), [2, 2]);
  assert.deepEqual(labelPlace([square, hole]), [3, 2]);
  assert.deepEqual(labelPlace([horseshoe]), [6.5, 2]);
  assert.equal(labelPlace([]), null);
});

test('Web Mercator: the middle, the corners and a known latitude', () => {
  const near = (found: number, wanted: number): void =>
    assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);
  const [x, y] = mercator([0, 0]);
  near(x, 0.5);
  near(y, 0.5);
  const [west, north] = mercator([-180, 85.0511287798066]);
  near(west, 0);
  near(north, 0);
  // EPSG Guidance Note 7-2, Popular Visualisation Pseudo Mercator: N 24°22'54.433" is northing 2 800 000 m.
  const [, example] = mercator([-100.33333333, 24.381786944]);
  near(example, 0.5 - 2_800_000 / (2 * Math.PI * 6_378_137));
});
