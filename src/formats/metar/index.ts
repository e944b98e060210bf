/** METAR observations: Aviation Weather Center JSON and CSV, and raw lines. */
export {
  type MetarReport,
  type StationChoice,
  STALE_SEC,
  STATION_REACH_M,
  ageSec,
  chooseReport,
  isStale,
  weatherOf,
} from './report.ts';
export { type MetarReports } from './awc-json.ts';
export { METAR_ATTRIBUTION, readMetar } from './read-metar.ts';
