import type { Bound, Formula } from './formula.ts';

const INFIX: Readonly<Record<string, string>> = {
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  and: 'and',
  or: 'or',
  implies: '->',
  iff: '<->',
  xor: 'xor',
  until: 'until',
  since: 'since',
  unless: 'unless',
  release: 'release',
  precedes: 'precedes',
};
const PREFIX: Readonly<Record<string, string>> = {
  negate: '-',
  not: 'not',
  next: 'next',
  strong_next: 's_next',
  prev: 'prev',
  strong_prev: 's_prev',
  always: 'always',
  eventually: 'eventually',
  historically: 'historically',
  once: 'once',
};

/**
 * The formula in the rtamt language with every operand in parentheses, so that the reading cannot be
 * mistaken. Numbers keep all digits; bounds are in seconds. `strong_release` is written by its definition.
 */
export function formatFormula(formula: Formula, _style: 'full_parens' = 'full_parens'): string {
  const { kind, args } = formula;
  if (kind === 'variable') return nameOf(formula.name!);
  if (kind === 'number') return plain(formula.value!);
  if (kind === 'boolean') return formula.value === 1 ? 'true' : 'false';
  const parts = args.map((arg) => formatFormula(arg));
  const bound = formula.bound === undefined ? '' : formatBound(formula.bound);
  if (kind === 'compare') return `(${parts[0]}) ${formula.compare} (${parts[1]})`;
  if (kind === 'strong_release') {
    return `(${parts[1]}) until${bound} ((${parts[0]}) and (${parts[1]}))`;
  }
  const infix = INFIX[kind];
  if (infix !== undefined) return `(${parts[0]}) ${infix}${bound} (${parts[1]})`;
  const prefix = PREFIX[kind];
  if (prefix !== undefined) return `${prefix}${bound}(${parts[0]})`;
  return `${kind}(${parts.join(', ')})`;
}

/** A window as text: `[0,5]`, `[2,inf]`. */
export function formatBound(bound: Bound): string {
  const to = bound.to === Infinity ? 'inf' : plain(bound.to);
  return `[${plain(bound.from)},${to}]`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][A-Za-z_$0-9./]*$/.test(name) ? name : JSON.stringify(name);
}

/** Digits that the lexer reads back to the same double. */
function plain(value: number): string {
  if (value === Infinity) return '1e999';
  return value === -Infinity ? '-1e999' : String(value);
}
