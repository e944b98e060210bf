import { LIMITS } from '#base';
import type { SystemState } from '#world';
import { type Entities, assemble, withoutExcluded } from './assemble.ts';
import { readBattery, readRisk } from './bounds.ts';
import { readClockTimes } from './clock.ts';
import { readDurations } from './deadlines.ts';
import { readDoubts } from './doubts.ts';
import { markDescriptions } from './describe.ts';
import { buildLexicon } from './entities.ts';
import { readFields } from './fields.ts';
import { runGuards } from './guards.ts';
import { readLengths } from './heights.ts';
import { type Flight, chooseIntent, emergencyPriority, flightOf } from './intents.ts';
import { readFallback, readPriority } from './manner.ts';
import { markLabels, markNames, mentionRegister } from './mentions.ts';
import { catchCrews, catchMentions, catchNumbers, readDoubtfulNumbers, readQuotes } from './nets.ts';
import { type Notebook, complain, openNotebook } from './notebook.ts';
import { spellNumbers } from './numbers.ts';
import { ableToLift } from './payload.ts';
import type { Desk } from './places.ts';
import type {
  Evidence,
  Language,
  ReadField,
  ReadFallback,
  ReadIntent,
  ReadPriority,
  ReadRisk,
  Reading,
} from './reading.ts';
import { planeOf } from './resolve.ts';
import { LONELY_NOTE, readRest } from './rest.ts';
import { type Scan, scan } from './scan.ts';
import { type WorkText, rewrite, workText } from './work-text.ts';
import { tokenize } from './words.ts';
import { markZones } from './zones.ts';

/**
 * Reads an instruction in English, Russian or Chinese against a state: intent, entities, bounds, and what is missing.
 * Deterministic; computes no route, plan or verdict. Names are data: a name is a mark before any word of it is read.
 * Clock times count from `state.time` in UTC unless a zone is said. Heights are above ground; others are refused.
 */
export function readInstruction(text: string, state: SystemState): Reading {
  const source = text.normalize('NFC');
  const book = openNotebook(source);
  if (source.length > LIMITS.instruction_chars) {
    complain(
      book,
      'too_long',
      'instruction',
      source.slice(0, 60),
      `An instruction has at most ${LIMITS.instruction_chars} characters.`,
    );
    return finish({ work: workText(''), book, state }, null);
  }
  const folded = workText(source);
  const lexicon = buildLexicon(state, new Set(tokenize(folded.text).map((t) => t.key)));
  const { mentions, register } = mentionRegister();
  let work = markNames(folded, source, lexicon, register);
  work = markLabels(work, source, lexicon, register);
  work = readQuotes(work, book);
  work = rewrite(spellNumbers(work), HEDGE, () => ' ');
  work = rewrite(work, IF_POSSIBLE, () => ' ');
  work = readDoubtfulNumbers(work, book);
  work = readFields(work, book);
  work = readFallback(work, book);
  work = readClockTimes(work, book, state.time);
  work = readDurations(work, book);
  work = readBattery(work, book);
  work = readLengths(work, book);
  work = readRisk(work, book);
  work = readPriority(work, book);
  work = runGuards(readRest(work, book), book);
  work = markZones(work, book, state, lexicon, register, mentions);
  work = markDescriptions(work, source, state, lexicon, register, mentions);
  work = readDoubts(work, book, mentions);
  const seen = scan(work, source, lexicon, register, mentions);
  const desk: Desk = { state, lexicon, plane: planeOf(state), mentions, book, ambiguous: [], unknown: [] };
  return finish({ work, book, state }, { seen, desk });
}

const HEDGE =
  /(?:(?<![a-zа-я])(?:about|approximately|approx\.?|roughly|exactly|just|only|примерно|приблизительно|ровно|всего)\s+|(?:大约|大概|约|左右|只有|仅))(?=\d)/gu;

