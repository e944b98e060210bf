import type { SurveyEvaluation } from '../events.ts';

/** The head of an explanatory note: what the validator said, in its own figures. */
export function noteFacts(evaluation: SurveyEvaluation, language: 'en' | 'ru', current: boolean): string {
  const ru = language === 'ru';
  const { id, admitted, metrics, findings, refusals, not_judged } = evaluation;
  const verdict =
    admitted === true
      ? ['The plan is admitted by the validator.', 'План допущен валидатором.']
      : admitted === false
        ? ['The plan is NOT admitted by the validator.', 'План НЕ допущен валидатором.']
        : ['There is no verdict.', 'Вердикта нет.'];
  const codes = [...new Set(findings.map((f) => `${f.code} (${f.severity})`))].join(', ');
  const lines = [
    ru ? `Оценка ${id}. ${verdict[1]!}` : `Evaluation ${id}. ${verdict[0]!}`,
    ...(current ? [] : [ru ? 'После расчёта сценарий изменился.' : 'The scenario has changed since.']),
    ...(metrics === null ? [] : [metricsLine(metrics, ru)]),
    ...(codes === '' ? [] : [`${ru ? 'Замечания' : 'Findings'}: ${codes}`]),
    ...(not_judged === 0 ? [] : [`${ru ? 'Проверок не выполнено' : 'Checks not made'}: ${not_judged}`]),
    ...refusals.map((r) => `${ru ? 'Не выполняется' : 'Not flown'}: ${r.code} ${ru ? r.text.ru : r.text.en}`),
  ];
  return lines.join('\n');
}

function metricsLine(m: NonNullable<SurveyEvaluation['metrics']>, ru: boolean): string {
  const coverage = m.coverage_ratio === null ? null : `${(100 * m.coverage_ratio).toFixed(2)} %`;
  const parts = ru
    ? [
        `время работ ${hms(m.work_time_s)}`,
        `налёт ${hms(m.flight_time_s)}`,
        `вылетов ${m.sorties}`,
        ...(coverage === null ? [] : [`покрытие ${coverage}`]),
      ]
    : [
        `work time ${hms(m.work_time_s)}`,
        `flight time ${hms(m.flight_time_s)}`,
        `sorties ${m.sorties}`,
        ...(coverage === null ? [] : [`coverage ${coverage}`]),
      ];
  return parts.join('; ');
}

/** Seconds as hh:mm:ss, rounded up. */
function hms(seconds: number): string {
  const s = Math.ceil(seconds);
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60]
    .map((n) => String(n).padStart(2, '0'))
    .join(':');
}

/** "The plan is admitted", "вариант допущен", "verdict: admitted": an assertion, with nothing between its two halves. */
const CLAIM = new RegExp(
  [
    String.raw`\b(?:plan|variant|survey|flights?)\s+(?:is|are|was|has\s+been|have\s+been)\s+(?:fully\s+|now\s+)?(?:admitted|approved)\b`,
    String.raw`\bverdict\s*(?:is|:|-|–|—)\s*(?:admitted|approved)\b`,
    String.raw`(?<!\p{L})(?:план|вариант|съ[её]мка|пол[её]ты?)\s+(?:полностью\s+|уже\s+)?(?:допущен|одобрен)[аоы]?(?!\p{L})`,
    String.raw`(?<!\p{L})вердикт\s*(?::|-|–|—)?\s*(?:допущен|одобрен)[аоы]?(?!\p{L})`,
  ].join('|'),
  'iu',
);

/**
 * Whether a text says outright that a plan is admitted. It catches the plain sentence and no paraphrase: that is why the
 * facts before the text state the plan's standing whatever the text says.
 */
export function claimsAdmission(text: string): boolean {
  return CLAIM.test(text.normalize('NFKC'));
}
