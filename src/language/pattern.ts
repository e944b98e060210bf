/** Letters and digits that make one word of an alphabetic script; Han characters stand alone. */
const WORD = 'a-zß-öø-ÿа-я0-9';
const HAN = /[\u3400-\u9fff]/u;

/** Units of time, by language, with the seconds in each. */
export const TIME_UNITS: readonly (readonly [source: string, sec: number])[] = [
  ['(?:seconds?|secs?|s|секунд[а-я]*|сек|с|秒钟|秒)', 1],
  ['(?:minutes?|mins?|min|минут[а-я]*|мин|分钟|分)', 60],
  ['(?:hours?|hrs?|hr|h|час[а-я]*|ч|个?小时|个钟头|钟头)', 3600],
];
const TIME = TIME_UNITS.map(([source]) => source).join('|');

/** Units of length with the metres in each; the international foot (1959). */
export const LENGTH_UNITS: readonly (readonly [source: string, m: number])[] = [
  ['(?:kilomet(?:er|re)s?|kms?|километр[а-я]*|км|公里|千米)', 1000],
  ['(?:met(?:er|re)s?|m|метр[а-я]*|м|米)', 1],
  ['(?:feet|foot|ft|фут[а-я]*|英尺|呎)', 0.3048],
];
const LENGTH = LENGTH_UNITS.map(([source]) => source).join('|');
const NUMBER = '\\d+(?:[.,]\\d+)?';
const END = `(?:(?![${WORD}])|(?<=[\\u3400-\\u9fff]))`;

/**
 * A pattern over the work text. It is a regular expression (flags g and u) with these additions:
 * `~` any ending of a word; a space: white space, optional beside Han characters and where `?` follows; `<n>` a number (`<n1>`, `<n2>` where
 * there are several); `<t>` a unit of time; `<l>` a unit of length; `<d>` a duration such as `1 h 30 min`;
 * `<e>` one mention of an entity, `<es>` one or a list of them. It matches whole words only.
 */
export function pattern(source: string, flags = 'gu'): RegExp {
  const body = source
    .replace(/(?<!\(\?)<n(\d?)>/g, (_, k: string) => `(?<n${k}>${NUMBER})`)
    .replace(/(?<!\(\?)<t>/g, `(?<t>${TIME})`)
    .replace(
      /(?<!\(\?)<l(\d?)>/g,
      (_, k: string) => `(?<l${k}>${LENGTH})(?!\\s*(?:/|per |в секунду|в час|每秒|每小时))`,
    )
    .replace(
      /(?<!\(\?)<d>/g,
      `(?<d>\\d+\\s*h\\s*\\d+\\s*m(?![${WORD}])|${NUMBER}\\s*-?\\s*(?:${TIME})${END}(?:[\\s,]*(?:and|и|零|又)?\\s*${NUMBER}\\s*(?:${TIME})${END})*)`,
    )
    .replace(/(?<!\(\?)<e>/g, '[\\ue000-\\uf8fe]')
    .replace(
      /(?<!\(\?)<es>/g,
      '(?<es>[\\ue000-\\uf8fe](?:\\s*(?:,|、|and|or|и|или|和|与|及|以及|或)?\\s*(?:the\\s+)?[\\ue000-\\uf8fe])*)',
    )
    .replace(/~/g, '[a-zа-я]*');
  return new RegExp(`(?:(?<![${WORD}])|(?=[\\u3400-\\u9fff]))(?:${spaces(body)})${END}`, flags);
}

/** White space: required between words of an alphabet, optional beside Han characters and around digits. */
function spaces(source: string): string {
  let out = '';
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (c !== ' ') out += c;
    else if (source[i + 1] === '?') {
      out += '\\s*';
      i++;
    } else out += HAN.test(source[i - 1] ?? '') || HAN.test(source[i + 1] ?? '') ? '\\s*' : '\\s+';
  }
  return out;
}

/** One alternation of whole-word patterns. */
export function anyOf(sources: readonly string[], flags = 'gu'): RegExp {
  return pattern(sources.join('|'), flags);
}
