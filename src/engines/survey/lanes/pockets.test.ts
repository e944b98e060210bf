/** Lines through ground that evenly spread lanes cannot reach. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createFreeSpace } from '../plane/free-space.ts';
import { type Pt } from '../plane/projection.ts';
import { areaOf, difference } from '../plane/region.ts';
import { type Design } from '../sensing/design.ts';
import { fromAxes, layLines } from './lines.ts';
import { layStretches } from './stretches.ts';
import { bareParts } from './swaths.ts';

const EAST = { x: 1, y: 0 };
const box = (x: number, y: number, w: number, h: number): Pt[] => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
/** A zone that stands on its corner in the middle of a field of 400 by 320 m. */
const ZONE: Pt[] = [
  { x: 200, y: 90 },
  { x: 270, y: 160 },
  { x: 200, y: 230 },
  { x: 130, y: 160 },
];
const FIELD = difference([box(0, 0, 400, 320)], [ZONE]);
const SPACE = createFreeSpace(difference([box(-500, -500, 1400, 1320)], [ZONE]));
const magnetometer: Design = {
  agl_m: 30,
  height_is: 'at_least',
  spacing_max_m: 40,
  photo_spacing_m: null,
  reach_side_m: 20,
  reach_front_m: 0,
  airspeed_mps: 10,
  groundspeed_max_mps: Infinity,
  settle_s: 3,
  cable_m: 0,
  trigger_s: 0,
  agl_most_m: 100,
};
const set = layLines(FIELD, EAST, magnetometer.spacing_max_m);
const bareOf = (winged: boolean): number =>
  bareParts(set, layStretches(set, magnetometer, SPACE, winged), magnetometer).reduce(
    (sum, p) => sum + areaOf(p),
    0,
  ) / areaOf(FIELD);

test('behind the slanted edges of a zone lines of their own cover what even lines cannot reach', () => {
  assert.ok(bareOf(true) > 1e-3, `${bareOf(true)} bare with even lines alone`);
  assert.ok(bareOf(false) < 5e-5, `${bareOf(false)} bare`);
});

test('such lines are numbered on from the last, stay out of the zone, and are few', () => {
  const all = layStretches(set, magnetometer, SPACE);
  const extra = all.filter((s) => s.line >= set.lines.length);
  assert.ok(extra.length > 0 && extra.length <= 8, `${extra.length}`);
  assert.equal(new Set(extra.map((s) => s.line)).size, extra.length);
  for (const s of extra)
    assert.ok(SPACE.clear(fromAxes(EAST, s.x0, s.y), fromAxes(EAST, s.x1, s.y)), `${s.line} enters the zone`);
});

test('a field that even lines cover gets none, nor does a wing, which cannot turn before a wall', () => {
  const open = layLines([box(0, 0, 400, 320)], EAST, 40);
  const free = createFreeSpace([box(-500, -500, 1400, 1320)]);
  const beyond = (s: { readonly line: number }): boolean => s.line >= open.lines.length;
  assert.equal(layStretches(open, magnetometer, free).filter(beyond).length, 0);
  assert.equal(layStretches(set, magnetometer, SPACE, true).filter(beyond).length, 0);
});
