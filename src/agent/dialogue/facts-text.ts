import type { SurveyChange } from '#tools';
import { statesVerdict } from './grounding.ts';

/** A language in which an operator is answered. */
export type DialogueLanguage = 'en' | 'ru';

/** The part of an evaluation that a line about it needs; what models are shown has it too. */
export type ToldEvaluation = {
  readonly id: string;
  readonly status: string;
  readonly admitted: boolean | null;
  readonly metrics: {
    readonly work_time_s: number;
    readonly flight_time_s: number;
    readonly coverage_ratio: number | null;
  } | null;
  readonly findings: readonly { readonly code: string; readonly severity: string }[];
  readonly refusals: readonly { readonly code: string }[];
};

/** One line about an evaluation, all of it the validator's and the planner's. */
export function evaluationLine(e: ToldEvaluation, language: DialogueLanguage): string {
  const ru = language === 'ru';
  const parts = [verdictWords(e, ru)];
  if (e.metrics !== null) {
    const { work_time_s, flight_time_s, coverage_ratio } = e.metrics;
    parts.push(`${ru ? 'время работ' : 'work time'} ${clock(work_time_s)}`);
    parts.push(`${ru ? 'налёт' : 'flight time'} ${clock(flight_time_s)}`);
    if (coverage_ratio !== null) parts.push(`${ru ? 'покрытие' : 'coverage'} ${percent(coverage_ratio)}`);
  }
  for (const [severity, words] of [
    ['error', ru ? 'ошибки' : 'errors'],
    ['warning', ru ? 'предупреждения' : 'warnings'],
  ] as const) {
    const codes = e.findings.filter((f) => f.severity === severity).map((f) => f.code);
    if (codes.length > 0) parts.push(`${words}: ${[...new Set(codes)].join(', ')}`);
  }
  const refused = [...new Set(e.refusals.map((r) => r.code))];
  if (refused.length > 0)
    parts.push(`${ru ? 'отказы планировщика' : 'refusals of the planner'}: ${refused.join(', ')}`);
  return `${ru ? 'Оценка' : 'Evaluation'} ${e.id}: ${parts.join('; ')}.`;
}

function verdictWords(e: ToldEvaluation, ru: boolean): string {
  const part = e.status === 'partial' ? (ru ? ', выполняется не всё' : ', not everything is flown') : '';
  if (e.admitted === true)
    return (ru ? 'план допущен валидатором' : 'the plan is admitted by the validator') + part;
  if (e.admitted === false)
    return (ru ? 'план не допущен валидатором' : 'the plan is not admitted by the validator') + part;
  return ru ? 'вердикта нет, плана нет' : 'no verdict, there is no plan';
}

/** Seconds as hh:mm:ss, to the nearest second, as the cards show it. */
export function clock(seconds: number): string {
  const s = Math.round(seconds);
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60]
    .map((n) => String(n).padStart(2, '0'))
    .join(':');
}

/** A ratio as percent with at most two decimals. */
export function percent(ratio: number): string {
  return `${Number((ratio * 100).toFixed(2))} %`;
}

type Label = readonly [en: string, ru: string, unit_en: string, unit_ru: string];

const LABELS: Readonly<Record<string, Label>> = {
  wind_mps: ['wind', 'ветер', 'm/s', 'м/с'],
  wind_from_deg: ['wind from', 'направление ветра', '°', '°'],
  gust_mps: ['gusts', 'порывы', 'm/s', 'м/с'],
  temperature_c: ['temperature', 'температура', '°C', '°C'],
  kind: ['criterion', 'критерий', '', ''],
  lambda: ['lambda', 'λ', '', ''],
  energy_reserve: ['energy reserve', 'резерв энергии', '%', '%'],
  turn_mode: ['turn mode', 'режим разворота', '', ''],
  nfz_buffer_m: ['buffer of zones', 'буфер от зон', 'm', 'м'],
  time_limit_s: ['time limit of the solver', 'лимит времени расчёта', 's', 'с'],
  seed: ['seed', 'зерно', '', ''],
  quality: ['quality', 'требование к съёмке', '', ''],
  gsd_cm: ['GSD', 'GSD', 'cm', 'см'],
  point_density_per_m2: ['point density', 'плотность точек', 'points/m²', 'т/м²'],
  line_spacing_m: ['line spacing', 'межгалсовое расстояние', 'm', 'м'],
  forward_overlap: ['forward overlap', 'продольное перекрытие', '%', '%'],
  side_overlap: ['side overlap', 'поперечное перекрытие', '%', '%'],
  swath_angle_deg: ['swath angle', 'угол галсов', '°', '°'],
  enabled: ['takes part', 'участвует', '', ''],
  home_site_id: ['home site', 'домашняя площадка', '', ''],
  payload_id: ['payload', 'нагрузка', '', ''],
  turnaround_s: ['turnaround', 'время оборота', 's', 'с'],
  elevation_amsl_m: ['elevation', 'высота', 'm', 'м'],
  pads: ['pads', 'мест', '', ''],
};
const VALUES: Readonly<Record<string, readonly [en: string, ru: string]>> = {
  work_time: ['work time', 'время работ'],
  flight_time: ['flight time', 'налёт'],
  pareto: ['Pareto', 'Парето'],
  track_line: ['track line', 'ЛЗП'],
  fly_by: ['fly by', 'пролётом'],
  true: ['yes', 'да'],
  false: ['no', 'нет'],
};

