import {
  type EquipmentError,
  type SurveyCatalogue,
  type SurveyScenario,
  aircraftFigures,
  carries,
  equipmentErrorText,
  equipmentErrorTextRu,
  payloadFigures,
} from '#world';
import type { SurveyToolError } from '../contract.ts';
import { surveyError } from '../session/text.ts';

/** Whether the named units fit: model and payload are in the catalogue and usable, one carries the other, the home site takes it. */
export function unitsFit(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  unit_ids: readonly string[],
): SurveyToolError | null {
  for (const unit of scenario.units.filter((u) => unit_ids.includes(u.id))) {
    const figures = aircraftFigures(catalogue, unit.model_id);
    if (!figures.ok) return unusable('модель', figures.error);
    const payload = payloadFigures(catalogue, unit.payload_id);
    if (!payload.ok) return unusable('нагрузка', payload.error);
    const model = catalogue.aircraft.find((m) => m.id === unit.model_id)!;
    if (!carries(model, unit.payload_id))
      return surveyError(
        'incompatible',
        `${unit.model_id} does not carry ${unit.payload_id}`,
        `${unit.model_id} не несёт ${unit.payload_id}`,
      );
    const site = scenario.sites.find((s) => s.id === unit.home_site_id);
    if (site !== undefined && !site.accepts.includes(model.kind))
      return surveyError(
        'incompatible',
        `the site ${site.id} takes ${site.accepts.join(', ')}, and ${unit.id} is a ${model.kind}`,
        `площадка ${site.id} принимает ${site.accepts.join(', ')}, а ${unit.id} — ${model.kind}`,
      );
  }
  return null;
}

function unusable(noun: string, error: EquipmentError): SurveyToolError {
  const text = equipmentErrorText(error);
  const ru = equipmentErrorTextRu(error);
  if (error.type === 'unknown_equipment') return surveyError('not_in_catalogue', text, `${noun}: ${ru}`);
  return surveyError('incompatible', text, `${noun}: ${ru}`);
}
