import { type PlanRefusal } from '#ir';
import { createRng } from '#base';
import { splitBySite } from '../fleet/fleet.ts';
import { type Setup } from '../setup.ts';
import { objectiveValue } from '../document/assemble.ts';
import { type Answer } from './answer.ts';
import { pourWork } from './bounds.ts';
import { lowerBounds } from './lower-bounds.ts';
import { type Job } from './class-work.ts';
import { type ClassPlan, planClass } from './class-plan.ts';
import { type Decoded } from './decode.ts';
import { type Aim } from './routes.ts';
import { type Problem, leastCause, pose, regroup } from './problem.ts';
import { shareOut } from './share-out.ts';
import { type ShareTable, balancedShares, searchShares, tidyTable } from './shares.ts';
import { timetable } from './timetable.ts';

/** Outcome of the search. */
export type Solved = { readonly answer: Answer; readonly iterations: number; readonly stopped: boolean };

type SolveResult =
  | { readonly ok: true; readonly value: Solved }
  | { readonly ok: false; readonly error: readonly PlanRefusal[] };

/** Moves of the search where the scenario leaves them open. */
const MOVES = 50_000;

/** Solves a scenario in its plane. */
export function solve(setup: Setup, shouldStop: () => boolean): SolveResult {
  const made = pose(setup, shouldStop);
  if (!made.ok) return made;
  const whole = made.value;
  const bySite = regroup(whole, splitBySite(whole.fleet));
  const bounds = lowerBounds(whole);
  const several = bySite.fleet.classes.length > whole.fleet.classes.length;
  // Units of a kind at several sites may share a tour, or each site may have its own part of the tasks.
  const problems = [{ ...whole, bounds }, ...(several ? [{ ...bySite, bounds }] : [])];
  const found = searchTrials(problems, setup.scenario.solver.iteration_budget ?? MOVES);
  if (found.best === null) return { ok: false, error: leastCause([...whole.refusals, ...found.causes]) };
  const { tried, slots } = bestTimed(found);
  const { plans } = tried.trial;
  const answer: Answer = {
    works: plans.map((p) => p.work),
    slots: slots.slots,
    refusals: leastCause([...whole.refusals, ...plans.flatMap((p) => p.refusals), ...slots.refusals]),
    bounds,
  };
  return { ok: true, value: { answer, iterations: found.iterations, stopped: found.stopped } };
}

/** Ways of flying put on the clock, at most, and what they may seem worse than the best before. */
const TIMETABLES = 6;
const TIMETABLE_WORTH = 1.06;

type Timed = {
  readonly tried: Tried;
  readonly slots: ReturnType<typeof timetable>;
  readonly value: number;
};

/** Of the ways found, the one that is best once it is on the clock: waiting for one another may turn their order round. */
function bestTimed(found: Found): Timed {
  const ideal = found.best!.value;
  const ways = found.tried
    .flatMap((tried) => {
      const { problem, trial } = tried;
      const [pick] = trial.picks;
      const picks =
        trial.plans.length === 1
          ? unlike([pick!, ...trial.plans[0]!.options]).map((option) => [option])
          : [trial.picks];
      const missing = missingOf(trial);
      return picks.map((own) => ({ tried, picks: own, value: valueOfPicks(problem, own) + missing }));
    })
    .filter((x) => x.value <= TIMETABLE_WORTH * ideal)
    .sort((a, b) => a.value - b.value);
  let best: Timed | null = null;
  for (const { tried, picks } of ways.slice(0, TIMETABLES)) {
    const { problem, trial } = tried;
    const slots = timetable(
      problem.setup,
      trial.plans.map((p) => p.work),
      picks,
    );
    const times = {
      work_s: Math.max(0, ...slots.slots.map((s) => s.end_s)),
      flight_s: slots.slots.reduce((sum, s) => sum + s.end_s - s.start_s, 0),
    };
    const { value } = objectiveValue(problem.setup.scenario, times, problem.bounds);
    const total = value + missingOf(trial) + 1e6 * slots.refusals.length;
    if (best === null || total < best.value - 1e-9) best = { tried, slots, value: total };
    if (best.value <= ideal * 1.002) break;
  }
  return best!;
}

