import { z } from 'zod';
import type { KeptEvaluation, SurveySession, SurveyToolContext, SurveyToolError } from './contract.ts';
import { defineSurveyTool } from './guard/edit.ts';
import { surveyGate } from './guard/gate.ts';
import { stillWhole } from './guard/whole.ts';
import { variantTouches } from './search/variant-touches.ts';
import { changed, findEvaluation, refused } from './session/session.ts';
import { surveyChanges } from './session/changes.ts';
import { surveyError } from './session/text.ts';

/** Takes a computed variant over into the scenario. */
export const adoptVariantTool = defineSurveyTool({
  name: 'adopt_variant',
  summary:
    'Takes a variant over into the scenario. Only a variant that the validator admitted, computed from the scenario as it stands, and without a new site: a new site is accepted by the operator alone.',
  args: z.strictObject({ variant_id: z.string().min(1).max(16).describe('id of the variant, such as v4') }),
  run: ({ variant_id }, session, context) => {
    const found = findEvaluation(session, variant_id);
    if (!found.ok) return refused(session, found.error);
    const objection = objectionTo(found.value, session, context);
    if (objection !== null) return refused(session, objection);
    const next = { ...found.value.scenario, solver: session.scenario.solver };
    return changed(session, 'adopt_variant', next, surveyChanges(session.scenario, next));
  },
});

function objectionTo(
  kept: KeptEvaluation,
  session: SurveySession,
  { policy, pins, catalogue }: SurveyToolContext,
): SurveyToolError | null {
  const { evaluation, verdict, scenario } = kept;
  const { id } = evaluation;
  const closed = surveyGate(variantTouches(evaluation.changes), policy, pins);
  if (closed !== null) return closed;
  if (verdict === null || !verdict.admitted || evaluation.status !== 'planned')
    return surveyError(
      'not_admitted',
      `${id} is not admitted by the validator, or does not fly everything`,
      `вариант ${id} не допущен валидатором или выполняет не всё`,
    );
  if (evaluation.base_revision !== session.revision)
    return surveyError(
      'stale',
      `the scenario has changed since ${id} was computed: compute it again`,
      `сценарий изменился после расчёта варианта ${id}: рассчитайте заново`,
    );
  if (evaluation.new_site)
    return surveyError(
      'needs_operator',
      `${id} opens a new site: only the operator can accept it, on the variant’s card`,
      `вариант ${id} открывает новую площадку: принять его может только оператор в карточке варианта`,
    );
  return stillWhole(session.scenario, scenario, catalogue);
}
