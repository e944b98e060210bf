/** The survey documents that ship with the product: equipment catalogue and demonstration scenarios. */
import { readFileSync, readdirSync } from 'node:fs';
import { type SurveyCatalogue, type SurveyScenario, parseSurveyCatalogue, parseSurveyScenario } from '#world';
import { assert, byCodeUnits } from '#base';

const here = new URL('./', import.meta.url);

/** The bundled equipment catalogue. A broken one is a bug of ours, so it throws. */
export function bundledSurveyCatalogue(): SurveyCatalogue {
  const parsed = parseSurveyCatalogue(readJson('survey-catalogue.json'));
  assert(parsed.ok, 'the bundled survey catalogue does not fit its schema');
  return parsed.value;
}

/** Ids of the bundled scenarios, `s01-one-field` first. */
export function bundledSurveyScenarioIds(): string[] {
  return readdirSync(new URL('survey-scenarios/', here))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort(byCodeUnits);
}

/** A bundled scenario by its id, or by the number it begins with (`s03`); null if there is none. */
export function bundledSurveyScenario(id: string): SurveyScenario | null {
  const found = bundledSurveyScenarioIds().find((x) => x === id || x.split('-')[0] === id);
  if (found === undefined) return null;
  const parsed = parseSurveyScenario(readJson(`survey-scenarios/${found}.json`));
  assert(parsed.ok, `the bundled survey scenario ${found} does not fit its schema`);
  return parsed.value;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, here), 'utf8'));
}
