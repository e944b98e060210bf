/** What kind of thing a number counts, and in which base unit it is compared. */
export type Dimension =
  | 'time_s'
  | 'length_m'
  | 'speed_mps'
  | 'ratio'
  | 'angle_deg'
  | 'temperature_c'
  | 'energy_wh'
  | 'area_m2'
  | 'density_per_m2'
  | 'count';

/** A number of a text: what it may mean (a `°` may be an angle or a temperature), and half its last printed place. */
export type Quantity = {
  readonly words: string;
  readonly from: number;
  readonly to: number;
  /** As printed, before any unit. */
  readonly printed: { readonly value: number; readonly half: number };
  readonly readings: readonly {
    readonly dimension: Dimension;
    readonly value: number;
    readonly half: number;
  }[];
};

type UnitRow = readonly [source: string, ...readings: readonly (readonly [Dimension, number])[]];

/** Units, longest first where one begins another; factors bring the number to the base unit. */
const UNITS: readonly UnitRow[] = [
  ['м\\/с|m\\/s|mps|метр[а-я]* в секунду|met(?:er|re)s? per second', ['speed_mps', 1]],
  ['км\\/ч|km\\/h|kph', ['speed_mps', 1 / 3.6]],
  ['узл[а-я]*|узел|knots?|kts?', ['speed_mps', 1852 / 3600]],
  ['ft|feet|foot|фут[а-я]*', ['length_m', 0.3048]],
  ['см\\/(?:пкс|пикс|px)[а-я]*|cm\\/px|см|cm|сантиметр[а-я]*', ['length_m', 0.01]],
  [
    '(?:точ[а-я]*|т\\.?|pts?|points?)\\s*\\/?\\s*(?:на|per)?\\s*(?:м²|м2|m²|m2|кв\\.? ?м)',
    ['density_per_m2', 1],
  ],
  ['км²|км2|km²|km2|кв\\.? ?км', ['area_m2', 1e6]],
  ['м²|м2|m²|m2|кв\\.? ?м', ['area_m2', 1]],
  ['га|ha|гектар[а-я]*|hectares?', ['area_m2', 1e4]],
  ['км|km|километр[а-я]*|kilomet(?:er|re)s?', ['length_m', 1000]],
  ['мм|mm', ['length_m', 0.001]],
  ['мин(?:ут[а-я]*)?|min(?:ute)?s?', ['time_s', 60]],
  ['м|m|метр[а-я]*|met(?:er|re)s?', ['length_m', 1]],
  ['сек(?:унд[а-я]*)?|sec(?:ond)?s?|с|s', ['time_s', 1]],
  ['ч|час[а-я]*|h|hrs?|hours?', ['time_s', 3600]],
  ['квт[·∙.*-]?ч|kwh', ['energy_wh', 1000]],
  ['вт[·∙.*-]?ч|wh', ['energy_wh', 1]],
  ['%|процент[а-я]*|per ?cent', ['ratio', 0.01]],
  ['°\\s?c|°\\s?с|градус[а-я]* цельсия|degrees celsius', ['temperature_c', 1]],
  ['°|градус[а-я]*|deg(?:ree)?s?', ['angle_deg', 1], ['temperature_c', 1]],
  [
    '(?:снимк|снимок|кадр|фото|вылет|разворот|галс|ошиб|предупрежден|замечан|нарушени|вариант)[а-я]*|photos?|images?|frames?|sort(?:y|ies)|turns?|lanes?|errors?|warnings?|findings?|variants?',
    ['count', 1],
  ],
];
const COMPILED = UNITS.map(([source, ...readings]) => ({
  at: new RegExp(`^(?:${source})(?![\\p{L}\\p{N}])`, 'iu'),
  readings,
}));
const NUMBER = /(?<![\p{L}\p{N}.,:_-])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+)(?:[.,]\d+)?(?![\d:])/gu;
const CLOCK = /(?<![\p{L}\p{N}.:])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:])/gu;

