/** Remedies put to the test: applied, planned anew where that is needed, and judged again. */
import { type Result, err, hashOf, ok } from '#base';
import { SurveyScenario, type SurveyCatalogue } from '#world';
import { SurveyPlan, type SurveyFinding, type SurveyPatch, type SurveyVerdict, surveyPlanHash } from '#ir';
import { type SurveyValidationOptions } from './context.ts';
import { validateSurveyPlan } from './validate.ts';

/** Why a patch could not be applied. */
export type PatchError =
  { readonly type: 'bad_path'; readonly path: string } | { readonly type: 'invalid_result' };

/** Applies RFC 6902 operations (add, replace, remove) of one target to a document; the document is left as it was. */
export function applySurveyPatch<T>(
  document: T,
  patch: readonly SurveyPatch[],
  target: SurveyPatch['target'],
): Result<T, PatchError> {
  const copy = structuredCopy(document);
  for (const step of patch) {
    if (step.target !== target) continue;
    const keys = step.path
      .split('/')
      .slice(1)
      .map((k) => k.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop();
    let at: unknown = copy;
    for (const key of keys) at = isNode(at) ? at[key] : undefined;
    if (last === undefined || !isNode(at)) return err({ type: 'bad_path', path: step.path });
    if (step.op !== 'add' && !(last in at)) return err({ type: 'bad_path', path: step.path });
    if (Array.isArray(at) && step.op === 'remove') at.splice(Number(last), 1);
    else if (Array.isArray(at) && step.op === 'add')
      at.splice(last === '-' ? at.length : Number(last), 0, step.value);
    else if (step.op === 'remove') delete at[last];
    else at[last] = step.value;
  }
  return ok(copy);
}

function isNode(x: unknown): x is Record<string, unknown> {
  return typeof x === 'object' && x !== null;
}

function structuredCopy<T>(x: T): T {
  if (Array.isArray(x)) return x.map((v: unknown) => structuredCopy(v)) as T;
  if (!isNode(x)) return x;
  return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, structuredCopy(v)])) as T;
}

/** What a proof needs. */
export type ProofInput = {
  readonly scenario: SurveyScenario;
  readonly catalogue: SurveyCatalogue;
  readonly plan: SurveyPlan;
  readonly options?: SurveyValidationOptions;
  /** Plans a scenario anew; null where it finds no plan. Without it the old plan is judged under the new scenario. */
  readonly replan: ((scenario: SurveyScenario) => SurveyPlan | null) | null;
};

/** The verdict with every remedy that cleared its code marked as proven; the others stay unproven. */
export function proveRemedies(verdict: SurveyVerdict, input: ProofInput): SurveyVerdict {
  return { ...verdict, findings: verdict.findings.map((f) => prove(f, input)) };
}

function prove(finding: SurveyFinding, input: ProofInput): SurveyFinding {
  const { remedy } = finding;
  if (remedy === null || remedy.patch.length === 0) return finding;
  const after = applied(remedy.patch, input);
  if (after === null) return finding;
  const gone = !after.findings.some((f) => f.code === finding.code && f.severity === finding.severity);
  return { ...finding, remedy: { ...remedy, proven: gone } };
}

function applied(patch: readonly SurveyPatch[], input: ProofInput): SurveyVerdict | null {
  const scenario = applySurveyPatch(input.scenario, patch, 'scenario');
  const patched = applySurveyPatch(input.plan, patch, 'plan');
  if (!scenario.ok || !patched.ok) return null;
  const parsed = SurveyScenario.safeParse(scenario.value);
  if (!parsed.success || !SurveyPlan.safeParse(patched.value).success) return null;
  const onScenario = patch.some((p) => p.target === 'scenario');
  const plan =
    onScenario && input.replan !== null ? input.replan(parsed.data) : rebound(patched.value, parsed.data);
  if (plan === null) return null;
  return validateSurveyPlan(parsed.data, input.catalogue, plan, input.options ?? {});
}

/** The same trajectories under another scenario, with fresh hashes. */
export function rebound(plan: SurveyPlan, scenario: SurveyScenario): SurveyPlan {
  const next = { ...plan, scenario_id: scenario.id, scenario_hash: hashOf(scenario) };
  return { ...next, plan_hash: surveyPlanHash(next) };
}
