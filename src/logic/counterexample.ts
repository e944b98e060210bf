import type { Counterexample, CounterexampleAtom, SufficientFix, TimeSpan } from './counterexample-types.ts';
import { atomSignals, isAtom, linearFactors, sides } from './atoms.ts';
import { type Explainable } from './evaluated.ts';
import { type Epoch, explain } from './explain.ts';
import type { Formula } from './formula.ts';
import { common, type Interval, type IntervalSet, merged, runEnd } from './intervals.ts';
import { formatFormula } from './print.ts';
import type { Spec } from './spec.ts';
import type { Trace } from './trace.ts';
import { whySentence } from './why.ts';

/** What a counterexample is made from, whatever the time model. */
export type Violation = {
  readonly spec: Spec;
  readonly formula: Formula;
  readonly trace: Trace;
  readonly explainable: Explainable;
  readonly start: number;
  readonly span: (interval: Interval) => TimeSpan;
  readonly requirement_id: string | null;
  readonly decidedAt: (latest_sec: number) => number;
};

/** Builds the counterexample of a violated specification. */
export function counterexampleOf(violation: Violation): Counterexample {
  const { spec, explainable, start, span } = violation;
  const { epochs, minimal } = spared(explainable, explain(explainable.evaluated, start, -1), start);
  const program = explainable.evaluated.program;
  const atoms = epochs
    .filter((epoch) => isAtom(program.steps[epoch.step]!.formula))
    .map((epoch) => atomOf(violation, epoch))
    .sort((a, b) => a.t_sec - b.t_sec || (a.signal < b.signal ? -1 : a.signal > b.signal ? 1 : 0));
  const leaves = epochs.filter((epoch) => isAtom(program.steps[epoch.step]!.formula));
  const latest = leaves.reduce(
    (most, epoch) => Math.max(most, span(epoch.at.at(-1)!).to_sec),
    span([start, start]).to_sec,
  );
  const obligation = worstObligation(violation);
  const robustness = explainable.value(violation.formula, start, 'hi');
  const result = {
    requirement_id: violation.requirement_id,
    source: spec.source,
    formula: formatFormula(spec.formula),
    robustness,
    verdict: false as const,
    violation: obligation,
    epochs: epochs.map((epoch) => ({
      formula: formatFormula(program.steps[epoch.step]!.formula),
      holds: epoch.want === 1,
      atom: isAtom(program.steps[epoch.step]!.formula),
      signals: isAtom(program.steps[epoch.step]!.formula)
        ? atomSignals(program.steps[epoch.step]!.formula)
        : [],
      intervals: epoch.at.map(span),
    })),
    minimal,
    atoms: atoms.map((atom) => atom.atom),
    entity_ids: [...new Set(atoms.flatMap((atom) => atom.atom.entity_ids))].sort(),
    sufficient_fix: atoms.flatMap((atom) => atom.fixes),
    decided_at_sec: violation.decidedAt(latest),
  };
  return { ...result, why: whySentence(result) };
}

/** Most work spent on leaving out intervals, in evaluated results (about half a second). */
const MOST_SPARING_WORK = 5e7;

/**
 * Leaves out every interval of an atom without which the verdict still follows. The rules of explain() are
 * minimal operator by operator; choices made for two operators can overlap.
 */
function spared(
  explainable: Explainable,
  epochs: readonly Epoch[],
  start: number,
): { epochs: readonly Epoch[]; minimal: boolean } {
  const { steps } = explainable.evaluated.program;
  const leaf = (epoch: Epoch): boolean => isAtom(steps[epoch.step]!.formula);
  // Behind the last sample a held signal is that sample.
  const last = explainable.lastSample;
  let kept = epochs.map((epoch) =>
    leaf(epoch)
      ? { ...epoch, at: merged(epoch.at.map(([from, to]) => [Math.min(from, last), Math.min(to, last)])) }
      : epoch,
  );
  const intervals = kept.filter(leaf).flatMap((epoch) => epoch.at.map((interval) => ({ epoch, interval })));
  if (intervals.length * explainable.size > MOST_SPARING_WORK) return { epochs: kept, minimal: false };
  for (const { epoch, interval } of intervals) {
    const fewer = kept.map((other) =>
      other.step === epoch.step && other.want === epoch.want
        ? { ...other, at: other.at.filter((one) => one !== interval) }
        : other,
    );
    if (explainable.followsFrom(fewer.filter(leaf), start)) kept = fewer;
  }
  return { epochs: kept.filter((epoch) => epoch.at.length > 0), minimal: true };
}

type AtomFound = {
  readonly t_sec: number;
  readonly signal: string;
  readonly atom: CounterexampleAtom;
  readonly fixes: readonly SufficientFix[];
};

