import { type Formula, isArithmetic, variablesOf } from './formula.ts';

/**
 * The factors of each signal in left - right of a comparison (or in a bare value), or null where the
 * expression is not linear in its signals.
 */
export function linearFactors(formula: Formula): ReadonlyMap<string, number> | null {
  if (formula.kind !== 'compare') return factorsOf(formula);
  const left = factorsOf(formula.args[0]!);
  const right = factorsOf(formula.args[1]!);
  return left === null || right === null ? null : combined(left, right, -1);
}

type Factors = ReadonlyMap<string, number>;

function combined(a: Factors, b: Factors, sign: number): Factors {
  const sum = new Map(a);
  for (const [name, factor] of b) sum.set(name, (sum.get(name) ?? 0) + sign * factor);
  return sum;
}

function scaledBy(a: Factors | null, factor: number): Factors | null {
  return a === null ? null : new Map([...a].map(([name, own]) => [name, own * factor]));
}

function factorsOf(formula: Formula): Factors | null {
  const [left, right] = [formula.args[0]!, formula.args[1]!];
  switch (formula.kind) {
    case 'variable':
      return new Map([[formula.name!, 1]]);
    case 'number':
      return new Map();
    case 'negate':
      return scaledBy(factorsOf(left), -1);
    case 'add':
    case 'subtract': {
      const [a, b] = [factorsOf(left), factorsOf(right)];
      return a === null || b === null ? null : combined(a, b, formula.kind === 'add' ? 1 : -1);
    }
    case 'multiply':
      if (right.kind === 'number') return scaledBy(factorsOf(left), right.value!);
      if (left.kind === 'number') return scaledBy(factorsOf(right), left.value!);
      return null;
    case 'divide':
      return right.kind === 'number' ? scaledBy(factorsOf(left), 1 / right.value!) : null;
    default:
      return null;
  }
}

/** Whether a step of a formula is where signals enter: a comparison or a bare value. */
export function isAtom(formula: Formula): boolean {
  return formula.kind === 'compare' || formula.kind === 'variable' || isArithmetic(formula.kind);
}

/** Left side, sign and right side of an atom; a bare value is compared with 0. */
export function sides(formula: Formula): { left: Formula; op: string; right: Formula | null } {
  return formula.kind === 'compare'
    ? { left: formula.args[0]!, op: formula.compare!, right: formula.args[1]! }
    : { left: formula, op: '>', right: null };
}

/** Signals that an atom reads. */
export function atomSignals(formula: Formula): string[] {
  return variablesOf(formula);
}
