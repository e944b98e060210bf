import { type Notebook, type Stretch, claim, complain, evidenceOf, say, sentenceAround } from './notebook.ts';
import { pattern } from './pattern.ts';
import { lengthM } from './quantities.ts';
import { DONE, type WorkText, rewrite } from './work-text.ts';

/** Stands for `keep a distance from`: what follows is kept at the minimum separation. */
export const KEEP_DISTANCE = '§';

const LEAST = '(?:at least|no less than|not less than|a minimum of|minimum|min|more than|over|>=?)';
const SPACE_WORD = '(?:separation|clearance|distance|spacing|buffer|gap|margin)';
const SEPARATIONS: readonly RegExp[] = [
  '(?:与|和|离|距|距离)(?:所有|任何|其他|其它)?(?<what>障碍物?|建筑物?|楼宇|飞行器|飞机|无人机|人群|(?:\\s*[\\ue000-\\uf8fe]\\s*(?:[,、和与及])?)+)(?:的距离)?(?:要|应|须|必须|都)?(?:保持|至少|不小于|不少于|不近于|不低于|不得小于|大于)+\\s*<n>\\s*<l>(?:以上)?(?:的?(?:安全)?(?:距离|间隔|间距))?',

  `(?:(?:keep|stay|remain|maintain|hold|leave|be|fly|pass)~? )?(?:a |an )?(?:(?:safe|minimum|min|minimal) )?(?:${SPACE_WORD} of )?(?:${LEAST} )?<n>\\s*-?<l>(?: (?:of )?${SPACE_WORD})?(?: away| clear| off)?(?<far> (?:from|of))(?! (?:the )?(?:ground|sea|altitude|height))`,
  `(?:no|not|never)(?: get| come| fly)? closer than <n>\\s*<l>(?<far> (?:to|from))`,
  `(?:(?:keep|maintain|hold|leave|with|use)~? )?(?:a |an )?(?:(?:safe|minimum|min|minimal) )?${SPACE_WORD}(?: (?:to|from|between) (?:the |all |any |other )*[a-z]+)?(?: (?:of|is|at|be|must|should|least|:|=))* (?:${LEAST} )?<n>\\s*<l>`,
  `(?:(?:keep|maintain|hold|leave|with|allow)~? )?(?:a |an )?(?:${LEAST} )?<n>\\s*-?<l> (?:of )?(?:minimum |min |safe |lateral )?${SPACE_WORD}`,
  '(?:(?:держи|соблюда|сохраня|выдержива|остава|обеспеч|выдерж|сохрани)~ )?(?:минимальн~ |безопасн~ )?(?:дистанци~|расстояни~|интервал~|отступ~|зазор~|удалени~|сепараци~)(?: (?:до|от|между) [а-я]+)?(?: (?:не менее|не меньше|минимум|не ближе|в|от|хотя бы|как минимум|чем|не ниже))*(?:\\s*[-:=])? <n>\\s*<l>(?<far> от)?',
  '(?:(?:держи|остава|лети|приближа|подлета)~ )?не (?:ближе|подлета~ ближе|приближа~ ближе)(?: чем)?(?: на)? <n>\\s*<l>(?<far> от| к| до)',
  'не (?:ближе|подлета~ ближе|приближа~ ближе)(?: чем)?(?: на)? <n>\\s*<l>',
  '(?:держи~|держать|соблюда~|выдержива~|остава~|пролета~|лети)(?: не менее| минимум| хотя бы| как минимум| в| на)* <n>\\s*<l>(?<far> (?:от|до))',
  '(?:держи~|остава~|лети~|пролета~)(?: подальше)? от (?:[а-я]+ ){1,3}(?:не (?:менее|ближе|меньше)(?: чем)?|минимум|на расстоянии)(?: в| на)? <n>\\s*<l>',
  '(?:保持|留出|维持|要有)?(?:最小|至少|不少于|不小于|不低于|大于)?(?:有)?<n>\\s*<l>(?:以上)?的?(?:安全|最小)?(?:距离|间隔|间距|净空)',
  '(?:最小|保持|安全)*(?:距离|间隔|间距)(?:要|应|须|必须|保持|至少|不小于|不少于|不低于|不得小于|为|是|大于|在|:)*\\s*<n>\\s*<l>(?:以上)?',
].map((source) => pattern(source));

