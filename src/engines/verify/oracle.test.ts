import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type Rng, createRng } from '#base';
import { verify } from './index.ts';
import { prepareFlight } from './flight.ts';
import { signalsOf } from './signals.ts';
import {
  type Ring,
  type Row,
  type Scene,
  after,
  lonLat,
  sampleRequest,
  turnedBox,
  zoneOver,
} from './sample-flight.ts';

/** One upright solid as the oracle sees it: its own numbers, its own geometry. */
type Solid = {
  readonly ring: Ring | null;
  readonly circle: readonly [x: number, y: number, r: number] | null;
  readonly floor: number;
  readonly ceiling: number;
  readonly from: number;
  readonly to: number;
};

/** Signed horizontal distance, by plain crossing numbers and point-segment formulas. */
function flatDistance({ ring, circle }: Solid, x: number, y: number): number {
  if (circle !== null) return Math.hypot(x - circle[0], y - circle[1]) - circle[2];
  let inside = false;
  let best = Infinity;
  ring!.forEach(([ax, ay], i) => {
    const [bx, by] = ring![(i + 1) % ring!.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    const [ex, ey] = [bx - ax, by - ay];
    const u = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
    best = Math.min(best, Math.hypot(x - ax - u * ex, y - ay - u * ey));
  });
  return inside ? -best : best;
}

function solidGap(s: Solid, x: number, y: number, z: number): number {
  const flat = flatDistance(s, x, y);
  const up = Math.max(s.floor - z, z - s.ceiling);
  return flat <= 0 ? Math.max(flat, up) : Math.hypot(flat, Math.max(0, up));
}

/** Bounds on the least distance from dense samples: between two samples it changes by no more than the way flown. */
function sampledLeast(solids: readonly Solid[], rows: readonly Row[]): readonly [low: number, high: number] {
  let [low, high] = [Infinity, Infinity];
  for (const s of solids) {
    for (let i = 1; i < rows.length; i++) {
      const [a, b] = [rows[i - 1]!, rows[i]!];
      const [start, end] = [Math.max(a[0], s.from), Math.min(b[0], s.to)];
      if (start > end) continue;
      const n = 250;
      const speed = Math.hypot(b[1] - a[1], b[2] - a[2], b[3] - a[3]) / (b[0] - a[0]);
      const slack = (speed * (end - start)) / n / 2 + 1e-6;
      for (let k = 0; k <= n; k++) {
        const u = (start + ((end - start) * k) / n - a[0]) / (b[0] - a[0]);
        const d = solidGap(s, a[1] + (b[1] - a[1]) * u, a[2] + (b[2] - a[2]) * u, a[3] + (b[3] - a[3]) * u);
        high = Math.min(high, d + 1e-6);
        low = Math.min(low, d - slack);
      }
    }
  }
  return [low, high];
}

function star(rng: Rng, x: number, y: number): Ring {
  const n = 3 + rng.int(6);
  const turn = rng.between(0, 6);
  return Array.from({ length: n }, (_, k) => {
    const angle = turn + (2 * Math.PI * (k + 0.8 * rng.next())) / n;
    const r = rng.between(20, 90);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)] as const;
  });
}

function randomScene(rng: Rng): { scene: Scene; zones: Solid[]; buildings: Solid[]; rows: Row[] } {
  const zones: Solid[] = [];
  const buildings: Solid[] = [];
  const made: Scene['zones'] = Array.from({ length: 1 + rng.int(4) }, (_, i) => {
    const [x, y] = [rng.between(-50, 1050), rng.between(-150, 150)];
    const round = rng.next() < 0.3;
    const r = rng.between(20, 80);
    const ring = round ? null : star(rng, x, y);
    const floor = rng.next() < 0.4 ? -Infinity : rng.between(0, 60);
    const ceiling = rng.next() < 0.4 ? Infinity : Math.max(floor, 0) + rng.between(5, 60);
    const from = rng.next() < 0.4 ? -Infinity : Math.round(rng.between(-20, 120));
    const to = rng.next() < 0.4 ? Infinity : Math.max(from, 0) + Math.round(rng.between(0, 80));
    zones.push({ ring, circle: round ? [x, y, r] : null, floor, ceiling, from, to });
    const height = (v: number) => (Number.isFinite(v) ? { value_m: v, reference: 'AGL' as const } : null);
    return zoneOver(
      `z${i}`,
      rng.pick(['no_fly', 'temporary_no_fly', 'restricted'] as const),
      ring ?? turnedBox(0, 0, 1, 1),
      {
        ...(round ? { outline: { type: 'circle' as const, center: lonLat(x, y), radius_m: r } } : {}),
        floor: height(floor),
        ceiling: height(ceiling),
        window: {
          start: Number.isFinite(from) ? after(from) : null,
          end: Number.isFinite(to) ? after(to) : null,
        },
      },
    );
  });
  const blocks = Array.from({ length: 6 }, (_, i) => {
    // Away from the pads, so that one distance holds everywhere.
    const ring = star(rng, rng.between(150, 850), rng.between(-200, 200));
    const height_m = rng.between(5, 70);
    buildings.push({
      ring,
      circle: null,
      floor: -Infinity,
      ceiling: height_m,
      from: -Infinity,
      to: Infinity,
    });
    return { id: `b${i}`, ring, height_m };
  });
  const rows: Row[] = [
    [0, 0, 0, 0],
    [20, 0, 0, 50],
  ];
  for (let k = 1; k <= 3; k++) {
    rows.push([20 + 30 * k, 250 * k + rng.between(-80, 80), rng.between(-120, 120), rng.between(30, 100)]);
    if (rng.next() < 0.3) rows.push([20 + 30 * k + 5, rows.at(-1)![1], rows.at(-1)![2], rows.at(-1)![3]]);
  }
  rows.push([160, 1000, 0, 50], [190, 1000, 0, 0, 'goal']);
  return { scene: { zones: made ?? [], buildings: blocks }, zones, buildings, rows };
}

