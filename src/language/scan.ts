import { type Lexicon, nameKeys } from './entities.ts';
import { type MarkerFound, type Role, type Verb, markerAt } from './markers.ts';
import type { Mention, Register } from './mentions.ts';
import type { ReadIntent } from './reading.ts';
import { matchName } from './resolve.ts';
import { DONE, MENTION_BASE, type WorkText, sourceSpan } from './work-text.ts';

/** A mention with the part it plays. `verb` is the last verb before it. */
export type Assigned = {
  readonly mention: Mention;
  readonly index: number;
  readonly role: Role | null;
  readonly verb: Verb;
  readonly negated: boolean;
};
/** A verb, or a word for a task, with its place. */
export type IntentHit = {
  readonly intent: ReadIntent;
  readonly weak: boolean;
  readonly negated: boolean;
  readonly start: number;
  readonly end: number;
};
/** Words in a place where a name belongs that name nothing known. */
export type Leftover = {
  readonly role: Role;
  readonly verb: Verb;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Written like a name: capitals, digits, quotes or underscores. */
  readonly strong: boolean;
  /** An item of a list whose other items are known. */
  readonly listed: boolean;
};
export type Scan = {
  readonly assigned: readonly Assigned[];
  readonly intents: readonly IntentHit[];
  readonly leftovers: readonly Leftover[];
};

type Cursor = {
  role: Role | null;
  /** The role outside of a bracket: what stands inside explains and adds no place. */
  outer: Role | null;
  verb: Verb;
  not: boolean;
  /** The last verb was negated: what follows is not wanted. */
  off: boolean;
  /** A mention has been read in this role: only list signs may follow it. */
  filled: boolean;
  /** After a filled role: nothing, a comma, or a word such as `and` that promises another item. */
  list: 'no' | 'loose' | 'strict';
  words: { start: number; end: number; list: 'no' | 'loose' | 'strict' } | null;
  /** End of the last mention. */
  mentionEnd: number;
  /** Nothing stands between the last mention and the marker. */
  adjacent: boolean;
  /** Where the last marker stands. */
  at: { start: number; end: number };
};