/** A wish softened by politeness is held as a bound all the same: the stricter reading. */
const IF_POSSIBLE =
  /,?\s*(?<![a-zа-я])(?:if (?:at all |it is |it's )?possible|where possible|если (?:это )?(?:возможно|можно)|по возможности)(?![a-zа-я]),?|(?:如果|如|若)(?:有)?可能(?:的话)?|尽可能/gu;

type Read = { readonly work: WorkText; readonly book: Notebook; readonly state: SystemState };

function finish(read: Read, done: { seen: Scan; desk: Desk } | null): Reading {
  const { work, book, state } = read;
  const hits = done?.seen.intents ?? [];
  const goes =
    done?.seen.assigned.some((a) => a.mention.type !== 'uav' && (a.role === 'to' || a.role === 'from')) ??
    false;
  const intent =
    chooseIntent(hits, work, book) ?? (goes && done !== null ? assumedDelivery(done.seen, book) : null);
  const flight = intent === null ? null : flightOf(intent);
  const entities = done === null ? NOTHING : assemble(done.seen, flight, done.desk);
  const said = <T>(field: ReadField): T | null => scalar<T>(book, field);
  const payload_kg = said<number>('payload_kg');
  const able = done === null ? [] : withoutExcluded(entities, done.desk);
  const candidates = flight === 'carry' ? ableToLift(able, payload_kg, state, book) : able;
  const one = (field: 'origin' | 'destination'): string | null => {
    const ids = entities[field];
    if (ids.length > 1) complain(book, 'contradiction', field, ids.join(', '), `One task has one ${field}.`);
    return ids.length === 1 ? ids[0]! : null;
  };
  const origin = one('origin');
  const destination = one('destination');
  checkPlaces({ origin, destination, entities, flight, candidates, state, book });
  checkUntil(intent, book);
  if (done !== null) {
    catchCrews(done.seen, book);
    catchMentions(done.seen, entities, done.desk);
    catchNumbers(work, book, done.desk);
  }
  const priority = mergedPriority(book) ?? emergencyPriority(hits, work, book);
  const altitude_min_m = said<number>('altitude_min_m');
  const altitude_max_m = said<number>('altitude_max_m');
  checkBand(altitude_min_m, altitude_max_m, book);
  return {
    language: languageOf(work),
    intent,
    priority,
    origin,
    destination,
    waypoints: entities.waypoints,
    avoid_zones: [...entities.avoid_zones].sort(),
    candidate_uavs: candidates,
    sensitive_zones: [...entities.sensitive_zones].sort(),
    handoff_points: entities.handoff_points,
    deadline_sec: said<number>('deadline_sec'),
    altitude_min_m,
    altitude_max_m,
    min_separation_m: said<number>('min_separation_m'),
    battery_reserve_ratio: said<number>('battery_reserve_ratio'),
    max_risk_level: said<ReadRisk>('max_risk_level'),
    fallback: said<ReadFallback>('fallback'),
    payload_kg,
    missing: missingOf({ intent, flight, destination, entities, candidates, state }),
    ambiguous: done?.desk.ambiguous ?? [],
    unknown_mentions: done?.desk.unknown ?? [],
    problems: book.problems,
    evidence: evidenceOfAll(book),
  };
}

function checkBand(min_m: number | null, max_m: number | null, book: Notebook): void {
  if (min_m === null || max_m === null || min_m < max_m) return;
  const message = 'The lowest height is not below the highest.';
  complain(book, 'contradiction', 'altitude_max_m', `${min_m} m, ${max_m} m`, message);
}

const NOTHING: Entities = {
  origin: [],
  destination: [],
  waypoints: [],
  avoid_zones: [],
  candidate_uavs: [],
  excluded_uavs: [],
  sensitive_zones: [],
  handoff_points: [],
  except: [],
  back: [],
};

function assumedDelivery(seen: Scan, book: Notebook): ReadIntent | null {
  const places = seen.assigned.filter((a) => a.mention.type !== 'uav' && !a.negated);
  const starts = places.some((a) => a.role === 'from');
  const to = places.find((a) => a.role === 'to' || (starts && a.role === 'at'));
  if (to === undefined) return null;
  const { from, to: end, text } = to.mention;
  const list = book.statements.get('intent') ?? [];
  book.statements.set('intent', [
    ...list,
    {
      value: 'delivery',
      evidence: { from, to: end, text, note: 'a flight to a place is read as a delivery' },
    },
  ]);
  return 'delivery';
}

/** `Watch the market until 10:00` asks for a duration, which no field holds; `deliver until 10:00` for a latest time. */
function checkUntil(intent: ReadIntent | null, book: Notebook): void {
  if (intent !== 'monitoring' && intent !== 'patrol') return;
  for (const { evidence } of book.statements.get('deadline_sec') ?? []) {
    const lonely = evidence.note === LONELY_NOTE;
    if (!lonely && !/^(?:until|till|til|до|в течение|на протяжении)(?![a-zа-я])/iu.test(evidence.text))
      continue;
    complain(
      book,
      'unsupported',
      'deadline_sec',
      evidence.text,
      'This may be how long to stay or when to be there at the latest: only the latter can be held. Say "by".',
    );
  }
}

type Places = {
  readonly origin: string | null;
  readonly destination: string | null;
  readonly entities: Entities;
  readonly flight: Flight | null;
  readonly candidates: readonly string[];
  readonly state: SystemState;
  readonly book: Notebook;
};

/** What places cannot be together, and ends of a flight that the task document has no word for. */
function checkPlaces(p: Places): void {
  const { origin, destination, entities, flight, book } = p;
  if (flight === 'carry' && origin !== null && origin === destination) {
    complain(book, 'contradiction', 'destination', destination, 'Origin and destination are the same place.');
  }
  if (flight === 'carry' && entities.back.length > 0) {
    complain(
      book,
      'unsupported',
      'destination',
      entities.back.join(', '),
      'A delivery ends at its destination: the way back is a task of its own.',
    );
  }
  const crew = p.state.fleet.filter((u) =>
    p.candidates.length > 0 ? p.candidates.includes(u.id) : u.status === 'available',
  );
  if (flight === 'look' && origin !== null && !crew.every((u) => u.home_place_id === origin)) {
    const message = 'An aircraft starts where it stands: name the aircraft.';
    complain(book, 'unsupported', 'origin', origin, message);
  }
  if (flight === 'look' && entities.back.length > 0) {
    const home =
      crew.length > 0 &&
      crew.every((u) => entities.back.length === 1 && u.home_place_id === entities.back[0]);
    if (!home) {
      complain(
        book,
        'unsupported',
        'destination',
        entities.back.join(', '),
        'The aircraft returns to its own home, which may be another place: name the aircraft.',
      );
    }
  }
  if ((flight === 'return' || flight === 'charge') && entities.waypoints.length > 0) {
    complain(
      book,
      'unsupported',
      'waypoints',
      entities.waypoints.join(', '),
      'A flight home has no stops on the way.',
    );
  }
}

type Have = {
  readonly intent: ReadIntent | null;
  readonly flight: Flight | null;
  readonly destination: string | null;
  readonly entities: Entities;
  readonly candidates: readonly string[];
  readonly state: SystemState;
};

function missingOf(h: Have): ReadField[] {
  const missing: ReadField[] = [];
  if (h.intent === null) missing.push('intent');
  if ((h.flight === 'carry' || h.flight === null) && h.destination === null) missing.push('destination');
  if (h.flight === 'look' && h.entities.waypoints.length === 0) missing.push('waypoints');
  if (h.flight === 'return' || h.flight === 'charge') {
    const free = h.state.fleet.filter((u) => u.status === 'available');
    if (h.candidates.length === 0 && free.length !== 1) missing.push('candidate_uavs');
    if (h.flight === 'charge' && h.destination === null && !homesCharge(h)) missing.push('destination');
  }
  return missing;
}

/** Without a place said, an aircraft charges at home, if its home can. */
function homesCharge(h: Have): boolean {
  const crew = h.state.fleet.filter((u) =>
    h.candidates.length > 0 ? h.candidates.includes(u.id) : u.status === 'available',
  );
  return crew.every(
    (u) => (h.state.city.places.find((p) => p.id === u.home_place_id)?.chargers ?? null) !== null,
  );
}

/** The one value that was said; two different ones are a contradiction. */
function scalar<T>(book: Notebook, field: ReadField): T | null {
  const list = book.statements.get(field) ?? [];
  const values = [...new Set(list.map((s) => s.value))] as T[];
  if (values.length > 1) {
    complain(
      book,
      'contradiction',
      field,
      list.map((s) => s.evidence.text).join(' / '),
      `${field} is said to be ${values.join(' and ')}.`,
    );
    return null;
  }
  return values[0] ?? null;
}

/** Urgent and critical agree; urgent and no rush do not. */
function mergedPriority(book: Notebook): ReadPriority | null {
  const list = book.statements.get('priority') ?? [];
  const values = new Set(list.map((s) => s.value as ReadPriority));
  if (values.has('critical') && values.has('high') && values.size === 2) return 'critical';
  return scalar<ReadPriority>(book, 'priority');
}

function evidenceOfAll(book: Notebook): Partial<Record<ReadField, readonly Evidence[]>> {
  const out: Partial<Record<ReadField, readonly Evidence[]>> = {};
  for (const [field, list] of book.statements) out[field] = list.map((s) => s.evidence);
  return out;
}

/** The language of what is left beside names: Han and Cyrillic letters against Latin ones. */
function languageOf(work: WorkText): Language {
  const count = (regex: RegExp): number => work.text.match(regex)?.length ?? 0;
  const han = count(/[\u3400-\u9fff]/gu) * 2;
  const cyrillic = count(/[а-я]/gu);
  const latin = count(/[a-z]/gu);
  if (han > cyrillic && han > latin) return 'zh';
  return cyrillic > latin ? 'ru' : 'en';
}
