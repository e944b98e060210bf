import type { RuleId } from '#ir';

/** Languages in which explanations are written. */
export type Language = 'en' | 'ru' | 'zh';

/** The words of an explanation. Arguments are texts already formatted; they carry every id and number. */
export type Phrases = {
  readonly language: Language;
  readonly status: Readonly<Record<'success' | 'safe_refusal' | 'human_confirm', string>>;
  readonly task: (intent: string, uav: string | null) => string;
  readonly assigned: (uav: string, reason: string) => string;
  readonly route: (length_m: string, eta_sec: string, planner: string) => string;
  readonly energy: (wh: string, percent: string) => string;
  readonly constraints: (items: string) => string;
  readonly constraint: Readonly<
    Record<
      'deadline' | 'altitude' | 'separation' | 'reserve' | 'risk' | 'capacity',
      (value: string) => string
    >
  >;
  readonly verdictPassed: (count: string) => string;
  readonly verdictFailed: string;
  readonly verdictNone: string;
  readonly tightest: (rule: string, value: string, spec: string) => string;
  readonly violation: (
    rule: string,
    constraint: string,
    at: string,
    margin: string,
    entities: string,
  ) => string;
  readonly simulated: (seeds: string, stress: string) => string;
  readonly simulatedWell: string;
  readonly simulatedBadly: (seed: string) => string;
  readonly nearest: (m: string) => string;
  readonly risk: (score: string, level: string) => string;
  readonly reason: (factor: string, value: string) => string;
  readonly refusal: (code: string, rule: string) => string;
  readonly missing: (items: string) => string;
  readonly limits: string;
  readonly rules: Readonly<Record<RuleId, string>>;
  readonly unit: Readonly<Record<'m' | 's' | 'm/s' | 'Wh' | 'ratio' | 'count' | 'none', string>>;
  /** The sign between whole and parts of a number. */
  readonly decimal: '.' | ',';
  readonly join: string;
  readonly space: string;
};

const EN: Phrases = {
  language: 'en',
  status: {
    success: 'The decision is released for execution.',
    safe_refusal: 'The task is refused; nothing will fly.',
    human_confirm: 'The task waits for a human; nothing will fly before that.',
  },
  task: (intent, uav) => `Task: ${intent}${uav === null ? '' : ` with ${uav}`}.`,
  assigned: (uav, reason) => `${uav} was assigned: ${reason}.`,
  route: (length, eta, planner) => `The route by ${planner} is ${length} long and arrives after ${eta}.`,
  energy: (wh, percent) => `It needs ${wh} and leaves ${percent} of the battery.`,
  constraints: (items) => `Bounds: ${items}.`,
  constraint: {
    deadline: (v) => `deadline ${v}`,
    altitude: (v) => `height ${v} above ground`,
    separation: (v) => `separation ${v}`,
    reserve: (v) => `battery reserve ${v}`,
    risk: (v) => `risk at most ${v}`,
    capacity: (v) => `places in each corridor: ${v}`,
  },
  verdictPassed: (n) => `The checker found all specifications satisfied (${n}).`,
  verdictFailed: 'The checker found violations.',
  verdictNone: 'There is no verdict of the checker.',
  tightest: (rule, value, spec) => `Least margin: ${rule} with ${value} (${spec}).`,
  violation: (rule, constraint, at, margin, entities) =>
    `Violated: ${rule}, ${constraint}${at === '' ? '' : `, worst at ${at}`}${margin === '' ? '' : `, margin ${margin}`}${entities === '' ? '' : ` (${entities})`}.`,
  simulated: (seeds, stress) => `Simulated with seeds ${seeds} at stress ${stress}.`,
  simulatedWell: 'Every simulated flight ended well.',
  simulatedBadly: (seed) => `The simulated flight with seed ${seed} failed.`,
  nearest: (m) => `Nearest to another aircraft: ${m}.`,
  risk: (score, level) => `Risk score ${score}, level ${level}.`,
  reason: (factor, value) => `${factor} ${value}`,
  refusal: (code, rule) => `Reason: ${code} (${rule}).`,
  missing: (items) => `Missing: ${items}.`,
  limits: 'Simulated traffic and weather are stand-ins; this is no permission to fly.',
  rules: {
    R1: 'stay out of no-fly zones',
    R2: 'keep the distance to obstacles',
    R3: 'stay in the altitude band',
    R4: 'arrive by the deadline',
    R5: 'keep the battery reserve',
    R6: 'no corridor above its capacity',
    R7: 'priority overrides no safety rule',
    R8: 'ask or refuse where something is missing',
  },
  unit: { m: 'm', s: 's', 'm/s': 'm/s', Wh: 'Wh', ratio: '', count: '', none: '' },
  decimal: '.',
  join: ', ',
  space: ' ',
};

