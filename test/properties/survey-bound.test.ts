import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyScenario } from '#world';
import { exhaustiveWorkTime } from '../../bench-perf/survey-baselines/exhaustive.ts';
import { seededScenario } from '../../bench-perf/survey-baselines/scenarios.ts';
import { type Costs, costsOf, innerLead } from '../../bench-perf/survey-bound/costs.ts';
import { leastLink_s } from '../../bench-perf/survey-bound/kinematics.ts';
import { loadLinear } from '../../bench-perf/survey-bound/linear.ts';
import { boundOfAnswer } from '../../bench-perf/survey-bound/of-answer.ts';
import { bundledSurveyCatalogue } from '../../src/store/bundled/survey.ts';
import { frameGap_m, wholeLane } from '../../src/engines/survey/lanes/lane.ts';
import { type Setup, setUp } from '../../src/engines/survey/setup.ts';
import { solve } from '../../src/engines/survey/search/solve.ts';
import { type Answer } from '../../src/engines/survey/search/answer.ts';
import { leastWithCuts } from './least-with-cuts.ts';

const catalogue = bundledSurveyCatalogue();

/** A scenario planned with a short search, aircraft free to meet in flight. */
function solved(scenario: SurveyScenario, launch_spacing_s: number) {
  const made = setUp(
    {
      ...scenario,
      separation: { horizontal_m: 0, vertical_m: 0, launch_spacing_s },
      solver: { ...scenario.solver, iteration_budget: 300 },
    },
    catalogue,
    null,
  );
  assert.ok(made.ok);
  const found = solve(made.value, () => false);
  assert.ok(found.ok);
  return { setup: made.value, answer: found.value.answer };
}

/** A seeded scenario, planned; launches need not wait for each other. */
const planned = (seed: number, side_m: number, units: number, tasks = 1) =>
  solved(seededScenario(seed, { units, tasks, side_m, gsd_cm: 3 }), 0);

const endOf = (answer: Answer): number => Math.max(...answer.slots.map((s) => s.end_s));

const costsFor = (setup: Setup, answer: Answer): Costs =>
  costsOf(answer.works[0]!.net, answer.works[0]!.cls.units, setup.scenario.objective.energy_reserve);

test('the bound on the lanes as laid is not above the proven optimum, nor above the plan, nor below the quick bound', async () => {
  const create = await loadLinear();
  let compared = 0;
  for (let k = 0; k < 9; k++) {
    const { setup, answer } = planned(5000 + k, 260 + 20 * k, 2 + (k % 2));
    const bound = boundOfAnswer(create, setup, answer);
    if (bound.type === 'none') {
      // Plans that enter or leave a lane at its inside in the middle of a sortie are not of the bounded class.
      assert.equal(bound.why, 'a lane is joined at its inside');
      continue;
    }
    const text = `seed ${5000 + k}`;
    assert.ok(bound.work_time_s <= endOf(answer) + 1e-6, text);
    assert.ok(bound.work_time_s >= answer.bounds.work_time_s, text);
    const { net, cls } = answer.works[0]!;
    if (net.lanes.length > 9) continue;
    const least = exhaustiveWorkTime(net, cls.units, setup.scenario.objective.energy_reserve);
    if (least === null) continue;
    assert.ok(bound.work_time_s <= least + 1e-6, `${text}: ${bound.work_time_s} above ${least}`);
    assert.ok(bound.work_time_s > 0.8 * least, `${text}: ${bound.work_time_s} of ${least}`);
    compared++;
  }
  assert.ok(compared >= 3, `${compared}`);
});

test('the bound is not above the least of two units that may cut a lane, at one site or at two, launches apart or not', async () => {
  const create = await loadLinear();
  let compared = 0;
  let cut = 0;
  for (let k = 0; k < 12; k++) {
    const spacing_s = k % 3 === 0 ? 30 : 0;
    const tasks = 1 + (k % 4 === 1 ? 1 : 0);
    const scenario = seededScenario(6200 + k, {
      units: 4,
      tasks,
      side_m: tasks === 2 ? 170 : 220 + 15 * k,
      gsd_cm: 3,
    });
    const units = k % 2 === 0 ? scenario.units.slice(0, 2) : [scenario.units[0]!, scenario.units[2]!];
    const { setup, answer } = solved({ ...scenario, units }, spacing_s);
    const bound = boundOfAnswer(create, setup, answer);
    if (bound.type === 'none' || answer.works.length > 1) continue;
    const { net, cls } = answer.works[0]!;
    if (net.lanes.length > 8 || cls.units.length !== 2) continue;
    const [a, b] = [cls.units[0]!.place, cls.units[1]!.place];
    const whole = leastWithCuts(net, [a, b], spacing_s, false);
    const least = leastWithCuts(net, [a, b], spacing_s, true);
    const text = `seed ${6200 + k}: ${bound.work_time_s} of ${least}`;
    assert.ok(bound.work_time_s <= least + 1e-6, text);
    assert.ok(bound.work_time_s > 0.75 * least, text);
    compared++;
    if (least < whole - 1) cut++;
  }
  assert.ok(compared >= 5, `${compared}`);
  assert.ok(cut >= 2, `${cut}`);
});