const AGL =
  '(?:\\s*(?:agl|above (?:the )?ground(?: level)?|над (?:землей|поверхностью|уровнем земли)|(?:以上)?\\s*离地|对地))?';
const HEIGHT_WORD =
  '(?:flight |flying |cruise |cruising |maximum |max |minimum |min )?(?:altitude|height|level|alt\\.?)s?';
const RANGES: readonly RegExp[] = [
  `(?:(?:${HEIGHT_WORD}|band|fly|stay|cruise|keep|remain)~?(?: band| range)?(?: of| at| is|:)? )?(?:between|from) <n1>\\s*(?:<l1>)? (?:and|to|up to) <n2>\\s*-?<l2>${AGL}`,
  `(?:(?:at )?(?:${HEIGHT_WORD}|band)(?: band| range)?(?: of|:)? )?<n1>\\s*(?:<l1>)?(?: to |\\s*-\\s*)<n2>\\s*-?<l2>${AGL}`,
  `(?:на |в )?(?:высот~|коридор~ высот|диапазон~(?: высот)?|пределах|эшелон~)?\\s*(?:от|между)? <n1>\\s*(?:<l1>)? (?:до|и) <n2>\\s*<l2>${AGL}`,
  `(?:на |в )?(?:высот~|диапазон~(?: высот)?)(?: в диапазоне)?(?:\\s*:)? <n1>\\s*(?:<l1>)?\\s*-\\s*<n2>\\s*<l2>${AGL}`,
  `(?:飞行|保持)?(?:高度)?(?:限制|控制|保持)?(?:在|为|:)?\\s*<n1>\\s*(?:<l1>)?\\s*(?:到|至|和|与|-|\\x7e)\\s*<n2>\\s*<l2>(?:之?间)?(?:的?高度)?${AGL}`,
].map((source) => pattern(source));

/** A negation before a bound turns it round: those patterns come first, and the plain ones must not see their tail. */
const NOT_EN = "(?<!(?:not|never|n't|dont|no)(?:\\s+[a-z]+)?\\s+)";
const NOT_RU = '(?<!не(?:\\s+[а-я]+)?\\s+)';
const NOT_HAN = '(?<![不别勿](?:得|要|能|可|许|准)?)';
const HIGHEST: readonly RegExp[] = [
  `(?:do not|don't|never|not|must not|should not) (?:(?:fly|go|climb|rise|be|get|cruise)(?:ing)? (?:above|over|higher than|beyond)|exceed(?:ing)?)(?: an?)?(?: ${HEIGHT_WORD} of)? <n>\\s*-?<l>${AGL}`,
  `(?:${HEIGHT_WORD}(?: of| is| at|:|=)? )?(?:${NOT_EN}(?:below|under|beneath|underneath|lower than|less than)|no higher than|not higher than|not above|never above|no more than|not more than|not exceed(?:ing)?|at most|up to|capped at|not over|<=?)(?: an?)?(?: ${HEIGHT_WORD} of)? <n>\\s*-?<l>${AGL}(?: (?:of )?${HEIGHT_WORD}| high)?`,
  `(?:max(?:imum)? (?:(?:flight |flying )?(?:altitude|height)|ceiling|agl)|altitude (?:limit|ceiling|cap|max(?:imum)?)|height (?:limit|cap)|ceiling|max(?:imum)?)(?: of| is| at|:|=)* <n>\\s*-?<l>${AGL}`,
  `<n>\\s*-?<l>${AGL} (?:max(?:imum)?(?: altitude| height)?|ceiling|or lower|or below|altitude (?:limit|ceiling|cap)|at most)`,
  `(?:(?:лети~|держи~|высот~|поднима~|находи~|иди|полет~)[а-я]*(?: полета)? )?(?:не выше|${NOT_RU}ниже|не поднима~ выше|не поднимаясь выше|не превыша~(?: высот~)?|потолок|максимальн~ высот~(?: полета)?|предельн~ высот~|ограничение (?:по )?высот~|высот~(?: полета)?(?: -|:)? (?:не более|не больше|до|максимум|${NOT_RU}ниже|не выше)|максимум)(?:\\s*[-:=])?(?: чем)? <n>\\s*<l>${AGL}`,
  `(?:飞行)?(?:高度)?(?:请)?(?:(?:不(?:得|要|能|可|许)?|别|勿)(?:飞)?(?:超过|高于|高过|过)|${NOT_HAN}低于|最高(?:高度|飞行高度)?|最大(?:飞行)?高度|高度上限|上限|限高|不超|控制在|限制在)(?:为|是|在|:)?\\s*<n>\\s*<l>(?:以下|以内|之下)?${AGL}`,
  `(?:飞行)?(?:高度)?(?:在|保持在|控制在)?\\s*<n>\\s*<l>(?:以下|之下)(?:飞行|的高度)?${AGL}`,
].map((source) => pattern(source));

