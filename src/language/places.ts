import type { SystemState } from '#world';
import { LIMITS } from '#base';
import type { Entity, Lexicon } from './entities.ts';
import type { Mention } from './mentions.ts';
import { complain, type Notebook } from './notebook.ts';
import type { Ambiguity, ReadField, UnknownMention } from './reading.ts';
import { type Plane, mergeDoubles, nearestIds } from './resolve.ts';

/** Where answers about mentions are collected. */
export type Desk = {
  readonly state: SystemState;
  readonly lexicon: Lexicon;
  readonly plane: Plane;
  readonly mentions: readonly Mention[];
  readonly book: Notebook;
  readonly ambiguous: Ambiguity[];
  readonly unknown: UnknownMention[];
};

/** What stands for an anchor where a description says `the nearest` and not to what. */
export type Anchor = { readonly id: string; readonly at: readonly [number, number] } | null;

/** Ids that a mention means, of one type; an empty list where that has been noted as a question. */
export function idsOf(
  mention: Mention,
  type: Entity['type'],
  field: ReadField,
  desk: Desk,
  anchor: Anchor = null,
): string[] {
  const candidates = mergeDoubles(
    mention.candidates.filter((e) => e.type === type),
    desk.plane,
  );
  const text = mention.text;
  if (candidates.length === 0) {
    if (mention.candidates.length > 0) {
      const ids = mention.candidates.map((e) => e.id).join(', ');
      complain(
        desk.book,
        'unsupported',
        field,
        text,
        `${ids} is no ${type === 'uav' ? 'aircraft' : type}, so it cannot be the ${field}.`,
      );
    } else noteUnknown(text, type, field, desk);
    return [];
  }
  if (mention.all) return candidates.map((e) => e.id);
  if (mention.nearest !== null) return nearestOf(mention, candidates, field, desk, anchor);
  if (candidates.length === 1 && !mention.doubtful) return [candidates[0]!.id];
  noteAmbiguous(text, candidates, field, desk);
  return [];
}

export function noteUnknown(text: string, type: Entity['type'], field: ReadField, desk: Desk): void {
  if (desk.unknown.some((u) => u.mention === text && u.field === field)) return;
  desk.unknown.push({ field, mention: text, nearest: nearestIds(text, desk.lexicon, [type]) });
}

function noteAmbiguous(text: string, candidates: readonly Entity[], field: ReadField, desk: Desk): void {
  const ids = candidates.map((e) => e.id).slice(0, LIMITS.suggestions);
  if (desk.ambiguous.some((a) => a.mention === text && a.field === field)) return;
  desk.ambiguous.push({ field, mention: text, candidates: ids });
}

function nearestOf(
  mention: Mention,
  candidates: readonly Entity[],
  field: ReadField,
  desk: Desk,
  fallback: Anchor,
): string[] {
  if (candidates.length === 1) return [candidates[0]!.id];
  const anchor = anchorOf(mention, field, desk) ?? fallback;
  if (anchor === null) {
    noteAmbiguous(mention.text, candidates, field, desk);
    return [];
  }
  const from = desk.plane(anchor.at);
  const ranked = candidates
    .filter((e) => e.id !== anchor.id)
    .map((e) => {
      const p = desk.plane(e.place!.at);
      return { e, distance_m: Math.hypot(p.x_m - from.x_m, p.y_m - from.y_m) };
    })
    .sort((a, b) => a.distance_m - b.distance_m || (a.e.id < b.e.id ? -1 : 1));
  const best = ranked.filter((r) => r.distance_m <= ranked[0]!.distance_m + 1e-6);
  if (best.length === 1) return [best[0]!.e.id];
  noteAmbiguous(
    mention.text,
    best.map((r) => r.e),
    field,
    desk,
  );
  return [];
}

function anchorOf(mention: Mention, field: ReadField, desk: Desk): Anchor {
  const index = mention.nearest?.anchor ?? null;
  const named = index === null ? undefined : desk.mentions[index];
  if (named === undefined) return null;
  const [id] = idsOf(named, named.type === 'uav' ? 'uav' : 'place', field, desk);
  return id === undefined ? null : anchorAt(id, desk.state);
}

/** The position of a place or an aircraft. */
export function anchorAt(id: string | null, state: SystemState): Anchor {
  if (id === null) return null;
  const found = state.city.places.find((p) => p.id === id) ?? state.fleet.find((u) => u.id === id);
  return found === undefined ? null : { id, at: found.at };
}

/** Zones that carry a place's name, where a place is to be avoided. */
export function zonesAbout(mention: Mention, desk: Desk): Entity[] {
  const places = mention.candidates.filter((e) => e.type === 'place');
  return desk.lexicon.entities.filter(
    (z) =>
      z.type === 'zone' &&
      places.some((p) =>
        p.aliases.some((a) =>
          z.aliases.some(
            (b) => b.keys.length > a.keys.length && ` ${b.keys.join(' ')} `.includes(` ${a.keys.join(' ')} `),
          ),
        ),
      ),
  );
}
