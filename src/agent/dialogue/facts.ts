import { hashOf } from '#base';
import type {
  SurveyChange,
  SurveyEvaluation,
  SurveyRecommendation,
  SurveySession,
  SurveyToolError,
} from '#tools';
import { type Dimension, bareNumbersIn, dimensionOf, quantitiesIn } from './quantities.ts';

/** A number that the dialogue knows. `of`: the evaluation it belongs to; null for the scenario's and the operator's own. */
export type KnownNumber = {
  readonly dimension: Dimension | 'any';
  readonly value: number;
  readonly of: string | null;
};

/** What a text may be built on: everything the tools and the operator said so far. */
export type Facts = {
  readonly evaluations: readonly SurveyEvaluation[];
  /** Evaluations of the scenario as it stands. */
  readonly current_ids: ReadonlySet<string>;
  readonly numbers: readonly KnownNumber[];
  readonly codes: ReadonlySet<string>;
};

/** Where facts come from. `seen` is what tools answered and the summary: their numbers count, their words do not. */
export type FactSources = {
  readonly session: SurveySession;
  readonly recommendations: readonly SurveyRecommendation[];
  readonly operator_words: readonly string[];
  readonly seen: readonly unknown[];
  readonly limits: readonly KnownNumber[];
};

/** Collects the facts. */
export function factsOf(sources: FactSources): Facts {
  const { session } = sources;
  const evaluations = withoutDoubles([
    ...session.evaluations.map((k) => k.evaluation),
    ...sources.recommendations.flatMap((r) => [r.base, ...r.variants]),
  ]);
  const codes = new Set(
    evaluations.flatMap((e) => [...e.findings, ...e.refusals].map((f) => f.code as string)),
  );
  for (const words of sources.operator_words) for (const code of codesIn(words)) codes.add(code);
  return {
    evaluations,
    current_ids: currentIds(session),
    codes,
    numbers: [
      ...evaluations.flatMap((e) => [...ofEvaluation(e), ...againstBase(e, evaluations)]),
      ...sources.recommendations.flatMap(ofRecommendation),
      ...[session.start_scenario, session.scenario].flatMap((s) => numbersOf(s, null)),
      ...sources.seen.flatMap((s) => numbersOf(s, null)),
      ...sources.operator_words.flatMap(ofWords),
      ...sources.limits,
    ],
  };
}

/** Evaluations of the session's scenario as it stands; how long the solver may search makes no difference. */
function currentIds(session: SurveySession): ReadonlySet<string> {
  const { solver } = session.scenario;
  const current = session.evaluations.filter((k) => hashOf({ ...k.scenario, solver }) === session.revision);
  return new Set(current.map((k) => k.evaluation.id));
}

/** Finding codes that a text names. */
export function codesIn(text: string): string[] {
  const plain = text.normalize('NFKC').replace(/[\u2010-\u2015−]/gu, '-');
  return [
    ...new Set(
      [...plain.matchAll(/(?<![\p{L}\p{N}])[gG]\s?(\d)\s?-\s?(\d{2})(?!\d)/gu)].map(
        (m) => `G${m[1]}-${m[2]}`,
      ),
    ),
  ];
}

function withoutDoubles(list: readonly SurveyEvaluation[]): SurveyEvaluation[] {
  return [...new Map(list.map((e) => [e.id, e])).values()];
}

function ofEvaluation(e: SurveyEvaluation): KnownNumber[] {
  const texts = [...e.findings, ...e.refusals].map((f) => f.text);
  const remedies = e.findings.flatMap((f) => (f.remedy === null ? [] : [f.remedy.text]));
  const refused = e.refusals.flatMap((f) =>
    [f.measured, f.limit].flatMap((n) => (n === null ? [] : inUnit(n, f.unit, e.id))),
  );
  const measured = e.findings.flatMap((f) =>
    [f.measured, f.limit, f.margin].flatMap((n) => (n === null ? [] : inUnit(n, f.unit, e.id))),
  );
  const count = (value: number): KnownNumber => ({ dimension: 'count', value, of: e.id });
  return [
    ...numbersOf(e.metrics, e.id),
    ...e.changes.flatMap((c) => ofChange(c, e.id)),
    ...measured,
    ...refused,
    ...[...texts, ...remedies].flatMap((t) => [...withUnits(t.ru, e.id), ...withUnits(t.en, e.id)]),
    ...objective(e),
    ...(['error', 'warning', 'info'] as const).map((s) =>
      count(e.findings.filter((f) => f.severity === s).length),
    ),
    count(e.findings.length),
    count(e.not_judged),
  ];
}

