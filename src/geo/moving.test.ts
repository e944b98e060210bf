import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type Rng, createRng } from '#base';
import {
  type PlaneOutline,
  type Prism,
  type TimedPoint,
  circleOutline,
  closestApproach,
  closestApproachOfTracks,
  closestToPrism,
  legTouchesPrism,
  pointOnLeg,
  polygonOutline,
  prismContains,
  prismDistance_m,
  timesInPrism,
} from './index.ts';

const at = (t_sec: number, x_m: number, y_m: number, z_m: number): TimedPoint => ({ t_sec, x_m, y_m, z_m });
function ring(...xy: number[]): { x_m: number; y_m: number }[] {
  return Array.from({ length: xy.length / 2 }, (_, i) => ({ x_m: xy[2 * i]!, y_m: xy[2 * i + 1]! }));
}
function polygon(...rings: { x_m: number; y_m: number }[][]): PlaneOutline {
  const made = polygonOutline(rings);
  assert.ok(made.ok);
  return made.value;
}
function disc(x_m: number, y_m: number, r: number): PlaneOutline {
  const made = circleOutline({ x_m, y_m }, r);
  assert.ok(made.ok);
  return made.value;
}
const ALL = { floor_m: -Infinity, ceiling_m: Infinity, from_sec: -Infinity, to_sec: Infinity };
const square = polygon(ring(0, 0, 10, 0, 10, 10, 0, 10));
const box: Prism = { outline: square, floor_m: 20, ceiling_m: 50, from_sec: 100, to_sec: 200 };

test('the wall: a leg along a face touches, one a micrometre away does not', () => {
  assert.ok(legTouchesPrism(at(100, -5, 10, 30), at(110, 15, 10, 30), box));
  assert.ok(!legTouchesPrism(at(100, -5, 10.000001, 30), at(110, 15, 10.000001, 30), box));
  assert.equal(closestToPrism(at(100, -5, 10, 30), at(110, 15, 10, 30), box)!.distance_m, 0);
});

test('the corner: a diagonal that grazes one vertex touches exactly there', () => {
  const leg = [at(100, 5, 15, 30), at(110, 15, 5, 30)] as const;
  assert.deepEqual(timesInPrism(...leg, box), [105, 105]);
  assert.equal(closestToPrism(...leg, box)!.distance_m, 0);
});

test('the lid and the floor belong to the solid', () => {
  assert.ok(legTouchesPrism(at(100, -5, 5, 50), at(110, 15, 5, 50), box));
  assert.ok(!legTouchesPrism(at(100, -5, 5, 50.001), at(110, 15, 5, 50.001), box));
  assert.ok(legTouchesPrism(at(100, 5, 5, 0), at(110, 5, 5, 20), box));
  assert.ok(!legTouchesPrism(at(100, 5, 5, 0), at(110, 5, 5, 19.999), box));
});

test('a window that opens exactly on arrival counts, one that opened a millisecond later does not', () => {
  const leg = [at(90, 5, -5, 30), at(100, 5, 0, 30)] as const;
  assert.ok(legTouchesPrism(...leg, box));
  assert.deepEqual(timesInPrism(...leg, box), [100, 100]);
  assert.ok(!legTouchesPrism(...leg, { ...box, from_sec: 100.001 }));
  assert.ok(legTouchesPrism(at(200, 5, 5, 30), at(230, 40, 5, 30), box), 'the last moment counts');
  assert.ok(!legTouchesPrism(at(200.001, 5, 5, 30), at(230, 40, 5, 30), box));
});

test('a leg that passes through between window and band is found where both hold', () => {
  // Inside the square from 110 s to 120 s, in the band from 120 s on: they meet in one moment, on the face.
  const leg = [at(100, -10, 5, 0), at(130, 20, 5, 30)] as const;
  assert.deepEqual(timesInPrism(...leg, box), [120, 120]);
  assert.deepEqual(timesInPrism(...leg, { ...box, floor_m: 20.01 }), []);
});

test('a hole is outside, its border is not', () => {
  const outline = polygon(ring(0, 0, 30, 0, 30, 30, 0, 30), ring(10, 10, 20, 10, 20, 20, 10, 20));
  const prism = { ...ALL, outline };
  assert.ok(!legTouchesPrism(at(0, 12, 12, 5), at(1, 18, 18, 5), prism));
  assert.equal(closestToPrism(at(0, 12, 15, 5), at(1, 18, 15, 5), prism)!.distance_m, 2);
  assert.ok(legTouchesPrism(at(0, 12, 12, 5), at(1, 20, 18, 5), prism));
  assert.deepEqual(timesInPrism(at(0, -10, 15, 5), at(50, 40, 15, 5), prism), [10, 20, 30, 40]);
});

