import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import * as polyclip from 'polyclip-ts';
import { createRng } from '#base';
import { type Capture, exposures } from './captures.ts';
import { countCells } from './cells.ts';
import { type Context } from './context.ts';
import { groundSpeed, levelPower } from './energy.ts';
import { coverPolys, opticsOf } from './footprint.ts';
import { sunElevation } from './g2-rim.ts';
import { groundOf } from './ground.ts';
import { planeAt } from './plane.ts';
import { type Poly, depthOn, isInside, polyArea, polyFrom, segmentDistance } from './poly.ts';
import { checkReimport } from './index.ts';
import { sweepArea } from './sweep.ts';
import { scene } from './testing/scenes.ts';

const close = (a: number, b: number, by: number, what = '') =>
  assert.ok(Math.abs(a - b) <= by, `${what} ${a} against ${b}`);

test('the plane agrees with geodesics to a part in 100 000, over the date line too', () => {
  for (const [lon, lat] of [
    [39.5, 45.3],
    [180, 10],
    [-179.99, -30],
    [12, 69],
    [166.4, -77.46],
  ] as const) {
    const plane = planeAt(lon, lat);
    const rng = createRng(7);
    for (let i = 0; i < 50; i++) {
      const places = [0, 1].map(() =>
        geodesic.Geodesic.WGS84.Direct(lat, lon, rng.between(0, 360), rng.between(0, 8000)),
      );
      const [p, q] = places.map((d) => [d.lon2!, d.lat2!] as const) as [
        readonly [number, number],
        readonly [number, number],
      ];
      const true_m = geodesic.Geodesic.WGS84.Inverse(p[1], p[0], q[1], q[0]).s12!;
      const [px, py] = plane.xy(...p);
      const [qx, qy] = plane.xy(...q);
      close(Math.hypot(px - qx, py - qy), true_m, 1e-5 * true_m + 1e-3, `at ${lon} ${lat}`);
      const back = plane.lonLat(px, py);
      close(back[1], p[1], 1e-9);
      close(((back[0] - p[0] + 540) % 360) - 180, 0, 1e-9);
    }
  }
});

const square = (x: number, y: number, w: number, h = w): Poly =>
  polyFrom([Float64Array.from([x, y, x + w, y, x + w, y + h, x, y + h])]);

/** A star-shaped polygon. */
function star(seed: number, cx: number, cy: number, r: number): Poly {
  const rng = createRng(seed);
  const n = 3 + rng.int(8);
  const ring = Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * (i + rng.between(0, 0.8))) / n;
    const d = r * rng.between(0.3, 1);
    return [cx + d * Math.cos(a), cy + d * Math.sin(a)];
  }).flat();
  return polyFrom([Float64Array.from(ring)]);
}

const geom = (p: Poly): polyclip.Geom =>
  p.rings.map((r) =>
    Array.from({ length: r.length / 2 }, (_, i): [number, number] => [r[2 * i]!, r[2 * i + 1]!]),
  );

function clipArea(g: polyclip.Geom): number {
  return (g as [number, number][][][]).reduce(
    (sum, rings) => sum + polyArea(polyFrom(rings.map((r) => Float64Array.from(r.slice(0, -1).flat())))),
    0,
  );
}

test('the slab sweep gives the areas that polyclip gives, in any direction', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.double({ min: 0, max: 3.1, noNaN: true }),
      (seed, direction_rad) => {
        const rng = createRng(seed);
        const within = [star(seed, 0, 0, 100), star(seed + 1, 10, 10, 120)];
        const without = [star(seed + 2, 30, -20, 40), star(seed + 3, 20, -10, 30)];
        const cover = Array.from({ length: 6 }, (_, i) =>
          star(seed + 10 + i, rng.between(-80, 80), rng.between(-80, 80), 60),
        );
        const region = polyclip.difference(
          polyclip.intersection(geom(within[0]!), geom(within[1]!)),
          geom(without[0]!),
          geom(without[1]!),
        );
        const covered = polyclip.intersection(
          region,
          polyclip.union(geom(cover[0]!), ...cover.slice(1).map(geom)),
        );
        const mine = sweepArea({ within, without, cover, direction_rad });
        close(mine.region_m2, clipArea(region), 1e-6 * (1 + mine.region_m2), 'region');
        close(mine.covered_m2, clipArea(covered), 1e-6 * (1 + mine.region_m2), 'covered');
      },
    ),
    { numRuns: 40, seed: 5 },
  );
});

test('the sweep names a place that is bare', () => {
  const a = sweepArea({
    within: [square(0, 0, 100)],
    without: [],
    cover: [square(0, 0, 100, 40), square(0, 60, 100, 40)],
    direction_rad: 0,
  });
  close(a.region_m2, 10_000, 1e-6);
  close(a.covered_m2, 8000, 1e-6);
  assert.ok(a.gap !== null && a.gap.y > 40 && a.gap.y < 60 && a.gap.x > 0 && a.gap.x < 100);
  close(a.gap.width_m, 100, 1e-9);
});

