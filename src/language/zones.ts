import type { ZoneKind } from '#world';
import { secondsBetween } from '#world';
import type { SystemState } from '#world';
import { type Entity, type Lexicon, nameKeys, sortedUnique } from './entities.ts';
import type { Mention, Register } from './mentions.ts';
import { evidenceOf, type Notebook } from './notebook.ts';
import { pattern } from './pattern.ts';
import { wordKey } from './words.ts';
import { type Edit, MENTION_BASE, type WorkText, applyEdits, foldText, sourceSpan } from './work-text.ts';

/** What zones are about, across languages: stems of words, and Han strings. */
const CONCEPTS: readonly (readonly [stems: readonly string[], han: readonly string[]])[] = [
  [
    ['fire', 'blaze', 'burning', 'пожар', 'пожарный', 'горения', 'возгорания'],
    ['火灾', '着火', '火情', '火场', '失火'],
  ],
  [
    ['school', 'children', 'kid', 'школа', 'школьный', 'дети', 'детский'],
    ['学校', '儿童', '学生'],
  ],
  [
    [
      'match',
      'game',
      'event',
      'concert',
      'festival',
      'матч',
      'игра',
      'мероприятие',
      'концерт',
      'фестиваль',
      'футбол',
    ],
    ['比赛', '赛事', '活动', '演唱会', '球赛'],
  ],
  [
    ['stadium', 'crowd', 'people', 'стадион', 'толпа', 'люди'],
    ['体育场', '人群', '人流'],
  ],
  [
    ['airport', 'airfield', 'runway', 'аэропорт', 'аэродром', 'аэродромный'],
    ['机场', '跑道'],
  ],
  [['prison', 'jail', 'тюрьма', 'тюремный'], ['监狱']],
  [
    ['plant', 'электростанция', 'аэс', 'тэц'],
    ['电厂', '发电厂', '电站'],
  ],
  [
    ['flood', 'flooding', 'наводнение', 'паводок', 'затопление'],
    ['洪水', '水灾', '洪灾'],
  ],
  [
    ['construction', 'стройка', 'строительство', 'строительный'],
    ['施工', '建设', '工地'],
  ],
  [
    ['military', 'army', 'военный'],
    ['军事', '军队', '军区'],
  ],
  [['hospital', 'больница', 'больничный'], ['医院']],
  [
    ['storm', 'thunderstorm', 'weather', 'гроза', 'шторм', 'непогода'],
    ['雷暴', '暴风', '风暴'],
  ],
  [
    ['accident', 'crash', 'авария', 'дтп', 'аварийный'],
    ['事故', '车祸'],
  ],
  [
    ['police', 'полиция', 'полицейский'],
    ['警方', '警察'],
  ],
  [['park', 'парк'], ['公园']],
  [
    ['residential', 'жилой'],
    ['居民', '住宅'],
  ],
];
const CONCEPT_KEYS = CONCEPTS.map(([stems]) => new Set(stems.map(wordKey)));

const ALL_KINDS: readonly ZoneKind[] = ['no_fly', 'temporary_no_fly', 'restricted', 'sensitive', 'advisory'];
const BINDING: ReadonlySet<ZoneKind> = new Set(['no_fly', 'temporary_no_fly', 'restricted']);
const KIND_SAID: readonly (readonly [regex: RegExp, kinds: readonly ZoneKind[]])[] = [
  [/temporar|temp\b|tfr|временн|临时/u, ['temporary_no_fly']],
  [
    /no-? ?fly|nfz|prohibited|forbidden|запретн|бесполетн|запрещенн|закрыт|запрет|禁飞|禁区|禁航/u,
    ['no_fly', 'temporary_no_fly'],
  ],
  [/restricted|ограничен|限制|限飞/u, ['restricted']],
  [/sensitive|чувствительн|敏感/u, ['sensitive']],
  [/advisory|рекомендат|建议/u, ['advisory']],
];
const ALL =
  /\b(?:all|every|any|each)\b|(?<![а-я])(?:все|всех|всем|всеми|любые|любых|каждую)(?![а-я])|所有|全部|任何|各|一切/u;
