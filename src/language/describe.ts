import type { PlaceKind, SystemState } from '#world';
import { type Entity, type Lexicon, nameKeys, placesOfKind } from './entities.ts';
import { type KindMatch, kindsIn } from './kinds.ts';
import {
  type Direction,
  DIRECTIONS,
  NEAREST_BEFORE,
  NEAREST_TO_BEFORE,
  NEAREST_BEFORE_HAN,
  NEAREST_AFTER,
  ANCHOR_AFTER,
  MOST_BEFORE,
  SIDE_BEFORE,
  SIDE_AFTER,
  BEYOND_AFTER,
  BEYOND_BEFORE_HAN,
  NEAR_AFTER,
  NEAR_BEFORE_HAN,
  ALL_BEFORE,
  ANY_BEFORE,
  NEAR_M,
} from './describe-patterns.ts';
import type { Mention, Register } from './mentions.ts';
import { markerAt } from './markers.ts';
import { ORDINARY } from './ordinary.ts';
import { type Plane, distance_m, matchName, planeOf } from './resolve.ts';
import { type Edit, MENTION_BASE, type WorkText, applyEdits, sourceSpan } from './work-text.ts';
import { wordKey } from './words.ts';

/** Replaces descriptions by kind (`the nearest hospital to X`, `the school in the north`, `Linden school`) by marks. */
export function markDescriptions(
  work: WorkText,
  source: string,
  state: SystemState,
  lexicon: Lexicon,
  ...[register, mentions]: [Register, readonly Mention[]]
): WorkText {
  const edits: Edit[] = [];
  const plane = planeOf(state);
  let free = 0;
  for (const kind of kindsIn(work.text)) {
    if (kind.start < free) continue;
    const around = {
      before: work.text.slice(free, kind.start),
      after: work.text.slice(kind.end),
      word: work.text.slice(kind.start, kind.end),
    };
    const said = describe(around, kind, { work, source, lexicon, mentions, plane, state });
    // `depot hub B`: the kind only introduces the name that follows.
    if (said.bare && INTRODUCES.test(around.after)) continue;
    const start = kind.start - said.before;
    const end = kind.end + said.after;
    const span = sourceSpan(work, start, end);
    const text = source.slice(span.from, span.to).trim();
    const mark = register({
      ...span,
      text,
      candidates: said.candidates,
      type: 'place',
      nearest: said.nearest,
      bare: said.bare,
      doubtful: said.doubtful,
      all: said.all,
      note: said.note,
    });
    edits.push({ start, end, by: ` ${mark} ` });
    free = end;
  }
  return applyEdits(work, edits);
}

const INTRODUCES = /^\s*[\ue000-\uf8fe]/u;

type Around = { readonly before: string; readonly after: string; readonly word: string };
type Ground = {
  readonly work: WorkText;
  readonly source: string;
  readonly lexicon: Lexicon;
  readonly mentions: readonly Mention[];
  readonly plane: Plane;
  readonly state: SystemState;
};
type Described = {
  readonly candidates: readonly Entity[];
  readonly nearest: Mention['nearest'];
  readonly all: boolean;
  readonly bare: boolean;
  readonly doubtful: boolean;
  readonly note: string | null;
  /** Characters of the description before and after the word for the kind. */
  readonly before: number;
  readonly after: number;
};

/** Kinds that one word may mean: a `station` on its own is no fire station, a medical place may be a clinic. */
const ALSO: Readonly<Partial<Record<PlaceKind, readonly PlaceKind[]>>> = { airport: ['helipad'] };

function describe(around: Around, kind: KindMatch, ground: Ground): Described {
  const pool = placesOfKind(ground.lexicon, [kind.kind]);
  const plain = {
    candidates: pool,
    nearest: null,
    all: false,
    bare: false,
    doubtful: false,
    note: null,
    before: 0,
    after: 0,
  };
  return (
    nearest(around, plain) ??
    compass(around, plain, ground) ??
    near(around, plain, ground) ??
    counted(around, plain) ??
    named(around, kind, plain, ground) ??
    plainKind(around, plain, kind)
  );
}

