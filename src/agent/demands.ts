import type { Demand } from '#ir';
import type { ReadField, Reading } from '#language';

/** What an operator's words bind a document to, and what they leave open. */
export type Demands = {
  readonly list: readonly Demand[];
  /** Must be asked before anything is released, whatever a model filled in. */
  readonly open_questions: readonly string[];
  /** The questions as one text for a person; empty where nothing is open. */
  readonly questions_text: string;
};

/** Intents that differ in tone and not in what the aircraft does. */
const SAME_FLIGHT = [
  ['delivery', 'emergency'],
  ['patrol', 'inspection', 'monitoring'],
  ['return', 'charge'],
] as const;

/**
 * Turns the deterministic reading of an instruction into demands on whatever document a model proposes. What the reader
 * found binds; what it could not ground is asked, since a model that fills a gap by itself is a guess with an id.
 */
export function demandsOf(reading: Reading): Demands {
  const words = (field: ReadField): string =>
    (reading.evidence[field] ?? []).map((e) => e.text).join(' ... ') || 'the instruction';
  const list: Demand[] = [];
  const group = SAME_FLIGHT.find((g) => (g as readonly string[]).includes(reading.intent ?? ''));
  if (group !== undefined) list.push({ field: 'intent', one_of: group, words: words('intent') });
  const visits = [
    ...reading.waypoints,
    ...(reading.destination === null || reading.waypoints.includes(reading.destination)
      ? []
      : [reading.destination]),
  ];
  if (visits.length > 0) {
    list.push({
      field: 'visits',
      in_order: visits,
      words: [words('waypoints'), words('destination')].filter((w) => w !== 'the instruction').join(' ... '),
    });
  }
  if (group === SAME_FLIGHT[0])
    list.push({ field: 'origin', equals: reading.origin, words: words('origin') });
  for (const field of ['deadline_sec', 'altitude_max_m'] as const) {
    const at_most = reading[field];
    if (at_most !== null) list.push({ field, at_most, words: words(field) });
  }
  for (const field of ['altitude_min_m', 'min_separation_m', 'battery_reserve_ratio'] as const) {
    const at_least = reading[field];
    if (at_least !== null) list.push({ field, at_least, words: words(field) });
  }
  if (reading.max_risk_level !== null) {
    const no_higher_than = reading.max_risk_level;
    list.push({ field: 'max_risk_level', no_higher_than, words: words('max_risk_level') });
  }
  for (const field of ['avoid_zones', 'sensitive_zones', 'handoff_points'] as const) {
    if (reading[field].length > 0) list.push({ field, includes: reading[field], words: words(field) });
  }
  if (reading.candidate_uavs.length > 0)
    list.push({ field: 'candidate_uavs', only: reading.candidate_uavs, words: words('candidate_uavs') });
  if (reading.fallback !== null)
    list.push({ field: 'fallback_policy', equals: reading.fallback, words: words('fallback') });
  return { list, ...questionsOf(reading) };
}

function questionsOf(reading: Reading): Pick<Demands, 'open_questions' | 'questions_text'> {
  const open = new Set<string>();
  const texts: string[] = [];
  for (const field of reading.missing) {
    // A model may name the kind of task or its urgency; it may not pick a place.
    if (field === 'intent' || field === 'priority') continue;
    open.add(field);
    texts.push(`${field} is not said`);
  }
  for (const a of reading.ambiguous) {
    open.add(a.field);
    texts.push(`"${a.mention}" (${a.field}) may be ${a.candidates.join(', ')}`);
  }
  for (const u of reading.unknown_mentions) {
    open.add(u.field);
    texts.push(
      `"${u.mention}" (${u.field}) is not in this region${u.nearest.length > 0 ? `; nearest names: ${u.nearest.slice(0, 3).join(', ')}` : ''}`,
    );
  }
  for (const p of reading.problems) {
    open.add(p.field);
    texts.push(p.message);
  }
  return { open_questions: [...open], questions_text: texts.join('; ') };
}
