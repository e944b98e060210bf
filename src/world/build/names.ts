import { byCodeUnits, cleanName } from '#base';
import { type PlaceKind } from '../city.ts';
import { type OtherNames } from '../ids.ts';
import { type MapFeature } from './extract.ts';

type Tags = MapFeature['tags'];

/** Cyrillic letters as Latin ones (BGN/PCGN 1947, without its special cases), for ids only. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh ' +
    'щ shch ъ  ы y ь  э e ю yu я ya і i ї yi є ye ґ g'
  )
    .split(/(?<=[a-z ]) (?=[а-яёіїєґ])/u)
    .map((pair) => [pair.slice(0, 1), pair.slice(1).trim()]),
);

/** A name as part of an id: lower-case Latin letters, digits and `_`; empty where nothing Latin is left. */
export function slugOf(name: string): string {
  const latin = [...name.toLowerCase().normalize('NFC')].map((c) => LATIN[c] ?? c).join('');
  return latin
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 48)
    .replace(/_+$/, '');
}

/** A raw name as a valid Name, or null where nothing is left of it. */
export function usableName(raw: string | undefined): string | null {
  if (raw === undefined) return null;
  let name = cleanName(raw);
  while (name.length > 80) name = [...name].slice(0, -1).join('');
  name = name.trim();
  return name === '' || cleanName(name) !== name ? null : name;
}

/** The name that a place is shown by: English where the map has it. */
export function mainName(tags: Tags): string | null {
  return usableName(tags['name:en']) ?? usableName(tags['name']) ?? usableName(tags['int_name']);
}

/** Names in other languages and other spellings, sorted by their script where the map names no language. */
export function otherNames(tags: Tags, main: string): OtherNames {
  const found = { en: new Set<string>(), ru: new Set<string>(), zh: new Set<string>() };
  const add = (raw: string | undefined, language: 'en' | 'ru' | 'zh' | null): void => {
    for (const part of (raw ?? '').split(';')) {
      const name = usableName(part);
      if (name === null || name === main) continue;
      const script = /\p{Script=Han}/u.test(name) ? 'zh' : /\p{Script=Cyrillic}/u.test(name) ? 'ru' : 'en';
      found[language ?? script].add(name);
    }
  };
  add(tags['name:en'], 'en');
  add(tags['name:ru'], 'ru');
  for (const key of ['name:zh', 'name:zh-Hans', 'name:zh-Hant']) add(tags[key], 'zh');
  for (const key of ['name', 'int_name', 'official_name', 'alt_name', 'short_name', 'loc_name'])
    add(tags[key], null);
  const list = (s: ReadonlySet<string>): string[] => [...s].slice(0, 20);
  return { en: list(found.en), ru: list(found.ru), zh: list(found.zh) };
}

/** A name reduced to what makes two writings of it the same: case, accents, punctuation and a leading "the" are dropped. */
export function sameNameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');
}

/** A kind in words. */
export function kindWords(kind: PlaceKind): string {
  return kind.replaceAll('_', ' ');
}

/** Orders `node/2` before `node/10` and those before `way/1`. */
export function bySourceId(a: string, b: string): number {
  const [at, an] = splitId(a);
  const [bt, bn] = splitId(b);
  return byCodeUnits(at, bt) || an - bn || byCodeUnits(a, b);
}

function splitId(id: string): [string, number] {
  const m = /^([a-z]+)\/(\d+)$/.exec(id);
  return m === null ? [id, 0] : [m[1]!, Number(m[2])];
}
