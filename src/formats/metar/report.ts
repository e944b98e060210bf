import { type Result, err, fullCircle, ok, quantize } from '#base';
import { type LonLat, createFrame } from '#geo';
import { type Weather } from '#world';
import { type FormatError, formatError } from '../format-error.ts';

/** One surface observation in SI units, whatever file it came in. Null means not reported. */
export type MetarReport = {
  readonly station: string;
  /** Observation time, ISO 8601 UTC. */
  readonly observed_at: string;
  readonly at: LonLat | null;
  readonly elevation_m: number | null;
  readonly wind_mps: number | null;
  /** Degrees true from which it blows; null where variable (VRB), calm or not reported. */
  readonly wind_from_deg: number | null;
  /** Ends of the sector in which the direction varies by 60 degrees or more (dddVddd), clockwise. */
  readonly variable_sector_deg: readonly [number, number] | null;
  readonly gust_mps: number | null;
  /** At least this far; a report of 10 statute miles or 9999 m means that or more. */
  readonly visibility_m: number | null;
  readonly precipitation: Weather['precipitation'];
  readonly temperature_c: number | null;
  readonly raw: string;
};

/** A report older than this says little about the wind now: two missed hourly reports. */
export const STALE_SEC = 2.5 * 3600;

/** Seconds between an observation and a moment; negative where the observation is later. */
export function ageSec(report: MetarReport, now: string): number {
  return (Date.parse(now) - Date.parse(report.observed_at)) / 1000;
}

/** Whether a report is older than STALE_SEC at a moment. */
export function isStale(report: MetarReport, now: string): boolean {
  return !(ageSec(report, now) <= STALE_SEC);
}

/** A report as the weather over a city. Refused where it has no wind speed. A varying direction counts as unknown. */
export function weatherOf(report: MetarReport): Result<Weather, FormatError> {
  if (report.wind_mps === null) {
    return err(
      formatError(
        'incomplete_data',
        `the report of ${report.station} has no wind: choose another station`,
        `${report.station} ${report.observed_at}`,
      ),
    );
  }
  const varies = report.variable_sector_deg !== null || report.wind_from_deg === null;
  return ok({
    observed_at: report.observed_at,
    wind_mps: quantize(report.wind_mps, 0.01),
    wind_from_deg: varies ? null : fullCircle(report.wind_from_deg!),
    gust_mps: report.gust_mps === null ? null : quantize(report.gust_mps, 0.01),
    visibility_m: report.visibility_m === null ? null : Math.min(100_000, Math.round(report.visibility_m)),
    precipitation: report.precipitation,
    temperature_c: report.temperature_c,
    source: `METAR ${report.raw}`.slice(0, 300),
  });
}

/** Stations further away than this say nothing about a city. */
export const STATION_REACH_M = 60_000;

/** Which report speaks for a place. */
export type StationChoice = {
  /** A station by its code, or null for the nearest one that reports a wind. */
  readonly station: string | null;
  readonly near: LonLat | null;
};

/** The report to use: the newest with a wind of the named station, or of the nearest station within 60 km. */
export function chooseReport(
  reports: readonly MetarReport[],
  choice: StationChoice,
): Result<MetarReport, FormatError> {
  const usable = reports.filter((r) => r.wind_mps !== null);
  const stations = [...new Set(reports.map((r) => r.station))].sort();
  if (choice.station !== null) {
    const own = newestFirst(usable.filter((r) => r.station === choice.station!.toUpperCase()));
    if (own[0] !== undefined) return ok(own[0]);
    const there = stations.includes(choice.station.toUpperCase());
    return err(
      formatError(
        'incomplete_data',
        there
          ? `no report of ${choice.station} has a wind: choose another station`
          : `no report of ${choice.station}: the file has ${stations.slice(0, 12).join(', ')}${stations.length > 12 ? ', ...' : ''}`,
      ),
    );
  }
  if (usable.length === 0)
    return err(formatError('incomplete_data', 'no report has a wind: give another file'));
  if (new Set(usable.map((r) => r.station)).size === 1 && usable.every((r) => r.at === null)) {
    return ok(newestFirst(usable)[0]!);
  }
  return nearest(usable, choice.near);
}

function nearest(usable: readonly MetarReport[], near: LonLat | null): Result<MetarReport, FormatError> {
  const frame = near === null ? null : createFrame(near);
  if (frame === null || !frame.ok) {
    return err(formatError('incomplete_data', 'several stations and no place to choose by: name a station'));
  }
  const ranked = usable
    .filter((r) => r.at !== null)
    .map((report) => {
      const p = frame.value.toPlane(report.at!);
      return { report, distance_m: Math.hypot(p.x_m, p.y_m) };
    })
    .sort(
      (a, b) =>
        a.distance_m - b.distance_m ||
        Date.parse(b.report.observed_at) - Date.parse(a.report.observed_at) ||
        (a.report.station < b.report.station ? -1 : 1),
    );
  const best = ranked[0];
  if (best === undefined) {
    return err(formatError('incomplete_data', 'the reports carry no station positions: name a station'));
  }
  if (best.distance_m > STATION_REACH_M) {
    return err(
      formatError(
        'incomplete_data',
        `the nearest station with a wind, ${best.report.station}, is ${Math.round(best.distance_m / 1000)} km away: ` +
          'give a nearer one, or name a station',
      ),
    );
  }
  const same = ranked.filter((r) => r.report.station === best.report.station).map((r) => r.report);
  return ok(newestFirst(same)[0]!);
}

function newestFirst(reports: readonly MetarReport[]): MetarReport[] {
  return [...reports].sort((a, b) => Date.parse(b.observed_at) - Date.parse(a.observed_at));
}
