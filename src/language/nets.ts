import type { Entities } from './assemble.ts';
import { markerAt } from './markers.ts';
import { type Notebook, complain, evidenceOf } from './notebook.ts';
import { LENGTH_UNITS, TIME_UNITS, pattern } from './pattern.ts';
import type { Desk } from './places.ts';
import type { Assigned, Scan } from './scan.ts';
import { DONE, type WorkText, foldText, rewrite, sourceSpan } from './work-text.ts';

const ANY_UNIT = '(?:<l>|<t>|%|m|km|ft|s|kg|g|seconds?|minutes?|hours?|кг|г|公斤|克|м|км|с|мин|ч)';
const SEPARATED = pattern(`(?!0,)\\d{1,3}(?:[\\s,]\\d{3})+\\s*-?${ANY_UNIT}`);
const HOUR = '(?:hours?|hrs?|hr|h|час(?:а|ов)?|ч|个?小时|个?钟头)';
const HALF_SAID = new RegExp(
  `(?<![a-zа-я0-9.,])\\d+(?:[.,]\\d+)?\\s*${HOUR}\\s*(?:and\\s+|и\\s+|零)?\\d{1,2}(?![\\d:%]|[.,]\\d|\\s*-?(?:m|s|h|мин|с|сек|ч|м|分|秒|k|к|г|g|公|米|英)[a-zа-я]*)`,
  'gu',
);
const QUOTED = /"([^"]{1,400})"/gu;

/** Asks about words that are quoted and would be read as a part of the task, and takes them out. A quoted name is a mark by now. */
export function readQuotes(work: WorkText, book: Notebook): WorkText {
  return rewrite(work, QUOTED, (match, start) => {
    const inside = match[1]!;
    if (!speaks(inside)) return null;
    const at = { work, start, end: start + match[0].length };
    const message = 'Quoted words are not read as the task: say them without quotes if they are meant.';
    complain(book, 'unsupported', 'instruction', evidenceOf(book, at).text, message);
    return ` ${DONE} `;
  });
}

/** Holds more than a name and says something that a task is made of: a number, a verb, a second name. */
function speaks(inside: string): boolean {
  const words = inside.replace(/[\ue000-\uf8fe\s.,;:!?-]/gu, '');
  if (words === '') return false;
  if (/\d|[\ue000-\uf8fe]/u.test(inside)) return true;
  for (let i = 0; i < inside.length; i++) {
    const act = markerAt(inside, i)?.act;
    if (act !== undefined && (act.k === 'verb' || (act.k === 'role' && act.role === 'avoid'))) return true;
  }
  return false;
}

/** Asks about numbers that may be read two ways: `1,500 seconds`, `1 h 20`. Runs before quantities are read. */
export function readDoubtfulNumbers(work: WorkText, book: Notebook): WorkText {
  const ask =
    (message: string) =>
    (match: RegExpMatchArray, start: number): string => {
      const at = { work, start, end: start + match[0].length };
      complain(book, 'unit_missing', 'instruction', evidenceOf(book, at).text, message);
      return ` ${DONE} `;
    };
  const out = rewrite(
    work,
    SEPARATED,
    ask('This number may be read in two ways: write it without separators of thousands.'),
  );
  work = out;
  return rewrite(out, HALF_SAID, ask('The second number has no unit: say hours and minutes.'));
}