test('standing still: inside while the window lasts, at the right distance outside', () => {
  assert.deepEqual(timesInPrism(at(50, 5, 5, 30), at(300, 5, 5, 30), box), [100, 200]);
  const beside = closestToPrism(at(50, 13, 14, 30), at(300, 13, 14, 30), box);
  assert.deepEqual(beside, { distance_m: 5, t_sec: 100 });
  assert.equal(closestToPrism(at(0, 5, 5, 30), at(99, 5, 5, 30), box), null);
});

test('the deepest point inside: the middle of a crossing, and the roof where that is nearer', () => {
  const through = closestToPrism(at(100, -10, 5, 30), at(130, 20, 5, 30), box)!;
  assert.ok(Math.abs(through.distance_m + 5) < 1e-6 && Math.abs(through.t_sec - 115) < 1e-4);
  const under_lid = closestToPrism(at(100, -10, 5, 49), at(130, 20, 5, 49), box)!;
  assert.ok(Math.abs(under_lid.distance_m + 1) < 1e-9);
});

test('a circle touched at one point, and passed over its rim', () => {
  const can: Prism = { ...ALL, outline: disc(0, 0, 10), ceiling_m: 40 };
  assert.ok(legTouchesPrism(at(0, -20, 10, 30), at(1, 20, 10, 30), can));
  assert.ok(!legTouchesPrism(at(0, -20, 10.000001, 30), at(1, 20, 10.000001, 30), can));
  assert.equal(closestToPrism(at(0, -20, 0, 43), at(1, 20, 0, 43), can)!.distance_m, 3);
  const rim = closestToPrism(at(0, 13, -50, 44), at(1, 13, 50, 44), can)!;
  assert.ok(Math.abs(rim.distance_m - 5) < 1e-12 && Math.abs(rim.t_sec - 0.5) < 1e-6);
});

function randomPrism(rng: Rng): Prism {
  const shift = { x_m: rng.between(-20, 20), y_m: rng.between(-20, 20) };
  const n = 3 + rng.int(7);
  const turn = rng.between(0, 6);
  const star = (low: number, high: number) =>
    Array.from({ length: n }, (_, k) => {
      const angle = turn + (2 * Math.PI * (k + 0.8 * rng.next())) / n;
      const r = rng.between(low, high);
      return { x_m: shift.x_m + r * Math.cos(angle), y_m: shift.y_m + r * Math.sin(angle) };
    });
  const outline =
    rng.next() < 0.3
      ? disc(shift.x_m, shift.y_m, rng.between(1, 30))
      : rng.next() < 0.3
        ? polygon(star(20, 40), star(2, 7))
        : polygon(star(5, 40));
  const floor_m = rng.next() < 0.3 ? -Infinity : rng.between(-10, 20);
  const ceiling_m = rng.next() < 0.2 ? Infinity : Math.max(floor_m, 0) + rng.between(0, 20);
  const from_sec = rng.next() < 0.5 ? -Infinity : rng.between(-2, 8);
  const to_sec = rng.next() < 0.5 ? Infinity : Math.max(from_sec, 0) + rng.between(0, 8);
  return { outline, floor_m, ceiling_m, from_sec, to_sec };
}

function randomLeg(rng: Rng): [TimedPoint, TimedPoint] {
  const p = () => [rng.between(-45, 45), rng.between(-45, 45), rng.between(-5, 25)] as const;
  const [x, y, z] = p();
  const [X, Y, Z] = rng.next() < 0.1 ? [x, y, z] : rng.next() < 0.2 ? [x, y, p()[2]] : p();
  return [at(0, x, y, rng.next() < 0.2 ? Z : z), at(10, X, Y, Z)];
}

/** Bounds on the smallest distance from dense samples and the fact that a distance changes no faster than the point. */
function sampled(from: TimedPoint, to: TimedPoint, prism: Prism): { low: number; high: number } | null {
  const start = Math.max(from.t_sec, prism.from_sec);
  const end = Math.min(to.t_sec, prism.to_sec);
  if (start > end) return null;
  const n = 4000;
  let high = Infinity;
  for (let k = 0; k <= n; k++) {
    const t = start + ((end - start) * k) / n;
    high = Math.min(high, prismDistance_m(prism, pointOnLeg(from, to, t / 10)));
  }
  const length = Math.hypot(to.x_m - from.x_m, to.y_m - from.y_m, to.z_m - from.z_m);
  return { low: high - (length * (end - start)) / 10 / n / 2 - 1e-9, high: high + 1e-9 };
}

