import { loadavg } from 'node:os';
import { createRng, sha256Hex } from '#base';
import {
  type FoundPath,
  type Grid,
  type PathQuery,
  type SearchContext,
  BusyTable,
  type TimedPath,
  cellAt,
  createCostModel,
  createGrid,
  createSearchContext,
  createSippContext,
  distanceField,
  fieldPath,
  findPath,
  findTimedPath,
  lengthOf,
  plainCostModel,
  pullString,
  reserve,
  rrtStar,
} from '#search';
import { type Query, type RandomMap, randomMap, randomQueries } from './naive/random-maps.ts';
import { type Rectangle, holds, inside_m, randomScene, touches } from './naive/scenes.ts';
import { keyOf, naiveAStar } from './naive/string-astar.ts';

type Print = (line: string) => void;

/** The planner's figures P1 to P10 as far as they concern search, with the naive baseline in the same run. */
export async function run(print: Print): Promise<void> {
  print(
    'maps: own, seeded, 20 % blocked, cells of 10 m; rule strict; ms per query, min and median of the passes',
  );
  print(
    `load average ${loadavg()
      .map((l) => f(l, 1))
      .join(' ')}: above the number of processors, times are too high`,
  );
  for (const [kind, n, nz, queries, naive] of [
    ['city', 80, 8, 50, 20],
    ['rnd', 80, 8, 50, 20],
    ['city', 120, 10, 50, 6],
    ['rnd', 120, 10, 50, 6],
  ] as const) {
    smallMap(print, randomMap(kind, n, n, nz), queries, naive);
  }
  largeMap(print, randomMap('city', 500, 500, 20), { weighted: 100, optimal: 20, passes: 5 });
  largeMap(print, randomMap('rnd', 500, 500, 20), { weighted: 100, optimal: 10, passes: 5 });
  cityOfTwelveMillion(print);
  anyAngle(print);
  noFlyScenes(print);
  thousandFlights(print);
}

function contextOf(map: RandomMap): SearchContext {
  const { nx, ny, nz, blocked } = map;
  const made = createGrid({ nx, ny, nz, blocked, steps: { x: 10_000, y: 10_000, z: 10_000 } });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return createSearchContext(made.value);
}

function answer(context: SearchContext, query: PathQuery): FoundPath {
  const found = findPath(context, query);
  if (!found.ok) throw new Error(`${found.error.type} for ${JSON.stringify(query)}`);
  return found.value;
}

/** Queries that have a path: the others are drawn again by the seed's next. */
function solvable(context: SearchContext, map: RandomMap, count: number): Query[] {
  const wanted: Query[] = [];
  for (const query of randomQueries(map, count * 2)) {
    if (wanted.length === count) break;
    if (findPath(context, { ...query, mode: 'weighted', weight: 3 }).ok) wanted.push(query);
  }
  return wanted;
}

type Timing = { readonly min: number; readonly median: number };

/** Milliseconds of a call, min and median over passes, after one pass that is not counted. */
function timed(passes: number, work: () => void): Timing {
  work();
  const all: number[] = [];
  for (let i = 0; i < passes; i++) {
    const from = performance.now();
    work();
    all.push(performance.now() - from);
  }
  all.sort((a, b) => a - b);
  return { min: all[0]!, median: all[passes >> 1]! };
}

const f = (value: number, digits = 3): string => value.toFixed(digits);
const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;

