import { type PlanRefusal } from '#ir';
import { createRng } from '#base';
import { type Fleet, readyFleet } from '../fleet/fleet.ts';
import { refusal } from '../fleet/refusal.ts';
import { type Setup, isEmpty, requiredRegion } from '../setup.ts';
import { objectiveValue } from '../document/assemble.ts';
import { type Region } from '../plane/region.ts';
import { type Answer } from './answer.ts';
import { type Effort, leastEffort, lowerBounds, pourWork } from './bounds.ts';
import { type ClassPlan, planClass } from './class-plan.ts';
import { type ClassSpace, type Job, makeJob } from './class-work.ts';
import { type Decoded } from './decode.ts';
import { faultRefusal } from './faults.ts';
import { type Aim } from './improve.ts';
import { cutRegion, tidyShares } from './shares.ts';
import { timetable } from './timetable.ts';

/** Outcome of the search. */
export type Solved = { readonly answer: Answer; readonly iterations: number; readonly stopped: boolean };

type SolveResult =
  | { readonly ok: true; readonly value: Solved }
  | { readonly ok: false; readonly error: readonly PlanRefusal[] };

/** A task that some class can fly, with the best whole-task job of each class that can. */
type OpenTask = {
  readonly index: number;
  readonly jobs: ReadonlyMap<number, Job>;
  readonly required: Region;
};

/** Everything that does not change while shares are tried. */
type Problem = {
  readonly setup: Setup;
  readonly fleet: Fleet;
  readonly space: ClassSpace;
  readonly open: readonly OpenTask[];
  readonly efforts: readonly Effort[];
  readonly bounds: Answer['bounds'];
  readonly refusals: readonly PlanRefusal[];
  readonly shouldStop: () => boolean;
};

/** Iterations of the improvement search where the scenario leaves them open; fewer for long tours, whose moves cost more. */
const ITERATIONS = 6000;
/** Directions of lanes looked at with real turns. */
const DIRECTIONS = 3;
/** Times that shares of tasks are corrected by what came of them. */
const ROUNDS = 3;

/** Solves a scenario in its plane. */
export function solve(setup: Setup, shouldStop: () => boolean): SolveResult {
  const made = pose(setup, shouldStop);
  if (!made.ok) return made;
  const problem = made.value;
  let best: { trial: Trial; value: number } | null = null;
  const scale = new Map<number, number>();
  const budget = setup.scenario.solver.iteration_budget ?? ITERATIONS;
  const rounds = problem.fleet.classes.length > 1 ? ROUNDS : 1;
  let iterations = 0;
  let stopped = false;
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && shouldStop()) {
      stopped = true;
      break;
    }
    const trial = tryShares(problem, scale, Math.ceil(budget / rounds));
    iterations += trial.iterations;
    stopped ||= trial.stopped;
    const value = trialValue(problem, trial);
    if (trial.plans.length > 0 && (best === null || value < best.value - 1e-9)) best = { trial, value };
    if (!rescale(problem, trial, scale)) break;
  }
  if (best === null || best.trial.picks.every((d) => d.days.every((day) => day.flights.length === 0)))
    return {
      ok: false,
      error: leastCause([...problem.refusals, ...(best?.trial.plans.flatMap((p) => p.refusals) ?? [])]),
    };
  const { trial } = best;
  const slots = timetable(
    setup,
    trial.plans.map((p) => p.work),
    trial.picks,
  );
  const answer: Answer = {
    works: trial.plans.map((p) => p.work),
    slots: slots.slots,
    refusals: [...problem.refusals, ...trial.plans.flatMap((p) => p.refusals), ...slots.refusals],
    bounds: problem.bounds,
  };
  return { ok: true, value: { answer, iterations, stopped } };
}

