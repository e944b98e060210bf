import { type PlanRefusal } from '#ir';
import { areaOf } from '../plane/region.ts';
import { readyFleet, type Fleet, type UnitClass } from '../fleet/fleet.ts';
import { type Band, type Setup, isEmpty, requiredRegion } from '../setup.ts';
import { flatten } from '../document/separation.ts';
import { type PlannedFlight, scheduleFlights } from '../document/schedule.ts';
import { trackOf } from '../document/sections.ts';
import { reversed } from '../lanes/lane.ts';
import { type Answer } from './answer.ts';
import { type ClassSpace, type ClassWork, type Job, buildClassWork, makeJob } from './class-work.ts';
import { type Decoded, type UnitDay, decodeTour } from './decode.ts';
import { flightOf, sortieLimits, type Flight } from './sortie.ts';
import { blockTour } from './tour.ts';

/** Outcome of the search. */
export type Solved = {
  readonly answer: Answer;
  readonly iterations: number;
  readonly searched: boolean;
  readonly stopped: boolean;
};

type SolveResult =
  | { readonly ok: true; readonly value: Solved }
  | { readonly ok: false; readonly error: readonly PlanRefusal[] };

/** First version: each task to the class that is quickest at it. */
export function solve(setup: Setup, shouldStop: () => boolean): SolveResult {
  const band: Band = {
    low_m: setup.scenario.airspace.floor_amsl_m,
    high_m: setup.scenario.airspace.ceiling_amsl_m,
  };
  const space: ClassSpace = setup.spaceFor(band);
  const fleet: Fleet = readyFleet(setup.scenario, setup.catalogue, { ...setup, space: space.space });
  const refusals: PlanRefusal[] = [...fleet.refused];
  const perClass = new Map<UnitClass, Job[]>();
  for (const place of setup.tasks) {
    const required = requiredRegion(setup, place, space.zones);
    if (isEmpty(required)) continue;
    let best: { cls: UnitClass; job: Job } | null = null;
    for (const cls of fleet.classes) {
      if (cls.payload.type !== place.task.survey_type) continue;
      const { job } = makeJob(setup, cls, place, { required, space, directions: 1 });
      if (job !== null && (best === null || job.plans[0]!.estimate_s < best.job.plans[0]!.estimate_s))
        best = { cls, job };
    }
    if (best !== null) perClass.set(best.cls, [...(perClass.get(best.cls) ?? []), best.job]);
  }
  const works: ClassWork[] = [];
  const days: UnitDay[] = [];
  let block = 1;
  for (const [cls, jobs] of perClass) {
    const work = buildClassWork(setup, cls, {
      space,
      jobs: jobs.map((job) => ({ job, plan: job.plans[0]! })),
      first_block: block,
    });
    block += jobs.length;
    works.push(work);
    const tour = Int32Array.from(work.laneSets.flatMap((set) => blockTour(work.net, set, 20_000).tour));
    const done: Decoded | null = decodeTour(
      {
        net: work.net,
        reserve: setup.scenario.objective.energy_reserve,
        window_s: setup.scenario.work_window.duration_s ?? 1e6,
        cut: true,
      },
      tour,
      cls.units,
      { low_s: 0, high_s: 1e6, ratio: 0.001 },
    );
    if (done === null) return { ok: false, error: refusals };
    days.push(...done.days);
  }
  const planned = days.map((day) =>
    day.flights.map((f) => plannedFlight(f, day, works, setup.scenario.objective.energy_reserve)),
  );
  const slots = scheduleFlights(setup.scenario, planned, setup.scenario.work_window.duration_s ?? 1e6);
  if (slots === null) return { ok: false, error: refusals };
  void areaOf;
  void shouldStop;
  return {
    ok: true,
    value: {
      answer: { works, slots, refusals, bounds: { work_time_s: 0, flight_time_s: 0 } },
      iterations: 0,
      searched: false,
      stopped: false,
    },
  };
}

function plannedFlight(
  flight: Flight,
  day: UnitDay,
  works: readonly ClassWork[],
  reserve: number,
): PlannedFlight {
  const work = works.find((w) => w.cls.units.includes(day.ready))!;
  const ways = [{ flight, track: flatten(trackOf(flight, work.mover), flight.place.site.id) }];
  const back = flight.stops.map((s) => work.net.part(reversed(s.piece))).reverse();
  if (back.every((s) => s !== null)) {
    const other = flightOf(
      work.net,
      flight.place,
      back as NonNullable<(typeof back)[number]>[],
      sortieLimits(day.ready, reserve),
    );
    if (other !== null)
      ways.push({ flight: other, track: flatten(trackOf(other, work.mover), flight.place.site.id) });
  }
  return { ready: day.ready, ways };
}
