/** Cases in which public survey planners went wrong, each with its right value. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { lintPayload } from '#world';
import { bundledSurveyCatalogue } from '../../store/bundled/survey.ts';
import { type Pt, createPlane } from './plane/projection.ts';
import { areaOf, difference, polygonRegion } from './plane/region.ts';
import { createFreeSpace } from './plane/free-space.ts';
import { chordsAt, layLines } from './lanes/lines.ts';
import { layStretches } from './lanes/stretches.ts';
import { bareParts } from './lanes/swaths.ts';
import { type Design } from './sensing/design.ts';
import {
  footprint_m,
  gsd_cm,
  heightForGsd_m,
  linesForSpacing,
  photosOnLine,
  photosWithExit,
} from './sensing/formulas.ts';
import { slopeLimited } from './lanes/heights.ts';
import { uTurnLength_m } from './motion/dubins.ts';

const box = (x: number, y: number, w: number, h: number): Pt[] => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const EAST = { x: 1, y: 0 };
const SPACE = createFreeSpace([box(-5000, -5000, 10_000, 10_000)]);
const design = (spacing: number, side: number, front: number): Design => ({
  agl_m: 100,
  height_is: 'at_most',
  spacing_max_m: spacing,
  photo_spacing_m: front > 0 ? front / 2 : null,
  reach_side_m: side / 2,
  reach_front_m: front / 2,
  airspeed_mps: 10,
  groundspeed_max_mps: Infinity,
  settle_s: 3,
  cable_m: 0,
  trigger_s: 0,
  agl_most_m: Infinity,
});

test('a concave field: two segments for each lane across the slot, no lane in the slot', () => {
  // U shape 300 x 200 with a slot of 100 x 150 open to the top.
  const u = difference(polygonRegion([box(0, 0, 300, 200)]), polygonRegion([box(100, 50, 100, 151)]));
  const set = layLines(u, EAST, 20);
  const stretches = layStretches(set, design(20, 60, 40), SPACE);
  for (const line of set.lines) assert.equal(line.chords.length, line.y < 50 ? 1 : 2);
  for (const s of stretches)
    if (s.y > 50) assert.ok(s.x1 <= 100.5 || s.x0 >= 199.5, `${s.x0}..${s.x1} at ${s.y}`);
});

for (const [spacing, lanes, first] of [
  [49, 3, 100 / 6],
  [30, 4, 12.5],
  [20, 5, 10],
] as const)
  test(`a field of 100 x 100 at spacing ${spacing}: ${lanes} lanes, centred, nothing bare`, () => {
    const set = layLines(polygonRegion([box(0, 0, 100, 100)]), EAST, spacing);
    assert.equal(set.lines.length, lanes);
    assert.ok(Math.abs(set.lines[0]!.y - first) < 1e-9);
    assert.ok(set.spacing_m <= spacing);
    const ys = [-set.lines[0]!.y, ...set.lines.map((l) => l.y), 200 - set.lines.at(-1)!.y];
    for (let i = 1; i < ys.length; i++) assert.ok(ys[i]! - ys[i - 1]! <= spacing + 1e-9, 'no strip is bare');
    const d = design(spacing, spacing / 0.7, 50);
    assert.equal(bareParts(set, layStretches(set, d, SPACE), d).length, 0);
  });

test('frames on a lane: the entry counts, a trigger distance of 0 takes none', () => {
  assert.deepEqual(
    [photosOnLine(100, 25), photosOnLine(100, 30), photosWithExit(100, 30), photosOnLine(100, 0)],
    [5, 4, 5, 0],
  );
});

test('pixels that are not square: the worse axis counts', () => {
  const camera = { sensor_w_mm: 6.17, sensor_h_mm: 4.55, px_w: 4000, px_h: 3000, focal_mm: 1 };
  const gsd = gsd_cm(camera, 10);
  assert.ok(Math.abs(gsd.width - 1.5425) < 1e-4 && Math.abs(gsd.height - 1.5167) < 1e-4);
  assert.ok(Math.abs(heightForGsd_m(camera, 1.5425) - 10) < 1e-4);
});

test('climb limits reach beyond the lane: 20 m of rise at 2 m/s and 12 m/s need 120 m', () => {
  const at = Array.from({ length: 31 }, (_, i) => i * 10);
  const need = at.map((x) => (x >= 200 ? 20 : 0));
  const z = slopeLimited(at, need, 2 / 12, true);
  assert.ok(z[8]! <= 1e-9 && z[9]! > 0, 'the climb begins 120 m before the rise');
  for (let i = 1; i < z.length; i++) assert.ok(Math.abs(z[i]! - z[i - 1]!) <= 20 / 12 + 1e-9);
});

test('200 nearly collinear vertices lay as many lanes as the plain field', () => {
  const edge = Array.from({ length: 200 }, (_, i) => ({ x: 5 * i, y: i % 2 === 0 ? 0 : 0.002 }));
  const ring = [...edge, { x: 1000, y: 0 }, { x: 1000, y: 300 }, { x: 0, y: 300 }];
  const set = layLines(polygonRegion([ring]), EAST, 30);
  assert.equal(set.lines.length, 10);
  assert.equal(layStretches(set, design(30, 90, 60), SPACE).length, 10);
});

test('overlaps of 85 and 80 per cent lay lanes at a fifth of the frame', () => {
  const frame = footprint_m(
    { sensor_w_mm: 36, sensor_h_mm: 24, px_w: 6000, px_h: 4000, focal_mm: 36 },
    100,
    true,
  );
  assert.ok(Math.abs(frame.side * (1 - 0.8) - 20) < 1e-9 && Math.abs(frame.front * (1 - 0.85) - 10) < 1e-9);
});

test('catalogue rows with impossible sensors are refused', () => {
  const catalogue = bundledSurveyCatalogue();
  for (const id of ['flir-duo-r-qgc-bad', 'sony-a7r2-mp-bad']) {
    const row = catalogue.payloads.find((p) => p.id === id)!;
    assert.ok(row.refused !== null || lintPayload(row, catalogue.payloads).length > 0, id);
  }
});

test('a field smaller than a lane gets one lane, also a concave one that its middle misses', () => {
  const tiny = layLines(polygonRegion([box(0, 0, 5, 5)]), EAST, 20);
  assert.equal(layStretches(tiny, design(20, 60, 40), SPACE).length, 1);
  // A thin U, open to the side at its middle height.
  const u = difference(polygonRegion([box(0, 0, 5, 5)]), polygonRegion([box(-1, 1, 5.5, 3)]));
  const set = layLines(u, EAST, 20);
  const stretches = layStretches(set, design(20, 60, 40), SPACE);
  assert.ok(stretches.length >= 1);
  assert.ok(bareParts(set, stretches, design(20, 60, 40)).every((p) => areaOf(p) < 0.01));
});

test('47 m at 11 m takes 5 lanes; 37 m at 10 m takes 4 at 9.25 m', () => {
  assert.equal(linesForSpacing(47, 11), 5);
  const set = layLines(polygonRegion([box(0, 0, 200, 37)]), EAST, 10);
  assert.deepEqual(
    set.lines.map((l) => Number(l.y.toFixed(3))),
    [4.625, 13.875, 23.125, 32.375],
  );
});

test('pieces of one area keep one phase', () => {
  const two = [...polygonRegion([box(0, 0, 100, 95)]), ...polygonRegion([box(200, 40, 100, 95)])];
  const set = layLines(two, EAST, 20);
  const ys = set.lines.map((l) => l.y);
  for (const line of set.lines)
    for (const chord of line.chords) assert.ok(ys.includes(line.y) && chord[1] > chord[0]);
  assert.equal(set.lines.length, 7);
});

test('lane counts along both sides of a rectangle of 4 x 5 at width 0.1: 50 and 40', () => {
  const field = polygonRegion([box(0, 0, 4, 5)]);
  assert.equal(layLines(field, EAST, 0.1).lines.length, 50);
  assert.equal(layLines(field, { x: 0, y: 1 }, 0.1).lines.length, 40);
});

test('a lane of a convex field has two ends, with no overshoot as well', () => {
  for (const y of [1, 50, 99]) assert.equal(chordsAt([box(0, 0, 100, 100)], y).length, 1);
});

test('portrait and landscape: 320 m and 480 m swaths are not exchanged', () => {
  const camera = { sensor_w_mm: 36, sensor_h_mm: 24, px_w: 6000, px_h: 4000, focal_mm: 36 };
  assert.ok(Math.abs(footprint_m(camera, 480, true).side - 480) < 1e-9);
  assert.ok(Math.abs(footprint_m(camera, 480, false).side - 320) < 1e-9);
});

test('wide turns: skipping two lanes roughly halves the turn', () => {
  assert.ok(Math.abs(uTurnLength_m(40, 30) - 255.7046) < 1e-3);
  assert.ok(Math.abs(uTurnLength_m(40, 90) - 135.664) < 1e-3);
});

test('across the antimeridian and near the pole an area keeps its size', () => {
  const plane = createPlane({ lon_deg: 179.999, lat_deg: -77.46 });
  const ring = [
    [179.98, -77.465],
    [-179.98, -77.465],
    [-179.98, -77.455],
    [179.98, -77.455],
  ].map(([lon, lat]) => plane.toPlane(lon!, lat!));
  // 0.04 degrees at 77.46 S by 0.01 degrees: 0.04 x 24 281 m by 1 116.6 m.
  const ha = areaOf(polygonRegion([ring])) / 1e4;
  assert.ok(Math.abs(ha - 108.2) < 0.5, `${ha} ha`);
});