const LOWEST: readonly RegExp[] = [
  `(?:do not|don't|never|not|must not|should not) (?:(?:fly|go|descend|drop|sink|be|get|cruise)(?:ing)? )?(?:below|under|lower than|beneath) <n>\\s*-?<l>${AGL}`,
  `(?:${HEIGHT_WORD}(?: of| is| at|:|=)? )?(?:${NOT_EN}(?:above|over|higher than)|no lower than|not lower than|not below|never below|no less than|not less than|at least|>=?)(?: an?)?(?: ${HEIGHT_WORD} of)? <n>\\s*-?<l>${AGL}(?: (?:of )?${HEIGHT_WORD}| high| up)?`,
  `(?:min(?:imum)? (?:(?:flight |flying )?(?:altitude|height)|agl)|altitude floor|floor)(?: of| is| at|:|=)* <n>\\s*-?<l>${AGL}`,
  `<n>\\s*-?<l>${AGL} (?:min(?:imum)?(?: altitude| height)?|or higher|or above)`,
  `(?:(?:лети~|держи~|высот~|опуска~|находи~|иди|полет~)[а-я]*(?: полета)? )?(?:не ниже|${NOT_RU}выше|не опуска~ ниже|не снижа~ ниже|минимальн~ высот~(?: полета)?|высот~(?: полета)?(?: -|:)? (?:не менее|не меньше|от|минимум|${NOT_RU}выше|не ниже))(?:\\s*[-:=])?(?: чем)? <n>\\s*<l>${AGL}`,
  `(?:飞行)?(?:高度)?(?:请)?(?:不(?:得|要|能|可|许)?(?:低于|低过)|${NOT_HAN}高于|最低(?:高度|飞行高度)?|最小(?:飞行)?高度|高度下限|下限|高度至少)(?:为|是|在|:)?\\s*<n>\\s*<l>(?:以上|之上)?${AGL}`,
  `(?:飞行)?(?:高度)?(?:在|保持在)?\\s*<n>\\s*<l>(?:以上|之上)(?:飞行|的高度)?${AGL}`,
].map((source) => pattern(source));

const EXACT: readonly RegExp[] = [
  `(?:at|altitude|height|cruise|fly)(?: an?)?(?: (?:altitude|height))?(?: of| at| is|:)? <n>\\s*-?<l>${AGL}(?: altitude| height| high)?`,
  `(?:на )?высот~(?: полета)?(?: в)?(?:\\s*[-:])? <n>\\s*<l>${AGL}`,
  `(?:飞行)?高度(?:为|是|在|保持|保持在|:)?\\s*<n>\\s*<l>${AGL}`,
].map((source) => pattern(source));

const UNITLESS: readonly RegExp[] = [
  `(?:altitude|height|ceiling)(?: (?:of|is|at|limit|below|under|above|not above|no higher than|max(?:imum)?|at most|:))* \\d+(?:[.,]\\d+)?(?!\\s*(?:m|ft|feet|%))`,
  `(?:fly|stay|keep|cruise) (?:below|under|above) \\d+(?:[.,]\\d+)?`,
  'высот~(?: полета)?(?: (?:не выше|не ниже|до|от|не более|не менее|максимум))* \\d+(?:[.,]\\d+)?(?!\\s*(?:м|фут|км|%))',
  '(?:飞行)?高度(?:不超过|不低于|低于|高于|为|在|最高|最低|:)*\\s*\\d+(?:\\.\\d+)?(?!\\s*(?:米|英尺|公里|m|ft|%))',
].map((source) => pattern(source));