/** One change in words: `wind 0 → 7 m/s`; a smaller safety margin is marked. */
export function changeLine(change: SurveyChange, language: DialogueLanguage): string {
  const ru = language === 'ru';
  const risk = change.safety_risk ? (ru ? ' (снижает безопасность)' : ' (lowers safety)') : '';
  const name = change.path.split('/').at(-1) ?? '';
  const id = change.object_id === null ? '' : safeId(change.object_id);
  if (/^\d+$/.test(name)) return wholeObject(change, id, ru);
  const object = id === '' ? '' : `${id}: `;
  // A name is somebody's text: that it changed is told here, what it says is on the card.
  if (name === 'name') return `${object}${ru ? 'название изменено' : 'name changed'}`;
  const label = LABELS[name];
  const unit = label?.[ru ? 3 : 2] ?? '';
  const [was, became] = [value(change.was, name, unit, ru), value(change.became, name, unit, ru)];
  const shown = unit === '' || unit === '°' ? unit : ` ${unit}`;
  return `${object}${label?.[ru ? 1 : 0] ?? name} ${was} → ${became}${became === '—' ? '' : shown}${risk}`;
}

function wholeObject(change: SurveyChange, id: string, ru: boolean): string {
  const gone = change.was !== null;
  const words = ru ? (gone ? 'удалён объект' : 'добавлен объект') : gone ? 'removed' : 'added';
  return `${words} ${id}`;
}

/** An id as it is shown; one that reads like a verdict is not. */
function safeId(id: string): string {
  return statesVerdict(id.replace(/[._-]+/g, ' ')) ? '[id]' : id;
}

function value(v: unknown, name: string, unit: string, ru: boolean): string {
  if (v === null || v === undefined) return '—';
  if (typeof v === 'number') return String(unit === '%' ? Number((v * 100).toFixed(4)) : v);
  if (name === 'quality' && typeof v === 'object') {
    const [member, n] = Object.entries(v).find(([k]) => k !== 'type' && k in LABELS) ?? ['', ''];
    const label = LABELS[member];
    return label === undefined ? '?' : `${label[ru ? 1 : 0]} ${String(n)} ${label[ru ? 3 : 2]}`;
  }
  const word = VALUES[String(v)];
  return word === undefined ? String(v).slice(0, 80) : word[ru ? 1 : 0];
}

/** What happened in a dialogue, told without a model. */
export function factsText(
  changes: readonly SurveyChange[],
  evaluations: readonly ToldEvaluation[],
  language: DialogueLanguage,
): string {
  const ru = language === 'ru';
  const lines: string[] = [];
  if (changes.length > 0) {
    const shown = changes.slice(0, 20).map((c) => changeLine(c, language));
    const more = changes.length > 20 ? (ru ? ' и другое' : ' and more') : '';
    lines.push(`${ru ? 'Изменено' : 'Changed'}: ${shown.join('; ')}${more}.`);
  }
  if (evaluations.length === 0) {
    lines.push(
      ru
        ? 'План в этом диалоге не рассчитывался, вердикта валидатора нет.'
        : 'No plan was computed in this dialogue; there is no verdict of the validator.',
    );
  }
  lines.push(...evaluations.slice(-6).map((e) => evaluationLine(e, language)));
  return lines.join('\n');
}
