import type { Comparison, Formula, FormulaKind } from './formula.ts';

/** Binding strength of each infix operator, loose to tight; all are left-associative. */
export const INFIX: ReadonlyMap<string, readonly [number, FormulaKind]> = new Map([
  ['xor', [1, 'xor']],
  ['iff', [2, 'iff']],
  ['<->', [2, 'iff']],
  ['implies', [3, 'implies']],
  ['->', [3, 'implies']],
  ['or', [4, 'or']],
  ['|', [4, 'or']],
  ['and', [5, 'and']],
  ['&', [5, 'and']],
  ['since', [6, 'since']],
  ['S', [6, 'since']],
  ['unless', [7, 'unless']],
  ['W', [7, 'unless']],
  ['until', [8, 'until']],
  ['U', [8, 'until']],
  ['release', [8, 'release']],
  ['precedes', [8, 'precedes']],
  ['+', [13, 'add']],
  ['-', [13, 'subtract']],
  ['*', [14, 'multiply']],
  ['/', [14, 'divide']],
]);
/** The signs of comparison; `!==` is RTAMT's spelling of `!=`. */
export const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['==', '=='],
  ['!=', '!='],
  ['!==', '!='],
]);
/** Binding strength of every comparison. */
export const COMPARISON_STRENGTH = 12;

/** Binding strength of each prefix operator. */
export const PREFIX: ReadonlyMap<string, readonly [number, FormulaKind]> = new Map([
  ['prev', [9, 'prev']],
  ['Y', [9, 'prev']],
  ['next', [9, 'next']],
  ['X', [9, 'next']],
  ['s_prev', [9, 'strong_prev']],
  ['sY', [9, 'strong_prev']],
  ['s_next', [9, 'strong_next']],
  ['sX', [9, 'strong_next']],
  ['always', [10, 'always']],
  ['G', [10, 'always']],
  ['eventually', [10, 'eventually']],
  ['F', [10, 'eventually']],
  ['historically', [10, 'historically']],
  ['H', [10, 'historically']],
  ['once', [10, 'once']],
  ['O', [10, 'once']],
  ['not', [11, 'not']],
  ['!', [11, 'not']],
  ['-', [15, 'negate']],
]);
/** Operators written as calls, with their number of operands. */
export const FUNCTIONS: ReadonlyMap<string, readonly [FormulaKind, number]> = new Map([
  ['abs', ['abs', 1]],
  ['sqrt', ['sqrt', 1]],
  ['exp', ['exp', 1]],
  ['ln', ['ln', 1]],
  ['pow', ['pow', 2]],
  ['log', ['log', 2]],
  ['rise', ['rise', 1]],
  ['fall', ['fall', 1]],
]);
/** Operators that may carry a window. */
export const WITH_WINDOW: ReadonlySet<FormulaKind> = new Set<FormulaKind>([
  'always',
  'eventually',
  'historically',
  'once',
  'until',
  'since',
  'unless',
  'release',
  'precedes',
]);
const OTHER_WORDS =
  's ms us ns ps topic import input output internal const real float long complex int bool assertion specification from true TRUE false FALSE';

/** Words that no signal or constant may be called. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...[...INFIX.keys(), ...PREFIX.keys(), ...FUNCTIONS.keys()].filter((word) => /^[A-Za-z]/.test(word)),
  ...OTHER_WORDS.split(' '),
]);

/** What the infix operators build. */
export const INFIX_KINDS: ReadonlySet<FormulaKind> = new Set([...INFIX.values()].map(([, kind]) => kind));
/** Deepest nesting of operators that is read. */
export const DEEPEST = 500;
/** Words that a mistyped name may have been meant for. */
export const OPERATOR_WORDS = [...INFIX.keys(), ...PREFIX.keys(), ...FUNCTIONS.keys()].filter((word) =>
  /^[a-z_]{2,}$/.test(word),
);

/** Whether a temporal operator stands anywhere below. */
export function isTemporal(formula: Formula): boolean {
  return WITH_WINDOW.has(formula.kind) || formula.args.some(isTemporal);
}
