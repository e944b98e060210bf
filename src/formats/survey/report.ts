import { type SurveyScenario } from '#world';
import { type ExportPlan } from './export-types.ts';
import { surveyPlanSvg } from './picture.ts';
import { escapeXml } from './xml.ts';

/** What a verdict says that a report repeats; a survey verdict fits this shape. */
export type ReportVerdict = {
  readonly admitted: boolean;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly text: { readonly en: string; readonly ru: string };
  }[];
};

/** Language of a report. */
export type ReportLanguage = 'en' | 'ru';

const WORDS = {
  en: {
    title: 'Survey plan',
    work: 'Work time',
    flight: 'Flight time',
    distance: 'Distance',
    lanes: 'Lane length',
    photos: 'Frames',
    sorties: 'Sorties',
    energy: 'Energy',
    gap: 'Above the lower bound',
    status: 'Result',
    blocks: 'Lanes',
    task: 'Task',
    angle: 'Angle',
    spacing: 'Spacing',
    height: 'Height',
    unit: 'Unit',
    start: 'Launch',
    end: 'Landing',
    missing: 'Not flown',
    verdict: 'Verdict of the independent check',
    admitted: 'admitted',
    rejected: 'not admitted',
    unjudged: 'not checked: this report does not say that the plan may be flown',
  },
  ru: {
    title: 'План съёмки',
    work: 'Время работ',
    flight: 'Налёт',
    distance: 'Путь',
    lanes: 'Длина галсов',
    photos: 'Кадры',
    sorties: 'Вылеты',
    energy: 'Энергия',
    gap: 'Выше нижней оценки',
    status: 'Итог',
    blocks: 'Галсы',
    task: 'Участок',
    angle: 'Направление',
    spacing: 'Шаг',
    height: 'Высота',
    unit: 'Борт',
    start: 'Взлёт',
    end: 'Посадка',
    missing: 'Не выполняется',
    verdict: 'Заключение независимой проверки',
    admitted: 'допущен',
    rejected: 'не допущен',
    unjudged: 'не проверен: отчёт не означает, что план можно выполнять',
  },
} as const;

/** Seconds as h:mm:ss. */
export function clockText(seconds: number): string {
  const s = Math.round(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Everything a report says, before it is laid out. */
function content(
  plan: ExportPlan,
  scenario: SurveyScenario,
  verdict: ReportVerdict | null,
  lang: ReportLanguage,
) {
  const w = WORDS[lang];
  const t = plan.totals;
  const gap = plan.objective.gap_ratio;
  const facts: [string, string][] = [
    [w.status, `${plan.status.result} (${plan.status.stopped_by})`],
    [w.work, clockText(t.work_time_s)],
    [w.flight, clockText(t.flight_time_s)],
    [w.sorties, String(t.sorties)],
    [w.distance, `${(t.distance_m / 1000).toFixed(1)} km`],
    [w.lanes, `${(t.lane_length_m / 1000).toFixed(1)} km`],
    [w.photos, String(t.photos)],
    [w.energy, `${t.energy_wh.toFixed(0)} Wh`],
    [w.gap, gap === null ? '-' : `${(100 * gap).toFixed(1)} %`],
  ];
  const name = (id: string): string => scenario.tasks.find((x) => x.id === id)?.name ?? id;
  const blocks: Table = {
    head: [w.task, w.angle, w.spacing, w.height],
    rows: plan.blocks.map((b) => [
      `${name(b.task_id)} (${b.payload_id})`,
      `${b.swath_angle_deg.toFixed(1)}°`,
      `${b.line_spacing_m.toFixed(1)} m`,
      `${b.agl_m.toFixed(1)} m`,
    ]),
  };
  const sorties: Table = {
    head: [w.sorties, w.unit, w.start, w.end, w.energy],
    rows: plan.sorties.map((s) => [
      s.id,
      s.unit_id,
      clockText(s.start_sec),
      clockText(s.end_sec),
      `${s.energy_wh.toFixed(1)} Wh`,
    ]),
  };
  const missing = plan.refusals.map((r) => `${r.code}: ${r.text[lang]}`);
  const judged = verdict === null ? w.unjudged : verdict.admitted ? w.admitted : w.rejected;
  const findings = (verdict?.findings ?? []).map((f) => `${f.code} ${f.severity}: ${f.text[lang]}`);
  return {
    w,
    facts,
    blocks,
    sorties,
    missing,
    judged,
    findings,
    title: `${w.title}: ${scenario.title[lang]}`,
  };
}

/** A one-page report as plain text. Without a verdict it says plainly that nothing was checked. */
export function surveyReportText(
  plan: ExportPlan,
  scenario: SurveyScenario,
  verdict: ReportVerdict | null,
  lang: ReportLanguage,
): string {
  const c = content(plan, scenario, verdict, lang);
  const table = (t: Table): string[] => {
    const all = [t.head, ...t.rows];
    const wide = t.head.map((_, i) => Math.max(...all.map((r) => r[i]!.length)));
    return all.map((r) =>
      r
        .map((cell, i) => cell.padEnd(wide[i]!))
        .join('  ')
        .trimEnd(),
    );
  };
  const lines = [
    c.title,
    '',
    `${c.w.verdict}: ${c.judged}`,
    ...c.findings.map((f) => `  ${f}`),
    '',
    ...c.facts.map(([k, v]) => `${k}: ${v}`),
    '',
    ...table(c.blocks),
    '',
    ...table(c.sorties),
    ...(c.missing.length > 0 ? ['', `${c.w.missing}:`, ...c.missing.map((m) => `  ${m}`)] : []),
    '',
    plan.plan_hash,
  ];
  return `${lines.join('\n')}\n`;
}

/** The same as a page with the plan's picture. Every text in it is escaped; it loads nothing. */
export function surveyReportHtml(
  plan: ExportPlan,
  scenario: SurveyScenario,
  verdict: ReportVerdict | null,
  lang: ReportLanguage,
): string {
  const c = content(plan, scenario, verdict, lang);
  const e = escapeXml;
  const table = (t: Table): string =>
    `<table><tr>${t.head.map((h) => `<th>${e(h)}</th>`).join('')}</tr>${t.rows
      .map((r) => `<tr>${r.map((cell) => `<td>${e(cell)}</td>`).join('')}</tr>`)
      .join('')}</table>`;
  const list = (items: readonly string[]): string =>
    `<ul>${items.map((i) => `<li>${e(i)}</li>`).join('')}</ul>`;
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${e(c.title)}</title>
<style>body{font:14px sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #bbb;padding:.2rem .6rem;text-align:left}svg{max-width:100%;height:auto;border:1px solid #bbb}</style></head>
<body><h1>${e(c.title)}</h1>
<p><strong>${e(c.w.verdict)}: ${e(c.judged)}</strong></p>${c.findings.length > 0 ? list(c.findings) : ''}
${surveyPlanSvg(plan, scenario)}
${table({ head: c.facts.map(([k]) => k), rows: [c.facts.map(([, v]) => v)] })}
${table(c.blocks)}
${table(c.sorties)}
${c.missing.length > 0 ? `<h2>${e(c.w.missing)}</h2>${list(c.missing)}` : ''}
<p><code>${e(plan.plan_hash)}</code></p></body></html>
`;
}
