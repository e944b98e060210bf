import { z } from 'zod';
import { hashOf } from '#base';
import type { SurveyScenario } from '#world';
import type { SurveySession, SurveyToolContext, SurveyToolError, SurveyToolOutcome } from './contract.ts';
import { type SurveyEdit, defineSurveyTool, guardEdits } from './guard/edit.ts';
import { type SurveyTouch } from './guard/gate.ts';
import { NOUNS, angleValue, missing, ref, swathAngle, withMembers } from './guard/args.ts';
import { UNIT, outOfRange } from './guard/ranges.ts';
import { evaluateSurvey } from './search/evaluate.ts';
import { inOrder } from './search/in-order.ts';
import { rankVariants } from './search/rank.ts';
import { searchScenario } from './search/recommend-survey.ts';
import { surveyChanges } from './session/changes.ts';
import { keepEvaluations, label } from './session/keep.ts';
import { nextNumber, refused } from './session/session.ts';
import { surveyError } from './session/text.ts';

/** Variants of one call. */
const MOST = 8;

const list = <T extends z.ZodType>(item: T, text: string) => z.array(item).max(64).nullable().describe(text);

const Variant = z.strictObject({
  label,
  open_sites: list(ref('candidate site'), 'candidate sites to open'),
  rebase: list(z.strictObject({ unit_id: ref('unit'), site_id: ref('site') }), 'home sites'),
  enable: list(ref('unit'), 'units to switch on'),
  disable: list(ref('unit'), 'units to switch off'),
  angles: list(z.strictObject({ task_id: ref('task'), swath_angle: swathAngle }), 'swath angles'),
});
type Variant = z.output<typeof Variant>;

/** Plans and judges variants of a model's own. */
export const evaluateVariantsTool = defineSurveyTool({
  name: 'evaluate_variants',
  summary:
    'Plans and judges up to 8 variants of the scenario: home sites, units on and off, candidate sites opened, swath angles, each within the operator’s policy and pins. Nothing else may vary. The scenario as it stands is computed beside them with the same search settings, and each gain is measured against it; below 0.5 % is no gain. Changes nothing: adopt_variant takes one over. Null leaves a part as it is.',
  args: z.strictObject({ variants: z.array(Variant).min(1).max(MOST).describe('1 to 8 variants') }),
  run: async ({ variants }, session, context) => {
    const { scenario } = session;
    const guarded = guardEdits(VARIANT, variants, scenario, context);
    if (!guarded.ok) {
      const { index, error } = guarded.error;
      return refused(
        session,
        surveyError(
          error.type,
          `variant ${index + 1}: ${error.message.en}`,
          `вариант ${index + 1}: ${error.message.ru}`,
        ),
      );
    }
    return compare(
      guarded.value.map((next, i) => ({
        scenario: next,
        label: variants[i]!.label ?? '',
        new_site: (variants[i]!.open_sites ?? []).length > 0,
      })),
      session,
      context,
    );
  },
});

type Candidate = { readonly scenario: SurveyScenario; readonly label: string; readonly new_site: boolean };

/** Computes the scenario as it stands, unless the session has it under the same settings, and the variants against it. */
async function compare(
  variants: readonly Candidate[],
  session: SurveySession,
  context: SurveyToolContext,
): Promise<SurveyToolOutcome> {
  const { limits, onProgress } = context;
  const { scenario, revision } = session;
  const settled = (s: SurveyScenario) => searchScenario(s, scenario.solver.seed, limits.eval_time_limit_s);
  const base_hash = hashOf(settled(scenario));
  const known = session.evaluations.find((k) => k.evaluation.scenario_revision === base_hash);
  const base = { scenario, label: 'base', new_site: false };
  const first = nextNumber(session, 'v');
  const heads = variants.map((v, i) => ({ ...v, id: `v${first + i}` }));
  const all = known === undefined ? [{ ...base, id: `e${nextNumber(session, 'e')}` }, ...heads] : heads;
  const jobs = all.map(({ scenario: one, ...head }) => () => {
    const changes = surveyChanges(scenario, one);
    const about = { ...head, base_revision: revision, changes };
    return evaluateSurvey(settled(one), about, limits.eval_time_limit_s, context);
  });
  const results = await inOrder(jobs, limits.eval_concurrency, (done) =>
    onProgress?.({ state: 'progress', step: null, tool: 'evaluate_variants', done, total: jobs.length }),
  );
  if (!results.ok) return refused(session, results.error);
  const reference = known ?? results.value[0]!;
  const gains = rankVariants(reference, results.value.slice(known === undefined ? 1 : 0)).map(
    ({ id, rank, gain_ratio, counts }) => ({ id, rank, gain_ratio, counts }),
  );
  return keepEvaluations(session, results.value, { base_id: reference.evaluation.id, gains });
}

