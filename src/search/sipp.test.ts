import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import {
  BusyTable,
  type Cell,
  type CostModel,
  type SippQuery,
  type TimedPath,
  TIME_LIMIT,
  cellAt,
  createCostModel,
  createSearchContext,
  createSippContext,
  findTimedPath,
  fullIntervals,
  indexOfCell,
  moveNumber,
  reserve,
} from './index.ts';
import {
  DIRECTIONS,
  type SmallGrid,
  allCells,
  freeAt,
  mayMove,
  randomSmallGrid,
  smallGrid,
} from './oracle.fixture.test.ts';

const HORIZON = 70;

type Taken = Map<number, [number, number][]>;
const isFree = (taken: Taken, cell: number, from: number, to: number): boolean =>
  (taken.get(cell) ?? []).every(([a, b]) => to <= a || b <= from);

function boxOf(g: SmallGrid, a: Cell, d: readonly number[]): number[] {
  const cells = new Set<number>();
  for (const i of [0, 1])
    for (const j of [0, 1])
      for (const k of [0, 1])
        cells.add(indexOfCell(g.grid, { x: a.x + i * d[0]!, y: a.y + j * d[1]!, z: a.z + k * d[2]! }));
  return [...cells];
}

/** Time-expanded search: every cell at every tick; waiting takes a tick. The earliest arrival, or Infinity. */
function timeExpanded(g: SmallGrid, taken: Taken, query: SippQuery): number {
  const [start, goal] = [indexOfCell(g.grid, query.start), indexOfCell(g.grid, query.goal)];
  const at = Array.from({ length: HORIZON + 20 }, () => new Set<number>());
  for (let t = 0; t <= HORIZON; t++) {
    if (t >= query.earliest_launch && t <= query.latest_launch && isFree(taken, start, t, t + 1))
      at[t]!.add(start);
    if (
      at[t]!.has(goal) &&
      isFree(taken, goal, t, t + (query.hold ?? 0)) &&
      t <= (query.latest_arrival ?? HORIZON)
    )
      return t;
    for (const u of at[t]!) {
      if (isFree(taken, u, t, t + 1)) at[t + 1]!.add(u);
      const a = cellAt(g.grid, u);
      for (const d of DIRECTIONS) {
        const duration =
          query.durations.table[(query.durations.layerStride ? a.z * 26 : 0) + moveNumber(...d)]!;
        if (duration < 0 || !mayMove(g, a, d, 'strict')) continue;
        if (!boxOf(g, a, d).every((c) => isFree(taken, c, t, t + duration))) continue;
        at[t + duration]?.add(indexOfCell(g.grid, { x: a.x + d[0], y: a.y + d[1], z: a.z + d[2] }));
      }
    }
  }
  return Infinity;
}

function durations(g: SmallGrid, rng: Rng): CostModel {
  const moves = Int32Array.from({ length: 26 * g.nz }, () => 1 + rng.int(5));
  const made = createCostModel(g.grid, { moves: rng.next() < 0.5 ? moves.slice(0, 26) : moves });
  assert.ok(made.ok);
  return made.value;
}

function traffic(g: SmallGrid, rng: Rng, busy: BusyTable): Taken {
  const taken: Taken = new Map();
  for (const cell of allCells(g)) {
    const index = indexOfCell(g.grid, cell);
    for (let n = rng.int(4); n > 0; n--) {
      const from = rng.int(40);
      const to = from + 1 + rng.int(12);
      taken.set(index, [...(taken.get(index) ?? []), [from, to]]);
      busy.add(index, from, to);
    }
  }
  return taken;
}

