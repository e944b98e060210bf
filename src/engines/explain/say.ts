import type { Language } from './phrases.ts';
import { noteInRussian } from './say-notes.ts';
import { QUESTIONS } from './say-questions.ts';
import { wordIn } from './words.ts';

/** One sentence of the tools in English, and how it is said in Russian and Chinese; `$1` stands for the first group. */
type Saying = readonly [english: RegExp, ru: string, zh: string];

const SAYINGS: readonly Saying[] = [
  [
    /^(\S+) has the earliest arrival, after at least (\d+) s, of (\d+) able aircraft among (\d+)$/,
    '$1 прибудет раньше других, не ранее чем через $2 с; годных бортов $3 из $4',
    '$1 最早到达，至少需 $2 秒；$4 架中有 $3 架可用',
  ],
  [
    /^(\S+) has the least energy, at least ([\d.]+) Wh, of (\d+) able aircraft among (\d+)$/,
    '$1 тратит меньше других, не менее $2 Вт·ч; годных бортов $3 из $4',
    '$1 耗能最少，至少 $2 瓦时；$4 架中有 $3 架可用',
  ],
  [
    /^the answer lists at most (\d+) buildings and roads, and nothing outside the city's bounds$/,
    'в ответе не более $1 зданий и дорог и ничего за границами города',
    '结果最多列出 $1 处建筑和道路，不含城市范围以外',
  ],
  [/^at most (\d+) place is free in (.+)$/, 'свободно мест не более $1: $2', '最多剩 $1 个空位：$2'],
  [/^too little battery: (.+)$/, 'не хватает заряда: $1', '电量不足：$1'],
  [/^no uav_id was given: planned for (\S+)$/, 'борт не назван, маршрут для $1', '未指定飞行器，按 $1 规划'],
  [/^no uav_id was given: judged for (\S+)$/, 'борт не назван, проверка для $1', '未指定飞行器，按 $1 检查'],
  [/^risk is low$/, 'риск низкий', '风险低'],
  [/^risk is medium$/, 'риск средний', '风险中等'],
  [/^risk is high$/, 'риск высокий', '风险高'],
  [/^(.+?) is blocked by (.+) and (\d+) more$/, '$1: мешают $2 и ещё $3', '$1 被 $2 等阻挡，另有 $3 处'],
  [/^(.+?) is blocked by (.+)$/, '$1: мешает $2', '$1 被 $2 阻挡'],
  [/^the position of (\S+)$/, 'место борта $1', '$1 的位置'],
  [
    /^the planned arrival is ([\d.]+) s, ([\d.]+) s after the deadline$/,
    'прибытие через $1 с, на $2 с позже срока',
    '计划 $1 秒到达，晚于时限 $2 秒',
  ],
  [/^the fleet is empty$/, 'парк пуст', '机队为空'],
  [
    /^all of the area, heights and time asked for is closed by (.+)$/,
    'район, высоты и время целиком закрыты: $1',
    '所需区域、高度和时间全部被 $1 关闭',
  ],
  [/^the simulated flight failed$/, 'смоделированный полёт не удался', '仿真飞行失败'],
  [
    /^the simulated flight of seed (\d+) failed$/,
    'смоделированный полёт с зерном $1 не удался',
    '种子 $1 的仿真飞行失败',
  ],
  [
    /^a specification could not be decided on this trajectory$/,
    'одну из спецификаций на этой траектории решить нельзя',
    '有一条规范在该轨迹上无法判定',
  ],
  [
    /^the state changed while the decision was made; decide again$/,
    'обстановка изменилась, пока решение принималось; решите заново',
    '决策期间状态已变化，请重新决策',
  ],
  [/^the caller went away$/, 'запрос прерван', '请求已中断'],
  [
    /^the same proposal failed in the same way before: no further round$/,
    'то же предложение уже не прошло так же: кругов больше не будет',
    '同一提案此前以同样方式失败：不再重试',
  ],
  [/^nothing was proposed$/, 'предложения нет', '没有提案'],
  [/^(\d+) repair rounds are used up$/, 'кругов исправления больше нет: $1', '修复轮次已用尽：$1'],
  // What would mend a violation.
  [
    /^([\d.]+) s late: save about (\d+) m of route, assign a nearer or faster aircraft, or ask for a deadline of (\d+) s\.$/,
    'опоздание $1 с: сократить маршрут примерно на $2 м, назначить борт ближе или быстрее либо просить срок $3 с.',
    '晚 $1 秒：缩短航线约 $2 米，改派更近或更快的飞行器，或请求时限 $3 秒。',
  ],
  [
    /^([\d.]+) Wh are missing \(about (\d+) m of cruise\): shorten the route or assign another aircraft\.$/,
    'не хватает $1 Вт·ч (около $2 м полёта): сократить маршрут или назначить другой борт.',
    '缺少 $1 瓦时（约 $2 米巡航）：缩短航线或改派飞行器。',
  ],
  [
    /^([\d.]+) Wh are missing for the way to (\S+): assign an aircraft with more energy left or with a nearer home\.$/,
    'на путь до $2 не хватает $1 Вт·ч: назначить борт с большим зарядом или с базой ближе.',
    '返回 $2 还缺 $1 瓦时：改派电量更多或基地更近的飞行器。',
  ],
  [
    /^No landing place can be reached: give (\S+) a home on the map, or wait for less wind\.$/,
    'сесть негде: задать борту $1 базу на карте или ждать ветра слабее.',
    '无可达的着陆点：为 $1 指定地图内的基地，或等风减弱。',
  ],
  [
    /^no way to a landing place was found at w(\d+) \((\d+) s\)$/,
    'от точки w$1 ($2 с) пути к месту посадки не найдено',
    '在 w$1（$2 秒）未找到前往着陆点的航路',
  ],
  [
    /^at w(\d+) \((\d+) s\) ([\d.]+) Wh are left; the way to (\S+) takes ([\d.]+) Wh and ([\d.]+) Wh must remain$/,
    'в точке w$1 ($2 с) осталось $3 Вт·ч; путь до $4 берёт $5 Вт·ч, а $6 Вт·ч должны остаться',
    '在 w$1（$2 秒）剩 $3 瓦时；前往 $4 需 $5 瓦时，且须保留 $6 瓦时',
  ],
  [/^Fly ([\d.]+) m higher there\.$/, 'лететь там на $1 м выше.', '该处飞高 $1 米。'],
  [/^Fly ([\d.]+) m lower there\.$/, 'лететь там на $1 м ниже.', '该处飞低 $1 米。'],
  [
    /^Fly at most ([\d.]+) m high there, or go around (\S+)\.$/,
    'лететь там не выше $1 м или обойти $2.',
    '该处不高于 $1 米，或绕过 $2。',
  ],
  [
    /^Keep ([\d.]+) m more from building (\S+?)(?:, .*)?\.$/,
    'держаться от здания $2 на $1 м дальше.',
    '距建筑 $2 再远 $1 米。',
  ],
  [
    /^Keep ([\d.]+) m more from (\S+), or start later \(it ends at (\d+) s\)\.$/,
    'держаться от $2 на $1 м дальше или начать позже (конец на $3 с).',
    '距 $2 再远 $1 米，或稍后出发（$3 秒结束）。',
  ],
  [
    /^(\S+) stands at (\S+) from t=(\d+) s: land elsewhere, or have it moved first\.$/,
    '$1 стоит на месте $2 с $3-й секунды: сесть в другом месте или сначала убрать его.',
    '$1 自第 $3 秒停在 $2：请在别处降落，或先将其移走。',
  ],
  [
    /^(\S+) stands at (\S+) from t=(\d+) s to (\d+) s: land elsewhere, or have it moved first\.$/,
    '$1 стоит на месте $2 с $3-й по $4-ю секунду: сесть в другом месте или сначала убрать его.',
    '$1 在第 $3 至 $4 秒停在 $2：请在别处降落，或先将其移走。',
  ],
  [/^Keep ([\d.]+) m more from (\S+)\.$/, 'держаться от $2 на $1 м дальше.', '距 $2 再远 $1 米。'],
  [
    /^Go around (\S+) with ([\d.]+) m more room(?:.*)\.$/,
    'обойти $1 с запасом на $2 м больше.',
    '绕过 $1，多留 $2 米。',
  ],
  [
    /^Go around (\S+): it has (\d+) places and the task needs (\d+)\.$/,
    'обойти $1: мест $2, нужно $3.',
    '绕过 $1：有 $2 个位置，需要 $3 个。',
  ],
  [
    /^Enter (\S+) after t=(\d+) s, or go around it\.$/,
    'войти в $1 после $2 с или обойти.',
    '$2 秒后进入 $1，或绕过。',
  ],
  [
    /^Assign an aircraft for ([\d.]+) m\/s, or wait for less wind\.$/,
    'назначить борт на $1 м/с или ждать ветра слабее.',
    '改派能抗 $1 米/秒的飞行器，或等风减弱。',
  ],
  [
    /^Assign another aircraft: (\S+) flies (\S+) at that time\.$/,
    'назначить другой борт: $1 в это время выполняет $2.',
    '改派飞行器：$1 此时执行 $2。',
  ],
  [/^Plan a route that reaches (\S+)\.$/, 'построить маршрут до $1.', '规划能到达 $1 的航线。'],
  [/^End the flight with a landing\.$/, 'закончить полёт посадкой.', '以着陆结束飞行。'],
  [
    /^Start on the ground at the position of (\S+)\.$/,
    'начать на земле, где стоит $1.',
    '从 $1 所在位置的地面出发。',
  ],
  [
    /^Stay inside the map: (\S+) is ([\d.]+) m outside\.$/,
    'оставаться в пределах карты: $1 на $2 м снаружи.',
    '留在地图内：$1 在外 $2 米。',
  ],
];