/** Finds out what can be flown by whom at all. */
function pose(
  setup: Setup,
  shouldStop: () => boolean,
):
  | { readonly ok: true; readonly value: Problem }
  | { readonly ok: false; readonly error: readonly PlanRefusal[] } {
  const { airspace } = setup.scenario;
  const space = setup.spaceFor({ low_m: airspace.floor_amsl_m, high_m: airspace.ceiling_amsl_m });
  const fleet = readyFleet(setup.scenario, setup.catalogue, { ...setup, space: space.space });
  const refusals: PlanRefusal[] = [];
  const open: OpenTask[] = [];
  setup.tasks.forEach((place, index) => {
    const required = requiredRegion(setup, place, space.zones);
    if (isEmpty(required)) {
      refusals.push(
        refusal(
          'G0-02',
          [place.task.id],
          { measured: 0, unit: 'm2' },
          {
            en: `nothing is left of ${place.task.id} within the boundary and outside the zones`,
            ru: `от участка «${place.task.id}» внутри границы и вне зон ничего не остаётся`,
          },
        ),
      );
      return;
    }
    const jobs = new Map<number, Job>();
    const faults: PlanRefusal[] = [];
    fleet.classes.forEach((cls, c) => {
      if (cls.payload.type !== place.task.survey_type) return;
      const { job, fault } = makeJob(setup, cls, place, { required, space, directions: DIRECTIONS });
      if (job !== null) jobs.set(c, job);
      else if (fault !== null) faults.push(faultRefusal(place.task.id, cls, fault));
    });
    if (jobs.size > 0) open.push({ index, jobs, required });
    else refusals.push(...(faults.length > 0 ? faults.slice(0, 1) : nobody(setup, fleet, index)));
  });
  if (open.length === 0) return { ok: false, error: leastCause(refusals) };
  const efforts = open.flatMap((t, task) =>
    [...t.jobs.entries()].map(([cls, job]) => leastEffort(setup, fleet.classes[cls]!, job, { cls, task })),
  );
  const bounds = lowerBounds(fleet.classes, open.length, efforts);
  return { ok: true, value: { setup, fleet, space, open, efforts, bounds, refusals, shouldStop } };
}

/** Why no unit may fly a task: those that could have, each with its own reason; or there are none. */
function nobody(setup: Setup, fleet: Fleet, index: number): PlanRefusal[] {
  const task = setup.scenario.tasks[index]!;
  const could = fleet.refused.filter((r) =>
    setup.scenario.units.some(
      (u) =>
        r.object_ids.includes(u.id) &&
        setup.catalogue.payloads.find((p) => p.id === u.payload_id)?.type === task.survey_type,
    ),
  );
  if (could.length > 0) return could;
  return [
    refusal(
      'G7-05',
      [task.id],
      {},
      {
        en: `no enabled unit carries a ${task.survey_type} for ${task.id}`,
        ru: `ни один включённый борт не несёт нагрузку «${task.survey_type}» для «${task.id}»`,
      },
    ),
  ];
}

