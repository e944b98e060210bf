/** What a number measures. `none`: a bare number. */
export type Dimension =
  | 'length'
  | 'time'
  | 'speed'
  | 'ratio'
  | 'energy'
  | 'power'
  | 'angle'
  | 'mass'
  | 'temperature'
  | 'area'
  | 'count'
  | 'none';

/** A unit as people write it: its dimension and its size in the base unit (m, s, m/s, 1, Wh, W, degree, kg, C, m2). */
export type Unit = { readonly dimension: Dimension; readonly factor: number };

const unit = (dimension: Dimension, factor: number): Unit => ({ dimension, factor });

/** Spellings in English, Russian and Chinese; compared in lower case, longest first. */
const SPELLINGS: readonly (readonly [Unit, readonly string[]])[] = [
  [unit('speed', 1), ['m/s', 'mps', 'meters per second', 'metres per second', 'м/с', '米/秒', '米每秒']],
  [unit('speed', 1 / 3.6), ['km/h', 'kph', 'км/ч', '公里/小时', '千米/小时']],
  [unit('speed', 1852 / 3600), ['kn', 'kt', 'kts', 'knots', 'knot', 'уз', '节']],
  [unit('speed', 0.44704), ['mph']],
  [unit('area', 1), ['m2', 'm²', 'м2', 'м²', '平方米']],
  [unit('area', 1e6), ['km2', 'km²', 'км2', 'км²', '平方公里']],
  [unit('energy', 1), ['wh', 'вт·ч', 'вт*ч', 'втч', '瓦时']],
  [unit('energy', 1000), ['kwh', 'квт·ч', '千瓦时']],
  [unit('power', 1), ['w', 'watts', 'watt', 'вт', '瓦']],
  [unit('power', 1000), ['kw', 'квт', '千瓦']],
  [unit('length', 1), ['m', 'meters', 'metres', 'meter', 'metre', 'м', 'метров', 'метра', 'метр', '米']],
  [
    unit('length', 1000),
    [
      'km',
      'kilometers',
      'kilometres',
      'kilometer',
      'kilometre',
      'км',
      'километров',
      'километра',
      'километр',
      '公里',
      '千米',
    ],
  ],
  [unit('length', 0.01), ['cm', 'см', '厘米']],
  [unit('length', 0.001), ['mm', 'мм', '毫米']],
  [unit('length', 0.3048), ['ft', 'feet', 'foot', 'футов', 'фута', 'фут', '英尺']],
  [unit('length', 1852), ['nmi', 'nm', 'nautical miles', 'nautical mile', '海里']],
  [unit('length', 1609.344), ['mi', 'miles', 'mile', 'миль', 'мили', 'миля', '英里']],
  [
    unit('time', 1),
    [
      's',
      'sec',
      'secs',
      'second',
      'seconds',
      'с',
      'сек',
      'секунд',
      'секунды',
      'секунда',
      'секунду',
      '秒',
      '秒钟',
    ],
  ],
  [unit('time', 0.001), ['ms', 'milliseconds', 'мс', '毫秒']],
  [
    unit('time', 60),
    ['min', 'mins', 'minute', 'minutes', 'мин', 'минут', 'минуты', 'минута', 'минуту', '分钟', '分'],
  ],
  [unit('time', 3600), ['h', 'hr', 'hrs', 'hour', 'hours', 'ч', 'час', 'часа', 'часов', '小时']],
  [unit('ratio', 0.01), ['%', 'percent', 'per cent', 'проц', 'процентов', 'процента', 'процент']],
  [unit('angle', 1), ['°', 'deg', 'degrees', 'degree', 'градусов', 'градуса', 'градус', '度']],
  [unit('temperature', 1), ['°c', 'degrees celsius']],
  [unit('mass', 1), ['kg', 'кг', '千克', '公斤']],
  [unit('mass', 0.001), ['g', 'г', '克']],
];

const BY_SPELLING: readonly (readonly [string, Unit])[] = SPELLINGS.flatMap(([u, names]) =>
  names.map((name) => [name, u] as const),
).sort((a, b) => b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1));

const LETTER = /[a-zа-яё]/;

/** The unit that a text starts with, after at most one space or hyphen, and how many characters it takes; null for none. */
export function unitAt(text: string): { readonly unit: Unit; readonly length: number } | null {
  const lower = text.slice(0, 24).toLowerCase();
  const skip = /^[  -]?/.exec(lower)![0].length;
  for (const [name, u] of BY_SPELLING) {
    if (!lower.startsWith(name, skip)) continue;
    const after = lower[skip + name.length] ?? '';
    // "5 meters" is not "5 m": a Latin or Cyrillic unit ends where its word ends.
    if (LETTER.test(name.at(-1)!) && LETTER.test(after)) continue;
    return { unit: u, length: skip + name.length };
  }
  return null;
}

/** The dimension that a field's name states by its suffix, and the factor to the base unit. */
export function unitOfField(name: string): Unit {
  const suffix = /_(km|m2|m|sec|s|ms|min|mps|ratio|wh|w|deg|kg|c|count)$/.exec(name)?.[1];
  switch (suffix) {
    case 'km':
      return unit('length', 1000);
    case 'm':
      return unit('length', 1);
    case 'm2':
      return unit('area', 1);
    case 'sec':
    case 's':
      return unit('time', 1);
    case 'min':
      return unit('time', 60);
    case 'ms':
      return unit('time', 0.001);
    case 'mps':
      return unit('speed', 1);
    case 'ratio':
      return unit('ratio', 1);
    case 'wh':
      return unit('energy', 1);
    case 'w':
      return unit('power', 1);
    case 'deg':
      return unit('angle', 1);
    case 'kg':
      return unit('mass', 1);
    case 'c':
      return unit('temperature', 1);
    case 'count':
      return unit('count', 1);
    default:
      return unit(name === 'risk_score' || name === 'contribution' ? 'ratio' : 'none', 1);
  }
}
