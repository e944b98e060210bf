/** The search over sorties and the cuts after it, on the lanes of demos. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../../store/bundled/survey.ts';
import { setUp } from '../setup.ts';
import { buildClassWork } from './class-work.ts';
import { type Decoded } from './decode.ts';
import { evenOut } from './even-out.ts';
import { pose } from './problem.ts';
import { createTable, quickUnit } from './quick.ts';
import { type Aim, type RouteSpace, type Routes, decodeRoutes, routesOfTour, timeOf } from './routes.ts';
import { searchRoutes, worthOf } from './ruin.ts';
import { SiteClock } from './landings.ts';
import { Sorties } from './sorties.ts';
import { startTours } from './tour.ts';

const catalogue = bundledSurveyCatalogue();
const forever = (): boolean => false;

/** The lanes of a demo's first kind of aircraft, flown by `count` units of it, with a tour of them all. */
function caseOf(id: string, count: number, window_s = 1e7) {
  const base = bundledSurveyScenario(id)!;
  const unit = base.units[0]!;
  const scenario = {
    ...base,
    units: Array.from({ length: count }, (_, i) => ({ ...unit, id: `unit-${i + 1}` })),
  };
  const made = setUp(scenario, catalogue, null);
  assert.ok(made.ok);
  const posed = pose(made.value, forever);
  assert.ok(posed.ok);
  const { fleet, spaces, open, setup } = posed.value;
  const cls = fleet.classes[0]!;
  const jobs = open.flatMap((t) =>
    t.jobs.has(0) ? [{ job: t.jobs.get(0)!, plan: t.jobs.get(0)!.plans[0]! }] : [],
  );
  const work = buildClassWork(setup, cls, { space: spaces.of(cls), jobs, first_block: 1 });
  const reserve = scenario.objective.energy_reserve;
  const table = createTable(work.net);
  const units = cls.units.map((ready) => quickUnit(table, ready, reserve, true));
  const tour = Int32Array.from(work.laneSets.flatMap((lanes) => startTours(work.net, lanes)[0]!.tour));
  const space: RouteSpace = { table, units, lanes: Array.from(tour, (key) => key >> 1), window_s };
  return { net: work.net, reserve, space, tour, start: routesOfTour(space, tour, window_s) };
}

/** The best sorties of a short search, every day counting by its end. */
function searched(
  space: RouteSpace,
  start: Routes,
  c: { aim: Aim; seed: number; iterations: number },
): Routes {
  const { aim, iterations } = c;
  const limits = { aim, weight: 0.9, iterations, shouldStop: forever };
  return searchRoutes(space, start, createRng(c.seed), limits).bests[0]!;
}

function worth(space: RouteSpace, routes: Routes, aim: Aim): number {
  const now = new Sorties(space);
  now.load(routes);
  return worthOf(now, aim, 0.9, false);
}

/** Every lane once, in a sortie or absent; every sortie within its limits; ends as the sorties make them. */
function sound(space: RouteSpace, now: Routes): void {
  const lanes = [...now.routes.flatMap((r) => r.keys.map((key) => key >> 1)), ...now.absent];
  assert.deepEqual(
    lanes.sort((a, b) => a - b),
    [...space.lanes].sort((a, b) => a - b),
  );
  const days = space.units.map(() => -1);
  for (const r of now.routes) {
    assert.notEqual(timeOf(space, r.unit, r.keys), null);
    const { turnaround_s } = space.units[r.unit]!;
    days[r.unit] = (days[r.unit]! < 0 ? 0 : days[r.unit]! + turnaround_s) + r.t_s;
  }
  const ends = new Float64Array(days.length);
  new SiteClock(space.units.map((u) => u.ready)).land(
    days.map((d) => Math.max(0, d)),
    ends,
  );
  ends.forEach((end, u) => assert.ok(Math.abs(end - now.ends_s[u]!) < 1e-6));
}

const CASES = [
  ['s01', 2],
  ['s01', 5],
  ['s02', 3],
  ['s04', 2],
] as const;