const WORD = /[a-zß-öø-ÿа-я0-9][a-zß-öø-ÿа-я0-9_'-]*|[\u3400-\u9fff]/uy;

/** Walks through the work text once and gives every mention its role. */
export function scan(
  work: WorkText,
  source: string,
  lexicon: Lexicon,
  ...[register, mentions]: [Register, readonly Mention[]]
): Scan {
  return new Scanner(work, source, lexicon, register, mentions).run();
}

class Scanner {
  private readonly assigned: Assigned[] = [];
  private readonly intents: IntentHit[] = [];
  private readonly leftovers: Leftover[] = [];
  private readonly c: Cursor = {
    role: null,
    outer: null,
    verb: 'none',
    not: false,
    off: false,
    filled: false,
    list: 'no',
    words: null,
    mentionEnd: -1,
    adjacent: false,
    at: { start: 0, end: 0 },
  };
  private readonly work: WorkText;
  private readonly source: string;
  private readonly lexicon: Lexicon;
  private readonly register: Register;
  private readonly mentions: readonly Mention[];

  constructor(
    work: WorkText,
    source: string,
    lexicon: Lexicon,
    ...[register, mentions]: [Register, readonly Mention[]]
  ) {
    this.work = work;
    this.source = source;
    this.lexicon = lexicon;
    this.register = register;
    this.mentions = mentions;
  }

  run(): Scan {
    const { text } = this.work;
    for (let i = 0; i < text.length;) i = this.step(text, i);
    this.flush();
    const { assigned, intents, leftovers } = this;
    return { assigned, intents, leftovers };
  }

  /** Reads what stands at a place; the place after it. */
  private step(text: string, i: number): number {
    const { c } = this;
    const ch = text[i]!;
    const code = ch.charCodeAt(0);
    if (/\s/.test(ch)) return i + 1;
    if (ch === DONE) {
      this.flush();
      c.filled = c.role !== null;
      c.not = false;
      return i + 1;
    }
    if (code >= MENTION_BASE && code < 0xf8ff) {
      this.flush();
      this.assign(code - MENTION_BASE);
      c.list = 'no';
      c.mentionEnd = i + 1;
      return afterMention(text, i + 1, c, this.assigned);
    }
    const marker = markerAt(text, i);
    if (marker === null) return plainText(text, i, c, () => this.flush());
    this.flush();
    promiseItem(text.slice(i, marker.end), marker.act.k === 'glue', c);
    c.adjacent = text.slice(c.mentionEnd, i).trim() === '';
    takeMarker(marker, i, c, this.intents, this.assigned);
    return marker.end;
  }

  private assign(index: number): void {
    const { c } = this;
    const mention = this.mentions[index]!;
    const negated = c.off || c.not;
    this.assigned.push({ mention, index, role: c.role, verb: c.verb, negated });
    // To fly around a place is to look at it; around a zone, to keep out of it.
    const looks = c.role === 'around' && mention.candidates.some((e) => e.type === 'place');
    if (looks && !c.filled) {
      this.intents.push({ intent: 'patrol', weak: false, negated: c.off, start: c.at.start, end: c.at.end });
    }
    c.filled = true;
  }

  /** Ends a run of words in a place where a name belongs: part of a name, a misspelt one, or nothing known. */
  private flush(): void {
    const { c, work } = this;
    const words = c.words;
    c.words = null;
    if (words === null || c.role === null || c.role === 'payload') return;
    const span = sourceSpan(work, words.start, words.end);
    const text = this.source.slice(span.from, span.to).trim();
    const written = work.text.slice(words.start, words.end);
    const pool = this.lexicon.entities.filter((e) => fitsRole(e.type, c.role!));
    const match = matchName(nameKeys(written), written, pool);
    if (match === null) {
      const strong = looksLikeName(text, span.from);
      const listed = words.list !== 'no';
      // After a comma alone, words that do not look like a name begin something else.
      if (!listed || strong || words.list === 'strict') {
        this.leftovers.push({ role: c.role, verb: c.verb, text, ...span, strong, listed });
      }
      if (listed) c.role = null;
      return;
    }
    this.register({
      ...span,
      text,
      candidates: match.entities,
      type: null,
      nearest: null,
      bare: false,
      doubtful: false,
      all: false,
      note: match.note,
    });
    this.assign(this.mentions.length - 1);
  }
}

function fitsRole(type: string, role: Role): boolean {
  if (role === 'avoid' || role === 'not_avoid' || role === 'sensitive') return type === 'zone';
  if (role === 'uav' || role === 'not_uav') return type === 'uav';
  return type === 'place';
}

/** Punctuation and unknown words. A word after a filled role closes it; a comma keeps it open for a list. */
function plainText(text: string, i: number, c: Cursor, flush: () => void): number {
  WORD.lastIndex = i;
  const word = WORD.exec(text);
  if (word === null) {
    const ch = text[i]!;
    if (/[.;!?\n:]/.test(ch)) {
      flush();
      c.role = null;
      c.not = false;
      c.off = false;
      c.filled = false;
    } else if (/[,、()]/.test(ch)) {
      if (c.filled && ch === '、') c.list = 'strict';
      else if (c.filled && ch === ',' && c.list === 'no') c.list = 'loose';
      // `do not worry, deliver ...`: a comma after words ends the negation.
      if (c.words !== null) c.not = false;
      flush();
      if (ch === '(') [c.outer, c.role] = [c.role, null];
      else if (ch === ')') [c.role, c.outer] = [c.role ?? c.outer, null];
    }
    return i + 1;
  }
  const list = c.filled ? c.list : 'no';
  if (c.filled) {
    if (list === 'no') c.role = null;
    c.filled = false;
  }
  c.list = 'no';
  const end = i + word[0].length;
  if (c.words !== null && text.slice(c.words.end, i).trim() === '') c.words.end = end;
  else {
    flush();
    c.words = { start: i, end, list };
  }
  return end;
}

const HAN_TAIL = /\s*(?:附近|上空|周边|周围|旁边?|那里|这里|处)/uy;
const HAN_HANDOFF = /\s*(?:进行)?(?:交接|中转|换乘|转运|移交)/uy;
const HAN_PICK = /\s*(?:取|领取|拿|装货|提货|接货|接)/uy;
const HAN_OWNER = /\s*的(?!\s*[\ue000-\uf8fe])/uy;

/** Chinese says the role after the mention too: `在E交接`, `E的血液`. */
function afterMention(text: string, at: number, c: Cursor, assigned: Assigned[]): number {
  const last = assigned.length - 1;
  HAN_HANDOFF.lastIndex = at;
  if (HAN_HANDOFF.test(text)) {
    assigned[last] = { ...assigned[last]!, role: 'handoff' };
    return HAN_HANDOFF.lastIndex;
  }
  HAN_PICK.lastIndex = at;
  if (HAN_PICK.test(text) && assigned[last]!.mention.type !== 'uav') {
    assigned[last] = { ...assigned[last]!, role: 'from' };
  }
  HAN_TAIL.lastIndex = at;
  const start = HAN_TAIL.test(text) ? HAN_TAIL.lastIndex : at;
  HAN_OWNER.lastIndex = start;
  if (c.role === null || c.role === 'payload') {
    if (HAN_OWNER.test(text)) assigned[last] = { ...assigned[last]!, role: 'from' };
  }
  return start;
}

function takeMarker(
  marker: MarkerFound,
  start: number,
  c: Cursor,
  intents: IntentHit[],
  assigned: Assigned[],
): void {
  const { act } = marker;
  c.at = { start, end: marker.end };
  if (act.k === 'glue') return;
  if (act.k === 'not') {
    c.not = true;
    return;
  }
  if (act.k === 'needs') {
    intents.push({ intent: 'delivery', weak: true, negated: c.not, start, end: marker.end });
    c.not = false;
    const last = assigned.at(-1);
    if (last !== undefined && last.role === null && last.mention.type !== 'uav') {
      assigned[assigned.length - 1] = { ...last, role: 'to' };
    }
    c.role = 'payload';
    c.filled = false;
    return;
  }
  if (act.k === 'verb') {
    pickedUpThere(act.verb, c, assigned);
    if (act.intent !== null) {
      intents.push({ intent: act.intent, weak: act.weak, negated: c.not, start, end: marker.end });
    }
    if (act.verb !== 'none') c.verb = act.verb;
    c.role = act.verb === 'look' ? 'target' : act.verb === 'none' ? null : 'payload';
    if (act.then !== undefined) c.role = act.then;
    c.off = c.not;
    c.filled = false;
    c.not = false;
    return;
  }
  takeRole(act.role, c, assigned);
}

/** `and` after an item promises another one; so does an article after a comma. Other markers begin something else. */
function promiseItem(word: string, isGlue: boolean, c: Cursor): void {
  if (!isGlue) c.list = 'no';
  else if (!c.filled) return;
  else if (/^(?:and|or|и|или|和|与|及|以及|或)$/u.test(word)) c.list = 'strict';
  else if (/^(?:the|an?|any|all)$/u.test(word) && c.list === 'loose') c.list = 'strict';
}

function isPlaceLike(a: Assigned): boolean {
  return a.mention.type !== 'uav' && a.mention.type !== 'zone';
}

/** `fly to X, pick up the samples, bring them to Y`: X is where the payload comes from. */
function pickedUpThere(verb: Verb, c: Cursor, assigned: Assigned[]): void {
  const last = assigned.at(-1);
  if (verb !== 'pick' || last === undefined || !c.adjacent || !isPlaceLike(last)) return;
  if ((last.role === 'to' || last.role === 'at') && (last.verb === 'move' || last.verb === 'none')) {
    assigned[assigned.length - 1] = { ...last, role: 'from' };
  }
}

function takeRole(role: Role, c: Cursor, assigned: Assigned[]): void {
  const negated = c.not;
  c.not = false;
  c.filled = false;
  // `X to Y` without a `from`: what stands before an arrow is where it starts.
  const last = assigned.at(-1);
  const loose = last?.role === null ? c.role === null : last?.role === 'payload' && c.adjacent;
  if (role === 'to' && last !== undefined && loose && isPlaceLike(last)) {
    assigned[assigned.length - 1] = { ...last, role: 'from' };
  }
  if (negated && role === 'avoid') c.role = 'not_avoid';
  else if (negated && (role === 'via' || role === 'target' || role === 'at' || role === 'around'))
    c.role = 'avoid';
  else if (role === 'at' && c.role === 'avoid') c.role = 'avoid';
  else {
    c.role = role;
    if (negated) c.off = true;
  }
}

/** Capitals after the first letter of the text, digits, quotes, underscores. */
function looksLikeName(text: string, from: number): boolean {
  if (/["«“_#№]|\d/u.test(text)) return true;
  const words = text.split(/\s+/u);
  return words.some((w, i) => w !== '' && w[0] !== w[0]!.toLowerCase() && !(from === 0 && i === 0));
}
