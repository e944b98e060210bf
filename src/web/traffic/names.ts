import type { Language } from '../i18n/language.ts';

type Words = Readonly<Record<string, readonly [en: string, ru: string]>>;

/** Fields of the task document, by the last member of their path, and what the checks call their limits. */
const FIELDS: Words = {
  destination: ['destination', 'место назначения'],
  origin: ['pick-up place', 'место загрузки'],
  waypoints: ['places to visit', 'места облёта'],
  candidate_uavs: ['aircraft', 'борт'],
  avoid_zones: ['zones to avoid', 'зоны обхода'],
  sensitive_zones: ['sensitive zones', 'чувствительные зоны'],
  handoff_points: ['hand-off points', 'пункты передачи'],
  intent: ['kind of task', 'вид задания'],
  priority: ['priority', 'приоритет'],
  deadline_sec: ['deadline', 'срок'],
  altitude_min_m: ['lowest height', 'наименьшая высота'],
  altitude_max_m: ['highest height', 'наибольшая высота'],
  min_separation_m: ['separation', 'дистанция'],
  battery_reserve_ratio: ['battery reserve', 'резерв батареи'],
  max_risk_level: ['highest risk', 'наибольший риск'],
  corridor_capacity_required: ['places in a corridor', 'места в коридоре'],
  tool_plan: ['tool plan', 'план инструментов'],
  tool: ['tool', 'инструмент'],
  depends_on: ['earlier steps', 'прежние шаги'],
  args: ['arguments', 'данные инструмента'],
  objective: ['choice of aircraft', 'выбор борта'],
  planner: ['planner', 'планировщик'],
  verification_specs: ['specifications', 'спецификации'],
  fallback_policy: ['if it fails', 'запасной вариант'],
  fallback: ['if it fails', 'запасной вариант'],
  payload_kg: ['payload', 'масса груза'],
  instruction: ['instruction', 'указание'],
  rationale_summary: ["the model's reasons", 'доводы модели'],
  needs_human_confirmation: ['question to a person', 'вопрос человеку'],
  missing_information: ['what is missing', 'чего не хватает'],
  low_altitude_ir: ['document', 'документ'],
  no_fly_zones: ['no-fly zones', 'запретные зоны'],
  airspace_ceiling: ['airspace ceiling', 'потолок воздушного пространства'],
  starts_at_aircraft: ['start at the aircraft', 'начало у борта'],
  visits_stops: ['order of stops', 'порядок остановок'],
  lands_at_end: ['landing at the end', 'посадка в конце'],
  aircraft_limits: ['limits of the aircraft', 'возможности борта'],
  way_home: ['way home with the reserve kept', 'путь домой с резервом'],
  pad_free: ['free landing place', 'свободное место посадки'],
  wind_limit: ['wind limit', 'предел по ветру'],
  inside_map: ['inside the map', 'в пределах карты'],
  aircraft_free: ['free aircraft', 'борт свободен'],
};

const TOOLS: Words = {
  query_city_state: ['State of the city', 'Обстановка в городе'],
  query_airspace: ['Airspace', 'Воздушное пространство'],
  assign_uav: ['Choice of aircraft', 'Выбор борта'],
  plan_route: ['Route', 'Маршрут'],
  verify_ltl_stl: ['Check of the rules', 'Проверка правил'],
  simulate_scenario: ['Simulated flight', 'Имитация полёта'],
  risk_assess: ['Risk', 'Оценка риска'],
  explain_decision: ['Explanation', 'Объяснение'],
};

const STAGES: Words = {
  json: ['reading', 'чтение'],
  schema: ['fields', 'поля'],
  entity_grounding: ['places, zones and aircraft', 'места, зоны и борта'],
  constraint_grounding: ['bounds', 'ограничения'],
  tool_dependency: ['tool plan', 'план инструментов'],
  policy: ['safety policy', 'правила безопасности'],
};

const RULES: Words = {
  simulation: ['simulation', 'имитация'],
  risk: ['risk', 'риск'],
  spec: ['specification', 'спецификация'],
};

const EVENTS: Words = {
  nmac: ['near collision', 'опасное сближение'],
  lowc: ['well clear lost', 'потеря безопасного интервала'],
  separation_lost: ['separation lost', 'дистанция нарушена'],
  zone_entered: ['zone entered', 'вход в зону'],
  obstacle_hit: ['obstacle hit', 'удар о препятствие'],
  ground_hit: ['ground hit', 'удар о землю'],
  battery_empty: ['battery empty', 'батарея пуста'],
  reserve_spent: ['reserve spent', 'резерв израсходован'],
  lost_link: ['link lost', 'связь потеряна'],
  link_restored: ['link restored', 'связь восстановлена'],
  gust: ['gust', 'порыв ветра'],
  arrived: ['arrived', 'прибытие'],
  deadline_missed: ['deadline missed', 'срок нарушен'],
  landed: ['landed', 'посадка'],
  aborted: ['aborted', 'полёт прерван'],
};

const STRESS: Words = {
  none: ['none', 'нет'],
  low: ['low', 'низкая'],
  medium: ['medium', 'средняя'],
  high: ['high', 'высокая'],
  extreme: ['extreme', 'предельная'],
};

/** The bundled city has one name in its document; this is what it is called on the page. */
const CITIES: Words = { demo: ['Lindenport, demo city', 'Линденпорт, учебный город'] };

const LISTS = { tool: TOOLS, stage: STAGES, rule: RULES, event: EVENTS, stress: STRESS, city: CITIES };

/** A word of a closed list in the page's language; null where the list has none. */
export function listed(list: keyof typeof LISTS, word: string, language: Language): string | null {
  return LISTS[list][word]?.[language === 'ru' ? 1 : 0] ?? null;
}

/** A field by its path (`constraints.deadline_sec`), as a person says it; null where it has no name. */
export function fieldWord(path: string, language: Language): string | null {
  const members = path.split(/[.[\]]/).filter((m) => m !== '' && !/^\d+$/.test(m));
  for (const member of members.reverse()) {
    const words = FIELDS[member];
    if (words !== undefined) return words[language === 'ru' ? 1 : 0];
  }
  return null;
}

type Named = {
  readonly id: string;
  readonly name: string;
  readonly other_names?: Readonly<Record<Language | 'zh', readonly string[]>>;
};

/** An object's name in a language: the first of its names there that has the language's letters alone, else its own. */
export function nameIn(language: Language, object: Named): string {
  const others = object.other_names?.[language] ?? [];
  if (language === 'ru')
    return /[A-Za-z]/.test(object.name)
      ? (others.find((n) => !/[A-Za-z]/.test(n)) ?? others[0] ?? object.name)
      : object.name;
  return /[А-Яа-яЁё]/.test(object.name) ? (others[0] ?? object.name) : object.name;
}
