import { SURVEY_RULES } from '#world';
import { type PlanRefusal } from '#ir';
import { refusal } from '../fleet/refusal.ts';
import { searchAim } from './aims.ts';
import { type ClassWork, type Job, buildClassWork } from './class-work.ts';
import { type Decoded, type Tour, fillDays } from './decode.ts';
import { nearOnes } from './directions.ts';
import { exactDays } from './exact.ts';
import { faultRefusal } from './faults.ts';
import { type Aim } from './routes.ts';
import { leftOver } from './left-over.ts';
import { type ClassPlanInput, type Prepared, bestDirectionsOf, chooseDirection, prepare } from './prepare.ts';
import { turnedRound } from './tour.ts';

/** A class with its tours, and the ways in which they can be flown (fewest units last for `work`). */
export type ClassPlan = {
  readonly work: ClassWork;
  /** Its lanes made ready, in the directions that were searched. */
  readonly prepared: readonly Prepared[];
  readonly options: readonly Decoded[];
  readonly refusals: readonly PlanRefusal[];
  readonly iterations: number;
  readonly stopped: boolean;
};

/** Shares of the iterations for the best directions of a single task; one that is much worse gets none. */
const DIRECTION_SHARES = [0.5, 0.3, 0.2];
/** Share of the iterations for each of the directions close beside the best. */
const BESIDE_SHARE = 0.04;
/** What a direction's first value may exceed the best by to be searched as well. */
const WORTH = 1.03;

/**
 * Plans one class: directions, lanes, tours, days. With a single task the best directions are searched, with several each
 * task takes the direction whose own tour is shortest. `before` is a plan of the same jobs: its lanes are taken over.
 */
export function planClass(input: ClassPlanInput, before: ClassPlan | null): ClassPlan {
  const { jobs } = input;
  const best = before?.prepared ?? preparedFor(input);
  if (jobs.length > 1) return planWork(input, best[0]!, input.iterations);
  const main = input.iterations * (jobs[0]!.near.length > 0 ? 1 - 4 * BESIDE_SHARE : 1);
  const plans = best
    .filter((p, i) => i < DIRECTION_SHARES.length && (i === 0 || p.value <= WORTH * best[0]!.value))
    .map((p, i, kept) =>
      planWork(input, p, Math.ceil(main * (kept.length === 1 ? 1 : DIRECTION_SHARES[i]!))),
    );
  const better = (a: ClassPlan, b: ClassPlan): ClassPlan =>
    worthOf(b, input.aims) < worthOf(a, input.aims) ? b : a;
  const all = [...plans, ...besideOf(input, jobs[0]!, plans.reduce(better))];
  return {
    ...all.reduce(better),
    prepared: best,
    iterations: all.reduce((sum, p) => sum + p.iterations, 0),
    stopped: all.some((p) => p.stopped),
  };
}

function preparedFor(input: ClassPlanInput): Prepared[] {
  const { setup, cls, space, jobs, first_block } = input;
  if (jobs.length === 1) return bestDirectionsOf(input, jobs[0]!);
  const chosen = jobs.map((job) => chooseDirection(input, job));
  return [prepare(input, buildClassWork(setup, cls, { space, jobs: chosen, first_block }), true)];
}

/** The lanes of a plan turned by a little, flown in the same order: their number and ends change within a fraction of a degree. */
function besideOf(input: ClassPlanInput, job: Job, plan: ClassPlan): ClassPlan[] {
  const { setup, cls, space, first_block } = input;
  const { u } = plan.work.blocks[0]!;
  const order = orderOf(plan, input.aims);
  return nearOnes(job, Math.atan2(u.y, u.x)).map((near) => {
    const work = buildClassWork(setup, cls, { space, jobs: [{ job, plan: near }], first_block });
    const p = prepare(input, work, true);
    const same = order !== null && p.reach.lanes.size === order.length && alike(work, plan.work);
    const tour = same ? turnedRound(order, p.usable) : p.tour;
    return planWork(input, { ...p, tour }, Math.ceil(input.iterations * BESIDE_SHARE));
  });
}

const alike = (a: ClassWork, b: ClassWork): boolean =>
  a.net.lanes.length === b.net.lanes.length && a.net.lanes.every((l, i) => l.id === b.net.lanes[i]!.id);

