import { type LonLat } from '#geo';

/** Tags of an object: OpenStreetMap's free keys and values. */
export type Tags = Readonly<Record<string, string>>;

/** Most nodes of one extract: beyond it a city is no city, and memory runs out before anything useful is built. */
export const MOST_NODES = 3_000_000;

/** [west, south, east, north] in degrees. */
export type BoundsDeg = readonly [number, number, number, number];

export type OsmNode = { readonly id: number; readonly at: LonLat; readonly tags: Tags };

/** A way by references to nodes, by its own geometry, or (Overpass `out center`, `out bb`) only a place. */
export type OsmWay = {
  readonly id: number;
  readonly tags: Tags;
  readonly refs: readonly number[];
  /** Null entries lie outside a clipped box. */
  readonly geometry: readonly (LonLat | null)[] | null;
  readonly bounds: BoundsDeg | null;
  readonly center: LonLat | null;
};

export type OsmMember = {
  readonly type: string;
  readonly ref: number;
  readonly role: string;
  readonly geometry: readonly (LonLat | null)[] | null;
};

export type OsmRelation = {
  readonly id: number;
  readonly tags: Tags;
  readonly members: readonly OsmMember[];
  readonly bounds: BoundsDeg | null;
  readonly center: LonLat | null;
};

/** What any OpenStreetMap file says, before geometry is put together. Order of objects in the file does not matter. */
export type OsmData = {
  readonly points: PointTable;
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations: readonly OsmRelation[];
  readonly bounds: BoundsDeg | null;
  readonly snapshot: string | null;
};

/** Positions of nodes by id; ids exceed 2^31 and stay exact up to 2^53. */
export class PointTable {
  private readonly index = new Map<number, number>();
  private lonLat = new Float64Array(2048);

  /** Nodes held. */
  get size(): number {
    return this.index.size;
  }

  /** Keeps a position; a later one of the same id replaces it. */
  set(id: number, lon: number, lat: number): void {
    let at = this.index.get(id);
    if (at === undefined) {
      at = this.index.size;
      this.index.set(id, at);
      if (at * 2 + 2 > this.lonLat.length) {
        const next = new Float64Array(this.lonLat.length * 2);
        next.set(this.lonLat);
        this.lonLat = next;
      }
    }
    this.lonLat[at * 2] = lon;
    this.lonLat[at * 2 + 1] = lat;
  }

  /** The position of a node, or null where the file does not hold it. */
  get(id: number): LonLat | null {
    const at = this.index.get(id);
    return at === undefined ? null : [this.lonLat[at * 2]!, this.lonLat[at * 2 + 1]!];
  }
}

/** Whether a pair is a position on Earth. */
export function isPosition(lon: unknown, lat: unknown): boolean {
  return (
    typeof lon === 'number' && typeof lat === 'number' && lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90
  );
}
