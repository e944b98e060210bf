import { type Result, err, ok } from '#base';
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import { exportGeoJson, exportGpx, exportKml, exportLitchi } from './export-maps.ts';
import { exportQgcPlan, exportWpl } from './export-mavlink.ts';
import { type ExportFile, type ExportPlan } from './export-types.ts';
import { type WpmlError, exportWpml } from './export-wpml.ts';

/** Formats that plans are written in. */
export const SURVEY_EXPORT_FORMATS = ['qgc', 'wpl', 'wpml', 'kml', 'gpx', 'litchi', 'geojson'] as const;
export type SurveyExportFormat = (typeof SURVEY_EXPORT_FORMATS)[number];

/** Why a plan was not written. */
export type SurveyExportError = WpmlError | { readonly type: 'nothing_flown'; readonly message: string };

/** Writes a plan in an outside format: one file a sortie where the format holds one flight, else one file. */
export function exportSurveyPlan(
  plan: ExportPlan,
  format: SurveyExportFormat,
  context: { readonly scenario: SurveyScenario; readonly catalogue: SurveyCatalogue },
): Result<ExportFile[], SurveyExportError> {
  if (plan.sorties.length === 0) return err({ type: 'nothing_flown', message: 'the plan has no sortie' });
  switch (format) {
    case 'qgc':
      return ok(
        exportQgcPlan(plan, (sortie) => {
          const row = context.catalogue.aircraft.find((a) => a.id === sortie.model_id);
          return { cruise_mps: row?.cruise_mps.value ?? 10, winged: row?.kind === 'fixed_wing' };
        }),
      );
    case 'wpl':
      return ok(exportWpl(plan));
    case 'wpml':
      return exportWpml(plan);
    case 'kml':
      return ok(exportKml(plan));
    case 'gpx':
      return ok(exportGpx(plan, context.scenario.work_window.start_utc));
    case 'litchi':
      return ok(exportLitchi(plan));
    case 'geojson':
      return ok(exportGeoJson(plan));
  }
}
