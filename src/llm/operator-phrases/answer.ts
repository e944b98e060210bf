import { type DialogueLanguage, type ToldEvaluation, changeLine, evaluationLine, percentText } from '#agent';
import type { SurveyChange } from '#tools';
import type { Reading } from './reading.ts';

/** A call that ran, with the answer that the loop gave. */
export type Ran = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: {
    readonly ok: boolean;
    readonly result?: unknown;
    readonly error?: { readonly type: string; readonly message: string };
  };
};

type Fields = Readonly<Record<string, unknown>>;

/** What can be said, in a few lines. */
export const HELP = {
  en: [
    'I understand: wind, gusts and temperature (“set wind N m/s from the west, gusts N”); criterion, lambda, reserve, turn mode, buffer, time limit, seed;',
    'GSD, density, line spacing, overlaps, angle or name of a task; units on and off, home site, payload, add and remove;',
    'sites by coordinates; “compute”, “find better variants”, “try angle N”, “adopt the best”, “explain the report”, “explanatory note”, “show the scenario”, “show the catalogue”.',
  ].join('\n'),
  ru: [
    'Я понимаю: ветер, порывы, температуру («поставь ветер N м/с с запада, порывы N»); критерий, λ, резерв, режим разворота, буфер, лимит времени, зерно;',
    'GSD, плотность, межгалсовое расстояние, перекрытия, угол, название участка; включить и выключить борт, приписку, нагрузку, добавить и удалить борт;',
    'площадки по координатам; «рассчитай», «подбери вариант», «проверь угол N», «прими лучший», «объясни отчёт», «пояснительная записка», «покажи сценарий», «покажи каталог».',
  ].join('\n'),
} as const;

/** The answer where nothing was done: what is to be asked, what cannot be, what was not read. */
export function answerToUnread(reading: Reading, language: DialogueLanguage): string {
  const ru = language === 'ru';
  const lines = [...reading.refusals, ...reading.questions];
  if (reading.unread.length > 0) {
    const words = reading.unread.slice(0, 12).join(' ');
    lines.push(ru ? `Не понял: ${words}.` : `Not understood: ${words}.`);
  }
  if (lines.length > 0)
    lines.push(ru ? 'Ничего не изменено и не рассчитано.' : 'Nothing was changed or computed.');
  if (reading.unread.length > 0 || reading.help || lines.length === 0) lines.push(HELP[language]);
  return lines.join('\n');
}

/** The answer told from what the tools returned. `left`: steps that were not run, since one before failed. */
export function answerFrom(ran: readonly Ran[], left: readonly string[], language: DialogueLanguage): string {
  const ru = language === 'ru';
  const lines = ran.flatMap((r) => (r.answer.ok ? told(r, language) : [refusal(r, ru)]));
  if (left.length > 0) {
    lines.push(
      ru
        ? `Не выполнено, так как предыдущее не удалось: ${left.map((t) => WORDS[t]?.[1] ?? t).join(', ')}.`
        : `Not done, since what came before failed: ${left.map((t) => WORDS[t]?.[0] ?? t).join(', ')}.`,
    );
  }
  // A report begins with the line that its computation has just told.
  return [...new Set(lines)].join('\n');
}

const WORDS: Readonly<Record<string, readonly [en: string, ru: string]>> = {
  compute_plan: ['the computation', 'расчёт'],
  recommend: ['the search', 'подбор'],
  evaluate_variants: ['the variants', 'варианты'],
  adopt_variant: ['the adoption', 'принятие варианта'],
  get_plan_report: ['the report', 'отчёт'],
  write_report_note: ['the note', 'записка'],
};

function refusal({ tool, answer }: Ran, ru: boolean): string {
  const what = WORDS[tool]?.[ru ? 1 : 0] ?? (ru ? 'изменение' : 'the change');
  const why = answer.error?.message ?? '';
  return `${ru ? 'Не выполнено' : 'Not done'} (${what}): ${why}.`.replace(/\.\.$/u, '.');
}

function told(ran: Ran, language: DialogueLanguage): string[] {
  const ru = language === 'ru';
  const result = fields(ran.answer.result);
  switch (ran.tool) {
    case 'compute_plan':
    case 'evaluate_variants':
      return list(result['evaluations']).map((e) => variantLine(e, language));
    case 'recommend':
      return recommended(result, language);
    case 'get_plan_report':
      return reportLines(result, language);
    case 'write_report_note':
      return [ru ? 'Пояснительная записка составлена.' : 'The explanatory note is written.'];
    case 'get_scenario':
      return scenarioLines(result, ru);
    case 'get_catalog':
      return catalogueLines(result, ru);
    default:
      return changed(ran, result, language);
  }
}

function changed(ran: Ran, result: Fields, language: DialogueLanguage): string[] {
  const ru = language === 'ru';
  const changes = (result['changes'] ?? []) as readonly SurveyChange[];
  if (changes.length === 0) return [ru ? 'Так уже и было.' : 'It was so already.'];
  const words = changes.map((c) => changeLine(c, language)).join('; ');
  if (ran.tool === 'adopt_variant') {
    const id = String(ran.args['variant_id']);
    return [ru ? `Вариант ${id} принят: ${words}.` : `Variant ${id} adopted: ${words}.`];
  }
  return [`${ru ? 'Изменено' : 'Changed'}: ${words}.`];
}