const RU: Phrases = {
  language: 'ru',
  status: {
    success: 'Решение выпущено к исполнению.',
    safe_refusal: 'Задание отклонено; вылета не будет.',
    human_confirm: 'Задание ждёт решения человека; до этого вылета не будет.',
  },
  task: (intent, uav) => `Задание: ${intent}${uav === null ? '' : `, борт ${uav}`}.`,
  assigned: (uav, reason) => `Назначен ${uav}: ${reason}.`,
  route: (length, eta, planner) => `Маршрут (${planner}): длина ${length}, прибытие через ${eta}.`,
  energy: (wh, percent) => `Расход ${wh}, остаток батареи ${percent}.`,
  constraints: (items) => `Ограничения: ${items}.`,
  constraint: {
    deadline: (v) => `срок ${v}`,
    altitude: (v) => `высота ${v} над землёй`,
    separation: (v) => `дистанция ${v}`,
    reserve: (v) => `резерв батареи ${v}`,
    risk: (v) => `допустимый риск ${v}`,
    capacity: (v) => `мест в каждом коридоре: ${v}`,
  },
  verdictPassed: (n) => `Проверка: все спецификации выполнены (${n}).`,
  verdictFailed: 'Проверка нашла нарушения.',
  verdictNone: 'Заключения проверки нет.',
  tightest: (rule, value, spec) => `Наименьший запас: ${rule}, ${value} (${spec}).`,
  violation: (rule, constraint, at, margin, entities) =>
    `Нарушено: ${rule}, ${constraint}${at === '' ? '' : `, худший момент ${at}`}${margin === '' ? '' : `, запас ${margin}`}${entities === '' ? '' : ` (${entities})`}.`,
  simulated: (seeds, stress) => `Моделирование: зёрна ${seeds}, уровень нагрузки ${stress}.`,
  simulatedWell: 'Все смоделированные полёты завершились успешно.',
  simulatedBadly: (seed) => `Смоделированный полёт с зерном ${seed} завершился неудачей.`,
  nearest: (m) => `Ближайшее сближение с другим бортом: ${m}.`,
  risk: (score, level) => `Оценка риска ${score}, уровень ${level}.`,
  reason: (factor, value) => `${factor} ${value}`,
  refusal: (code, rule) => `Причина: ${code} (${rule}).`,
  missing: (items) => `Не хватает: ${items}.`,
  limits: 'Движение и погода в модели условны; это не разрешение на полёт.',
  rules: {
    R1: 'не входить в запретные зоны',
    R2: 'держать дистанцию до препятствий',
    R3: 'оставаться в полосе высот',
    R4: 'прибыть в срок',
    R5: 'сохранить резерв батареи',
    R6: 'не перегружать коридор',
    R7: 'приоритет не отменяет правил безопасности',
    R8: 'спросить или отказать, если чего-то не хватает',
  },
  unit: { m: 'м', s: 'с', 'm/s': 'м/с', Wh: 'Вт·ч', ratio: '', count: '', none: '' },
  decimal: ',',
  join: ', ',
  space: ' ',
};

const ZH: Phrases = {
  language: 'zh',
  status: {
    success: '该决策发布执行。',
    safe_refusal: '任务被拒绝，不会起飞。',
    human_confirm: '任务等待人工确认，在此之前不会起飞。',
  },
  task: (intent, uav) => `任务：${intent}${uav === null ? '' : `，飞行器 ${uav}`}。`,
  assigned: (uav, reason) => `分配 ${uav}：${reason}。`,
  route: (length, eta, planner) => `航线（${planner}）长 ${length}，${eta} 后到达。`,
  energy: (wh, percent) => `耗能 ${wh}，剩余电量 ${percent}。`,
  constraints: (items) => `限制：${items}。`,
  constraint: {
    deadline: (v) => `时限 ${v}`,
    altitude: (v) => `离地高度 ${v}`,
    separation: (v) => `间隔 ${v}`,
    reserve: (v) => `电量储备 ${v}`,
    risk: (v) => `风险不高于 ${v}`,
    capacity: (v) => `每条走廊需要的位置：${v}`,
  },
  verdictPassed: (n) => `检查器：各项规范均得到满足（${n}）。`,
  verdictFailed: '检查器发现违规。',
  verdictNone: '检查器没有给出结论。',
  tightest: (rule, value, spec) => `最小裕度：${rule}，${value}（${spec}）。`,
  violation: (rule, constraint, at, margin, entities) =>
    `违反：${rule}，${constraint}${at === '' ? '' : `，最差时刻 ${at}`}${margin === '' ? '' : `，裕度 ${margin}`}${entities === '' ? '' : `（${entities}）`}。`,
  simulated: (seeds, stress) => `仿真：种子 ${seeds}，压力等级 ${stress}。`,
  simulatedWell: '每次仿真飞行都顺利结束。',
  simulatedBadly: (seed) => `种子 ${seed} 的仿真飞行失败。`,
  nearest: (m) => `与其他飞行器最近距离：${m}。`,
  risk: (score, level) => `风险分数 ${score}，等级 ${level}。`,
  reason: (factor, value) => `${factor} ${value}`,
  refusal: (code, rule) => `原因：${code}（${rule}）。`,
  missing: (items) => `缺少：${items}。`,
  limits: '仿真中的交通和天气均为替代数据；本说明不构成飞行许可。',
  rules: {
    R1: '不进入禁飞区',
    R2: '与障碍物保持距离',
    R3: '保持在高度范围内',
    R4: '在时限前到达',
    R5: '保留电量储备',
    R6: '走廊不超过容量',
    R7: '优先级不能凌驾安全规则',
    R8: '信息不足时询问或拒绝',
  },
  unit: { m: '米', s: '秒', 'm/s': '米/秒', Wh: '瓦时', ratio: '', count: '', none: '' },
  decimal: '.',
  join: '、',
  space: '',
};

/** The words by language. */
export const PHRASES: Readonly<Record<Language, Phrases>> = { en: EN, ru: RU, zh: ZH };
