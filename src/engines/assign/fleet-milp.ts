import { type Result, err, ok } from '#base';
import type { MilpSolver } from './milp-solver.ts';

/** A task to give out, and what leaving it out costs (in the unit of the options' costs; a whole number). */
export type FleetTask = { readonly task_id: string; readonly unassigned_cost: number };

/**
 * One way to serve one task: the aircraft, the charger it visits first (null for none) and the corridors it flies
 * through. Battery, payload, equipment and deadline have been checked when it was listed (`fleetOptions`).
 */
export type FleetOption = {
  readonly task_id: string;
  readonly uav_id: string;
  readonly charger_id: string | null;
  readonly corridor_ids: readonly string[];
  /** Whole number, 0 or more. */
  readonly cost: number;
};

/** Something that several aircraft share: free chargers at a place, free places in a corridor. */
export type SharedCapacity = { readonly id: string; readonly free: number };

/** Tasks, ways to serve them, and what the ways share. An aircraft takes one task at most. */
export type FleetProblem = {
  readonly tasks: readonly FleetTask[];
  readonly options: readonly FleetOption[];
  readonly chargers: readonly SharedCapacity[];
  readonly corridors: readonly SharedCapacity[];
};

/** The cheapest choice: indices of chosen options in rising order, tasks left out, and the whole cost. */
export type FleetAnswer = {
  readonly chosen: readonly number[];
  readonly unassigned: readonly string[];
  readonly total_cost: number;
};

export type FleetError =
  | { readonly type: 'bad_problem'; readonly message: string }
  | { readonly type: 'not_solved'; readonly status: string; readonly message: string };

/**
 * Cheapest choice of options under shared capacities, by a mixed-integer program. Always feasible, because a task may
 * stay out at its price. The solver's answer is rounded and checked here, exactly, before it is believed.
 */
export function solveFleet(
  problem: FleetProblem,
  solver: MilpSolver,
  time_limit_sec = 30,
): Result<FleetAnswer, FleetError> {
  const fault = faultOf(problem);
  if (fault !== null) return err({ type: 'bad_problem', message: fault });
  if (problem.options.length === 0) return ok(answerOf(problem, []));
  const solution = solver(lpText(problem), time_limit_sec);
  if (solution.status !== 'Optimal') {
    return err({
      type: 'not_solved',
      status: solution.status,
      message: `the solver ended with ${solution.status}`,
    });
  }
  const chosen = problem.options.flatMap((_, i) => (solution.columns[`x${i}`]! > 0.5 ? [i] : []));
  const broken = brokenCapacity(problem, chosen);
  if (broken !== null)
    return err({ type: 'not_solved', status: 'Invalid', message: `the solver broke ${broken}` });
  return ok(answerOf(problem, chosen));
}

/** The first capacity that a choice breaks, in words; null where it keeps all of them. */
export function brokenCapacity(problem: FleetProblem, chosen: readonly number[]): string | null {
  for (const row of capacityRows(problem)) {
    const members = new Set(row.members);
    const used = chosen.filter((i) => members.has(i)).length;
    if (used > row.limit) return `${row.name}: ${used} of ${row.limit}`;
  }
  return null;
}

type Row = { readonly name: string; readonly members: readonly number[]; readonly limit: number };

/** Every "at most" of the problem: one option a task, one an aircraft, and the shared capacities. */
function capacityRows({ tasks, options, chargers, corridors }: FleetProblem): Row[] {
  const rows: Row[] = [];
  const add = (name: string, limit: number, holds: (o: FleetOption) => boolean): void => {
    const members = options.flatMap((o, i) => (holds(o) ? [i] : []));
    if (members.length > limit) rows.push({ name, members, limit });
  };
  for (const t of tasks) add(`task ${t.task_id}`, 1, (o) => o.task_id === t.task_id);
  for (const u of [...new Set(options.map((o) => o.uav_id))].sort())
    add(`aircraft ${u}`, 1, (o) => o.uav_id === u);
  for (const c of chargers) add(`charger ${c.id}`, c.free, (o) => o.charger_id === c.id);
  for (const c of corridors) add(`corridor ${c.id}`, c.free, (o) => o.corridor_ids.includes(c.id));
  return rows;
}

/** The program in LP format. Cost of an option counts against the price of leaving its task out. */
function lpText(problem: FleetProblem): string {
  const price = new Map(problem.tasks.map((t) => [t.task_id, t.unassigned_cost]));
  const terms = problem.options.map((o, i) => {
    const c = o.cost - price.get(o.task_id)!;
    return `${c < 0 ? '-' : '+'} ${Math.abs(c)} x${i}`;
  });
  const rows = capacityRows(problem).map(
    (r, k) => ` r${k}: ${wrap(r.members.map((i) => `+ x${i}`))} <= ${r.limit}`,
  );
  // An empty row section is no valid model; this row always holds.
  if (rows.length === 0) rows.push(' r0: + x0 <= 1');
  return `Minimize\n obj: ${wrap(terms)}\nSubject To\n${rows.join('\n')}\nBinary\n ${wrap(
    problem.options.map((_, i) => `x${i}`),
  )}\nEnd\n`;
}

/** LP readers limit the length of a line. */
function wrap(terms: readonly string[]): string {
  return terms.map((t, i) => (i > 0 && i % 10 === 0 ? `\n  ${t}` : t)).join(' ');
}

function answerOf({ tasks, options }: FleetProblem, chosen: readonly number[]): FleetAnswer {
  const served = new Set(chosen.map((i) => options[i]!.task_id));
  const out = tasks.filter((t) => !served.has(t.task_id));
  const total_cost =
    chosen.reduce((s, i) => s + options[i]!.cost, 0) + out.reduce((s, t) => s + t.unassigned_cost, 0);
  return { chosen, unassigned: out.map((t) => t.task_id), total_cost };
}

function faultOf({ tasks, options, chargers, corridors }: FleetProblem): string | null {
  const isCost = (x: number): boolean => Number.isInteger(x) && x >= 0 && x <= 1e9;
  const ids = new Set<string>();
  for (const t of tasks) {
    if (!isCost(t.unassigned_cost))
      return `the unassigned cost of ${t.task_id} must be a whole number from 0`;
    if (ids.has(t.task_id)) return `task ${t.task_id} stands twice`;
    ids.add(t.task_id);
  }
  const shared = [...chargers, ...corridors];
  for (const c of shared) {
    if (!(Number.isInteger(c.free) && c.free >= 0))
      return `the capacity of ${c.id} must be a whole number from 0`;
  }
  const chargerIds = new Set(chargers.map((c) => c.id));
  const corridorIds = new Set(corridors.map((c) => c.id));
  for (const o of options) {
    if (!ids.has(o.task_id)) return `an option names the unknown task ${o.task_id}`;
    if (!isCost(o.cost))
      return `the cost of serving ${o.task_id} by ${o.uav_id} must be a whole number from 0`;
    if (o.charger_id !== null && !chargerIds.has(o.charger_id))
      return `an option names the unknown charger ${o.charger_id}`;
    const lost = o.corridor_ids.find((c) => !corridorIds.has(c));
    if (lost !== undefined) return `an option names the unknown corridor ${lost}`;
  }
  return null;
}
