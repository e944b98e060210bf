import { type Result, err } from '#base';
import { checkSize, decodeText } from '../text-input.ts';
import { type ImportError, type ImportedAreas, type Near, badFormat, checkedAreas } from './imported.ts';
import { readCsvAreas } from './read-csv.ts';
import { readDxfAreas } from './read-dxf.ts';
import { readGeoJsonAreas } from './read-geojson.ts';
import { readKmlAreas } from './read-kml.ts';
import { readQgcPlanAreas } from './read-qgc-plan.ts';
import { readShapefileAreas, shapefileFromZip } from './read-shapefile.ts';

/** What is known about a file besides its bytes. */
export type ImportOptions = {
  /** File name; its ending says the format. */
  readonly name: string;
  /** Coordinate system of formats that state none (CSV, DXF, a bare .shp); ignored where the file states its own. */
  readonly crs?: string;
  /** A place near which the areas should lie, to tell exchanged axes. */
  readonly near?: Near;
};

/**
 * Reads survey areas from GeoJSON, KML, KMZ, a zipped Shapefile or bare .shp, DXF, CSV or a QGroundControl plan, into
 * WGS 84. Refused with the reason: unreadable bytes, a missing or unknown datum, crossing or flat rings, exchanged axes.
 */
export function importSurveyAreas(
  bytes: Uint8Array,
  options: ImportOptions,
): Result<ImportedAreas, ImportError> {
  const size = checkSize(bytes, 'survey areas');
  if (!size.ok) return err({ type: 'format', error: size.error });
  const read = readByName(bytes, options);
  return read.ok ? checkedAreas(read.value, options.near ?? null) : read;
}

function readByName(bytes: Uint8Array, options: ImportOptions): Result<ImportedAreas, ImportError> {
  const ending = /\.([a-z0-9]+)$/i.exec(options.name)?.[1]?.toLowerCase() ?? '';
  const crs = options.crs ?? null;
  const asText = (
    read: (text: string) => Result<ImportedAreas, ImportError>,
  ): Result<ImportedAreas, ImportError> => {
    const text = decodeText(bytes, `a .${ending} file`);
    return text.ok ? read(text.value) : err({ type: 'format', error: text.error });
  };
  switch (ending) {
    case 'geojson':
    case 'json':
      return readGeoJsonAreas(bytes);
    case 'kml':
    case 'kmz':
      return readKmlAreas(bytes);
    case 'shp':
      return readShapefileAreas({ shp: bytes }, crs);
    case 'zip': {
      const parts = shapefileFromZip(bytes);
      return parts.ok ? readShapefileAreas(parts.value, crs) : parts;
    }
    case 'dxf':
      return asText((text) => readDxfAreas(text, crs));
    case 'csv':
    case 'txt':
      return asText((text) => readCsvAreas(text, crs));
    case 'plan':
      return readQgcPlanAreas(bytes);
    default:
      return badFormat(
        'wrong_type',
        `files ending in ".${ending}" are not read: give .geojson, .kml, .kmz, .zip (Shapefile), .shp, .dxf, .csv or .plan`,
      );
  }
}
