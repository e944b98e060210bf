import { createRng } from '#base';
import {
  type FleetProblem,
  type LapProblem,
  type StreamQuery,
  capacityPerHour,
  certifiesLap,
  greedyLap,
  loadMilpSolver,
  lyapunovDispatcher,
  nearestDispatcher,
  simulateStream,
  solveFleet,
  solveLap,
} from '#engines/assign';

/** Costs in decimetres between two random sets of points in 10 by 10 kilometres. */
function distances(n: number, seed: number): LapProblem {
  const rng = createRng(seed);
  const at = Array.from({ length: 2 * n }, () => [rng.between(0, 10_000), rng.between(0, 10_000)] as const);
  const costs = new Int32Array(n * n);
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++)
      costs[r * n + c] = Math.round(10 * Math.hypot(at[r]![0] - at[n + c]![0], at[r]![1] - at[n + c]![1]));
  return { rows: n, columns: n, costs, forbidden: null, unassigned_costs: null };
}

function timed(times: number, work: () => void): string {
  const wall: number[] = [];
  for (let k = 0; k < times; k++) {
    const started = performance.now();
    work();
    wall.push(performance.now() - started);
  }
  wall.sort((a, b) => a - b);
  return `min ${wall[0]!.toFixed(1)} ms, median ${wall[times >> 1]!.toFixed(1)} ms`;
}

/** P13: the assignment kernel, its certificate, the greedy baseline's gap, and HiGHS on the same problems. */
async function benchLap(print: (line: string) => void): Promise<void> {
  const solver = await loadMilpSolver();
  for (const n of [20, 100, 300, 1000]) {
    const problem = distances(n, n);
    let total = 0;
    let proved = false;
    const spent = timed(n > 500 ? 5 : 15, () => {
      const solved = solveLap(problem);
      if (!solved.ok) throw new Error(solved.error.message);
      total = solved.value.total;
      proved ||= certifiesLap(problem, solved.value);
    });
    const greedy = greedyLap(problem).total!;
    let beside = '';
    if (n <= 100) {
      const fleet: FleetProblem = {
        tasks: Array.from({ length: n }, (_, t) => ({ task_id: `t${t}`, unassigned_cost: 500_000 })),
        options: Array.from({ length: n * n }, (_, i) => ({
          task_id: `t${Math.floor(i / n)}`,
          uav_id: `u${i % n}`,
          charger_id: null,
          corridor_ids: [],
          cost: problem.costs[i]!,
        })),
        chargers: [],
        corridors: [],
      };
      let same = false;
      const highs = timed(3, () => {
        const solved = solveFleet(fleet, solver);
        same = solved.ok && solved.value.total_cost === total;
      });
      beside = `; HiGHS as a mixed-integer program ${highs}, ${same ? 'the same cost' : 'ANOTHER COST'}`;
    }
    print(
      `P13 assignment n=${n}: ${spent}, ${proved ? 'proved by its prices' : 'NOT PROVED'}; ` +
        `greedy costs ${((100 * greedy) / total - 100).toFixed(1)}% more${beside}`,
    );
  }
}

function dayOf(tasks_per_hour: number): Omit<StreamQuery, 'dispatcher'> {
  const middles = [
    [0, 0, 0.5],
    [1500, 500, 0.25],
    [-1200, 1400, 0.15],
    [600, -1800, 0.1],
  ] as const;
  return {
    model: {
      cruise_mps: 14,
      cruise_w: 480,
      capacity_wh: 220,
      reserve_ratio: 0.2,
      leg_sec: 55,
      leg_wh: 6,
      charge_w: 500,
    },
    districts: middles.map(([x_m, y_m, share]) => ({
      middle: { x_m, y_m },
      spread_m: 500,
      tasks_per_hour: tasks_per_hour * share,
    })),
    sites: [
      { at: { x_m: 200, y_m: 200 }, slots: 5 },
      { at: { x_m: 900, y_m: -900 }, slots: 3 },
    ],
    fleet: Array.from({ length: 10 }, (_, k) => ({ x_m: 100 * k, y_m: 0 })),
    hours: 24,
    step_sec: 30,
    rng: createRng(11),
  };
}

/** A day of streaming demand at 1x, 2x, 4x and beyond capacity, queue-stable dispatch beside nearest-first. */
function benchStream(print: (line: string) => void): void {
  const bound = capacityPerHour(dayOf(12));
  print(
    `24 h stream, 10 aircraft, 8 charger slots; no dispatcher serves more than ${bound.toFixed(1)} tasks/h`,
  );
  for (const times of [1, 2, 4, 4.5, 8]) {
    for (const [name, dispatcher] of [
      ['queue-stable', lyapunovDispatcher({ energy_price: 0.002, deficit_price: 1.3e-4 })],
      ['nearest-first', nearestDispatcher(0.5)],
    ] as const) {
      const query = { ...dayOf(12 * times), dispatcher };
      const started = performance.now();
      const day = simulateStream(query);
      if (!day.ok) throw new Error(day.error.message);
      const d = day.value;
      const verdict = d.growth_per_hour > 1 ? 'UNSTABLE' : 'stable';
      print(
        `  ${times}x (${(d.arrived / 24).toFixed(1)} tasks/h) ${name}: ${verdict}, served ${d.served} of ${d.arrived}, backlog mean ${d.mean_backlog.toFixed(1)} ` +
          `end ${d.backlog_by_hour.at(-1)}, growth ${d.growth_per_hour.toFixed(2)}/h, wait mean ${d.mean_wait_sec.toFixed(0)} s p95 ${d.p95_wait_sec.toFixed(0)} s, ` +
          `${d.wh_per_task.toFixed(1)} Wh/task, lowest battery ${d.lowest_battery_ratio.toFixed(3)}; ${(performance.now() - started).toFixed(0)} ms`,
      );
    }
  }
}

/** Assignment kernels and dispatch of streams. */
export async function run(print: (line: string) => void): Promise<void> {
  await benchLap(print);
  benchStream(print);
}
