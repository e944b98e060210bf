import { type LonLat } from '#geo';
import {
  MOST_NODES,
  type OsmData,
  type OsmMember,
  type OsmNode,
  type OsmRelation,
  type OsmWay,
  PointTable,
  type Tags,
} from './osm-data.ts';
import { WireError, type WireReader, WireReader as Wire, signed, unsigned } from './pbf-wire.ts';

/** Thrown when a file holds more nodes than MOST_NODES. */
export class TooManyNodes extends Error {}

const MEMBER_TYPES = ['node', 'way', 'relation'];

/** How a block writes degrees: units of `granularity` nanodegrees from an offset. */
type Scale = { granularity: number; lat_offset: number; lon_offset: number };

/** Collects nodes, ways and relations from the PrimitiveBlocks of a file. */
export class PrimitiveReader {
  private readonly points = new PointTable();
  private readonly nodes: OsmNode[] = [];
  private readonly ways: OsmWay[] = [];
  private readonly relations: OsmRelation[] = [];
  private strings: string[] = [];
  private scale: Scale = { granularity: 100, lat_offset: 0, lon_offset: 0 };
  private date_granularity_ms = 1000;
  /** Time of the newest object, milliseconds since the epoch; 0 where no object has one. */
  newest_ms = 0;

  done(): Pick<OsmData, 'points' | 'nodes' | 'ways' | 'relations'> {
    return { points: this.points, nodes: this.nodes, ways: this.ways, relations: this.relations };
  }

