import type { PlaceKind } from '#world';
import { anyOf } from './pattern.ts';

/** Words for each kind of place in English, Russian and Chinese; `~` is any ending. */
export const KIND_WORDS: readonly (readonly [kind: PlaceKind, sources: readonly string[]])[] = [
  [
    'hospital',
    [
      'hospitals?',
      'medical cent(?:er|re)s?',
      'больниц~',
      'госпитал~',
      'медцентр~',
      '医院',
      '病院',
      '医疗中心',
    ],
  ],
  ['clinic', ['clinics?', 'поликлиник~', 'клиник~', '诊所', '卫生院', '门诊部']],
  [
    'school',
    [
      '(?:elementary |primary |middle |high )?schools?',
      'школ~',
      'гимнази~',
      'лице[йяюе]~',
      '学校',
      '小学',
      '中学',
    ],
  ],
  [
    'university',
    ['universit(?:y|ies)', 'colleges?', 'campus(?:es)?', 'университет~', 'институт~', 'вуз~', '大学', '学院'],
  ],
  ['park', ['parks?', 'парк(?:а|у|ом|е|и|ов|ам|ами|ах)?', 'сквер~', '公园']],
  [
    'police',
    [
      'police (?:stations?|departments?|precincts?)',
      'police',
      'полиц~',
      'отделени~ полиции',
      '警察局',
      '派出所',
      '公安局',
    ],
  ],
  [
    'fire_station',
    [
      'fire ?(?:stations?|houses?|departments?|brigades?)',
      'firehouses?',
      'пожарн~ (?:част~|станци~|депо)',
      'пожарк~',
      'пожарной охраны',
      '消防站',
      '消防局',
      '消防队',
    ],
  ],
  [
    'stadium',
    ['stadiums?', 'stadia', 'arenas?', 'стадион~', 'арен(?:а|ы|е|у|ой)', '体育场', '体育馆', '球场'],
  ],
  ['airport', ['airports?', 'airfields?', 'аэропорт~', 'аэродром~', '机场']],
  [
    'helipad',
    [
      'helipads?',
      'heliports?',
      'helicopter (?:pads?|landing pads?)',
      'вертолетн~ площадк~',
      'вертодром~',
      '直升机(?:停机)?坪',
      '停机坪',
    ],
  ],
  [
    'hub',
    [
      '(?:drone |uav |home |logistics )?(?:hubs?|bases?|depots?)',
      'drone ?ports?',
      'vertiports?',
      'хаб(?:а|у|ом|е|ы|ов|ам|ами|ах)?',
      'баз(?:а|ы|е|у|ой|ам|ами|ах)?',
      'депо',
      '(?:无人机)?(?:枢纽|基地|站点|起降场|起降点)',
    ],
  ],
  [
    'charger',
    [
      'charg(?:ing|er) (?:stations?|points?|pads?|docks?)',
      'chargers?',
      'зарядн~ (?:станци~|пункт~|площадк~|точк~)',
      '充电(?:站|桩|点)',
    ],
  ],
  ['warehouse', ['warehouses?', 'storehouses?', 'склад(?:а|у|ом|е|ы|ов|ам|ами|ах)?', '仓库', '货仓']],
  [
    'accident_site',
    [
      '(?:accident|crash|incident) (?:sites?|scenes?|locations?)',
      'scene of the accident',
      'accidents?',
      'мест~ (?:аварии|происшествия|дтп|катастрофы|чп)',
      'авари[июяей]+',
      'дтп',
      '事故(?:现场|地点|点)?',
    ],
  ],
  [
    'construction_site',
    [
      '(?:construction|building) sites?',
      'стройк~',
      'стройплощадк~',
      'строительн~ площадк~',
      '工地',
      '施工现场',
    ],
  ],
  ['bridge', ['bridges?', 'мост(?:а|у|ом|е|ы|ов|ам|ами|ах)?', '大?桥']],
  [
    'power_line',
    ['(?:power|transmission) lines?', 'лэп', 'лини~ электропередач~?', '输电线路?', '电力线', '高压线'],
  ],
  ['tower', ['(?:radio |cell |tv |water )?towers?', 'masts?', 'башн~', 'вышк~', '(?:电视|信号|通信)?塔']],
  [
    'station',
    [
      '(?:train |railway |metro |subway |bus )?stations?',
      'станци~',
      'вокзал~',
      '(?:火车|地铁|公交|汽车)?车?站',
    ],
  ],
  ['market', ['markets?', 'рынк~', 'рынок', 'ярмарк~', '市场', '集市']],
  [
    'residential',
    [
      'residential (?:areas?|blocks?|complex(?:es)?)',
      'housing estates?',
      'жил~ (?:квартал~|район~|комплекс~|массив~)',
      '(?:居民|住宅)(?:小)?区',
      '小区',
    ],
  ],
  [
    'place_of_worship',
    [
      'church(?:es)?',
      'mosques?',
      'temples?',
      'cathedrals?',
      'synagogues?',
      'chapels?',
      'церк(?:овь|ви|вью|вей)',
      'храм~',
      'мечет~',
      'собор(?:а|у|ом|е|ы)?',
      '教堂',
      '寺庙?',
      '清真寺',
    ],
  ],
  [
    'handoff_point',
    [
      'hand-? ?(?:off|over) (?:points?|stations?)',
      'transfer (?:points?|stations?)',
      '(?:пункт|точк)~ (?:передачи|перегрузки|пересадки|обмена)',
      '(?:交接|中转|换乘)(?:点|站)',
    ],
  ],
];

const COMPILED = KIND_WORDS.map(([kind, sources]) => ({
  kind,
  at: anyOf(sources, 'guy'),
}));
const STATION_LAST: Readonly<Record<string, number>> = { station: 1 };

/** One kind word in a text. */
export type KindMatch = { readonly kind: PlaceKind; readonly start: number; readonly end: number };

/** The longest kind word that starts at a place; null where none does. */
export function kindAt(text: string, start: number): KindMatch | null {
  let best: KindMatch | null = null;
  for (const { kind, at } of COMPILED) {
    at.lastIndex = start;
    const match = at.exec(text);
    if (match === null || match[0].length === 0) continue;
    const end = start + match[0].length;
    const better =
      best === null ||
      end > best.end ||
      (end === best.end && (STATION_LAST[kind] ?? 0) < (STATION_LAST[best.kind] ?? 0));
    if (better) best = { kind, start, end };
  }
  return best;
}

/** All kind words of a text, left to right, longest first where they overlap. */
export function kindsIn(text: string): KindMatch[] {
  const out: KindMatch[] = [];
  for (let i = 0; i < text.length; i++) {
    if (/\s/.test(text[i]!)) continue;
    const found = kindAt(text, i);
    if (found === null) continue;
    out.push(found);
    i = found.end - 1;
  }
  return out;
}
