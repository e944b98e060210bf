import { type Result, err, hashOf, ok } from '#base';
import type { SurveyScenario } from '#world';
import type { KeptEvaluation, SurveySession, SurveyToolError, SurveyToolOutcome } from '../contract.ts';
import type { SurveyChange, SurveyEvent } from '../events.ts';
import { surveyError } from './text.ts';

/** A dialogue's state as a request begins it. */
export function startSession(scenario: SurveyScenario): SurveySession {
  return {
    scenario,
    revision: hashOf(scenario),
    start_scenario: scenario,
    evaluations: [],
    note: null,
  };
}

/** The outcome of a refusal: the session as it was. */
export function refused(session: SurveySession, error: SurveyToolError): SurveyToolOutcome {
  return { session, result: err(error), events: [] };
}

/** The outcome of a tool that reads or computes. */
export function answered(
  session: SurveySession,
  value: unknown,
  events: readonly SurveyEvent[] = [],
): SurveyToolOutcome {
  return { session, result: ok(value), events };
}

/** The outcome of a change that passed every guard; one that changes nothing has no event. */
export function changed(
  session: SurveySession,
  tool: string,
  scenario: SurveyScenario,
  changes: readonly SurveyChange[],
): SurveyToolOutcome {
  if (changes.length === 0) return answered(session, { changes, revision: session.revision });
  const revision = hashOf(scenario);
  return answered({ ...session, scenario, revision }, { changes, revision }, [
    { event: 'ops', data: { tool, changes, revision } },
  ]);
}

/** Ids of the next evaluations of the operator's scenario (`e`) and of variants (`v`), counted from 1. */
export function nextNumber(session: SurveySession, letter: 'e' | 'v'): number {
  return 1 + session.evaluations.filter((k) => k.evaluation.id.startsWith(letter)).length;
}

/** The evaluation with an id, or the last one for null. */
export function findEvaluation(
  session: SurveySession,
  id: string | null,
): Result<KeptEvaluation, SurveyToolError> {
  const last = session.evaluations.at(-1);
  if (last === undefined)
    return err(
      surveyError(
        'nothing_computed',
        'nothing has been computed yet: call compute_plan first',
        'ещё ничего не рассчитано: сначала вызовите compute_plan',
      ),
    );
  if (id === null) return ok(last);
  const found = session.evaluations.find((k) => k.evaluation.id === id);
  if (found !== undefined) return ok(found);
  const ids = session.evaluations.map((k) => k.evaluation.id).join(', ');
  return err(
    surveyError(
      'unknown_object',
      `there is no such evaluation; there are: ${ids}`,
      `такой оценки нет; есть: ${ids}`,
    ),
  );
}

/** Whether an evaluation is of the session's scenario as it stands now; how long the solver may search is no difference. */
export function isCurrent(kept: KeptEvaluation, session: SurveySession): boolean {
  return hashOf({ ...kept.scenario, solver: session.scenario.solver }) === session.revision;
}