/** Fails unless the flight keeps its window, flies allowed moves in their time and holds free cells only. */
function assertFlies(g: SmallGrid, taken: Taken, query: SippQuery, flight: TimedPath): void {
  const { cells, arrive, depart } = flight;
  assert.ok(flight.launch >= query.earliest_launch && flight.launch <= query.latest_launch);
  assert.equal(arrive[0], flight.launch);
  assert.deepEqual(cellAt(g.grid, cells[0]!), query.start);
  assert.deepEqual(cellAt(g.grid, cells.at(-1)!), query.goal);
  for (let i = 0; i < cells.length; i++) {
    assert.ok(depart[i]! >= arrive[i]! && isFree(taken, cells[i]!, arrive[i]!, depart[i]!));
    if (i + 1 === cells.length) continue;
    const [a, b] = [cellAt(g.grid, cells[i]!), cellAt(g.grid, cells[i + 1]!)];
    const d = [b.x - a.x, b.y - a.y, b.z - a.z] as const;
    assert.ok(mayMove(g, a, d, 'strict'));
    const duration = query.durations.table[(query.durations.layerStride ? a.z * 26 : 0) + moveNumber(...d)]!;
    assert.equal(arrive[i + 1]! - depart[i]!, duration);
    assert.ok(boxOf(g, a, d).every((c) => isFree(taken, c, depart[i]!, arrive[i + 1]!)));
  }
  assert.ok(isFree(taken, cells.at(-1)!, flight.arrival, flight.arrival + (query.hold ?? 0)));
}

test('safe intervals give the arrival of time-expanded search, and flights that hold', () => {
  let [flown, none, waited] = [0, 0, 0];
  for (let seed = 0; seed < 150; seed++) {
    const rng = createRng(seed);
    const g = randomSmallGrid(rng, 4);
    const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
    if (free.length === 0) continue;
    const busy = new BusyTable(g.grid);
    const taken = traffic(g, rng, busy);
    const context = createSippContext(createSearchContext(g.grid), busy);
    const model = durations(g, rng);
    for (let n = 0; n < 3; n++) {
      const earliest_launch = rng.int(12);
      const query: SippQuery = {
        start: rng.pick(free),
        goal: rng.pick(free),
        durations: model,
        earliest_launch,
        latest_launch: earliest_launch + rng.int(15),
        latest_arrival: rng.pick([HORIZON, 25]),
        hold: rng.int(4),
      };
      const expected = timeExpanded(g, taken, query);
      const found = findTimedPath(context, query);
      const said = JSON.stringify({ seed, n, query: { ...query, durations: 0 }, found, expected });
      if (expected === Infinity) {
        assert.ok(!found.ok && found.error.type === 'no_path', said);
        none++;
        continue;
      }
      assert.ok(found.ok, said);
      assert.equal(found.value.arrival, expected, said);
      assert.equal(found.value.arrival_bound, expected, said);
      const loose = findTimedPath(context, { ...query, weight: 2.5 });
      assert.ok(loose.ok, said);
      assertFlies(g, taken, query, loose.value);
      assert.ok(loose.value.arrival_bound <= expected && expected <= loose.value.arrival, said);
      assertFlies(g, taken, query, found.value);
      flown++;
      if (found.value.launch > earliest_launch) waited++;
    }
  }
  assert.ok(flown > 200 && none > 30 && waited > 40, `${flown} ${none} ${waited}`);
});

test('flights timed one after another never hold a cell together, and stay a cell apart', () => {
  const rng = createRng(3);
  const g = smallGrid([10, 10, 4], [10, 10, 10], () => rng.next() < 0.1);
  const free = allCells(g).filter((c) => freeAt(g, c.x, c.y, c.z));
  const busy = new BusyTable(g.grid);
  const context = createSippContext(createSearchContext(g.grid), busy);
  const made = createCostModel(g.grid, { moves: Int32Array.from({ length: 26 }, (_, m) => 10 + (m % 7)) });
  assert.ok(made.ok);
  const flights: TimedPath[] = [];
  for (let n = 0; n < 60; n++) {
    const query = {
      start: rng.pick(free),
      goal: rng.pick(free),
      durations: made.value,
      earliest_launch: 0,
      latest_launch: 5000,
      hold: 20,
    };
    const found = findTimedPath(context, query);
    assert.ok(found.ok, `flight ${n}`);
    flights.push(found.value);
    reserve(busy, found.value, { hold: 20, berth: { side: 0, up: 0 } });
  }
  const place = (f: TimedPath, t: number): number[] | null => {
    const i = f.cells.findLastIndex((_, k) => f.arrive[k]! <= t);
    if (i < 0 || t >= f.arrival + 20) return null;
    const a = cellAt(g.grid, f.cells[i]!);
    const b = cellAt(g.grid, f.cells[Math.min(i + 1, f.cells.length - 1)]!);
    const span = i + 1 < f.cells.length ? f.arrive[i + 1]! - f.depart[i]! : 1;
    const s = Math.min(1, Math.max(0, t - f.depart[i]!) / span);
    return [a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)];
  };
  let met = 0;
  const last = Math.max(...flights.map((f) => f.arrival)) + 20;
  for (let t = 0; t <= last; t += 1) {
    const places = flights.map((f) => place(f, t)).filter((p) => p !== null);
    for (let i = 0; i < places.length; i++)
      for (let j = 0; j < i; j++) {
        const apart = Math.max(...[0, 1, 2].map((k) => Math.abs(places[i]![k]! - places[j]![k]!)));
        if (apart < 1.5) met++;
        // At the very moment one leaves what the other enters, holdings touch; both are then still a cell apart.
        assert.ok(apart >= 1 - 1e-9, `t ${t}: ${apart}`);
      }
  }
  assert.ok(met > 20, 'the flights were meant to be close');
});

