import { type Notebook, claim, complain, evidenceOf, say } from './notebook.ts';
import { readPayload } from './payload.ts';
import { pattern } from './pattern.ts';
import { durationSec } from './quantities.ts';
import type { WorkText } from './work-text.ts';

/** Things that every flight keeps clear of anyway; asking to avoid them adds nothing. */
const ALWAYS_AVOIDED = [
  'avoid~ (?:any |all |the |other |every |unnecessary |possible )*(?:obstacles?|buildings?|collisions?|delays?|air traffic|traffic|aircraft|drones|uavs|structures?|conflicts?|trees|cables|detours?|accidents|risks?|danger)',
  '(?:избега~|обходи~|обходя|объезжа~|огиба~)(?: все~| люб~| возможн~)* (?:препятстви~|здани~|строени~|столкновени~|задерж~|опозданий|самолет~|дрон~|риск~|опасност~)',
  '(?:避免|避开|避让|绕开|绕过)(?:所有|任何|一切|其他)?(?:障碍物?|建筑物?|楼宇|碰撞|延误|冲突|其他飞行器|飞行器|危险|风险)',
].map((source) => pattern(source));

/** Units that no field counts in. */
const OTHER_UNIT = [
  '(?:\\d+(?:[.,]\\d+)?|half a|a|one)\\s*-?(?:days?|weeks?|months?|years?|fortnights?|nights?|shifts?)',
  '<n>\\s*-?(?:miles?|mi|yards?|yds?|inch(?:es)?|nmi|nautical miles?|furlongs?|degrees?|celsius|fahrenheit|wh|mah|volts?|watts?|bar|hpa|tons?|tonnes?|blocks?)',
  '(?:<n>\\s*|полтор[аы] |пол)?(?:сут(?:ки|ок|кам)|дн(?:я|ей|и)|день|недел[а-я]+|месяц[а-я]*)',
  '<n>\\s*(?:мил[ьяией]+|ярд[а-я]*|дюйм[а-я]*|градус[а-я]*|верст[а-я]*|тонн[а-я]*|квартал[а-я]*|вольт[а-я]*)',
  '(?:<n>|[一二两三四五六七八九十百半几数])\\s*(?:天|日|星期|礼拜|个月|里路?|海里|英里|英寸|码|度|吨)|当天',
].map((source) => pattern(source));
const DURATION = pattern('<d>');
const UNREAD = [
  pattern(
    '<n>\\s*(?:m/s|mps|km/h|kph|mph|kt|kts|knots?|м/с|км/ч|米每秒|米/秒|公里每小时|公里/小时|节)(?:\\s*(?:max|wind|speed))?',
  ),
  DURATION,
  pattern('<n>\\s*-?<l>'),
  pattern('<n>\\s*%'),
];

/** Drops what holds anyway; numbers with a unit that nothing has understood are reported, never dropped. */
export function readRest(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const regex of ALWAYS_AVOIDED) out = claim(out, regex, () => undefined);
  out = readPayload(out, book);
  for (const regex of OTHER_UNIT) {
    out = claim(out, regex, (_, at) => {
      const message = 'This unit is not read: say seconds, minutes or hours, metres, kilometres or feet.';
      complain(book, 'unsupported', 'instruction', evidenceOf(book, at).text, message);
    });
  }
  out = lonelyDuration(out, book);
  for (const regex of UNREAD) {
    out = claim(out, regex, (_, at) => {
      complain(
        book,
        'unsupported',
        'instruction',
        evidenceOf(book, at).text,
        'This quantity is not understood: say what it limits.',
      );
    });
  }
  return out;
}

/** What the evidence of a duration without any other word says. */
export const LONELY_NOTE = 'a duration by itself is read as the deadline';

const NO_LIMIT =
  /(?:every|for|at least|minimum|more than|longer than|не менее|как минимум|минимум|более|больше|дольше|至少|wait|waiting|hover(?:ing)?|stay(?:ing)?|after|pause|last(?:ing)?|each|кажды[а-я]+|жди|подожди|ждать|ожида[а-я]*|после|спустя|длительность[а-я]*|длительностью|висеть|зависни|стой|每隔?|等待|停留|悬停|持续|等|盘旋)\s*(?:at least\s*|about\s*)?$/u;

/** One duration without any other word is the deadline: the tighter reading, and it is noted. */
function lonelyDuration(work: WorkText, book: Notebook): WorkText {
  if (book.statements.has('deadline_sec')) return work;
  const lonely = [...work.text.matchAll(DURATION)];
  if (lonely.length !== 1) return work;
  return claim(work, DURATION, (match, at) => {
    const sec = durationSec(match.groups!.d!);
    const after = work.text.slice(at.end);
    if (
      NO_LIMIT.test(work.text.slice(0, at.start)) ||
      /^\s*(?:后|之后|later|ago|spent|спустя|назад)/u.test(after)
    )
      return null;
    if (!(sec >= 1 && sec <= 86_400)) return null;
    say(book, 'deadline_sec', sec, evidenceOf(book, at, LONELY_NOTE));
  });
}
