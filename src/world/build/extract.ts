import { type LonLat } from '#geo';

/** The shape of a mapped thing. An area is its outer rings, each closed; holes are not kept. */
export type MapGeometry =
  | { readonly type: 'point'; readonly at: LonLat }
  | { readonly type: 'line'; readonly lines: readonly (readonly LonLat[])[] }
  | { readonly type: 'area'; readonly rings: readonly (readonly LonLat[])[] };

/** One mapped thing with the tags of OpenStreetMap; other sources are translated to them. */
export type MapFeature = {
  /** `node/1`, `way/2`, `relation/3`, or the source's own stable id. */
  readonly source_id: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly geometry: MapGeometry;
};

/** A part of a map, whatever file it came from. Names in it are data and may say anything. */
export type MapExtract = {
  readonly source: string;
  readonly attribution: string;
  /** Date or time of the data where the source states one. */
  readonly snapshot: string | null;
  /** [west, south, east, north] where the source states them. */
  readonly bounds: readonly [number, number, number, number] | null;
  readonly features: readonly MapFeature[];
  /** What was left out or repaired while reading, for the import report. */
  readonly notes: readonly string[];
};

/** Extracts as one: the first feature of a source id wins, so a file given twice changes nothing. */
export function mergeExtracts(extracts: readonly MapExtract[]): MapExtract | null {
  const first = extracts[0];
  if (first === undefined) return null;
  if (extracts.length === 1) return first;
  const features = new Map<string, MapFeature>();
  for (const e of extracts) {
    for (const f of e.features) {
      const known = features.get(f.source_id);
      if (known === undefined || (known.geometry.type === 'point' && f.geometry.type !== 'point')) {
        features.set(f.source_id, f);
      }
    }
  }
  const distinct = (values: readonly (string | null)[]): string[] => [
    ...new Set(values.filter((v): v is string => v !== null)),
  ];
  const bounds = extracts.flatMap((e) => (e.bounds === null ? [] : [e.bounds]));
  return {
    source: distinct(extracts.map((e) => e.source)).join('; '),
    attribution: distinct(extracts.map((e) => e.attribution)).join('; '),
    snapshot: distinct(extracts.map((e) => e.snapshot)).sort()[0] ?? null,
    bounds:
      bounds.length === 0
        ? null
        : [
            Math.min(...bounds.map((b) => b[0])),
            Math.min(...bounds.map((b) => b[1])),
            Math.max(...bounds.map((b) => b[2])),
            Math.max(...bounds.map((b) => b[3])),
          ],
    features: [...features.values()],
    notes: extracts.flatMap((e) => e.notes),
  };
}
