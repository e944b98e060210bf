import { type Rng, createRng } from '#base';
import {
  type DeconflictAnswer,
  type FlightPlan,
  type Track,
  checkSeparation,
  createRouteCache,
  deconflict,
  planRoute,
} from '#engines/route';
import { Constraints, missionOf } from '#ir';
import {
  type CostModel,
  MOVE_COUNT,
  MOVE_X,
  MOVE_Y,
  MOVE_Z,
  type SearchContext,
  cellAt,
  createCostModel,
  createGrid,
  createSearchContext,
  findPath,
  indexOfCell,
  insideGrid,
} from '#search';
import { buildAirModel, demoCity } from '#world';

const CELL_M = 10;
const SPEED_MPS = 10;

/** A lattice of box columns on 20 percent of its cells, as in the anchor's city maps. */
function cityLattice(rng: Rng, nx: number, ny: number, nz: number): SearchContext {
  const blocked = new Uint8Array(nx * ny * nz);
  let filled = 0;
  while (filled < 0.2 * blocked.length) {
    const [w, d, h] = [2 + rng.int(8), 2 + rng.int(8), 1 + rng.int(nz)];
    const [x0, y0] = [rng.int(nx - w), rng.int(ny - d)];
    for (let x = x0; x < x0 + w; x++)
      for (let y = y0; y < y0 + d; y++)
        for (let z = 0; z < h; z++) {
          const i = (x * ny + y) * nz + z;
          filled += 1 - blocked[i]!;
          blocked[i] = 1;
        }
  }
  const step = CELL_M * 1000;
  const grid = createGrid({ nx, ny, nz, blocked, steps: { x: step, y: step, z: step } });
  if (!grid.ok) throw new Error('the lattice is refused');
  return createSearchContext(grid.value);
}

/** Endpoints in two opposite squares of 40 by 40 cells, launches wished within one minute. */
function flightsOn(context: SearchContext, count: number, rng: Rng): FlightPlan[] {
  const { grid } = context;
  const free = (west: number, south: number): { x: number; y: number; z: number } => {
    for (;;) {
      const cell = { x: west + rng.int(40), y: south + rng.int(40), z: rng.int(grid.nz) };
      if (insideGrid(grid, cell) && grid.blocked[indexOfCell(grid, cell)] === 0) return cell;
    }
  };
  return Array.from({ length: count }, (_, k) => ({
    id: `op-${String(k).padStart(4, '0')}`,
    priority: rng.pick(['low', 'normal', 'normal', 'normal', 'high', 'critical'] as const),
    start: free(0, 0),
    goal: free(grid.nx - 40, grid.ny - 40),
    earliest_launch_ms: rng.int(60) * 1000,
    latest_launch_ms: 3_600_000,
    hold_ms: 0,
  }));
}

function tracksOf(context: SearchContext, answer: DeconflictAnswer): Track[] {
  return answer.flights.flatMap(({ id, path }) => {
    if (path === null) return [];
    const points = [];
    for (let i = 0; i < path.cells.length; i++) {
      const c = cellAt(context.grid, path.cells[i]!);
      const at = { x_m: c.x * CELL_M, y_m: c.y * CELL_M, z_m: (c.z + 1) * CELL_M };
      points.push({ t_sec: path.arrive[i]! / 1000, ...at });
      if (path.depart[i]! > path.arrive[i]!) points.push({ t_sec: path.depart[i]! / 1000, ...at });
    }
    return [{ id, points }];
  });
}

/** Sum of the quickest flights, each alone in the sky: a bound that no plan for all can beat. */
function aloneMs(context: SearchContext, durations: CostModel, flights: readonly FlightPlan[]): number {
  let sum = 0;
  for (const { start, goal } of flights) {
    const found = findPath(context, { start, goal, mode: 'optimal', costs: durations });
    if (!found.ok) throw new Error(found.error.type);
    sum += found.value.cost_units;
  }
  return sum;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const middle = (xs: number[]): number => xs.sort((a, b) => a - b)[xs.length >> 1]!;

/** Runs something several times; wall and processor time in milliseconds. */
function timed(times: number, work: () => void): { min: number; median: number; processor: number } {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let k = 0; k < times; k++) {
    const before = process.cpuUsage();
    const started = performance.now();
    work();
    wall.push(performance.now() - started);
    const used = process.cpuUsage(before);
    cpu.push((used.user + used.system) / 1000);
  }
  return { min: Math.min(...wall), median: middle(wall), processor: Math.min(...cpu) };
}