/** Lanes of a plan's best way in the order they are flown, one sortie after the other; null where some are left. */
function orderOf(plan: ClassPlan, aims: readonly Aim[]): Tour | null {
  if (plan.refusals.length > 0 || plan.options.length === 0) return null;
  const best = plan.options.reduce((a, b) => (timeOf(b, aims) < timeOf(a, aims) ? b : a));
  const seen = new Set<number>();
  const keys: number[] = [];
  for (const { piece } of best.days.flatMap((d) => d.flights).flatMap((f) => f.stops)) {
    const lane = piece.lane.index;
    if (!seen.has(lane)) keys.push(2 * lane + (piece.to_m >= piece.from_m ? 0 : 1));
    seen.add(lane);
  }
  return Int32Array.from(keys);
}

const timeOf = (d: Decoded, aims: readonly Aim[]): number => (aims[0] === 'flight' ? d.flight_s : d.work_s);

/** What a plan of a class is worth for the first aim; refusals weigh more than anything else. */
function worthOf(plan: ClassPlan, aims: readonly Aim[]): number {
  const times = plan.options.map((d) => timeOf(d, aims));
  return Math.min(Infinity, ...times) + 1e7 * plan.refusals.length;
}

/** Searches prepared lanes for each aim. */
function planWork(input: ClassPlanInput, p: Prepared, budget: number): ClassPlan {
  const { setup, cls } = input;
  const { work, table, tour, context } = p;
  const refusals = [...p.reach.refusals, ...unknownGround(work), ...bareGround(work), ...slowTasks(work)];
  const prepared = [p];
  if (tour.length === 0) return { work, prepared, options: [], refusals, iterations: 0, stopped: false };
  const options: Decoded[] = [];
  let iterations = 0;
  let stopped = false;
  for (const aim of input.aims) {
    const found = searchAim(
      { table, tour, units: p.units, context, usable: p.usable, aim, several: input.aims.length > 1 },
      { iterations: budget, rng: input.rng.fork(aim), shouldStop: input.shouldStop },
    );
    iterations += found.iterations;
    stopped ||= found.stopped;
    options.push(...found.options);
  }
  if (options.length === 0) {
    const part = fillDays(context, tour, cls.units, Infinity);
    const window_s = setup.scenario.work_window.duration_s;
    return {
      work,
      prepared,
      options: [part],
      refusals: [...refusals, ...leftOver(work, tour, part, { context, window_s })],
      iterations,
      stopped,
    };
  }
  const exact =
    p.reach.lanes.size === work.net.lanes.length ? exactDays(work.net, cls.units, context.reserve) : null;
  if (exact !== null && exact.days.every((d) => d.flights[0]!.t_s <= context.window_s)) options.push(exact);
  return { work, prepared, options, refusals, iterations, stopped };
}

/** Share of the area that must be covered, and what a lane's own margins may leave of it. */
function bareGround(work: ClassWork): PlanRefusal[] {
  const limit = 1 - SURVEY_RULES.coverage_min_ratio;
  return work.blocks.flatMap((block, i) => {
    const bare = work.bare_ratio[i]!;
    if (bare <= limit) return [];
    const text = (100 * bare).toFixed(2);
    return [
      refusal(
        'G2-01',
        [block.task_id],
        { measured: 1 - bare, limit: SURVEY_RULES.coverage_min_ratio, unit: '1' },
        {
          en: `${text} % of ${block.task_id} cannot be covered by lanes clear of zones and obstacles`,
          ru: `${text} % участка «${block.task_id}» нельзя покрыть галсами вне зон и препятствий`,
        },
      ),
    ];
  });
}

function slowTasks(work: ClassWork): PlanRefusal[] {
  return work.faults.map(({ task_id, fault }) => faultRefusal(task_id, work.cls, fault));
}

function unknownGround(work: ClassWork): PlanRefusal[] {
  if (work.unknown_ground === 0) return [];
  const tasks = work.blocks.map((b) => b.task_id);
  return [
    refusal(
      'G0-06',
      tasks,
      { measured: work.unknown_ground, unit: '1' },
      {
        en: `the ground under ${work.unknown_ground} lanes is unknown`,
        ru: `высоты земли под ${work.unknown_ground} галсами неизвестны`,
      },
    ),
  ];
}
