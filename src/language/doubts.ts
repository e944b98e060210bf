import type { Mention } from './mentions.ts';
import { type Notebook, complain, evidenceOf } from './notebook.ts';
import { pattern } from './pattern.ts';
import type { ReadField } from './reading.ts';
import { DONE, MENTION_BASE, type WorkText, rewrite } from './work-text.ts';

type Doubt = {
  readonly field: ReadField;
  readonly sources: readonly string[];
  readonly message: string;
};

const W_EN = "(?:(?!from|to|deliver|bring|take|pick|fly|send|carry|move)[a-z'-]+ )";
const W_RU = '(?:(?!из|от|до|достав|привез|отвез|перевез|забер|возьм)[а-я-]+ )';
const PERSON_EN =
  '(?:patients?|persons?|people|man|men|woman|women|boys?|girls?|child|children|kids?|victims?|casualt(?:y|ies)|injured|wounded|doctors?|surgeons?|nurses?|paramedics?|teachers?|students?|pupils?|residents?|workers?|donors?|staff|colleagues?|friends?|drivers?|guests?|visitors?|families|family|player|players|engineer|engineers|director|mayor)';
const PERSON_RU =
  '(?:пациент|больно(?:й|му|го|м)|больны[хм]|ребен[ок]|дет(?:и|ей|ям)|мальчик|девочк|пострадавш|ранен|доктор|врач|хирург|медсестр|фельдшер|учител|ученик|школьник|студент|жител|рабоч(?:ий|ему|его|их|им)|донор|сотрудник|коллег|водител|человек|людям|людей|мужчин|женщин|директор|игрок|инженер|гост)[а-я]*';
const PERSON_HAN =
  '(?:病人|患者|伤员|伤者|学生|老师|教师|医生|护士|居民|员工|工人|孩子|儿童|同学|职工|捐献者|献血者|司机|校长|院长|客人)';
const DRONE_EN = '(?:drones?|uavs?|aircraft|quadcopters?)';