const NONE_CAN = /^none of (\d+) aircraft can take the task: (.+)$/;
const KEPT_BACK: Readonly<Record<string, readonly [ru: string, zh: string]>> = {
  equipment: ['нет нужного оборудования', '设备不符'],
  low_battery: ['мало заряда', '电量不足'],
  unavailable: ['заняты или недоступны', '不可用'],
  not_candidate: ['не названы в задании', '未被指定'],
  payload: ['не поднимут груз', '载重不足'],
  deadline: ['не успеют', '来不及'],
  wind: ['ветер слишком сильный', '风过大'],
};

/** Field names of the document as a person says them. */
const FIELDS: Readonly<Record<string, readonly [ru: string, zh: string]>> = {
  destination: ['место назначения', '目的地'],
  origin: ['откуда', '起点'],
  waypoints: ['места облёта', '途经点'],
  intent: ['вид задания', '任务类型'],
  priority: ['приоритет', '优先级'],
  deadline_sec: ['срок', '时限'],
  altitude_min_m: ['наименьшая высота', '最低高度'],
  altitude_max_m: ['наибольшая высота', '最高高度'],
  min_separation_m: ['дистанция', '间隔'],
  battery_reserve_ratio: ['резерв батареи', '电量储备'],
  max_risk_level: ['наибольший риск', '最高风险'],
  candidate_uavs: ['борт', '飞行器'],
  avoid_zones: ['зоны обхода', '避开区域'],
  sensitive_zones: ['чувствительные зоны', '敏感区域'],
  handoff_points: ['пункты передачи', '交接点'],
  fallback: ['запасной вариант', '备选方案'],
  fallback_policy: ['запасной вариант', '备选方案'],
  corridor_capacity_required: ['места в коридоре', '走廊位置数'],
  tool_plan: ['план инструментов', '工具计划'],
  verification_specs: ['спецификации', '规范'],
  no_fly_zones: ['запретные зоны', '禁飞区'],
  airspace_ceiling: ['потолок воздушного пространства', '空域上限'],
  visits_stops: ['порядок остановок', '停靠顺序'],
  starts_at_aircraft: ['начало у борта', '起点'],
  aircraft_limits: ['возможности борта', '飞行器限制'],
  way_home: ['путь домой', '返航'],
  pad_free: ['свободное место посадки', '着陆点空闲'],
  payload_kg: ['масса груза', '载荷质量'],
  instruction: ['указание', '指令'],
};