test('closest distance and contact agree with dense sampling and its Lipschitz bounds on 1500 random scenes', () => {
  let touching = 0;
  for (let seed = 1; seed <= 1500; seed++) {
    const rng = createRng(seed);
    const prism = randomPrism(rng);
    const [from, to] = randomLeg(rng);
    const bounds = sampled(from, to, prism);
    const found = closestToPrism(from, to, prism);
    const times = timesInPrism(from, to, prism);
    if (bounds === null) {
      assert.equal(found, null);
      assert.deepEqual(times, []);
      continue;
    }
    assert.ok(found !== null);
    const d = found.distance_m;
    assert.ok(
      d >= bounds.low - 1e-6 && d <= bounds.high + 1e-6,
      `seed ${seed}: ${d} not in ${JSON.stringify(bounds)}`,
    );
    const p = pointOnLeg(from, to, found.t_sec / 10);
    assert.ok(Math.abs(prismDistance_m(prism, p) - d) < 1e-6, `seed ${seed}: attained at its time`);
    assert.equal(times.length > 0, d <= 0, `seed ${seed}: times and distance tell the same`);
    touching += d <= 0 ? 1 : 0;
    for (let k = 0; k <= 500; k++) {
      const q = pointOnLeg(from, to, k / 500);
      const held = times.some(
        (_, i) => i % 2 === 0 && times[i]! - 1e-9 <= q.t_sec && q.t_sec <= times[i + 1]! + 1e-9,
      );
      if (prismContains(prism, q)) assert.ok(held, `seed ${seed}: inside at ${q.t_sec} but not reported`);
      else if (held)
        assert.ok(prismDistance_m(prism, q) < 1e-6, `seed ${seed}: reported inside at ${q.t_sec}`);
    }
  }
  assert.ok(touching > 200 && touching < 1300, `a fair mix, ${touching} touch`);
});

test('two aircraft that cross between samples meet where the quadratic says', () => {
  const found = closestApproach(
    [at(0, -100, 0, 50), at(10, 100, 0, 50)],
    [at(0, 0, -100, 53), at(10, 0, 100, 53)],
  );
  assert.deepEqual(found, { distance_m: 3, horizontal_m: 0, vertical_m: 3, t_sec: 5 });
  assert.equal(closestApproach([at(0, 0, 0, 0), at(1, 1, 0, 0)], [at(2, 0, 0, 0), at(3, 1, 0, 0)]), null);
  const shared = closestApproach([at(0, 0, 0, 0), at(1, 1, 0, 0)], [at(1, 5, 0, 0), at(3, 9, 0, 0)]);
  assert.equal(shared!.distance_m, 4);
});

test('tracks: closest approach against dense sampling with bounds', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const rng = createRng(seed);
    const track = (): TimedPoint[] => {
      let t = rng.between(0, 5);
      return Array.from({ length: 2 + rng.int(6) }, () => {
        t += rng.between(0.5, 5);
        return at(t, rng.between(-50, 50), rng.between(-50, 50), rng.between(0, 50));
      });
    };
    const [a, b] = [track(), track()];
    const found = closestApproachOfTracks(a, b);
    const start = Math.max(a[0]!.t_sec, b[0]!.t_sec);
    const end = Math.min(a.at(-1)!.t_sec, b.at(-1)!.t_sec);
    if (start > end) {
      assert.equal(found, null);
      continue;
    }
    const where = (track_: TimedPoint[], t: number): TimedPoint => {
      const i = Math.max(
        1,
        track_.findIndex((p) => p.t_sec >= t),
      );
      const [p, q] = [track_[i - 1]!, track_[i]!];
      return pointOnLeg(p, q, (t - p.t_sec) / (q.t_sec - p.t_sec));
    };
    let high = Infinity;
    const n = 6000;
    for (let k = 0; k <= n; k++) {
      const t = Math.min(end, start + ((end - start) * k) / n);
      const [p, q] = [where(a, t), where(b, t)];
      high = Math.min(high, Math.hypot(p.x_m - q.x_m, p.y_m - q.y_m, p.z_m - q.z_m));
    }
    const fastest = (ps: TimedPoint[]): number =>
      Math.max(
        ...ps
          .slice(1)
          .map(
            (p, i) =>
              Math.hypot(p.x_m - ps[i]!.x_m, p.y_m - ps[i]!.y_m, p.z_m - ps[i]!.z_m) /
              (p.t_sec - ps[i]!.t_sec),
          ),
      );
    const low = high - ((fastest(a) + fastest(b)) * (end - start)) / n;
    assert.ok(found !== null && found.distance_m <= high + 1e-9 && found.distance_m >= low, `seed ${seed}`);
  }
});
