import { type LonLat } from '#geo';
import { type MapFeature, type MapGeometry } from '#world';
import { type BoundsDeg, type OsmData, type OsmRelation, type OsmWay, type PointTable } from './osm-data.ts';

/** Keys that a city is built from; objects without any of them are passed over. */
const KEYS = [
  'amenity',
  'leisure',
  'building',
  'building:part',
  'aeroway',
  'power',
  'man_made',
  'railway',
  'public_transport',
  'landuse',
  'highway',
  'shop',
  'healthcare',
  'place',
];

/** Keys whose closed ways are still lines unless `area=yes` says otherwise. */
const LINEAR = ['highway', 'barrier', 'waterway'];

/** Puts geometry together and keeps the objects that a city is built from. Notes count what could not be kept whole. */
export function assembleFeatures(data: OsmData): { features: MapFeature[]; notes: string[] } {
  const features = new Map<string, MapFeature>();
  const count = { placeless: 0, cut: 0, repeated: 0 };
  const keep = (source_id: string, tags: MapFeature['tags'], geometry: MapGeometry | null): void => {
    if (geometry === null) {
      count.placeless++;
      return;
    }
    const known = features.get(source_id);
    if (known !== undefined) {
      count.repeated++;
      if (known.geometry.type !== 'point') return;
    }
    features.set(source_id, { source_id, tags, geometry });
  };
  for (const n of data.nodes) {
    if (isWanted(n.tags) && n.tags['highway'] === undefined) {
      keep(`node/${n.id}`, n.tags, { type: 'point', at: n.at });
    }
  }
  const byId = new Map<number, OsmWay>();
  for (const w of data.ways) {
    if ((byId.get(w.id)?.geometry ?? null) === null) byId.set(w.id, w);
  }
  for (const way of data.ways) {
    if (!isWanted(way.tags)) continue;
    const runs = runsOf(way, data.points);
    if (runs.length !== 1 || runs[0]!.length !== pathLength(way)) count.cut++;
    keep(`way/${way.id}`, way.tags, wayGeometry(way, runs));
  }
  for (const relation of data.relations) {
    if (!isWanted(relation.tags) || relation.tags['type'] === 'site') continue;
    keep(`relation/${relation.id}`, relation.tags, relationGeometry(relation, byId, data.points));
  }
  const notes: string[] = [];
  if (count.placeless > 0)
    notes.push(`${count.placeless} objects have no position in the file and were left out`);
  if (count.cut > 0) notes.push(`${count.cut} ways are cut or incomplete; what is there was used`);
  if (count.repeated > 0) notes.push(`${count.repeated} objects stand more than once in the file`);
  return { features: [...features.values()], notes };
}

function isWanted(tags: MapFeature['tags']): boolean {
  return KEYS.some((k) => tags[k] !== undefined);
}

function pathLength(way: OsmWay): number {
  return way.geometry?.length ?? way.refs.length;
}

/** The known stretches of a way: it is split where the file holds no position. */
function runsOf(way: OsmWay, points: PointTable): LonLat[][] {
  return splitAtGaps(way.geometry ?? way.refs.map((r) => points.get(r)));
}

function splitAtGaps(path: readonly (LonLat | null)[]): LonLat[][] {
  const out: LonLat[][] = [];
  let run: LonLat[] = [];
  for (const p of path) {
    if (p !== null) run.push(p);
    else if (run.length > 0) {
      out.push(run);
      run = [];
    }
  }
  if (run.length > 0) out.push(run);
  return out;
}

function wayGeometry(way: OsmWay, runs: readonly LonLat[][]): MapGeometry | null {
  const linear =
    way.tags['area'] !== 'yes' &&
    (LINEAR.some((k) => way.tags[k] !== undefined) ||
      ['line', 'minor_line', 'cable'].includes(way.tags['power'] ?? '') ||
      ['runway', 'taxiway'].includes(way.tags['aeroway'] ?? ''));
  const only = runs.length === 1 ? runs[0]! : null;
  const closed = only !== null && only.length >= 4 && same(only[0]!, only.at(-1)!);
  if (closed && !linear) return { type: 'area', rings: [only] };
  if (!linear && (way.tags['building'] !== undefined || way.tags['building:part'] !== undefined)) {
    const all = runs.flat();
    if (way.bounds !== null) return { type: 'area', rings: [boxRing(way.bounds)] };
    if (all.length >= 3) return { type: 'area', rings: [closedRing(all)] };
  }
  const lines = runs.filter((r) => r.length >= 2);
  if (lines.length > 0) return { type: 'line', lines };
  return placeOnly(way.center, way.bounds, runs);
}

function placeOnly(
  center: LonLat | null,
  bounds: BoundsDeg | null,
  runs: readonly LonLat[][],
): MapGeometry | null {
  if (center !== null) return { type: 'point', at: center };
  if (bounds !== null)
    return { type: 'point', at: [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2] };
  const first = runs[0]?.[0];
  return first === undefined ? null : { type: 'point', at: first };
}

function relationGeometry(
  relation: OsmRelation,
  ways: ReadonlyMap<number, OsmWay>,
  points: PointTable,
): MapGeometry | null {
  const pieces: LonLat[][] = [];
  for (const m of relation.members) {
    if (m.type !== 'way' || m.role === 'inner') continue;
    if (m.geometry !== null) pieces.push(...splitAtGaps(m.geometry));
    else {
      const way = ways.get(m.ref);
      if (way !== undefined) pieces.push(...runsOf(way, points));
    }
  }
  const rings = joinRings(pieces);
  if (rings.length > 0) return { type: 'area', rings };
  return placeOnly(relation.center, relation.bounds, pieces);
}

/** Joins open pieces end to end into closed rings; what does not close is left out. */
export function joinRings(pieces: readonly (readonly LonLat[])[]): LonLat[][] {
  const rings: LonLat[][] = [];
  const open = pieces.filter((p) => p.length >= 2).map((p) => [...p]);
  while (open.length > 0) {
    let path = open.shift()!;
    for (;;) {
      if (path.length >= 4 && same(path[0]!, path.at(-1)!)) {
        rings.push(path);
        break;
      }
      const end = path.at(-1)!;
      const next = open.findIndex((p) => same(p[0]!, end) || same(p.at(-1)!, end));
      if (next < 0) break;
      const piece = open.splice(next, 1)[0]!;
      if (!same(piece[0]!, end)) piece.reverse();
      path = [...path, ...piece.slice(1)];
    }
  }
  return rings;
}

function same(a: LonLat, b: LonLat): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function closedRing(points: readonly LonLat[]): LonLat[] {
  return same(points[0]!, points.at(-1)!) ? [...points] : [...points, points[0]!];
}

function boxRing([w, s, e, n]: BoundsDeg): LonLat[] {
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
}
