import { err, ok, type Result } from '#base';
import type { Formula } from './formula.ts';
import { variablesOf } from './formula.ts';
import { lower, planProgram } from './program.ts';
import { evaluateSampled } from './sampled.ts';
import type { Pair } from './sampled-types.ts';
import type { Dialect } from './spec.ts';

/** A finite trace: the propositions that hold at each position; any other is false there. */
export type LtlTrace = readonly ReadonlySet<string>[];

/** Truth of a formula on a finite trace: at its first position, and at every one. */
export type LtlVerdict = { readonly verdict: boolean; readonly at: readonly boolean[] };

/** Why there is no verdict. */
export type LtlError = { readonly type: 'empty_trace' | 'not_propositional'; readonly message: string };

/** How to judge: whose language the formula is in, and whether a trace of no positions may be judged. */
export type LtlOptions = {
  readonly dialect: Dialect;
  /** `weak`: on no position G and weak next hold, F, U, strong next and all literals fail. */
  readonly empty_trace?: 'error' | 'weak';
};

const PROPOSITIONAL = new Set(
  'variable boolean not and or implies iff xor next strong_next always eventually until release unless strong_release'.split(
    ' ',
  ),
);

/** Finite-trace LTL by one backward pass a sub-formula: O(trace x formula). */
export function checkFiniteLtl(
  formula: Formula,
  trace: LtlTrace,
  options: LtlOptions,
): Result<LtlVerdict, LtlError> {
  const strange = firstOther(formula);
  if (strange !== null) {
    return err({ type: 'not_propositional', message: `'${strange}' is not part of finite-trace LTL` });
  }
  if (trace.length === 0) {
    if (options.empty_trace !== 'weak') {
      return err({ type: 'empty_trace', message: 'a finite trace has at least one position' });
    }
    return ok({ verdict: onNothing(formula, true), at: [] });
  }
  const at = finiteEvaluator(formula)(trace);
  return ok({ verdict: at[0]!, at });
}

/** Truth at every position of a non-empty trace; the formula is planned once for many traces. */
export function finiteEvaluator(formula: Formula): (trace: LtlTrace) => boolean[] {
  const program = planProgram(lower(formula), 'truth');
  const names = variablesOf(formula);
  return (trace) => {
    const signals = new Map<string, Pair>();
    for (const name of names) {
      const column = Float64Array.from(trace, (at) => (at.has(name) ? 1 : -1));
      signals.set(name, { lo: column, hi: column });
    }
    const result = evaluateSampled(program, {
      known: trace.length,
      total: trace.length,
      beyond: 'nothing',
      signals,
      timestamps: null,
      steps: (bound) => bound,
      iff: 'minmax',
      reading: () => 'robustness',
    }).root;
    return Array.from(result.lo, (v) => v > 0);
  };
}

function firstOther(formula: Formula): string | null {
  if (!PROPOSITIONAL.has(formula.kind)) return formula.kind;
  for (const arg of formula.args) {
    const found = firstOther(arg);
    if (found !== null) return found;
  }
  return null;
}

/** Truth on the empty trace, by negation normal form: `positive` is false below an odd number of nots. */
function onNothing(formula: Formula, positive: boolean): boolean {
  const [left, right] = formula.args;
  switch (formula.kind) {
    case 'variable':
      return false;
    case 'boolean':
      return (formula.value === 1) === positive;
    case 'not':
      return onNothing(left!, !positive);
    case 'and':
    case 'or': {
      const parts = formula.args.map((arg) => onNothing(arg, positive));
      return (formula.kind === 'and') === positive ? parts.every(Boolean) : parts.some(Boolean);
    }
    case 'implies':
      return positive
        ? onNothing(left!, false) || onNothing(right!, true)
        : onNothing(left!, true) && onNothing(right!, false);
    case 'iff':
    case 'xor': {
      const same = (formula.kind === 'iff') === positive;
      const [l, r] = [onNothing(left!, true), onNothing(right!, same)];
      const [nl, nr] = [onNothing(left!, false), onNothing(right!, !same)];
      return (l && r) || (nl && nr);
    }
    case 'always':
    case 'next':
    case 'release':
    case 'unless':
      return positive;
    default:
      return !positive;
  }
}
