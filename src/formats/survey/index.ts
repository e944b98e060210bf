/** Survey formats: areas in, plans out, terrain models, the picture and the report of a plan. */
export { type ImportError, type ImportedArea, type ImportedAreas, type Near } from './imported.ts';
export { type Crs, crsOf, mskCrs } from './crs.ts';
export { type ImportOptions, importSurveyAreas } from './import-areas.ts';
export { type Dem, type DemWindow, readGeoTiffDem, readHgt } from './dem.ts';
export * from './export-types.ts';
export {
  SURVEY_EXPORT_FORMATS,
  type SurveyExportError,
  type SurveyExportFormat,
  exportSurveyPlan,
} from './export-plan.ts';
export { type ReadExport as SurveyFileContents, type ReadingContext, readBack } from './read-back.ts';
export { surveyPlanSvg } from './picture.ts';
export { type ReportLanguage, type ReportVerdict, surveyReportHtml, surveyReportText } from './report.ts';
