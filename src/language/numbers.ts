import { anyOf, pattern } from './pattern.ts';
import { type WorkText, rewrite } from './work-text.ts';

const EN: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
/** Stems of Russian cardinal numerals in all cases, longest stems first where one begins another. */
const RU: readonly (readonly [source: string, value: number])[] = [
  ['одиннадцат[ьи]ю?', 11],
  ['двенадцат[ьи]ю?', 12],
  ['тринадцат[ьи]ю?', 13],
  ['четырнадцат[ьи]ю?', 14],
  ['пятнадцат[ьи]ю?', 15],
  ['шестнадцат[ьи]ю?', 16],
  ['семнадцат[ьи]ю?', 17],
  ['восемнадцат[ьи]ю?', 18],
  ['девятнадцат[ьи]ю?', 19],
  ['двадцат[ьи]ю?', 20],
  ['тридцат[ьи]ю?', 30],
  ['сорока?', 40],
  ['пят(?:ьдесят|идесяти)', 50],
  ['шест(?:ьдесят|идесяти)', 60],
  ['сем(?:ьдесят|идесяти)', 70],
  ['вос(?:емьдесят|ьмидесяти)', 80],
  ['девяност[оа]', 90],
  ['ст[оа]', 100],
  ['двест[ие]|двухсот', 200],
  ['триста|трехсот', 300],
  ['четыреста|четырехсот', 400],
  ['пятьсот|пятисот', 500],
  ['шестьсот|шестисот', 600],
  ['семьсот|семисот', 700],
  ['восемьсот|восьмисот', 800],
  ['девятьсот|девятисот', 900],
  ['тысяч[аиу]?', 1000],
  ['одн(?:ого|ой|ому|у|о|а)|один', 1],
  ['дв(?:а|е|ух|ум|умя)', 2],
  ['тр(?:и|ех|ем|емя)', 3],
  ['четыр(?:е|ех|ем|ьмя)', 4],
  ['пят[ьи]ю?', 5],
  ['шест[ьи]ю?', 6],
  ['сем[ьи]ю?', 7],
  ['вос(?:емь|ьми)ю?', 8],
  ['девят[ьи]ю?', 9],
  ['десят[ьи]ю?', 10],
];
const RU_WORD = RU.map(([s]) => `(?:${s})`).join('|');
const RU_COMPILED = RU.map(([s, value]) => ({ at: new RegExp(`^(?:${s})$`, 'u'), value }));
const EN_WORD = `(?:${Object.keys(EN).join('|')}|hundred|thousand)`;
const ENGLISH_NUMBER = anyOf([`${EN_WORD}(?:(?:\\s+and\\s+|\\s*-\\s*|\\s+)${EN_WORD})*`]);
const RUSSIAN_NUMBER = anyOf([`(?:${RU_WORD})(?:\\s+(?:${RU_WORD}))*`]);
const HAN_DIGITS = '零一二两三四五六七八九十百千';
const HAN_UNIT = '(?=\\s*(?:个?小时|个?钟头|个半|分钟?|秒|点|时|米|公里|千米|英尺|%|公斤|成|刻|架|号))';
const HAN_NUMBER = new RegExp(
  `[${HAN_DIGITS}]+(?:点[零一二三四五六七八九]+(?=米|公里|小时))?${HAN_UNIT}`,
  'gu',
);

