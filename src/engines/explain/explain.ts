import type { Counterexample, RuleId, SpecVerdict } from '#ir';
import type { DecisionFacts } from './facts.ts';
import { type Language, type Phrases, PHRASES } from './phrases.ts';
import { noteInRussian } from './say-notes.ts';
import { fieldIn, sayIn } from './say.ts';
import { wordIn } from './words.ts';

export { type Language } from './phrases.ts';

/** Where a sentence takes its numbers and ids from: the tool, and the paths in the decision trace. */
export type Citation = { readonly mark: number; readonly tool: string; readonly paths: readonly string[] };

/** An explanation; `[1]` in it refers to the citation with mark 1. */
export type Explanation = {
  readonly language: Language;
  readonly explanation: string;
  readonly citations: readonly Citation[];
};

type Sentence = { readonly text: string; readonly tool: string; readonly paths: readonly string[] };

/** Reasons and violations that are told. */
const TOLD = 3;

/**
 * Explains a decision in fixed sentences. Every id and number is taken from the facts, and numbers are rounded for reading;
 * the same facts give the same text. `checkExplanation` finds nothing unfounded in it.
 */
export function explain(facts: DecisionFacts, language: Language): Explanation {
  const p = PHRASES[language];
  const sentences = [
    ...statusSentences(facts, p),
    ...planSentences(facts, p),
    ...verdictSentences(facts, p),
    ...simulationSentences(facts, p),
    ...riskSentences(facts, p),
  ];
  const told: string[] = [];
  const citations: Citation[] = [];
  for (const s of sentences) {
    if (s.tool === '') {
      told.push(s.text);
      continue;
    }
    citations.push({ mark: citations.length + 1, tool: s.tool, paths: s.paths });
    told.push(`${s.text} [${citations.length}]`);
  }
  told.push(p.limits);
  return { language, explanation: told.join(p.space === '' ? '' : ' '), citations };
}

function statusSentences(facts: DecisionFacts, p: Phrases): Sentence[] {
  const { final_status, ir, assignment, refusal } = facts.trace;
  const out: Sentence[] = [{ text: p.status[final_status], tool: '', paths: [] }];
  if (refusal !== null) {
    out.push({
      text: p.refusal(wordIn(p.language, refusal.reason_code), wordIn(p.language, refusal.rule)),
      tool: '',
      paths: [],
    });
    if (refusal.missing_information.length > 0) {
      out.push({
        text: p.missing(missingTexts(refusal.missing_information, p).join(p.join)),
        tool: '',
        paths: [],
      });
    }
  }
  if (ir !== null) {
    out.push({
      text: p.task(wordIn(p.language, ir.intent), assignment?.uav_id ?? null),
      tool: '',
      paths: [],
    });
    out.push({ text: p.constraints(constraintTexts(facts, p).join(p.join)), tool: '', paths: [] });
  }
  return out;
}

/** What is missing; a bare field that a sentence of the list speaks about is not named again. */
function missingTexts(items: readonly string[], p: Phrases): string[] {
  const said = items.map((m) => sayIn(p.language, m));
  return said.filter((m) => !said.some((n) => n !== m && n.startsWith(`${m}: `)));
}

/** A bound of the document by its name in the language; a specification or an id stays as it is written. */
function constraintName(text: string, p: Phrases): string {
  if (p.language === 'en') return text;
  const note = p.language === 'ru' ? noteInRussian(text) : null;
  return note ?? fieldIn(p.language, text.replace(/^constraints\./, ''));
}

function constraintTexts(facts: DecisionFacts, p: Phrases): string[] {
  const c = facts.trace.ir?.constraints;
  if (c === undefined) return [];
  return [
    ...(c.deadline_sec === null ? [] : [p.constraint.deadline(number(c.deadline_sec, 1, p.unit.s, p))]),
    p.constraint.altitude(
      `${number(c.altitude_min_m, 1, '', p)}-${number(c.altitude_max_m, 1, p.unit.m, p)}`,
    ),
    p.constraint.separation(number(c.min_separation_m, 1, p.unit.m, p)),
    p.constraint.reserve(percent(c.battery_reserve_ratio, p)),
    p.constraint.risk(wordIn(p.language, c.max_risk_level)),
    p.constraint.capacity(number(c.corridor_capacity_required, 0, '', p)),
  ];
}

function planSentences(facts: DecisionFacts, p: Phrases): Sentence[] {
  const { assignment, route } = facts.trace;
  const out: Sentence[] = [];
  if (assignment !== null) {
    const reason = sayIn(p.language, assignment.reason.replace(/[.\s]+$/, ''));
    out.push({
      text: p.assigned(assignment.uav_id, reason),
      tool: 'assign_uav',
      paths: ['assignment.uav_id', 'assignment.reason'],
    });
  }
  if (route !== null) {
    out.push({
      text: `${p.route(number(route.length_m, 1, p.unit.m, p), number(route.eta_sec, 1, p.unit.s, p), route.planner)}${p.space}${p.energy(number(route.energy_est_wh, 1, p.unit.Wh, p), percent(route.battery_end_ratio, p))}`,
      tool: 'plan_route',
      paths: [
        'route.length_m',
        'route.eta_sec',
        'route.planner',
        'route.energy_est_wh',
        'route.battery_end_ratio',
      ],
    });
  }
  return out;
}

