import { parentPort } from 'node:worker_threads';
import { canonicalJson, createRng, sha256Hex } from '#base';
import { assignUav } from '#engines/assign';
import { PLANNERS, deconflict, planRoute } from '#engines/route';
import { randomScenario, simulateDecision, simulateFleet } from '#engines/simulate';
import { Constraints, missionOf, type Task } from '#ir';
import {
  MOVE_COUNT,
  MOVE_X,
  MOVE_Y,
  MOVE_Z,
  createCostModel,
  createGrid,
  createSearchContext,
} from '#search';
import { buildAirModel, generateCity } from '#world';

/** Work of every engine that computes with numbers, each with the hash of its canonical outcome. */
export const JOBS: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(PLANNERS.map((planner) => [`plan ${planner}`, () => flown(planner).hash])),
  'plan time': () => flown('astar_3d', { objective: 'time', front_limit: 4 }).hash,
  'plan tracked': () => flown('astar_3d', { tracking: 'horizon' }).hash,
  assign: () => hash(assignUav({ ...city(), task: taskTo('hospital'), objective: 'eta', payload_kg: 1 })),
  deconflict: () => hash(deconflicted()),
  'simulate decision': () => {
    const { request, answer } = flown('weighted');
    if (!answer.ok) throw new Error(answer.error.message);
    const { state, air, uav, mission } = request;
    const trajectory = answer.value.waypoints;
    const flight = { state, air, uav, mission, trajectory, avoid_zones: [] };
    return hash([1, 2].map((seed) => simulateDecision({ ...flight, seed, stress: 'high' })));
  },
  'simulate fleet': () =>
    hash(
      simulateFleet({
        scenario: randomScenario({ drones: 60, crewed: 3, pads: 20, side_m: 4000 }, createRng(5)),
        seed: 9,
        duration_sec: 600,
        dt_sec: 1,
      }),
    ),
};

const hash = (value: unknown): string => sha256Hex(new TextEncoder().encode(canonicalJson(value)));

type City = { readonly state: ReturnType<typeof generateCity>; readonly air: AirModelOf };
let made: City | null = null;

function city(): City {
  if (made !== null) return made;
  const state = generateCity('mixed_city', 1);
  const air = buildAirModel(state);
  if (!air.ok) throw new Error('the city has no air model');
  made = { state, air: air.value };
  return made;
}
type AirModelOf = Extract<ReturnType<typeof buildAirModel>, { ok: true }>['value'];

function taskTo(kind: string): Task {
  const { state } = city();
  const destination = state.city.places.find((p) => p.kind === kind)?.id ?? state.city.places.at(-1)!.id;
  return {
    intent: 'delivery',
    entities: {
      origin: null,
      destination,
      candidate_uavs: [],
      avoid_zones: [],
      sensitive_zones: [],
      handoff_points: [],
      waypoints: [],
    },
    constraints: Constraints.parse({}),
  };
}

function flown(planner: (typeof PLANNERS)[number], more: Partial<Parameters<typeof planRoute>[0]> = {}) {
  const { state, air } = city();
  const uav = state.fleet.find((u) => u.status === 'available' && u.battery_ratio > 0.7)!;
  const request = {
    state,
    air,
    uav,
    mission: missionOf(taskTo('hospital'), state, uav.id),
    avoid_zones: [],
    sensitive_zones: [],
    planner,
    return_reserve: 'report' as const,
    ...(planner === 'rrt_star' ? { budget: { max_expansions: 400 }, seed: 3 } : {}),
    ...more,
  };
  const answer = planRoute(request);
  return { request, answer, hash: hash(answer) };
}

function deconflicted(): unknown {
  const [nx, ny, nz] = [24, 24, 4];
  const rng = createRng(2);
  const blocked = Uint8Array.from({ length: nx * ny * nz }, () => (rng.next() < 0.15 ? 1 : 0));
  const grid = createGrid({ nx, ny, nz, blocked, steps: { x: 10_000, y: 10_000, z: 10_000 } });
  if (!grid.ok) throw new Error(grid.error.type);
  const moves = Int32Array.from({ length: MOVE_COUNT }, (_, m) =>
    Math.round(1000 * Math.hypot(MOVE_X[m]!, MOVE_Y[m]!, MOVE_Z[m]!)),
  );
  const durations = createCostModel(grid.value, { moves });
  if (!durations.ok) throw new Error(durations.error.type);
  const spot = () => ({ x: rng.int(nx), y: rng.int(ny), z: rng.int(nz) });
  const answer = deconflict({
    context: createSearchContext(grid.value),
    durations: durations.value,
    flights: Array.from({ length: 40 }, (_, k) => ({
      id: `f${k}`,
      priority: rng.pick(['low', 'normal', 'high'] as const),
      start: spot(),
      goal: spot(),
      earliest_launch_ms: rng.int(20_000),
      latest_launch_ms: 120_000,
      hold_ms: 500,
    })),
    weight: 1.2,
    berth: { side: 0, up: 0 },
    rng: createRng(4),
    restarts: 3,
  });
  if (!answer.ok) throw new Error(answer.error.message);
  const { flights, ...rest } = answer.value;
  return {
    ...rest,
    flights: flights.map(({ id, reason, path }) => ({
      id,
      reason,
      cells: path === null ? [] : [...path.cells],
      arrive: path === null ? [] : [...path.arrive],
    })),
  };
}

/** The hashes of the named jobs. */
export function hashesOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, JOBS[name]!()]));
}

// As a worker it answers the names that it is sent; as a program, asked by an argument, it prints all.
parentPort?.on('message', (names: readonly string[]) => parentPort?.postMessage(hashesOf(names)));
if (process.argv[2] === '--print-hashes')
  process.stdout.write(`${JSON.stringify(hashesOf(Object.keys(JOBS)))}\n`);
