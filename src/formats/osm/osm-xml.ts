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
  isPosition,
} from './osm-data.ts';
import { type Attributes, XmlProblem, scanXml } from '../xml-scan.ts';

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
  const collector = new Collector();
  try {
    scanXml(text.value, {
      open: (name, attributes, depth) => collector.open(name, attributes, depth),
      close: (name, depth) => collector.close(name, depth),
    });
  } catch (e) {
    if (e instanceof Refusal) return err(e.error);
    if (!(e instanceof XmlProblem)) throw e;
    return err(brokenXml(text.value, e, collector.root));
  }
  return collector.done();
}

function brokenXml(text: string, problem: XmlProblem, root: string | null): FormatError {
  const before = text.slice(0, problem.at);
  const line = before.split('\n').length;
  const place = `line ${line}, column ${problem.at - (before.lastIndexOf('\n') + 1) + 1}`;
  if (root === 'osm' && problem.at >= text.length) {
    return formatError(
      'truncated',
      'the XML ends before </osm>: the file was cut off, download it again',
      place,
    );
  }
  return formatError('invalid_data', `the XML is broken: ${problem.message}`, place);
}

/** Carries a refusal of what the document says out of the scanner. */
class Refusal extends Error {
  readonly error: FormatError;

  constructor(error: FormatError) {
    super(error.message);
    this.error = error;
  }
}

/** The object whose child elements are being read. */
type Current = {
  readonly kind: string;
  readonly attributes: Attributes;
  readonly tags: Record<string, string>;
  readonly refs: number[];
  readonly members: OsmMember[];
};

class Collector {
  root: string | null = null;
  private readonly points = new PointTable();
  private readonly nodes: OsmNode[] = [];
  private readonly ways: OsmWay[] = [];
  private readonly relations: OsmRelation[] = [];
  private bounds: BoundsDeg | null = null;
  private snapshot: string | null = null;
  private newest = '';
  private current: Current | null = null;

  open(name: string, a: Attributes, depth: number): void {
    if (depth === 0) {
      this.root = name;
      if (name !== 'osm') {
        throw new Refusal(
          formatError(
            'wrong_type',
            `the XML has the root element "${name}" and no root element "osm": it is no OpenStreetMap file`,
          ),
        );
      }
      this.snapshot = a['timestamp']?.slice(0, 40) ?? null;
    } else if (depth === 1) {
      this.current = { kind: name, attributes: a, tags: {}, refs: [], members: [] };
      if (name === 'bounds') this.bounds = boundsOf(a);
      if (name === 'meta') this.snapshot ??= a['osm_base']?.slice(0, 40) ?? null;
      const stamp = a['timestamp'];
      if (stamp !== undefined && /^\d{4}-\d\d-\d\d/.test(stamp) && stamp > this.newest) this.newest = stamp;
    } else if (this.current !== null) this.child(this.current, name, a);
  }

  private child(current: Current, name: string, a: Attributes): void {
    if (name === 'tag' && a['k'] !== undefined && a['k'] !== '__proto__') current.tags[a['k']] = a['v'] ?? '';
    else if (name === 'nd') current.refs.push(Number(a['ref']));
    else if (name === 'member') {
      current.members.push({
        type: a['type'] ?? '',
        ref: Number(a['ref']),
        role: a['role'] ?? '',
        geometry: null,
      });
    }
  }

  close(_name: string, depth: number): void {
    const c = this.current;
    if (depth !== 1 || c === null) return;
    this.current = null;
    const a = c.attributes;
    if (a['action'] === 'delete' || a['visible'] === 'false') return;
    const id = Number(a['id']);
    if (c.kind === 'node') this.node(id, c);
    else if (c.kind === 'way') {
      this.ways.push({ id, tags: c.tags, refs: c.refs, geometry: null, bounds: null, center: null });
    } else if (c.kind === 'relation') {
      this.relations.push({ id, tags: c.tags, members: c.members, bounds: null, center: null });
    }
  }

  private node(id: number, c: Current): void {
    const a = c.attributes;
    const [lat, lon] = [Number(a['lat'] ?? NaN), Number(a['lon'] ?? NaN)];
    if (!Number.isSafeInteger(id) || !isPosition(lon, lat)) {
      const name = `node ${(a['id'] ?? '?').slice(0, 20)}`;
      throw new Refusal(formatError('invalid_data', `${name} needs id, lat -90..90 and lon -180..180`, name));
    }
    this.points.set(id, lon, lat);
    if (this.points.size > MOST_NODES) {
      throw new Refusal(
        formatError('too_large', `more than ${MOST_NODES} nodes: cut the extract to the city's bounds`),
      );
    }
    if (Object.keys(c.tags).length > 0) this.nodes.push({ id, at: [lon, lat], tags: c.tags });
  }

  done(): Result<OsmData, FormatError> {
    if (this.points.size === 0 && this.ways.length === 0) {
      return err(
        formatError(
          'incomplete_data',
          'the OpenStreetMap file holds no node and no way: export a larger area',
        ),
      );
    }
    const { points, nodes, ways, relations, bounds } = this;
    const snapshot = this.snapshot ?? (this.newest === '' ? null : this.newest.slice(0, 10));
    return ok({ points, nodes, ways, relations, bounds, snapshot });
  }
}

function boundsOf(a: Attributes): BoundsDeg | null {
  const edge = (name: string): number => Number(a[name] ?? NaN);
  const [w, s, e, n] = [edge('minlon'), edge('minlat'), edge('maxlon'), edge('maxlat')];
  return isPosition(w, s) && isPosition(e, n) ? [w, s, e, n] : null;
}
