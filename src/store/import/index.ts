/** Imports of outside data into city directories. */
export { CITY_KINDS, type CityKind, CitySettings, type DataSources, type SourceRecord } from './city-dir.ts';
export { type ImportOptions, type ImportReport, type ImportSettings, importInto } from './import-into.ts';
export {
  TABLE_KINDS,
  type TableKind,
  type TableReport,
  importTable,
  isTableKind,
  oneFile,
} from './import-table.ts';
