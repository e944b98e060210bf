import { type Rng } from '#base';
import { SURVEY_RULES } from '#world';
import { type PlanRefusal } from '#ir';
import { type UnitClass } from '../fleet/fleet.ts';
import { refusal } from '../fleet/refusal.ts';
import { type BlockPlan } from '../lanes/block.ts';
import { dist } from '../plane/vec.ts';
import { type Setup } from '../setup.ts';
import { type ClassSpace, type ClassWork, type Job, buildClassWork } from './class-work.ts';
import { type DecodeContext, type Decoded, type Tour, decodeTour, fillDays } from './decode.ts';
import { faultRefusal } from './faults.ts';
import { decodeFlights } from './flights.ts';
import { type Aim, type TourState, searchTours, valueOf } from './improve.ts';
import { type CostTable, type QuickUnit, createTable, quickUnit } from './quick.ts';
import { reachOf } from './reach.ts';
import { blockTour, roughTourTime, stopOf } from './tour.ts';

/** How a class is planned. */
export type ClassPlanInput = {
  readonly setup: Setup;
  readonly cls: UnitClass;
  readonly space: ClassSpace;
  readonly jobs: readonly Job[];
  readonly first_block: number;
  readonly aims: readonly Aim[];
  readonly iterations: number;
  readonly rng: Rng;
  readonly shouldStop: () => boolean;
};

/** A class with its tours, and the ways in which they can be flown (fewest units last for `work`). */
export type ClassPlan = {
  readonly work: ClassWork;
  readonly options: readonly Decoded[];
  readonly refusals: readonly PlanRefusal[];
  readonly iterations: number;
  readonly stopped: boolean;
};

/** Trials of the local search on one block's tour. */
const TOUR_BUDGET = 40_000;
/** Turns looked at are dearer for wings. */
const WING_SHARE = 0.25;

/** Of the directions of a job, the one whose own rough tour is shortest. */
function chooseDirection(
  input: ClassPlanInput,
  job: Job,
): { readonly job: Job; readonly plan: BlockPlan; readonly work: ClassWork } {
  const { setup, cls, space } = input;
  let best: { job: Job; plan: BlockPlan; work: ClassWork; time: number } | null = null;
  for (const plan of job.plans) {
    if (best !== null && (input.shouldStop() || plan.estimate_s > 1.12 * job.plans[0]!.estimate_s)) break;
    const work = buildClassWork(setup, cls, { space, jobs: [{ job, plan }], first_block: input.first_block });
    const time = roughTourTime(work.net, work.laneSets[0]!);
    if (best === null || time < best.time) best = { job, plan, work, time };
  }
  return best!;
}

/** Block tours one after the other, always on to the nearest, each from the end that is nearer. */
function giantTour(work: ClassWork, tours: readonly (readonly number[])[], cls: UnitClass): number[] {
  const left = tours.map((tour, i) => ({ tour, i }));
  const out: number[] = [];
  let here = cls.units[0]!.place.p;
  while (left.length > 0) {
    let best = { k: 0, flip: false, d: Infinity };
    left.forEach(({ tour }, k) => {
      for (const flip of [false, true]) {
        const key = flip ? tour[tour.length - 1]! ^ 1 : tour[0]!;
        const stop = stopOf(work.net, key);
        const d = stop === null ? 1e9 : dist(here, stop.ends.entry.p);
        if (d < best.d - 1e-9) best = { k, flip, d };
      }
    });
    const [next] = left.splice(best.k, 1);
    const tour = best.flip ? next!.tour.map((x) => x ^ 1).reverse() : next!.tour;
    out.push(...tour);
    here = stopOf(work.net, tour[tour.length - 1]!)?.ends.exit.p ?? here;
  }
  return out;
}