/** A field's name as a person says it; anything else as it was written. */
export function fieldIn(language: Language, field: string): string {
  if (language === 'en') return field;
  return FIELDS[field]?.[language === 'ru' ? 0 : 1] ?? field;
}

/**
 * A sentence of the tools, of the reader or of the loop in a language. Ids and numbers stay as they are; a sentence that is not
 * known stays as it was written.
 */
export function sayIn(language: Language, text: string): string {
  if (language === 'en') return text;
  const said = known(language, text);
  return language === 'ru' ? commaDecimals(said) : said;
}

/** Decimal points as commas, as Russian writes them; a text with a comparison is a formula and stays. */
export function commaDecimals(text: string): string {
  return /[<>]/.test(text) ? text : text.replace(/(?<![\w.])(-?\d+)\.(\d+)(?![\w.]*\w)/g, '$1,$2');
}

function known(language: 'ru' | 'zh', text: string): string {
  const note = language === 'ru' ? noteInRussian(text) : null;
  if (note !== null) return note;
  const k = language === 'ru' ? 0 : 1;
  const question = QUESTIONS.find(([english]) => english === text);
  if (question !== undefined) return question[k + 1]!;
  for (const [english, ...said] of SAYINGS) {
    if (!english.test(text)) continue;
    return text
      .replace(english, said[k]!)
      .replace(/the position of (\S+?)(?=[: ])/, (m) => sayIn(language, m));
  }
  const none = NONE_CAN.exec(text);
  if (none !== null) {
    const parts = none[2]!
      .split(', ')
      .map((p) =>
        p.replace(/^(\d+) (\w+)$/, (_, n: string, why: string) => `${KEPT_BACK[why]?.[k] ?? why} ${n}`),
      );
    return language === 'ru'
      ? `ни один борт из ${none[1]} не годится: ${parts.join(', ')}`
      : `${none[1]} 架均不可用：${parts.join('、')}`;
  }
  return pieces(language, text);
}