test('robustness of R1 and R2 agrees with dense sampling by other geometry, on 80 random scenes', () => {
  let entered = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const { scene, zones, buildings, rows } = randomScene(createRng(seed));
    const verdict = verify(sampleRequest(scene, rows));
    assert.ok(verdict.ok);
    const [r1, r2] = verdict.value.specs;
    const [zone_low, zone_high] = sampledLeast(zones, rows);
    // The circles' radii grow by the plane's distortion, here below 0.04 percent of 80 m.
    const stretch = 0.03;
    assert.ok(
      r1!.robustness! >= Math.min(1e6, zone_low) - stretch && r1!.robustness! <= zone_high,
      `seed ${seed}: R1 ${r1!.robustness} not in [${zone_low}, ${zone_high}]`,
    );
    assert.equal(r1!.satisfied, r1!.robustness! > 0);
    if (zone_high < -0.1) assert.equal(verdict.value.passed, false, `seed ${seed}: crossed and passed`);
    entered += r1!.satisfied ? 0 : 1;
    const [wall_low, wall_high] = sampledLeast(buildings, rows);
    assert.ok(
      r2!.robustness! + 10 >= wall_low - 1e-3 && r2!.robustness! + 10 <= wall_high + 1e-3,
      `seed ${seed}: R2 ${r2!.robustness! + 10} not in [${wall_low}, ${wall_high}]`,
    );
  }
  assert.ok(entered > 15 && entered < 75, `a fair mix, ${entered} entered`);
});

test('signals of distance are exact at their breakpoints and hold the exact minimum', () => {
  for (let seed = 500; seed < 530; seed++) {
    const { scene, zones, buildings, rows } = randomScene(createRng(seed));
    const flight = prepareFlight(sampleRequest(scene, rows));
    assert.ok(flight.ok);
    const signals = signalsOf(flight.value);
    for (const [name, solids] of [
      ['dist_to_zone_m', zones],
      ['dist_to_obstacle_m', buildings],
    ] as const) {
      const { t_sec, value } = signals.series(name);
      const [low, high] = sampledLeast(solids, rows);
      const least = value.reduce((a, b) => Math.min(a, b), Infinity);
      assert.ok(
        least >= Math.min(1e6, low) - 0.03 && (least <= high || least === 1e6),
        `seed ${seed} ${name}`,
      );
      for (let k = 1; k < t_sec.length; k++) assert.ok(t_sec[k]! > t_sec[k - 1]!);
      for (let k = 0; k < t_sec.length; k += 7) {
        const i = Math.max(
          1,
          rows.findIndex((r) => r[0] >= t_sec[k]!),
        );
        const [a, b] = [rows[i - 1]!, rows[i]!];
        const u = (t_sec[k]! - a[0]) / (b[0] - a[0]);
        const p = [1, 2, 3].map((c) => (a[c] as number) + ((b[c] as number) - (a[c] as number)) * u) as [
          number,
          number,
          number,
        ];
        const active = solids.filter((s) => s.from <= t_sec[k]! && t_sec[k]! <= s.to);
        const truth = active.reduce((m, s) => Math.min(m, solidGap(s, ...p)), 1e6);
        assert.ok(
          value[k]! >= truth - 0.03 && value[k]! <= truth + 1e-3,
          `seed ${seed} ${name} at ${t_sec[k]}`,
        );
      }
    }
  }
});
