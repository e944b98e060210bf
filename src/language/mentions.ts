import type { PlaceKind } from '#world';
import {
  type Entity,
  type Lexicon,
  genericLabels,
  isNumberSign,
  isWord,
  placeLabels,
  sortedUnique,
} from './entities.ts';
import { KIND_WORDS, kindAt, kindsIn } from './kinds.ts';
import { DIRECTION_WORDS, ORDINARY, ORDINARY_HAN, SHORT_WORDS } from './ordinary.ts';
import { anyOf } from './pattern.ts';
import { type Token, isLabel, labelKey, tokenize } from './words.ts';
import {
  type Edit,
  MENTION_BASE,
  MENTION_LIMIT,
  type WorkText,
  applyEdits,
  sourceSpan,
} from './work-text.ts';

/** A place in the text that names something. No candidate: the state does not have it. Several: it is ambiguous. */
export type Mention = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly candidates: readonly Entity[];
  /** What kind of thing was named, where the words say so. */
  readonly type: Entity['type'] | null;
  /** A description that needs the rest of the reading: the nearest of `candidates` to something. */
  readonly nearest: Nearest | null;
  /** No more than a word for a kind: `the hospital`. */
  readonly bare: boolean;
  /** Found by less than its name: to be confirmed even where it is the only candidate. */
  readonly doubtful: boolean;
  /** Every candidate is meant, in this order (`all schools`). */
  readonly all: boolean;
  readonly note: string | null;
};
export type Nearest = { readonly anchor: number | null };

/** Adds a mention and gives the character that stands for it. */
export type Register = (mention: Mention) => string;

/** The mentions of one instruction, growing while it is read. */
export function mentionRegister(): { readonly mentions: Mention[]; readonly register: Register } {
  const mentions: Mention[] = [];
  return {
    mentions,
    register: (mention) => {
      if (mentions.length >= MENTION_LIMIT) return ' ';
      mentions.push(mention);
      return String.fromCharCode(MENTION_BASE + mentions.length - 1);
    },
  };
}

type Found = {
  readonly start: number;
  readonly end: number;
  readonly entities: Entity[];
  readonly keys: readonly string[];
};

/** Replaces every full name and id in the text by a mark. The longest name wins; equal names make one mention. */
export function markNames(work: WorkText, source: string, lexicon: Lexicon, register: Register): WorkText {
  const tokens = tokenize(work.text).filter((t) => isWord(t.text));
  const edits: Edit[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const found = longestAt(work, source, tokens, i, lexicon);
    if (found === null) continue;
    const put = (f: Found): void => {
      const written = work.text.slice(f.start, f.end);
      // A name that ends in a quotation takes its closing sign along.
      const open = written.split('"').length % 2 === 0 && work.text[f.end] === '"';
      const stop = f.end + (open ? 1 : 0);
      const span = sourceSpan(work, f.start, stop);
      const entities = kindFirst(exactFirst(f.entities, written), written);
      edits.push({ start: f.start, end: stop, by: ` ${register(mentionOf(source, span, entities))} ` });
    };
    put(found);
    let end = found.end;
    for (;;) {
      const more = labelAfter(work, end, found, lexicon);
      if (more === null) break;
      put(more);
      end = more.end;
    }
    while (i + 1 < tokens.length && tokens[i + 1]!.start < end) i++;
  }
  return applyEdits(work, edits);
}

function mentionOf(source: string, span: { from: number; to: number }, entities: readonly Entity[]): Mention {
  const candidates = sortedUnique(entities);
  const types = new Set(candidates.map((e) => e.type));
  return {
    ...span,
    text: source.slice(span.from, span.to).trim(),
    candidates,
    type: types.size === 1 ? candidates[0]!.type : null,
    nearest: null,
    bare: false,
    doubtful: false,
    all: false,
    note: null,
  };
}

/** Where ids differ only by leading zeros or punctuation, the one that is written exactly so. */
function exactFirst(entities: readonly Entity[], written: string): Entity[] {
  const exact = entities.filter((e) => e.aliases.some((a) => a.text === written.trim()));
  return exact.length > 0 ? exact : [...entities];
}

/** Where places of several kinds share a name that says a kind (`Johns Hopkins Hospital`), those of that kind. */
function kindFirst(entities: readonly Entity[], written: string): readonly Entity[] {
  if (entities.length < 2) return entities;
  const said = new Set(kindsIn(written).map((k) => k.kind));
  const fits = entities.filter((e) => e.place !== null && said.has(e.place.kind));
  return fits.length > 0 ? fits : entities;
}

