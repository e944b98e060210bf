import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import {
  type PlaneOutline,
  circleOutline,
  createBoxIndex,
  nearestParameter,
  outlineContains,
  parametersInside,
  parametersNearSegment,
  pointSegmentDistance_m,
  polygonOutline,
  segmentOutlineDistance_m,
  segmentTouchesOutline,
  segmentsTouch,
  sideOfLine,
  sideOfOutline,
  signedDistance_m,
} from './index.ts';

function polygon(...rings: (readonly (readonly [number, number])[])[]): PlaneOutline {
  const made = polygonOutline(rings.map((r) => r.map(([x_m, y_m]) => ({ x_m, y_m }))));
  assert.ok(made.ok);
  return made.value;
}

test('left of a line is positive, and the sign is exact where plain arithmetic loses it', () => {
  assert.ok(sideOfLine([0, 0, 1, 0], 0, 1) > 0);
  // On the line y = x through points that no double product tells apart.
  const tiny = 2 ** -53;
  assert.equal(sideOfLine([12, 12, 24, 24], 0.5, 0.5), 0);
  assert.ok(sideOfLine([12, 12, 24, 24], 0.5, 0.5 + tiny) > 0);
  assert.ok(sideOfLine([12, 12, 24, 24], 0.5 + 2 * tiny, 0.5) < 0);
});

test('a point on an edge, a vertex or a hole is on the boundary, one double beside it is not', () => {
  const p = polygon(
    [
      [0, 0],
      [30, 10],
      [20, 40],
    ],
    [
      [15, 12],
      [20, 15],
      [18, 20],
    ],
  );
  assert.equal(sideOfOutline(p, 0, 0), 'boundary');
  assert.equal(sideOfOutline(p, 15, 5), 'boundary');
  assert.equal(sideOfOutline(p, 15, 5 + 2 ** -50), 'inside');
  assert.equal(sideOfOutline(p, 15, 5 - 2 ** -50), 'outside');
  assert.equal(sideOfOutline(p, 20, 15), 'boundary');
  assert.equal(sideOfOutline(p, 18, 16), 'outside');
  assert.ok(outlineContains(p, 20, 20));
});

test('a ring that crosses itself covers its middle, whichever way it runs', () => {
  const star = Array.from({ length: 5 }, (_, k) => {
    const a = (4 * Math.PI * k) / 5;
    return [100 * Math.cos(a), 100 * Math.sin(a)] as const;
  });
  assert.ok(outlineContains(polygon(star), 0, 0));
  assert.ok(outlineContains(polygon([...star].reverse()), 0, 0));
});

test('bad outlines are refused', () => {
  const make = (...xy: number[]): string => {
    const ring = Array.from({ length: xy.length / 2 }, (_, i) => ({ x_m: xy[2 * i]!, y_m: xy[2 * i + 1]! }));
    const made = polygonOutline([ring]);
    return made.ok ? 'ok' : made.error.type;
  };
  assert.equal(make(0, 0, 1, 0, 0, 0), 'too_few_vertices');
  assert.equal(make(0, 0, 1, NaN, 1, 1), 'not_finite');
  assert.equal(make(0, 0, 1, 0, 1, 1), 'ok');
  const circle = circleOutline({ x_m: 0, y_m: 0 }, -1);
  assert.ok(!circle.ok && circle.error.type === 'out_of_range');
});

test('segments: crossing, touching in a point, lying on each other, and missing by one double', () => {
  assert.ok(segmentsTouch([0, 0, 10, 10], [0, 10, 10, 0]));
  assert.ok(segmentsTouch([0, 0, 10, 0], [5, 0, 5, 5]));
  assert.ok(!segmentsTouch([0, 0, 10, 0], [5, 2 ** -40, 5, 5]));
  assert.ok(segmentsTouch([0, 0, 10, 0], [10, 0, 20, 0]));
  assert.ok(segmentsTouch([0, 0, 10, 0], [2, 0, 3, 0]));
  assert.ok(!segmentsTouch([0, 0, 10, 0], [11, 0, 20, 0]));
  assert.ok(segmentsTouch([5, 5, 5, 5], [0, 0, 10, 10]));
  assert.ok(!segmentsTouch([5, 5.1, 5, 5.1], [0, 0, 10, 10]));
});