const NUMBER = /(?<![a-zа-яß-ÿ\d_#№])\d+(?:[.,:]\d+)*(?!\d)/gu;
const LIMITS_EN =
  'in|within|by|before|until|till|after|below|under|above|over|at|most|least|than|max|maximum|min|minimum|limit|reserve|exceed|exceeding|lower|higher|about';
const LIMITS_RU =
  'за|через|до|к|ниже|выше|более|менее|больше|меньше|дольше|позднее|позже|раньше|максимум|минимум|течение|пределах|запас|резерв|высота|высоте|превышая|превышать';
const LIMIT_BEFORE = new RegExp(`(?<![a-zа-я])(?:${LIMITS_EN}|${LIMITS_RU})\\s*$|[于过超内限高低]\\s*$`, 'u');
const UNIT_NEXT = new RegExp(
  `^(?:${TIME_UNITS.concat(LENGTH_UNITS)
    .map(([source]) => source)
    .join('|')}|kg|g|кг|г)(?![a-zа-я])`,
  'u',
);
const COUNTED = /^\s*-?\s*(?:[a-zа-я]|[个袋盒箱件份瓶支包套人只台剂单名位批种块束根条份管])/u;

/** Asks about every number that is left in the text, beside plain counts such as `3 bags`. */
export function catchNumbers(work: WorkText, book: Notebook, desk: Desk): void {
  for (const match of work.text.matchAll(NUMBER)) {
    const at = { work, start: match.index, end: match.index + match[0].length };
    if (isCount(work.text, at.start, at.end)) continue;
    const span = sourceSpan(work, at.start, at.end);
    const { text } = evidenceOf(book, at);
    // `the one near school B` counts nothing.
    if (!/\d/u.test(text) && /^(?:one|один|одн[а-я]+|一)$/iu.test(text)) continue;
    const asked = [...desk.unknown, ...desk.ambiguous, ...book.problems].some((x) => {
      const from = book.source.indexOf(x.mention);
      return from !== -1 && from <= span.from && span.to <= from + x.mention.length;
    });
    if (asked) continue;
    complain(
      book,
      'unit_missing',
      'instruction',
      text,
      'This number is not understood: say its unit and what it limits.',
    );
  }
}

/** A number of pieces: a word follows that is no other part of the task, and no word for a limit stands before. */
function isCount(text: string, start: number, end: number): boolean {
  if (/[.:]/u.test(text.slice(start, end))) return false;
  if (LIMIT_BEFORE.test(text.slice(0, start))) return false;
  const rest = text.slice(end);
  if (!COUNTED.test(rest)) return false;
  const word = end + (rest.length - rest.trimStart().length);
  if (/^(?:утра|дня|вечера|ночи|am|pm|a\.m|p\.m|o'clock)(?![a-zа-я])/u.test(text.slice(word))) return false;
  if (UNIT_NEXT.test(text.slice(word))) return false;
  const act = markerAt(text, word)?.act;
  return act === undefined || (act.k === 'verb' && act.verb !== 'return');
}

/** Asks about every name that plays no part in the reading: no word of the operator's is dropped in silence. */
export function catchMentions(scan: Scan, entities: Entities, desk: Desk): void {
  const used = new Set(Object.values(entities).flat());
  for (const a of scan.assigned) {
    if (isIdle(a, desk.book.source)) continue;
    const { mention } = a;
    if (mention.candidates.some((e) => used.has(e.id))) continue;
    const asked = [...desk.unknown, ...desk.ambiguous, ...desk.book.problems].some(
      (x) => x.mention.includes(mention.text) || mention.text.includes(x.mention),
    );
    const said = [...desk.book.statements.values()]
      .flat()
      .some(({ evidence: e }) => e.from <= mention.from && mention.to <= e.to);
    if (asked || said) continue;
    complain(
      desk.book,
      'unsupported',
      'instruction',
      mention.text,
      'It is not clear what this is to the task: say "from", "to", "via" or "avoid" before it.',
    );
  }
}

const JOINED = /^\s*,?\s*(?:and|as well as|together with|и|вместе с|和|与|及|以及|&)\s*$/iu;

/** Asks where two aircraft are told to fly one task: `send uav_01 and uav_02`. */
export function catchCrews(scan: Scan, book: Notebook): void {
  const crew = scan.assigned.filter(
    (a) => a.mention.type === 'uav' && !a.negated && a.role !== 'not_uav' && a.role !== 'avoid',
  );
  for (const [i, a] of crew.slice(1).entries()) {
    const { mention: first } = crew[i]!;
    if (!JOINED.test(book.source.slice(first.to, a.mention.from))) continue;
    const words = book.source.slice(first.from, a.mention.to);
    const message = 'One task is flown by one aircraft: say "or" where either may fly.';
    complain(book, 'unsupported', 'candidate_uavs', words, message);
  }
}

/** Holds anyway (`do not avoid` a zone), plays no part (`instead of X`), or is only a word for a kind (`school lunches`). */
const INSTEAD = /(?:instead of|вместо|代替|替代)\s*(?:the\s+)?$/iu;

function isIdle(a: Assigned, source: string): boolean {
  if (a.role === 'not_avoid') return a.mention.candidates.every((e) => e.type === 'zone');
  if (a.role === 'not_uav') return INSTEAD.test(source.slice(0, a.mention.from));
  const written = foldText(a.mention.text);
  const isName = a.mention.candidates.some((e) => e.aliases.some((x) => x.text === written));
  if (!a.mention.bare || isName) return false;
  const home = a.mention.candidates[0]?.place?.kind === 'hub';
  return a.role === null || a.role === 'payload' || home;
}
