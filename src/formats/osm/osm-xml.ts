import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { decodeText } from '../text-input.ts';
import {
  type BoundsDeg,
  MOST_NODES,
  type OsmData,
  type OsmMember,
  type OsmNode,
  type OsmRelation,
  type OsmWay,
  PointTable,
  type Tags,
  isPosition,
} from './osm-data.ts';

type Attributes = Readonly<Record<string, string>>;
type Element = Readonly<Record<string, unknown>>;

/** Reads OpenStreetMap XML (API 0.6, planet and editor files). Entities beyond XML's own five are not expanded. */
export function readOsmXml(bytes: Uint8Array): Result<OsmData, FormatError> {
  const text = decodeText(bytes, 'OpenStreetMap XML');
  if (!text.ok) return text;
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(text.value)?.[1];
  if (declared !== undefined && !/^(utf-?8|us-ascii)$/i.test(declared)) {
    return err(
      formatError(
        'wrong_encoding',
        `the XML says that it is ${declared}: save it as UTF-8 and say so`,
        'line 1',
      ),
    );
  }
  if (/<!DOCTYPE/i.test(text.value.slice(0, 10_000))) {
    return err(
      formatError(
        'wrong_type',
        'the XML has a DOCTYPE, which no OpenStreetMap file has: remove it',
        'line 1',
      ),
    );
  }
  const valid = XMLValidator.validate(text.value);
  if (valid !== true) return err(brokenXml(text.value, valid.err));
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseAttributeValue: false,
    parseTagValue: false,
    isArray: (name) => ['node', 'way', 'relation', 'tag', 'nd', 'member'].includes(name),
  });
  const root = (parser.parse(text.value) as Element)['osm'];
  if (typeof root !== 'object' || root === null) {
    return err(formatError('wrong_type', 'the XML has no root element "osm": it is no OpenStreetMap file'));
  }
  return collect(root as Element);
}

function brokenXml(text: string, problem: { msg: string; line: number; col: number }): FormatError {
  const place = `line ${problem.line}, column ${problem.col}`;
  if (!/<\/osm>\s*$/.test(text.slice(-200)) && /<osm[\s>]/.test(text.slice(0, 2000))) {
    return formatError(
      'truncated',
      'the XML ends before </osm>: the file was cut off, download it again',
      place,
    );
  }
  return formatError('invalid_data', `the XML is broken: ${problem.msg}`, place);
}

function collect(root: Element): Result<OsmData, FormatError> {
  const points = new PointTable();
  const nodes: OsmNode[] = [];
  for (const n of elements(root, 'node')) {
    const id = Number(n['@id']);
    const [lat, lon] = [Number(n['@lat']), Number(n['@lon'])];
    if (n['@action'] === 'delete' || n['@visible'] === 'false') continue;
    if (!Number.isSafeInteger(id) || n['@lat'] === undefined || !isPosition(lon, lat)) {
      return err(
        formatError(
          'invalid_data',
          `node ${n['@id'] ?? '?'} needs id, lat -90..90 and lon -180..180`,
          `node ${n['@id'] ?? '?'}`,
        ),
      );
    }
    points.set(id, lon, lat);
    if (points.size > MOST_NODES) {
      return err(
        formatError('too_large', `more than ${MOST_NODES} nodes: cut the extract to the city's bounds`),
      );
    }
    const tags = tagsOf(n);
    if (Object.keys(tags).length > 0) nodes.push({ id, at: [lon, lat], tags });
  }
  const ways: OsmWay[] = elements(root, 'way').map((w) => ({
    id: Number(w['@id']),
    tags: tagsOf(w),
    refs: elements(w, 'nd').map((nd) => Number(nd['@ref'])),
    geometry: null,
    bounds: null,
    center: null,
  }));
  const relations: OsmRelation[] = elements(root, 'relation').map((r) => ({
    id: Number(r['@id']),
    tags: tagsOf(r),
    members: elements(r, 'member').map((m): OsmMember => ({
      type: String(m['@type']),
      ref: Number(m['@ref']),
      role: String(m['@role'] ?? ''),
      geometry: null,
    })),
    bounds: null,
    center: null,
  }));
  if (points.size === 0 && ways.length === 0) {
    return err(
      formatError('incomplete_data', 'the OpenStreetMap file holds no node and no way: export a larger area'),
    );
  }
  return ok({ points, nodes, ways, relations, bounds: boundsOf(root), snapshot: snapshotOf(root) });
}

function elements(parent: Element, name: string): (Element & Attributes)[] {
  const value = parent[name];
  return Array.isArray(value) ? value.filter((v) => typeof v === 'object' && v !== null) : [];
}

function tagsOf(element: Element): Tags {
  const out: Record<string, string> = {};
  for (const t of elements(element, 'tag')) {
    const key = t['@k'];
    if (typeof key === 'string' && key !== '__proto__') out[key] = String(t['@v'] ?? '');
  }
  return out;
}

function boundsOf(root: Element): BoundsDeg | null {
  const b = root['bounds'];
  if (typeof b !== 'object' || b === null) return null;
  const edge = (name: string): number => Number((b as Element)[`@${name}`] ?? NaN);
  const [w, s, e, n] = [edge('minlon'), edge('minlat'), edge('maxlon'), edge('maxlat')];
  return isPosition(w, s) && isPosition(e, n) ? [w, s, e, n] : null;
}

function snapshotOf(root: Element): string | null {
  const meta = root['meta'];
  const value =
    root['@timestamp'] ??
    (typeof meta === 'object' && meta !== null ? (meta as Element)['@osm_base'] : undefined);
  return typeof value === 'string' ? value.slice(0, 40) : null;
}