const VARIANT: SurveyEdit<Variant> = {
  touches: (v) => {
    const unit = (id: string, needs: 'rebase_units' | 'change_fleet'): SurveyTouch => ({
      needs,
      object: { kind: 'unit', id },
    });
    return [
      ...(v.open_sites ?? []).map((id): SurveyTouch => ({
        needs: 'propose_new_sites',
        object: { kind: 'site', id },
      })),
      ...(v.rebase ?? []).map((r) => unit(r.unit_id, 'rebase_units')),
      ...[...(v.enable ?? []), ...(v.disable ?? [])].map((id) => unit(id, 'change_fleet')),
      ...(v.angles ?? []).map((a): SurveyTouch => ({ needs: null, object: { kind: 'task', id: a.task_id } })),
    ];
  },
  ranges: (v, scenario) => namesNothing(v, scenario) ?? contradicts(v) ?? angleRanges(v),
  apply: (v, scenario) => {
    const opened = scenario.candidate_sites.filter((s) => v.open_sites?.includes(s.id));
    let { units, tasks } = scenario;
    for (const { unit_id, site_id } of v.rebase ?? [])
      units = withMembers(units, unit_id, { home_site_id: site_id });
    for (const id of v.enable ?? []) units = withMembers(units, id, { enabled: true });
    for (const id of v.disable ?? []) units = withMembers(units, id, { enabled: false });
    for (const { task_id, swath_angle } of v.angles ?? [])
      tasks = withMembers(tasks, task_id, { swath_angle_deg: angleValue(swath_angle) });
    return {
      ...scenario,
      sites: [...scenario.sites, ...opened],
      candidate_sites: scenario.candidate_sites.filter((s) => !opened.includes(s)),
      units,
      tasks,
    };
  },
  units: (v) => [...(v.rebase ?? []).map((r) => r.unit_id), ...(v.enable ?? [])],
  sites: (v) => v.open_sites ?? [],
};

function namesNothing(v: Variant, scenario: SurveyScenario): SurveyToolError | null {
  const sites = [...scenario.sites, ...scenario.candidate_sites.filter((s) => v.open_sites?.includes(s.id))];
  const errors = [
    ...(v.open_sites ?? []).map((id) => missing(NOUNS.candidate, id, scenario.candidate_sites)),
    ...(v.rebase ?? []).map((r) => missing(NOUNS.unit, r.unit_id, scenario.units)),
    ...(v.rebase ?? []).map((r) => missing(NOUNS.site, r.site_id, sites)),
    ...[...(v.enable ?? []), ...(v.disable ?? [])].map((id) => missing(NOUNS.unit, id, scenario.units)),
    ...(v.angles ?? []).map((a) => missing(NOUNS.task, a.task_id, scenario.tasks)),
  ];
  return errors.find((e) => e !== null) ?? null;
}

/** One object changed twice in one way: nobody can say which was meant. */
function contradicts(v: Variant): SurveyToolError | null {
  const lists = [
    (v.rebase ?? []).map((r) => r.unit_id),
    [...(v.enable ?? []), ...(v.disable ?? [])],
    (v.angles ?? []).map((a) => a.task_id),
  ];
  const twice = lists.flatMap((ids) => ids.filter((id, i) => ids.indexOf(id) !== i))[0];
  if (twice === undefined) return null;
  return surveyError('invalid_arguments', `${twice} is changed twice`, `${twice} меняется дважды`);
}

function angleRanges(v: Variant): SurveyToolError | null {
  return outOfRange(
    (v.angles ?? []).map(({ swath_angle }) => ({
      value: angleValue(swath_angle),
      en: 'swath angle',
      ru: 'угол галсов',
      min: 0,
      max: 360,
      unit: UNIT.deg,
    })),
  );
}
