import { type PlanRefusal } from '#ir';
import { type Fleet, readyFleet } from '../fleet/fleet.ts';
import { refusal } from '../fleet/refusal.ts';
import { type Setup, isEmpty, requiredRegion } from '../setup.ts';
import { type Region } from '../plane/region.ts';
import { type Answer } from './answer.ts';
import { type Effort, leastEffort } from './bounds.ts';
import { type Spaces, spacesOf, withGates } from './bands.ts';
import { type Job, makeJob } from './class-work.ts';
import { settled } from './directions.ts';
import { faultRefusal } from './faults.ts';

/** A task that some class can fly, with the best whole-task job of each class that can. */
export type OpenTask = {
  readonly index: number;
  readonly jobs: ReadonlyMap<number, Job>;
  readonly required: Region;
};

/** Everything that does not change while shares are tried. */
export type Problem = {
  readonly setup: Setup;
  readonly fleet: Fleet;
  readonly spaces: Spaces;
  readonly open: readonly OpenTask[];
  readonly efforts: readonly Effort[];
  readonly bounds: Answer['bounds'];
  readonly refusals: readonly PlanRefusal[];
  readonly shouldStop: () => boolean;
};

/** Directions of lanes looked at with real turns. */
const DIRECTIONS = 3;
/** The same where a single task is flown by one class: then they can be compared by what the whole class makes of them. */
const DIRECTIONS_OF_ONE = 14;

/** The same problem for another grouping of the same units; jobs depend on the kind alone. */
export function regroup(problem: Problem, fleet: Fleet): Problem {
  const open = problem.open.map((t) => {
    const jobs = new Map<number, Job>();
    fleet.classes.forEach((cls, c) => {
      const old = problem.fleet.classes.findIndex((x) => x.kind === cls.kind);
      const job = t.jobs.get(old);
      if (job !== undefined) jobs.set(c, job);
    });
    return { ...t, jobs };
  });
  return { ...problem, fleet, open, efforts: effortsOf(problem.setup, fleet, open) };
}

function effortsOf(setup: Setup, fleet: Fleet, open: readonly OpenTask[]): Effort[] {
  return open.flatMap((t, task) =>
    [...t.jobs.entries()].map(([cls, job]) => leastEffort(setup, fleet.classes[cls]!, job, { cls, task })),
  );
}

/** Finds out what can be flown by whom at all. */
export function pose(
  setup: Setup,
  shouldStop: () => boolean,
):
  | { readonly ok: true; readonly value: Problem }
  | { readonly ok: false; readonly error: readonly PlanRefusal[] } {
  const spaces = spacesOf(setup);
  const ready = readyFleet(setup.scenario, setup.catalogue, { ...setup, space: spaces.whole.space });
  const fleet = withGates(ready, spaces.gate_m);
  const refusals: PlanRefusal[] = [];
  const open: OpenTask[] = [];
  setup.tasks.forEach((place, index) => {
    const required = requiredRegion(setup, place, spaces.closed(place));
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
      const space = spaces.of(cls);
      const alone = setup.tasks.length === 1 && fleet.classes.length === 1;
      const directions = alone ? DIRECTIONS_OF_ONE : DIRECTIONS;
      const { job, fault } = makeJob(setup, cls, place, { required, space, directions });
      if (job !== null) jobs.set(c, settled({ setup, cls, space, compare: alone }, job));
      else if (fault !== null) faults.push(faultRefusal(place.task.id, cls, fault));
    });
    if (jobs.size > 0) open.push({ index, jobs, required });
    else refusals.push(...(faults.length > 0 ? faults.slice(0, 1) : nobody(setup, fleet, index)));
  });
  if (open.length === 0) return { ok: false, error: leastCause(refusals) };
  const efforts = effortsOf(setup, fleet, open);
  const bounds = { work_time_s: 0, flight_time_s: 0 };
  return { ok: true, value: { setup, fleet, spaces, open, efforts, bounds, refusals, shouldStop } };
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
export function leastCause(refusals: readonly PlanRefusal[]): PlanRefusal[] {
  const seen = new Set<string>();
  return refusals.filter((r) => {
    const key = `${r.code} ${r.object_ids.join(' ')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
