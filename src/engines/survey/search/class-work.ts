import { SURVEY_RULES } from '#world';
import { type Pt, courseOf } from '../plane/projection.ts';
import { type Region, areaOf, difference, grow } from '../plane/region.ts';
import { type UnitClass } from '../fleet/fleet.ts';
import { type Block, type Lane } from '../lanes/lane.ts';
import { type BlockInput, type BlockPlan, bestDirections, planDirection } from '../lanes/block.ts';
import { buildLanes } from '../lanes/build-lanes.ts';
import { type LeastWork, type TurnModel } from '../lanes/angles.ts';
import { type Design, type DesignFault } from '../sensing/design.ts';
import { type Mover, createMover } from '../motion/mover.ts';
import { turnCost } from '../motion/turn-cost.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Ways } from '../plane/ways.ts';
import { type Setup, type TaskPlace } from '../setup.ts';
import { type Network, createNetwork } from './network.ts';

/** Space of one class of aircraft. */
export type ClassSpace = { readonly space: FreeSpace; readonly ways: Ways; readonly zones: Region };

/** A task or a part of it that one class is to fly, with the directions worth trying, best first. */
export type Job = {
  readonly place: TaskPlace;
  readonly required: Region;
  readonly input: BlockInput;
  readonly plans: readonly BlockPlan[];
  readonly least: LeastWork;
  /** Directions close beside the best of them, for a last step once one is chosen. */
  readonly near: readonly BlockPlan[];
  /** Reasons to refuse some of it in the best direction, as far as lanes have been laid for it. */
  readonly faults: number;
};

/** Lanes of a class with the network that prices them. */
export type ClassWork = {
  readonly cls: UnitClass;
  readonly mover: Mover;
  readonly net: Network;
  readonly blocks: readonly Block[];
  /** Lane numbers of each block. */
  readonly laneSets: readonly (readonly number[])[];
  readonly unknown_ground: number;
  /** Share of each block's area that its lanes leave bare. */
  readonly bare_ratio: readonly number[];
  /** Tasks that cannot be flown as asked: at the one airspeed of all, or on the lanes as they had to be laid. */
  readonly faults: readonly { readonly task_id: string; readonly fault: DesignFault }[];
};

/** What turns cost a class, for comparing directions. */
export function turnModel(cls: UnitClass, wind: Pt, trackLine: boolean): TurnModel {
  const { craft } = cls;
  const settle_s = trackLine ? SURVEY_RULES.track_line_settle_s : craft.kind === 'multirotor' ? 0 : 0.8;
  return {
    winged: craft.kind !== 'multirotor',
    acceleration_mps2: craft.acceleration_mps2,
    radius_m: craft.turn_radius_m,
    settle_s,
    real: turnCost(craft, wind, { acceleration_mps2: Math.max(0.1, craft.acceleration_mps2), settle_s }),
  };
}

/** Distance from walls within which lanes may be drawn in. */
const WALL_M = 120;

function nearWalls(required: Region, space: ClassSpace): boolean {
  return areaOf(difference(grow(required, WALL_M), space.space.region)) > 1;
}

/** The directions in which a class could fly a region of a task. */
export function makeJob(
  setup: Setup,
  cls: UnitClass,
  place: TaskPlace,
  c: { readonly required: Region; readonly space: ClassSpace; readonly directions: number },
): { readonly job: Job | null; readonly fault: DesignFault | null } {
  const input: BlockInput = {
    task: place.task,
    required: c.required,
    craft: cls.craft,
    payload: cls.payload,
    airspace: setup.scenario.airspace,
    wind: setup.wind,
    ground: setup.ground,
    space: c.space.space,
    outlines: [],
    low_m: place.low_m,
    high_m: place.high_m,
    fixed_angle: place.fixed_angle,
    turn: turnModel(cls, setup.wind, setup.scenario.objective.turn_mode === 'track_line'),
    nearWalls: nearWalls(c.required, c.space),
  };
  const { plans, least, fault } = bestDirections(input, c.directions);
  if (plans.length === 0 || least === null) return { job: null, fault };
  return { job: { place, required: c.required, input, plans, least, near: [], faults: 0 }, fault: null };
}

/** Builds the lanes of a class for its jobs, each in the chosen direction. Block numbers count from `first_block`. */
export function buildClassWork(
  setup: Setup,
  cls: UnitClass,
  c: {
    readonly space: ClassSpace;
    readonly jobs: readonly { readonly job: Job; readonly plan: BlockPlan }[];
    readonly first_block: number;
  },
): ClassWork {
  const winged = cls.craft.kind !== 'multirotor';
  const airspeed_mps = winged
    ? Math.min(cls.craft.cruise_mps, ...c.jobs.map((j) => j.plan.design.airspeed_mps))
    : cls.craft.cruise_mps;
  const mover = createMover({
    craft: cls.craft,
    fixedCamera: cls.payload.type === 'camera' && cls.payload.mount === 'fixed',
    airspeed_mps,
    wind: setup.wind,
    space: c.space.space,
    ways: c.space.ways,
    ground: setup.ground,
    airspace: setup.scenario.airspace,
    trackLine: setup.scenario.objective.turn_mode === 'track_line',
  });
  const lanes: Lane[] = [];
  const blocks: Block[] = [];
  const laneSets: number[][] = [];
  let unknown_ground = 0;
  const bare_ratio: number[] = [];
  const faults: { task_id: string; fault: DesignFault }[] = [];
  c.jobs.forEach(({ job, plan }, i) => {
    const slowed = winged && airspeed_mps < plan.design.airspeed_mps ? slower(job, plan, airspeed_mps) : plan;
    if ('code' in slowed) faults.push({ task_id: job.place.task.id, fault: slowed });
    const own = 'code' in slowed ? plan : slowed;
    const design: Design = winged ? { ...own.design, airspeed_mps } : own.design;
    const block: Block = {
      id: `b${c.first_block + i}`,
      task_id: job.place.task.id,
      payload_id: cls.payload.payload_id,
      design,
      u: plan.u,
      swath_angle_deg: laneCourse(setup, job.place, plan),
      spacing_m: own.set.spacing_m,
      rim_photos: job.place.task.rim_photos,
    };
    const built = buildLanes(job.input, { ...own, design }, block, mover.rules, lanes.length);
    laneSets.push(built.lanes.map((l) => l.index));
    lanes.push(...built.lanes);
    blocks.push(block);
    faults.push(...built.faults.map((fault) => ({ task_id: job.place.task.id, fault })));
    unknown_ground += built.unknown_ground;
    bare_ratio.push(built.bare_ratio);
  });
  return {
    cls,
    mover,
    net: createNetwork(mover, lanes),
    blocks,
    laneSets,
    unknown_ground,
    bare_ratio,
    faults,
  };
}

/** A wing has one airspeed: what another task asks it to fly slower drifts more here, and its lanes lie closer. */
function slower(job: Job, plan: BlockPlan, airspeed_mps: number): BlockPlan | DesignFault {
  const craft = { ...job.input.craft, cruise_mps: airspeed_mps };
  const made = planDirection({ ...job.input, craft }, plan.angle);
  return made.ok ? made.value : made.error;
}

/** Degrees from true north at the area's centre, in [0, 180). */
function laneCourse(setup: Setup, place: TaskPlace, plan: BlockPlan): number {
  const deg = courseOf(plan.u, setup.plane.convergence_rad(place.centre)) % 180;
  const rounded = Math.round(deg * 1e6) / 1e6;
  return rounded >= 180 ? 0 : rounded;
}
