import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Rng, canonicalJson, createRng } from '#base';
import {
  MOVE_COUNT,
  MOVE_X,
  MOVE_Y,
  MOVE_Z,
  type SearchContext,
  cellAt,
  createCostModel,
  createGrid,
  createSearchContext,
  indexOfCell,
} from '#search';
import { type DeconflictAnswer, type DeconflictQuery, type FlightPlan, deconflict } from './deconflict.ts';
import { type Track, checkSeparation } from './separation-check.ts';

const CELL_M = 10;

function lattice(nx: number, ny: number, nz: number, blocked = new Uint8Array(nx * ny * nz)): SearchContext {
  const grid = createGrid({ nx, ny, nz, blocked, steps: { x: 10_000, y: 10_000, z: 10_000 } });
  assert.ok(grid.ok);
  return createSearchContext(grid.value);
}

function queryOf(
  context: SearchContext,
  flights: readonly FlightPlan[],
  more: Partial<DeconflictQuery> = {},
): DeconflictQuery {
  const moves = Int32Array.from({ length: MOVE_COUNT }, (_, m) =>
    Math.round(1000 * Math.hypot(MOVE_X[m]!, MOVE_Y[m]!, MOVE_Z[m]!)),
  );
  const durations = createCostModel(context.grid, { moves });
  assert.ok(durations.ok);
  return {
    context,
    durations: durations.value,
    flights,
    weight: 1,
    berth: { side: 0, up: 0 },
    rng: createRng(1),
    restarts: 4,
    ...more,
  };
}

function answered(query: DeconflictQuery): DeconflictAnswer {
  const answer = deconflict(query);
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.value;
}

function tracksOf(context: SearchContext, answer: DeconflictAnswer): Track[] {
  return answer.flights.flatMap(({ id, path }) => {
    if (path === null) return [];
    const points: Track['points'][number][] = [];
    path.cells.forEach((cell, i) => {
      const c = cellAt(context.grid, cell);
      const at = { x_m: c.x * CELL_M, y_m: c.y * CELL_M, z_m: (c.z + 1) * CELL_M };
      points.push({ t_sec: path.arrive[i]! / 1000, ...at });
      if (path.depart[i]! > path.arrive[i]!) points.push({ t_sec: path.depart[i]! / 1000, ...at });
    });
    return [{ id, points }];
  });
}

function randomFlights(context: SearchContext, count: number, rng: Rng): FlightPlan[] {
  const { grid } = context;
  const free = () => {
    for (;;) {
      const cell = { x: rng.int(grid.nx), y: rng.int(grid.ny), z: rng.int(grid.nz) };
      if (grid.blocked[indexOfCell(grid, cell)] === 0) return cell;
    }
  };
  return Array.from({ length: count }, (_, k) => ({
    id: `f${k}`,
    priority: rng.pick(['low', 'normal', 'high', 'critical'] as const),
    start: free(),
    goal: free(),
    earliest_launch_ms: rng.int(20) * 1000,
    latest_launch_ms: 600_000,
    hold_ms: rng.pick([0, 3000]),
  }));
}

test('crowded random skies: all fitted, no pair nearer than a cell by the continuous validator', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const rng = createRng(seed);
    const blocked = Uint8Array.from({ length: 14 * 14 * 4 }, () => (rng.next() < 0.1 ? 1 : 0));
    const context = lattice(14, 14, 4, blocked);
    const flights = randomFlights(context, 60, rng.fork('flights'));
    const answer = answered(queryOf(context, flights, { weight: rng.pick([1, 1.5]) }));
    const blocked_ends = answer.flights.filter((f) => f.path === null);
    assert.ok(blocked_ends.length <= 6, `seed ${seed}: ${canonicalJson(blocked_ends)}`);
    assert.deepEqual(checkSeparation(tracksOf(context, answer), CELL_M), [], `seed ${seed}`);
    answer.flights.forEach((f, i) => {
      if (f.path === null) return;
      assert.ok(
        f.path.launch >= flights[i]!.earliest_launch_ms && f.path.launch <= flights[i]!.latest_launch_ms,
      );
      assert.equal(f.path.cells[0], indexOfCell(context.grid, flights[i]!.start));
      assert.equal(f.path.cells.at(-1), indexOfCell(context.grid, flights[i]!.goal));
    });
  }
});

