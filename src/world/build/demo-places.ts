import { type PlaceKind } from '../city.ts';
import { type EastNorth } from './plane-kit.ts';

/** A place of the demo city: names in three languages, and a letter or number that people call it by. */
export type PlannedPlace = {
  readonly id: string;
  readonly kind: PlaceKind;
  readonly at: EastNorth;
  readonly en: string;
  readonly ru: string;
  readonly zh: string;
  /** `A`, `B`, ... or `1`, `2`, ...; null where the place has no short name. */
  readonly mark: string | null;
  readonly chargers: number | null;
};

type Row = readonly [
  id: string,
  kind: PlaceKind,
  at: EastNorth,
  names: readonly [en: string, ru: string, zh: string],
  mark: string | null,
  chargers?: number,
];

const ROWS: readonly Row[] = [
  ['hospital_A', 'hospital', [-420, 260], ['Central Hospital', 'Центральная больница', '中心医院'], 'A'],
  ['hospital_B', 'hospital', [700, -1050], ['Riverside Hospital', 'Приречная больница', '河畔医院'], 'B'],
  [
    'hospital_C',
    'hospital',
    [1050, 980],
    ["St. Anna Children's Hospital", 'Детская больница Святой Анны', '圣安娜儿童医院'],
    'C',
  ],
  ['clinic_A', 'clinic', [-1150, -1000], ['Southgate Clinic', 'Поликлиника «Южные ворота»', '南门诊所'], 'A'],
  ['prison_infirmary', 'clinic', [1500, 1370], ['Prison Infirmary', 'Тюремный лазарет', '监狱医务室'], null],
  ['school_A', 'school', [-950, 700], ['Linden School', 'Липовая школа', '椴树学校'], 'A'],
  ['school_B', 'school', [560, 960], ['North Gate School', 'Школа «Северные ворота»', '北门学校'], 'B'],
  ['school_C', 'school', [-1250, -1350], ['Meadow School', 'Луговая школа', '草地学校'], 'C'],
  ['school_D', 'school', [1500, -330], ['Harbour School', 'Портовая школа', '港口学校'], 'D'],
  [
    'university_A',
    'university',
    [-900, 330],
    ['Lindenport University', 'Линденпортский университет', '林登港大学'],
    null,
  ],
  [
    'fire_station_A',
    'fire_station',
    [250, 520],
    ['Central Fire Station', 'Центральная пожарная часть', '中央消防站'],
    'A',
  ],
  [
    'fire_station_B',
    'fire_station',
    [-350, -1250],
    ['South Fire Station', 'Южная пожарная часть', '南部消防站'],
    'B',
  ],
  [
    'fire_station_C',
    'fire_station',
    [1600, 750],
    ['East Fire Station', 'Восточная пожарная часть', '东部消防站'],
    'C',
  ],
  [
    'police_A',
    'police',
    [60, -160],
    ['Central Police Station', 'Центральный отдел полиции', '中央警察局'],
    'A',
  ],
  ['police_B', 'police', [-1400, 200], ['West Police Station', 'Западный отдел полиции', '西区派出所'], 'B'],
  ['park_A', 'park', [-750, -150], ['Linden Park', 'Липовый парк', '椴树公园'], 'A'],
  ['park_B', 'park', [1000, -620], ['Riverside Park', 'Приречный парк', '河滨公园'], 'B'],
  ['stadium_A', 'stadium', [-1350, -450], ['Harbour Stadium', 'Портовый стадион', '港口体育场'], null],
  ['airport_A', 'airport', [-1600, 1600], ['Lindenport Airfield', 'Аэродром Линденпорт', '林登港机场'], null],
  [
    'helipad_A',
    'helipad',
    [790, -1110],
    ['Riverside Helipad', 'Вертолётная площадка «Приречная»', '河畔直升机坪'],
    null,
  ],
  ['hub_A', 'hub', [-300, 1150], ['North Hub', 'Северный хаб', '北部枢纽'], 'A', 3],
  ['hub_B', 'hub', [300, -560], ['River Hub', 'Речной хаб', '河岸枢纽'], 'B', 2],
  ['hub_C', 'hub', [1350, 350], ['East Hub', 'Восточный хаб', '东部枢纽'], 'C', 2],
  [
    'charger_1',
    'charger',
    [-1050, 850],
    ['North-West Charger', 'Северо-западная зарядная станция', '西北充电站'],
    '1',
    1,
  ],
  ['charger_2', 'charger', [50, -1080], ['South Charger', 'Южная зарядная станция', '南部充电站'], '2', 2],
  [
    'charger_3',
    'charger',
    [880, 250],
    ['Station Road Charger', 'Зарядная станция на Вокзальной', '站前充电站'],
    '3',
    1,
  ],
  ['warehouse_A', 'warehouse', [600, -1500], ['Harbour Warehouse', 'Портовый склад', '港口仓库'], 'A'],
  ['warehouse_B', 'warehouse', [1300, -950], ['Eastbank Warehouse', 'Восточный склад', '东岸仓库'], 'B'],
  [
    'accident_site_1',
    'accident_site',
    [-650, 850],
    ['Accident on Mill Street', 'Авария на Мельничной улице', '磨坊街事故点'],
    '1',
  ],
  [
    'accident_site_2',
    'accident_site',
    [830, -150],
    ['Accident on Station Road', 'Авария на Вокзальной дороге', '车站路事故点'],
    '2',
  ],
  [
    'accident_site_3',
    'accident_site',
    [1250, -520],
    ['Accident on Quay Avenue', 'Авария на Набережном проспекте', '码头大道事故点'],
    '3',
  ],
  [
    'construction_site_1',
    'construction_site',
    [-150, -450],
    ['River Tower Site', 'Стройка «Речная башня»', '河塔工地'],
    '1',
  ],
  ['bridge_A', 'bridge', [-60, -800], ['Old Bridge', 'Старый мост', '老桥'], 'A'],
  ['bridge_B', 'bridge', [1000, -800], ['East Bridge', 'Восточный мост', '东桥'], 'B'],
  [
    'power_line_1',
    'power_line',
    [1130, -1330],
    ['Harbour Power Line', 'Портовая линия электропередачи', '港口输电线'],
    '1',
  ],
  ['tower_A', 'tower', [700, 520], ['TV Tower', 'Телебашня', '电视塔'], null],
  ['station_A', 'station', [420, 190], ['Central Station', 'Центральный вокзал', '中央车站'], null],
  ['market_A', 'market', [-110, 700], ['Old Market', 'Старый рынок', '老市场'], null],
  ['residential_A', 'residential', [-1650, -950], ['Hilltop Homes', 'Посёлок «Холмы»', '山顶小区'], 'A'],
  ['residential_B', 'residential', [1750, -80], ['Bayview Homes', 'Посёлок «Бухта»', '海湾小区'], 'B'],
  ['residential_C', 'residential', [-1000, 1260], ['Runway Homes', 'Посёлок «Взлётный»', '跑道小区'], 'C'],
  [
    'worship_A',
    'place_of_worship',
    [80, 900],
    ["St. Mark's Church", 'Церковь Святого Марка', '圣马可教堂'],
    null,
  ],
  [
    'handoff_A',
    'handoff_point',
    [-700, -620],
    ['North Bank Hand-off Point', 'Пункт передачи «Северный берег»', '北岸交接点'],
    'A',
  ],
  [
    'handoff_B',
    'handoff_point',
    [480, -1010],
    ['South Bank Hand-off Point', 'Пункт передачи «Южный берег»', '南岸交接点'],
    'B',
  ],
  [
    'handoff_C',
    'handoff_point',
    [1000, 640],
    ['East Side Hand-off Point', 'Пункт передачи «Восток»', '东区交接点'],
    'C',
  ],
];

/** All places of Lindenport, metres east and north of the city's origin. */
export const DEMO_PLACES: readonly PlannedPlace[] = ROWS.map(
  ([id, kind, at, [en, ru, zh], mark, chargers]) => ({
    id,
    kind,
    at,
    en,
    ru,
    zh,
    mark,
    chargers: chargers ?? null,
  }),
);
