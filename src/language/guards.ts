import { type Notebook, claim, complain, evidenceOf } from './notebook.ts';
import { pattern } from './pattern.ts';
import type { ReadField, ReadingProblem } from './reading.ts';
import type { WorkText } from './work-text.ts';

type Guard = {
  readonly field: ReadField;
  readonly type: ReadingProblem['type'];
  readonly sources: readonly string[];
  readonly message: string;
};

/**
 * Things that an operator may say and a task document cannot hold. What no other pass has understood and one of these names
 * is asked about: dropping it in silence would fly something else than what was meant.
 */
const GUARDS: readonly Guard[] = [
  {
    field: 'intent',
    type: 'unsupported',
    sources: [
      '(?:cancel|abort|stop|call off|halt|terminate|revoke)(?! at| in| over| by)',
      'отмени~?|отменить|прекрати~?|прекратить|останови~?|остановить|прерви~?|отбой',
      '取消|停止|中止|终止|撤销|作废',
    ],
    message: 'Stopping or cancelling something is no flight task.',
  },
  {
    field: 'intent',
    type: 'unsupported',
    sources: [
      'is it (?:possible|feasible|safe|ok)|is there|how (?:long|far|much|many|soon)|what (?:is|are|would|time|if)|why|when (?:will|would|did|does|is|can)|yesterday|last (?:week|month|night)|(?:we|they|i|he|she|it|already|was|were|been) (?:have |has |had |already )*(?:delivered|flew|inspected|patrolled)(?! by)',
      'сколько|когда|почему|зачем|вчера|на прошлой неделе|можно ли|возможно ли|(?:мы|они|я|он|она|уже) (?:уже )?(?:доставил[аи]?|отвезл[аи]|привезл[аи]|осмотрел[аи]?)',
      '多久|多长时间|多少|为什么|什么时候|昨天|上周|能不能|可不可以|是否|吗|已经?(?:送|运|配送|巡逻|检查)|送[到达]了',
    ],
    message: 'This is a question or a report rather than a task: say what is to be flown.',
  },
  {
    field: 'instruction',
    type: 'unsupported',
    sources: [
      'if|unless|provided(?: that)?|only when|as long as|in the event|depending on',
      'если|при условии|кроме случаев|в случае|в зависимости|только когда',
      '如果|若|除非|只有在|假如|倘若|万一|视情况',
    ],
    message:
      'This condition is not understood: a task document holds what to do where the task is impossible, and no other condition.',
  },
  {
    field: 'instruction',
    type: 'unsupported',
    sources: [
      'twice|thrice|\\d+ times|every (?:\\d+ |other )?(?:seconds?|minutes?|hours?|days?|mornings?|evenings?|nights?|weeks?)|repeatedly|continuously|periodically|hourly|daily|in a loop|round the clock',
      'дважды|трижды|\\d+ раза?|кажд[а-я]+ (?:\\d+ )?(?:секунд[а-я]*|минут[а-я]*|час[а-я]*|день|дня|утро|вечер|ночь|недел[а-я]*|сутки)|ежечасно|ежедневно|постоянно|периодически|непрерывно|круглосуточно|по кругу',
      '\\d+\\s*[次遍]|[两三几]次|每(?:隔|小时|天|分钟|半)|反复|循环|定期|持续|全天|不间断',
    ],
    message: 'A task is flown once: repetition and duration have no field.',
  },
  {
    field: 'waypoints',
    type: 'unsupported',
    sources: ['(?:air )?corridors?', '(?:воздушн~ )?коридор~', '走廊|航路|空中通道'],
    message: 'A task document cannot ask for a corridor or keep out of one.',
  },
  {
    field: 'candidate_uavs',
    type: 'unsupported',
    sources: [
      '(?:[2-9]|\\d{2,}) (?:drones|uavs|aircraft|quadcopters)|both drones|several drones|multiple drones|(?:a )?swarm|(?:a )?fleet of',
      '(?:[2-9]|\\d{2,}) (?:дрон~|бпла|беспилотник~)|нескольк~ (?:дрон~|бпла|беспилотник~)|ро[йе]м?',
      '(?:[2-9]|\\d{2,}|几|多)\\s*架(?:无人机|飞机)?|无人机群|编队',
    ],
    message: 'One task is flown by one aircraft.',
  },
  {
    field: 'deadline_sec',
    type: 'unsupported',
    sources: [
      '(?:at|around|after|from|since|between|not before|no earlier than|starting at|start at)? ?\\d{1,2}:\\d{2}(?:\\s*(?:am|pm|utc|z))?(?:\\s*(?:-|and|to)\\s*\\d{1,2}:\\d{2})?',
      '(?:в|около|после|с|между|не раньше|не ранее|начиная с) \\d{1,2}(?::\\d{2}|\\s*час[а-я]*)',
      '(?:在|于)?\\s*\\d{1,2}\\s*(?:点|时)(?:\\s*\\d{1,2}\\s*分?|半|整|钟)?(?:\\s*(?:之后|以后|后|开始|出发|起飞))?',
      '(?:by|until|till|before) \\d{1,2}(?:\\.\\d{2})?|(?:до|к) \\d{1,2}(?=\\s*(?:$|[,.;!]))',
    ],
    message: 'Only a latest time of arrival can be held, with hours and minutes, e.g. "by 14:30".',
  },
  {
    field: 'destination',
    type: 'unsupported',
    sources: [
      'round[- ]?trips?|there and back|both ways|return trip',
      'туда(?: и |-)обратно|в оба конца|в обе стороны',
      '往返|来回|双程',
    ],
    message: 'A delivery ends at its destination: the way back is a task of its own.',
  },
  {
    field: 'deadline_sec',
    type: 'unsupported',
    sources: [
      '(?:(?:by|on|before|until|till|next|this|every) )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend)s?|\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \\d{1,2}(?:st|nd|rd|th)?|(?:at |around |after )?(?:noon|midday|midnight)',
      '(?:понедельник|вторник|четверг|пятниц|суббот|воскресен|выходн)[а-я]*|(?:в|до|к|по) сред[уеы]|\\d{1,2} (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)|(?:в |после )?(?:полдень|полночь|полудня|полуночи)',
      '(?:星期|周|礼拜)[一二三四五六日天]|\\d{1,2}月\\d{1,2}[日号]|\\d{1,2}[日号](?:之?[前后])|中午|正午|午夜|半夜',
      'tonight|tomorrow|this (?:evening|morning|afternoon)|in the (?:evening|morning|afternoon)|(?:before|by|until|after) (?:dark|night|nightfall|sunset|sunrise|dawn|dusk|lunch|dinner|evening|morning|tonight)|next (?:week|day|hour)|later(?: today)?|(?:a )?(?:couple of|few|several|some) (?:seconds|minutes|mins|hours)',
      'завтра|вечером|утром|ночью|днем|(?:к|до) (?:вечера|вечеру|утра|утру|обеда|обеду|ночи|темноты|рассвета|заката)|позже|попозже|(?:пару|несколько|нескольких|пары) (?:секунд|минут|часов)',
      '今晚|明天|今天晚上|天黑(?:之?前)?|傍晚|早上|晚上|下午|上午|稍后|晚些时候|[几数](?:分钟|小时|秒)|过一会',
    ],
    message: 'This time is not exact: say a time of day or a duration.',
  },
  {
    field: 'instruction',
    type: 'unsupported',
    sources: [
      '(?:a |one |two )?(?:thirds?|quarters?|half)|minutes?|mins|hours?|hrs|seconds|metres?|meters?|feet|foot|kilomet(?:er|re)s?|percent|%',
      'треть|четверть|половин[ауы]|минут[аыуе]?|часа|часов|секунд[аыуе]?|метр(?:а|ов|ах|ы)?|фут(?:а|ов)?|километр(?:а|ов|ы)?|процент~',
      '分之|一半|分钟|小时|秒钟?|(?<![\\u3400-\\u9fff])米|公里|英尺|百分',
    ],
    message: 'A unit stands here with a number that is not understood.',
  },
];
const COMPILED = GUARDS.map((g) => ({ ...g, at: pattern(g.sources.join('|')) }));

/** Complains about everything in the list above that is still in the text. Runs after all passes that read such things. */
export function runGuards(work: WorkText, book: Notebook): WorkText {
  let out = work;
  for (const { at: regex, field, type, message } of COMPILED) {
    out = claim(out, regex, (_, at) => complain(book, type, field, evidenceOf(book, at).text, message));
  }
  return out;
}