/** Ways without those that take as long as another to a tenth of a second: they are the same, or as good. */
function unlike(options: readonly Decoded[]): Decoded[] {
  const seen = new Set<string>();
  return options.filter((d) => {
    const key = `${d.work_s.toFixed(1)} ${d.flight_s.toFixed(1)}`;
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

type Tried = { readonly problem: Problem; readonly trial: Trial; readonly value: number };

type Found = {
  best: Tried | null;
  /** All that fly something, for the clock to decide between. */
  readonly tried: Tried[];
  iterations: number;
  stopped: boolean;
  causes: readonly PlanRefusal[];
};

/** Share of the iterations that each trial of a sharing gets before the last one. */
const TRIAL_SHARE = 0.08;
/** What the best trial of a grouping may be worse by than the best of all to be searched to the end. */
const FINAL_WORTH = 1.05;
/** Trials made to even out the ends of classes. */
const BALANCE_TRIALS = 8;

/** Plans all classes under a sharing, going on from a trial of the same sharing; null once the clock has run out. */
type Attempt = (
  problem: Problem,
  shares: ShareTable,
  iterations: number,
  before?: Trial | null,
) => Trial | null;

/** Tries sharings of the tasks, evens out the best, and searches it to the end. */
function searchTrials(problems: readonly Problem[], budget: number): Found {
  const found: Found = { best: null, tried: [], iterations: 0, stopped: false, causes: [] };
  const one = problems.length === 1 && problems[0]!.fleet.classes.length === 1;
  const small = Math.ceil(budget * TRIAL_SHARE);
  const attempt: Attempt = (problem, shares, iterations, before = null) => {
    if (found.best !== null && problem.shouldStop()) {
      found.stopped = true;
      return null;
    }
    const trial = tryShares(problem, shares, iterations, before);
    found.iterations += trial.iterations;
    found.stopped ||= trial.stopped;
    const flies = trial.picks.some((d) => d.days.some((day) => day.flights.length > 0));
    if (!flies && found.best === null) found.causes = trial.plans.flatMap((p) => p.refusals);
    const value = trialValue(problem, trial);
    if (flies) found.tried.push({ problem, trial, value });
    if (flies && (found.best === null || value < found.best.value - 1e-9))
      found.best = { problem, trial, value };
    return trial;
  };
  const seen = new Set<string>();
  for (const problem of problems)
    for (const shares of startShares(problem)) {
      const key = `${problem.fleet.classes.length} ${JSON.stringify(shares)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      attempt(problem, shares, one ? budget : small);
    }
  if (one || found.best === null) return found;
  balance(found, attempt, small);
  // The best sharing of each grouping of the units is searched to the end.
  const last = problems
    .flatMap((problem) => {
      const own = found.tried.filter((t) => t.problem === problem);
      return own.length === 0 ? [] : [own.reduce((a, b) => (b.value < a.value ? b : a))];
    })
    .filter((t) => t.value <= FINAL_WORTH * found.best!.value);
  const rest = Math.max(small, Math.floor((budget - found.iterations) / last.length));
  for (const { problem, trial } of last) attempt(problem, trial.shares, rest, trial);
  return found;
}

/** Moves parts of tasks from the class that ends last to those that end early, while that helps. */
function balance(found: Found, attempt: Attempt, iterations: number): void {
  const tried = new Set<string>();
  for (let k = 0; k < BALANCE_TRIALS; k++) {
    const { problem, trial } = found.best!;
    if (problem.setup.scenario.objective.kind === 'flight_time') return;
    const ends = problem.fleet.classes.map((_, c) => trial.picks[trial.classes.indexOf(c)]?.work_s ?? 0);
    const next = balancedShares(problem.fleet.classes, problem.efforts, trial.shares, ends, tried);
    if (next === null || attempt(problem, next, iterations) === null) return;
  }
}

/** Sharings worth a first trial: the poured one, and the one by likely times. */
function startShares(problem: Problem): ShareTable[] {
  const { setup, fleet, open, efforts, bounds } = problem;
  const { kind, lambda } = setup.scenario.objective;
  const mixed = {
    work: (1 - lambda) / Math.max(1, bounds.work_time_s),
    flight: lambda / Math.max(1, bounds.flight_time_s),
  };
  // A touch of the other aim decides between equals.
  const weights =
    kind === 'work_time'
      ? { work: 1, flight: 1e-3 }
      : kind === 'flight_time'
        ? { work: 1e-3, flight: 1 }
        : mixed;
  const poured = pourWork(fleet.classes, open.length, efforts, weights);
  const table = (share: (c: number, t: number) => number): ShareTable =>
    tidyTable(fleet.classes.map((_, c) => open.map((__, t) => share(c, t))));
  const likely = table(searchShares(fleet.classes, open.length, efforts, weights));
  return poured === null ? [likely] : [table(poured.share), likely];
}

/** Classes planned under one sharing of the tasks, with the chosen way of each. */
type Trial = {
  readonly plans: readonly ClassPlan[];
  readonly picks: readonly Decoded[];
  readonly classes: readonly number[];
  readonly shares: ShareTable;
  readonly jobs: ReadonlyMap<number, readonly Job[]>;
  readonly iterations: number;
  readonly stopped: boolean;
};

const aimsOf = (setup: Setup): readonly Aim[] => {
  const { kind } = setup.scenario.objective;
  return kind === 'work_time' ? ['work'] : kind === 'flight_time' ? ['flight'] : ['work', 'flight'];
};

function tryShares(problem: Problem, shares: ShareTable, budget: number, before: Trial | null): Trial {
  const { setup, fleet, spaces } = problem;
  const jobs = before?.jobs ?? shareOut(problem, shares);
  const plans: ClassPlan[] = [];
  const classes: number[] = [];
  let block = 1;
  const rng = createRng(setup.scenario.solver.seed);
  const share = Math.ceil(budget / Math.max(1, jobs.size));
  for (const [c, own] of [...jobs.entries()].sort((a, b) => a[0] - b[0])) {
    const cls = fleet.classes[c]!;
    const plan = planClass(
      {
        setup,
        cls,
        space: spaces.of(cls),
        jobs: own,
        first_block: block,
        aims: aimsOf(setup),
        iterations: share,
        rng: rng.fork(cls.id),
        shouldStop: problem.shouldStop,
      },
      before?.plans[classes.length] ?? null,
    );
    block += own.length;
    plans.push(plan);
    classes.push(c);
  }
  const flown = plans.filter((p) => p.options.length > 0);
  return {
    plans,
    picks: flown.length === plans.length ? pick(problem, plans) : plans.map((p) => p.options[0] ?? EMPTY),
    classes,
    shares,
    jobs,
    iterations: plans.reduce((sum, p) => sum + p.iterations, 0),
    stopped: plans.some((p) => p.stopped),
  };
}

const EMPTY: Decoded = { days: [], rest: 0, work_s: 0, flight_s: 0 };

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
  return valueOfPicks(problem, trial.picks) + missingOf(trial);
}

function missingOf(trial: Trial): number {
  return 1e6 * trial.plans.reduce((sum, p) => sum + p.refusals.length, 0);
}
