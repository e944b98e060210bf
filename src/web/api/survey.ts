import type { PlanRefusal, SurveyPlan, SurveyVerdict } from '#ir';
import type { LonLat, SurveyCatalogue, SurveyIssue, SurveyScenario } from '#world';
import type { Bilingual, Language } from '../i18n/language.ts';
import { asApiError, errorOf, getJson, postForFile, postJson, request, type Download } from './http.ts';

/** A bundled scenario in the list. */
export type DemoItem = { readonly id: string; readonly title: Bilingual; readonly shows: Bilingual };

/** What a computation answers. The verdict is the validator's. */
export type PlanReply = {
  readonly status: 'complete' | 'partial' | 'infeasible' | 'invalid';
  readonly revision: string;
  readonly plan: SurveyPlan | null;
  readonly verdict: SurveyVerdict | null;
  readonly refusals: readonly PlanRefusal[];
  readonly issues: readonly SurveyIssue[];
};

/** A fault of a document: where (members joined by dots) and what. */
export type DocumentIssue = { readonly code: string; readonly path: string; readonly text: Bilingual };

/** An area read from a file. */
export type ImportedArea = { readonly name: string; readonly rings: readonly (readonly LonLat[])[] };

/** What a file gave. */
export type ImportReply = {
  readonly areas: readonly ImportedArea[];
  readonly crs: string;
  readonly format: string;
  readonly notes: readonly string[];
};

/** Formats of an export; `svg` is the picture, `report` a page. */
export const EXPORT_FORMATS = ['qgc', 'wpl', 'wpml', 'kml', 'gpx', 'litchi', 'geojson', 'svg'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Bundled scenarios. */
export async function listDemos(): Promise<readonly DemoItem[]> {
  return (await getJson<{ demos: DemoItem[] }>('api/survey/demos')).demos;
}

/** One bundled scenario, its objects named in a language. */
export function getDemo(id: string, language: Language): Promise<SurveyScenario> {
  return getJson<SurveyScenario>(`api/survey/demos/${encodeURIComponent(id)}?language=${language}`);
}

/** Aircraft and payloads. */
export function getCatalogue(): Promise<SurveyCatalogue> {
  return getJson<SurveyCatalogue>('api/survey/catalog');
}

/** Plan and verdict of a scenario. */
export async function computePlan(scenario: SurveyScenario, signal: AbortSignal): Promise<PlanReply> {
  const reply = await postJson<Partial<PlanReply> & Pick<PlanReply, 'status' | 'revision'>>(
    'api/survey/plan',
    { scenario },
    signal,
  );
  // Members that say nothing may be left out on the wire.
  return { plan: null, verdict: null, refusals: [], issues: [], ...reply };
}

/** The validator's verdict on a plan. Throws ApiError. */
export function judgePlan(
  scenario: SurveyScenario,
  plan: SurveyPlan,
  signal: AbortSignal,
): Promise<SurveyVerdict> {
  return postJson<SurveyVerdict>('api/survey/validate', { scenario, plan }, signal);
}

/** What the judge says of a written file that it has read back; codes are the validator's. */
export type FileCheck = {
  readonly admitted: boolean;
  readonly same: boolean;
  readonly findings: readonly string[];
  readonly not_carried: readonly string[];
};

/** An exported file; `check` is null for what nobody flies. */
export type ExportedFile = Download & { readonly check: FileCheck | null };

/**
 * The plan in an aircraft's or a map's format. A plan that is not admitted is refused (`NOT_ADMITTED`) unless the
 * operator accepts it; the file's name then says so. Throws ApiError.
 */
export async function exportPlan(
  scenario: SurveyScenario,
  plan: SurveyPlan,
  format: ExportFormat,
  accept_not_admitted: boolean,
): Promise<ExportedFile> {
  const body = { scenario, plan, format, accept_not_admitted };
  const file = await postForFile('api/survey/export', body, `${scenario.id}-${format}`);
  const check = file.headers.get('x-cloudbrain-check');
  return { ...file, check: check === null ? null : (JSON.parse(check) as FileCheck) };
}

/** The report as a page of its own. */
export function reportPage(
  scenario: SurveyScenario,
  plan: SurveyPlan,
  language: 'en' | 'ru',
): Promise<Download> {
  return postForFile(
    'api/survey/export',
    { scenario, plan, format: 'report', language },
    `${scenario.id}-report.html`,
  );
}

/** Areas of a file (KML, KMZ, GeoJSON, Shapefile, DXF, CSV, QGroundControl plan). Throws ApiError. */
export async function importAreas(file: File, crs: string, signal: AbortSignal): Promise<ImportReply> {
  const query = new URLSearchParams({ name: file.name });
  if (crs !== '') query.set('crs', crs);
  return sendFile<ImportReply>(`api/survey/import?${query.toString()}`, file, signal);
}

/** Ground heights of a file, in the form that a scenario carries. */
export type TerrainReply = {
  readonly terrain: Extract<SurveyScenario['terrain'], { type: 'grid' }>;
  readonly vertical_datum: SurveyScenario['vertical_datum'];
  readonly voids: number;
  readonly lowest_amsl_m: number | null;
  readonly highest_amsl_m: number | null;
  /** Whether every place of the window lies between posts. */
  readonly covers: boolean;
  readonly notes: readonly string[];
};

/** Heights of a GeoTIFF or an SRTM tile inside a window [west, south, east, north], degrees. Throws ApiError. */
export async function readTerrainFile(
  file: File,
  vertical_datum: string | null,
  [west, south, east, north]: readonly [number, number, number, number],
  signal: AbortSignal,
): Promise<TerrainReply> {
  const query = new URLSearchParams({
    name: file.name,
    west_deg: String(west),
    south_deg: String(south),
    east_deg: String(east),
    north_deg: String(north),
    ...(vertical_datum === null ? {} : { vertical_datum }),
  });
  return sendFile<TerrainReply>(`api/survey/terrain?${query.toString()}`, file, signal);
}

async function sendFile<T>(path: string, file: File, signal: AbortSignal): Promise<T> {
  try {
    const response = await request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      signal,
    });
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as T;
  } catch (e) {
    throw asApiError(e);
  }
}
