/** Latin letters that pass for Cyrillic ones, after lower-casing (so `B` and `H` count as В and Н). */
const TO_CYRILLIC: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  i: 'і',
  k: 'к',
  m: 'м',
  n: 'п',
  o: 'о',
  p: 'р',
  r: 'г',
  t: 'т',
  u: 'и',
  x: 'х',
  y: 'у',
};
const TO_LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  ԁ: 'd',
};
const DIGITS: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' };

/**
 * A text as its reader takes it, for the search of words in it: lower case, ё as е, no invisible or combining characters,
 * no emphasis marks, letters of two alphabets in one word brought to one, spaced-out words closed up. Line breaks stay.
 */
export function fold(text: string): string {
  let out = text.normalize('NFKC').toLowerCase().normalize('NFC');
  out = out.replace(/\r\n?|[\u2028\u2029\u0085\v\f]/gu, '\n').replace(/[\p{Cf}\p{Mn}\p{Me}]+/gu, '');
  out = out
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC');
  out = out.replace(/ё/gu, 'е').replace(/[*_~`\\]+/gu, '');
  // Apostrophes and hyphens inside a word: isn't, non-admitted, до-пущен.
  out = out.replace(/(?<=\p{L})['’ʼ‑-](?=\p{L})/gu, '');
  out = out.replace(/(?<!\p{L})(?:\p{L}[^\S\n]?[.·•+_-]?[^\S\n]?){4,}(?!\p{L})/gu, closeUp);
  return out.replace(/[\p{L}\p{N}]+/gu, oneAlphabet);
}

/** `д о п у щ е н`, `a.d.m.i.t.t.e.d`: single letters with something between each two of them. */
function closeUp(run: string): string {
  const letters = run.split(/[^\p{L}]+/u).filter((s) => s !== '');
  if (letters.length < 4 || letters.some((s) => s.length > 1)) return run;
  return `${letters.join('')}${/\s$/u.test(run) ? ' ' : ''}`;
}

function oneAlphabet(word: string): string {
  const spelled = /\p{L}\d\p{L}/u.test(word) ? map(word, DIGITS) : word;
  const mixed = /[a-z]/.test(spelled) && /[\u0400-\u052f]/u.test(spelled);
  if (mixed) {
    const cyrillic = map(spelled, TO_CYRILLIC);
    return /[a-z]/.test(cyrillic) ? map(spelled, TO_LATIN) : cyrillic;
  }
  // Ids such as m3e1 keep their digits.
  return /\d/.test(spelled) ? word : spelled;
}

function map(word: string, table: Readonly<Record<string, string>>): string {
  return [...word].map((c) => table[c] ?? c).join('');
}

/** Letters of an alphabet in which nothing here can be checked: other than Latin and Cyrillic; a single Greek letter is a symbol. */
export function foreignLetters(text: string): string[] {
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter(
    (w) => /[^\p{Script=Latin}\p{Script=Cyrillic}\p{M}\p{Lm}]/u.test(w) && !/^\p{Script=Greek}$/u.test(w),
  );
}
