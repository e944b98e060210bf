import type { SurveyToolError } from '../contract.ts';
import { UNIT, outOfRange } from './ranges.ts';

/** The figures of a site that a tool may set; null is left unchanged. */
export type SiteFigures = {
  readonly lon_deg: number | null;
  readonly lat_deg: number | null;
  readonly elevation_amsl_m: number | null;
  readonly pads: number | null;
  readonly turnaround_s: number | null;
};

/** Ranges of a site's figures, as the scenario's schema has them. */
export function siteRanges(site: SiteFigures): SurveyToolError | null {
  return outOfRange([
    { value: site.lon_deg, en: 'lon_deg', ru: 'долгота', min: -180, max: 180, unit: UNIT.deg },
    { value: site.lat_deg, en: 'lat_deg', ru: 'широта', min: -90, max: 90, unit: UNIT.deg },
    {
      value: site.elevation_amsl_m,
      en: 'elevation_amsl_m',
      ru: 'высота площадки',
      min: -500,
      max: 10_000,
      unit: UNIT.m,
    },
    { value: site.pads, en: 'pads', ru: 'число мест', min: 1, max: 64 },
    { value: site.turnaround_s, en: 'turnaround_s', ru: 'время оборота', min: 0, max: 86_400, unit: UNIT.s },
  ]);
}