function anchorOf(match: RegExpExecArray): number | null {
  const mark = match.groups?.anchor ?? match.groups?.anchor2;
  return mark === undefined ? null : mark.codePointAt(0)! - MENTION_BASE;
}

function directionOf(match: RegExpExecArray): Direction {
  const text = match.groups!.dir ?? match.groups!.dir2 ?? match.groups!.dir3 ?? '';
  return DIRECTIONS.find(([s]) => new RegExp(`^(?:${s})$`, 'u').test(text))![1];
}

function nearest(around: Around, plain: Described): Described | null {
  const han = NEAREST_BEFORE_HAN.exec(around.before) ?? NEAREST_TO_BEFORE.exec(around.before);
  if (han !== null) return { ...plain, nearest: { anchor: anchorOf(han) }, before: han[0].length };
  const before = NEAREST_BEFORE.exec(around.before);
  if (before === null) {
    const after = NEAREST_AFTER.exec(around.after);
    return after === null ? null : { ...plain, nearest: { anchor: anchorOf(after) }, after: after[0].length };
  }
  // `from the nearest hub to X` goes to X; `to the nearest hospital to X` is near X.
  const isOrigin = /(?:from|out of)\s*$/u.test(around.before.slice(0, before.index));
  const after = isOrigin ? null : ANCHOR_AFTER.exec(around.after);
  return {
    ...plain,
    nearest: { anchor: after === null ? null : anchorOf(after) },
    before: before[0].length,
    after: after?.[0].length ?? 0,
  };
}

function compass(around: Around, plain: Described, ground: Ground): Described | null {
  const at = (e: Entity): { x_m: number; y_m: number } => ground.plane(e.place!.at);
  const beyond = BEYOND_AFTER.exec(around.after) ?? BEYOND_BEFORE_HAN.exec(around.before);
  if (beyond !== null) {
    const anchor = single(ground.mentions[anchorOf(beyond)!]);
    if (anchor === null) return { ...plain, before: 0, after: 0 };
    const a = ground.plane(anchor.place!.at);
    const d = directionOf(beyond);
    const candidates = plain.candidates.filter(
      (e) => d.east * (at(e).x_m - a.x_m) > 0 || d.north * (at(e).y_m - a.y_m) > 0,
    );
    const isAfter = around.after.startsWith(beyond[0]);
    return {
      ...plain,
      candidates,
      before: isAfter ? 0 : beyond[0].length,
      after: isAfter ? beyond[0].length : 0,
      note: 'by position',
    };
  }
  const most = MOST_BEFORE.exec(around.before);
  if (most !== null) {
    const d = directionOf(most);
    const score = (e: Entity): number => d.east * at(e).x_m + d.north * at(e).y_m;
    const top = Math.max(...plain.candidates.map(score));
    const candidates = plain.candidates.filter((e) => score(e) >= top - 1e-6);
    return { ...plain, candidates, before: most[0].length, note: 'by position' };
  }
  return side(around, plain, ground);
}

/** `in the north`: beyond the middle of the city. A name that says `North` comes first; `named` has not run yet. */
function side(around: Around, plain: Described, ground: Ground): Described | null {
  const after = SIDE_AFTER.exec(around.after);
  const match = after ?? SIDE_BEFORE.exec(around.before);
  if (match === null) return null;
  const before = after === null ? match[0].length : 0;
  if (after === null) {
    const keys = nameKeys(match[0]).filter((k) => k !== 'the');
    const named_ = plain.candidates.filter((e) =>
      e.aliases.some((a) => keys.length > 0 && keys.every((k) => a.keys.includes(k))),
    );
    if (named_.length > 0) return { ...plain, candidates: named_, before, note: 'part of a name' };
  }
  const [west, south, east, north] = ground.state.city.bounds;
  const middle = ground.plane([(west + east) / 2, (south + north) / 2]);
  const d = directionOf(match);
  const part = (sector: boolean): Entity[] =>
    plain.candidates.filter((e) => {
      const p = ground.plane(e.place!.at);
      return liesTowards(d, { x_m: p.x_m - middle.x_m, y_m: p.y_m - middle.y_m }, sector);
    });
  const inSector = part(true);
  const candidates = inSector.length > 0 ? inSector : part(false);
  return { ...plain, candidates, before, after: after?.[0].length ?? 0, note: 'by position in the city' };
}

