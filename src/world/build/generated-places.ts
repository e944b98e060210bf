import { type Rng, assert } from '#base';
import { type PlaceKind } from '../city.ts';
import { type PlannedPlace } from './demo-places.ts';
import { type EastNorth, distance_m } from './plane-kit.ts';
import { kindNames } from './short-names.ts';

/** Words of which generated places are named, in three languages. */
const WORDS: readonly (readonly [en: string, ru: string, zh: string])[] = [
  ['North', 'Север', '北区'],
  ['South', 'Юг', '南区'],
  ['East', 'Восток', '东区'],
  ['West', 'Запад', '西区'],
  ['River', 'Речная', '河畔'],
  ['Hill', 'Холм', '山丘'],
  ['Lake', 'Озёрная', '湖滨'],
  ['Garden', 'Сад', '花园'],
  ['Station', 'Вокзал', '车站'],
  ['Harbour', 'Гавань', '港口'],
  ['Forest', 'Лес', '森林'],
  ['Meadow', 'Луг', '草地'],
  ['Bridge', 'Мост', '桥头'],
  ['Market', 'Рынок', '市场'],
  ['Castle', 'Замок', '城堡'],
  ['Mill', 'Мельница', '磨坊'],
  ['Spring', 'Родник', '泉水'],
  ['Sunrise', 'Рассвет', '朝阳'],
  ['Maple', 'Клён', '枫叶'],
  ['Oak', 'Дуб', '橡树'],
  ['Pine', 'Сосна', '松树'],
  ['Rose', 'Роза', '玫瑰'],
  ['Star', 'Звезда', '星光'],
  ['Moon', 'Луна', '月光'],
  ['Stone', 'Камень', '石头'],
  ['Silver', 'Серебро', '银色'],
  ['Golden', 'Золото', '金色'],
  ['Crystal', 'Кристалл', '水晶'],
  ['Coral', 'Коралл', '珊瑚'],
  ['Eagle', 'Орёл', '雄鹰'],
];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NUMBERED: ReadonlySet<PlaceKind> = new Set([
  'charger',
  'accident_site',
  'construction_site',
  'power_line',
]);

/** How many places of each kind a generated city has; ids are `kind_A` or `kind_1`. */
export type PlaceCounts = readonly (readonly [kind: PlaceKind, count: number])[];

/**
 * Places at seeded points at least `apart_m` from each other. The distance is halved where the city is too small for
 * so many, never below 12 m.
 */
export function generatedPlaces(
  counts: PlaceCounts,
  half_m: number,
  apart_m: number,
  rng: Rng,
): PlannedPlace[] {
  const spots = rng.fork('spots');
  const taken: EastNorth[] = [];
  const spot = (): EastNorth => {
    for (let apart = apart_m; ; apart /= 2) {
      assert(apart > 1, 'a generated city must have room for its places');
      for (let attempt = 0; attempt < 200; attempt++) {
        const at: EastNorth = [spots.between(-half_m, half_m), spots.between(-half_m, half_m)];
        if (taken.every((t) => distance_m(t, at) >= apart)) {
          taken.push(at);
          return at;
        }
      }
    }
  };
  return counts.flatMap(([kind, count]) => {
    const words = rng.fork(`names ${kind}`).shuffle(WORDS);
    return Array.from({ length: count }, (_, i): PlannedPlace => {
      const mark = NUMBERED.has(kind) || i >= LETTERS.length ? String(i + 1) : LETTERS[i]!;
      const [en, ru, zh] = words[i % words.length]!;
      const again = i >= words.length ? ` ${Math.floor(i / words.length) + 1}` : '';
      const noun = kindNames(kind) ?? { en: kind, ru: kind, zh: kind };
      const title = (s: string): string =>
        s.replace(/(^|[ -])(\p{L})/gu, (_m, a: string, b: string) => a + b.toUpperCase());
      const first = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);
      return {
        id: `${kind}_${mark}`,
        kind,
        at: spot(),
        en: `${en} ${title(noun.en)}${again}`,
        ru: `${first(noun.ru)} «${ru}»${again}`,
        zh: `${zh}${noun.zh}${again}`,
        mark,
        chargers: kind === 'hub' ? 2 : kind === 'charger' ? 1 : null,
      };
    });
  });
}
