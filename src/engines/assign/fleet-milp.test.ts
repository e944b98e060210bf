import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Rng, createRng } from '#base';
import { type FleetProblem, brokenCapacity, solveFleet } from './fleet-milp.ts';
import { solveLap } from './lap.ts';
import { loadMilpSolver } from './milp-solver.ts';

const solver = await loadMilpSolver();

function randomFleet(rng: Rng): FleetProblem {
  const [tasks, uavs] = [1 + rng.int(4), 1 + rng.int(4)];
  return {
    tasks: Array.from({ length: tasks }, (_, t) => ({ task_id: `t${t}`, unassigned_cost: rng.int(100) })),
    options: Array.from({ length: rng.int(12) }, () => ({
      task_id: `t${rng.int(tasks)}`,
      uav_id: `u${rng.int(uavs)}`,
      charger_id: rng.next() < 0.4 ? `k${rng.int(2)}` : null,
      corridor_ids: ['c0', 'c1'].filter(() => rng.next() < 0.4),
      cost: rng.int(80),
    })),
    chargers: [0, 1].map((k) => ({ id: `k${k}`, free: rng.int(2) })),
    corridors: [0, 1].map((k) => ({ id: `c${k}`, free: rng.int(3) })),
  };
}

/** The slow truth: all subsets of options. */
function bruteForce(p: FleetProblem): number {
  let least = Infinity;
  for (let mask = 0; mask < 1 << p.options.length; mask++) {
    const chosen = p.options.flatMap((_, i) => ((mask >> i) & 1 ? [i] : []));
    const count = (key: (i: number) => string | null): Map<string | null, number> => {
      const n = new Map<string | null, number>();
      for (const i of chosen) n.set(key(i), (n.get(key(i)) ?? 0) + 1);
      return n;
    };
    const once = [
      ...count((i) => p.options[i]!.task_id).values(),
      ...count((i) => p.options[i]!.uav_id).values(),
    ];
    if (once.some((n) => n > 1)) continue;
    const at = count((i) => p.options[i]!.charger_id);
    if (p.chargers.some((k) => (at.get(k.id) ?? 0) > k.free)) continue;
    const inCorridor = (id: string): number =>
      chosen.filter((i) => p.options[i]!.corridor_ids.includes(id)).length;
    if (p.corridors.some((c) => inCorridor(c.id) > c.free)) continue;
    const served = new Set(chosen.map((i) => p.options[i]!.task_id));
    const cost =
      chosen.reduce((s, i) => s + p.options[i]!.cost, 0) +
      p.tasks.reduce((s, t) => s + (served.has(t.task_id) ? 0 : t.unassigned_cost), 0);
    least = Math.min(least, cost);
  }
  return least;
}

test('the cheapest fleet plan agrees with trying every subset of options', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const p = randomFleet(createRng(seed));
    const solved = solveFleet(p, solver);
    assert.ok(solved.ok, `seed ${seed}: ${solved.ok ? '' : solved.error.message}`);
    assert.equal(solved.value.total_cost, bruteForce(p), `seed ${seed}`);
    assert.equal(brokenCapacity(p, solved.value.chosen), null);
  }
});

test('without shared capacities the program and the assignment kernel agree', () => {
  const rng = createRng(3);
  const [n, m] = [40, 60];
  const costs = Int32Array.from({ length: n * m }, () => rng.int(10_000));
  const solved = solveFleet(
    {
      tasks: Array.from({ length: n }, (_, t) => ({ task_id: `t${t}`, unassigned_cost: 100_000 })),
      options: Array.from({ length: n * m }, (_, i) => ({
        task_id: `t${Math.floor(i / m)}`,
        uav_id: `u${i % m}`,
        charger_id: null,
        corridor_ids: [],
        cost: costs[i]!,
      })),
      chargers: [],
      corridors: [],
    },
    solver,
  );
  const lap = solveLap({ rows: n, columns: m, costs, forbidden: null, unassigned_costs: null });
  assert.ok(solved.ok && lap.ok);
  assert.equal(solved.value.total_cost, lap.value.total);
});

test('a negative capacity, an unknown id and a fractional cost are refused; no tasks cost nothing', () => {
  const empty: FleetProblem = { tasks: [], options: [], chargers: [], corridors: [] };
  const none = solveFleet(empty, solver);
  assert.ok(none.ok && none.value.total_cost === 0);
  const task = { task_id: 't', unassigned_cost: 5 };
  const option = { task_id: 't', uav_id: 'u', charger_id: null, corridor_ids: [], cost: 1 };
  const bad: FleetProblem[] = [
    { ...empty, chargers: [{ id: 'k', free: -1 }] },
    { ...empty, corridors: [{ id: 'c', free: NaN }] },
    { ...empty, options: [option] },
    { ...empty, tasks: [task], options: [{ ...option, cost: 0.5 }] },
    { ...empty, tasks: [task], options: [{ ...option, charger_id: 'k' }] },
    { ...empty, tasks: [task, task] },
  ];
  for (const p of bad) {
    const refused = solveFleet(p, solver);
    assert.ok(!refused.ok && refused.error.type === 'bad_problem');
  }
});

test('a solver that stops early or answers wrongly is not believed', () => {
  const p: FleetProblem = {
    tasks: [{ task_id: 't', unassigned_cost: 5 }],
    options: ['u', 'v'].map((uav_id) => ({
      task_id: 't',
      uav_id,
      charger_id: null,
      corridor_ids: [],
      cost: 1,
    })),
    chargers: [],
    corridors: [],
  };
  const late = solveFleet(p, () => ({ status: 'Time limit reached', columns: {} }));
  assert.ok(!late.ok && late.error.type === 'not_solved');
  const wrong = solveFleet(p, () => ({ status: 'Optimal', columns: { x0: 1, x1: 1 } }));
  assert.ok(!wrong.ok && /task t: 2 of 1/.test(wrong.error.message));
});