/** P2, P3, P5: the same queries by our search and by the naive one, equal costs asserted. */
function smallMap(print: Print, map: RandomMap, count: number, naiveCount: number): void {
  const context = contextOf(map);
  const queries = solvable(context, map, count);
  let expansions = 0;
  const ours = timed(9, () => {
    expansions = 0;
    for (const q of queries) expansions += answer(context, { ...q, mode: 'optimal' }).expansions;
  });
  const few = queries.slice(0, naiveCount);
  const oursFew = timed(9, () => few.forEach((q) => answer(context, { ...q, mode: 'optimal' })));
  const avoid = new Set<string>();
  for (let x = 0; x < map.nx; x++)
    for (let y = 0; y < map.ny; y++)
      for (let z = 0; z < map.nz; z++)
        if (map.blocked[(x * map.ny + y) * map.nz + z] !== 0) avoid.add(keyOf({ x, y, z }));
  const size = { x: map.nx, y: map.ny, z: map.nz };
  const naive = (heuristic: 'euclid' | 'free_cost', rule: 'cut' | 'strict') => {
    let cost = 0;
    const time = timed(1, () => {
      cost = 0;
      for (const q of few) cost += naiveAStar({ size, avoid, ...q, rule, heuristic })!.cost;
    });
    return { ms: time.min / few.length, cost };
  };
  const optimum = few.reduce(
    (sum, q) => sum + answer(context, { ...q, mode: 'optimal' }).cost_units / 10_000,
    0,
  );
  const [same, euclid, cut] = [
    naive('free_cost', 'strict'),
    naive('euclid', 'strict'),
    naive('euclid', 'cut'),
  ];
  const equal =
    Math.abs(same.cost - optimum) < 0.01 * few.length && Math.abs(euclid.cost - optimum) < 0.01 * few.length;
  if (!equal) throw new Error(`costs differ: ours ${optimum}, naive ${same.cost} and ${euclid.cost}`);
  const each = ours.min / queries.length;
  const base = oursFew.min / few.length;
  print(
    `${map.name}: optimal ${f(each)} min ${f(ours.median / queries.length)} median, ${f(expansions / queries.length, 0)} expansions, ` +
      `P5 ${f(expansions / ours.min / 1000, 2)} M expansions/s`,
  );
  print(
    `  naive string keys, binary heap, ${few.length} of the queries, equal costs: same heuristic ${f(same.ms, 1)} (P2 ${f(same.ms / base, 0)}x), ` +
      `Euclid ${f(euclid.ms, 1)} (P3 ${f(euclid.ms / base, 0)}x); cutting corners with Euclid ${f(cut.ms, 1)}, ${f(100 * (1 - cut.cost / optimum), 2)} % shorter through walls`,
  );
}

function largeMap(
  print: Print,
  map: RandomMap,
  how: { readonly weighted: number; readonly optimal: number; readonly passes: number },
): void {
  const context = contextOf(map);
  const queries = solvable(context, map, how.weighted);
  const few = queries.slice(0, how.optimal);
  print(`${map.name}:`);
  for (const weight of [1.2, 1.5]) {
    const found: FoundPath[] = [];
    const times: number[] = [];
    for (let pass = 0; pass < how.passes; pass++) {
      queries.forEach((q, i) => {
        const from = performance.now();
        found[i] = answer(context, { ...q, mode: 'weighted', weight });
        times[i] = Math.min(times[i] ?? Infinity, performance.now() - from);
      });
    }
    const optima = few.map((q) => answer(context, { ...q, mode: 'optimal' }).cost_units);
    const excess = optima.reduce((s, c, i) => s + found[i]!.cost_units / c, 0) / few.length;
    const worst = Math.max(...found.map((p) => p.certified_ratio));
    const mean = found.reduce((s, p) => s + p.certified_ratio, 0) / found.length;
    const sorted = [...times].sort((a, b) => a - b);
    print(
      `  weighted ${weight}: mean ${f(times.reduce((s, t) => s + t, 0) / times.length)}, p95 ${f(quantile(sorted, 0.95))}, max ${f(sorted.at(-1)!)}, ` +
        `certified ratio mean ${f(mean, 4)} worst ${f(worst, 4)}, true excess on ${few.length} queries ${f(excess, 4)}`,
    );
  }
  const times = few.map((q) => timed(1, () => answer(context, { ...q, mode: 'optimal' })).min);
  const expansions = few.map((q) => answer(context, { ...q, mode: 'optimal' }).expansions);
  const [time, work] = [times.reduce((s, t) => s + t, 0), expansions.reduce((s, e) => s + e, 0)];
  print(
    `  optimal: mean ${f(time / few.length, 1)}, max ${f(Math.max(...times), 1)}, ${f(work / few.length, 0)} expansions, P5 ${f(work / time / 1000, 2)} M expansions/s`,
  );
}

