import { wordKey } from './words.ts';

const EN =
  'deliver delivery bring carry transport ship send take move fly go get dispatch pick up drop off package parcel blood medicine ' +
  'patrol inspect inspection check monitor monitoring watch return back home charge recharge emergency rescue ' +
  'from to at in on via through over above below under around avoid avoiding bypass keep stay away clear out of near nearest ' +
  'closest the a an and or not no dont do never without any all every available use using with by before until within after ' +
  'for if impossible otherwise ask me us human confirm refuse wait ground transfer zone area temporary restricted sensitive ' +
  'fire storm flight space air urgent urgently critical high low normal priority risk medium minute second hour deadline soon ' +
  'asap quick quickly fast safe safely route path altitude height meter metre feet foot battery reserve percent left remaining ' +
  'drone uav aircraft first then finally next last city town ' +
  'min max minimum maximum least most more less than point place site location here there now today it them this that one task ' +
  'mission order please need must should will ignore previous instruction instructions rule rules everything target hope';
const RU =
  'доставь доставить доставка отправь привези перевези возьми забери кровь груз посылку патруль патрулируй осмотри проверь ' +
  'наблюдай вернись возврат домой заряди зарядка срочно экстренно критично приоритет риск высокий низкий средний от до из с в на к ' +
  'по через над под для за и или не без все всех любой ближайший зона зоны временная запретная обход минуя избегай избегая если ' +
  'невозможно иначе спроси откажись жди минута секунда час метр высота заряд батарея резерв дрон маршрут ' +
  'город пожар сначала потом затем место точка сегодня сейчас';

/** Words that alone are no name, whatever a place is called: verbs, prepositions, units. By key. */
export const ORDINARY: ReadonlySet<string> = new Set(`${EN} ${RU}`.split(' ').map(wordKey));

/** Chinese texts made of nothing but such words. */
export const ORDINARY_HAN =
  /^(?:配送|送到|送往|送至|运送|运输|派|飞|从|到|去|往|至|把|将|用|巡逻|巡检|检查|监测|监控|返航|返回|充电|紧急|应急|急救|立即|马上|尽快|避开|绕开|绕过|避让|不要|请|所有|全部|任何|最近|临时|禁飞|限制|敏感|区域?|空域|分钟?|秒|小时|米|电量|高度|风险|优先|高|低|中|前|后|内|和|与|的|血液|药品|包裹|无人机|任务)+$/;

/** Single letters that are also words: `a`, `i` in English, prepositions and conjunctions in Russian. */
export const SHORT_WORDS: ReadonlySet<string> = new Set(['a', 'i', 'в', 'с', 'к', 'о', 'у', 'и', 'а', 'я']);

/** Words for directions: part of many names, no name alone. */
export const DIRECTION_WORDS: ReadonlySet<string> = new Set(
  (
    'north south east west northern southern eastern western central север юг восток запад северный южный восточный западный ' +
    'центральный центр'
  )
    .split(' ')
    .map(wordKey),
);