const SEA_LEVEL =
  /amsl|\bmsl\b|sea level|above sea|qnh|flight level|над уровнем моря|уровн[а-я]* моря|абсолютн[а-я]* высот|海拔|平均海平面/u;
const HEIGHT_CONTEXT =
  /altitude|\balt\b|height|ceiling|high|fly|flight|cruise|climb|agl|above ground|\bband\b|level|высот|лет[аиеу]|полет|поднима|потолок|эшелон|高度|飞|限高|海拔/u;

/** Reads the separation to keep, then the altitude band. Separation comes first: `at least 50 m from` is no height. */
export function readLengths(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const regex of SEPARATIONS) out = claim(out, regex, (match, at) => takeSeparation(match, at, book));
  out = dropGeneric(out);
  for (const regex of RANGES) {
    out = claim(out, regex, (match, at) => {
      const g = match.groups!;
      if (!isHeight(at)) return null;
      if (refusesDatum(at, book) || refusesNegated(at, book)) return;
      takeHeight('altitude_min_m', lengthM(g.n1!, g.l1 ?? g.l2!), at, book);
      takeHeight('altitude_max_m', lengthM(g.n2!, g.l2!), at, book);
    });
  }
  const bound = (field: 'altitude_min_m' | 'altitude_max_m') => (match: RegExpMatchArray, at: Stretch) => {
    if (!isHeight(at)) return null;
    if (!refusesDatum(at, book)) takeHeight(field, lengthM(match.groups!.n!, match.groups!.l!), at, book);
  };
  // Negations first: `not above 80 m` holds `above 80 m`.
  for (const regex of [HIGHEST[0]!, LOWEST[0]!]) {
    out = claim(out, regex, bound(regex === HIGHEST[0] ? 'altitude_max_m' : 'altitude_min_m'));
  }
  for (const regex of HIGHEST.slice(1)) out = claim(out, regex, bound('altitude_max_m'));
  for (const regex of LOWEST.slice(1)) out = claim(out, regex, bound('altitude_min_m'));
  for (const regex of EXACT) out = claim(out, regex, (_, at) => takeExact(at, book));
  for (const regex of UNITLESS) {
    out = claim(out, regex, (_, at) => {
      complain(
        book,
        'unit_missing',
        'altitude_max_m',
        evidenceOf(book, at).text,
        'The height has no unit: say metres or feet.',
      );
    });
  }
  return out;
}

const GENERIC =
  /§\s*(?:(?:all|any|other|the|every|each|and|or|both|nearby|tall|from|to|,|всех|всего|всем|любых|других|и|или|до|от)\s*)*(?:(?:obstacles?|buildings?|structures?|drones?|uavs?|aircraft|traffic|people|persons?|everything|everyone|anything|objects?|vehicles?|trees?|walls?|facades?|cables?|wires?|crowds?|препятстви[а-я]*|здани[а-я]*|строени[а-я]*|дом[а-я]*|объект[а-я]*|дрон[а-я]*|аппарат[а-я]*|людей|людям|всего|всех|деревь[а-я]*|провод[а-я]*|самолет[а-я]*|стен[а-я]*)(?:\s*(?:,|and|or|и|или|other|других|другим|all|the|any)\s*)*)+(?![a-zа-я])/gu;

/** A distance kept from obstacles in general is the separation itself: nothing more is named. */
function dropGeneric(work: WorkText): WorkText {
  return rewrite(work, GENERIC, () => ' \uf8ff ');
}

const KEPT =
  /keep|stay|remain|maintain|hold|leav|allow|least|less|minimum|\bmin\b|more than|>|away|clear|off|separation|clearance|distance|spacing|buffer|gap|margin|closer|держ|соблюда|сохран|выдерж|остав|обеспеч|менее|меньше|минимум|ближе|хотя бы|дистанци|расстояни|интервал|отступ|зазор|удалени|сепараци|пролета|подлета|приближа|лети/u;

