/**
 * In 300 random scenes with turned zone rectangles no released route crosses a zone, by exact geometry that shares
 * nothing with planner or verifier: a leg in a rectangle's own axes, clipped against its two slabs.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type Rng, createRng } from '#base';
import { Constraints, type Mission } from '#ir';
import { type SystemState, type Trajectory, buildAirModel } from '#world';
import { planRoute } from '#engines/route';
import { verify } from '#engines/verify';
import { after, lonLat, sampleState, turnedBox, zoneOver } from '../../src/engines/verify/sample-flight.ts';

type Rectangle = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly half_x: number;
  readonly half_y: number;
  readonly turn: number;
  /** Seconds; the whole time where open. */
  readonly from: number;
  readonly to: number;
  readonly floor: number;
  readonly ceiling: number;
};

const HALF_M = 300;

function randomRectangles(rng: Rng): Rectangle[] {
  return Array.from({ length: 12 + rng.int(14) }, (_, i) => {
    const windowed = rng.next() < 0.3;
    const from = windowed ? Math.round(rng.between(-60, 90)) : -Infinity;
    const banded = rng.next() < 0.3;
    const floor = banded ? rng.between(0, 80) : -Infinity;
    return {
      id: `zone_${i}`,
      x: rng.between(-260, 260),
      y: rng.between(-260, 260),
      half_x: rng.between(3, 70),
      half_y: rng.between(3, 35),
      turn: rng.between(0, Math.PI),
      from,
      to: windowed ? Math.max(0, from) + Math.round(rng.between(10, 120)) : Infinity,
      floor,
      ceiling: banded ? floor + rng.between(10, 60) : Infinity,
    };
  });
}

function sceneOf(rectangles: readonly Rectangle[]): SystemState {
  const state = sampleState({
    zones: rectangles.map((r) =>
      zoneOver(
        r.id,
        r.from === -Infinity ? 'no_fly' : 'temporary_no_fly',
        turnedBox(r.x, r.y, r.half_x, r.half_y, r.turn),
        {
          window: r.from === -Infinity ? null : { start: after(r.from), end: after(r.to) },
          floor: r.floor === -Infinity ? null : { value_m: r.floor, reference: 'AGL' },
          ceiling: r.ceiling === Infinity ? null : { value_m: r.ceiling, reference: 'AGL' },
        },
      ),
    ),
    uav: { at: lonLat(-280, -280), battery_capacity_wh: 500 },
  });
  const [west, south] = lonLat(-HALF_M, -HALF_M);
  const [east, north] = lonLat(HALF_M, HALF_M);
  const places = state.city.places.map((p) => (p.id === 'goal' ? { ...p, at: lonLat(280, 280) } : p));
  return { ...state, city: { ...state.city, bounds: [west, south, east, north], places } };
}

/** Interval of [0, 1] in which a + (b - a) s is within [low, high]; null where empty. */
function slab(a: number, b: number, low: number, high: number): readonly [number, number] | null {
  if (a === b) return a >= low && a <= high ? [0, 1] : null;
  const [p, q] = [(low - a) / (b - a), (high - a) / (b - a)];
  const [from, to] = [Math.max(0, Math.min(p, q)), Math.min(1, Math.max(p, q))];
  return from <= to ? [from, to] : null;
}

/** The longest stretch, in seconds, that a leg spends inside a rectangle's solid while it is active; null where it never is. */
function crossed(r: Rectangle, a: Trajectory[number], b: Trajectory[number]): number | null {
  const [c, s] = [Math.cos(r.turn), Math.sin(r.turn)];
  const own = (p: Trajectory[number]) => {
    const [dx, dy] = [p.x_m - r.x, p.y_m - r.y];
    return { u: dx * c + dy * s, v: -dx * s + dy * c };
  };
  const [p, q] = [own(a), own(b)];
  const parts = [
    slab(p.u, q.u, -r.half_x, r.half_x),
    slab(p.v, q.v, -r.half_y, r.half_y),
    slab(a.z_m, b.z_m, r.floor, r.ceiling),
    slab(a.t_sec, b.t_sec, r.from, r.to),
  ];
  if (parts.some((x) => x === null)) return null;
  const from = Math.max(...parts.map((x) => x![0]));
  const to = Math.min(...parts.map((x) => x![1]));
  return from <= to ? (to - from) * (b.t_sec - a.t_sec) : null;
}

const mission: Mission = {
  stops: [{ place_id: 'goal', action: 'land', service_sec: 0 }],
  required_stop: 0,
  returns_home: false,
  constraints: Constraints.parse({ altitude_max_m: 90 }),
};

test('no released route crosses a zone, and the verifier agrees', () => {
  let [released, blocked_line] = [0, 0];
  for (let seed = 1; seed <= 300; seed++) {
    const rectangles = randomRectangles(createRng(seed));
    const state = sceneOf(rectangles);
    const air = buildAirModel(state);
    assert.ok(air.ok, `seed ${seed}: ${JSON.stringify(air)}`);
    const request = { state, air: air.value, uav: state.fleet[0]!, mission };
    const route = planRoute({ ...request, avoid_zones: [], sensitive_zones: [], planner: 'weighted' });
    if (!route.ok) continue;
    const trajectory = route.value.waypoints;
    const verdict = verify({
      ...request,
      trajectory,
      entities: { avoid_zones: [], sensitive_zones: [] },
      specs: { ltl: [], stl: [], program_rules: [] },
    });
    assert.ok(verdict.ok, `seed ${seed}`);
    const hits = rectangles.filter((r) =>
      trajectory.some((b, i) => i > 0 && crossed(r, trajectory[i - 1]!, b) !== null),
    );
    const zones_kept = verdict.value.specs.find((s) => s.rule === 'R1')!.satisfied;
    assert.equal(
      zones_kept,
      hits.length === 0,
      `seed ${seed}: verifier and slabs disagree about ${hits.map((r) => r.id).join()}`,
    );
    assert.deepEqual(hits, [], `seed ${seed}: the route crosses a zone`);
    assert.ok(verdict.value.passed, `seed ${seed}: ${JSON.stringify(verdict.value.violations)}`);
    released++;
    const a = { t_sec: 0, x_m: -280, y_m: -280, z_m: 50, stop_id: null };
    const b = { t_sec: 80, x_m: 280, y_m: 280, z_m: 50, stop_id: null };
    if (rectangles.some((r) => crossed(r, a, b) !== null)) blocked_line++;
  }
  assert.ok(released > 200, `${released} scenes of 300 have a route`);
  assert.ok(blocked_line > 150, `${blocked_line} straight lines were blocked`);
});