test('a zone that covers everything for ever leaves no path; one that ends lets the flight wait on the ground', () => {
  const g = smallGrid([4, 1, 1], [10, 10, 10], () => false);
  const made = createCostModel(g.grid, { moves: new Int32Array(26).fill(2) });
  assert.ok(made.ok);
  const cell = (x: number): Cell => ({ x, y: 0, z: 0 });
  const ask = (to: number) => {
    const busy = new BusyTable(g.grid);
    for (const c of allCells(g)) busy.add(indexOfCell(g.grid, c), 0, to);
    const context = createSippContext(createSearchContext(g.grid), busy);
    return findTimedPath(context, {
      start: cell(0),
      goal: cell(3),
      durations: made.value,
      earliest_launch: 0,
      latest_launch: 100,
    });
  };
  assert.deepEqual(ask(TIME_LIMIT), { ok: false, error: { type: 'no_path', expanded: 0 } });
  const later = ask(50);
  assert.ok(later.ok);
  assert.deepEqual([later.value.launch, later.value.arrival], [50, 56]);
});

test('taken intervals join, and a corridor is full where its capacity is reached', () => {
  for (let seed = 0; seed < 200; seed++) {
    const rng = createRng(seed);
    const g = smallGrid([1, 1, 1], [1, 1, 1], () => false);
    const busy = new BusyTable(g.grid);
    const cell = indexOfCell(g.grid, { x: 0, y: 0, z: 0 });
    const intervals = Array.from({ length: rng.int(12) }, () => {
      const from = rng.int(40);
      return { from, to: from + rng.int(10) };
    });
    for (const i of intervals) busy.add(cell, i.from, i.to);
    const load = (t: number): number => intervals.filter((i) => i.from <= t && t < i.to).length;
    const capacity = 1 + rng.int(3);
    const full = fullIntervals(intervals, capacity);
    for (let t = 0; t < 55; t++) {
      assert.equal(busy.blockedUntil(cell, t, t + 1) >= 0, load(t) > 0, `seed ${seed} t ${t}`);
      assert.equal(
        full.some((i) => i.from <= t && t < i.to),
        load(t) >= capacity,
        `seed ${seed} t ${t}`,
      );
    }
    for (let t = 0; t < 55; t++) {
      let slow = busy.firstGap(cell);
      while (busy.gapEnd(slow) < t) slow = busy.gapAfter(slow);
      assert.equal(busy.gapEndingFrom(cell, t), slow, `seed ${seed} t ${t}`);
    }
    let covered = 0;
    for (let gap = busy.firstGap(cell); gap >= 0; gap = busy.gapAfter(gap))
      for (let t = busy.gapStart(gap); t < Math.min(55, busy.gapEnd(gap)); t++)
        covered += load(t) === 0 ? 1 : 100;
    assert.equal(covered, Array.from({ length: 55 }, (_, t) => load(t)).filter((n) => n === 0).length);
  }
});
