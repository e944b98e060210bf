import { type UnitClass } from '../fleet/fleet.ts';
import { type BlockPlan, apart, planDirection } from '../lanes/block.ts';
import { type Setup } from '../setup.ts';
import { type ClassSpace, type Job, buildClassWork } from './class-work.ts';
import { type Aim } from './routes.ts';
import { faultsIn, prepare } from './prepare.ts';

/** For whom directions are compared, and whether by what the whole class makes of them or by faults alone. */
export type Looking = {
  readonly setup: Setup;
  readonly cls: UnitClass;
  readonly space: ClassSpace;
  readonly compare: boolean;
};

/** A direction with its lanes laid: reasons to refuse some of the work, and seconds of a first tour (0 if not compared). */
type Looked = { readonly plan: BlockPlan; readonly faults: number; readonly value: number };

/** Directions estimated longer than the best by more than this are looked at only while none does all of the work. */
const LONGER = 1.12;
/** Degrees between the directions of the fan that is tried where the likeliest all leave work undone. */
const FAN_DEG = 10;
/** Good directions looked round, and by how many degrees. */
const ROUND = 2;
const STEPS_DEG = [1, 0.5, 0.25, 0.125];
/** Degrees between directions that are kept. */
const APART_DEG = 1.5;

const radians = (deg: number): number => (deg * Math.PI) / 180;

/**
 * A job with its directions in order of worth, as seen with the lanes laid: those that leave least undone first. Where
 * walls are near and every likely direction leaves something undone, a fan over the half circle is tried as well. When
 * directions are compared, those round the best are refined: whole numbers of lines, and the ends of the first and last
 * lane, change within a fraction of a degree.
 */
export function settled(c: Looking, job: Job): Job {
  if (!c.compare && !job.input.nearWalls) return job;
  const seen: Looked[] = [];
  const look = (plan: BlockPlan): Looked => {
    const one = looked(c, job, plan);
    seen.push(one);
    return one;
  };
  const first_s = job.plans[0]!.estimate_s;
  const done = (): boolean => seen.some((x) => x.faults === 0);
  for (const plan of job.plans) if (!done() || (c.compare && plan.estimate_s <= LONGER * first_s)) look(plan);
  if (job.input.fixed_angle === null) {
    if (!done()) for (const plan of fan(job)) look(plan);
    if (c.compare) refine(job, [...seen].sort(better), look);
  }
  seen.sort(better);
  const rest = job.plans.filter((p) => !seen.some((x) => x.plan === p));
  return { ...job, plans: distinct([...seen.map((x) => x.plan), ...rest]), faults: seen[0]!.faults };
}

/** Of directions close together only the first: others differ enough for a search to end differently. */
function distinct(plans: readonly BlockPlan[]): BlockPlan[] {
  const out: BlockPlan[] = [];
  for (const plan of plans)
    if (out.every((p) => apart(p.angle, plan.angle) >= radians(APART_DEG))) out.push(plan);
  return out;
}

const better = (a: Looked, b: Looked): number =>
  a.faults - b.faults || a.value - b.value || a.plan.estimate_s - b.plan.estimate_s;

function looked(c: Looking, job: Job, plan: BlockPlan): Looked {
  const { setup, cls, space } = c;
  const work = buildClassWork(setup, cls, { space, jobs: [{ job, plan }], first_block: 1 });
  if (!c.compare) return { plan, faults: faultsIn(setup, work), value: 0 };
  const aim: Aim = setup.scenario.objective.kind === 'flight_time' ? 'flight' : 'work';
  const { faults, value } = prepare({ setup, cls, aims: [aim] }, work, false);
  return { plan, faults, value };
}

/** Directions all over the half circle, the likeliest first. */
function fan(job: Job): BlockPlan[] {
  const out: BlockPlan[] = [];
  for (let deg = 0; deg < 180; deg += FAN_DEG) {
    const made = planDirection(job.input, radians(deg));
    if (made.ok) out.push(made.value);
  }
  return out.sort((a, b) => a.estimate_s - b.estimate_s);
}

/** Steps aside from the best directions as long as that helps, in smaller and smaller steps. */
function refine(job: Job, ranked: readonly Looked[], look: (plan: BlockPlan) => Looked): void {
  for (const start of ranked.slice(0, ROUND)) {
    let best = start;
    for (const step of STEPS_DEG) {
      for (const side of [1, -1]) {
        const made = planDirection(job.input, fold(best.plan.angle + side * radians(step)));
        // Another line more or a longer way along is not worth laying out.
        if (!made.ok || made.value.estimate_s > LONGER * start.plan.estimate_s) continue;
        const one = look(made.value);
        if (better(one, best) < 0) {
          best = one;
          break;
        }
      }
    }
  }
}

const fold = (angle: number): number => ((angle % Math.PI) + Math.PI) % Math.PI;