const PLURAL = /zones$|areas$|spaces$|nfzs$|tfrs$|(?<![а-я])зон(?:ы|ам|ами|ах)?$/u;
const STOP =
  /^(?:both|обе|обеих|the|an?|any|all|every|each|active|current|existing|known|that|this|these|those|of|and|other|near|around|over|its|our|все|всех|всем|любые|любых|эту|этой|этих|активн[а-я]*|действующ[а-я]*|текущ[а-я]*|вокруг|около|на|в|с|у|над|от)$/u;

const BEFORE_EN =
  '(?:(?:the|an?|any|all|every|each|active|current|temporary|temp|no-? ?fly|no|fly|restricted|sensitive|advisory|prohibited|forbidden|of|[a-z]{3,}|[\\ue000-\\uf8fe]) ){0,5}';
const WORD_EN = '(?:no-? ?fly )?(?:zones?|air ?spaces?)|nfzs?|tfrs?|flight restrictions?|restrictions?';
const AREA_EN =
  '(?:(?:the|an?|any|all) )?(?:restricted|prohibited|forbidden|sensitive|fire|flood|school|match|event|stadium|airport|prison|military|storm|accident|crowded?) areas?';
const AFTER_EN =
  '(?: (?:around|over|near|at|of|by|above|for|with) (?:the )?(?:[\\ue000-\\uf8fe]|fire|match|event|prison|airport|airfield|stadium|power plant|flood|school|storm|accident))?';
const ADJECTIVE_RU =
  '(?:все|всех|всем|любые|любых|эту|этой|[а-я]+(?:ую|ая|ой|ые|ых|ым|ыми|ие|их|им|ими|яя|юю|ей))';
const AFTER_RU =
  '(?: (?:у|на|над|вокруг|около|возле|с|по|в районе|для|полетов|матча?|пожара?|аварии|тюрьмы|аэродрома|аэропорта|электростанции|стадиона|школы?|мероприятия|наводнения|[\\ue000-\\uf8fe])){0,4}';
const HAN_ZONE =
  '禁飞区域?|管制区域?|限制区域?|敏感区域?|限飞区域?|禁航区|禁区|火灾区域?|(?:[\\u3400-\\u9fff]{2})区域|空域|区域|火场|(?<=(?:火灾|学校|比赛|机场|监狱|洪水|施工|军事|活动|赛事|事故|居民|[\\ue000-\\uf8fe])\\s*)区';

const PHRASES: readonly RegExp[] = [
  pattern(`${BEFORE_EN}(?:${WORD_EN})${AFTER_EN}`),
  pattern(`${AREA_EN}${AFTER_EN}`),
  pattern(
    `(?:${ADJECTIVE_RU} ){0,4}(?:[\\ue000-\\uf8fe] )?(?:зон~|участ(?:ок|ки) воздушного пространства)${AFTER_RU}`,
  ),
  new RegExp(
    `(?:[\\u3400-\\u9fff]{0,8}|[\\u3400-\\u9fff]{0,4}\\s*[\\ue000-\\uf8fe]\\s*[的周围边上空]*)(?:${HAN_ZONE})`,
    'gu',
  ),
];
/** Words that end in a zone phrase to the left: roles and verbs, in Chinese. */
const HAN_ROLE =
  /^.*(?:避开|避让|避免|绕开|绕过|绕行|绕飞|远离|躲开|躲避|回避|不要|不得|不能|不可|进入|穿越|穿过|飞越|飞过|经过|飞入|闯入|途经|从|到|去|往|在|与|和|及|或|对|请|并|且|离|距)/u;
