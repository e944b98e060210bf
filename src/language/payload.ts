import type { SystemState } from '#world';
import { type Notebook, claim, complain, evidenceOf, say } from './notebook.ts';
import { pattern } from './pattern.ts';
import { numberOf } from './quantities.ts';
import type { WorkText } from './work-text.ts';

/** Units of mass with the kilograms in each; the international pound (1959), the Chinese 斤 of 500 g. */
const MASS_UNITS: readonly (readonly [source: string, kg: number])[] = [
  ['(?:kilograms?|kilos?|kgs?|кг|килограмм[а-я]*|公斤|千克)', 1],
  ['(?:grams?|grammes?|gr?|г|гр|грамм[а-я]*|克)', 0.001],
  ['(?:pounds?|lbs?|фунт[а-я]*|磅)', 0.45359237],
  ['斤', 0.5],
];
const MASS = MASS_UNITS.map(([source]) => source).join('|');
const PAYLOAD = pattern(
  `(?<count>(?<![\\d.,])\\d+ (?:[a-zа-я]+ )?(?:of |по |at |x |х |× ?)|(?<![\\d.,])\\d+\\s*[x×х*]\\s*|(?:each|every|каждый|каждая|каждое|по|每[个箱盒袋件份包]?)\\s*)?(?<n>\\d+(?:[.,]\\d+)?)\\s*-?(?<unit>${MASS})(?<each> each| apiece| per [a-z]+| каждый| каждая| каждое| каждого| за штуку)?`,
);
const VOLUME = pattern(
  '\\d+(?:[.,]\\d+)?\\s*-?(?:litres?|liters?|l|ml|millilit(?:er|re)s?|литр[а-я]*|л|мл|миллилитр[а-я]*|毫升|升)',
);

/** Reads the mass of the payload in kilograms. A mass per piece and a volume have no total and are asked about. */
export function readPayload(work: WorkText, book: Notebook): WorkText {
  const out = claim(work, PAYLOAD, (match, at) => {
    const g = match.groups!;
    const evidence = evidenceOf(book, at);
    if (g.count !== undefined || g.each !== undefined) {
      const message = 'This may be the mass of one piece or of all of them: say the whole mass.';
      return complain(book, 'unsupported', 'payload_kg', evidence.text, message);
    }
    const unit = MASS_UNITS.find(([source]) => new RegExp(`^${source}$`, 'u').test(g.unit!))!;
    say(book, 'payload_kg', Math.round(numberOf(g.n!) * unit[1] * 1e6) / 1e6, evidence);
  });
  return claim(out, VOLUME, (_, at) => {
    const message = 'A volume does not say what is to be lifted: say the mass.';
    complain(book, 'unsupported', 'payload_kg', evidenceOf(book, at).text, message);
  });
}

/**
 * Candidates that can lift the payload: of those that are named, or of all available ones where none is named and not
 * all of them can. The task document has no field for a mass, so it binds the choice of the aircraft.
 */
export function ableToLift(
  candidates: readonly string[],
  payload_kg: number | null,
  state: SystemState,
  book: Notebook,
): readonly string[] {
  if (payload_kg === null) return candidates;
  const crew = state.fleet.filter((u) =>
    candidates.length > 0 ? candidates.includes(u.id) : u.status === 'available',
  );
  const able = crew.filter((u) => u.max_payload_kg >= payload_kg);
  if (able.length === crew.length) return candidates;
  const masses = book.statements.get('payload_kg') ?? [];
  if (able.length === 0) {
    const said = masses.map((m) => m.evidence.text).join(', ');
    const most_kg = Math.max(0, ...crew.map((u) => u.max_payload_kg));
    complain(
      book,
      'out_of_range',
      'payload_kg',
      said,
      `No aircraft that may be taken lifts this: the most is ${most_kg} kg.`,
    );
    return candidates;
  }
  const note = `at most ${payload_kg} kg must be lifted`;
  const ids = able.map((u) => u.id).sort();
  for (const m of masses) say(book, 'candidate_uavs', ids, { ...m.evidence, note });
  return ids;
}
