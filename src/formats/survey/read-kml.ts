import { unzipSync } from 'fflate';
import { LIMITS, type Result, ok } from '#base';
import { type LonLat } from '#world';
import { type ImportError, type ImportedArea, type ImportedAreas, badFormat } from './imported.ts';
import { type XmlNode, child, descendants, parseXml } from './xml.ts';

/** The members of an archive, or null for what is none. Sizes are limited before anything is unpacked. */
export function unzipSmall(bytes: Uint8Array): Record<string, Uint8Array> | null {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: (file) => {
        total += file.originalSize;
        return total <= LIMITS.input_file_bytes;
      },
    });
  } catch {
    return null;
  }
}

/** Areas of a KML or KMZ file: polygons with their holes, in folders and MultiGeometry of any depth. KML is WGS 84. */
export function readKmlAreas(bytes: Uint8Array): Result<ImportedAreas, ImportError> {
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b;
  let body = bytes;
  if (zipped) {
    const files = unzipSmall(bytes);
    if (files === null)
      return badFormat('truncated', 'the KMZ archive cannot be unpacked: it was cut off or damaged');
    const name = Object.keys(files)
      .filter((f) => f.toLowerCase().endsWith('.kml'))
      .sort()[0];
    if (name === undefined) return badFormat('incomplete_data', 'the KMZ archive holds no .kml file');
    body = files[name]!;
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return badFormat('wrong_encoding', 'the KML is not valid UTF-8: save it as UTF-8');
  }
  const parsed = parseXml(text);
  if ('fault' in parsed)
    return badFormat(
      'invalid_data',
      `the KML is not well-formed XML: ${parsed.fault}`,
      `line ${parsed.line}`,
    );
  if (parsed.root.name !== 'kml' && descendants(parsed.root, 'Placemark').length === 0)
    return badFormat('wrong_type', `this is XML with the root ${parsed.root.name}, expected KML`);
  const areas: ImportedArea[] = [];
  const notes: string[] = [];
  for (const mark of descendants(parsed.root, 'Placemark')) {
    const name = child(mark, 'name')?.text ?? `area ${areas.length + 1}`;
    const polygons = descendants(mark, 'Polygon');
    if (polygons.length === 0) notes.push(`${name}: no polygon in it, left out`);
    for (const [i, polygon] of polygons.entries()) {
      const rings = ringsOf(polygon);
      if (rings === null) return badFormat('invalid_data', `the coordinates of ${name} cannot be read`);
      areas.push({ name: polygons.length > 1 ? `${name} (${i + 1})` : name, rings });
    }
  }
  return ok({ format: 'kml', crs: 'WGS 84', areas, notes });
}

function ringsOf(polygon: XmlNode): LonLat[][] | null {
  const outer = child(polygon, 'outerBoundaryIs');
  if (outer === undefined) return null;
  const inner = polygon.children.filter((c) => c.name === 'innerBoundaryIs');
  const rings: LonLat[][] = [];
  for (const boundary of [outer, ...inner])
    for (const ring of descendants(boundary, 'LinearRing')) {
      const points = positions(child(ring, 'coordinates')?.text ?? '');
      if (points === null) return null;
      rings.push(points);
    }
  return rings.length > 0 ? rings : null;
}

/** `lon,lat[,alt]` tuples apart by white space. */
function positions(text: string): LonLat[] | null {
  const out: LonLat[] = [];
  for (const tuple of text.trim().split(/\s+/)) {
    const [lon, lat] = tuple.split(',').map(Number);
    if (lon === undefined || lat === undefined || !Number.isFinite(lon) || !Number.isFinite(lat)) return null;
    out.push([lon, lat]);
  }
  return out;
}