/** Beyond the middle, and within 45 degrees of the direction where a sector is asked for. */
function liesTowards(d: Direction, from: { x_m: number; y_m: number }, sector: boolean): boolean {
  const east = d.east * from.x_m;
  const north = d.north * from.y_m;
  if (d.east !== 0 && d.north !== 0) return east > 0 && north > 0;
  const along = east + north;
  const across = Math.abs(d.east === 0 ? from.x_m : from.y_m);
  return along > 0 && (!sector || along >= across);
}

function near(around: Around, plain: Described, ground: Ground): Described | null {
  const after = NEAR_AFTER.exec(around.after);
  const match = after ?? NEAR_BEFORE_HAN.exec(around.before);
  if (match === null) return null;
  const anchor = single(ground.mentions[anchorOf(match)!]);
  if (anchor?.place == null) return null;
  const close = plain.candidates.filter(
    (e) => e.id !== anchor.id && distance_m(ground.plane, e.place!.at, anchor.place!.at) <= NEAR_M,
  );
  // Nothing that near: which of all is meant has to be asked.
  const candidates = close.length > 0 ? close : plain.candidates;
  const note = `within ${NEAR_M} m of ${anchor.id}`;
  return {
    ...plain,
    candidates,
    before: after === null ? match[0].length : 0,
    after: after?.[0].length ?? 0,
    note,
  };
}

function single(mention: Mention | undefined): Entity | null {
  const places = mention?.candidates.filter((e) => e.place !== null) ?? [];
  return places.length === 1 ? places[0]! : null;
}

function counted(around: Around, plain: Described): Described | null {
  const all = ALL_BEFORE.exec(around.before);
  return all === null
    ? null
    : { ...plain, all: true, before: all[0].length, note: 'all of them, in id order' };
}