test('the sweep knows holes and touching edges', () => {
  const ring = polyFrom([
    Float64Array.from([0, 0, 10, 0, 10, 10, 0, 10]),
    Float64Array.from([4, 4, 6, 4, 6, 6, 4, 6]),
  ]);
  const a = sweepArea({
    within: [ring],
    without: [],
    cover: [square(0, 0, 5, 10), square(5, 0, 5, 10)],
    direction_rad: 1,
  });
  close(a.region_m2, 96, 1e-9);
  close(a.covered_m2, 96, 1e-9);
});

test('segments against polygons: through, along, inside, beside', () => {
  const p = square(0, 0, 10);
  const s = (ax: number, ay: number, bx: number, by: number) => ({ ax, ay, bx, by });
  close(depthOn(p, s(-5, 5, 15, 5), true).depth_m, 5, 1e-9);
  assert.equal(depthOn(p, s(-5, 12, 15, 12), true).depth_m, 0);
  assert.equal(depthOn(p, s(-5, 0, 15, 0), true).depth_m, 0, 'along an edge');
  close(depthOn(p, s(2, 2, 8, 2), true).depth_m, 2, 1e-9);
  close(depthOn(p, s(2, 2, 13, 2), false).depth_m, 3, 1e-9, 'outside part');
  close(segmentDistance(p, s(12, -5, 12, 15)).distance_m, 2, 1e-9);
  assert.equal(segmentDistance(p, s(-5, 5, 15, 6)).distance_m, 0);
  close(segmentDistance(p, s(13, 14, 20, 20)).distance_m, 5, 1e-9);
  assert.ok(isInside(p, 5, 5) && !isInside(p, 11, 5));
});

test('wind triangle: still, head, tail, cross, and none', () => {
  const wind = (x: number, y: number) => ({ x, y, speed_mps: Math.hypot(x, y) });
  close(groundSpeed(15, wind(5, 0), 0, 1)!, 14.1421, 1e-4);
  close(groundSpeed(15, wind(5, 0), 1, 0)!, 20, 1e-9);
  close(groundSpeed(16, wind(0, 10), 0, -1)!, 6, 1e-9);
  assert.equal(groundSpeed(12, wind(12, 0), 0, 1), null);
  assert.equal(groundSpeed(12, wind(-13, 0), 1, 0), null);
});

test('power: hover, half way, cruise and the cube above it', () => {
  const craft = { kind: 'multirotor', cruise_mps: 10, cruise_power_w: 200, hover_power_w: 180 } as never;
  assert.equal(levelPower(craft, 0), 180);
  assert.equal(levelPower(craft, 5), 190);
  assert.equal(levelPower(craft, 10), 200);
  assert.equal(levelPower(craft, 20), 1600);
  const wing = { kind: 'fixed_wing', cruise_mps: 16, cruise_power_w: 160, hover_power_w: 0 } as never;
  assert.equal(levelPower(wing, 13), 160);
});

test('ground: between posts, on the rim, outside and beside a void', () => {
  const scenario = scene({
    terrain: {
      type: 'grid',
      west_deg: 10,
      south_deg: 50,
      step_lon_deg: 0.5,
      step_lat_deg: 0.25,
      columns: 3,
      rows: 2,
      amsl_m: [0, 10, null, 20, 30, 40],
    },
  });
  const ground = groundOf(scenario, null);
  close(ground.at(10.25, 50.125)!, 15, 1e-9);
  assert.equal(ground.at(10, 50), 0);
  close(ground.at(10 - 1e-10, 50)!, 0, 1e-9);
  assert.equal(ground.at(9.9, 50.1), null);
  assert.equal(ground.at(10.7, 50.1), null, 'beside a void');
  assert.equal(groundOf(scene({ terrain: { type: 'dem', dem_id: 'x', sha256: '' } }), null).at(10, 50), null);
});

test('the sun: high at noon in summer, low in winter, below the horizon at night', () => {
  close(sunElevation(Date.parse('2025-06-21T12:02:00Z'), 0, 51.48), 90 - 51.48 + 23.44, 0.1);
  close(sunElevation(Date.parse('2025-12-21T11:58:00Z'), 0, 51.48), 90 - 51.48 - 23.44, 0.1);
  assert.ok(sunElevation(Date.parse('2025-06-21T00:00:00Z'), 0, 51.48) < -10);
});

