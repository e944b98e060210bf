import type { Desk } from './reading.ts';
import { N, POINT_EN, POINT_RU, SPEED, TO, compassDeg, inUnit } from './units.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';
const g = (source: string): RegExp => new RegExp(source, 'gu');

const WIND = `${L}(?:(?:скорост[а-я]+|speed of the)\\s+)?(?:ветер|ветра|ветру|ветром|winds?(?:\\s+speed)?)${R}`;
const GUST = `${L}(?:порыв[а-я]*|gusts?|gusting)${R}`;
const TEMPERATURE = `${L}(?:температур[а-я]*(?:\\s+воздуха)?|(?:air\\s+)?temperature)${R}`;

/** Wind, gusts and temperature. A speed without a unit is asked for; gusts may take the unit that the wind was given in. */
export function readWeather(desk: Desk): void {
  const { sheet } = desk;
  const windy = sheet.has(new RegExp(`${WIND}|${GUST}`, 'u'));
  if (windy) readDirection(desk);
  let wind_unit: string | undefined;
  const speed = (at: number, n: string, word: string | undefined): void => {
    const wind_mps = inUnit(n, word, SPEED);
    if (wind_mps === null) return askSpeed(desk, n, 'the wind', 'ветра');
    wind_unit = word;
    return desk.do(at, 'set_weather', { wind_mps });
  };
  sheet.take(g(`${WIND}${TO}${N}${SPEED.after}`), ({ at, groups }) => speed(at, groups[1]!, groups[2]));
  sheet.take(
    g(`${N}\\s*(м\\s?/\\s?с|m\\s?/\\s?s|км\\s?/\\s?ч|km\\s?/\\s?h|knots?|узл[а-я]*)(?:\\s|¤)*${WIND}`),
    (t) => speed(t.at, t.groups[1]!, t.groups[2]),
  );
  sheet.take(g(`(?:с\\s+|with\\s+)?${GUST}${TO}${N}${SPEED.after}`), ({ at, groups }) => {
    const gust_mps = inUnit(groups[1]!, groups[2] ?? wind_unit, SPEED);
    if (gust_mps === null) return askSpeed(desk, groups[1]!, 'the gusts', 'порывов');
    return desk.do(at, 'set_weather', { gust_mps });
  });
  readTemperature(desk);
  if (windy) sheet.take(g(WIND), () => undefined);
}

function askSpeed(desk: Desk, n: string, en: string, ru: string): void {
  desk.ask(
    `In which unit is the speed of ${en}, ${n}? Say for example “${n} m/s”.`,
    `В каких единицах скорость ${ru} ${n}? Скажите, например, «${n} м/с».`,
  );
}

function readDirection(desk: Desk): void {
  const { sheet } = desk;
  const from = (at: number, word: string, turn = 0): void => {
    const deg = compassDeg(word);
    if (deg !== null) desk.do(at, 'set_weather', { wind_from_deg: (deg + turn) % 360 });
  };
  sheet.take(
    g(
      `${L}(?:дует\\s+на|в\\s+сторону|blow(?:s|ing)?\\s+to(?:wards?)?(?:\\s+the)?|towards?(?:\\s+the)?)\\s+(${POINT_RU}|${POINT_EN})${R}`,
    ),
    ({ at, groups }) => from(at, groups[1]!, 180),
  );
  sheet.take(g(`${L}(?:с|со|from(?:\\s+the)?)\\s+(${POINT_RU}|${POINT_EN})${R}`), ({ at, groups }) =>
    from(at, groups[1]!),
  );
  // An adjective says where the wind comes from; a bare noun (ветер запад, wind west) may mean either end.
  sheet.take(
    g(`${L}((?:северо-?\\s?|юго-?\\s?)?(?:северн|южн|западн|восточн)(?:ый|ого|ым|ом))${R}`),
    ({ at, groups }) => from(at, groups[1]!.replace(/чн[а-я]+$/u, 'к').replace(/н[а-я]+$/u, '')),
  );
  sheet.take(g(`${L}((?:${POINT_EN}))\\s+(?=winds?${R})`), ({ at, groups }) => from(at, groups[1]!));
  sheet.take(g(`${L}((?:north|south)?-?\\s?(?:east|west|north|south)erly)${R}`), ({ at, groups }) =>
    from(at, groups[1]!),
  );
  const degrees = ({ at, groups }: { at: number; groups: readonly (string | undefined)[] }): void =>
    desk.do(at, 'set_weather', { wind_from_deg: Number(groups[1]) });
  const DEG = '\\s*(?:°|градус[а-я]*|deg(?:ree)?s?)';
  sheet.take(
    g(
      `${L}(?:с\\s+)?(?:направлени[а-я]+|direction)(?:\\s+(?:ветра|of the wind|wind|from))?${TO}${N}(?:${DEG}${R}|${DEG}|(?![\\p{L}.\\d]))`,
    ),
    degrees,
  );
  sheet.take(g(`${L}(?:from|с)\\s+${N}${DEG}`), degrees);
  sheet.take(g(`(?<=${WIND}(?:\\s|¤|,)*)${N}${DEG}`), degrees);
  sheet.take(g(`${N}${DEG}(?=(?:\\s|¤|,)*${WIND})`), degrees);
  sheet.take(g(`(?:на\\s+|to(?:\\s+the)?\\s+)?${L}(${POINT_RU}|${POINT_EN})${R}`), () =>
    desk.ask(
      'Does the wind blow from there or to there? Say for example “from the west”.',
      'Ветер дует оттуда или туда? Скажите, например, «с запада».',
    ),
  );
}

function readTemperature(desk: Desk): void {
  desk.sheet.take(
    g(
      `${TEMPERATURE}${TO}${N}\\s*(°\\s?[cсfф]?(?![\\p{L}])|[cсf](?![\\p{L}])|celsius|fahrenheit|degrees?(?:\\s+(?:celsius|fahrenheit))?|градус[а-я]*(?:\\s+цельсия)?)?`,
    ),
    ({ at, groups }) => {
      const word = (groups[2] ?? '').replace(/\s|degrees?/gu, '').replace('цельсия', '');
      const n = Number(groups[1]);
      // A bare degree is Celsius in Russian; in English it may be either.
      if (/^(?:°?[cс]|celsius|градус[а-я]*|°)$/u.test(word) && (desk.language === 'ru' || /[cс]/u.test(word)))
        return desk.do(at, 'set_weather', { temperature_c: n });
      if (/^(?:°?[fф]|fahrenheit)$/u.test(word))
        return desk.do(at, 'set_weather', { temperature_c: Number((((n - 32) * 5) / 9).toPrecision(12)) });
      return desk.ask(
        `Is the temperature ${groups[1]} in °C or °F?`,
        `Температура ${groups[1]} в градусах Цельсия? Скажите, например, «${groups[1]} °C».`,
      );
    },
  );
}
