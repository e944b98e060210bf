import { type Notebook, type Stretch, claim, complain, evidenceOf, say, sentenceAround } from './notebook.ts';
import { pattern } from './pattern.ts';
import { numberOf } from './quantities.ts';
import type { ReadRisk } from './reading.ts';
import type { WorkText } from './work-text.ts';

const EN_AROUND =
  'keep|keeping|leave|leaving|reserve|reserved|maintain|retain|save|hold|preserve|have|land|landing|arrive|arriving|finish|remain|remaining|left|' +
  "at|least|no|not|less|fewer|than|below|under|go|drop|fall|dip|do|don't|let|it|the|a|an|of|in|its|on|with|must|should|be|is|as|and|upon|after|minimum|min|" +
  'battery|batteries|charge|power|energy|soc|capacity|level|arrival|spare|safety|margin|worth|to|>=|:';
const RU_AROUND =
  'оставь|оставить|оставляй|оставив|оставляя|оставайся|сохрани|сохранить|сохраняй|держи|держать|резерв[а-я]*|запас[а-я]*|заряд[а-я]*|батаре[а-я]*|аккумулятор[а-я]*|энерги[а-я]*|акб|' +
  'остат[а-я]*|не|менее|меньше|ниже|минимум|хотя|бы|как|с|в|при|на|по|посадк[а-я]*|прибыти[а-я]*|приземлени[а-я]*|возврат[а-я]*|должн[а-я]*|остаться|оставаться|останется|осталось|оставалось|быть|чтобы|от|емкост[а-я]*|уровень|уровня|опускайся|разряжай[а-я]*|до|и|:|-';
const HAN_AROUND =
  '电池|电量|电能|能量|剩余|保留|预留|留有|留下|留|储备|余量|备用|至少|不低于|不少于|不得低于|不能低于|不要低于|最低|最少|返回时|到达时|降落时|要|得|的|为|是|以上|预|在|有|应|须|必须|低于|不|:';
const BATTERY =
  /batter|charge|power|energy|soc\b|reserve|remaining|left\b|заряд|батаре|аккумулятор|энерги|акб|резерв|запас|остат|电|能量|余量/u;

const LETTER = '[a-zа-я]';
/** A percentage with every word around it that speaks of the battery, in any of the languages. */
const SHARE = new RegExp(
  `(?:(?<!${LETTER})(?:${EN_AROUND}|${RU_AROUND})(?!${LETTER})\\s*|(?:${HAN_AROUND})\\s*)*(?<n>\\d+(?:[.,]\\d+)?)\\s*%` +
    `(?:\\s*(?<!${LETTER})(?:${EN_AROUND}|${RU_AROUND})(?!${LETTER})|\\s*(?:${HAN_AROUND}))*`,
  'gu',
);
const RATIOS: readonly RegExp[] = [
  pattern('(?:battery |energy |power )?reserve(?: ratio)?(?: of| is| at|:|=)* (?<n>0?[.,]\\d+|0|1)'),
  pattern('(?:резерв|запас)(?: батареи| заряда| энергии)?(?: -|:|=)* (?<n>0?[.,]\\d+)'),
];
const LEFT =
  /keep|leav|reserv|retain|maintain|save|hold|preserv|least|less|below|under|land|arriv|remain|left|minimum|min\b|must|should|let|остав|сохран|держ|резерв|запас|остат|не менее|минимум|не ниже|должн|保留|预留|留|储备|剩余|余量|至少|不低于|不少于|最低|不要低于/u;
const STATE = /(?<![a-z])(?:is|are|has|currently|now)(?![a-z])|сейчас|составляет|目前|现在|当前/u;
const SPEND =
  /(?<![a-z])(?:us(?:e|ing)|spend|consume|burn|more than|at most|up to|max(?:imum)?)(?![a-z])[^,.;]{0,20}$|(?:потрат|израсход|расход|использ|не более|максимум|не больше)[а-я]*[^,.;]{0,20}$|(?:消耗|使用|用掉|耗电|不超过|最多)[^,.;]{0,8}$/u;

/** A share that says what the battery holds now, or what may be spent: neither is a reserve. */
function isNoReserve(words: string, before: string): boolean {
  const head = words.slice(0, words.search(/\d/));
  if (SPEND.test(before + head)) return true;
  return STATE.test(before.slice(-20) + head) && !LEFT.test(words);
}

/** Reads the share of the battery that must be left. */
export function readBattery(work: WorkText, book: Notebook): WorkText {
  let out = work;
  out = claim(out, SHARE, (match, at) => {
    const around = sentenceAround(at.work.text, at.start, at.end);
    if (!BATTERY.test(match[0]) && !BATTERY.test(around)) return null;
    if (isNoReserve(match[0], at.work.text.slice(0, at.start))) return null;
    takeShare(numberOf(match.groups!.n!) / 100, at, book);
  });
  for (const regex of RATIOS) {
    out = claim(out, regex, (match, at) => takeShare(numberOf(match.groups!.n!), at, book));
  }
  return out;
}

