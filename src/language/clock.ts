import { instantMs } from '#world';
import { EARLIEST_MESSAGE, isEarliest } from './deadlines.ts';
import { type Notebook, type Stretch, claim, complain, evidenceOf, say } from './notebook.ts';
import { pattern } from './pattern.ts';
import type { WorkText } from './work-text.ts';

/** Offsets from UTC in minutes of zone names that mean one thing only. */
const ZONES: readonly (readonly [regex: RegExp, offset_min: number])[] = [
  [/^(?:utc|gmt|zulu|z|世界时|协调世界时|по гринвичу|по utc)$/u, 0],
  [/^(?:msk|мск|по москве|по московскому времени|московского времени|莫斯科时间)$/u, 180],
  [/^(?:北京时间|beijing time|по пекину|по пекинскому времени|пекинского времени)$/u, 480],
  [/^(?:jst)$/u, 540],
  [/^(?:cet)$/u, 60],
  [/^(?:cest)$/u, 120],
  [/^(?:est)$/u, -300],
  [/^(?:edt)$/u, -240],
  [/^(?:cdt)$/u, -300],
  [/^(?:mst)$/u, -420],
  [/^(?:mdt)$/u, -360],
  [/^(?:pst)$/u, -480],
  [/^(?:pdt)$/u, -420],
];
const OFFSET = /^(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/u;
const ZONE =
  '(?<zone>(?:utc|gmt)? ?[+-]\\d{1,2}(?::?\\d{2})?|utc|gmt|zulu|z|msk|мск|по москве|по московскому времени|московского времени|' +
  'по utc|по гринвичу|по пекину|по пекинскому времени|пекинского времени|beijing time|jst|cest|cet|est|edt|cdt|cst|mst|mdt|pst|pdt|ist|bst|' +
  'local time|local|по местному времени|местного времени|по местному)';
const HAN_ZONE = '(?<zone>北京时间|世界时|协调世界时|莫斯科时间|当地时间|本地时间|utc|gmt)?\\s*';
const DAY = '(?<day>today|tomorrow|tonight|сегодня|завтра|今天|明天|今日|明日)?,?\\s*';
const DAY_AFTER = '(?:,?\\s+(?<day2>today|tomorrow|сегодня|завтра))?';
const BEFORE =
  '(?:(?<day0>today|tomorrow|сегодня|завтра),? )?(?:by|before|until|till|til|no later than|not later than|due (?:by|at)?|at the latest by|(?:the )?deadline(?: is|:)?(?: at)?|' +
  'arriv(?:e|ing) by|latest at|до|к|ко|не позднее|не позже|раньше|срок(?: до|:)?|дедлайн(?: в|:)?)';
const HMS = '(?<h>\\d{1,2})[:h](?<m>\\d{2})(?:[:](?<s>\\d{2}))?';
const HALF = '(?:\\s*(?<half>am|pm|a\\.m\\.?|p\\.m\\.?|утра|дня|вечера|ночи))?';
const HAN_HALF = '(?<half>上午|下午|早上|早晨|晚上|凌晨|中午|傍晚|今晚)?\\s*';
const HAN_AFTER = '\\s*(?:之前|以前|前|为止)';

const CLOCKS: readonly RegExp[] = [
  pattern(`${BEFORE} ${DAY}(?:at )?${HMS}${HALF}(?:\\s*${ZONE})?${DAY_AFTER}(?: at the latest)?`),
  pattern(
    `(?:(?<day0>сегодня|завтра),? )?(?:до|к|ко|не позднее|не позже) ${DAY}(?<h>\\d{1,2})\\.(?<m>[0-5]\\d)(?!\\s*(?:м|метр|км|%|процент|час|мин))${HALF}(?:\\s*${ZONE})?`,
  ),
  pattern(`${BEFORE} ${DAY}(?<h>\\d{1,2})\\s*(?<half>am|pm|a\\.m\\.?|p\\.m\\.?)(?:\\s*${ZONE})?${DAY_AFTER}`),
  pattern(`${BEFORE} ${DAY}(?<h>\\d{2}):?(?<m>\\d{2})\\s*(?:hours|hrs|(?<zone>z|utc|gmt))${DAY_AFTER}`),
  pattern(
    `(?:(?<day0>сегодня|завтра),? )?(?:до|к|не позднее|не позже)(?: чем)?(?: в)? ${DAY}(?<h>\\d{1,2})\\s*(?:часов|часа|часам|часу|ч)(?:\\s*(?<m>\\d{1,2})\\s*(?:минут[а-я]*|мин))?${HALF}(?:\\s*${ZONE})?`,
  ),
  pattern(
    `(?:(?<day0>сегодня|завтра),? )?(?:до|к|не позднее|не позже)(?: чем)?(?: в)? ${DAY}(?<h>\\d{1,2}) (?<half>утра|дня|вечера|ночи)(?:\\s*${ZONE})?`,
  ),
  pattern(`${BEFORE} ${DAY}(?<word>noon|midday|midnight|полудня|полудню|полночи|полуночи)(?:\\s*${ZONE})?`),
  pattern(
    `(?:在|于|请在|赶在|务必在|须在|最晚|最迟)?\\s*${DAY}${HAN_ZONE}${HAN_HALF}(?<h>\\d{1,2})\\s*(?:点钟?|时|:)\\s*(?:(?<m>\\d{1,2})\\s*分?|(?<han>半|整|一刻|三刻|15分钟|45分钟))?(?:\\s*(?<zone2>utc|gmt))?${HAN_AFTER}`,
  ),
  pattern(
    `(?:截止(?:时间)?|截至|最晚|最迟|不晚于|不迟于|时限)(?:为|是|到|:)?\\s*${DAY}${HAN_ZONE}${HAN_HALF}(?<h>\\d{1,2})\\s*(?:点钟?|时|:)\\s*(?:(?<m>\\d{1,2})\\s*分?|(?<han>半|整|一刻))?`,
  ),
  pattern(`(?:在|于)?${DAY}${HAN_ZONE}(?<word>中午|正午|午夜)(?:12点)?${HAN_AFTER}`),
];

/** Reads clock times as deadlines, counted from the state's time; UTC is assumed, and noted, where no zone is said. */
export function readClockTimes(work: WorkText, book: Notebook, state_time: string): WorkText {
  let out = work;
  for (const regex of CLOCKS) {
    out = claim(out, regex, (match, at) => takeClock(match.groups ?? {}, at, book, state_time));
  }
  return out;
}

type Groups = Readonly<Record<string, string | undefined>>;

function takeClock(g: Groups, at: Stretch, book: Notebook, state_time: string): null | void {
  const mention = evidenceOf(book, at).text;
  if (isEarliest(at.work.text.slice(0, at.start), at)) {
    return complain(book, 'unsupported', 'deadline_sec', mention, EARLIEST_MESSAGE);
  }
  const time = timeOfDay(g);
  if (time === 'unclear') {
    return complain(
      book,
      'unsupported',
      'deadline_sec',
      mention,
      'This may be a time of day or a duration: say which, e.g. 02:00 or "within 2 hours".',
    );
  }
  if (time === null) {
    return complain(book, 'out_of_range', 'deadline_sec', mention, 'There is no such time of day.');
  }
  const offset_min = offsetOf(g.zone ?? g.zone2);
  if (offset_min === null) {
    return complain(
      book,
      'unsupported',
      'deadline_sec',
      mention,
      'The time zone is not known: say the time in UTC or with its offset.',
    );
  }
  const now_ms = instantMs(state_time);
  const day_ms = 86_400_000;
  const local_ms = now_ms + offset_min * 60_000;
  const tomorrow = /tomorrow|завтра|明/u.test(g.day ?? g.day2 ?? g.day0 ?? '');
  const target_ms =
    Math.floor(local_ms / day_ms) * day_ms + time * 1000 - offset_min * 60_000 + (tomorrow ? day_ms : 0);
  const sec = (target_ms - now_ms) / 1000;
  const said = g.zone ?? g.zone2;
  const instant = new Date(target_ms).toISOString();
  if (sec <= 0) {
    return complain(
      book,
      'deadline_passed',
      'deadline_sec',
      mention,
      `${instant} has passed: it is ${state_time} now.`,
    );
  }
  const note = `read as ${instant}${said === undefined ? ', UTC assumed' : ''}; ${Math.round(sec)} s after ${state_time}`;
  say(book, 'deadline_sec', Math.floor(sec), evidenceOf(book, at, note));
}

/** Quarters that Chinese says in words. */
const QUARTERS: Readonly<Record<string, number>> = { 半: 30, 一刻: 15, '15分钟': 15, 三刻: 45, '45分钟': 45 };

/** Seconds after midnight; null where the time does not exist. Midnight is the one to come. */
function timeOfDay(g: Groups): number | null | 'unclear' {
  if (g.word !== undefined) return /noon|midday|полудн|中午|正午/u.test(g.word) ? 43_200 : 86_400;
  const m = g.m === undefined ? (QUARTERS[g.han ?? ''] ?? 0) : Number(g.m);
  const s = Number(g.s ?? 0);
  const h = Number(g.h);
  if (h > 24 || m > 59 || s > 59 || (h === 24 && m + s > 0)) return null;
  const half = g.half ?? '';
  // `21:30 pm` says one thing twice; `21:30 am` says two things.
  if (h > 12 && /^a|ночи|утра|凌晨|上午|早/u.test(half)) return null;
  const bare = g.m === undefined && g.han === undefined && half === '';
  if (bare && h < 5) return 'unclear';
  return hourOf(h, half) * 3600 + m * 60 + s;
}

function hourOf(h: number, half: string): number {
  if (/^p|дня|вечера|下午|晚上|傍晚|今晚/u.test(half)) return h < 12 ? h + 12 : h;
  if (/^a|ночи|утра|凌晨|上午|早/u.test(half)) return h === 12 ? 0 : h;
  return h;
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return 0;
  const text = zone.trim();
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > 14 * 60 ? null : offset[1] === '-' ? -minutes : minutes;
  }
  return ZONES.find(([regex]) => regex.test(text))?.[1] ?? null;
}