test('parameters inside: an edge followed, a vertex grazed, a dent passed over', () => {
  const u = polygon([
    [0, 0],
    [10, 0],
    [10, 10],
    [8, 10],
    [8, 2],
    [2, 2],
    [2, 10],
    [0, 10],
  ]);
  assert.deepEqual(parametersInside([-10, 5, 20, 5], u), [10 / 30, 12 / 30, 18 / 30, 20 / 30]);
  assert.deepEqual(parametersInside([-10, 10, 20, 10], u), [10 / 30, 12 / 30, 18 / 30, 20 / 30]);
  assert.deepEqual(parametersInside([-10, 0, 20, 0], u), [10 / 30, 20 / 30]);
  assert.deepEqual(parametersInside([-5, 5, 5, -5], u), [0.5, 0.5]);
  assert.deepEqual(parametersInside([3, 5, 7, 5], u), []);
});

test('distances agree with dense sampling on random stars and segments', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const rng = createRng(seed);
    const n = 3 + rng.int(6);
    const outline = polygon(
      Array.from({ length: n }, (_, k) => {
        const a = (2 * Math.PI * (k + 0.8 * rng.next())) / n;
        const r = rng.between(3, 30);
        return [r * Math.cos(a), r * Math.sin(a)] as const;
      }),
    );
    const s = [
      rng.between(-50, 50),
      rng.between(-50, 50),
      rng.between(-50, 50),
      rng.between(-50, 50),
    ] as const;
    const length = Math.hypot(s[2] - s[0], s[3] - s[1]);
    let low = Infinity;
    const steps = 2000;
    for (let k = 0; k <= steps; k++) {
      low = Math.min(
        low,
        signedDistance_m(outline, s[0] + ((s[2] - s[0]) * k) / steps, s[1] + ((s[3] - s[1]) * k) / steps),
      );
    }
    const found = segmentOutlineDistance_m(s, outline);
    const least = Math.max(0, low);
    assert.ok(found <= least + 1e-9 && found >= least - length / steps / 2 - 1e-9, `seed ${seed}`);
    assert.equal(segmentTouchesOutline(s, outline), found === 0, `seed ${seed}`);
    if (low < 0) assert.equal(found, 0, `seed ${seed}`);
  }
});

test('near a segment: the interval agrees with sampling and its ends lie on the rim', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const rng = createRng(seed);
    const r = (): number => rng.between(-30, 30);
    const moving = [r(), r(), r(), r()] as const;
    const fixed = rng.next() < 0.1 ? ([1, 2, 1, 2] as const) : ([r(), r(), r(), r()] as const);
    const radius = rng.between(1, 20);
    const gap = (s: number): number =>
      pointSegmentDistance_m(
        moving[0] + (moving[2] - moving[0]) * s,
        moving[1] + (moving[3] - moving[1]) * s,
        fixed,
      );
    const near = parametersNearSegment(moving, fixed, radius);
    for (let k = 0; k <= 400; k++) {
      const s = k / 400;
      const inside = near !== null && near[0] <= s && s <= near[1];
      if (Math.abs(gap(s) - radius) > 1e-6) assert.equal(inside, gap(s) < radius, `seed ${seed} at ${s}`);
    }
    for (const s of near ?? []) assert.ok(gap(s) <= radius + 1e-8, `seed ${seed}`);
  }
  assert.equal(nearestParameter([0, 0, 10, 0], 25, 3), 1);
});

test('the box index finds touching boxes, in order, and none in an empty list', () => {
  const box = (x: number) => ({ min_x_m: x, min_y_m: 0, max_x_m: x + 1, max_y_m: 1 });
  assert.deepEqual(createBoxIndex([]).search(box(0)), []);
  const index = createBoxIndex(Array.from({ length: 100 }, (_, i) => box(99 - i)));
  assert.deepEqual(index.search(box(50)), [48, 49, 50]);
});
