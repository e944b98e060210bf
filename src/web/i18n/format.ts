import type { Language } from './language.ts';

const LOCALE = { en: 'en-GB', ru: 'ru-RU' } as const;
const formats = new Map<string, Intl.NumberFormat>();

/** A number with a fixed count of decimals and the language's separators. */
export function number(value: number, decimals: number, language: Language): string {
  const key = `${language}${decimals}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format.format(value);
}

/** A number with as many decimals as it has, at most `most`. */
export function brief(value: number, most: number, language: Language): string {
  const rounded = Number(value.toFixed(most));
  const text = String(rounded);
  const decimals = text.includes('.') && !text.includes('e') ? text.split('.')[1]!.length : 0;
  return number(rounded, decimals, language);
}

/** Seconds as h:mm:ss, or m:ss below an hour. */
export function clock(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  const two = (n: number): string => String(n).padStart(2, '0');
  const h = Math.floor(s / 3600);
  const rest = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  return h > 0 ? `${h}:${rest}` : rest;
}

/** A moment of a plan as UTC time of day: seconds after an ISO start. */
export function utcTime(start_utc: string, seconds: number): string {
  const start = Date.parse(start_utc);
  return Number.isNaN(start) ? clock(seconds) : new Date(start + seconds * 1000).toISOString().slice(11, 19);
}

const UNITS: Readonly<Record<string, string>> = {
  m: 'м',
  s: 'с',
  cm: 'см',
  Wh: 'Вт·ч',
  'm/s': 'м/с',
  'm/s2': 'м/с²',
  km: 'км',
  deg: '°',
  px: 'пикс.',
  ratio: '',
  1: '',
  C: '°C',
  degC: '°C',
};

/** A unit as the wire names it, in the page's language. */
export function unitText(unit: string | null, language: Language): string {
  if (unit === null || unit === 'ratio' || unit === '1' || unit === 'none') return '';
  if (unit === 'deg') return '°';
  if (unit === 'C' || unit === 'degC') return '°C';
  return language === 'ru' ? (UNITS[unit] ?? unit) : unit;
}

/** A measured value with its unit; ratios as percent. */
export function measure(value: number | null, unit: string | null, language: Language): string {
  if (value === null) return '-';
  if (unit === 'ratio') return `${brief(value * 100, 2, language)} %`;
  const tail = unitText(unit, language);
  return `${brief(value, 2, language)}${tail === '' ? '' : `\u00a0${tail}`}`;
}

/** Metres, or kilometres from 1 km on. */
export function distance(metres: number, language: Language): string {
  const [value, unit, decimals] = metres >= 1000 ? [metres / 1000, 'km', 2] : [metres, 'm', 0];
  return `${number(value, decimals, language)}\u00a0${unitText(unit, language)}`;
}

/** Square metres, hectares or square kilometres. */
export function area(square_m: number, language: Language): string {
  if (square_m >= 1e7)
    return `${number(square_m / 1e6, 2, language)}\u00a0${language === 'ru' ? 'км²' : 'km²'}`;
  if (square_m >= 1e4)
    return `${number(square_m / 1e4, 1, language)}\u00a0${language === 'ru' ? 'га' : 'ha'}`;
  return `${number(square_m, 0, language)}\u00a0${language === 'ru' ? 'м²' : 'm²'}`;
}
