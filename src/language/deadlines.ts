import { type Notebook, type Stretch, claim, complain, evidenceOf, say } from './notebook.ts';
import { pattern } from './pattern.ts';
import { durationSec } from './quantities.ts';
import type { WorkText } from './work-text.ts';

/** Ways to say that something must be done within a duration, most specific first. */
const DEADLINES: readonly RegExp[] = [
  '(?:(?:the )?(?:deadline|time limit|time budget|limit|eta)(?: is| of|:)?(?: at most| under| below| no (?:worse|more|later|longer) than)?|you have(?: only)?|i need it in|(?:needs? to|must|should|has to|have to) (?:be there|arrive|get there|be delivered) (?:within|in)) <d>',
  '(?:(?:in|within|under) )?(?:between )?\\d+(?:\\s*-\\s*| to | and )<d>',
  '(?:за |в течение )?\\d+\\s*-\\s*<d>',
  '\\d+\\s*(?:-|到|至)\\s*<d>(?:之?内|以内)?',
  '(?:in|within) (?:the next |no more than |less than |under |at most |max(?:imum)? )?<d>(?: or less| at most| max(?:imum)?| from now| tops)?',
  '(?:not? (?:later|more|longer) than|no longer than|less than|under|at most|inside|max(?:imum)?(?: of)?|up to|before|by|not exceeding|takes? (?:at most|no more than|under|less than)) <d>(?: from now| (?:have|has) (?:passed|elapsed)| (?:is|are) up| pass)?',
  '<d> (?:deadline|time limit|limit|at most|or less|max(?:imum)?|tops|from now|is the deadline)',
  '(?:не позднее(?: чем)?|не позже(?: чем)?|не более(?: чем)?|не больше|не дольше|максимум|самое большее|менее чем|меньше чем)(?: за| через| в течение)? <d>',
  '(?:за|через|в течение|в пределах|в ближайшие|на протяжении|в срок(?: до)?|уложи~ в|успе~ за|до истечения|до|у тебя(?: есть)?|у нас(?: есть)?|есть)(?: максимум| не более(?: чем)?| следующих| ближайших)? <d>',
  '(?:срок|дедлайн|лимит(?: времени)?|время|ограничение(?: по времени)?|предельное время)(?: выполнения| доставки)?(?: -|:| не более| до| в)* <d>',
  '(?:请?在|务必在|需在|须在|要在|必须在|必须|限时|限|时限(?:为|是|:)?|期限(?:为|是|:)?|截止(?:时间)?(?:为|是|:)?|不超过|不得超过|不要超过|最多|至多|最长|少于|控制在|用时(?:不超过)?|耗时不超过|于)?\\s*<d>\\s*(?:之?内|以内|内|之前|以前|前|为限|为止)',
  '(?:限时|时限(?:为|是|:)?|期限(?:为|是|:)?|截止(?:时间)?(?:为|是|:)?|不超过|不得超过|不要超过|最多|至多|最长|少于|用时不超过|耗时不超过)\\s*<d>',
  '<d>\\s*(?=送到|送达|到达|抵达|完成|到位|必达|达)',
].map((source) => pattern(source));

/** Reads durations that limit the task. Clock times must have been read before: `до 14 часов` looks like a duration. */
export function readDurations(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const regex of DEPARTURES) {
    out = claim(out, regex, (_, at) => {
      const message = 'A time of departure has no field: only a latest time of arrival can be held.';
      complain(book, 'unsupported', 'deadline_sec', evidenceOf(book, at).text, message);
    });
  }
  for (const regex of DEADLINES) {
    out = claim(out, regex, (match, at) => takeDeadline(match.groups!.d!, at, book));
  }
  return claim(out, UNITLESS, (_, at) => {
    complain(
      book,
      'unit_missing',
      'deadline_sec',
      evidenceOf(book, at).text,
      'The time has no unit: say seconds, minutes or hours.',
    );
  });
}

const UNITLESS = pattern(
  '(?:within|in under|in less than|no later than|(?:the )?deadline(?: is| of|:)?|в течение|не позднее(?: чем через)?|дедлайн(?: -|:)?) \\d+(?![\\d.,:%]|\\s*(?:%|<l>|[a-zа-я]))|(?:за|через) \\d+(?=\\s*(?:$|[,.;!]))|(?:限时|时限(?:为|是|:)?)\\s*\\d+(?!\\s*(?:\\d|[:点时分秒小个]))|在?\\s*\\d+\\s*(?:之内|以内|内)(?=\\s*(?:$|[,.;!]|送|到|完))',
);

/** `take off in 10 minutes`: when the flight begins, which no field holds. */
const DEPARTURES: readonly RegExp[] = [
  '(?:tak(?:e|es|ing)(?: |-)?off|depart(?:s|ing|ure)?|leav(?:e|es|ing)|launch(?:es|ing)?|lift(?:s|ing)?(?: |-)?off|set(?:ting)? (?:out|off))(?: (?:is|in|within|after|at|no later than|by))* <d>',
  '(?:вылет|вылети|вылетай|взлет|взлети|взлетай|старт|стартуй|отправлени|отправляйся|выезд|начни|начать|начал)[а-я]*(?: [-:])?(?: (?:через|за|в течение|не позднее|не позже|чем))* <d>',
  '(?:起飞|出发)(?:时间)?(?:为|是|在|:)?\\s*<d>(?:之?[内后]|以内|以后)?',
  '<d>(?:之?[内后]|以内|以后)(?:再)?(?:起飞|出发|开始)',
].map((source) => pattern(source));

const NEGATED =
  /(?:not (?:need(?:ed)?|necessarily)|no need|needn't|не обязательно|необязательно|不必|不用|无需)\s*$/u;

/** `not before`, `no earlier than`: the other end of time, which no field holds. */
const EARLIEST =
  /(?:no|not)\s+(?:earlier|sooner)(?:\s+than)?(?:\s+in)?\s*$|не\s+(?:раньше|ранее)(?:\s+чем)?\s*$|(?:不早于|不得早于|至少|最早)\s*$/u;

/** True where the words before a time, or a negated `before`, make it the earliest one. */
export function isEarliest(before: string, at: Stretch): boolean {
  const own = at.work.text.slice(at.start, at.end);
  return (
    EARLIEST.test(before) ||
    (/^(?:before|until|till|до|раньше)/u.test(own) && /(?<![a-zа-я])(?:not|never|не)\s+$/u.test(before))
  );
}
export const EARLIEST_MESSAGE = 'An earliest time has no field: only a latest time of arrival can be held.';

function takeDeadline(duration: string, at: Stretch, book: Notebook): null | void {
  const before = at.work.text.slice(0, at.start);
  if (NEGATED.test(before)) return;
  if (isEarliest(before, at)) {
    return complain(book, 'unsupported', 'deadline_sec', evidenceOf(book, at).text, EARLIEST_MESSAGE);
  }
  const sec = durationSec(duration);
  const evidence = evidenceOf(book, at);
  if (!(sec >= 1 && sec <= 86_400)) {
    complain(
      book,
      'out_of_range',
      'deadline_sec',
      evidence.text,
      'A deadline is between 1 second and 24 hours.',
    );
    return;
  }
  say(book, 'deadline_sec', sec, evidence);
}
