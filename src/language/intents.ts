import { complain, type Notebook, say } from './notebook.ts';
import type { ReadIntent, ReadPriority } from './reading.ts';
import type { IntentHit } from './scan.ts';
import { type WorkText } from './work-text.ts';
import { evidenceOf } from './notebook.ts';

/** Kinds of flight: what the aircraft does, beside the tone. */
export type Flight = 'carry' | 'look' | 'return' | 'charge';

const FLIGHT: Readonly<Record<ReadIntent, Flight>> = {
  delivery: 'carry',
  emergency: 'carry',
  patrol: 'look',
  inspection: 'look',
  monitoring: 'look',
  return: 'return',
  charge: 'charge',
};

/** The flight that an intent asks for. */
export function flightOf(intent: ReadIntent): Flight {
  return FLIGHT[intent];
}

/** One intent out of the verbs of an instruction; null where none is said. Two different flights are two tasks. */
export function chooseIntent(hits: readonly IntentHit[], work: WorkText, book: Notebook): ReadIntent | null {
  const said = hits.filter((h) => !h.negated);
  const note = (hit: IntentHit, remark: string | null = null): ReadIntent => {
    say(book, 'intent', hit.intent, evidenceOf(book, { work, start: hit.start, end: hit.end }, remark));
    return hit.intent;
  };
  const emergency = said.find((h) => h.intent === 'emergency');
  const strong = said.filter((h) => !h.weak && h.intent !== 'emergency');
  const first = strong[0];
  if (first === undefined) {
    if (emergency !== undefined) return note(emergency);
    const weak = said.find((h) => h.weak);
    return weak === undefined ? null : note(weak, 'a flight to a place is read as a delivery');
  }
  const flights = [...new Set(strong.map((h) => flightOf(h.intent)))];
  if (flights.length > 1) {
    const both = new Set(flights);
    const looks = strong.find((h) => flightOf(h.intent) === 'look');
    // Looking flights end at home by themselves; going home to charge is one flight.
    if (both.size === 2 && both.has('look') && both.has('return')) return note(looks!);
    if (both.size === 2 && both.has('return') && both.has('charge'))
      return note(strong.find((h) => h.intent === 'charge')!);
    const words = strong.map((h) => work.text.slice(h.start, h.end)).join(', ');
    complain(book, 'unsupported', 'intent', words, 'Two tasks in one instruction: give one task at a time.');
    return note(first);
  }
  if (flights[0] === 'carry' && emergency !== undefined) return note(emergency);
  return note(first);
}

/** The priority that a word for an emergency carries where nothing else is said. */
export function emergencyPriority(
  hits: readonly IntentHit[],
  work: WorkText,
  book: Notebook,
): ReadPriority | null {
  const hit = hits.find((h) => h.intent === 'emergency' && !h.negated);
  if (hit === undefined) return null;
  say(
    book,
    'priority',
    'high',
    evidenceOf(book, { work, start: hit.start, end: hit.end }, 'an emergency is of high priority'),
  );
  return 'high';
}