/** P5, P6, P7 at 12 million cells, with the memory that it takes. */
function cityOfTwelveMillion(print: Print): void {
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage().rss;
  const map = randomMap('city', 1000, 1000, 12);
  const from = performance.now();
  const warm = contextOf(map);
  const built = performance.now() - from;
  largeMap(print, map, { weighted: 200, optimal: 20, passes: 5 });
  const grid = warm.grid;
  const after = process.memoryUsage().rss;
  const most = (grid.size * 13 + map.blocked.length) / 1e6;
  print(
    `  P6 memory: grid and context built in ${f(built, 0)} ms; process ${f(after / 1e6, 0)} MB resident (${f(before / 1e6, 0)} before the map, two contexts held); ` +
      `one map with grid and context at most ${f(most, 0)} MB if every cell were visited, plus the heap`,
  );
  const sweep = timed(1, () =>
    distanceField(warm, { depot: randomQueries(map, 1)[0]!.start, direction: 'to' }),
  );
  const field = distanceField(warm, { depot: randomQueries(map, 1)[0]!.start, direction: 'to' });
  if (!field.ok) throw new Error(field.error.type);
  const walks = timed(3, () => randomQueries(map, 200).forEach((q) => fieldPath(warm, field.value, q.goal)));
  print(
    `  depot field: ${f(sweep.min / 1000, 2)} s for ${f(field.value.expansions / 1e6, 2)} M cells (${f(field.value.expansions / sweep.min / 1000, 2)} M/s); a path from it ${f(walks.min / 200)} ms`,
  );
}

/** What string pulling and RRT* win over the grid's optimum. */
function anyAngle(print: Print): void {
  const map = randomMap('city', 80, 80, 8);
  const context = contextOf(map);
  const queries = solvable(context, map, 30);
  const paths = queries.map((q) => answer(context, { ...q, mode: 'optimal' }));
  const onGrid = paths.reduce((s, p) => s + lengthOf(context.grid, p.path), 0);
  let pulled = 0;
  const time = timed(5, () => {
    pulled = paths.reduce((s, p) => s + pullString(context.grid, p.path).length_units, 0);
  });
  const straight = queries.reduce(
    (s, q) => s + 10_000 * Math.hypot(q.start.x - q.goal.x, q.start.y - q.goal.y, q.start.z - q.goal.z),
    0,
  );
  let [sampled, onGridToo, missed] = [0, 0, 0];
  const from = performance.now();
  queries.slice(0, 10).forEach((q, i) => {
    const found = rrtStar(context.grid, { ...q, rng: createRng(i), samples: 3000 });
    if (!found.ok) missed++;
    else [sampled, onGridToo] = [sampled + found.value.cost_units, onGridToo + paths[i]!.cost_units];
  });
  const each = (performance.now() - from) / 10;
  print(
    `any-angle on ${map.name}: pulled length ${f(pulled / onGrid, 4)} of the grid optimum (straight line ${f(straight / onGrid, 4)}), ${f(time.min / paths.length)} ms a path; ` +
      `RRT* with 3000 samples ${f(sampled / onGridToo, 4)} of the grid optimum, ${f(each, 0)} ms, ${missed} of 10 without a path`,
  );
}