function atomOf(violation: Violation, epoch: Epoch): AtomFound {
  const { explainable, trace } = violation;
  const { evaluated, value } = explainable;
  const formula = evaluated.program.steps[epoch.step]!.formula;
  const opposite = epoch.want === 1 ? -1 : 1;
  const at = explainable.furthest(formula, opposite, [evaluated.first, evaluated.last], epoch.at);
  const side = epoch.want === 1 ? 'lo' : 'hi';
  const { left, op, right } = sides(formula);
  const valueOf = (part: Formula): number => (part.kind === 'number' ? part.value! : value(part, at, side));
  const leftValue = valueOf(left);
  const threshold = right === null ? 0 : valueOf(right);
  const signals = atomSignals(formula);
  const { from_sec: t_sec } = violation.span([at, at]);
  const units = new Set(signals.map((name) => trace.meta?.get(name)?.unit ?? null));
  const unit = units.size === 1 ? [...units][0]! : null;
  const times = (name: string): Float64Array => trace.own_t_sec?.get(name) ?? trace.t_sec;
  const factors = linearFactors(formula);
  const difference = leftValue - threshold;
  const fixes = signals
    .filter((name) => (factors?.get(name) ?? 0) !== 0)
    .map((signal) => ({
      signal,
      shift: difference === 0 ? 0 : -difference / factors!.get(signal)!,
      unit: trace.meta?.get(signal)?.unit ?? null,
      t_sec,
      kind: 'bound_not_plan' as const,
    }));
  const signal = left.kind === 'variable' ? left.name! : formatFormula(left);
  return {
    t_sec,
    signal,
    fixes,
    atom: {
      signal,
      signals,
      op,
      threshold,
      unit,
      value: leftValue,
      margin: value(formula, at, side),
      holds: epoch.want === 1,
      t_sec,
      interpolated: signals.some((name) => !hasTime(times(name), t_sec)),
      entity_ids: [...new Set(signals.flatMap((name) => trace.meta?.get(name)?.entity_ids ?? []))].sort(),
    },
  };
}

function hasTime(times: Float64Array, t_sec: number): boolean {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < t_sec - 1e-9) low = middle + 1;
    else high = middle;
  }
  return Math.abs(times[low]! - t_sec) <= 1e-9;
}

/**
 * Follows the worst robustness down through always, historically and `and` (and their duals under not) to
 * the obligation that fails worst, and measures how long that obligation fails around there.
 */
function worstObligation(violation: Violation): Counterexample['violation'] {
  const { explainable } = violation;
  const { evaluated, values } = explainable;
  let node = violation.formula;
  let at = violation.start;
  let want: 1 | -1 = -1;
  const constantOf = (part: Formula): number | null => values.steps[values.idOf.get(part)!]!.constant;
  const wanted = (part: Formula, truth: 1 | -1): IntervalSet => {
    const id = evaluated.program.idOf.get(part);
    return id === undefined ? [] : evaluated.surely(id, truth);
  };
  for (;;) {
    const side = want === 1 ? 'lo' : 'hi';
    const all = want === -1 ? ['always', 'historically'] : ['eventually', 'once'];
    if (node.kind === 'not') {
      node = node.args[0]!;
      want = want === 1 ? -1 : 1;
    } else if (node.kind === (want === -1 ? 'and' : 'or')) {
      // Among the sides that fail for sure, the one that fails worst.
      const failing = node.args.filter((arg) => wanted(arg, want).some(([f, t]) => f <= at && at <= t));
      if (failing.length === 0) break;
      const badness = (arg: Formula): number =>
        want * constantOr(constantOf(arg), () => explainable.value(arg, at, side));
      node = failing.length === 2 && badness(failing[1]!) > badness(failing[0]!) ? failing[1]! : failing[0]!;
    } else if (all.includes(node.kind)) {
      const past = node.kind === 'historically' || node.kind === 'once';
      const windows = evaluated.windows(node.bound ?? null, past);
      const range: Interval = past
        ? [-windows.right(-at), -windows.left(-at)]
        : [windows.left(at), windows.right(at)];
      const members = common([range], wanted(node.args[0]!, want));
      if (range[0] > range[1] || members.length === 0 || constantOf(node.args[0]!) !== null) break;
      at = explainable.furthest(node.args[0]!, want, range, members);
      node = node.args[0]!;
    } else break;
  }
  return obligationAt(violation, node, at, want);
}

function constantOr(constant: number | null, otherwise: () => number): number {
  return constant ?? otherwise();
}

function obligationAt(
  violation: Violation,
  node: Formula,
  at: number,
  want: 1 | -1,
): Counterexample['violation'] {
  const { explainable, span } = violation;
  const { evaluated } = explainable;
  const truth = evaluated.program.idOf.get(node);
  const members = truth === undefined ? [] : evaluated.surely(truth, want);
  const end = Math.max(at, runEnd(members, at));
  const begin = members.find(([from, to]) => from <= at && at <= to)?.[0] ?? at;
  const run = span([begin, end]);
  const constant = explainable.values.steps[explainable.values.idOf.get(node)!]!.constant;
  return {
    formula: formatFormula(want === -1 ? node : { kind: 'not', args: [node] }),
    t_start_sec: run.from_sec,
    t_end_sec: run.to_sec,
    t_worst_sec: span([at, at]).from_sec,
    robustness_worst:
      -want * constantOr(constant, () => explainable.value(node, at, want === 1 ? 'lo' : 'hi')),
  };
}