function longestAt(
  work: WorkText,
  source: string,
  tokens: readonly Token[],
  i: number,
  lexicon: Lexicon,
): Found | null {
  let best: Found | null = null;
  for (const { alias, entity } of lexicon.byFirstKey.get(tokens[i]!.key) ?? []) {
    const last = matchKeys(work.text, tokens, i, alias.keys);
    if (last === -1) continue;
    const start = tokens[i]!.start;
    const end = tokens[last]!.end;
    if (best !== null && end < best.end) continue;
    if (!isPlausible(work, source, tokens, i, last)) continue;
    if (best !== null && end === best.end) best.entities.push(entity);
    else best = { start, end, entities: [entity], keys: alias.keys };
  }
  return best;
}

/** Index of the last token where the keys stand from token `i` on, with nothing but separators between; -1 otherwise. */
function matchKeys(text: string, tokens: readonly Token[], i: number, keys: readonly string[]): number {
  let at = i;
  for (let k = 0; k < keys.length; k++) {
    if (k > 0) {
      at++;
      if (at < tokens.length && isNumberSign(tokens[at]!.text) && tokens[at]!.key !== keys[k]) at++;
    }
    const token = tokens[at];
    if (token === undefined || token.key !== keys[k]) return -1;
    if (k > 0 && !isSeparator(text, tokens[at - 1]!, token)) return -1;
  }
  return at;
}