const LATIN_BEFORE = /(?:[a-zß-öø-ÿ'.]+|[а-я]+)(?=\s+$)/u;
const LATIN_AFTER = /^\s+(?:(?:of|named|called|имени|им\.?)\s+)?((?:[a-zß-öø-ÿ'.]+|[а-я]+))/u;
/** Words that qualify without naming. */
const PLAIN = new Set(
  (
    'its it his her their my your our local city main given same other old new big small municipal public private general our their his her next last first second good ' +
    'его ее их свой свою своей своем мой твой ваш большой маленький городской местный главный наш другой этот тот новый соседний крупный данный указанный нужный пострадавший раненый'
  )
    .split(' ')
    .map(wordKey),
);

/** `Linden school`, `детскую больницу`: words beside the kind that are part of a name. */
function named(around: Around, kind: KindMatch, plain: Described, ground: Ground): Described | null {
  if (/[\u3400-\u9fff]/u.test(around.word)) return namedHan(around, plain);
  const before = wordsBefore(around.before);
  const pools = [
    plain.candidates,
    ...(ALSO[kind.kind] === undefined ? [] : [placesOfKind(ground.lexicon, ALSO[kind.kind]!)]),
  ];
  const after = wordsAfter(around.after, kind.end, ground);
  for (const pool of pools) {
    for (const words of [[...before.words, ...after.words], before.words, after.words]) {
      if (words.length === 0) continue;
      const keys = nameKeys(words.join(' '));
      const match = matchName(keys, words.join(' '), pool);
      if (match === null) continue;
      const candidates = sayingKind(match.entities, around.word);
      return {
        ...plain,
        candidates,
        note: match.note,
        // `Mercy hospital` for a hospital that is called `Mercy Family Care` is asked, not taken.
        doubtful: !candidates.some((e) => saysKind(e, kind.kind)),
        before: words.includes(before.words[0]!) ? before.length : 0,
        after: words === before.words ? 0 : after.length,
      };
    }
  }
  const telling = before.words.filter((w) => !PLAIN.has(wordKey(w)));
  const isName = telling.length > 0 || after.words.length > 0;
  return isName ? { ...plain, candidates: [], before: before.length, after: after.length } : null;
}

/** Those whose name has all the words for the kind (`high school`), where there are such. */
function sayingKind(entities: readonly Entity[], word: string): readonly Entity[] {
  if (entities.length < 2) return entities;
  const keys = nameKeys(word);
  const fits = entities.filter((e) => e.aliases.some((a) => keys.every((k) => a.keys.includes(k))));
  return fits.length > 0 ? fits : entities;
}

function saysKind(entity: Entity, kind: PlaceKind): boolean {
  return entity.aliases.some((a) => kindsIn(a.text.replace(/_/g, ' ')).some((k) => k.kind === kind));
}

function wordsBefore(text: string): { words: string[]; length: number } {
  const words: string[] = [];
  let rest = text;
  while (words.length < 5) {
    const match = LATIN_BEFORE.exec(rest);
    if (match === null || match.index + match[0].length < rest.trimEnd().length) break;
    if (markerAt(text, match.index)?.end === match.index + match[0].length) break;
    const key = wordKey(match[0].replace(/\.$/, ''));
    if (ORDINARY.has(key) && !DIRECTION_WORD.test(match[0])) break;
    words.unshift(match[0]);
    rest = `${rest.slice(0, match.index).trimEnd()} `;
  }
  return { words, length: words.length === 0 ? 0 : text.length - rest.trimEnd().length };
}
const DIRECTION_WORD = /^(?:north|south|east|west|central|север|южн|восточн|западн|центральн)/u;

/** Words after the kind that are written with a capital letter: `больница Святой Анны`. */
function wordsAfter(text: string, offset: number, ground: Ground): { words: string[]; length: number } {
  const words: string[] = [];
  let at = 0;
  while (words.length < 4) {
    const match = LATIN_AFTER.exec(text.slice(at));
    if (match === null) break;
    const start = at + match[0].length - match[1]!.length;
    const span = sourceSpan(ground.work, offset + start, offset + start + match[1]!.length);
    const written = ground.source.slice(span.from, span.to);
    if (written[0] === written[0]!.toLowerCase() || ORDINARY.has(wordKey(match[1]!))) break;
    words.push(match[1]!);
    at += match[0].length;
  }
  return { words, length: at };
}

const HAN_BEFORE = /[\u3400-\u9fff]+\s*$/u;
function namedHan(around: Around, plain: Described): Described | null {
  const run = HAN_BEFORE.exec(around.before)?.[0].trimEnd() ?? '';
  for (let n = Math.min(8, run.length); n >= 1; n--) {
    const part = run.slice(-n) + around.word;
    const fits = plain.candidates.filter((e) => e.aliases.some((a) => a.text.includes(part)));
    if (fits.length > 0) return { ...plain, candidates: fits, before: n, note: 'part of a name' };
  }
  const start = afterMarkers(run);
  const rest = run.slice(start);
  // Without a marker before it, a long run is a phrase rather than a name.
  if (rest === '' || (start === 0 && rest.length > 4) || HAN_NOT_NAME.test(rest)) return null;
  return { ...plain, candidates: [], before: rest.length };
}
/** Where a run of characters goes on after the last marker in it. */
function afterMarkers(run: string): number {
  let after = 0;
  for (let i = 0; i < run.length;) {
    const marker = markerAt(run, i);
    if (marker === null) i++;
    else i = after = marker.end;
  }
  return after;
}
const HAN_NOT_NAME =
  /^(?:请|立即|马上|尽快|紧急|急|送|运|飞|配送|派|用|需要|通知|血液?|药品?|包裹|物资|疫苗|样本|器官|设备|食物|用品|无人机)*$/u;

function plainKind(around: Around, plain: Described, kind: KindMatch): Described {
  const any = ANY_BEFORE.exec(around.before);
  const note = plain.candidates.length === 1 ? `the only ${kind.kind}` : null;
  return { ...plain, bare: true, note, before: any?.[0].length ?? 0 };
}
