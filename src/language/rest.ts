import { type Notebook, claim, complain, evidenceOf, say } from './notebook.ts';
import { pattern } from './pattern.ts';
import { durationSec } from './quantities.ts';
import type { WorkText } from './work-text.ts';

/** Things that every flight keeps clear of anyway; asking to avoid them adds nothing. */
const ALWAYS_AVOIDED = [
  'avoid~ (?:any |all |the |other |every |unnecessary |possible )*(?:obstacles?|buildings?|collisions?|delays?|air traffic|traffic|aircraft|drones|uavs|structures?|conflicts?|trees|cables|detours?|accidents|risks?|danger)',
  '(?:избега~|обходи~|обходя|объезжа~|огиба~)(?: все~| люб~| возможн~)* (?:препятстви~|здани~|строени~|столкновени~|задерж~|опозданий|самолет~|дрон~|риск~|опасност~)',
  '(?:避免|避开|避让|绕开|绕过)(?:所有|任何|一切|其他)?(?:障碍物?|建筑物?|楼宇|碰撞|延误|冲突|其他飞行器|飞行器|危险|风险)',
].map((source) => pattern(source));

const PAYLOAD = pattern(
  '\\d+(?:[.,]\\d+)?\\s*-?(?:kilograms?|kgs?|grams?|g|pounds?|lbs?|lb|кг|килограмм~|грамм~|г|公斤|千克|克|斤|litres?|liters?|l|ml|литр~|мл|毫升|升)',
);
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
  out = claim(out, PAYLOAD, () => undefined);
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
    say(book, 'deadline_sec', sec, evidenceOf(book, at, 'a duration by itself is read as the deadline'));
  });
}
