import { type Dimension, unitAt } from './units.ts';

/** A number as a text shows it. */
export type ShownNumber = {
  /** The characters that show it, with its unit. */
  readonly text: string;
  readonly at: number;
  /** Readings in the base unit of the dimension: a comma may be a decimal sign or part thousands. */
  readonly readings: readonly { readonly value: number; readonly half_step: number }[];
  readonly dimension: Dimension;
};

const NUMBER =
  /(?<![A-Za-zА-Яа-яЁё0-9_]|[0-9][.,])[+−-]?(?:\d{1,3}(?:[   ]\d{3})+|\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?(?:[eE][+-]?\d+)?/gu;
const CLOCK = /(?<![A-Za-zА-Яа-яЁё0-9_:]|[0-9][.,])(\d{1,2}):(\d{2})(?::(\d{2}))?(?![A-Za-zА-Яа-яЁё0-9:])/gu;
const JOIN = /^(?:[   ,]|and|и|又|零){0,5}$/u;

/** All numbers of a text with their units, in order. Parts of one duration ("2 min 30 s") are one number. */
export function shownNumbers(text: string): readonly ShownNumber[] {
  const clocks = [...text.matchAll(CLOCK)].map(clockNumber);
  const rest = [...text.matchAll(NUMBER)]
    .filter((m) => !clocks.some((c) => m.index >= c.at && m.index < c.at + c.text.length))
    .map((m) => plainNumber(text, m[0], m.index));
  return joinDurations(
    text,
    [...clocks, ...rest].sort((a, b) => a.at - b.at),
  );
}

function plainNumber(text: string, digits: string, at: number): ShownNumber {
  const found = unitAt(text.slice(at + digits.length));
  const factor = found?.unit.factor ?? 1;
  const length = digits.length + (found?.length ?? 0);
  return {
    text: text.slice(at, at + length),
    at,
    readings: readingsOf(digits).map((r) => ({ value: r.value * factor, half_step: r.half_step * factor })),
    dimension: found?.unit.dimension ?? 'none',
  };
}

/** What a string of digits may mean, each with half of the last shown digit. */
function readingsOf(digits: string): { value: number; half_step: number }[] {
  const clean = digits.replace('−', '-').replace(/[   ]/g, '');
  const forms = new Set<string>();
  if (/,/.test(clean)) {
    if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?(e.*)?$/i.test(clean)) forms.add(clean.replaceAll(',', ''));
    if ((clean.match(/,/g) ?? []).length === 1 && !clean.includes('.')) forms.add(clean.replace(',', '.'));
  } else forms.add(clean);
  return [...forms].map((form) => {
    const exponent = Number(/e([+-]?\d+)$/i.exec(form)?.[1] ?? 0);
    const decimals = /\.(\d+)/.exec(form)?.[1]?.length ?? 0;
    return { value: Number(form), half_step: 0.5 * 10 ** (exponent - decimals) };
  });
}

/** 1:05:00 or 12:30: hours and minutes or minutes and seconds. */
function clockNumber(m: RegExpExecArray): ShownNumber {
  const [a, b] = [Number(m[1]), Number(m[2])];
  const readings =
    m[3] === undefined
      ? [
          { value: a * 60 + b, half_step: 0.5 },
          { value: a * 3600 + b * 60, half_step: 30 },
        ]
      : [{ value: a * 3600 + b * 60 + Number(m[3]), half_step: 0.5 }];
  return { text: m[0], at: m.index, readings, dimension: 'time' };
}

/** Durations written in parts: each part smaller than the one before, only spaces or "and" between them. */
function joinDurations(text: string, numbers: readonly ShownNumber[]): readonly ShownNumber[] {
  const out: ShownNumber[] = [];
  for (const n of numbers) {
    const last = out.at(-1);
    const between = last === undefined ? '' : text.slice(last.at + last.text.length, n.at);
    const [a, b] = [last?.readings[0], n.readings[0]];
    const joins =
      last !== undefined &&
      a !== undefined &&
      b !== undefined &&
      last.dimension === 'time' &&
      n.dimension === 'time' &&
      JOIN.test(between) &&
      b.half_step < a.half_step &&
      b.value < 2 * a.half_step;
    if (!joins) {
      out.push(n);
      continue;
    }
    out[out.length - 1] = {
      text: text.slice(last.at, n.at + n.text.length),
      at: last.at,
      readings: [{ value: a.value + b.value, half_step: b.half_step }],
      dimension: 'time',
    };
  }
  return out;
}