/** Every number of a text that has a unit, and every duration written with colons. */
export function quantitiesIn(text: string): Quantity[] {
  const plain = text.normalize('NFKC');
  const out: Quantity[] = [];
  for (const match of plain.matchAll(NUMBER)) {
    const end = match.index + match[0].length;
    const space = /^[^\S\n]*/u.exec(plain.slice(end))![0].length;
    const rest = plain.slice(end + space, end + space + 40);
    for (const { at, readings } of COMPILED) {
      const unit = at.exec(rest);
      if (unit === null) continue;
      const to = end + space + unit[0].length;
      out.push({
        words: plain.slice(match.index, to),
        from: match.index,
        to,
        printed: { value: numberOf(match[0]), half: halfPlace(match[0]) },
        readings: readings.map(([dimension, factor]) => ({
          dimension,
          value: numberOf(match[0]) * factor,
          half: halfPlace(match[0]) * factor,
        })),
      });
      break;
    }
  }
  return [...joined(out), ...clocksIn(plain)].sort((a, b) => a.from - b.from);
}

/** Numbers of a text that have no unit beside them. */
export function bareNumbersIn(text: string): number[] {
  const plain = text.normalize('NFKC');
  const taken = quantitiesIn(plain);
  return [...plain.matchAll(/\d+(?:[.,]\d+)?/gu)]
    .filter((m) => !taken.some((q) => q.from <= m.index && m.index < q.to))
    .map((m) => numberOf(m[0]));
}

function numberOf(text: string): number {
  return Number(text.replace(/[ \u00a0\u202f]/gu, '').replace(',', '.'));
}

function halfPlace(text: string): number {
  const places = /[.,](\d+)$/.exec(text)?.[1]!.length ?? 0;
  return 0.5 * 10 ** -places;
}

/** `31 мин 12 с` and `1 h 5 min` are one duration. */
function joined(list: readonly Quantity[]): Quantity[] {
  const out: Quantity[] = [];
  for (const next of list) {
    const last = out.at(-1);
    const [a, b] = [last?.readings[0], next.readings[0]];
    const near = last !== undefined && next.from - last.to <= 1 && a!.half > b!.half;
    if (near && a!.dimension === 'time_s' && b!.dimension === 'time_s') {
      out.pop();
      out.push({
        words: `${last.words} ${next.words}`,
        from: last.from,
        to: next.to,
        printed: { value: Number.NaN, half: 0 },
        readings: [{ dimension: 'time_s', value: a!.value + b!.value, half: b!.half }],
      });
    } else out.push(next);
  }
  return out;
}

function clocksIn(text: string): Quantity[] {
  return [...text.matchAll(CLOCK)].map((m) => {
    const [one, two] = [Number(m[1]), Number(m[2])];
    const reading = (value: number, half: number) => ({ dimension: 'time_s' as const, value, half });
    return {
      words: m[0],
      from: m.index,
      to: m.index + m[0].length,
      printed: { value: Number.NaN, half: 0 },
      readings:
        m[3] === undefined
          ? [reading(one * 3600 + two * 60, 30), reading(one * 60 + two, 0.5)]
          : // Rounded up or to the nearest second: both are in use.
            [reading(one * 3600 + two * 60 + Number(m[3]), 1)],
    };
  });
}

/** Dimension and factor of a member by the unit at the end of its name (`work_time_s`, `gsd_p50_cm`); counts otherwise. */
export function dimensionOf(name: string): readonly [Dimension, number] {
  for (const [end, dimension, factor] of MEMBER_ENDS)
    if (`_${name}`.endsWith(end)) return [dimension, factor];
  if (/overlap|ratio|lambda|reserve|coverage/.test(name)) return ['ratio', 1];
  return ['count', 1];
}

const MEMBER_ENDS: readonly (readonly [string, Dimension, number])[] = [
  ['_per_m2', 'density_per_m2', 1],
  ['_mps', 'speed_mps', 1],
  ['_sec', 'time_s', 1],
  ['_s', 'time_s', 1],
  ['_min', 'time_s', 60],
  ['_km2', 'area_m2', 1e6],
  ['_m2', 'area_m2', 1],
  ['_ha', 'area_m2', 1e4],
  ['_cm', 'length_m', 0.01],
  ['_mm', 'length_m', 0.001],
  ['_km', 'length_m', 1000],
  ['_m', 'length_m', 1],
  ['_deg', 'angle_deg', 1],
  ['_wh', 'energy_wh', 1],
  ['_c', 'temperature_c', 1],
  ['_percent', 'ratio', 0.01],
];
