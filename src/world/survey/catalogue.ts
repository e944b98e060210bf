/** The equipment catalogue: aircraft models, payloads, and how far each figure is to be believed. */
import { z } from 'zod';
import { LIMITS, type Result, byCodeUnits, err, ok } from '#base';
import { AircraftKind } from './scenario.ts';
import { SurveyId, SurveyName } from './primitives.ts';

/** Version written into every catalogue document. */
export const SURVEY_CATALOGUE_VERSION = 'survey-catalogue-1';

/**
 * Where a figure comes from. `sourced`: read in the named source. `part_sourced`: some of it was. `recalled`: maker's
 * figure written from memory, to be checked before use. `estimated`: our own estimate. `derived`: computed from other
 * figures of the row. `conflict`: sources disagree. `user`: stated by the operator. `missing`: no figure, value null.
 */
export const FigureConfidence = z.enum([
  'sourced',
  'part_sourced',
  'recalled',
  'estimated',
  'derived',
  'conflict',
  'user',
  'missing',
]);
export type FigureConfidence = z.infer<typeof FigureConfidence>;

/** One number with its standing. The unit is in the member's name. */
export const Figure = z.strictObject({
  value: z.number().nullable(),
  confidence: FigureConfidence,
  /** Id of an entry of `sources`; null only where the figure is missing. */
  source_id: SurveyId.nullable(),
});
export type Figure = Readonly<z.infer<typeof Figure>>;

const rowHead = {
  id: SurveyId,
  name: SurveyName,
  /** Why the row must not be used although it is listed; null: not refused here (the lint may still refuse it). */
  refused: z.string().min(1).max(500).nullable(),
  note: z.string().max(1000).nullable(),
};

/** An aircraft model with a usual survey payload on board. Speeds are airspeeds. */
export const CatalogueAircraft = z.strictObject({
  ...rowHead,
  kind: AircraftKind,
  mass_kg: Figure,
  payload_max_kg: Figure,
  cruise_mps: Figure,
  /** Slowest and fastest airspeed flown; 0 for what can hover. A vtol's minimum is that of its wing. */
  speed_min_mps: Figure,
  speed_max_mps: Figure,
  /** Nominal energy of one battery set. */
  battery_wh: Figure,
  /** Share of the nominal energy that may be used before the battery gives out. The reserve is taken from that share. */
  usable_ratio: Figure,
  /** Longest flight the maker states. */
  endurance_s: Figure,
  /** Electrical power in level flight at cruise. */
  cruise_power_w: Figure,
  /** Power when hovering, also in vertical take-off and landing; 0 for fixed-wing aircraft. */
  hover_power_w: Figure,
  /** Extra power for each metre per second of climb. */
  climb_power_w_per_mps: Figure,
  climb_max_mps: Figure,
  descent_max_mps: Figure,
  /** Radius at cruise airspeed in still air; 0 for what turns on the spot. */
  turn_radius_m: Figure,
  /** Largest horizontal acceleration used, m/s2; for multirotors and the hover phase of a vtol. */
  acceleration_mps2: Figure,
  wind_max_mps: Figure,
  /** Limits that, if missing, are taken as `wind_max_mps`. */
  gust_max_mps: Figure,
  ground_wind_max_mps: Figure,
  temperature_min_c: Figure,
  temperature_max_c: Figure,
  /** Payloads that fit, each with how sure that is. */
  payloads: z
    .array(z.strictObject({ payload_id: SurveyId, confidence: FigureConfidence }))
    .max(LIMITS.survey_catalogue_rows),
});
export type CatalogueAircraft = Readonly<z.infer<typeof CatalogueAircraft>>;

/** A frame camera looking straight down. */
export const CameraPayload = z.strictObject({
  ...rowHead,
  type: z.literal('camera'),
  /** Body, shared by rows that differ only in the lens; the lint compares sensors within a family. */
  family: SurveyId,
  /** `fixed`: turns and tilts with the airframe. `gimbal`: stays level, still turns with the airframe's heading. */
  mount: z.enum(['fixed', 'gimbal']),
  mass_kg: Figure,
  sensor_w_mm: Figure,
  sensor_h_mm: Figure,
  px_w: Figure,
  px_h: Figure,
  focal_mm: Figure,
  /** Shortest time between two frames. */
  min_trigger_s: Figure,
  /** Exposure time used for survey; missing: motion blur cannot be judged. */
  exposure_s: Figure,
  /** Frames that the storage holds; missing: not limited. */
  photos_max: Figure,
});
export type CameraPayload = Readonly<z.infer<typeof CameraPayload>>;

/** A scanning lidar: swath = 2 h tan(fov/2), density = pulses / (ground speed x swath), first returns. */
export const LidarPayload = z.strictObject({
  ...rowHead,
  type: z.literal('lidar'),
  mass_kg: Figure,
  pulses_per_s: Figure,
  usable_fov_deg: Figure,
  agl_max_m: Figure,
});
export type LidarPayload = Readonly<z.infer<typeof LidarPayload>>;