/** Fixed turns of phrase that hold a number. */
const PHRASES: readonly (readonly [regex: RegExp, by: string])[] = [
  [pattern('(?:half (?:an|a) hour|half-hour|half hour)'), '30 minutes'],
  [pattern('(?:a|one) quarter of an hour|a quarter(?: of an)? hour|quarter of an hour'), '15 minutes'],
  [pattern('three quarters of an hour|three-quarters of an hour'), '45 minutes'],
  [pattern('an hour and a half|one and a half hours?|one hour and a half'), '90 minutes'],
  [pattern('a minute and a half|one and a half minutes?'), '90 seconds'],
  [pattern('half a minute'), '30 seconds'],
  [pattern('(?<=(?:within|in|under|than|of) )an hour|(?<=(?:within|in|under|than) )the hour'), '1 hour'],
  [pattern('(?<=(?:within|in|under|than) )a minute'), '1 minute'],
  [pattern('half a kilomet(?:er|re)'), '500 m'],
  [pattern('a dozen'), '12'],
  [pattern('полчаса|получаса|пол часа|пол-часа'), '30 минут'],
  [pattern('(?:четверть|четверти) часа'), '15 минут'],
  [pattern('полтор(?:а|ых) часа?(?:ов)?|час с половиной|часа с половиной'), '90 минут'],
  [pattern('полтор(?:ы|ых) минуты?'), '90 секунд'],
  [pattern('полминуты'), '30 секунд'],
  [pattern('(?<=(?:за|через|течение|пределах|более|чем|дольше) )(?:часа?|один час)'), '1 час'],
  [pattern('(?<=(?:за|через|течение|пределах|более|чем|дольше) )минут[ыу]'), '1 минуту'],
  [pattern('полкилометра'), '500 м'],
  [/一个半(?:小时|钟头)/gu, '90分钟'],
  [/[二两]个半(?:小时|钟头)/gu, '150分钟'],
  [/半个?(?:小时|钟头)/gu, '30分钟'],
  [/一刻钟/gu, '15分钟'],
  [/三刻钟/gu, '45分钟'],
  [/半分钟/gu, '30秒'],
];
const AND_A_HALF =
  /(?<![\d.])(\d+)\s+(?:and a half|с половиной)(?=\s+(?:hours?|minutes?|mins?|seconds?|час|минут|секунд))/gu;
const PERCENT_HAN = new RegExp(`百分之([${HAN_DIGITS}]+|\\d+(?:\\.\\d+)?)`, 'gu');
const TENTHS_HAN = new RegExp(`([${HAN_DIGITS}]|\\d)成(半)?`, 'gu');
const PERCENT_WORD = pattern('(?<=\\d\\s*)(?:percent|per cent|pct|процент~)');
const BATTERY_SHARE: readonly (readonly [regex: RegExp, by: string])[] = [
  [pattern('(?:(?:a|one) )?quarter of(?: the| its)?(?= (?:battery|charge|power))'), '25%'],
  [pattern('(?:(?:a|one) )?third of(?: the| its)?(?= (?:battery|charge|power))'), '33.4%'],
  [pattern('half(?: of)?(?: the| its)?(?= (?:battery|charge|power))'), '50%'],
  [pattern('четверть(?= (?:заряда|батареи|аккумулятора))'), '25%'],
  [pattern('треть(?= (?:заряда|батареи|аккумулятора))'), '33.4%'],
  [pattern('половин[уы](?= (?:заряда|батареи|аккумулятора))'), '50%'],
  [pattern('(?<=reserve(?: of)? )(?:(?:a|one) )?quarter'), '25%'],
  [pattern('(?<=reserve(?: of)? )(?:(?:a|one) )?third'), '33.4%'],
  [pattern('(?<=reserve(?: of)? )(?:a |one )?half'), '50%'],
  [/(?<=(?:запас|резерв)(?: (?:батареи|заряда|энергии|аккумулятора))?\s*[-:]?\s+)четверть/gu, '25%'],
  [/(?<=(?:запас|резерв)(?: (?:батареи|заряда|энергии|аккумулятора))?\s*[-:]?\s+)треть/gu, '33.4%'],
  [/(?<=(?:запас|резерв)(?: (?:батареи|заряда|энергии|аккумулятора))?\s*[-:]?\s+)половин[ау]/gu, '50%'],
  [/四分之一/gu, '25%'],
  [/三分之一/gu, '33.4%'],
  [/三分之二/gu, '66.7%'],
  [/四分之三/gu, '75%'],
  [/二分之一/gu, '50%'],
  [/一半(?:的)?(?=电)/gu, '50%'],
];

const ORDINALS =
  'первого второго третьего четвертого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого'.split(
    ' ',
  );
const ORDINAL = ORDINALS.join('|');
/** The hour before, on a clock of twelve. */
const before = (hour: number): number => (hour === 1 ? 12 : hour - 1);

