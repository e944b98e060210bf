import type { Formula } from './formula.ts';

/** A text language of formulas. The same letters mean different things in each, so it is never guessed. */
export type Dialect = 'rtamt' | 'spot' | 'flloat' | 'lydia';

/** Units that a time bound may carry. */
export type TimeUnit = 's' | 'ms' | 'us' | 'ns';

/** Seconds in each unit. */
export const SEC_PER_UNIT: Readonly<Record<TimeUnit, number>> = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

/** Why a text is not a specification, where, and how to mend it. Line and column count from 1. */
export type SpecError = {
  readonly type:
    'syntax' | 'unknown_name' | 'bad_bound' | 'bad_unit' | 'bad_constant' | 'duplicate_name' | 'too_long';
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** What could have stood there, as written in the language. */
  readonly expected: readonly string[];
  /** Known names nearest to an unknown one. */
  readonly nearest?: readonly string[];
  /** One sentence that says what to write instead. */
  readonly mend: string;
};

/** A reading that is legal and probably not what was meant. */
export type SpecWarning = {
  readonly type: 'unparenthesised_temporal' | 'mixed_units' | 'compared_formula' | 'name_with_slash';
  readonly message: string;
  readonly line: number;
  readonly column: number;
};

/** A declared signal. */
export type Declaration = {
  readonly name: string;
  readonly type: string;
  readonly io: 'input' | 'output';
};

/** A parsed specification: what is checked is `formula`, the last assertion of the text. */
export type Spec = {
  readonly dialect: Dialect;
  readonly source: string;
  readonly name: string | null;
  readonly formula: Formula;
  /** Every assertion in order; a named one may be used by those after it. */
  readonly assertions: readonly { readonly name: string | null; readonly formula: Formula }[];
  readonly declarations: readonly Declaration[];
  readonly constants: Readonly<Record<string, number>>;
  /** Signals that `formula` reads, in order of first appearance. */
  readonly variables: readonly string[];
  /** Seconds between samples, for `time: 'index'`. */
  readonly period_sec: number;
  readonly warnings: readonly SpecWarning[];
};

/** How to read a text. */
export type ParseOptions = {
  readonly dialect: Dialect;
  /** Signals that exist; when given (or when the text declares any), any other name is refused. */
  readonly signals?: readonly string[];
  /** Named constants beyond those that the text declares. */
  readonly constants?: Readonly<Record<string, number>>;
  /** Sub-specifications, put before the text; assertions ending in `;`. */
  readonly sub_specs?: readonly string[];
  /** Unit of a bound without one; `s` when left out. */
  readonly unit?: TimeUnit;
  /** Seconds between samples; 1 when left out. */
  readonly period_sec?: number;
  /** Physical unit of each signal, for the warning about mixed units. */
  readonly signal_units?: Readonly<Record<string, string>>;
};