/** A place named beside a person, an aircraft, a request or in a subordinate clause: it may be no end of the flight. */
const DOUBTS: readonly Doubt[] = [
  {
    field: 'origin',
    sources: [
      `for (?!delivery|pick-?up|transport|transplant|surgery|an? operation|transfusion|analysis|testing|treatment|immediate|urgent)${W_EN}{1,5}from (?:the )?<e>`,
      `${PERSON_EN} (?:(?:who|that) ${W_EN}{0,4})?from (?:the )?<e>`,
      `для (?!доставки|перевозки|отправки|трансплантаци|операци|переливани|анализ|исследовани|лечени|реанимаци|пересадки|срочной)${W_RU}{1,4}(?:из|от|со?) <e>`,
      `${PERSON_RU} (?:из|от|со?) <e>`,
      `来自\\s*<e>\\s*的?\\s*${PERSON_HAN}`,
      `<e>\\s*的?\\s*${PERSON_HAN}`,
    ],
    message: 'This place is named beside a person: say what it is to the flight, with "from" or "to".',
  },
  {
    field: 'candidate_uavs',
    sources: [
      `(?:with|using|use|take|taking|get|grab|by|via|on) (?:the |a |an |any |one |some )?(?:[a-z-]+ )?${DRONE_EN} (?:that is |which is )?(?:stationed |based |parked |standing )?(?:from|at|of|in) (?:the )?<e>`,
      `${DRONE_EN} (?:is|are|comes?|should come|must come|starts?|should start|must start|stands?)(?: coming| standing)? (?:from|at) (?:the )?<e>`,
      `${DRONE_EN} (?:based|stationed|parked|standing) (?:at|in|on) (?:the )?<e>`,
      '(?:дрон(?:ом|ами)|беспилотник(?:ом|ами)|аппарат(?:ом|ами)|борт(?:ом|ами)) (?:из|со?|от|на|в) <e>',
      '(?:на|с помощью|при помощи|используя|используй|используйте|силами) (?:дрон[а-я]*|бпла|беспилотник[а-я]*|аппарат[а-я]*) (?:из|со?|от|на|в) <e>',
    ],
    message: 'This is where an aircraft stands: name the aircraft.',
  },
  {
    field: 'origin',
    sources: [
      '(?:requests?|calls?|messages?|alarms?|reports?|complaints?|signals?|inquir(?:y|ies)|orders?|alerts?|sos) (?:from|of|by|at|in) (?:the )?<e>',
      '(?:donated|requested|ordered|asked for|paid for|sent|prepared|collected|packed|signed|approved|owned|operated|wanted|needed|made) by (?:the )?<e>',
      '(?:on behalf of|at the request of|thanks to|courtesy of|addressed by) (?:the )?<e>',
      '(?:заявк|просьб|запрос|вызов|звонок|звонк|сообщени|сигнал|требовани|обращени|поручени|указани|распоряжени|жалоб|тревог)[а-я]* (?:(?:из|от|со?) )?<e>',
      '应\\s*<e>\\s*的?\\s*(?:请求|要求|申请)|<e>\\s*的?\\s*(?:来电|报告|申请|请求)',
    ],
    message: 'This place asks for the task: say what it is to the flight, with "from" or "to".',
  },
  {
    field: 'origin',
    sources: [
      `(?:who|whom|whose|which|where|that (?:was|were|has|had|have|came|comes?|lives?|works?|lies|stands?|belongs?|needs?|serves?))(?: [a-z0-9%,'${DONE}-]+){0,7} <e>`,
      `(?:котор|чь[яеию]|где)[а-я]*(?: [а-я0-9%${DONE}-]+){0,7} <e>`,
    ],
    message: 'A place in a subordinate clause is not read: say it in a sentence of its own.',
  },
  {
    field: 'destination',
    sources: [
      '(?:(?:to|at|from|in|on) )?(?:the )?(?:far |very )?(?:north|south|east|west)(?:-?(?:east|west))?(?:ern|wards?)?(?: (?:side|end|edge|part|wing|corner|gate|entrance))? of (?:the )?<e>',
      '(?:к |на |с )?(?:северо|юго)?-?(?:север|юг|восток|запад)[а-я]* (?:от|относительно) <e>',
      '<e>\\s*(?:以|的|之)[东南西北]{1,2}(?:边|侧|面|部|方|角|门)?|<e>\\s*[东南西北]{1,2}(?:边|侧|面|部|方|角|门)',
    ],
    message: 'A point beside a place has no name here: name a place of the city.',
  },
  {
    field: 'waypoints',
    sources: [
      "(?:without|with no|not|no|don't|do not|never) (?:any )?(?:stop(?:s|ping)?|land(?:ing)?|paus(?:e|es|ing)|calling|call|visit(?:ing)?|wait(?:ing)?)(?: off| over)?(?: at| in| on| by)? (?:the )?<es>",
      '(?:everywhere|anywhere|anything|everything|every place|any place|everyone|anyone|all) (?:but|except)(?: to| at| in)? (?:the )?<es>',
      '(?:без|не) (?:остан|посад|сади|садя|приземл|заезд|заезжа|посеща|посет|задержив)[а-я]* (?:(?:в|во|на|у|к|над) )?<es>',
      '不(?:要|得|能)?(?:在|停|停留|停靠|降落)\\s*<es>\\s*(?:停留|停靠|降落|经停|停|着陆)?',
    ],
    message: 'A place that is not to be visited: name the zone to keep out of instead.',
  },
];
const COMPILED = DOUBTS.flatMap((d) => d.sources.map((source) => ({ ...d, at: pattern(source) })));
const MARK = /[\ue000-\uf8fe]/gu;

/**
 * Asks about mentions whose part in the task the words around them leave in doubt, and takes those mentions out of the
 * text: `blood to hospital B for a patient from school A` does not start at the school.
 */
export function readDoubts(work: WorkText, book: Notebook, mentions: readonly Mention[]): WorkText {
  let out = work;
  for (const { field, message, at: regex } of COMPILED) {
    out = rewrite(out, regex, (match, start) => {
      const marks = match[0].match(MARK) ?? [];
      const found = marks.map((m) => mentions[m.charCodeAt(0) - MENTION_BASE]).filter((m) => m !== undefined);
      if (found.length === 0 || !found.every((m) => m.candidates.every((e) => e.type === 'place')))
        return null;
      const at = { work: out, start, end: start + match[0].length };
      complain(book, 'unsupported', field, evidenceOf(book, at).text, message);
      return ` ${DONE} `;
    });
  }
  return out;
}
