import { planSurvey } from '#engines/survey';
import { type SurveyScenario } from '#world';
import { bundledSurveyCatalogue } from '../src/store/bundled/survey.ts';
import { coverage } from '../src/engines/survey/testing/measure-space.ts';
import { writtenPlan } from '../src/engines/survey/plan.ts';
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
import { boundOfAnswer } from './survey-bound/of-answer.ts';

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

/** A scenario of the seeded set planned, bounded and printed; null where the plan is not complete. */
type Row = {
  readonly seconds: number;
  readonly lanes: number;
  readonly quick: number;
  /** Gap to the bound on the lanes as laid, and how long that took; null where there is none. */
  readonly tight: { readonly gap: number; readonly took_s: number } | null;
  readonly covered: number | null;
};

function rowOf(k: number, size: Size, print: (line: string) => void, create: () => LinearModel): Row | null {
  const scenario = seededScenario(1000 + k, size);
  const t0 = process.hrtime.bigint();
  const made = setUp(scenario, catalogue, null);
  if (!made.ok) return null;
  const solved = solve(made.value, () => false);
  if (!solved.ok) return null;
  const plan = writtenPlan(made.value, solved.value);
  const seconds = secondsSince(t0);
  if (plan.status.result !== 'complete') return null;
  const { totals, objective, lanes, sorties } = plan;
  const quick = objective.gap_ratio ?? 0;
  const t1 = process.hrtime.bigint();
  const bound = boundOfAnswer(create, made.value, solved.value.answer);
  const took_s = secondsSince(t1);
  const T = totals.work_time_s;
  const gap = bound.type === 'bounded' ? T / bound.work_time_s - 1 : Number.NaN;
  const tight = bound.type === 'bounded' ? { gap, took_s } : null;
  const text =
    bound.type === 'bounded'
      ? `${cell(bound.work_time_s, 9, 1)} ${cell(100 * gap, 7, 2)} ${cell(bound.sorties, 7, 1)} ${cell(took_s, 7, 1)}`
      : bound.why;
  const counts = [k, size.units, size.tasks, lanes.length, sorties.length]
    .map((x) => cell(x, 5, 0))
    .join(' ');
  print(
    `${counts}   ${cell(seconds, 6, 1)} ${cell(T, 9, 1)} ${cell(T / (1 + quick), 9, 1)} ${cell(100 * quick, 7, 2)} ${text}`,
  );
  const covered = k % 5 === 0 ? coverage(plan, scenario, catalogue, 12) : null;
  return { seconds, lanes: lanes.length, quick, tight, covered };
}

function gaps(print: (line: string) => void, create: () => LinearModel): void {
  print(
    '  nr units areas lanes sorties   took s    plan s   quick s   gap %   bound s   gap % sorties  took s',
  );
  const all = sizes();
  const rows = all.flatMap((size, k) => rowOf(k, size, print, create) ?? []);
  const seconds = rows.map((r) => r.seconds);
  const quick = rows.map((r) => r.quick);
  const tight = rows.flatMap((r) => r.tight ?? []);
  const covered = rows.flatMap((r) => r.covered ?? []);
  const gap = tight.map((t) => t.gap);
  print('  sorties of the bound: those of its least solution, which need not be whole');
  print(
    `seeded set: ${rows.length} plans (${all.length - rows.length} not complete), up to ${Math.max(...rows.map((r) => r.lanes))} lanes`,
  );
  print(
    `  work time over the planner's quick bound, any directions: median ${percent(quantile(quick, 0.5))}, p95 ${percent(quantile(quick, 0.95))}`,
  );
  print(
    `  work time over the linear bound: median ${percent(quantile(gap, 0.5))}, p95 ${percent(quantile(gap, 0.95))} (targets 3 %, 8 %); ${tight.length} bounded in ${tight.reduce((sum, t) => sum + t.took_s, 0).toFixed(0)} s`,
  );
  print(
    '  the linear bound speaks of plans over the lanes as laid: each sortie whole lanes, its first and last cut or not',
  );
  print(
    `  planning, seconds without the bound: min ${Math.min(...seconds).toFixed(2)}, median ${quantile(seconds, 0.5).toFixed(2)}, max ${Math.max(...seconds).toFixed(2)} (target 5)`,
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