test('what the bound takes links between lanes to cost at least is never above what the planner prices', () => {
  const { setup, answer } = planned(77, 300, 1, 2);
  const { stops, net, air } = costsFor(setup, answer);
  let pairs = 0;
  for (const a of stops)
    for (const b of stops) {
      if (a === null || b === null || a.key >> 1 === b.key >> 1) continue;
      const link = net.link(a, b);
      if (link === null) continue;
      const least = leastLink_s(air, a.ends.exit, b.ends.entry);
      assert.ok(least <= link.t_s + 1e-9, `${a.key} to ${b.key}: ${least} above ${link.t_s}`);
      assert.ok(least * air.low_wh <= link.e_wh + 1e-9, `${a.key} to ${b.key}`);
      pairs++;
    }
  assert.ok(pairs > 200, `${pairs}`);
});

test('what the bound takes parts of lanes and the ways to them to cost is never above what the planner prices', () => {
  let parts = 0;
  for (const [seed, side_m] of [
    [77, 300],
    [78, 700],
  ] as const) {
    const { setup, answer } = planned(seed, side_m, 1, 1);
    const costs = costsFor(setup, answer);
    for (let key = 0; key < costs.stops.length; key++) parts += checkParts(costs, key);
  }
  assert.ok(parts > 100, `${parts}`);
});

/** Cuts a lane on its frames into a head and a tail, and compares every cost with the bound's; says how many cuts. */
function checkParts(costs: Costs, key: number): number {
  const { net, even } = costs;
  const site = costs.sites[0]!;
  const lane = key >> 1;
  const direction = (key & 1) as 0 | 1;
  const piece = wholeLane(net.lanes[lane]!, direction);
  const length = net.lanes[lane]!.length_m;
  const gap = frameGap_m(piece) ?? 10;
  const whole = costs.stops[key];
  let count = 0;
  for (let at = 3 * gap; whole != null && at <= length - 3 * gap; at += gap) {
    if (at < 40 || length - at < 40) continue;
    const middle = direction === 0 ? at : length - at;
    const head = net.part({ ...piece, to_m: middle });
    const tail = net.part({ ...piece, from_m: middle });
    if (head === null || tail === null) continue;
    const text = `key ${key}, cut at ${at}`;
    assert.ok(Math.abs(head.ends.entry.v_mps - whole.ends.entry.v_mps) < 1e-9, text);
    assert.ok(Math.abs(tail.ends.exit.v_mps - whole.ends.exit.v_mps) < 1e-9, text);
    const share = at / length;
    const priced = [
      even(head.ends.entry.p, head.ends.exit.p, head.cost),
      even(tail.ends.entry.p, tail.ends.exit.p, tail.cost),
      even(site.place.p, tail.ends.entry.p, net.depart(site.place, tail)!),
      even(head.ends.exit.p, site.place.p, net.arrive(head, site.place)!),
    ];
    const pieces = costs.pieces[lane]!;
    const lead = innerLead(costs, lane, direction);
    const taken = (what: 't_s' | 'e_wh'): number[] => [
      share * pieces[what] + costs.begun[key]![what],
      (1 - share) * pieces[what] + lead[what] + costs.ended[key]![what],
      site.out[lane]![what],
      site.back[lane]![what],
    ];
    for (const what of ['t_s', 'e_wh'] as const)
      taken(what).forEach((x, i) =>
        assert.ok(
          x <= priced[i]![what] + 1e-6,
          `${text}, ${what} of part ${i}: ${x} above ${priced[i]![what]}`,
        ),
      );
    count++;
  }
  return count;
}