/** P10: a thousand operations deconflicted, judged by the continuous validator. */
function benchDeconflict(print: (line: string) => void): void {
  const rng = createRng(7);
  const context = cityLattice(rng.fork('city'), 120, 120, 10);
  const moves = Int32Array.from({ length: MOVE_COUNT }, (_, m) =>
    Math.round((1000 * CELL_M * Math.hypot(MOVE_X[m]!, MOVE_Y[m]!, MOVE_Z[m]!)) / SPEED_MPS),
  );
  const durations = createCostModel(context.grid, { moves });
  if (!durations.ok) throw new Error('durations are refused');
  for (const [count, weight] of [
    [100, 1.2],
    [300, 1.2],
    [1000, 1.5],
  ] as const) {
    const flights = flightsOn(context, count, rng.fork(`flights-${count}`));
    let answer: DeconflictAnswer | null = null;
    const berth = { side: 0, up: 0 };
    const spent = timed(3, () => {
      const found = deconflict({
        context,
        durations: durations.value,
        flights,
        weight,
        berth,
        rng: createRng(1),
        restarts: 8,
      });
      if (!found.ok) throw new Error(found.error.message);
      answer = found.value;
    });
    const tracks = tracksOf(context, answer!);
    let conflicts = 0;
    const check = timed(1, () => void (conflicts = checkSeparation(tracks, CELL_M).length));
    const alone = aloneMs(context, durations.value, flights);
    const { left_out, total_ms, expansions, restarts_used } = answer!;
    print(
      `P10 ${count} operations in 120x120x10, weight ${weight}: min ${seconds(spent.min)} s, median ${seconds(spent.median)} s, ` +
        `processor ${seconds(spent.processor)} s; left out ${left_out}, restarts ${restarts_used}, conflicts by the validator ${conflicts} ` +
        `(in ${seconds(check.min)} s); flight time with waiting / sum of flights alone (bound) ${(total_ms / alone).toFixed(4)}; expansions ${expansions}`,
    );
  }
}

/** Whole missions in the demo city: lattice cached, and built anew. */
function benchMissions(print: (line: string) => void): void {
  const state = demoCity();
  const air = buildAirModel(state);
  if (!air.ok) throw new Error('the demo city is refused');
  const fleet = state.fleet.filter((u) => u.status === 'available');
  for (const planner of ['astar_3d', 'weighted'] as const) {
    for (const warm of [true, false]) {
      const prepared = createRouteCache();
      const times: number[] = [];
      let found = 0;
      for (const place of state.city.places) {
        for (const uav of fleet.slice(0, warm ? fleet.length : 2)) {
          const task = {
            intent: 'delivery' as const,
            entities: {
              origin: uav.home_place_id,
              destination: place.id,
              candidate_uavs: [],
              avoid_zones: [],
              sensitive_zones: [],
              handoff_points: [],
              waypoints: [],
            },
            constraints: Constraints.parse({}),
          };
          const started = performance.now();
          const route = planRoute({
            state,
            air: air.value,
            uav,
            mission: missionOf(task, state, uav.id),
            avoid_zones: [],
            sensitive_zones: [],
            planner,
            ...(warm ? { prepared } : {}),
          });
          times.push(performance.now() - started);
          if (route.ok) found++;
        }
      }
      times.sort((a, b) => a - b);
      const at = (q: number): string =>
        times[Math.min(times.length - 1, Math.floor(q * times.length))]!.toFixed(1);
      print(
        `demo missions, ${planner}, lattice ${warm ? 'cached' : 'built each time'}: ${times.length} missions, ${found} routes; ` +
          `median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`,
      );
    }
  }
}

/** Deconfliction of many operations, and whole missions in the demo city. */
export async function run(print: (line: string) => void): Promise<void> {
  benchMissions(print);
  benchDeconflict(print);
}