/** A capture that looks straight down from 100 m along x. */
function capture(
  frames: readonly { x: number; crab?: number; vx?: number; vy?: number }[],
  orientation: 'landscape' | 'portrait' = 'landscape',
): Capture {
  return {
    track: { vx: Float64Array.from([1]), vy: Float64Array.from([0]) },
    payload: { type: 'camera', sensor_w_mm: 13.2, sensor_h_mm: 8.8, px_w: 5472, px_h: 3648, focal_mm: 8.8 },
    task: { quality: { type: 'gsd' }, camera_orientation: orientation, min_images_per_point: 1 },
    ux: 1,
    uy: 0,
    frames: frames.map((f) => ({
      y: 0,
      z: 100,
      t: 0,
      along: f.x,
      segment: 0,
      agl: 100,
      speed_mps: 1,
      crab: 0,
      ...f,
    })),
  } as unknown as Capture;
}

test('a strip of frames is what the frames cover, drifting or not', () => {
  for (const turn of [0, 0.2, -0.35, 0.5]) {
    const c = capture(Array.from({ length: 12 }, (_, i) => ({ x: 25 * i, crab: Math.abs(turn) })));
    // Heading turned by `turn` from the track: the air velocity is ground minus wind.
    const wind = { x: 1 - Math.cos(turn), y: -Math.sin(turn) };
    const area = square(-100, -120, 500, 240);
    const strips = sweepArea({
      within: [area],
      without: [],
      cover: coverPolys(c, wind),
      direction_rad: 0,
    }).covered_m2;
    const singles = sweepArea({
      within: [area],
      without: [],
      cover: c.frames.flatMap((f) => coverPolys({ ...c, frames: [f] }, wind)),
      direction_rad: 0,
    }).covered_m2;
    assert.ok(strips <= singles + 1e-6, `turn ${turn}: the strip claims too much, ${strips} of ${singles}`);
    // What is missing are the teeth that turned frames leave along both sides.
    assert.ok(
      strips >= singles * (1 - 0.12 * Math.abs(turn)) - 1e-6,
      `turn ${turn}: ${strips} of ${singles}`,
    );
    const outside = sweepArea({
      within: [area],
      without: c.frames.flatMap((f) => coverPolys({ ...c, frames: [f] }, wind)),
      cover: coverPolys(c, wind),
      direction_rad: 0,
    });
    assert.ok(outside.covered_m2 < 1e-6, 'no point of a strip is outside all frames');
    const cells = countCells({ wind } as Context, { within: [area], without: [] }, [c])!;
    close(cells.covered / cells.plannable, singles / 120_000, 0.01);
  }
});

test('frames that do not meet leave a gap', () => {
  const c = capture([{ x: 0 }, { x: 99 }, { x: 200 }]);
  const area = square(-200, -75, 600, 150);
  const covered = sweepArea({
    within: [area],
    without: [],
    cover: coverPolys(c, { x: 0, y: 0 }),
    direction_rad: 0,
  }).covered_m2;
  close(covered, (199 + 100) * 150, 1e-6);
});

test('optics: both axes, the worse pixel, portrait exchanges the sides', () => {
  const camera = { sensor_w_mm: 6.17, sensor_h_mm: 4.55, px_w: 4000, px_h: 3000, focal_mm: 4.5 } as never;
  const o = opticsOf(camera, 'landscape');
  close(o.across, 6.17 / 4.5, 1e-12);
  close(o.pixel, 6.17 / 4000 / 4.5, 1e-12);
  const p = opticsOf(camera, 'portrait');
  close(p.across, 4.55 / 4.5, 1e-12);
  close(p.along, o.across, 1e-12);
});

test('exposures: entry frame, last frame, none beyond the leg', () => {
  const shots = (spacing_m: number, length: number) =>
    exposures({ type: 'distance', first_m: 0, spacing_m, count: 1000 }, length).length;
  assert.equal(shots(25, 100), 5);
  assert.equal(shots(30, 100), 4);
  assert.equal(shots(25, 24.9), 1);
  assert.equal(shots(7.5, 1000), 134);
});

test('an exported plan read back: same, moved, shorter', () => {
  const points = [
    { lon_deg: 39.5, lat_deg: 45.3, amsl_m: 160 },
    { lon_deg: 39.501, lat_deg: 45.301, amsl_m: 160 },
  ];
  const tolerance = { horizontal_m: 0.02, vertical_m: 0.01 };
  assert.deepEqual(checkReimport('s', points, points, tolerance), []);
  const rounded = points.map((p) => ({ ...p, lon_deg: Number(p.lon_deg.toFixed(7)) }));
  assert.deepEqual(checkReimport('s', points, rounded, tolerance), []);
  const swapped = points.map((p) => ({ ...p, lon_deg: p.lat_deg, lat_deg: p.lon_deg }));
  for (const bad of [swapped, [points[0]!, { ...points[1]!, amsl_m: 460 }], points.slice(1)]) {
    const [finding] = checkReimport('s', points, bad, tolerance);
    assert.equal(finding!.code, 'G8-04');
    assert.equal(finding!.severity, 'error');
  }
});
