/** Open-Meteo model weather. */
export {
  type ModelHour,
  type ModelSeries,
  OPEN_METEO_ATTRIBUTION,
  modelWeather,
  readOpenMeteo,
} from './read-open-meteo.ts';