/** Times of day in words: `half past nine`, `половина десятого`. They come out as `9:30`. */
function spellTimes(work: WorkText): WorkText {
  const hour = (m: RegExpMatchArray): number => ORDINALS.indexOf(m[1]!) + 1;
  let out = rewrite(work, pattern(`половин[аыеу] (${ORDINAL})`), (m) => `${before(hour(m))}:30`);
  out = rewrite(out, pattern(`четверт[ьи] (${ORDINAL})`), (m) => `${before(hour(m))}:15`);
  out = rewrite(out, pattern('без четверти (\\d{1,2})'), (m) => `${before(Number(m[1]))}:45`);
  out = rewrite(out, pattern('half past (\\d{1,2})'), (m) => `${m[1]!}:30`);
  out = rewrite(out, pattern('(?:a )?quarter past (\\d{1,2})'), (m) => `${m[1]!}:15`);
  out = rewrite(out, pattern('(?:a )?quarter to (\\d{1,2})'), (m) => `${before(Number(m[1]))}:45`);
  return rewrite(out, pattern("(\\d{1,2}) o'?clock"), (m) => `${m[1]!}:00`);
}

/** Writes numbers that are spelled out as digits, in three languages; also half hours, quarters and shares of a battery. */
export function spellNumbers(work: WorkText): WorkText {
  let out = work;
  for (const [regex, by] of [...PHRASES, ...BATTERY_SHARE]) out = rewrite(out, regex, () => by);
  out = rewrite(out, PERCENT_HAN, (m) => `${/\d/.test(m[1]!) ? m[1]! : hanValue(m[1]!)}%`);
  out = rewrite(out, TENTHS_HAN, (m) => {
    const tenths = (/\d/.test(m[1]!) ? Number(m[1]) : hanValue(m[1]!)) * 10 + (m[2] === undefined ? 0 : 5);
    return `${tenths}%`;
  });
  out = rewrite(out, HAN_NUMBER, (m) => hanDecimal(m[0]));
  out = rewrite(out, ENGLISH_NUMBER, (m) => englishValue(m[0]));
  out = rewrite(out, RUSSIAN_NUMBER, (m) => russianValue(m[0]));
  out = rewrite(out, AND_A_HALF, (m) => `${m[1]!}.5`);
  return spellTimes(rewrite(out, PERCENT_WORD, () => '%'));
}

function englishValue(text: string): string | null {
  let total = 0;
  let part = 0;
  for (const word of text.split(/[\s-]+/)) {
    if (word === 'and' || word === '') continue;
    if (word === 'hundred') part = (part || 1) * 100;
    else if (word === 'thousand') {
      total += (part || 1) * 1000;
      part = 0;
    } else {
      const value = EN[word]!;
      // "five ten" is two numbers: leave it as it stands rather than add them up.
      if (part % 10 !== 0 || (part % 100 !== 0 && value >= 10)) return null;
      part += value;
    }
  }
  return String(total + part);
}

function russianValue(text: string): string | null {
  let total = 0;
  let part = 0;
  for (const word of text.split(/\s+/)) {
    const value = RU_COMPILED.find((r) => r.at.test(word))?.value;
    if (value === undefined) return null;
    if (value === 1000) {
      total += (part || 1) * 1000;
      part = 0;
    } else {
      if (part > 0 && (part % 10 !== 0 || (part % 100 !== 0 && value >= 10) || value >= 100)) return null;
      part += value;
    }
  }
  return String(total + part);
}

function hanDecimal(text: string): string {
  const [whole, part] = text.split('点');
  if (part === undefined) return String(hanValue(whole!));
  return `${hanValue(whole!)}.${[...part].map((c) => hanValue(c)).join('')}`;
}

/** The value of a Chinese numeral below 10 000, with or without place words. */
function hanValue(text: string): number {
  const digit = (c: string): number => (c === '两' ? 2 : '零一二三四五六七八九'.indexOf(c));
  if (!/[十百千]/.test(text)) return Number([...text].map((c) => digit(c)).join(''));
  let total = 0;
  let current = 0;
  for (const c of text) {
    const place = c === '十' ? 10 : c === '百' ? 100 : c === '千' ? 1000 : 0;
    if (place === 0) current = digit(c);
    else {
      total += (current === 0 ? 1 : current) * place;
      current = 0;
    }
  }
  return total + current;
}
