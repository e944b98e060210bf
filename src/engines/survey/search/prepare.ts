import { type Rng } from '#base';
import { SURVEY_RULES } from '#world';
import { type ReadyUnit, type UnitClass } from '../fleet/fleet.ts';
import { type BlockPlan } from '../lanes/block.ts';
import { dist } from '../plane/vec.ts';
import { type Setup } from '../setup.ts';
import { type ClassSpace, type ClassWork, type Job, buildClassWork } from './class-work.ts';
import { type DecodeContext, type Tour } from './decode.ts';
import { valueOf } from './aims.ts';
import { type Aim } from './routes.ts';
import { type CostTable, type QuickUnit, createTable, quickUnit } from './quick.ts';
import { type Reach, reachOf } from './reach.ts';
import { NO_WAY } from './rough.ts';
import { improveTour, roughTourTime, startTours, stopOf, turnedRound } from './tour.ts';

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

/** Lanes of a class ready for the search: costs, who flies, a first tour and what it is worth. */
export type Prepared = {
  readonly work: ClassWork;
  readonly table: CostTable;
  readonly reach: Reach;
  readonly units: readonly QuickUnit[];
  readonly context: DecodeContext;
  /** Whether a lane in a direction (2 x lane + direction) can be flown by some unit. */
  readonly usable: (key: number) => boolean;
  readonly tour: Tour;
  readonly value: number;
  /** How much of the work these lanes cannot do: reasons to refuse some of it. */
  readonly faults: number;
};

/** Trials of the local search on one block's tour. */
const TOUR_BUDGET = 40_000;
/** Turns looked at are dearer for wings. */
const WING_SHARE = 0.25;
/** Directions whose tours are improved before they are compared. */
const IMPROVED = 5;
/** Directions estimated longer than the best by more than this are not looked at. */
const LONGER = 1.12;

/** Gets lanes ready; with `improve` each block's tour is improved first. */
export function prepare(
  input: Pick<ClassPlanInput, 'setup' | 'cls' | 'aims'>,
  work: ClassWork,
  improve: boolean,
): Prepared {
  const { setup, cls } = input;
  const table = createTable(work.net);
  const reserve = setup.scenario.objective.energy_reserve;
  const reach = reachOf(work, table, reserve);
  const context: DecodeContext = {
    net: work.net,
    reserve,
    window_s: setup.scenario.work_window.duration_s ?? 1e7,
    cut: true,
    cutEnergy: true,
  };
  const units = cls.units.map((ready: ReadyUnit) => quickUnit(table, ready, reserve, true));
  const sets = work.laneSets
    .map((lanes) => lanes.filter((lane) => reach.lanes.has(lane)))
    .filter((lanes) => lanes.length > 0);
  const usable = usableBy(table, units);
  const part = { work, table, reach, units, context, usable, faults: faultsOf(work, reach) };
  const value = (tour: Tour): number =>
    valueOf(table, tour, units, {
      aim: input.aims[0]!,
      window_s: context.window_s,
    });
  if (sets.length === 0) return { ...part, tour: new Int32Array(0), value: Infinity };
  const budget = TOUR_BUDGET * (work.mover.rules.winged ? WING_SHARE : 1);
  const better = (tour: readonly number[]): number[] =>
    improve ? improveTour(work.net, tour, budget) : [...tour];
  if (sets.length > 1) {
    const giant = giantTour(
      work,
      sets.map((lanes) => better(startTours(work.net, lanes)[0]!.tour)),
      cls,
    );
    const tour = turnedRound(Int32Array.from(giant), usable);
    return { ...part, tour, value: value(tour) };
  }
  // Tours of like length end in different places: the way home decides between them.
  let best: { tour: Tour; value: number } | null = null;
  for (const start of startTours(work.net, sets[0]!).slice(0, improve ? 2 : 3))
    for (const way of bothWays(better(start.tour))) {
      const tour = turnedRound(way, usable);
      const v = value(tour);
      if (best === null || v < best.value) best = { tour, value: v };
    }
  return { ...part, ...best! };
}

/** Whether some unit can begin a sortie with a lane in a direction and come home from it. */
function usableBy(table: CostTable, units: readonly QuickUnit[]): (key: number) => boolean {
  return (key) =>
    table.lane_s[key]! < NO_WAY &&
    units.some(({ costs }) => costs.out_s[key]! < NO_WAY && costs.back_s[key]! < NO_WAY);
}

function bothWays(tour: readonly number[]): Tour[] {
  return [Int32Array.from(tour), Int32Array.from([...tour].reverse().map((key) => key ^ 1))];
}

/** The same for lanes that nothing else is known of. */
export function faultsIn(setup: Setup, work: ClassWork): number {
  return faultsOf(work, reachOf(work, createTable(work.net), setup.scenario.objective.energy_reserve));
}

/** Reasons for which lanes as laid would leave work undone. */
function faultsOf(work: ClassWork, reach: Reach): number {
  const bare = work.bare_ratio.filter((ratio) => ratio > 1 - SURVEY_RULES.coverage_min_ratio).length;
  return reach.refusals.length + bare + work.faults.length + work.unknown_ground;
}

/** The best directions of a single task, each with its improved first tour, by what that is worth to the whole class. */
export function bestDirectionsOf(input: ClassPlanInput, job: Job): Prepared[] {
  const { setup, cls, space, first_block } = input;
  const out: Prepared[] = [];
  for (const plan of job.plans.slice(0, IMPROVED)) {
    if (out.length > 0 && input.shouldStop()) break;
    out.push(prepare(input, buildClassWork(setup, cls, { space, jobs: [{ job, plan }], first_block }), true));
  }
  return out.sort((a, b) => a.faults - b.faults || a.value - b.value);
}

/** Of the directions of a job, the one whose own rough tour is shortest. */
export function chooseDirection(
  input: ClassPlanInput,
  job: Job,
): { readonly job: Job; readonly plan: BlockPlan } {
  const { setup, cls, space } = input;
  let best: { job: Job; plan: BlockPlan; time: number; faults: number } | null = null;
  for (const plan of job.plans) {
    if (best !== null && input.shouldStop()) break;
    if (best?.faults === 0 && plan.estimate_s > LONGER * job.plans[0]!.estimate_s) break;
    const work = buildClassWork(setup, cls, { space, jobs: [{ job, plan }], first_block: input.first_block });
    const faults = faultsIn(setup, work);
    const time = roughTourTime(work.net, work.laneSets[0]!);
    if (best === null || faults < best.faults || (faults === best.faults && time < best.time))
      best = { job, plan, time, faults };
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
