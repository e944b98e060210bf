import { test } from 'node:test';
import assert from 'node:assert/strict';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../../store/bundled/survey.ts';
import { type ReadyUnit } from '../fleet/fleet.ts';
import { setUp } from '../setup.ts';
import { buildClassWork } from './class-work.ts';
import { type DecodeContext, fillDays } from './decode.ts';
import { leftOver } from './left-over.ts';
import { pose } from './problem.ts';

const scenario = bundledSurveyScenario('s06')!;
const set = setUp(scenario, bundledSurveyCatalogue(), null);
assert.ok(set.ok);
const posed = pose(set.value, () => false);
assert.ok(posed.ok);
const { fleet, spaces, open } = posed.value;
const cls = fleet.classes[0]!;
const job = open[0]!.jobs.get(0)!;
const work = buildClassWork(set.value, cls, {
  space: spaces.of(cls),
  jobs: [{ job, plan: job.plans[0]! }],
  first_block: 1,
});
const tour = Int32Array.from(work.laneSets[0]!, (lane) => 2 * lane);

/** What one changed unit leaves of the demo's lanes, and why. */
function left(change: (u: ReadyUnit) => ReadyUnit, window_s: number | null = null, cut = false) {
  const changed = { ...work, cls: { ...cls, units: [change(cls.units[0]!)] } };
  const context: DecodeContext = {
    net: work.net,
    reserve: scenario.objective.energy_reserve,
    window_s: window_s ?? 1e7,
    cut,
    cutEnergy: cut,
  };
  const part = fillDays(context, tour, changed.cls.units, Infinity);
  return { part, refusals: leftOver(changed, tour, part, { context, window_s }) };
}

const same = (u: ReadyUnit): ReadyUnit => u;
const withCraft = (craft: Partial<ReadyUnit['craft']>) => (u: ReadyUnit) => ({
  ...u,
  craft: { ...u.craft, ...craft },
});
const withSets = (u: ReadyUnit): ReadyUnit => ({ ...u, unit: { ...u.unit, battery_sets: 1 } });

test('nothing is said of a tour that is flown whole', () => {
  assert.deepEqual(left(same, null, true).refusals, []);
});

test('lanes too long for one sortie are left for energy or time, not for battery sets', () => {
  for (const [craft, code, unit] of [
    [{ usable_wh: 20 }, 'G4-02', 'Wh'],
    [{ endurance_s: 60 }, 'G4-03', 's'],
  ] as const)
    for (const window_s of [null, 20_000]) {
      const { part, refusals } = left(withCraft(craft), window_s);
      assert.equal(part.rest, 0);
      assert.deepEqual(
        refusals.map((r) => [r.code, r.unit]),
        [[code, unit]],
      );
      const [r] = refusals;
      assert.ok(r!.measured! > r!.limit! && r!.limit! > 0, JSON.stringify(r));
      for (const [text, sign] of [
        [r!.text.en, '.'],
        [r!.text.ru, ','],
      ] as const) {
        const shown = (x: number): string => x.toFixed(1).replace('.', sign);
        assert.ok(text.includes(shown(r!.measured!)) && text.includes(shown(r!.limit!)), text);
        assert.ok(text.includes(work.net.lanes[0]!.id) && text.includes(String(tour.length)), text);
      }
    }
});

test('the window and the battery sets are named where they are what ends the work', () => {
  const short = left(same, 300, true);
  assert.ok(short.part.rest < tour.length);
  assert.deepEqual(
    short.refusals.map((r) => [r.code, r.measured, r.limit]),
    [['G4-04', tour.length - short.part.rest, 300]],
  );
  const needed_wh = left(same, null, true).part.days[0]!.flights.reduce((sum, f) => sum + f.e_wh, 0);
  const usable_wh = (0.7 * needed_wh) / (1 - scenario.objective.energy_reserve);
  const empty = left((u) => withSets(withCraft({ usable_wh })(u)), null, true);
  assert.ok(empty.part.rest > 0 && empty.part.rest < tour.length);
  assert.deepEqual(
    empty.refusals.map((r) => [r.code, r.measured]),
    [['G4-06', tour.length - empty.part.rest]],
  );
});