function verdictSentences(facts: DecisionFacts, p: Phrases): Sentence[] {
  const { verdict } = facts.trace;
  if (verdict === null) return [{ text: p.verdictNone, tool: '', paths: [] }];
  const cite = (text: string, path: string): Sentence => ({ text, tool: 'verify_ltl_stl', paths: [path] });
  if (verdict.passed) {
    const out = [cite(p.verdictPassed(String(verdict.specs.length)), 'verdict.specs')];
    const tightest = leastMargin(verdict.specs);
    if (tightest !== null) {
      const spec = verdict.specs[tightest]!;
      const text = p.tightest(ruleName(spec.rule, p), withUnit(spec.robustness!, spec.unit, p), spec.spec);
      out.push(cite(text, `verdict.specs[${tightest}]`));
    }
    return out;
  }
  return [
    cite(p.verdictFailed, 'verdict.passed'),
    ...verdict.violations.slice(0, TOLD).map((v, i) => cite(violationText(v, p), `verdict.violations[${i}]`)),
  ];
}

/** The rule in metres with the least margin: margins in other units do not compare, and texts beside the rules have none of their own. */
function leastMargin(specs: readonly SpecVerdict[]): number | null {
  let best: number | null = null;
  specs.forEach((s, i) => {
    if (s.robustness === null || !Number.isFinite(s.robustness) || s.unit !== 'm' || s.rule === 'spec')
      return;
    if (best === null || s.robustness < specs[best]!.robustness!) best = i;
  });
  return best;
}

function violationText(v: Counterexample, p: Phrases): string {
  const at = v.counterexample_time_sec === null ? '' : number(v.counterexample_time_sec, 1, p.unit.s, p);
  const margin = v.robustness === null ? '' : number(v.robustness, 2, '', p);
  return p.violation(
    ruleName(v.rule, p),
    constraintName(v.violated_constraint, p),
    at,
    margin,
    v.entities.join(p.join),
  );
}

function simulationSentences(facts: DecisionFacts, p: Phrases): Sentence[] {
  const runs = facts.trace.simulations;
  const [first] = runs;
  if (first === undefined) return [];
  const cite = (text: string, path: string): Sentence => ({ text, tool: 'simulate_scenario', paths: [path] });
  const seeds = runs.map((s) => String(s.scenario_seed)).join(p.join);
  const out = [cite(p.simulated(seeds, wordIn(p.language, first.stress_level)), 'simulations')];
  const failed = runs.findIndex((s) => !s.success);
  if (failed < 0) out.push(cite(p.simulatedWell, 'simulations'));
  else {
    const run = runs[failed]!;
    const why = run.counterexample === null ? '' : `${p.space}${violationText(run.counterexample, p)}`;
    out.push(
      cite(`${p.simulatedBadly(String(run.scenario_seed))}${why}`, `simulations[${failed}].counterexample`),
    );
  }
  const nearest = runs.reduce<number | null>(
    (best, s) =>
      s.min_distance_m !== null && (best === null || s.min_distance_m < best) ? s.min_distance_m : best,
    null,
  );
  if (nearest !== null)
    out.push(cite(p.nearest(number(nearest, 1, p.unit.m, p)), 'simulations.min_distance_m'));
  return out;
}

function riskSentences(facts: DecisionFacts, p: Phrases): Sentence[] {
  const { risk } = facts.trace;
  if (risk === null) return [];
  const reasons = risk.top_reasons
    .slice(0, TOLD)
    .map((r) => reasonIn(p.language, r))
    .join(p.join);
  const text = p.risk(number(risk.risk_score, 2, '', p), wordIn(p.language, risk.risk_level));
  return [
    {
      text:
        reasons === ''
          ? text
          : `${text.slice(0, -1)}${p.space === '' ? '：' : ': '}${reasons}${text.slice(-1)}`,
      tool: 'risk_assess',
      paths: ['risk.risk_score', 'risk.risk_level', 'risk.top_reasons'],
    },
  ];
}

/** One reason of a risk in a language, with its figure. */
export function reasonIn(
  language: Language,
  r: { readonly factor: string; readonly value: number; readonly unit: string; readonly text: string },
): string {
  const p = PHRASES[language];
  return language === 'en' ? r.text : p.reason(wordIn(language, r.factor), withUnit(r.value, r.unit, p));
}

function ruleName(rule: Counterexample['rule'] | SpecVerdict['rule'], p: Phrases): string {
  return rule in p.rules ? `${rule} (${p.rules[rule as RuleId]})` : wordIn(p.language, rule);
}

function withUnit(value: number, unit: string, p: Phrases): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return number(value, digits, unit in p.unit ? p.unit[unit as keyof Phrases['unit']] : unit, p);
}

/** A number with at most `digits` decimals, without trailing zeros, and its unit, as the language writes it. */
function number(value: number, digits: number, unit: string, p: Phrases): string {
  const text = value
    .toFixed(digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  const shown = (/^-0$/.test(text) ? '0' : text).replace('.', p.decimal);
  return unit === '' ? shown : `${shown} ${unit}`;
}

function percent(ratio: number, p: Phrases): string {
  return number(100 * ratio, 1, '%', p);
}