/** A measured value in the unit that the finding names; in an unknown unit it may be anything. */
function inUnit(value: number, unit: string | null, of: string): KnownNumber[] {
  const read = unit === null ? [] : quantitiesIn(`1 ${unit}`).flatMap((q) => q.readings);
  if (read.length === 0)
    return [
      { dimension: 'any', value, of },
      { dimension: 'ratio', value, of },
    ];
  return read.map((r) => ({ dimension: r.dimension, value: value * r.value, of }));
}

function objective(e: SurveyEvaluation): KnownNumber[] {
  if (e.objective === null) return [];
  const { kind, value, lower_bound, gap_ratio } = e.objective;
  const dimension = kind === 'pareto' ? 'any' : 'time_s';
  return [
    { dimension, value, of: e.id },
    { dimension, value: lower_bound, of: e.id },
    ...(gap_ratio === null ? [] : [{ dimension: 'ratio' as const, value: gap_ratio, of: e.id }]),
  ];
}

/** Differences of a variant to the evaluations it started from, absolute and as a share of them. */
function againstBase(e: SurveyEvaluation, all: readonly SurveyEvaluation[]): KnownNumber[] {
  if (!e.id.startsWith('v')) return [];
  const bases = all.filter((b) => b.id.startsWith('e') && b.base_revision === e.base_revision);
  return bases.flatMap((base) => differences(base, e));
}

const COMPARED = [
  'work_time_s',
  'flight_time_s',
  'distance_m',
  'energy_wh',
  'photos',
  'sorties',
  'coverage_ratio',
] as const;

function differences(base: SurveyEvaluation, e: SurveyEvaluation): KnownNumber[] {
  const [a, b] = [base.metrics, e.metrics];
  if (a === null || b === null) return [];
  return COMPARED.flatMap((name): KnownNumber[] => {
    const [from, to] = [a[name], b[name]];
    if (from === null || to === null) return [];
    const share =
      from === 0 ? [] : [{ dimension: 'ratio' as const, value: Math.abs(1 - to / from), of: e.id }];
    return [{ dimension: dimensionOf(name)[0], value: Math.abs(to - from), of: e.id }, ...share];
  });
}

function ofRecommendation(r: SurveyRecommendation): KnownNumber[] {
  const count = (value: number): KnownNumber => ({ dimension: 'count', value, of: null });
  const ratio = (value: number | null, of: string | null): KnownNumber[] =>
    value === null ? [] : [{ dimension: 'ratio', value: Math.abs(value), of }];
  return [
    count(r.evaluated),
    count(r.left),
    count(r.variants.length),
    count(r.variants.filter((v) => v.counts).length),
    ...ratio(r.bound_left_ratio, null),
    ...r.variants.flatMap((v) => ratio(v.gain_ratio, v.id)),
  ];
}

function ofChange(change: SurveyChange, of: string): KnownNumber[] {
  const name = change.path.split('/').at(-1) ?? '';
  return [change.was, change.became].flatMap((v) =>
    typeof v === 'number' ? [known(name, v, of)] : numbersOf(v, of),
  );
}

/** Numbers of plain JSON by the names of their members; positions of polygons are left out. */
export function numbersOf(value: unknown, of: string | null): KnownNumber[] {
  if (Array.isArray(value)) return value.flatMap((v) => (typeof v === 'number' ? [] : numbersOf(v, of)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, v]) =>
    typeof v === 'number' ? [known(name, v, of)] : name === 'coordinates' ? [] : numbersOf(v, of),
  );
}

function known(name: string, value: number, of: string | null): KnownNumber {
  const [dimension, factor] = dimensionOf(name);
  return { dimension, value: Math.abs(value * factor), of };
}

/** What an operator said: with its unit, and without one where none was said. */
function ofWords(words: string): KnownNumber[] {
  return [
    ...withUnits(words, null),
    ...bareNumbersIn(words).map((value) => ({ dimension: 'any' as const, value, of: null })),
  ];
}

/** Limits in a tool's refusal of a value; the refused value itself is the model's and counts for nothing. */
export function limitsIn(error: SurveyToolError, args: string): KnownNumber[] {
  if (error.type !== 'out_of_range') return [];
  const own = new Set(bareNumbersIn(args.replace(/[":,]/g, ' ')));
  return quantitiesIn(error.message.en)
    .concat(quantitiesIn(error.message.ru))
    .filter((q) => !own.has(q.printed.value))
    .flatMap((q) => q.readings.map(({ dimension, value }) => ({ dimension, value, of: null })));
}

function withUnits(text: string, of: string | null): KnownNumber[] {
  return quantitiesIn(text).flatMap((q) =>
    q.readings.map(({ dimension, value }) => ({ dimension, value, of })),
  );
}
