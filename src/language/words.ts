/** One word, number, Han character or other sign of a work text. */
export type Token = {
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
};

const TOKEN = /[a-zß-öø-ÿ]+(?:'[a-zß-öø-ÿ]+)*|[а-я]+|\d+|[\u3400-\u9fff]|\S/gu;

/** Splits a work text; letters and digits part, so that `uav03` reads like `uav 03`. */
export function tokenize(text: string): Token[] {
  const out: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    out.push({
      text: match[0],
      key: wordKey(match[0]),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return out;
}

const NUMBER_KEYS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  один: '1',
  два: '2',
  три: '3',
  четыре: '4',
  пять: '5',
  шесть: '6',
  семь: '7',
  восемь: '8',
  девять: '9',
  десять: '10',
  一: '1',
  二: '2',
  两: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
};
const SAME: Readonly<Record<string, string>> = {
  saint: 'st',
  street: 'st',
  mount: 'mt',
  avenue: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  center: 'centre',
  elem: 'elementary',
  univ: 'university',
  hosp: 'hospital',
};

/** What two spellings of one word share: no case ending, no plural, no leading zero, digits for number words. */
export function wordKey(word: string): string {
  const number = NUMBER_KEYS[word];
  if (number !== undefined) return number;
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) return word.replace(/^0+(?=\d)/, '');
  if (/^[а-я]/.test(word)) return russianStem(word);
  if (/^[a-zß-ÿ]/.test(word)) return englishStem(word);
  return word;
}

function englishStem(word: string): string {
  const bare = word.replace(/'/g, '');
  const same = SAME[bare];
  if (same !== undefined) return same;
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`;
  if (bare.length > 5 && /(?:ch|sh|x|ss)es$/.test(bare)) return bare.slice(0, -2);
  if (bare.length > 3 && bare.endsWith('s') && !/(?:ss|us|is)$/.test(bare)) return bare.slice(0, -1);
  return bare;
}

/** Endings of Russian nouns and adjectives, longest first. */
const ENDINGS = (
  'иями ями ами ией иям ием иях ого его ому ему ыми ими ьями ьям ьях ая яя ое ее ые ие ый ий ой ую юю ых их ым им ом ем ей ' +
  'ов ев ам ям ах ях ью ия ии ию ья ье ьи а я о е ы и у ю ь й'
)
  .split(' ')
  .sort((a, b) => b.length - a.length);

/** A light stem: one ending off, at least three letters left, and the vowel that comes and goes (рынок, рынка) dropped. */
function russianStem(word: string): string {
  let stem = word;
  for (const ending of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) {
      stem = word.slice(0, -ending.length);
      break;
    }
  }
  const fleeting = /^(.{2,}[бвгджзклмнпрстфхцчшщ])[ое]([кцн])$/.exec(stem);
  return fleeting === null ? stem : fleeting[1]! + fleeting[2]!;
}

/** Capital letters that look and mean the same in both alphabets: a label `А` typed on a Russian keyboard. */
export function labelKey(key: string): string {
  return key === 'а' ? 'a' : key;
}

/** True for a digit string or a single letter: what tells one school from another. */
export function isLabel(key: string): boolean {
  return /^(?:\d{1,4}|[a-zа-я]|[甲乙丙丁])$/.test(key);
}
