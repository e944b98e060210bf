/** A compass direction as signs of east and north. */
export type Direction = { readonly east: -1 | 0 | 1; readonly north: -1 | 0 | 1 };

/** Words for directions in three languages; double directions first. */
export const DIRECTIONS: readonly (readonly [source: string, direction: Direction])[] = [
  ['north-?\\s?east|северо-?восто[чк]|东北', { east: 1, north: 1 }],
  ['north-?\\s?west|северо-?запад|西北', { east: -1, north: 1 }],
  ['south-?\\s?east|юго-?восто[чк]|东南', { east: 1, north: -1 }],
  ['south-?\\s?west|юго-?запад|西南', { east: -1, north: -1 }],
  ['north|север|北', { east: 0, north: 1 }],
  ['south|юж|юг|南', { east: 0, north: -1 }],
  ['east|восто[чк]|东', { east: 1, north: 0 }],
  ['west|запад|西', { east: -1, north: 0 }],
];
const COMPASS = `(?<dir>${DIRECTIONS.map(([s]) => s).join('|')})`;
const M = '(?<anchor>[\\ue000-\\uf8fe])';

const END_EN = '(?:\\s+(?:available|open|free|suitable|working|possible))?\\s*$';
/** `the nearest` before the kind. */
export const NEAREST_BEFORE = new RegExp(
  `(?:the\\s+)?(?:nearest|closest)${END_EN}|(?:сам[а-я]+\\s+)?(?:ближайш[а-я]+|близк[а-я]+)\\s*$`,
  'u',
);
/** `ближайшую к X` before the kind. */
export const NEAREST_TO_BEFORE = new RegExp(
  `(?:сам[а-я]+\\s+)?(?:ближайш[а-я]+|близк[а-я]+)\\s+(?:к|от)\\s+${M}\\s*$`,
  'u',
);
/** `离X最近的` before the kind. */
export const NEAREST_BEFORE_HAN = new RegExp(
  `(?:(?:离|距离?)\\s*${M}\\s*)?(?:最近|最靠近|最邻近|就近)的?\\s*(?:一[家所个座处]|那[家所个座])?\\s*$|${M.replace('anchor', 'anchor2')}\\s*(?:附近|周边)?最近的?\\s*$`,
  'u',
);
/** `nearest to X` after the kind. */
export const NEAREST_AFTER = new RegExp(
  `^\\s*,?\\s*(?:(?:that is|which is)\\s+)?(?:nearest|closest)\\s+(?:to\\s+)?(?:the\\s+)?${M}|^\\s*,?\\s*ближайш[а-я]+\\s+(?:к|от)\\s+${M.replace('anchor', 'anchor2')}`,
  'u',
);
/** `to X` after `the nearest hospital`. */
export const ANCHOR_AFTER = new RegExp(
  `^\\s*(?:to|near|of)\\s+(?:the\\s+)?${M}|^\\s*(?:к|от|возле|около|рядом с)\\s+${M.replace('anchor', 'anchor2')}`,
  'u',
);
/** `the northernmost`. */
export const MOST_BEFORE = new RegExp(
  `(?:the\\s+)?${COMPASS}-?(?:ern)?-?\\s?most\\s*$|сам[а-я]+\\s+${COMPASS.replace('dir', 'dir2')}[а-я]*\\s*$|最${COMPASS.replace('dir', 'dir3')}(?:边|端|面|侧|部)?的?\\s*(?:一?[家所个座])?\\s*$`,
  'u',
);
/** `northern` before the kind. */
export const SIDE_BEFORE = new RegExp(
  `(?:the\\s+)?${COMPASS}(?:ern)?\\s*$|(?<![а-я])${COMPASS.replace('dir', 'dir2')}[а-я]*\\s*$|(?:位于|在)?(?:城市?)?${COMPASS.replace('dir', 'dir3')}(?:部|边|面|侧|区|方)?的?\\s*(?:那?[家所个座])?\\s*$`,
  'u',
);
/** `in the north` after the kind. */
export const SIDE_AFTER = new RegExp(
  `^\\s*(?:(?:that is|which is|located)\\s+)?(?:in|on|at|to)\\s+the\\s+${COMPASS}(?:ern)?(?:\\s+(?:of|side|part|end|edge)(?:\\s+of)?(?:\\s+(?:the\\s+)?(?:city|town))?)?(?![a-z])|^\\s*(?:на|в)\\s+${COMPASS.replace('dir', 'dir2')}[а-я]*(?:\\s+(?:част[а-я]+|сторон[а-я]+))?(?:\\s+города)?`,
  'u',
);
/** `north of X` after the kind. */
export const BEYOND_AFTER = new RegExp(
  `^\\s*(?:just\\s+|to the\\s+)?${COMPASS}\\s+of\\s+(?:the\\s+)?${M}|^\\s*(?:к\\s+)?${COMPASS.replace('dir', 'dir2')}[а-я]*\\s+(?:от|относительно)\\s+${M.replace('anchor', 'anchor2')}`,
  'u',
);
/** `X以北的` before the kind. */
export const BEYOND_BEFORE_HAN = new RegExp(`${M}\\s*(?:以|的)?${COMPASS}(?:边|面|侧|方|部)?的?\\s*$`, 'u');
/** `near X` after the kind. */
export const NEAR_AFTER = new RegExp(
  `^\\s*(?:near|next to|beside|close to|by|around|opposite)\\s+(?:the\\s+)?${M}|^\\s*(?:возле|около|рядом с|у|недалеко от|вблизи|напротив)\\s+${M.replace('anchor', 'anchor2')}`,
  'u',
);
/** `X附近的` before the kind. */
export const NEAR_BEFORE_HAN = new RegExp(`${M}\\s*(?:附近|旁边?|周边|边上|隔壁)的?\\s*$`, 'u');
/** `all`, `every` before the kind. */
export const ALL_BEFORE =
  /(?:(?<![a-zа-я])(?:all(?:\s+(?:of\s+)?(?:the|\d+))?|every|each|все|всех|всем|кажд[а-я]+|all)\s*|(?:所有|全部|每一?[个所家座]|各个?|各[所家座])的?\s*)$/u;
/** `any`, `a` before the kind. */
export const ANY_BEFORE =
  /(?:(?<![a-zа-я])(?:any|some|a|an|люб[а-я]+|как[а-я]+-?нибудь|one of the)\s*|(?:任何|任意|随便|某)(?:一[个所家座])?\s*|一[个所家座]\s*)$/u;
/** `near` reaches this far. */
export const NEAR_M = 500;