/** Plans one class: directions, lanes, tours, days. Null where it has nothing that it can fly. */
export function planClass(input: ClassPlanInput): ClassPlan {
  const { setup, cls, space } = input;
  const chosen = input.jobs.map((job) => chooseDirection(input, job));
  const work =
    chosen.length === 1
      ? chosen[0]!.work
      : buildClassWork(setup, cls, { space, jobs: chosen, first_block: input.first_block });
  const table = createTable(work.net);
  const reserve = setup.scenario.objective.energy_reserve;
  const reach = reachOf(work, table, reserve);
  const refusals = [...reach.refusals, ...unknownGround(work), ...bareGround(work), ...slowTasks(work)];
  const budget = TOUR_BUDGET * (work.mover.rules.winged ? WING_SHARE : 1);
  const tours = work.laneSets
    .map((lanes) => lanes.filter((lane) => reach.lanes.has(lane)))
    .filter((lanes) => lanes.length > 0)
    .map((lanes) => blockTour(work.net, lanes, budget));
  if (tours.length === 0) return { work, options: [], refusals, iterations: 0, stopped: false };
  const tour = Int32Array.from(giantTour(work, tours, cls));
  const context: DecodeContext = {
    net: work.net,
    reserve,
    window_s: setup.scenario.work_window.duration_s ?? 1e7,
    cut: true,
    cutEnergy: true,
  };
  const units = cls.units.map((ready) => quickUnit(table, ready, reserve, true));
  const options: Decoded[] = [];
  let iterations = 0;
  let stopped = false;
  for (const aim of input.aims) {
    const found = searchAim(input, { table, tour, units, context, aim });
    iterations += found.iterations;
    stopped ||= found.stopped;
    options.push(...found.options);
  }
  if (options.length === 0) {
    const part = fillDays(context, tour, cls.units, context.window_s);
    return {
      work,
      options: [part],
      refusals: [...refusals, ...leftOver(work, tour, part, setup)],
      iterations,
      stopped,
    };
  }
  return { work, options, refusals, iterations, stopped };
}

type AimInput = {
  readonly table: CostTable;
  readonly tour: Tour;
  readonly units: readonly QuickUnit[];
  readonly context: DecodeContext;
  readonly aim: Aim;
};

/** Searches for one aim and decodes the best tour exactly, for all units and for fewer. */
function searchAim(
  input: ClassPlanInput,
  c: AimInput,
): { readonly options: Decoded[]; readonly iterations: number; readonly stopped: boolean } {
  const { table, aim } = c;
  const limits = { below: Infinity, window_s: c.context.window_s, low_s: 0 };
  const start: TourState = {
    tour: c.tour,
    units: c.units,
    value: valueOf(table, c.tour, c.units, { aim, ...limits }),
  };
  const found = Number.isFinite(start.value)
    ? searchTours(table, start, input.rng.fork(aim), {
        aim,
        iterations: input.iterations,
        window_s: c.context.window_s,
        low_s: 0,
        shouldStop: input.shouldStop,
      })
    : { best: start, done: 0, stopped: false };
  const options: Decoded[] = [];
  const add = (d: Decoded | null): void => {
    if (d !== null) options.push(d);
  };
  const { best } = found;
  const context = { ...c.context, cutEnergy: best.units[0]!.cutEnergy };
  const order = best.units.map((u) => u.ready);
  const range = {
    low_s: Number.isFinite(best.value) ? 0.9 * best.value : 0,
    high_s: context.window_s,
    ratio: 2e-4,
  };
  if (aim === 'flight') add(decodeFlights(context, best.tour, order));
  else {
    add(decodeTour(context, best.tour, order, range));
    const fewer = input.aims.length > 1 ? order.length - 1 : 0;
    for (let m = fewer; m >= 1; m--) add(decodeTour(context, best.tour, order.slice(0, m), range));
  }
  return { options, iterations: found.done, stopped: found.stopped };
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

/** What is not flown when batteries or the work window run out. */
function leftOver(work: ClassWork, tour: Tour, part: Decoded, setup: Setup): PlanRefusal[] {
  const lanes = Array.from(tour.subarray(part.rest));
  if (lanes.length === 0) return [];
  const tasks = [...new Set(lanes.map((key) => work.net.lanes[key >> 1]!.block.task_id))];
  const units = work.cls.units.map((u) => u.unit.id);
  const batteries = work.cls.units.some((u) => {
    const sets = u.unit.battery_sets;
    return sets !== null && (part.days.find((d) => d.ready === u)?.flights.length ?? 0) >= sets;
  });
  const window_s = setup.scenario.work_window.duration_s;
  if (batteries || window_s === null)
    return [
      refusal(
        'G4-06',
        [...units, ...tasks],
        { measured: lanes.length, unit: '1' },
        {
          en: `the battery sets are used up with ${lanes.length} lanes left`,
          ru: `комплекты батарей исчерпаны, осталось галсов: ${lanes.length}`,
        },
      ),
    ];
  return [
    refusal(
      'G4-04',
      [...units, ...tasks],
      { measured: lanes.length, limit: window_s, unit: '1' },
      {
        en: `the work window of ${window_s} s ends with ${lanes.length} lanes left`,
        ru: `рабочее окно ${window_s} с кончается, осталось галсов: ${lanes.length}`,
      },
    ),
  ];
}
