import { planSurvey } from '#engines/survey';
import { type SurveyScenario } from '#world';
import { bundledSurveyCatalogue } from '../src/store/bundled/survey.ts';
import { coverage } from '../src/engines/survey/testing/measure-space.ts';
import { setUp } from '../src/engines/survey/setup.ts';
import { splitBySite, readyFleet } from '../src/engines/survey/fleet/fleet.ts';
import { planDirection } from '../src/engines/survey/lanes/block.ts';
import { spacesOf, withGates } from '../src/engines/survey/search/bands.ts';
import { buildClassWork, makeJob } from '../src/engines/survey/search/class-work.ts';
import { requiredRegion } from '../src/engines/survey/setup.ts';
import { solve } from '../src/engines/survey/search/solve.ts';
import { exhaustiveWorkTime } from './survey-baselines/exhaustive.ts';
import { greedy, qgcLike, snake, workTimeOf } from './survey-baselines/orders.ts';
import { seededScenario, type Size } from './survey-baselines/scenarios.ts';
import { type LinearModel, loadLinear } from './survey-bound/linear.ts';
import { type AnswerBound, boundOfAnswer } from './survey-bound/of-answer.ts';

const catalogue = bundledSurveyCatalogue();

const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};
const percent = (x: number): string => `${(100 * x).toFixed(2)} %`;

/** The seeded set: 1 to 6 aircraft, 1 to 5 areas, from a few lanes to about 300. */
function sizes(): Size[] {
  const out: Size[] = [];
  for (let k = 0; k < 30; k++) {
    const tasks = 1 + (k % 5);
    const gsd_cm = k % 3 === 0 ? 1.2 : k % 3 === 1 ? 2 : 3;
    out.push({ units: 1 + (k % 6), tasks, side_m: 500 + 90 * (k % 7), gsd_cm });
  }
  return out;
}

/** The only block of a scenario with one task and one kind of aircraft, at an angle of the plane; null where it cannot be. */
function blockAt(scenario: SurveyScenario, angle: number | null) {
  const made = setUp(scenario, catalogue, null);
  if (!made.ok) return null;
  const setup = made.value;
  const spaces = spacesOf(setup);
  const fleet = withGates(
    readyFleet(scenario, catalogue, { ...setup, space: spaces.whole.space }),
    spaces.gate_m,
  );
  const cls = fleet.classes[0]!;
  const space = spaces.of(cls);
  const place = setup.tasks[0]!;
  const required = requiredRegion(setup, place, spaces.closed(place));
  const { job } = makeJob(setup, cls, place, { required, space, directions: 1 });
  if (job === null) return null;
  const plan = angle === null ? job.plans[0]! : planDirection(job.input, angle);
  const chosen = 'ok' in plan ? (plan.ok ? plan.value : null) : plan;
  if (chosen === null) return null;
  const work = buildClassWork(setup, cls, { space, jobs: [{ job, plan: chosen }], first_block: 1 });
  return { net: work.net, units: splitBySite(fleet).classes.flatMap((c) => c.units) };
}

const secondsSince = (t0: bigint): number => Number(process.hrtime.bigint() - t0) / 1e9;

/** Bounds the work time over the lanes that the plan of a scenario flies, and prints both. */
function boundOf(scenario: SurveyScenario, create: () => LinearModel): AnswerBound {
  const made = setUp(scenario, catalogue, null);
  if (!made.ok) return { type: 'none', why: 'not set up' };
  const solved = solve(made.value, () => false);
  return solved.ok
    ? boundOfAnswer(create, made.value, solved.value.answer)
    : { type: 'none', why: 'not solved' };
}

