import { LENGTH_UNITS, TIME_UNITS } from './pattern.ts';

/** The number in a match; a decimal comma counts as a point. */
export function numberOf(text: string): number {
  return Number(text.replace(',', '.'));
}

const PART = new RegExp(`(\\d+(?:[.,]\\d+)?)\\s*-?\\s*(${TIME_UNITS.map(([s]) => s).join('|')})`, 'gu');
const CLOCK_STYLE = /^(\d+)\s*h\s*(\d+)\s*m$/;

/** Seconds of a duration such as `1 h 30 min` or `10分30秒`. */
export function durationSec(text: string): number {
  const short = CLOCK_STYLE.exec(text);
  if (short !== null) return Number(short[1]) * 3600 + Number(short[2]) * 60;
  let sec = 0;
  for (const match of text.matchAll(PART)) {
    const unit = TIME_UNITS.find(([source]) => new RegExp(`^${source}$`, 'u').test(match[2]!));
    sec += numberOf(match[1]!) * (unit?.[1] ?? Number.NaN);
  }
  return Math.round(sec * 1000) / 1000;
}

/** Metres of a number with its unit of length. */
export function lengthM(number: string, unit: string): number {
  const found = LENGTH_UNITS.find(([source]) => new RegExp(`^${source}$`, 'u').test(unit));
  return Math.round(numberOf(number) * (found?.[1] ?? Number.NaN) * 1000) / 1000;
}