/** A point or colon followed by white space ends a sentence, unless it stands after a short abbreviation. */
function isSeparator(text: string, a: Token, b: Token): boolean {
  const gap = text.slice(a.end, b.start);
  if (/^[ ]{0,3}$/.test(gap)) return true;
  if (/^[_\-/:.]$/.test(gap)) return true;
  if (/^[ ]?(?:[-#№&("+]|[_/]|\("?|#")[ ]?$/.test(gap)) return true;
  return /^\.[ ]?$/.test(gap) && (a.text.length <= 3 || isNumberSign(a.text)) && !/^\d/.test(a.text);
}

/** Keeps ordinary words from being taken for names: a place called `Urgent`, a label `в` that is a preposition. */
function isPlausible(
  work: WorkText,
  source: string,
  tokens: readonly Token[],
  first: number,
  last: number,
): boolean {
  const start = tokens[first]!.start;
  const end = tokens[last]!.end;
  if (/^"/.test(work.text.slice(end)) && work.text[start - 1] === '"') return true;
  const words = tokens.slice(first, last + 1);
  const text = work.text.slice(start, end);
  if (words.length === 1) {
    if (DIRECTION_WORDS.has(words[0]!.key)) return false;
    if (/^\d+$/.test(text) || (text.length === 1 && !/[\u3400-\u9fff]/u.test(text))) return false;
    if (text.length === 2 && /^[a-zа-я]{2}$/.test(text)) {
      const written = sourceText(work, source, start, end);
      if (written !== written.toUpperCase()) return false;
    }
  }
  const glued = /[_:/]|\d/.test(text);
  if (!glued && isOrdinary(text, words)) return false;
  return isFreeLabel(work, source, words.at(-1)!, words.at(-2) ?? null);
}

function sourceText(work: WorkText, source: string, start: number, end: number): string {
  const span = sourceSpan(work, start, end);
  return source.slice(span.from, span.to);
}

function isOrdinary(text: string, words: readonly Token[]): boolean {
  if (/^[\u3400-\u9fff]+$/u.test(text))
    return ORDINARY_HAN.test(text) || kindAt(text, 0)?.end === text.length;
  let at = 0;
  for (const word of words) {
    const start = word.start - words[0]!.start;
    if (start < at) continue;
    const kind = kindAt(text, start);
    if (kind !== null) at = kind.end;
    else if (!ORDINARY.has(word.key) || (at > 0 && isLabel(word.key))) return false;
  }
  return true;
}

const UNIT_AFTER = anyOf(
  [
    '<l>',
    '<t>',
    '%',
    'процент~',
    'percent',
    'h',
    'm',
    'кг',
    'kg',
    '公斤',
    '点',
    '时',
    '架',
    '个',
    '公里',
  ].map((u) => `\\s*-?${u}`),
  'uy',
);
const DECIMAL_AFTER = /[.:]\d/y;
/** What may follow a lower-case single letter that is a label: the end, punctuation, a preposition, a mark. */
const AFTER_LABEL =
  /^\s*(?:$|[.,、;:!?)">-]|(?:to|from|and|or|within|in|by|before|via|at|then|with|avoid\w*|under|for|before|не|в|во|на|с|со|из|к|до|от|за|и|или|через|по|избегая|минуя|без|срочно)(?![a-zа-я]))|^\s*[\u3400-\u9fff]/u;

/** A label must not be the number of `3 minutes`, and a lower-case letter must not be a preposition or an article. */
function isFreeLabel(work: WorkText, source: string, label: Token, before: Token | null): boolean {
  if (/^\d+$/.test(label.text)) {
    UNIT_AFTER.lastIndex = label.end;
    DECIMAL_AFTER.lastIndex = label.end;
    return !DECIMAL_AFTER.test(work.text) && !UNIT_AFTER.test(work.text);
  }
  if (label.text.length > 1 || !SHORT_WORDS.has(label.text)) return true;
  const written = sourceText(work, source, label.start, label.end);
  if (written !== written.toLowerCase()) return true;
  if (before !== null && /^[_-]$/.test(work.text.slice(before.end, label.start))) return true;
  return AFTER_LABEL.test(work.text.slice(label.end));
}

const LIST_THEN_LABEL =
  /(?:\s*[,、]\s*(?:and\s+|и\s+|和)?|\s+and\s+|\s+и\s+|\s*&\s*|\s*[和与及]\s*)(?:no\.?\s*|[#№]\s*)?(\d{1,4}|[a-zа-я])(?![a-zа-я0-9])/uy;

/** The next of `schools 1, 2 and 3`: a bare label after a list sign that makes a name with the same other words. */
function labelAfter(work: WorkText, end: number, found: Found, lexicon: Lexicon): Found | null {
  if (!isLabel(found.keys.at(-1)!)) return null;
  LIST_THEN_LABEL.lastIndex = end;
  const match = LIST_THEN_LABEL.exec(work.text);
  if (match === null) return null;
  const start = end + match[0].length - match[1]!.length;
  const token = tokenize(match[1]!)[0]!;
  const stop = start + match[1]!.length;
  UNIT_AFTER.lastIndex = stop;
  if (UNIT_AFTER.test(work.text)) return null;
  if (SHORT_WORDS.has(token.text) && !AFTER_LABEL.test(work.text.slice(stop))) return null;
  const keys = [...found.keys.slice(0, -1), token.key];
  const fits = (k: readonly string[]): boolean =>
    k.length === keys.length && k.every((x, i) => x === keys[i]);
  const entities = lexicon.entities.filter((e) => e.aliases.some((a) => fits(a.keys)));
  return entities.length === 0 ? null : { start, end: stop, entities, keys };
}

const KIND_REGEX = new Map<PlaceKind, RegExp>(KIND_WORDS.map(([kind, sources]) => [kind, anyOf(sources)]));
const UAV_WORD =
  'uavs?|drones?|uas|aircraft|бпла|дрон(?:а|у|ом|е|ы|ов|ам|ами|ах)?|беспилотник~|аппарат(?:а|у|ом)?|борт(?:а|у|ом)?|无人机|飞机';
const ZONE_WORD = '(?:no-? ?fly )?zones?|nfz|зон~|禁飞区|区域|空域|区';
const SIGN = '\\s*(?:[#№]|no\\.?|number|номер|n|_|-)?\\s*';
const LABEL = '(?<label>\\d{1,4}|[a-zа-я](?![a-zа-я]))';
const UAV_LABEL = anyOf([`(?:${UAV_WORD})${SIGN}${LABEL}`, `(?<label2>\\d{1,4})\\s*号\\s*(?:${UAV_WORD})`]);
const ZONE_LABEL = anyOf([
  `(?:${ZONE_WORD})${SIGN}${LABEL}`,
  `(?<label2>\\d{1,4})\\s*号\\s*(?:${ZONE_WORD})`,
]);
const LABEL_AFTER = new RegExp(`${SIGN}${LABEL}(?![a-zа-я0-9])\\s*号?`, 'uy');
const LABEL_BEFORE = /(?:第\s*)?(\d{1,4}|[一二三四五六七八九]|[a-z])\s*号?\s*$/u;

/** Replaces a kind of thing with a label (`hospital A`, `school no. 3`, `2号仓库`) by a mark, also where nothing has that label. */
export function markLabels(work: WorkText, source: string, lexicon: Lexicon, register: Register): WorkText {
  let out = markTypedLabels(work, source, lexicon, register, 'uav', UAV_LABEL);
  out = markTypedLabels(out, source, lexicon, register, 'zone', ZONE_LABEL);
  const edits: Edit[] = [];
  let free = 0;
  for (let i = 0; i < out.text.length; i++) {
    const kind = kindAt(out.text, i);
    if (kind === null) continue;
    const found = labelAround(out, source, free, kind);
    if (found !== null) {
      const words = KIND_REGEX.get(kind.kind)!;
      const entities = labelled(lexicon, kind.kind, words, found.label);
      const put = {
        ...mentionOf(source, sourceSpan(out, found.start, found.end), entities),
        type: 'place' as const,
      };
      if (entities.length > 0 || found.certain) {
        edits.push({ start: found.start, end: found.end, by: ` ${register(put)} ` });
        free = found.end;
        i = found.end - 1;
        continue;
      }
    }
    i = kind.end - 1;
  }
  return applyEdits(out, edits);
}

function isCapital(work: WorkText, source: string, at: number): boolean {
  const written = sourceText(work, source, at, at + 1);
  return written !== written.toLowerCase();
}

/** Places of a kind with a label; failing that, those whose longer name has it (`Baltimore Fire Station 31`). */
function labelled(lexicon: Lexicon, kind: PlaceKind, words: RegExp, label: string): Entity[] {
  const places = lexicon.entities.filter((e) => e.place?.kind === kind);
  const exact = places.filter((e) => placeLabels(e, words).has(label));
  if (exact.length > 0) return exact;
  const longer = places.filter((e) => e.aliases.some((a) => a.keys.includes(label)));
  const named = longer.filter((e) =>
    e.aliases.some((a) => a.keys.includes(label) && a.text.search(words) !== -1),
  );
  return named.length > 0 ? named : longer;
}

type LabelFound = {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly certain: boolean;
};

function labelAround(
  work: WorkText,
  source: string,
  free: number,
  kind: { start: number; end: number },
): LabelFound | null {
  LABEL_AFTER.lastIndex = kind.end;
  const after = LABEL_AFTER.exec(work.text);
  if (after !== null) {
    const label = after.groups!.label!;
    const end = kind.end + after[0].length;
    const start = kind.end + after[0].lastIndexOf(label);
    const token = { text: label, key: label, start, end: start + label.length };
    const written = sourceText(work, source, token.start, token.end);
    if (isFreeLabel(work, source, token, null)) {
      const certain = written !== written.toLowerCase() || /\d/.test(label);
      return { start: kind.start, end, label: labelKey(tokenize(label)[0]!.key), certain };
    }
  }
  const before = LABEL_BEFORE.exec(work.text.slice(free, kind.start));
  if (before !== null && /[\u3400-\u9fff]/u.test(work.text[kind.start]!)) {
    const key = labelKey(tokenize(before[1]!)[0]!.key);
    return {
      start: free + before.index,
      end: kind.end,
      label: key,
      certain: /号|第/.test(before[0]) || isCapital(work, source, free + before.index),
    };
  }
  return null;
}

function markTypedLabels(
  work: WorkText,
  source: string,
  lexicon: Lexicon,
  register: Register,
  ...[type, regex]: [type: 'uav' | 'zone', regex: RegExp]
): WorkText {
  const edits: Edit[] = [];
  for (const match of work.text.matchAll(regex)) {
    const label = match.groups!.label ?? match.groups!.label2!;
    const end = match.index + match[0].length;
    const start = match.groups!.label === undefined ? match.index : end - label.length;
    if (!isFreeLabel(work, source, { text: label, key: label, start, end: start + label.length }, null))
      continue;
    const written = sourceText(work, source, start, start + label.length);
    const key = labelKey(tokenize(label)[0]!.key);
    const entities = lexicon.entities.filter((e) => e.type === type && genericLabels(e, type).has(key));
    if (entities.length === 0 && !/\d/.test(label) && written === written.toLowerCase()) continue;
    const mention = { ...mentionOf(source, sourceSpan(work, match.index, end), entities), type };
    edits.push({ start: match.index, end, by: ` ${register(mention)} ` });
  }
  return applyEdits(work, edits);
}
