/** G8 integrity, and G4-05: what the plan says of itself against what it is. */
import { hashOf } from '#base';
import { SURVEY_RULES } from '#world';
import { type SurveyPlan, type SurveyRemedy, surveyPlanHash } from '#ir';
import { type Context } from './context.ts';
import { type SortieEnergy } from './g4-energy.ts';
import { type Totals, totalsOf } from './totals.ts';
import { comma } from './words.ts';

/** What findings of this group speak of, in Russian. */
const NAMES = {
  scenario: 'сценарий',
  catalogue: 'каталог',
  terrain: 'рельеф',
  task: 'задание',
  block: 'блок',
  unit: 'борт',
  site: 'площадка',
  lane: 'галс',
} as const;

/** Checks hashes, references and staleness. */
export function checkIntegrity(context: Context): void {
  const { plan, scenario, report } = context;
  const pairs: [keyof typeof NAMES, string | null, string | null][] = [
    ['scenario', plan.scenario_hash, hashOf(scenario)],
    ['catalogue', plan.catalogue_hash, hashOf(context.catalogue)],
  ];
  if (scenario.terrain.type !== 'dem') pairs.push(['terrain', plan.terrain_hash, null]);
  else if (context.terrain !== null) pairs.push(['terrain', plan.terrain_hash, hashOf(context.terrain)]);
  for (const [what, said, is] of pairs)
    if (said !== is)
      report.add({
        code: 'G8-01',
        ids: [what],
        detail: { en: `the ${what} is another one`, ru: `другой документ: ${NAMES[what]}` },
      });
  if (plan.scenario_id !== scenario.id)
    report.add({
      code: 'G8-01',
      ids: [plan.scenario_id],
      detail: { en: `the scenario is ${scenario.id}`, ru: `сценарий ${scenario.id}` },
    });
  if (plan.plan_hash !== surveyPlanHash(plan))
    report.add({
      code: 'G8-02',
      ids: ['plan'],
      detail: { en: 'the plan does not match its own hash', ru: 'план не совпадает со своим хешем' },
    });
  checkStale(context);
  if (plan.status.stopped_by === 'time_limit') report.add({ code: 'G8-03', ids: [] });
  checkReferences(context);
}

function checkStale(context: Context): void {
  for (const { sortie, unit } of context.tracks)
    if (unit !== null && sortie.model_id !== unit.model_id)
      context.report.add({
        code: 'G8-02',
        ids: [sortie.id, unit.id],
        detail: { en: `the unit is a ${unit.model_id} now`, ru: `теперь борт — ${unit.model_id}` },
      });
  if (context.now_ms === null || context.tracks.length === 0) return;
  const start = Date.parse(context.scenario.work_window.start_utc);
  const first = Math.min(...context.tracks.map((t) => t.t[0]!));
  const late = (context.now_ms - start) / 1000 - first;
  if (late > 0)
    context.report.add({
      code: 'G8-02',
      ids: ['work_window'],
      measured: late,
      limit: 0,
      unit: 's',
      detail: { en: 'the first launch lies in the past', ru: 'время первого взлёта прошло' },
    });
}

/** Ids that lead nowhere (G0-03), ids used twice (G0-08), and legs that contradict themselves (G0-10). */
function checkReferences(context: Context): void {
  const { plan, report } = context;
  const blocks = new Set(plan.blocks.map((b) => b.id));
  const lanes = new Set(plan.lanes.map((l) => l.id));
  const missing = (ids: string[], what: keyof typeof NAMES) =>
    report.add({
      code: 'G0-03',
      ids,
      detail: { en: `no such ${what}`, ru: `нет такого объекта: ${NAMES[what]}` },
    });
  for (const lists of [plan.blocks, plan.lanes, plan.sorties]) {
    const seen = new Set<string>();
    for (const { id } of lists) {
      if (seen.has(id)) report.add({ code: 'G0-08', ids: [id] });
      seen.add(id);
    }
  }
  for (const b of plan.blocks) if (!context.tasks.has(b.task_id)) missing([b.task_id, b.id], 'task');
  for (const l of plan.lanes) if (!blocks.has(l.block_id)) missing([l.block_id, l.id], 'block');
  for (const track of context.tracks) {
    const { sortie } = track;
    if (track.unit === null) missing([sortie.unit_id, sortie.id], 'unit');
    for (const id of [sortie.site_id, sortie.landing_site_id])
      if (!context.sites.has(id)) missing([id, sortie.id], 'site');
    sortie.legs.forEach((leg, k) => {
      if (leg.lane_id !== null && !lanes.has(leg.lane_id)) missing([leg.lane_id, sortie.id], 'lane');
      const fault = legFault(context, sortie.legs[k]!, track.x, track.y, [
        track.legFrom[k]!,
        track.legTo[k]!,
      ]);
      if (fault !== null)
        report.add({ code: 'G0-10', ids: [sortie.id, leg.lane_id ?? leg.kind], detail: fault }, String(k));
    });
    const [start, end] = [track.t[0]!, track.t[track.n - 1]!];
    if (Math.abs(sortie.start_sec - start) > 1e-3 || Math.abs(sortie.end_sec - end) > 1e-3)
      report.add({
        code: 'G4-05',
        ids: [sortie.id],
        measured: end - start,
        limit: sortie.end_sec - sortie.start_sec,
        margin: -Math.max(Math.abs(sortie.start_sec - start), Math.abs(sortie.end_sec - end)),
        unit: 's',
        detail: { en: 'start_sec, end_sec', ru: 'start_sec, end_sec' },
      });
  }
}