  /** One PrimitiveBlock. The string table and scale may stand after the groups, so they are read first. */
  block(data: Uint8Array): void {
    const r = new Wire(data);
    const groups: WireReader[] = [];
    this.strings = [];
    this.scale = { granularity: 100, lat_offset: 0, lon_offset: 0 };
    this.date_granularity_ms = 1000;
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 1 && wire === 2) this.readStrings(r.message());
      else if (field === 2 && wire === 2) groups.push(r.message());
      else if (field === 18 && wire === 0) this.date_granularity_ms = r.varint();
      else if (field === 17 && wire === 0) this.scale.granularity = r.varint();
      else if (field === 19 && wire === 0) this.scale.lat_offset = r.varint();
      else if (field === 20 && wire === 0) this.scale.lon_offset = r.varint();
      else r.skip(wire);
    }
    for (const g of groups) this.group(g);
  }

  private readStrings(r: WireReader): void {
    const decoder = new TextDecoder();
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 1 && wire === 2) this.strings.push(decoder.decode(r.slice()));
      else r.skip(wire);
    }
  }

  private group(r: WireReader): void {
    while (r.more) {
      const { field, wire } = r.tag();
      if (wire !== 2) r.skip(wire);
      else if (field === 1) this.node(r.message());
      else if (field === 2) this.dense(r.message());
      else if (field === 3) this.way(r.message());
      else if (field === 4) this.relation(r.message());
      else r.skip(wire);
    }
  }

  private text(index: number | undefined): string {
    const s = index === undefined ? undefined : this.strings[index];
    if (s === undefined) throw new WireError('a tag points outside the string table');
    return s;
  }

  private tags(keys: readonly number[], values: readonly number[]): Tags {
    const out: Record<string, string> = {};
    for (let i = 0; i < keys.length; i++) {
      const key = this.text(keys[i]);
      if (key !== '__proto__') out[key] = this.text(values[i]);
    }
    return out;
  }

  private keep(id: number, lat_units: number, lon_units: number): LonLat {
    const { granularity, lat_offset, lon_offset } = this.scale;
    // Whole units first: 100 nanodegrees divide 1e9 evenly, so seven decimals come out as a text reader would see them.
    const lat = (lat_offset + granularity * lat_units) / 1e9;
    const lon = (lon_offset + granularity * lon_units) / 1e9;
    if (!(lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180)) {
      throw new WireError(`node ${id} lies outside the Earth`);
    }
    this.points.set(id, lon, lat);
    if (this.points.size > MOST_NODES) {
      throw new TooManyNodes(`more than ${MOST_NODES} nodes: cut the extract to the city's bounds`);
    }
    return [lon, lat];
  }

  private node(r: WireReader): void {
    let [id, lat, lon] = [0, 0, 0];
    const keys: number[] = [];
    const values: number[] = [];
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 1 && wire === 0) id = r.zigzag();
      else if (field === 2) r.numbers(wire, unsigned, keys);
      else if (field === 3) r.numbers(wire, unsigned, values);
      else if (field === 8 && wire === 0) lat = r.zigzag();
      else if (field === 9 && wire === 0) lon = r.zigzag();
      else r.skip(wire);
    }
    const at = this.keep(id, lat, lon);
    if (keys.length > 0) this.nodes.push({ id, at, tags: this.tags(keys, values) });
  }

  private dense(r: WireReader): void {
    const ids: number[] = [];
    const lats: number[] = [];
    const lons: number[] = [];
    const keysValues: number[] = [];
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 1) r.numbers(wire, signed, ids);
      else if (field === 5 && wire === 2) this.denseInfo(r.message());
      else if (field === 8) r.numbers(wire, signed, lats);
      else if (field === 9) r.numbers(wire, signed, lons);
      else if (field === 10) r.numbers(wire, unsigned, keysValues);
      else r.skip(wire);
    }
    if (lats.length !== ids.length || lons.length !== ids.length) {
      throw new WireError('dense nodes have lists of different lengths');
    }
    let [id, lat, lon, k] = [0, 0, 0, 0];
    for (let i = 0; i < ids.length; i++) {
      id += ids[i]!;
      lat += lats[i]!;
      lon += lons[i]!;
      const at = this.keep(id, lat, lon);
      const keys: number[] = [];
      const values: number[] = [];
      while (k < keysValues.length && keysValues[k] !== 0) {
        keys.push(keysValues[k]!);
        values.push(keysValues[k + 1] ?? -1);
        k += 2;
      }
      k++;
      if (keys.length > 0) this.nodes.push({ id, at, tags: this.tags(keys, values) });
    }
  }

  private denseInfo(r: WireReader): void {
    const stamps: number[] = [];
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 2) r.numbers(wire, signed, stamps);
      else r.skip(wire);
    }
    for (const t of runningSums(stamps)) {
      this.newest_ms = Math.max(this.newest_ms, t * this.date_granularity_ms);
    }
  }

  private way(r: WireReader): void {
    let id = 0;
    const keys: number[] = [];
    const values: number[] = [];
    const refs: number[] = [];
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 1 && wire === 0) id = r.varint();
      else if (field === 2) r.numbers(wire, unsigned, keys);
      else if (field === 3) r.numbers(wire, unsigned, values);
      else if (field === 8) r.numbers(wire, signed, refs);
      else r.skip(wire);
    }
    this.ways.push({
      id,
      tags: this.tags(keys, values),
      refs: runningSums(refs),
      geometry: null,
      bounds: null,
      center: null,
    });
  }

  private relation(r: WireReader): void {
    let id = 0;
    const keys: number[] = [];
    const values: number[] = [];
    const roles: number[] = [];
    const refs: number[] = [];
    const types: number[] = [];
    while (r.more) {
      const { field, wire } = r.tag();
      if (field === 1 && wire === 0) id = r.varint();
      else if (field === 2) r.numbers(wire, unsigned, keys);
      else if (field === 3) r.numbers(wire, unsigned, values);
      else if (field === 8) r.numbers(wire, unsigned, roles);
      else if (field === 9) r.numbers(wire, signed, refs);
      else if (field === 10) r.numbers(wire, unsigned, types);
      else r.skip(wire);
    }
    const members: OsmMember[] = runningSums(refs).map((ref, i) => ({
      type: MEMBER_TYPES[types[i] ?? -1] ?? 'unknown',
      ref,
      role: this.text(roles[i]),
      geometry: null,
    }));
    this.relations.push({ id, tags: this.tags(keys, values), members, bounds: null, center: null });
  }
}

/** Differences to values. */
function runningSums(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((d) => (sum += d));
}
