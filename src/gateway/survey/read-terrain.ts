import { LIMITS } from '#base';
import { readGeoTiffDem, readHgt, type Dem } from '#formats';
import type { SurveyTerrain } from '#world';
import type { SurveyJob, SurveyJobResult } from './jobs.ts';

/** Ground heights of a file as the scenario carries them. */
export type SurveyTerrainReply = {
  readonly terrain: Extract<SurveyTerrain, { type: 'grid' }>;
  readonly vertical_datum: Dem['vertical_datum'];
  /** Posts without a height. */
  readonly voids: number;
  readonly lowest_amsl_m: number | null;
  readonly highest_amsl_m: number | null;
  /** Whether every place of the asked window lies between posts. */
  readonly covers: boolean;
  readonly notes: readonly string[];
};

const HGT = /\.hgt$/i;
const GEOTIFF = /\.tiff?$/i;

/** Reads a terrain model and cuts the window out of it; what does not fit into a scenario is refused, never thinned. */
export async function readTerrain(job: Extract<SurveyJob, { kind: 'terrain' }>): Promise<SurveyJobResult> {
  const { bytes, name, vertical_datum, window } = job;
  if (!HGT.test(name) && !GEOTIFF.test(name))
    return refused('unsupported', 'a terrain model is a GeoTIFF (.tif) or an SRTM tile (.hgt)');
  if (GEOTIFF.test(name) && vertical_datum === null)
    return refused(
      'datum_missing',
      'a GeoTIFF does not say what its heights are above: choose EGM96, EGM2008 or BALTIC77',
    );
  const read = HGT.test(name)
    ? readHgt(bytes, name, window)
    : await readGeoTiffDem(bytes, vertical_datum!, window);
  if (!read.ok)
    return refused(
      read.error.type,
      [read.error.place, read.error.message].filter((x) => x !== '').join(': '),
    );
  const { grid } = read.value;
  const most = LIMITS.survey_inline_terrain_posts;
  if (grid.amsl_m.length > most)
    return refused(
      'too_large',
      `${grid.amsl_m.length} posts lie inside the boundary, a scenario holds ${most}: make the boundary smaller, or the model coarser (gdalwarp -tr)`,
    );
  const reply = replyOf(read.value, window);
  return { kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify(reply)) };
}

function replyOf({ grid, vertical_datum }: Dem, w: Window): SurveyTerrainReply {
  const amsl_m = grid.amsl_m.map((h) => (h === null ? null : Math.round(h * 100) / 100));
  const known = amsl_m.filter((h): h is number => h !== null);
  const rounded = amsl_m.some((h, i) => h !== grid.amsl_m[i]);
  const east_deg = grid.west_deg + (grid.columns - 1) * grid.step_lon_deg;
  const north_deg = grid.south_deg + (grid.rows - 1) * grid.step_lat_deg;
  return {
    terrain: { type: 'grid', ...grid, amsl_m },
    vertical_datum,
    voids: amsl_m.length - known.length,
    lowest_amsl_m: known.reduce<number | null>((least, h) => (least === null || h < least ? h : least), null),
    highest_amsl_m: known.reduce<number | null>((most, h) => (most === null || h > most ? h : most), null),
    covers:
      grid.west_deg <= w.west_deg &&
      grid.south_deg <= w.south_deg &&
      east_deg >= w.east_deg &&
      north_deg >= w.north_deg,
    notes: rounded ? ['heights are rounded to 0.01 m'] : [],
  };
}

type Window = Extract<SurveyJob, { kind: 'terrain' }>['window'];

function refused(type: string, message: string): SurveyJobResult {
  return { kind: 'invalid_file', type, message };
}