test('every lane is flown once within the limits, no worse than at the start, the same for the same seed', () => {
  for (const [id, count] of CASES)
    for (const aim of ['work', 'flight'] as const) {
      // Each run has its own table: what is estimated at first is made exact as it goes.
      const [one, two] = [caseOf(id, count), caseOf(id, count)].map(({ space, start }) => {
        sound(space, start);
        const best = searched(space, start, { aim, seed: 3, iterations: 300 });
        sound(space, best);
        assert.ok(worth(space, best, aim) <= worth(space, start, aim) + 1e-9, `${id} ${aim}`);
        return best.routes.map((r) => [r.unit, r.keys]);
      });
      assert.deepEqual(one, two);
    }
});

test('sorties cost what flying them exactly costs', () => {
  for (const [id, count] of CASES) {
    const { net, space, start } = caseOf(id, count);
    const best = searched(space, start, { aim: 'work', seed: 5, iterations: 200 });
    const exact = decodeRoutes(net, space, best);
    assert.ok(exact !== null);
    assert.equal(best.absent.length, 0);
    const flown = best.routes.reduce((sum, r) => sum + r.t_s, 0);
    assert.ok(Math.abs(exact.flight_s - flown) < 1e-6 * flown, `${id}: ${exact.flight_s} against ${flown}`);
    assert.ok(Math.abs(exact.work_s - Math.max(...best.ends_s)) < 1e-6 * exact.work_s);
  }
});

test('a window too short for all leaves lanes absent, and no day ends after it', () => {
  const { space, tour } = caseOf('s01', 1, 900);
  const start = routesOfTour(space, tour, 900);
  const best = searched(space, start, { aim: 'work', seed: 1, iterations: 200 });
  sound(space, best);
  assert.ok(best.absent.length > 0);
  assert.ok(Math.max(...best.ends_s) <= 900);
});

/** Stretches of each lane flown, in order along it. */
function stretchesOf(d: Decoded): Map<number, [number, number][]> {
  const out = new Map<number, [number, number][]>();
  for (const { piece } of d.days.flatMap((day) => day.flights.flatMap((f) => f.stops))) {
    const part: [number, number] = [Math.min(piece.from_m, piece.to_m), Math.max(piece.from_m, piece.to_m)];
    out.set(
      piece.lane.index,
      [...(out.get(piece.lane.index) ?? []), part].sort((a, b) => a[0] - b[0]),
    );
  }
  return out;
}

test('evening out: nobody ends later than the last did, lanes stay whole in sum, only outermost stops are cut', () => {
  let gained = 0;
  for (const [id, count] of [...CASES, ['s02', 2], ['s02', 5]] as const) {
    const { net, reserve, space, tour, start } = caseOf(id, count);
    const best = searched(space, start, { aim: 'work', seed: 9, iterations: 60 });
    // The same tour with days as long as the search makes them and a little more: the last unit gets what is left.
    const uneven = routesOfTour(space, tour, 1.15 * Math.max(...best.ends_s));
    for (const routes of [uneven, best]) {
      const whole = decodeRoutes(net, space, routes);
      if (whole === null) continue;
      const even = evenOut(net, reserve, whole);
      assert.ok(even.work_s <= whole.work_s + 1e-9);
      if (even.work_s < whole.work_s - 0.4) gained++;
      for (const [lane, parts] of stretchesOf(even)) {
        assert.equal(parts[0]![0], 0);
        assert.ok(Math.abs(parts[parts.length - 1]![1] - net.lanes[lane]!.length_m) < 1e-9);
        for (let i = 1; i < parts.length; i++) assert.equal(parts[i]![0], parts[i - 1]![1]);
      }
      assert.equal(stretchesOf(even).size, space.lanes.length);
      for (const f of even.days.flatMap((day) => day.flights))
        f.stops.slice(1, -1).forEach((s) => assert.ok(s.key >= 0, 'an inner stop is a whole lane'));
    }
  }
  assert.ok(gained >= 5, `${gained} cases evened out`);
});
