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
/** Best directions that a last step may turn, and by how many degrees: a line or a short lane may fall away at once. */
const BEST = 3;
const NEAR_DEG = [-0.25, -0.05, 0.05, 0.25];

const radians = (deg: number): number => (deg * Math.PI) / 180;

/**
 * A job with its directions in order of worth, as seen with the lanes laid: those that leave least undone first. Where
 * walls are near and every likely direction leaves something undone, a fan over the half circle is tried as well. When
 * directions are compared, those close beside the best are kept for a last step.
 */
export function settled(c: Looking, job: Job): Job {
  if (!c.compare && !job.input.nearWalls) return job;
  const seen: Looked[] = [];
  const look = (plan: BlockPlan): void => void seen.push(looked(c, job, plan));
  const first_s = job.plans[0]!.estimate_s;
  const done = (): boolean => seen.some((x) => x.faults === 0);
  for (const plan of job.plans) if (!done() || (c.compare && plan.estimate_s <= LONGER * first_s)) look(plan);
  const free = job.input.fixed_angle === null;
  if (free && !done()) fan(job).forEach(look);
  seen.sort(better);
  const rest = job.plans.filter((p) => !seen.some((x) => x.plan === p));
  const plans = [...seen.map((x) => x.plan), ...rest];
  const near = free && c.compare ? plans.slice(0, BEST).flatMap((p) => beside(job, p)) : [];
  return { ...job, plans, near, faults: seen[0]!.faults };
}

/** Directions close to one, on both sides. */
function beside(job: Job, plan: BlockPlan): BlockPlan[] {
  return NEAR_DEG.flatMap((deg) => {
    const made = planDirection(job.input, fold(plan.angle + radians(deg)));
    return made.ok ? [made.value] : [];
  });
}

/** Of a job's kept directions those that lie close beside an angle. */
export function nearOnes(job: Job, angle: number): BlockPlan[] {
  return job.near.filter((p) => apart(p.angle, angle) <= radians(1.01 * NEAR_DEG.at(-1)!));
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

const fold = (angle: number): number => ((angle % Math.PI) + Math.PI) % Math.PI;