test('a berth keeps flights further apart', () => {
  const context = lattice(20, 20, 3);
  const flights = randomFlights(context, 15, createRng(5));
  const near = answered(queryOf(context, flights));
  const wide = answered(queryOf(context, flights, { berth: { side: 2, up: 2 } }));
  assert.ok(checkSeparation(tracksOf(context, near), 25).length > 0, 'without a berth they pass nearer');
  assert.deepEqual(checkSeparation(tracksOf(context, wide), 30), []);
});

test('a higher class goes first through a gap for one', () => {
  // A wall with one hole at (5, 2); both flights want to be through it as soon as they can.
  const blocked = new Uint8Array(11 * 5);
  for (let y = 0; y < 5; y++) if (y !== 2) blocked[5 * 5 + y] = 1;
  const context = lattice(11, 5, 1, blocked);
  const flight = (id: string, priority: FlightPlan['priority'], y: number): FlightPlan => ({
    id,
    priority,
    start: { x: 0, y, z: 0 },
    goal: { x: 10, y, z: 0 },
    earliest_launch_ms: 0,
    latest_launch_ms: 100_000,
    hold_ms: 0,
  });
  for (const critical of ['a', 'b']) {
    const flights = ['a', 'b'].map((id, k) => flight(id, id === critical ? 'critical' : 'low', 1 + 2 * k));
    const arrivals = Object.fromEntries(
      answered(queryOf(context, flights)).flights.map((f) => [f.id, f.path!.arrival]),
    );
    const other = critical === 'a' ? 'b' : 'a';
    assert.ok(arrivals[critical]! < arrivals[other]!);
  }
});

test('two that must pass each other in a tube wait; a launch window without room leaves one out, said so', () => {
  const context = lattice(9, 1, 1);
  const flight = (id: string, from: number, to: number, latest: number): FlightPlan => ({
    id,
    priority: 'normal',
    start: { x: from, y: 0, z: 0 },
    goal: { x: to, y: 0, z: 0 },
    earliest_launch_ms: 0,
    latest_launch_ms: latest,
    hold_ms: 0,
  });
  const patient = answered(queryOf(context, [flight('a', 0, 8, 60_000), flight('b', 8, 0, 60_000)]));
  assert.equal(patient.left_out, 0);
  const hasty = answered(queryOf(context, [flight('a', 0, 8, 0), flight('b', 8, 0, 0)]));
  assert.equal(hasty.left_out, 1);
  assert.deepEqual(hasty.flights.map((f) => f.reason).sort(), [null, 'no_room'].sort());
  assert.equal(hasty.restarts_used, 0);
});

test('the same query gives the same bytes; an empty set, a small budget and bad input are answered', () => {
  const context = lattice(10, 10, 2);
  const flights = randomFlights(context, 20, createRng(2));
  const bytes = [0, 1].map(() =>
    canonicalJson(
      answered(queryOf(context, flights)).flights.map((f) => [f.id, [...(f.path?.arrive ?? [])]]),
    ),
  );
  assert.equal(bytes[0], bytes[1]);
  assert.equal(answered(queryOf(context, [])).left_out, 0);
  const little = answered(queryOf(context, flights, { max_expansions: 10 }));
  assert.ok(little.flights.some((f) => f.reason === 'budget_exhausted'));
  const first = flights[0]!;
  for (const bad of [
    queryOf(context, [first, first]),
    queryOf(context, [{ ...first, latest_launch_ms: -1 }]),
    queryOf(context, [{ ...first, goal: { x: 10, y: 0, z: 0 } }]),
    queryOf(context, flights, { weight: 0.5 }),
    queryOf(context, flights, { berth: { side: -1, up: 0 } }),
  ]) {
    const refused = deconflict(bad);
    assert.ok(!refused.ok && refused.error.type === 'bad_query');
  }
});
