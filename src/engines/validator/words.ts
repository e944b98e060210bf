/** Numbers and units as people write them, in both languages of a finding. */

/** Language of a text. */
export type Language = 'en' | 'ru';

/** Symbols of the units that findings carry: English, Russian; those that touch their number begin without a space. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  m: [' m', ' м'],
  cm: [' cm', ' см'],
  s: [' s', ' с'],
  'm/s': [' m/s', ' м/с'],
  'm/s2': [' m/s²', ' м/с²'],
  m2: [' m²', ' м²'],
  Wh: [' Wh', ' Вт·ч'],
  deg: ['°', '°'],
  C: [' °C', ' °C'],
  px: [' px', ' пикс.'],
  '1/m2': [' points/m²', ' точек/м²'],
  '1': ['', ''],
};

/** Four significant digits, or all digits of the whole part. */
export function rounded(x: number, language: Language = 'en'): string {
  const size = Math.abs(x);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
  const text = String(Number(x.toFixed(digits)));
  return language === 'ru' ? comma(text) : text;
}

/** A number's text with the decimal comma of Russian. */
export function comma(number: string): string {
  return number.replace('.', ',');
}

/** A number with its unit; a unit that is not in the table stands as it is. */
export function quantity(x: number, unit: string | null | undefined, language: Language): string {
  const symbol = unit == null ? '' : (UNITS[unit]?.[language === 'en' ? 0 : 1] ?? ` ${unit}`);
  return rounded(x, language) + symbol;
}

/** The Russian form of a noun behind a whole number: 1 галс, 2 галса, 5 галсов. */
export function plural(n: number, one: string, few: string, many: string): string {
  const [tens, ones] = [Math.abs(n) % 100, Math.abs(n) % 10];
  if (tens > 10 && tens < 20) return many;
  if (ones === 1) return one;
  return ones > 1 && ones < 5 ? few : many;
}