function gaps(print: (line: string) => void, create: () => LinearModel): void {
  const quick: number[] = [];
  const tight: number[] = [];
  const seconds: number[] = [];
  const boundSeconds: number[] = [];
  const covered: number[] = [];
  let partial = 0;
  let most = 0;
  print('  nr units areas lanes sorties    plan s   quick s   gap %   bound s   gap %  took s');
  sizes().forEach((size, k) => {
    const scenario = seededScenario(1000 + k, size);
    const t0 = process.hrtime.bigint();
    const r = planSurvey(scenario, catalogue);
    const s = secondsSince(t0);
    if (!r.ok || r.value.status.result !== 'complete') {
      partial++;
      return;
    }
    seconds.push(s);
    const { totals, objective, lanes, sorties } = r.value;
    const own = objective.gap_ratio ?? 0;
    quick.push(own);
    most = Math.max(most, lanes.length);
    if (k % 5 === 0) covered.push(coverage(r.value, scenario, catalogue, 12));
    const t1 = process.hrtime.bigint();
    const bound = boundOf(scenario, create);
    const took = secondsSince(t1);
    const T = totals.work_time_s;
    let text = bound.type === 'none' ? bound.why : '';
    if (bound.type === 'bounded') {
      boundSeconds.push(took);
      const gap = T / bound.work_time_s - 1;
      tight.push(gap);
      text = `${cell(bound.work_time_s, 9, 1)} ${cell(100 * gap, 7, 2)} ${cell(took, 7, 1)}`;
    }
    const counts = [k, size.units, size.tasks, lanes.length, sorties.length]
      .map((x) => cell(x, 5, 0))
      .join(' ');
    print(`${counts}   ${cell(T, 9, 1)} ${cell(T / (1 + own), 9, 1)} ${cell(100 * own, 7, 2)} ${text}`);
  });
  print(`seeded set: ${quick.length} plans (${partial} not complete), up to ${most} lanes`);
  print(
    `  work time over the planner's quick bound, any directions: median ${percent(quantile(quick, 0.5))}, p95 ${percent(quantile(quick, 0.95))}`,
  );
  print(
    `  work time over the linear bound, lanes as laid: median ${percent(quantile(tight, 0.5))}, p95 ${percent(quantile(tight, 0.95))} (targets 3 %, 8 %); ${tight.length} bounded, planned again and bounded in ${boundSeconds.reduce((a, b) => a + b, 0).toFixed(0)} s`,
  );
  print(
    `  seconds: min ${Math.min(...seconds).toFixed(2)}, median ${quantile(seconds, 0.5).toFixed(2)}, max ${Math.max(...seconds).toFixed(2)} (target 5)`,
  );
  print(
    `  coverage by sampled points, least of ${covered.length} plans: ${percent(Math.min(...covered))} (target 99.99 %)`,
  );
}

const cell = (x: number, width: number, digits: number): string => x.toFixed(digits).padStart(width);

function small(print: (line: string) => void): void {
  const over: number[] = [];
  for (let k = 0; over.length < 100 && k < 260; k++) {
    const size = { units: 2 + (k % 2), tasks: 1, side_m: 260 + 20 * (k % 9), gsd_cm: 3 };
    const scenario = seededScenario(5000 + k, size);
    const apart = { ...scenario, separation: { horizontal_m: 0, vertical_m: 0, launch_spacing_s: 0 } };
    const r = planSurvey(apart, catalogue);
    if (!r.ok || r.value.sorties.length > size.units) continue;
    const angle = ((90 - r.value.blocks[0]!.swath_angle_deg) * Math.PI) / 180;
    const block = blockAt(apart, ((angle % Math.PI) + Math.PI) % Math.PI);
    if (block === null || block.net.lanes.length > 11) continue;
    const least = exhaustiveWorkTime(block.net, block.units, apart.objective.energy_reserve);
    if (least !== null) over.push(r.value.totals.work_time_s / least - 1);
  }
  const within = over.filter((x) => x <= 0.01).length;
  print(`small instances against the exhaustive optimum for whole lanes: ${over.length}`);
  print(
    `  within 1 %: ${within} of ${over.length}; median ${percent(quantile(over, 0.5))}, worst ${percent(Math.max(...over))} (below 0: lanes were cut)`,
  );
}

function baselines(print: (line: string) => void): void {
  const ratios: { name: string; values: number[] }[] = ['qgc-like', 'snake', 'greedy'].map((name) => ({
    name,
    values: [],
  }));
  let worse = 0;
  const count = 12;
  for (let k = 0; k < count; k++) {
    const scenario = seededScenario(9000 + k, {
      units: 1 + (k % 3),
      tasks: 1,
      side_m: 500 + 60 * (k % 4),
      gsd_cm: 2.5,
    });
    const apart = { ...scenario, separation: { horizontal_m: 0, vertical_m: 0, launch_spacing_s: 0 } };
    const r = planSurvey(apart, catalogue);
    if (!r.ok) continue;
    const best = [Infinity, Infinity, Infinity];
    for (let deg = 0; deg < 180; deg++) {
      const block = blockAt(apart, (deg * Math.PI) / 180);
      if (block === null) continue;
      [qgcLike, snake, greedy].forEach((order, i) => {
        const t = workTimeOf(block.net, order(block.net), block.units, apart.objective.energy_reserve);
        best[i] = Math.min(best[i]!, t);
      });
    }
    const ours = r.value.totals.work_time_s;
    if (ours > Math.min(...best)) worse++;
    best.forEach((t, i) => ratios[i]!.values.push(t / ours));
  }
  print(`baselines, each at the best of 180 one-degree angles, ${count} fields: times as long as ours`);
  for (const { name, values } of ratios)
    print(`  ${name}: min ${Math.min(...values).toFixed(3)}, median ${quantile(values, 0.5).toFixed(3)}`);
  print(`  fields where the best baseline is quicker than the plan: ${worse} (target 0)`);
}

/** Prints how good and how quick survey plans are. */
export async function run(print: (line: string) => void): Promise<void> {
  // Warms the code, so that the first plan of the set is not slower for it.
  planSurvey(seededScenario(1, { units: 2, tasks: 1, side_m: 500, gsd_cm: 3 }), catalogue);
  gaps(print, await loadLinear());
  small(print);
  baselines(print);
}