function variantLine(e: Fields, language: DialogueLanguage): string {
  const line = evaluationLine(e as unknown as ToldEvaluation, language);
  const changes = (e['changes'] ?? []) as readonly SurveyChange[];
  if (changes.length === 0) return line;
  return `${line} (${changes.map((c) => changeLine(c, language)).join('; ')})`;
}

function recommended(result: Fields, language: DialogueLanguage): string[] {
  const ru = language === 'ru';
  const evaluated = Number(result['evaluated'] ?? 0);
  const best = list(result['best']).find((v) => v['id'] === result['best_id']);
  const lines = [
    variantLine(fields(result['base']), language),
    ru ? `Просчитано вариантов: ${evaluated}.` : `Variants computed: ${evaluated}.`,
  ];
  if (best === undefined) lines.push(ru ? 'Выигрыша не найдено.' : 'No gain was found.');
  else {
    const gain = typeof best['gain_ratio'] === 'number' ? percentText(best['gain_ratio']) : null;
    const gains = gain === null ? '' : ru ? `, выигрыш ${gain}` : `, a gain of ${gain}`;
    lines.push(`${ru ? 'Лучший вариант' : 'The best variant is'} ${String(best['id'])}${gains}.`);
    lines.push(variantLine(best, language));
    if (best['new_site'] === true)
      lines.push(
        ru
          ? 'В нём новая площадка: принять его может только оператор в карточке варианта.'
          : 'It opens a new site: only the operator can accept it, on the variant’s card.',
      );
  }
  const left = result['bound_left_ratio'];
  if (typeof left === 'number')
    lines.push(
      ru
        ? `По доказанной границе с этим парком и площадками остаётся выиграть не больше ${percentText(left)}.`
        : `By the proven bound at most ${percentText(left)} is left to gain with this fleet and these sites.`,
    );
  return lines;
}

/** The report in lines: verdict, then each finding with what the validator says clears it. */
export function reportLines(report: Fields, language: DialogueLanguage): string[] {
  const ru = language === 'ru';
  const SEVERITY: Readonly<Record<string, readonly [string, string]>> = {
    error: ['error', 'ошибка'],
    warning: ['warning', 'предупреждение'],
    info: ['note', 'справка'],
  };
  const findings = list(report['findings']);
  const lines = [evaluationLine(report as unknown as ToldEvaluation, language)];
  for (const f of findings.slice(0, 12)) {
    const severity = SEVERITY[String(f['severity'])]?.[ru ? 1 : 0] ?? '';
    const objects = (f['object_ids'] as readonly string[] | undefined) ?? [];
    const where = objects.length === 0 ? '' : ` [${objects.slice(0, 3).join(', ')}]`;
    const remedy = fields(f['remedy']);
    const how =
      typeof remedy['text'] === 'string'
        ? ` ${ru ? 'Как снять' : 'To clear it'}${remedy['proven'] === true ? (ru ? ' (проверено)' : ' (tried out)') : ''}: ${remedy['text']}`
        : '';
    lines.push(
      `${String(f['code'])} (${severity})${where}: ${String(f['text'])}.${how}`.replace(/\.\./gu, '.'),
    );
  }
  if (findings.length > 12)
    lines.push(ru ? `И ещё: ${findings.length - 12}.` : `And more: ${findings.length - 12}.`);
  for (const r of list(report['refusals']).slice(0, 6))
    lines.push(`${String(r['code'])}: ${String(r['text'])}.`.replace(/\.\.$/u, '.'));
  const unjudged = list(report['not_judged']).map((n) => `${String(n['code'])} (${String(n['text'])})`);
  if (unjudged.length > 0) lines.push(`${ru ? 'Не проверено' : 'Not judged'}: ${unjudged.join('; ')}.`);
  return lines;
}

function scenarioLines(s: Fields, ru: boolean): string[] {
  const ids = (name: string): string =>
    list(s[name])
      .map((o) => String(o['id']))
      .join(', ');
  const rows = [
    ['tasks', 'Tasks', 'Участки'],
    ['sites', 'Sites', 'Площадки'],
    ['candidate_sites', 'Candidate sites', 'Площадки-кандидаты'],
    ['units', 'Units', 'Борты'],
  ] as const;
  const lines = rows.flatMap(([name, en, words]) =>
    list(s[name]).length === 0 ? [] : [`${ru ? words : en}: ${ids(name)}.`],
  );
  const weather = fields(s['weather']);
  if (typeof weather['wind_mps'] === 'number') {
    const [wind, from, gust] = [weather['wind_mps'], weather['wind_from_deg'], weather['gust_mps']].map(
      String,
    );
    lines.push(
      ru
        ? `Ветер ${wind} м/с, ${from}°, порывы ${gust} м/с.`
        : `Wind ${wind} m/s from ${from}°, gusts ${gust} m/s.`,
    );
  }
  return lines;
}

function catalogueLines(c: Fields, ru: boolean): string[] {
  return [
    ...list(c['aircraft']).map(
      (a) => `${String(a['id'])}: ${((a['payload_ids'] as readonly string[]) ?? []).join(', ')}.`,
    ),
    ...(list(c['payloads']).length === 0
      ? []
      : [
          `${ru ? 'Нагрузки' : 'Payloads'}: ${list(c['payloads'])
            .map((p) => String(p['id']))
            .join(', ')}.`,
        ]),
  ];
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}