/** P9: exact violations of no-fly rectangles after raster and path, in 300 flat scenes. */
function noFlyScenes(print: Print): void {
  const [n, side] = [60, 10];
  const kinds = [
    { name: 'centres, cutting corners', conservative: false, rule: 'cut' },
    { name: 'centres, strict', conservative: false, rule: 'strict' },
    { name: 'every touched cell, strict (ours)', conservative: true, rule: 'strict' },
  ] as const;
  const tally = kinds.map(() => ({ solved: 0, violated: 0, seenAtNodes: 0, pulledViolated: 0 }));
  for (let seed = 0; seed < 300; seed++) {
    const scene = randomScene(seed, n * side, 40);
    kinds.forEach((kind, k) => {
      const isBlocked = (x: number, y: number): boolean =>
        scene.some((r) =>
          kind.conservative
            ? touches(r, x * side, y * side, side)
            : holds(r, (x + 0.5) * side, (y + 0.5) * side),
        );
      const blocked = Uint8Array.from({ length: n * n }, (_, i) =>
        isBlocked(Math.floor(i / n), i % n) ? 1 : 0,
      );
      const made = createGrid({ nx: n, ny: n, nz: 1, blocked, steps: { x: 10_000, y: 10_000, z: 10_000 } });
      if (!made.ok) throw new Error(made.error.type);
      const ends = sceneEnds(seed, made.value);
      const found = findPath(createSearchContext(made.value), { ...ends, mode: 'optimal', rule: kind.rule });
      if (!found.ok) return;
      const t = tally[k]!;
      t.solved++;
      const points = pointsOf(made.value, found.value.path, side);
      if (crosses(scene, points)) t.violated++;
      if (points.some(([x, y]) => scene.some((r) => holds(r, x, y)))) t.seenAtNodes++;
      if (
        kind.conservative &&
        crosses(scene, pointsOf(made.value, pullString(made.value, found.value.path).corners, side))
      )
        t.pulledViolated++;
    });
  }
  kinds.forEach((kind, k) => {
    const t = tally[k]!;
    const pulled = kind.conservative ? `, after string pulling ${t.pulledViolated}` : '';
    print(
      `P9 ${kind.name}: ${t.violated} of ${t.solved} paths cross a rectangle, a check of their nodes finds ${t.seenAtNodes}${pulled}`,
    );
  });
}

function sceneEnds(seed: number, grid: Grid): Query {
  const rng = createRng(seed).fork('ends');
  const free = Array.from({ length: grid.nx * grid.ny }, (_, i) => ({
    x: Math.floor(i / grid.ny),
    y: i % grid.ny,
    z: 0,
  })).filter((c) => grid.blocked[(c.x + 1) * grid.strideX + (c.y + 1) * grid.strideY + 1] === 0);
  return {
    start: rng.pick(free.slice(0, free.length >> 2)),
    goal: rng.pick(free.slice(-(free.length >> 2))),
  };
}

const pointsOf = (grid: Grid, cells: Int32Array, side: number): [number, number][] =>
  Array.from(cells, (i) => [(cellAt(grid, i).x + 0.5) * side, (cellAt(grid, i).y + 0.5) * side]);

function crosses(scene: readonly Rectangle[], points: readonly (readonly [number, number])[]): boolean {
  return points.some((p, i) => i > 0 && scene.some((r) => inside_m(r, points[i - 1]!, p) > 1e-6));
}

/** P10: a thousand flights timed one after another in 120x120x10, checked by closest approach in continuous time. */
function thousandFlights(print: Print): void {
  const map = randomMap('city', 120, 120, 10);
  const grid = contextOf(map).grid;
  const times = (): TimedPath[] => {
    const context = createSearchContext(grid);
    const plain = plainCostModel(grid);
    // 10 m/s in cells of 10 m: a unit of cost is a millimetre, a tenth of it a millisecond.
    const moves = plain.ok ? plain.value.table.map((mm) => Math.ceil(mm / 10)) : new Int32Array(26);
    const durations = createCostModel(grid, { moves });
    if (!durations.ok) throw new Error(durations.error.type);
    const busy = new BusyTable(grid);
    const sipp = createSippContext(context, busy);
    const rng = createRng(7);
    const within = (x0: number, y0: number) => {
      for (;;) {
        const cell = { x: x0 + rng.int(40), y: y0 + rng.int(40), z: rng.int(map.nz) };
        if (map.blocked[(cell.x * map.ny + cell.y) * map.nz + cell.z] === 0) return cell;
      }
    };
    const flights: TimedPath[] = [];
    for (let n = 0; n < 1000; n++) {
      const earliest_launch = rng.int(60_000);
      const found = findTimedPath(sipp, {
        start: within(0, 0),
        goal: within(80, 80),
        durations: durations.value,
        earliest_launch,
        latest_launch: earliest_launch + 600_000,
        hold: 5000,
        weight: 2,
      });
      if (!found.ok) continue;
      flights.push(found.value);
      reserve(busy, found.value, { hold: 5000, berth: { side: 0, up: 0 } });
    }
    return flights;
  };
  const [from, cpu] = [performance.now(), process.cpuUsage().user];
  const flights = times();
  const [elapsed, busy_ms] = [performance.now() - from, (process.cpuUsage().user - cpu) / 1000];
  const again = times();
  const bytes = (all: readonly TimedPath[]): string =>
    sha256Hex(
      new Uint8Array(Int32Array.from(all.flatMap((t) => [...t.cells, ...t.arrive, ...t.depart])).buffer),
    );
  const expansions = flights.reduce((s, t) => s + t.expansions, 0);
  const arrivals =
    flights.reduce((s, t) => s + t.arrival, 0) / flights.reduce((s, t) => s + t.arrival_bound, 0);
  print(
    `P10 1000 flights in ${map.name}: ${flights.length} timed in ${f(elapsed / 1000, 2)} s (${f(busy_ms / 1000, 2)} s of processor time), ${f(expansions / 1000, 0)} expansions a flight, arrivals ${f(arrivals, 3)} of their bounds with weight 2, ` +
      `${closeCalls(grid, flights)} pairs closer than 10 m by closest approach; P14 two runs ${bytes(flights) === bytes(again) ? 'equal' : 'DIFFER'}`,
  );
}