function takeSeparation(match: RegExpMatchArray, at: Stretch, book: Notebook): string | null {
  const g = match.groups!;
  const m = lengthM(g.n!, g.l!);
  const evidence = evidenceOf(book, at);
  // `the clinic 500 m from X` describes a place; only words that ask to keep it make a separation.
  if (g.far !== undefined && !KEPT.test(match[0]) && !KEPT.test(at.work.text.slice(0, at.start).slice(-24))) {
    const message = 'A distance that describes a place is not read: name the place, or say "keep at least".';
    complain(book, 'unsupported', 'min_separation_m', evidence.text, message);
    return ` ${DONE} `;
  }
  if (!(m <= 1000))
    complain(book, 'out_of_range', 'min_separation_m', evidence.text, 'A separation is at most 1000 m.');
  else say(book, 'min_separation_m', m, evidence);
  const marks = (g.what ?? '').match(/[\ue000-\uf8fe]/gu);
  if (marks !== null) return ` ${KEEP_DISTANCE} ${marks.join(' , ')} ; `;
  return g.far === undefined ? ' \uf8ff ' : ` ${KEEP_DISTANCE} `;
}

function isHeight(at: Stretch): boolean {
  // `离A学校50米以上`: a distance from what is named just before.
  if (
    /[\ue000-\uf8fe]\s*$/u.test(at.work.text.slice(0, at.start)) &&
    /^\s*\d/u.test(at.work.text.slice(at.start))
  )
    return false;
  return (
    /(?<![a-zа-я])(?:at|на)\s+$/u.test(at.work.text.slice(0, at.start)) ||
    HEIGHT_CONTEXT.test(sentenceAround(at.work.text, at.start, at.end)) ||
    /выше|ниже|below|under|above|exceed|не превыша|以下|以上|低于|高于|最高|最低|floor|ceiling|потолок|上限|下限|限高|飞过|^(?:stay|cruise|fly|remain)|保持在/u.test(
      at.work.text.slice(at.start, at.end),
    )
  );
}

/** Heights here are above ground. One above sea level is not converted in silence. */
function refusesDatum(at: Stretch, book: Notebook): boolean {
  const near = at.work.text.slice(Math.max(0, at.start - 24), at.end + 30);
  if (!SEA_LEVEL.test(near)) return false;
  complain(
    book,
    'unsupported',
    'altitude_max_m',
    evidenceOf(book, at).text,
    'Heights are above ground here; this one is above sea level. Say it above ground.',
  );
  return true;
}

/** `not between 40 and 80 m` leaves two bands; a document holds one. */
function refusesNegated(at: Stretch, book: Notebook): boolean {
  const before = at.work.text.slice(0, at.start);
  const own = at.work.text.slice(at.start, at.end);
  if (
    !/(?<![a-zа-я])(?:not|never|outside|не|вне)\s+(?:in |within |в |на )?$|[不别勿]$/u.test(before) &&
    !/不[在于]/u.test(own)
  )
    return false;
  const message = 'A band that is left out leaves two: say the lowest and the highest height.';
  complain(book, 'unsupported', 'altitude_max_m', evidenceOf(book, at).text, message);
  return true;
}

function takeHeight(
  field: 'altitude_min_m' | 'altitude_max_m',
  m: number,
  at: Stretch,
  book: Notebook,
): void {
  const evidence = evidenceOf(book, at, 'metres above ground');
  if (m >= 0 && m <= 1000) say(book, field, m, evidence);
  else complain(book, 'out_of_range', field, evidence.text, 'A height is between 0 and 1000 m above ground.');
}

function takeExact(at: Stretch, book: Notebook): null | void {
  if (!isHeight(at) && !/^at |altitude|height|высот|高度/u.test(at.work.text.slice(at.start, at.end)))
    return null;
  if (refusesDatum(at, book)) return;
  const { text } = evidenceOf(book, at);
  complain(
    book,
    'unsupported',
    'altitude_max_m',
    text,
    'One exact height has no tolerance: say the lowest and the highest height.',
  );
}