function takeShare(ratio: number, at: Stretch, book: Notebook): void {
  const evidence = evidenceOf(book, at);
  const rounded = Math.round(ratio * 1e6) / 1e6;
  if (rounded >= 0 && rounded <= 1) say(book, 'battery_reserve_ratio', rounded, evidence);
  else
    complain(
      book,
      'out_of_range',
      'battery_reserve_ratio',
      evidence.text,
      'A battery reserve is between 0 and 100 %.',
    );
}

const LEVEL_EN = '(?<level>low(?:est)?|minimal|minimum|medium|moderate|high)';
const LEVEL_RU = '(?<level>низк~|минимальн~|средн~|умеренн~|высок~)';
const LEVEL_HAN = '(?<level>低|最低|中等?|高)';
const RISKS: readonly RegExp[] = [
  `(?<not>no|not|avoid~?|without|never|don't (?:take|accept)|do not (?:take|accept)|nothing|less than|below)? ?(?:more than |above |a |any )*${LEVEL_EN}[ -]risks?(?: level)?(?: (?:only|at most|max(?:imum)?|or (?:less|lower|below)|is (?:acceptable|ok|fine|allowed)))?`,
  `(?:(?:max(?:imum)?|acceptable|allowed) )?risks?(?: level)?(?:\\s*[:=]| (?:must|should|may|can|be|is|of|at|most|no|not|exceed|exceeding|higher|more|above|than|up|to|max|maximum|limited|within|kept|stay|remain))* ${LEVEL_EN}(?: level)?`,
  `keep (?:the )?risks? ${LEVEL_EN}`,
  `(?<not>не|без|избега~|исключи~)? ?(?:допуска~ )?(?:более |выше )*(?:при |с |максимальн~ |не более )*${LEVEL_RU} (?:уровн~ )?риск~`,
  `риск~(?:\\s*[:-]| (?:не|выше|более|до|максимум|уровень|допустимый|должен|быть))* ${LEVEL_RU}`,
  `(?<not>不要|避免|不接受|不能有|无)?(?:可接受)?${LEVEL_HAN}(?:等级)?风险(?:以内|以下|等级)?`,
  `(?:最大|最高|可接受)?风险(?:等级|水平|级别)?(?:不超过|不高于|不得超过|不能超过|最高|最多|控制在|限制在|为|是|:)*\\s*${LEVEL_HAN}(?:等级?|风险)?(?:以内|以下)?`,
].map((source) => pattern(source));

/** Words that accept a risk rather than describe something. */
const ACCEPTED =
  /max|accept|allow|\bup to\b|at most|\bok\b|fine|exceed|above|or (?:less|lower|below)|risks?(?: level)?\s*[:=]|допу|максим|выше|более|до|риск[а-я]*\s*[:-]|最|可接受|不超过|不高于|以内|以下|为|:/u;

const RISK_LEVELS: readonly (readonly [regex: RegExp, level: ReadRisk])[] = [
  [/^(?:low|minim|низк|миним|低|最低)/u, 'low'],
  [/^(?:med|mod|сред|умер|中)/u, 'medium'],
  [/^(?:high|высок|高)/u, 'high'],
];

/** Reads the highest risk that is accepted. `No high risk` means medium at most; `no medium risk` means low. */
export function readRisk(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const regex of RISKS) {
    out = claim(out, regex, (match, at) => {
      const g = match.groups!;
      const level = RISK_LEVELS.find(([r]) => r.test(g.level!))?.[1];
      if (level === undefined) return null;
      // `no higher than medium` names the bound itself; `no high risk` names what is excluded.
      const bound = g.not === undefined || /more than|above|выше|более|不超过|不高于/u.test(match[0]);
      if (bound && level === 'high' && !ACCEPTED.test(match[0]))
        complain(
          book,
          'unsupported',
          'max_risk_level',
          evidenceOf(book, at).text,
          'High risk is not taken from a description: say that it is accepted, e.g. "maximum risk high".',
        );
      else if (bound) say(book, 'max_risk_level', level, evidenceOf(book, at));
      else if (level !== 'low')
        say(
          book,
          'max_risk_level',
          level === 'high' ? 'medium' : 'low',
          evidenceOf(book, at, `${level} is excluded`),
        );
      else
        complain(
          book,
          'unsupported',
          'max_risk_level',
          evidenceOf(book, at).text,
          'No flight is without risk: say the highest level that is accepted.',
        );
    });
  }
  return out;
}
