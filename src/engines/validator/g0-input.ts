/** G0: the input itself. Without a sound scenario nothing else can be judged. */
import {
  type LonLatPolygon,
  type SurveyCatalogue,
  type SurveyIssue,
  type SurveyScenario,
  carries,
  checkScenario,
  parseSurveyScenario,
  payloadFigures,
  schemaIssueRu,
} from '#world';
import { type SurveyPatch, type SurveyPlan, type SurveyRemedy } from '#ir';
import { type SurveyValidationOptions } from './context.ts';
import { planIssues } from './plan-shape.ts';
import { replaceIn, scenarioRemedy } from './remedies.ts';
import { type Report } from './report.ts';

/** Files what is wrong with the documents; true if the rest can be judged. */
export function checkInput(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  plan: SurveyPlan,
  rest: { readonly options: SurveyValidationOptions; readonly report: Report },
): boolean {
  const { options, report } = rest;
  const parsed = parseSurveyScenario(scenario);
  const issues = parsed.ok ? checkScenario(scenario, catalogue) : parsed.error.issues;
  for (const issue of issues)
    report.add(
      {
        code: issue.code,
        ids: issue.object_ids,
        place: issue.place === null ? null : { ...issue.place, amsl_m: null },
        measured: issue.measured ?? undefined,
        limit: issue.limit ?? undefined,
        margin: marginOf(issue),
        unit: issue.unit ?? undefined,
        detail: issue.text,
        remedy: () => (parsed.ok ? remedyOf(issue, scenario, catalogue) : null),
      },
      issue.path,
    );
  const shape = planIssues(plan);
  for (const issue of shape.slice(0, 20))
    report.add(
      {
        code: 'G0-10',
        ids: ['plan'],
        detail: {
          en: `plan ${issue.path.join('.')}: ${issue.message}`,
          ru: `план ${issue.path.join('.')}: ${schemaIssueRu(issue)}`,
        },
      },
      issue.path.join('.'),
    );
  if (scenario.terrain?.type === 'dem' && (options.terrain ?? null) === null)
    report.add({
      code: 'G0-06',
      ids: [scenario.terrain.dem_id],
      detail: { en: 'the terrain file was not handed over', ru: 'файл рельефа не передан' },
    });
  return parsed.ok && shape.length === 0 && !issues.some(isFatal);
}

/** How far a stated value is from where it should be; always on the wrong side. */
function marginOf(issue: SurveyIssue): number | undefined {
  return issue.measured === null || issue.limit === null
    ? undefined
    : -Math.abs(issue.measured - issue.limit);
}

/** Findings that leave no geometry to judge by. Equipment and duplicates do not. */
function isFatal(issue: SurveyIssue): boolean {
  return issue.code === 'G0-01' || issue.code === 'G0-02' || issue.code === 'G0-07' || issue.code === 'G0-09';
}

function remedyOf(
  issue: SurveyIssue,
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
): SurveyRemedy | null {
  switch (issue.code) {
    case 'G0-04':
      return fittingPayload(issue, scenario, catalogue);
    case 'G0-08':
      return rename(issue, scenario);
    case 'G0-09':
      return swapAxes(issue, scenario);
    default:
      return null;
  }
}

/** Another payload of the same kind that the model carries. */
function fittingPayload(
  issue: SurveyIssue,
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
): SurveyRemedy | null {
  const index = scenario.units.findIndex((u) => u.id === issue.object_ids[0]);
  const unit = scenario.units[index];
  const model = catalogue.aircraft.find((m) => m.id === unit?.model_id);
  if (unit === undefined || model === undefined) return null;
  const now = catalogue.payloads.find((p) => p.id === unit.payload_id);
  const fit = catalogue.payloads.find(
    (p) => p.type === now?.type && carries(model, p.id) && payloadFigures(catalogue, p.id).ok,
  );
  if (fit === undefined) return null;
  return scenarioRemedy('change_payload', [replaceIn(`/units/${index}/payload_id`, fit.id)], {
    en: `${model.id} carries ${fit.id}`,
    ru: `${model.id} несёт ${fit.id}`,
  });
}

function pointer(path: string): string {
  return `/${path.split('.').join('/')}`;
}

function rename(issue: SurveyIssue, scenario: SurveyScenario): SurveyRemedy {
  const text = JSON.stringify(scenario);
  let n = 2;
  while (text.includes(`"${issue.object_ids[0]}-${n}"`)) n += 1;
  const id = `${issue.object_ids[0]!.slice(0, 58)}-${n}`;
  return scenarioRemedy('rename', [replaceIn(pointer(issue.path), id)], {
    en: `call the second one ${id}`,
    ru: `назвать второй ${id}`,
  });
}

/** Exchanges the axes of the object at the issue's path, where it is a polygon or a place. */
function swapAxes(issue: SurveyIssue, scenario: SurveyScenario): SurveyRemedy | null {
  const patch: SurveyPatch[] = [];
  let at: unknown = scenario;
  for (const key of issue.path.split('.')) at = (at as Record<string, unknown> | undefined)?.[key];
  const polygon = at as LonLatPolygon | undefined;
  if (polygon?.coordinates !== undefined)
    patch.push(
      replaceIn(
        `${pointer(issue.path)}/coordinates`,
        polygon.coordinates.map((ring) => ring.map(([x, y]) => [y, x])),
      ),
    );
  const place = at as { lon_deg?: number; lat_deg?: number } | undefined;
  if (place?.lon_deg !== undefined && place.lat_deg !== undefined)
    patch.push(
      replaceIn(`${pointer(issue.path)}/lon_deg`, place.lat_deg),
      replaceIn(`${pointer(issue.path)}/lat_deg`, place.lon_deg),
    );
  if (patch.length === 0) return null;
  return scenarioRemedy('swap_axes', patch, { en: 'exchange the axes', ru: 'переставить оси' });
}
