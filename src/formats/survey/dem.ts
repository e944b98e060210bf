import { fromArrayBuffer } from 'geotiff';
import { type SurveyTerrainGrid } from '#world';
import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';

/** A terrain model with what its heights are above. */
export type Dem = {
  readonly grid: SurveyTerrainGrid;
  readonly vertical_datum: 'EGM96' | 'EGM2008' | 'BALTIC77';
};

/** The part of a terrain model that is wanted, degrees. */
export type DemWindow = {
  readonly west_deg: number;
  readonly south_deg: number;
  readonly east_deg: number;
  readonly north_deg: number;
};

/** Posts kept of one model: what a plan can use without holding a whole tile. */
const MOST_POSTS = 4_000_000;

/**
 * An SRTM tile (.hgt): big-endian 16-bit heights in metres above EGM96, rows from the north, 1201 or 3601 posts a side,
 * -32768 for a void. The name says its south-west corner (N45E039).
 */
export function readHgt(bytes: Uint8Array, name: string, window: DemWindow | null): Result<Dem, FormatError> {
  const place = /([NS])(\d{2})([EW])(\d{3})/i.exec(name);
  if (place === null)
    return err(
      formatError('incomplete_data', 'the name of an .hgt tile says where it lies: N45E039.hgt', name),
    );
  const side = Math.sqrt(bytes.length / 2);
  if (side !== 1201 && side !== 3601)
    return err(
      formatError('truncated', `${bytes.length} bytes are no .hgt tile (2 x 1201 x 1201 or 2 x 3601 x 3601)`),
    );
  const south = (place[1]!.toUpperCase() === 'S' ? -1 : 1) * Number(place[2]);
  const west = (place[3]!.toUpperCase() === 'W' ? -1 : 1) * Number(place[4]);
  const step = 1 / (side - 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (column: number, row: number): number | null => {
    const h = view.getInt16(2 * ((side - 1 - row) * side + column));
    return h === -32768 ? null : h;
  };
  const source = { west, south, step_lon: step, step_lat: step, columns: side, rows: side, at };
  const grid = cut(source, window);
  return grid.ok ? ok({ grid: grid.value, vertical_datum: 'EGM96' }) : grid;
}

type Source = {
  readonly west: number;
  readonly south: number;
  readonly step_lon: number;
  readonly step_lat: number;
  readonly columns: number;
  readonly rows: number;
  readonly at: (column: number, row: number) => number | null;
};

/** The posts that hold a window, one post more on each side where there is one. */
function cut(s: Source, window: DemWindow | null): Result<SurveyTerrainGrid, FormatError> {
  // A billionth of a post is rounding: a window that ends on a post takes that post.
  const column = (lon: number): number => (lon - s.west) / s.step_lon;
  const row = (lat: number): number => (lat - s.south) / s.step_lat;
  const c0 = window === null ? 0 : Math.max(0, Math.floor(column(window.west_deg) + 1e-9));
  const c1 =
    window === null ? s.columns - 1 : Math.min(s.columns - 1, Math.ceil(column(window.east_deg) - 1e-9));
  const r0 = window === null ? 0 : Math.max(0, Math.floor(row(window.south_deg) + 1e-9));
  const r1 = window === null ? s.rows - 1 : Math.min(s.rows - 1, Math.ceil(row(window.north_deg) - 1e-9));
  const [columns, rows] = [c1 - c0 + 1, r1 - r0 + 1];
  if (columns < 2 || rows < 2)
    return err(formatError('incomplete_data', 'the terrain model does not reach the wanted area'));
  if (columns * rows > MOST_POSTS)
    return err(
      formatError(
        'too_large',
        `${columns * rows} posts are more than ${MOST_POSTS}: ask for a smaller window`,
      ),
    );
  const amsl_m: (number | null)[] = [];
  for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) amsl_m.push(s.at(c, r));
  return ok({
    west_deg: s.west + c0 * s.step_lon,
    south_deg: s.south + r0 * s.step_lat,
    step_lon_deg: s.step_lon,
    step_lat_deg: s.step_lat,
    columns,
    rows,
    amsl_m,
  });
}

/** Heights beyond these are voids by another name. */
const LOWEST_M = -500;
const HIGHEST_M = 9000;

/**
 * A GeoTIFF of heights in WGS 84 degrees (EPSG:4326), north up, first band, metres. What the heights are above is not
 * in the file and has to be said. Pixel centres are the posts, also where the file counts from pixel corners.
 */
export async function readGeoTiffDem(
  bytes: Uint8Array,
  vertical_datum: Dem['vertical_datum'],
  window: DemWindow | null,
): Promise<Result<Dem, FormatError>> {
  try {
    const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const image = await (await fromArrayBuffer(copy)).getImage();
    const keys = (image.getGeoKeys() ?? {}) as Record<string, unknown>;
    if (keys['ProjectedCSTypeGeoKey'] !== undefined)
      return err(
        formatError(
          'invalid_data',
          'the terrain model is projected: convert it to EPSG:4326 (gdalwarp -t_srs EPSG:4326)',
        ),
      );
    if (keys['GeographicTypeGeoKey'] !== 4326)
      return err(
        formatError(
          'incomplete_data',
          'the terrain model does not say that it is in WGS 84 degrees (EPSG:4326)',
        ),
      );
    const [ox, oy] = image.getOrigin() as [number, number];
    const [sx, sy] = image.getResolution() as [number, number];
    // The library turns the sign of a transformation's row step, so that is read from the file itself.
    const matrix = image.fileDirectory.getValue('ModelTransformation') as ArrayLike<number> | undefined;
    const turned = matrix !== undefined && !(matrix[5]! < 0 && matrix[1] === 0 && matrix[4] === 0);
    if (!(sx > 0) || !(sy < 0) || turned)
      return err(formatError('invalid_data', 'the terrain model is not north up'));
    const [columns, rows] = [image.getWidth(), image.getHeight()];
    const isPoint = keys['GTRasterTypeGeoKey'] === 2;
    const half = isPoint ? 0 : 0.5;
    const heights = (await image.readRasters({
      samples: [0],
      interleave: true,
    })) as unknown as ArrayLike<number>;
    const nodata = image.getGDALNoData();
    const at = (column: number, row: number): number | null => {
      const h = heights[(rows - 1 - row) * columns + column]!;
      return h === nodata || !(h > LOWEST_M && h < HIGHEST_M) ? null : h;
    };
    const south = oy + sy * (rows - 1 + half);
    const source = { west: ox + half * sx, south, step_lon: sx, step_lat: -sy, columns, rows, at };
    const grid = cut(source, window);
    return grid.ok ? ok({ grid: grid.value, vertical_datum }) : grid;
  } catch (e) {
    return err(
      formatError(
        'invalid_data',
        `the GeoTIFF cannot be read: ${e instanceof Error ? e.message : String(e)}`,
      ),
    );
  }
}