type Words = (match: RegExpExecArray, language: 'ru' | 'zh') => string;

const pick = (language: 'ru' | 'zh', ru: string, zh: string): string => (language === 'ru' ? ru : zh);

/** Sentences that are put together from others, or from names of fields. */
const PIECES: readonly (readonly [english: RegExp, say: Words])[] = [
  [/^([a-z_]+) is not said$/, (m, l) => `${fieldIn(l, m[1]!)}: ${pick(l, 'не сказано', '未说明')}`],
  [
    /^([a-z_]+) is said to be (.+)\.$/,
    (m, l) =>
      `${fieldIn(l, m[1]!)}: ${pick(l, 'сказано по-разному', '说法不一')}: ${m[2]!
        .split(' and ')
        .map((v) => wordIn(l, v))
        .join(', ')}`,
  ],
  [
    /^One task has one ([a-z_]+)\.$/,
    (m, l) => `${pick(l, 'в задании одно', '一个任务只有一个')}: ${fieldIn(l, m[1]!)}`,
  ],
  [
    /^(.+) is no (?:aircraft|place|zone|uav|corridor), so it cannot be the ([a-z_]+)\.$/,
    (m, l) => `${m[1]!}: ${pick(l, 'не годится, нужно', '不适合作为')}: ${fieldIn(l, m[2]!)}`,
  ],
  [
    /^([a-z_]+) is at most ([\d.]+)\.$/,
    (m, l) => `${fieldIn(l, m[1]!)}: ${pick(l, 'не больше', '最多')} ${m[2]!}`,
  ],
  [
    /^An instruction has at most (\d+) characters\.$/,
    (m, l) => pick(l, `В указании не больше ${m[1]!} знаков.`, `指令最多 ${m[1]!} 个字符。`),
  ],
  [
    /^(\S+Z) has passed: it is (\S+Z) now\.$/,
    (m, l) => pick(l, `${m[1]!} уже прошло: сейчас ${m[2]!}.`, `${m[1]!} 已过：现在是 ${m[2]!}。`),
  ],
  [
    /^(\S+) cannot fly now; name another aircraft$/,
    (m, l) =>
      pick(l, `${m[1]!} сейчас не летает; назовите другой борт`, `${m[1]!} 现在不能飞，请指定其他飞行器`),
  ],
  [
    /^([^:]+) stands at (\S+) already and needs no flight; (connect it to a charger|leave it) there, or name another place$/,
    (m, l) => {
      const charge = m[3]!.startsWith('connect');
      return pick(
        l,
        `${m[1]!} уже стоит на ${m[2]!}, полёт не нужен: ${charge ? 'подключите его к зарядке на месте' : 'оставьте его там'} или назовите другое место`,
        `${m[1]!} 已停在 ${m[2]!}，无需飞行：${charge ? '请就地充电' : '请留在原处'}，或指定其他地点`,
      );
    },
  ],
  [
    /^No aircraft that may be taken lifts this: the most is ([\d.]+) kg\.$/,
    (m, l) =>
      pick(
        l,
        `Ни один доступный борт этого не поднимет: наибольшее ${m[1]!} кг.`,
        `没有可用飞行器能载重：最多 ${m[1]!} 公斤。`,
      ),
  ],
  [
    /^risk is (low|medium|high) \(([\d.]+)\): .+$/s,
    (m, l) => `${pick(l, 'риск', '风险')} ${wordIn(l, m[1]!)} (${m[2]!})`,
  ],
  [
    /^the task leaves open: (.+)$/s,
    (m, l) => `${pick(l, 'задание оставляет открытым', '任务未说明')}: ${listIn(l, m[1]!)}`,
  ],
  [
    /^the (lowest|highest) height is ([\d.]+) m unless another is said$/,
    (m, l) =>
      m[1] === 'lowest'
        ? pick(l, `наименьшая высота ${m[2]!} м, если не сказана другая`, `除非另说，最低高度为 ${m[2]!} 米`)
        : pick(l, `наибольшая высота ${m[2]!} м, если не сказана другая`, `除非另说，最高高度为 ${m[2]!} 米`),
  ],
  [
    /^(R[1-8]|spec|simulation) (\S+): (.+)$/s,
    (m, l) => `${m[1]!} ${fieldIn(l, m[2]!.replace(/^constraints\./, ''))}: ${sayIn(l, m[3]!)}`,
  ],
  [/^nearest names: (.+)$/s, (m, l) => `${pick(l, 'похожие имена', '相近名称')}: ${m[1]!}`],
  [
    /^"(.*)" (?:\(([a-z_]+)\) )?may be ([^;]+)$/s,
    (m, l) => `«${m[1]!}»${inField(l, m[2])}: ${pick(l, 'что из этого', '是哪一个')}: ${m[3]!}`,
  ],
  [
    /^"(.*)" (?:\(([a-z_]+)\) )?is not in this region(?: \((nearest names: .+)\))?$/s,
    (m, l) =>
      `«${m[1]!}»${inField(l, m[2])}: ${pick(l, 'здесь такого нет', '此处没有')}${m[3] === undefined ? '' : `; ${sayIn(l, m[3])}`}`,
  ],
  [/^(.+?[.!?]) \("(.*)"\)$/s, (m, l) => `${sayIn(l, m[1]!)} («${m[2]!}»)`],
  [
    /^(?:constraints\.)?([a-z_]+): (.+)$/s,
    (m, l) => (m[1]! in FIELDS ? `${fieldIn(l, m[1]!)}: ${sayIn(l, m[2]!)}` : m[0]),
  ],
];

/** Names of fields before a comma, one after another; what follows them is a sentence. */
function listIn(language: 'ru' | 'zh', text: string): string {
  const first = /^([a-z_]+), (.+)$/s.exec(text);
  if (first === null || !(first[1]! in FIELDS)) return sayIn(language, text);
  return `${fieldIn(language, first[1]!)}, ${listIn(language, first[2]!)}`;
}

function inField(language: 'ru' | 'zh', field: string | undefined): string {
  return field === undefined ? '' : ` (${fieldIn(language, field)})`;
}

function pieces(language: 'ru' | 'zh', text: string): string {
  for (const [english, say] of PIECES) {
    const match = english.exec(text);
    if (match !== null) return say(match, language);
  }
  if (text.includes('; ')) {
    const said = text.split('; ').map((p) => sayIn(language, p));
    return said.join('; ');
  }
  return fieldIn(language, text);
}
