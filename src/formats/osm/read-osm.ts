import { type Result, err, ok } from '#base';
import { type MapExtract } from '#world';
import { type FormatError, formatError } from '../format-error.ts';
import { checkSize, knownSignature } from '../text-input.ts';
import { assembleFeatures } from './assemble.ts';
import { type OsmData } from './osm-data.ts';
import { readOsmXml } from './osm-xml.ts';
import { readOverpassJson } from './overpass-json.ts';
import { looksLikePbf, readOsmPbf } from './pbf.ts';

/** What to show wherever OpenStreetMap data is shown (ODbL 1.0). */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors, ODbL 1.0';

/** Which of the three formats bytes are in, by their content; the file's name is not asked. */
export type OsmFormat = 'overpass_json' | 'pbf' | 'xml';

/** Reads OpenStreetMap data in Overpass JSON, PBF or XML, told apart by their first bytes. */
export function readOsm(bytes: Uint8Array): Result<MapExtract, FormatError> {
  const size = checkSize(bytes, 'OpenStreetMap data (Overpass JSON, PBF or XML)');
  if (!size.ok) return size;
  const format = formatOf(bytes);
  if (!format.ok) return format;
  const read = { overpass_json: readOverpassJson, pbf: readOsmPbf, xml: readOsmXml }[format.value];
  const data = read(bytes);
  return data.ok ? toExtract(data.value, format.value) : data;
}

function formatOf(bytes: Uint8Array): Result<OsmFormat, FormatError> {
  if (looksLikePbf(bytes)) return ok('pbf');
  const signature = knownSignature(bytes);
  if (signature !== null) {
    return err(
      formatError(
        'wrong_type',
        `this is ${signature.what}, expected OpenStreetMap data (Overpass JSON, PBF or XML): ${signature.mend}`,
      ),
    );
  }
  const first = bytes.subarray(0, 1024).find((b) => b !== 32 && b !== 9 && b !== 10 && b !== 13);
  return ok(first === 0x3c ? 'xml' : 'overpass_json');
}

function toExtract(data: OsmData, format: OsmFormat): Result<MapExtract, FormatError> {
  const { features, notes } = assembleFeatures(data);
  if (features.length === 0) {
    return err(
      formatError(
        'incomplete_data',
        `nothing in the file that a city is built from (${data.nodes.length} tagged nodes, ${data.ways.length} ways): ` +
          'export buildings, roads and amenities with their geometry',
      ),
    );
  }
  return ok({
    source: `OpenStreetMap (${{ overpass_json: 'Overpass JSON', pbf: 'PBF', xml: 'XML' }[format]})`,
    attribution: OSM_ATTRIBUTION,
    snapshot: data.snapshot,
    bounds: data.bounds,
    features,
    notes,
  });
}