const LATIN_ROLE =
  /^.*(?<![a-zа-я])(?:avoid\w*|bypass\w*|around|from|through|to|into|in|over|enter\w*|cross\w*|of|clear|outside|out|and|or|with|near|inspect|patrol|monitor|please|stay|keep|away|do|not|don't|(?<!no[- ])fly\w*|flight|route|путь|маршрут|обход|минуя|избега[а-я]*|обой[а-я]*|обойти|облет[а-я]*|объез[а-я]*|объед[а-я]*|огиба[а-я]*)(?= )/u;

/** Replaces phrases for zones (`the fire zone`, `all temporary zones`, `火灾区`) by marks. */
export function markZones(
  work: WorkText,
  book: Notebook,
  state: SystemState,
  lexicon: Lexicon,
  ...[register, mentions]: [Register, readonly Mention[]]
): WorkText {
  let out = work;
  for (const regex of PHRASES) {
    const edits: Edit[] = [];
    for (const match of out.text.matchAll(regex)) {
      // The role word before the phrase is not part of it.
      const lead = leadOf(match[0]);
      const phrase = match[0].slice(lead);
      const start = match.index + lead + (phrase.length - phrase.trimStart().length);
      const end = match.index + match[0].length;
      const found = zonesFor(phrase, state, lexicon, mentions);
      if (found === null) continue;
      const mark = register({
        ...sourceSpan(out, start, end),
        text: evidenceOf(book, { work: out, start, end }).text,
        candidates: found.zones,
        type: 'zone',
        nearest: null,
        bare: false,
        doubtful: false,
        all: found.all,
        note: found.note,
      });
      edits.push({ start, end, by: ` ${mark} ` });
    }
    out = applyEdits(out, edits);
  }
  return out;
}

function leadOf(text: string): number {
  const zoneWord =
    /(?:no-? ?fly )?zones?|nfz|tfr|airspace|зон|区|空域|火场|restriction|areas?/u.exec(text)?.index ??
    text.length;
  const head = text.slice(0, zoneWord);
  const han = HAN_ROLE.exec(head);
  const latin = LATIN_ROLE.exec(head);
  return Math.max(han?.[0].length ?? 0, latin?.[0].length ?? 0);
}

type FoundZones = { readonly zones: readonly Entity[]; readonly all: boolean; readonly note: string | null };

/** Zones that a phrase means; no zone where it names one that the state does not have; null where it names none at all. */
function zonesFor(
  phrase: string,
  state: SystemState,
  lexicon: Lexicon,
  mentions: readonly Mention[],
): FoundZones | null {
  const said = KIND_SAID.filter(([regex]) => regex.test(phrase));
  // `temporary no-fly zones` are the temporary ones: the narrower word holds.
  const kinds = said.length > 0 ? said[0]![1] : ALL_KINDS;
  const zones = sortedUnique(
    lexicon.entities.filter((e) => e.zone !== null && kinds.includes(e.zone.kind) && !hasEnded(e, state)),
  );
  const all =
    ALL.test(phrase) || PLURAL.test(phrase.trim().replace(/ (?:around|near|of|at|у|на|вокруг) .*$/u, ''));
  const inner = mentionsIn(phrase, mentions);
  if (inner.length > 0) return aboutPlaces(inner, zones, all);
  const fits = fitting(phrase, zones, said.length > 0);
  if (fits === null) return null;
  if (fits === 'bare' && !all)
    return /空域|airspace/u.test(phrase) ? null : { zones, all: false, note: null };
  const found = fits === 'bare' ? zones : fits;
  if (all || found.length < 2) return { zones: found, all, note: null };
  // Chinese has no plural: zones that a phrase fits are all kept out of.
  if (/[\u3400-\u9fff]/u.test(phrase)) return { zones: found, all: true, note: null };
  const binding = said.length > 0 && found.every((z) => BINDING.has(z.zone!.kind));
  const note = binding ? 'every zone of this kind, since all of them hold anyway' : null;
  return { zones: found, all: binding, note };
}

/** Zones that fit the words of a phrase; `bare` where it has no words of its own; null where it speaks of no zone. */
function fitting(
  phrase: string,
  zones: readonly Entity[],
  kindSaid: boolean,
): readonly Entity[] | 'bare' | null {
  const wanted = conceptsOf(phrase);
  const fits = zones.filter((z) => wanted.every((c) => zoneConcepts(z).includes(c)));
  const unexplained = contentWords(phrase).filter((w) => !wanted.some((c) => CONCEPT_KEYS[c]!.has(w)));
  if (unexplained.length === 0) return wanted.length === 0 && !kindSaid ? 'bare' : fits;
  const named = fits.filter((z) => unexplained.every((w) => z.aliases.some((a) => a.keys.includes(w))));
  const speaksOfZone = kindSaid || wanted.length > 0 || /区|зон|zone|nfz|tfr/u.test(phrase);
  return named.length === 0 && !speaksOfZone ? null : named;
}

function hasEnded(entity: Entity, state: SystemState): boolean {
  const end = entity.zone?.window?.end ?? null;
  return end !== null && secondsBetween(state.time, end) < 0;
}

function mentionsIn(phrase: string, mentions: readonly Mention[]): Mention[] {
  return [...phrase]
    .map((c) => mentions[c.codePointAt(0)! - MENTION_BASE])
    .filter((m): m is Mention => m !== undefined);
}

/** `the zone around School 3`: zones that carry the place's name. A zone that is named itself is meant directly. */
function aboutPlaces(inner: readonly Mention[], zones: readonly Entity[], all: boolean): FoundZones {
  const direct = inner.flatMap((m) => m.candidates.filter((e) => e.type === 'zone'));
  if (direct.length > 0) return { zones: sortedUnique(direct), all: true, note: null };
  const places = inner.flatMap((m) => m.candidates);
  const fits = zones.filter((z) =>
    places.some((p) =>
      p.aliases.some((a) => z.aliases.some((b) => b.keys.length > a.keys.length && contains(b.keys, a.keys))),
    ),
  );
  return { zones: fits, all, note: 'a zone that carries the name of the place' };
}

function contains(whole: readonly string[], part: readonly string[]): boolean {
  for (let i = 0; i + part.length <= whole.length; i++) {
    if (part.every((k, j) => whole[i + j] === k)) return true;
  }
  return false;
}

function conceptsOf(text: string): number[] {
  const keys = new Set(nameKeys(text));
  return CONCEPTS.flatMap(([, han], i) =>
    [...CONCEPT_KEYS[i]!].some((k) => keys.has(k)) || han.some((h) => text.includes(h)) ? [i] : [],
  );
}

/** Zones about the same thing as a word for a kind of place: an airfield, a school. */
export function zonesLike(text: string, lexicon: Lexicon): Entity[] {
  const wanted = conceptsOf(foldText(text));
  if (wanted.length === 0) return [];
  return sortedUnique(
    lexicon.entities.filter((e) => e.zone !== null && wanted.every((c) => zoneConcepts(e).includes(c))),
  );
}

function zoneConcepts(entity: Entity): number[] {
  const reason = entity.zone?.reason ?? '';
  return conceptsOf([...entity.aliases.map((a) => a.text.replace(/_/g, ' ')), foldText(reason)].join(' , '));
}

const KIND_WORD =
  /^(?:temporar[a-z]*|temp|no|fly|no-fly|flight|restricted|restriction|sensitive|advisory|prohibited|forbidden|zone|area|nfz|tfr|airspace|air|space|временн[а-я]*|запретн[а-я]*|запрещенн[а-я]*|бесполетн[а-я]*|закрыт[а-я]*|ограничен[а-я]*|чувствительн[а-я]*|зон[а-я]*|полет[а-я]*|для|по|районе|участ[а-я]*|воздушн[а-я]*|пространств[а-я]*)$/u;

/** Keys of the words of a phrase that say which zone, beside its kind. Han phrases are read by their concepts alone. */
function contentWords(phrase: string): string[] {
  const words = phrase.match(/[a-zß-öø-ÿ'-]+|[а-я]+|\d+/gu) ?? [];
  const latin = words
    .filter((w) => !STOP.test(w) && !KIND_WORD.test(w) && !KIND_WORD.test(wordKey(w)))
    .map(wordKey);
  const han = phrase
    .replace(/[^\u3400-\u9fff]/gu, '')
    .replace(
      /(?:禁飞|管制|限制|敏感|限飞|禁航|临时|所有|全部|任何|一切|各|个|该|这|那|的|区域|空域|区|禁|火场|上空|周围|周边)/gu,
      '',
    )
    .replace(new RegExp(CONCEPTS.flatMap(([, h]) => h).join('|'), 'gu'), '');
  return [...latin, ...han];
}