type Piece = {
  readonly flight: number;
  readonly from: number;
  readonly to: number;
  readonly a: readonly number[];
  readonly b: readonly number[];
};

/** Pairs of flights that come closer than 10 m: exact closest approach of pieces of straight motion. */
function closeCalls(grid: Grid, flights: readonly TimedPath[]): number {
  const place = (i: number): number[] => {
    const c = cellAt(grid, i);
    return [c.x * 10, c.y * 10, c.z * 10];
  };
  const window_ms = 500;
  const windows = new Map<number, Piece[]>();
  flights.forEach((t, flight) => {
    for (let i = 0; i < t.cells.length; i++) {
      const [a, b] = [place(t.cells[i]!), place(t.cells[Math.min(i + 1, t.cells.length - 1)]!)];
      const stay = {
        flight,
        from: t.arrive[i]!,
        to: i + 1 === t.cells.length ? t.arrival + 5000 : t.depart[i]!,
        a,
        b: a,
      };
      const move = { flight, from: t.depart[i]!, to: t.arrive[i + 1] ?? t.depart[i]!, a, b };
      for (const piece of [stay, move]) {
        if (piece.from >= piece.to) continue;
        for (let w = Math.floor(piece.from / window_ms); w <= Math.floor(piece.to / window_ms); w++)
          push(windows, w, piece);
      }
    }
  });
  const close = new Set<string>();
  for (const pieces of windows.values())
    for (let i = 0; i < pieces.length; i++)
      for (let j = 0; j < i; j++) {
        const [p, q] = [pieces[i]!, pieces[j]!];
        // A piece spans one cell at most: starts more than three cells apart in some axis cannot come close.
        if (Math.abs(p.a[0]! - q.a[0]!) > 30 || Math.abs(p.a[1]! - q.a[1]!) > 30) continue;
        if (p.flight !== q.flight && closest(p, q) < 10 - 1e-6)
          close.add(`${Math.min(p.flight, q.flight)} ${Math.max(p.flight, q.flight)}`);
      }
  return close.size;
}

function push(windows: Map<number, Piece[]>, w: number, piece: Piece): void {
  const pieces = windows.get(w);
  if (pieces) pieces.push(piece);
  else windows.set(w, [piece]);
}

function closest(p: Piece, q: Piece): number {
  const [from, to] = [Math.max(p.from, q.from), Math.min(p.to, q.to)];
  if (from >= to) return Infinity;
  const at = (piece: Piece, t: number): number[] =>
    piece.a.map((v, k) => v + ((piece.b[k]! - v) * (t - piece.from)) / (piece.to - piece.from));
  const [p0, p1, q0, q1] = [at(p, from), at(p, to), at(q, from), at(q, to)];
  const start = p0.map((v, k) => v - q0[k]!);
  const change = p1.map((v, k) => v - q1[k]! - start[k]!);
  const speed2 = change.reduce((s, v) => s + v * v, 0);
  const s =
    speed2 === 0
      ? 0
      : Math.min(1, Math.max(0, -start.reduce((sum, v, k) => sum + v * change[k]!, 0) / speed2));
  return Math.hypot(...start.map((v, k) => v + s * change[k]!));
}
