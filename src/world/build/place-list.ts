import { byCodeUnits } from '#base';
import { type Frame } from '#geo';
import { type Place, type PlaceKind } from '../city.ts';
import { isHistorical, placeKindOf, placeRank } from './classify.ts';
import { type MapFeature } from './extract.ts';
import { bySourceId, kindWords, mainName, otherNames, sameNameKey, slugOf, usableName } from './names.ts';
import { shortId } from './obstacles.ts';
import { type EastNorth, distance_m, eastNorthOf } from './plane-kit.ts';
import { centroidOf, insideRing } from './rings.ts';

/** A place before its pad is chosen: `at` is where the map has it. */
export type PlaceDraft = {
  readonly id: string;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly other_names: Place['other_names'];
  readonly at: EastNorth;
  readonly source_id: string;
};

/** Two things of one kind and one name nearer than this are one thing, mapped twice. */
const SAME_NAME_M = 500;
/** Two helipads this near are one, whatever they are called. */
const SAME_PAD_M = 60;
/** A nameless thing this near to another of its kind is a part of it. */
const NAMELESS_M = 150;

type Candidate = {
  readonly feature: MapFeature;
  readonly kind: PlaceKind;
  readonly name: string | null;
  readonly at: EastNorth;
  readonly rings: readonly (readonly EastNorth[])[];
};

/** Places of an extract inside the city: the past left out, doubles merged, ids and names made unique. Sorted by id. */
export function draftPlaces(
  features: readonly MapFeature[],
  frame: Frame,
  isInside: (at: EastNorth) => boolean,
): { drafts: PlaceDraft[]; notes: string[] } {
  let historical = 0;
  const candidates: Candidate[] = [];
  for (const feature of features) {
    const kind = placeKindOf(feature.tags);
    if (kind === null) continue;
    const shape = placeShape(feature, frame);
    if (shape === null || !isInside(shape.at)) continue;
    if (isHistorical(feature.tags)) historical++;
    else candidates.push({ feature, kind, name: mainName(feature.tags), ...shape });
  }
  candidates.sort(
    (a, b) =>
      Number(a.name === null) - Number(b.name === null) ||
      Number(a.rings.length === 0) - Number(b.rings.length === 0) ||
      bySourceId(a.feature.source_id, b.feature.source_id),
  );
  const kept: Candidate[] = [];
  for (const c of candidates) if (!kept.some((k) => isSameThing(k, c))) kept.push(c);
  const notes: string[] = [];
  if (historical > 0) notes.push(`${historical} historical places were left out`);
  const doubles = candidates.length - kept.length;
  if (doubles > 0) notes.push(`${doubles} places were merged with another of the same kind and name nearby`);
  const nameless = kept.filter((c) => c.name === null).length;
  if (nameless > 0)
    notes.push(`${nameless} places have no name in the map and are called by their kind and source id`);
  return { drafts: named(kept), notes };
}

function placeShape(f: MapFeature, frame: Frame): Pick<Candidate, 'at' | 'rings'> | null {
  const g = f.geometry;
  if (g.type === 'point') return { at: eastNorthOf(frame, g.at), rings: [] };
  if (g.type === 'area') {
    const rings = g.rings.map((r) => r.map((p) => eastNorthOf(frame, p)));
    return { at: centroidOf(rings[0]!), rings };
  }
  const line = g.lines.reduce((a, b) => (b.length > a.length ? b : a));
  return { at: eastNorthOf(frame, line[Math.floor((line.length - 1) / 2)]!), rings: [] };
}

function isSameThing(known: Candidate, next: Candidate): boolean {
  if (known.kind !== next.kind || known.kind === 'power_line') return false;
  const near_m = distance_m(known.at, next.at);
  if (known.kind === 'helipad' && near_m <= SAME_PAD_M) return true;
  const within = known.rings.some((r) => insideRing(r, next.at));
  if (next.name === null) return within || near_m <= NAMELESS_M;
  if (known.name === null || sameNameKey(known.name) !== sameNameKey(next.name)) return false;
  return within || near_m <= SAME_NAME_M;
}

/** Ids from kind and name, numbered where two would be the same; names told apart by kind, then by number. */
function named(kept: readonly Candidate[]): PlaceDraft[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  const out: PlaceDraft[] = [];
  const ordered = [...kept].sort(
    (a, b) => placeRank(a.kind) - placeRank(b.kind) || bySourceId(a.feature.source_id, b.feature.source_id),
  );
  for (const c of ordered) {
    const source = shortId(c.feature.source_id);
    const slug = c.name === null ? '' : slugOf(c.name);
    const base = `${c.kind}_${slug === '' ? source : slug}`;
    let id = base;
    for (let n = 2; ids.has(id); n++) id = `${base}_${n}`;
    ids.add(id);
    const plain = c.name ?? `Unnamed ${kindWords(c.kind)} (${c.feature.source_id.replace('/', ' ')})`;
    const name = [plain, `${title(kindWords(c.kind))} of ${plain}`, `${plain} (${source})`]
      .map((n) => usableName(n) ?? plain)
      .find((n) => !names.has(sameNameKey(n)));
    names.add(sameNameKey(name ?? plain));
    out.push({
      id,
      kind: c.kind,
      name: name ?? plain,
      other_names: otherNames(c.feature.tags, plain),
      at: c.at,
      source_id: c.feature.source_id,
    });
  }
  return out.sort((a, b) => byCodeUnits(a.id, b.id));
}

function title(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
