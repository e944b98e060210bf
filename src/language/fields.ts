import { type Notebook, type Stretch, claim, complain, evidenceOf, say } from './notebook.ts';
import { numberOf } from './quantities.ts';
import type { ReadField } from './reading.ts';
import type { WorkText } from './work-text.ts';

const FIELD =
  /(?<![a-z0-9_])(deadline_sec|altitude_min_m|altitude_max_m|min_separation_m|battery_reserve_ratio)\s*(?:[:=]|is|of|为|是)?\s*(\d+(?:\.\d+)?)(?![\d.]*[\d%a-z])/gu;

/** Highest value of each field of the task document that may be written by its own name, units included. */
const HIGHEST: Readonly<Record<string, number>> = {
  deadline_sec: 86_400,
  altitude_min_m: 1000,
  altitude_max_m: 1000,
  min_separation_m: 1000,
  battery_reserve_ratio: 1,
};

/** Reads fields written by their own names, e.g. `deadline_sec = 600`. */
export function readFields(work: WorkText, book: Notebook): WorkText {
  return claim(work, FIELD, (match, at: Stretch) => {
    const field = match[1] as ReadField;
    const value = numberOf(match[2]!);
    const evidence = evidenceOf(book, at);
    if (value <= HIGHEST[field]! && (field !== 'deadline_sec' || value >= 1))
      say(book, field, value, evidence);
    else complain(book, 'out_of_range', field, evidence.text, `${field} is at most ${HIGHEST[field]}.`);
  });
}
