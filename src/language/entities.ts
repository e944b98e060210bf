import type { Place, PlaceKind, SystemState, Zone, ZoneKind } from '#world';
import { byCodeUnits } from '#base';
import { isLabel, labelKey, tokenize, wordKey } from './words.ts';
import { foldText } from './work-text.ts';

/** One thing of the state that an instruction may speak of. */
export type Entity = {
  readonly id: string;
  readonly type: 'place' | 'zone' | 'uav' | 'corridor';
  readonly place: Place | null;
  readonly zone: Zone | null;
  readonly aliases: readonly Alias[];
};

/** One way to write an entity: its id, its name, a name in another language, or a name without its brackets. */
export type Alias = {
  readonly text: string;
  readonly keys: readonly string[];
};

/** All entities, in the order places, zones, aircraft, corridors. */
export type Lexicon = {
  readonly entities: readonly Entity[];
  /** Aliases whose words all stand in the instruction, by their first word. */
  readonly byFirstKey: ReadonlyMap<string, readonly { readonly alias: Alias; readonly entity: Entity }[]>;
  readonly byId: ReadonlyMap<string, Entity>;
};

type Named = {
  readonly id: string;
  readonly name: string;
  readonly other_names?: { readonly ru: string[]; readonly zh: string[]; readonly en: string[] };
};

/** Indexes the state for one instruction, whose word keys are given. */
export function buildLexicon(state: SystemState, wordKeys: ReadonlySet<string>): Lexicon {
  const entities: Entity[] = [];
  const add = (named: Named, type: Entity['type'], place: Place | null, zone: Zone | null): void => {
    entities.push({ id: named.id, type, place, zone, aliases: aliasesOf(named) });
  };
  for (const p of state.city.places) add(p, 'place', p, null);
  for (const z of state.airspace.zones) add(z, 'zone', null, z);
  for (const u of state.fleet) add(u, 'uav', null, null);
  for (const c of state.airspace.corridors) add(c, 'corridor', null, null);
  const byFirstKey = new Map<string, { alias: Alias; entity: Entity }[]>();
  for (const entity of entities) {
    for (const alias of entity.aliases) {
      if (!alias.keys.every((k) => wordKeys.has(k))) continue;
      const list = byFirstKey.get(alias.keys[0]!);
      if (list === undefined) byFirstKey.set(alias.keys[0]!, [{ alias, entity }]);
      else list.push({ alias, entity });
    }
  }
  return { entities, byFirstKey, byId: new Map(entities.map((e) => [e.id, e])) };
}

function aliasesOf(named: Named): Alias[] {
  const texts = [named.id, named.name];
  const others = named.other_names;
  if (others !== undefined) texts.push(...others.en, ...others.ru, ...others.zh);
  const out = new Map<string, Alias>();
  const put = (text: string): void => {
    const keys = nameKeys(text);
    if (keys.length > 0 && !out.has(text)) out.set(text, { text, keys });
  };
  for (const raw of texts) {
    const text = foldText(raw);
    put(text);
    const bare = text.replace(/\s*\([^)]*\)/g, '').trim();
    if (bare !== text && bare !== '') put(bare);
    const noArticle = bare.replace(/^the /, '');
    if (noArticle !== bare) put(noArticle);
  }
  return [...out.values()];
}

const ASCII_WORD = /[a-z]+(?:'[a-z]+)*|\d+/g;
const ASCII = /^[\x20-\x7e]*$/;

/** The words of a name as keys: no punctuation, no `No.` before a number. */
export function nameKeys(text: string): string[] {
  const words = ASCII.test(text)
    ? (text.match(ASCII_WORD) ?? [])
    : tokenize(text)
        .map((t) => t.text)
        .filter(isWord);
  return words.filter((w, i) => !(isNumberSign(w) && /^\d/.test(words[i + 1] ?? ''))).map(wordKey);
}

/** True for words, numbers and Han characters; false for punctuation. */
export function isWord(text: string): boolean {
  return /^[\p{L}\p{N}]/u.test(text);
}

/** Words that say `number` before a number. */
export function isNumberSign(text: string): boolean {
  return text === 'no' || text === 'number' || text === 'номер' || text === 'nr';
}

/** Entities sorted by id, each once. */
export function sortedUnique(entities: readonly Entity[]): Entity[] {
  return [...new Map(entities.map((e) => [e.id, e])).values()].sort((a, b) => byCodeUnits(a.id, b.id));
}

const GENERIC: Readonly<Record<'uav' | 'zone', ReadonlySet<string>>> = {
  uav: new Set(
    ['uav', 'drone', 'uas', 'aircraft', 'quadcopter', 'бпла', 'дрон', 'беспилотник', 'аппарат', 'борт']
      .flatMap((w) => nameKeys(w))
      .concat([...'无人机号']),
  ),
  zone: new Set(
    ['zone', 'area', 'nfz', 'no', 'fly', 'зона', 'бесполетная']
      .flatMap((w) => nameKeys(w))
      .concat([...'禁飞区域空号']),
  ),
};

/** The labels of an aircraft or a zone: what is left of its names without words such as `drone` or `zone`. */
export function genericLabels(entity: Entity, type: 'uav' | 'zone'): Set<string> {
  const out = new Set<string>();
  for (const alias of entity.aliases) {
    const rest = alias.keys.filter((k) => !GENERIC[type].has(k));
    if (rest.length === 1 && rest.length < alias.keys.length && isLabel(rest[0]!))
      out.add(labelKey(rest[0]!));
  }
  return out;
}

/** The labels of a place: what is left of its names without the words for its kind. `School 3` has the label 3. */
export function placeLabels(entity: Entity, kindWords: RegExp): Set<string> {
  const out = new Set<string>();
  for (const alias of entity.aliases) {
    const rest = nameKeys(alias.text.replace(/_/g, ' ').replace(kindWords, ' ')).filter(
      (k) => k !== '号' && k !== '第',
    );
    if (rest.length === 1 && isLabel(rest[0]!)) out.add(labelKey(rest[0]!));
  }
  return out;
}

/** Places of a kind, in id order. */
export function placesOfKind(lexicon: Lexicon, kinds: readonly PlaceKind[]): Entity[] {
  return sortedUnique(lexicon.entities.filter((e) => e.place !== null && kinds.includes(e.place.kind)));
}

/** Zones of some kinds, in id order. */
export function zonesOfKind(lexicon: Lexicon, kinds: readonly ZoneKind[]): Entity[] {
  return sortedUnique(lexicon.entities.filter((e) => e.zone !== null && kinds.includes(e.zone.kind)));
}
