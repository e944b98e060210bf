/** A number, its sign, and digits after a point; commas were made points before. */
export const N = '([+-]?\\d+(?:\\.\\d+)?)';
/** Words and signs that may stand between a quantity's name and its value. */
export const TO =
  '(?:\\s|¤|[:=,]|@[utsc]\\d+|(?<![\\p{L}])(?:на|до|в|во|с|со|у|для|при|по|и|and|of|to|at|is|be|for|the|by|should|пусть|будет|равен|равна|равно|равным|должен|должна|быть|участка|участке|участку|участков|участки|tasks?|скорость|скоростью|speed|значение|был|была|было)(?![\\p{L}]))*?\\s*';

/** Units of one kind, with a pattern part that takes one of them after a number, or none. */
export type Units = {
  readonly after: string;
  readonly rows: readonly { readonly pattern: RegExp; readonly factor: number }[];
};

const units = (rows: readonly (readonly [string, number])[]): Units => ({
  after: `\\s*((?:${rows.map(([source]) => source).join('|')})(?![\\p{L}\\p{N}]))?`,
  rows: rows.map(([source, factor]) => ({ pattern: new RegExp(`^(?:${source})$`, 'u'), factor })),
});

/** Speeds to m/s. */
export const SPEED = units([
  ['м\\s?/\\s?с(?:ек)?|мс|m\\s?/\\s?s|mps|метр[а-я]* в секунду|met(?:er|re)s? (?:per|a) second', 1],
  ['км\\s?/\\s?ч|километр[а-я]* в час|km\\s?/\\s?h|kph|kmh|kilomet(?:er|re)s? (?:per|an) hour', 1 / 3.6],
  ['узл[а-я]*|узел|knots?|kts?', 1852 / 3600],
]);
/** Lengths to m. */
export const LENGTH = units([
  ['м|метр[а-я]*|m|met(?:er|re)s?', 1],
  ['км|километр[а-я]*|km|kilomet(?:er|re)s?', 1000],
  ['ft|feet|foot|фут[а-я]*', 0.3048],
]);
/** Ground sampling distances to cm. */
export const GSD = units([
  [
    'см(?:\\s?/\\s?(?:пкс|пикс[а-я]*|px))?|сантиметр[а-я]*|cm(?:\\s?/\\s?(?:px|pixel))?|centimet(?:er|re)s?',
    1,
  ],
  ['мм|миллиметр[а-я]*|mm', 0.1],
  ['м|m', 100],
]);
/** Times to s. */
export const TIME = units([
  ['с|сек(?:унд[а-я]*)?|s|sec(?:ond)?s?', 1],
  ['мин(?:ут[а-я]*)?|min(?:ute)?s?', 60],
  ['ч|час[а-я]*|h|hours?', 3600],
]);
/** Shares to a ratio. */
export const SHARE = units([['%|процент[а-я]*|per ?cent', 0.01]]);
/** Densities to points per m². */
export const DENSITY = units([
  [
    '(?:точ[а-я]*|т\\.?|pts?|points?)?\\s*(?:/|на|per)?\\s*(?:1\\s)?(?:м²|м2|m²|m2|кв\\.?\\s?м(?:етр[а-я]*)?|квадратн[а-я]+ метр[а-я]*|square met(?:er|re)s?)',
    1,
  ],
]);

/** The value in the list's own unit; null where the word is no unit of the list. */
export function inUnit(n: string, word: string | undefined, list: Units): number | null {
  const unit = list.rows.find(({ pattern }) => pattern.test((word ?? '').trim()));
  // Rounded to twelve digits: 7 % is 0.07, not 0.07000000000000001.
  return unit === undefined ? null : Number((Number(n) * unit.factor).toPrecision(12));
}

/** Compass points, degrees that a wind from there comes from. */
const COMPASS: readonly (readonly [ru: string, en: string, deg: number])[] = [
  ['северо-?\\s?восто[а-я]*', 'north-?\\s?east(?:ern|erly)?|ne', 45],
  ['юго-?\\s?восто[а-я]*', 'south-?\\s?east(?:ern|erly)?|se', 135],
  ['юго-?\\s?запад[а-я]*', 'south-?\\s?west(?:ern|erly)?|sw', 225],
  ['северо-?\\s?запад[а-я]*', 'north-?\\s?west(?:ern|erly)?|nw', 315],
  ['север[а-я]*', 'north(?:ern|erly)?|n', 0],
  ['восто[а-я]*', 'east(?:ern|erly)?|e', 90],
  ['юг[а-я]*|южн[а-я]*', 'south(?:ern|erly)?|s', 180],
  ['запад[а-я]*', 'west(?:ern|erly)?|w', 270],
];
const COMPILED = COMPASS.map(([ru, en, deg]) => ({ at: new RegExp(`^(?:${ru}|${en})$`, 'u'), deg }));

/** Any compass word. */
export const POINT_RU =
  '(?:северо|юго)-?\\s?(?:восто|запад)[а-я]*|север[а-я]*|юг[а-я]*|южн[а-я]*|восто[а-я]*|запад[а-я]*';
export const POINT_EN = '(?:north|south)(?:-?\\s?(?:east|west))?(?:ern|erly)?|(?:east|west)(?:ern|erly)?';

/** Degrees of a compass word. */
export function compassDeg(word: string): number | null {
  return COMPILED.find(({ at }) => at.test(word.trim()))?.deg ?? null;
}
