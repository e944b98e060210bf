import type { Evidence, ReadField, ReadingProblem } from './reading.ts';
import { DONE, type WorkText, rewrite, sourceSpan } from './work-text.ts';

/** One statement about a field, with its place. */
export type Statement<T = unknown> = { readonly value: T; readonly evidence: Evidence };

/** What has been read so far. Passes add to it and never take away. */
export type Notebook = {
  readonly source: string;
  readonly statements: Map<ReadField, Statement[]>;
  readonly problems: ReadingProblem[];
};

export function openNotebook(source: string): Notebook {
  return { source, statements: new Map(), problems: [] };
}

/** A stretch of a work text. */
export type Stretch = { readonly work: WorkText; readonly start: number; readonly end: number };

/** The evidence for a stretch. */
export function evidenceOf(book: Notebook, at: Stretch, note: string | null = null): Evidence {
  const span = sourceSpan(at.work, at.start, at.end);
  const raw = book.source.slice(span.from, span.to);
  const lead = raw.length - raw.trimStart().length;
  const text = raw.trim();
  return { from: span.from + lead, to: span.from + lead + text.length, text, note };
}

/** Notes that a field was said. */
export function say(book: Notebook, field: ReadField, value: unknown, evidence: Evidence): void {
  const list = book.statements.get(field);
  if (list === undefined) book.statements.set(field, [{ value, evidence }]);
  else list.push({ value, evidence });
}

/** Notes that something said cannot be taken over. */
export function complain(
  book: Notebook,
  type: ReadingProblem['type'],
  field: ReadField,
  ...[mention, message]: [mention: string, message: string]
): void {
  book.problems.push({ type, field, mention, message });
}

/** Reads every match with `take` and marks it as understood, except where `take` gives null. */
export function claim(
  work: WorkText,
  regex: RegExp,
  take: (match: RegExpMatchArray, at: Stretch) => string | null | void,
): WorkText {
  return rewrite(work, regex, (match, start) => {
    const put = take(match, { work, start, end: start + match[0].length });
    if (put === null) return null;
    return put === undefined ? ` ${DONE} ` : put;
  });
}

/** The sentence around a place: between full stops, semicolons and line ends. */
export function sentenceAround(text: string, start: number, end: number): string {
  const stop = /[.;!?\n](?!\d)/u;
  let from = start;
  while (from > 0 && !stop.test(text.slice(from - 1, from + 1))) from--;
  let to = end;
  while (to < text.length && !stop.test(text.slice(to, to + 2))) to++;
  return text.slice(from, to);
}