/** One reason a code and set of objects; causes that several tasks share are told once. */
function leastCause(refusals: readonly PlanRefusal[]): PlanRefusal[] {
  const seen = new Set<string>();
  return refusals.filter((r) => {
    const key = `${r.code} ${r.object_ids.join(' ')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Classes planned under one sharing of the tasks, with the chosen way of each. */
type Trial = {
  readonly plans: readonly ClassPlan[];
  readonly picks: readonly Decoded[];
  readonly classes: readonly number[];
  readonly iterations: number;
  readonly stopped: boolean;
};

const aimsOf = (setup: Setup): readonly Aim[] => {
  const { kind } = setup.scenario.objective;
  return kind === 'work_time' ? ['work'] : kind === 'flight_time' ? ['flight'] : ['work', 'flight'];
};

function tryShares(problem: Problem, scale: ReadonlyMap<number, number>, budget: number): Trial {
  const { setup, fleet, space } = problem;
  const jobs = shareOut(problem, scale);
  const plans: ClassPlan[] = [];
  const classes: number[] = [];
  let block = 1;
  const rng = createRng(setup.scenario.solver.seed);
  const share = Math.ceil(budget / Math.max(1, jobs.size));
  for (const [c, own] of [...jobs.entries()].sort((a, b) => a[0] - b[0])) {
    const plan = planClass({
      setup,
      cls: fleet.classes[c]!,
      space,
      jobs: own,
      first_block: block,
      aims: aimsOf(setup),
      iterations: share,
      rng: rng.fork(fleet.classes[c]!.id),
      shouldStop: problem.shouldStop,
    });
    block += own.length;
    plans.push(plan);
    classes.push(c);
  }
  const flown = plans.filter((p) => p.options.length > 0);
  return {
    plans,
    picks: flown.length === plans.length ? pick(problem, plans) : plans.map((p) => p.options[0] ?? EMPTY),
    classes,
    iterations: plans.reduce((sum, p) => sum + p.iterations, 0),
    stopped: plans.some((p) => p.stopped),
  };
}

const EMPTY: Decoded = { days: [], rest: 0, work_s: 0, flight_s: 0 };

/** Jobs of each class when tasks are poured out and cut accordingly. */
function shareOut(problem: Problem, scale: ReadonlyMap<number, number>): Map<number, Job[]> {
  const { setup, fleet, open, space, bounds } = problem;
  const efforts = problem.efforts.map((e) => ({ ...e, work_s: e.work_s * (scale.get(e.cls) ?? 1) }));
  const { kind, lambda } = setup.scenario.objective;
  const work = (1 - lambda) / Math.max(1, bounds.work_time_s);
  const flight = lambda / Math.max(1, bounds.flight_time_s);
  // A touch of the other aim decides between equals.
  const weights =
    kind === 'work_time'
      ? { work: 1, flight: 1e-4 }
      : kind === 'flight_time'
        ? { work: 1e-4, flight: 1 }
        : { work, flight };
  const poured = pourWork(fleet.classes, open.length, efforts, weights);
  const out = new Map<number, Job[]>();
  const give = (c: number, job: Job): void => void out.set(c, [...(out.get(c) ?? []), job]);
  open.forEach((t, task) => {
    const classes = [...t.jobs.keys()];
    const shares = tidyShares(classes.map((c) => poured?.share(c, task) ?? (c === classes[0] ? 1 : 0)));
    const used = classes.filter((_, i) => shares[i]! > 0);
    if (used.length === 1) {
      give(used[0]!, t.jobs.get(used[0]!)!);
      return;
    }
    const lead = t.jobs.get(used[0]!)!.plans[0]!;
    const v = { x: -lead.u.y, y: lead.u.x };
    // Classes whose sites lie further along the cut's direction take the parts further along.
    const at = (c: number): number => {
      const ps = fleet.classes[c]!.units.map((u) => u.place.p.x * v.x + u.place.p.y * v.y);
      return ps.reduce((a, b) => a + b, 0) / ps.length;
    };
    const order = used
      .map((c) => ({ c, share: shares[classes.indexOf(c)]! }))
      .sort((a, b) => at(a.c) - at(b.c) || a.c - b.c);
    const parts = cutRegion(
      t.required,
      v,
      order.map((o) => o.share),
    );
    order.forEach(({ c }, i) => {
      const place = setup.tasks[t.index]!;
      const { job } = makeJob(setup, fleet.classes[c]!, place, {
        required: parts[i]!,
        space,
        directions: DIRECTIONS,
      });
      give(c, job ?? t.jobs.get(c)!);
    });
  });
  return out;
}

/** The combination of the classes' ways with the best objective. */
function pick(problem: Problem, plans: readonly ClassPlan[]): Decoded[] {
  let best: Decoded[] = plans.map((p) => p.options[0]!);
  let value = valueOfPicks(problem, best);
  const visit = (i: number, so: Decoded[]): void => {
    if (i === plans.length) {
      const v = valueOfPicks(problem, so);
      if (v < value - 1e-9) [best, value] = [so, v];
      return;
    }
    for (const option of plans[i]!.options) visit(i + 1, [...so, option]);
  };
  visit(0, []);
  return best;
}

function valueOfPicks(problem: Problem, picks: readonly Decoded[]): number {
  const times = {
    work_s: Math.max(0, ...picks.map((d) => d.work_s)),
    flight_s: picks.reduce((s, d) => s + d.flight_s, 0),
  };
  return objectiveValue(problem.setup.scenario, times, problem.bounds).value;
}

/** Value of a trial; what is left unflown weighs more than anything else. */
function trialValue(problem: Problem, trial: Trial): number {
  const missing = trial.plans.reduce((sum, p) => sum + p.refusals.length, 0);
  return valueOfPicks(problem, trial.picks) + 1e6 * missing;
}

/** Corrects the classes' efforts by what their work really took; false if nothing changes any more. */
function rescale(problem: Problem, trial: Trial, scale: Map<number, number>): boolean {
  const ends = trial.picks.map((d) => d.work_s);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (trial.plans.length < 2 && problem.fleet.classes.length < 2) return false;
  if (high - low < 0.01 * high && trial.plans.length > 1) return false;
  const mean = ends.reduce((a, b) => a + b, 0) / ends.length;
  trial.classes.forEach((c, i) => {
    const before = scale.get(c) ?? 1;
    scale.set(c, before * Math.min(1.6, Math.max(0.6, ends[i]! / mean)));
  });
  return trial.plans.length > 1;
}