function legFault(
  context: Context,
  leg: SurveyPlan['sorties'][number]['legs'][number],
  x: Float64Array,
  y: Float64Array,
  [from, to]: readonly [number, number],
) {
  const { capture } = leg;
  if ((capture !== null) !== (leg.kind === 'lane') && capture !== null)
    return { en: 'only lane legs have a capture', ru: 'съёмка бывает только на галсе' };
  if (capture === null) return null;
  if (leg.lane_id === null) return { en: 'a lane leg names no lane', ru: 'у галса нет имени' };
  let length = 0;
  for (let i = from; i < to; i++) length += Math.hypot(x[i + 1]! - x[i]!, y[i + 1]! - y[i]!);
  const reach =
    capture.type === 'distance'
      ? capture.first_m + (capture.count - 1) * capture.spacing_m
      : capture.type === 'list'
        ? Math.max(...capture.along_m)
        : capture.to_m;
  const slack = Math.max(SURVEY_RULES.position_slack_m, 1e-4 * length);
  if (reach > length + slack)
    return {
      en: `the sensor works up to ${reach.toFixed(1)} m of a leg of ${length.toFixed(1)} m`,
      ru: `съёмка до ${comma(reach.toFixed(1))} м на участке длиной ${comma(length.toFixed(1))} м`,
    };
  if (capture.type === 'continuous' && !(capture.from_m <= capture.to_m))
    return {
      en: 'the sensor is switched off before it is switched on',
      ru: 'датчик выключен раньше, чем включён',
    };
  if (capture.type === 'list' && capture.along_m.some((s, i) => i > 0 && !(s > capture.along_m[i - 1]!)))
    return { en: 'exposures are not in order', ru: 'кадры идут не по порядку' };
  return null;
}

/** Claimed totals against recomputed ones. Each claim may name any of the readings that its word has. */
export function checkClaims(context: Context, energies: readonly SortieEnergy[]): void {
  const { plan } = context;
  const all = totalsOf(context, context.tracks, energies);
  compare(context, '/totals', plan.totals, all, 'totals');
  const work = Math.max(0, ...context.tracks.map((t) => t.t[t.n - 1]!));
  claim(context, {
    path: '/totals/work_time_s',
    name: 'totals.work_time_s',
    said: plan.totals.work_time_s,
    is: [work],
  });
  plan.totals.per_unit.forEach((row, k) => {
    const own = context.tracks
      .map((t, i) => ({ t, e: energies[i]! }))
      .filter(({ t }) => t.sortie.unit_id === row.unit_id);
    const totals = totalsOf(
      context,
      own.map((o) => o.t),
      own.map((o) => o.e),
    );
    compare(context, `/totals/per_unit/${k}`, row, totals, row.unit_id);
  });
  const listed = new Set(plan.totals.per_unit.map((r) => r.unit_id));
  for (const t of context.tracks)
    if (!listed.has(t.sortie.unit_id))
      context.report.add({
        code: 'G4-05',
        ids: [t.sortie.unit_id],
        detail: { en: 'no totals of this unit', ru: 'нет итогов борта' },
      });
  context.tracks.forEach((t, i) => {
    if (t.craft === null) return;
    const is = [energies[i]!.drawn_wh];
    claim(context, { path: `/sorties/${i}/energy_wh`, name: t.sortie.id, said: t.sortie.energy_wh, is });
    claim(context, {
      path: null,
      name: `${t.sortie.id} last point`,
      ru: `${t.sortie.id}, последняя точка`,
      said: t.e[t.n - 1]!,
      is,
    });
  });
}

function compare(
  context: Context,
  path: string,
  said: Readonly<Record<keyof Totals, number>>,
  is: Totals,
  name: string,
): void {
  for (const key of Object.keys(is) as (keyof Totals)[])
    claim(context, { path: `${path}/${key}`, name: `${name}.${key}`, said: said[key], is: is[key] });
}

type Claim = {
  readonly path: string | null;
  readonly name: string;
  /** The name in Russian where it is no path. */
  readonly ru?: string;
  readonly said: number;
  readonly is: readonly number[];
};

function claim(context: Context, c: Claim): void {
  const slack = (x: number) => SURVEY_RULES.totals_slack_ratio * Math.abs(x) + 1e-6;
  if (c.is.length === 0 || c.is.some((x) => Math.abs(c.said - x) <= slack(x))) return;
  const is = c.is[0]!;
  context.report.add({
    code: 'G4-05',
    ids: [c.name],
    measured: is,
    limit: c.said,
    margin: -Math.abs(c.said - is),
    detail: { en: `${c.name} recomputed against claimed`, ru: `${c.ru ?? c.name}: пересчитано и заявлено` },
    remedy: () => (c.path === null ? null : correct(c.path, is)),
  });
}

function correct(path: string, value: number): SurveyRemedy {
  return {
    kind: 'correct_claim',
    patch: [{ target: 'plan', op: 'replace', path, value }],
    text: { en: `Write ${value} at ${path}`, ru: `Записать ${comma(String(value))} в ${path}` },
    proven: false,
  };
}
