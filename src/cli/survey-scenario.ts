import { bundledSurveyScenario, readUserJson } from '#store';
import { parseSurveyScenario, type SurveyScenario } from '#world';
import { BadInput, orBadInput } from './output.ts';

/** A bundled scenario by its id or number, else a file. */
export function scenarioFrom(text: string): SurveyScenario {
  const bundled = /^s\d\d(-[a-z0-9-]+)?$/.test(text) ? bundledSurveyScenario(text) : null;
  if (bundled !== null) return bundled;
  const parsed = parseSurveyScenario(orBadInput(readUserJson(text, 'a survey scenario (JSON)')));
  if (parsed.ok) return parsed.value;
  const issue = parsed.error.issues[0];
  throw new BadInput(
    'invalid_scenario',
    `${text}: ${issue?.code ?? ''} ${issue?.text.en ?? 'not a scenario'}`,
    text,
  );
}
