/** What a node of a formula does. One tree serves every dialect, time and semantics. */
export type FormulaKind =
  | 'variable'
  | 'number'
  | 'boolean'
  | ArithmeticKind
  | 'compare'
  | 'not'
  | 'and'
  | 'or'
  | 'implies'
  | 'iff'
  | 'xor'
  | StepKind
  | WindowKind
  | BinaryWindowKind;

/** Arithmetic on signal values. */
export type ArithmeticKind =
  'add' | 'subtract' | 'multiply' | 'divide' | 'negate' | 'abs' | 'sqrt' | 'exp' | 'pow' | 'log' | 'ln';

/** Operators that look at the neighbouring sample; they exist only in sampled time. */
export type StepKind = 'rise' | 'fall' | 'next' | 'strong_next' | 'prev' | 'strong_prev';

/** Temporal operators with one operand; two future, two past. */
export type WindowKind = 'always' | 'eventually' | 'historically' | 'once';

/** Temporal operators with two operands. `strong_release` is Spot's M; `precedes` is a delayed until. */
export type BinaryWindowKind = 'until' | 'since' | 'unless' | 'release' | 'strong_release' | 'precedes';

/** The six comparisons of two values. */
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/**
 * A closed time window, counted from the present instant (into the past for past operators).
 * `to` is Infinity where it never closes. In seconds, or in steps of the trace for Spot's sugar.
 */
export type Bound = { readonly from: number; readonly to: number; readonly unit: 'sec' | 'step' };

/** One node. Fields beyond `kind` and `args` are set where the kind needs them. */
export type Formula = {
  readonly kind: FormulaKind;
  readonly args: readonly Formula[];
  /** Of a variable: the signal or proposition. */
  readonly name?: string;
  /** Of a number: its value; of a boolean: 1 or 0. */
  readonly value?: number;
  readonly compare?: Comparison;
  /** Of a temporal operator; absent means unbounded. */
  readonly bound?: Bound;
};

/** A variable node. */
export function variable(name: string): Formula {
  return { kind: 'variable', args: [], name };
}

/** A number node. */
export function numberOf(value: number): Formula {
  return { kind: 'number', args: [], value };
}

/** The constant true or false. */
export function booleanOf(value: boolean): Formula {
  return { kind: 'boolean', args: [], value: value ? 1 : 0 };
}

/** An operator node; the bound is left out where it is null. */
export function operator(kind: FormulaKind, args: readonly Formula[], bound: Bound | null = null): Formula {
  return bound === null ? { kind, args } : { kind, args, bound };
}

/** A comparison node. */
export function comparison(compare: Comparison, left: Formula, right: Formula): Formula {
  return { kind: 'compare', args: [left, right], compare };
}

const ARITHMETIC: ReadonlySet<FormulaKind> = new Set<FormulaKind>([
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'abs',
  'sqrt',
  'exp',
  'pow',
  'log',
  'ln',
]);

/** Whether the node computes a value from values, as opposed to saying something true or false. */
export function isArithmetic(kind: FormulaKind): kind is ArithmeticKind {
  return ARITHMETIC.has(kind);
}

/** Whether the node is a value (a signal, a number, arithmetic) and not a statement. */
export function isTerm(formula: Formula): boolean {
  return formula.kind === 'variable' || formula.kind === 'number' || isArithmetic(formula.kind);
}

/** Names of all variables below, each once, in order of first appearance. */
export function variablesOf(formula: Formula): string[] {
  const names = new Set<string>();
  const seen = new Set<Formula>();
  const walk = (node: Formula): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'variable') names.add(node.name!);
    node.args.forEach(walk);
  };
  walk(formula);
  return [...names];
}

/** Whether two formulas are the same tree. */
export function sameFormula(a: Formula, b: Formula): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.name === b.name &&
      Object.is(a.value, b.value) &&
      a.compare === b.compare &&
      a.bound?.from === b.bound?.from &&
      a.bound?.to === b.bound?.to &&
      a.bound?.unit === b.bound?.unit &&
      a.args.length === b.args.length &&
      a.args.every((arg, i) => sameFormula(arg, b.args[i]!)))
  );
}
