import type { PlaceKind, SystemState } from '#world';
import { createFrame } from '#geo';
import { editDistance } from '#base';
import { type Entity, type Lexicon, sortedUnique } from './entities.ts';
import { KIND_WORDS } from './kinds.ts';
import { DIRECTION_WORDS, ORDINARY } from './ordinary.ts';
import { anyOf } from './pattern.ts';
import { isLabel } from './words.ts';

/** Places of one kind and one name closer than this are one place that is mapped twice (as a point and as an area). */
const DOUBLE_M = 250;
/** At most this share of a name's letters may be mistyped. */
const TYPO_RATIO = 0.2;

/** East and north in metres of a state's places and aircraft, as far as its plane exists. */
export type Plane = (at: readonly [number, number]) => { readonly x_m: number; readonly y_m: number };

export function planeOf(state: SystemState): Plane {
  const frame = createFrame(state.city.origin);
  return frame.ok ? frame.value.toPlane : ([lon, lat]) => ({ x_m: lon, y_m: lat });
}

/** Distance in metres between two positions in the plane. */
export function distance_m(plane: Plane, a: readonly [number, number], b: readonly [number, number]): number {
  const p = plane(a);
  const q = plane(b);
  return Math.hypot(p.x_m - q.x_m, p.y_m - q.y_m);
}

/** Leaves one of several entries for the same place: same kind, same name, next to each other; the lowest id stays. */
export function mergeDoubles(candidates: readonly Entity[], plane: Plane): Entity[] {
  const kept: Entity[] = [];
  for (const entity of sortedUnique(candidates)) {
    const place = entity.place;
    const twin = kept.find(
      (k) =>
        place !== null &&
        k.place !== null &&
        k.place.kind === place.kind &&
        k.place.name === place.name &&
        distance_m(plane, k.place.at, place.at) <= DOUBLE_M,
    );
    if (twin === undefined) kept.push(entity);
  }
  return kept;
}

/** How a written name was found. */
export type NameMatch = { readonly entities: readonly Entity[]; readonly note: string };

const KIND_REGEX = new Map<PlaceKind, RegExp>(KIND_WORDS.map(([kind, sources]) => [kind, anyOf(sources)]));
const ANY_KIND = anyOf(KIND_WORDS.flatMap(([, sources]) => sources));

/**
 * Entities among `pool` that part of a name fits: first those whose name holds all the words, then, where none does, the
 * nearest spelling if it is close and alone. Labels (`A`, `3`) are never corrected.
 */
export function matchName(
  keys: readonly string[],
  written: string,
  pool: readonly Entity[],
): NameMatch | null {
  const words = keys.filter((k) => !ORDINARY.has(k) && !isLabel(k));
  if (words.length === 0) return null;
  const part = pool.filter((e) => e.aliases.some((a) => keys.every((k) => a.keys.includes(k))));
  // A direction alone is part of many names: it can be asked about, never taken.
  if (words.every((k) => DIRECTION_WORDS.has(k))) {
    return part.length > 1 ? { entities: part, note: 'part of a name' } : null;
  }
  if (part.length > 0) return { entities: part, note: 'part of a name' };
  return nearestSpelling(written, pool);
}

function nearestSpelling(written: string, pool: readonly Entity[]): NameMatch | null {
  const wanted = bare(written, null);
  if (wanted.length < 5 || /[\u3400-\u9fff]/u.test(wanted)) return null;
  const most = Math.max(1, Math.floor(wanted.length * TYPO_RATIO));
  let best = most + 1;
  let found: Entity[] = [];
  for (const entity of pool) {
    for (const alias of entity.aliases) {
      if (Math.abs(alias.text.length - wanted.length) > most + 24) continue;
      for (const text of [alias.text, bare(alias.text, entity.place?.kind ?? null)]) {
        if (Math.abs(text.length - wanted.length) > most || !sameLabels(text, wanted)) continue;
        const distance = editDistance(text, wanted);
        if (distance < best) {
          best = distance;
          found = [entity];
        } else if (distance === best && distance <= most && !found.includes(entity)) found.push(entity);
      }
    }
  }
  return best <= most ? { entities: found, note: 'a spelling corrected' } : null;
}

/** A name without the words for its kind, without articles and signs. */
function bare(text: string, kind: PlaceKind | null): string {
  const words = kind === null ? ANY_KIND : KIND_REGEX.get(kind)!;
  const stripped = text
    .replace(words, ' ')
    .replace(/["'_.,()#-]/g, ' ')
    .replace(/\bthe\b/g, ' ');
  const out = stripped.replace(/\s+/g, ' ').trim();
  return out === '' ? text : out;
}

function sameLabels(a: string, b: string): boolean {
  const labels = (s: string): string => (s.match(/\d+|(?<![a-zа-я])[a-zа-я](?![a-zа-я])/gu) ?? []).join(' ');
  return labels(a) === labels(b);
}

/** Ids whose names come nearest to what was written, nearest first, ties by id. */
export function nearestIds(
  written: string,
  lexicon: Lexicon,
  types: readonly Entity['type'][],
  most = 5,
): string[] {
  const wanted = written.slice(0, 60).toLowerCase();
  return lexicon.entities
    .filter((e) => types.includes(e.type))
    .map((e) => ({
      id: e.id,
      distance: Math.min(...e.aliases.map((a) => editDistance(a.text.slice(0, 60), wanted))),
    }))
    .sort((x, y) => x.distance - y.distance || (x.id < y.id ? -1 : x.id > y.id ? 1 : 0))
    .slice(0, most)
    .map((x) => x.id);
}