/** A magnetometer on a cable of `cable_m` (0: fixed to the airframe). The sensor hangs `cable_m` below the aircraft. */
export const MagnetometerPayload = z.strictObject({
  ...rowHead,
  type: z.literal('magnetometer'),
  mass_kg: Figure,
  cable_m: Figure,
  sensor_agl_min_m: Figure,
  sensor_agl_max_m: Figure,
  sample_hz: Figure,
});
export type MagnetometerPayload = Readonly<z.infer<typeof MagnetometerPayload>>;

/** Any payload. */
export const SurveyPayload = z.discriminatedUnion('type', [CameraPayload, LidarPayload, MagnetometerPayload]);
export type SurveyPayload = Readonly<z.infer<typeof SurveyPayload>>;

/** The document. */
export const SurveyCatalogue = z.strictObject({
  schema_version: z.literal(SURVEY_CATALOGUE_VERSION),
  sources: z
    .array(z.strictObject({ id: SurveyId, text: z.string().min(1).max(500) }))
    .max(LIMITS.survey_catalogue_rows),
  aircraft: z.array(CatalogueAircraft).max(LIMITS.survey_catalogue_rows),
  payloads: z.array(SurveyPayload).max(LIMITS.survey_catalogue_rows),
});
export type SurveyCatalogue = Readonly<z.infer<typeof SurveyCatalogue>>;

/** Why a document is no catalogue. */
export type CatalogueError = {
  readonly type: 'invalid_catalogue';
  readonly issues: readonly { readonly path: string; readonly message: string }[];
};

/** Reads a parsed JSON document as a catalogue. Duplicate ids and unknown sources are refused; suspect rows are left to the lint. */
export function parseSurveyCatalogue(document: unknown): Result<SurveyCatalogue, CatalogueError> {
  const parsed = SurveyCatalogue.safeParse(document);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((i) => ({ path: i.path.join('.'), message: i.message }));
    return err({ type: 'invalid_catalogue', issues });
  }
  const issues = [
    ...duplicates('sources', parsed.data.sources),
    ...duplicates('aircraft', parsed.data.aircraft),
    ...duplicates('payloads', parsed.data.payloads),
    ...figureIssues(parsed.data),
  ];
  return issues.length > 0 ? err({ type: 'invalid_catalogue', issues }) : ok(parsed.data);
}

/** What a merge did, ids in code-unit order. */
export type CatalogueMerge = {
  readonly catalogue: SurveyCatalogue;
  readonly added: readonly string[];
  readonly replaced: readonly string[];
};

/** Lays a user's catalogue over another one: rows with the same id replace, others are added; rows are sorted by id. */
export function mergeSurveyCatalogues(base: SurveyCatalogue, extra: SurveyCatalogue): CatalogueMerge {
  const known = new Set([...base.aircraft, ...base.payloads].map((row) => row.id));
  const ids = [...extra.aircraft, ...extra.payloads].map((row) => row.id).sort(byCodeUnits);
  return {
    catalogue: {
      schema_version: SURVEY_CATALOGUE_VERSION,
      sources: overlay(base.sources, extra.sources),
      aircraft: overlay(base.aircraft, extra.aircraft),
      payloads: overlay(base.payloads, extra.payloads),
    },
    added: ids.filter((id) => !known.has(id)),
    replaced: ids.filter((id) => known.has(id)),
  };
}

function overlay<T extends { readonly id: string }>(base: readonly T[], extra: readonly T[]): T[] {
  const rows = new Map([...base, ...extra].map((row) => [row.id, row]));
  return [...rows.values()].sort((a, b) => byCodeUnits(a.id, b.id));
}

function duplicates(where: string, rows: readonly { readonly id: string }[]) {
  const seen = new Set<string>();
  const issues: { path: string; message: string }[] = [];
  rows.forEach((row, i) => {
    if (seen.has(row.id)) issues.push({ path: `${where}.${i}.id`, message: `id ${row.id} is used twice` });
    seen.add(row.id);
  });
  return issues;
}

function figureIssues(catalogue: SurveyCatalogue): { path: string; message: string }[] {
  const sources = new Set(catalogue.sources.map((s) => s.id));
  const issues: { path: string; message: string }[] = [];
  const rows = [
    ...catalogue.aircraft.map((row, i) => ({ row, at: `aircraft.${i}` })),
    ...catalogue.payloads.map((row, i) => ({ row, at: `payloads.${i}` })),
  ];
  for (const { row, at } of rows) {
    for (const [name, figure] of figuresOf(row)) {
      const path = `${at}.${name}`;
      const isMissing = figure.confidence === 'missing';
      if (isMissing !== (figure.value === null))
        issues.push({ path, message: 'a figure has a value, or is marked missing' });
      if (!isMissing && (figure.source_id === null || !sources.has(figure.source_id)))
        issues.push({ path, message: `source ${figure.source_id ?? 'null'} is not in the list of sources` });
    }
  }
  return issues;
}

/** The members of a row that are figures, in the row's own order. */
export function figuresOf(row: CatalogueAircraft | SurveyPayload): [string, Figure][] {
  return Object.entries(row).filter(
    (entry): entry is [string, Figure] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'confidence' in entry[1],
  );
}
