import { err, ok, type Result } from '#base';
import { type Formula, variablesOf } from './formula.ts';
import { numberValue, tokenize } from './lexer.ts';
import { mixedUnitWarnings } from './lint.ts';
import { ExpressionReader, ParseFailure, type Scope } from './parse-rtamt.ts';
import { RESERVED } from './vocabulary.ts';
import { parseLtl } from './parse-ltl.ts';
import type { Declaration, ParseOptions, Spec, SpecError } from './spec.ts';

/** Longest text read, in UTF-16 units; a specification is a page, not a book. */
const LONGEST = 100_000;
const TYPES = new Set(['float', 'int', 'long', 'complex', 'real', 'bool']);

/**
 * Reads a specification. Dialect `rtamt` is RTAMT 0.4's grammar plus `!=`, `true`, `false`, `release`,
 * unbounded `unless` and `[a, inf)` written `[a, inf]`; `spot`, `flloat` and `lydia` are finite-trace LTL.
 * Every refusal says where it is and how to mend it.
 */
export function parseSpec(text: string, options: ParseOptions): Result<Spec, SpecError> {
  const period_sec = options.period_sec ?? 1;
  const source = [...(options.sub_specs ?? []), text].join('\n');
  if (source.length > LONGEST)
    return err(wholeText('too_long', `longer than ${LONGEST} characters`, 'Split it.'));
  if (!(period_sec > 0 && period_sec < Infinity)) {
    return err(wholeText('bad_bound', 'the sampling period must be above 0 s', 'Give a period in seconds.'));
  }
  const read = options.dialect === 'rtamt' ? readRtamt(source, options) : readLtl(source, options);
  if (!read.ok) return read;
  const last = read.value.assertions.at(-1)!.formula;
  return ok({
    dialect: options.dialect,
    source: text,
    ...read.value,
    formula: last,
    variables: variablesOf(last),
    period_sec,
    warnings: [...read.value.warnings, ...mixedUnitWarnings(last, options.signal_units ?? {})],
  });
}

type Read = Pick<Spec, 'name' | 'assertions' | 'declarations' | 'constants' | 'warnings'>;

function readLtl(source: string, options: ParseOptions): Result<Read, SpecError> {
  const dialect = options.dialect;
  const formula = parseLtl(source, dialect === 'rtamt' ? 'spot' : dialect, options.signals ?? null);
  if (!formula.ok) return formula;
  return ok({
    name: null,
    assertions: [{ name: null, formula: formula.value }],
    declarations: [],
    constants: {},
    warnings: [],
  });
}

function wholeText(type: SpecError['type'], message: string, mend: string): SpecError {
  return { type, message, line: 1, column: 1, expected: [], mend };
}

function readRtamt(source: string, options: ParseOptions): Result<Read, SpecError> {
  const tokens = tokenize(source);
  if (!tokens.ok) return tokens;
  const scope: Scope = {
    constants: new Map(Object.entries(options.constants ?? {})),
    named: new Map(),
    known: options.signals === undefined ? null : new Set(options.signals),
    unit: options.unit ?? 's',
  };
  const reader = new SpecReader(new ExpressionReader(tokens.value, scope), options.signals ?? []);
  try {
    return ok(reader.specification());
  } catch (failure) {
    if (failure instanceof ParseFailure) return err(failure.error);
    throw failure;
  }
}

/** Reads the statements around the expressions: header, imports, declarations, assertions. */
class SpecReader {
  private readonly on: ExpressionReader;
  private readonly declarations: Declaration[] = [];
  private readonly assertions: { name: string | null; formula: Formula }[] = [];
  private readonly signals: ReadonlySet<string>;

  constructor(on: ExpressionReader, signals: readonly string[]) {
    this.on = on;
    this.signals = new Set(signals);
  }

  specification(): Read {
    const on = this.on;
    let name: string | null = null;
    if (on.token.text === 'specification') {
      on.at++;
      name = this.identifier();
      this.skip(';');
    }
    while (on.token.text === 'from') this.importLine();
    while (this.declaration());
    do this.assertion();
    while (on.token.type !== 'end');
    return {
      name,
      assertions: this.assertions,
      declarations: this.declarations,
      constants: Object.fromEntries(on.scope.constants),
      warnings: on.warnings,
    };
  }

  private skip(text: string): void {
    if (this.on.token.text === text && this.on.token.type === 'sign') this.on.at++;
  }

  private identifier(): string {
    const token = this.on.token;
    if (token.type !== 'word' || RESERVED.has(token.text)) this.on.fail(token, ['a name']);
    this.on.at++;
    return token.text;
  }

  private importLine(): void {
    this.on.at++;
    this.identifier();
    if (!this.on.is('import')) this.on.fail(this.on.token, ['import']);
    this.on.at++;
    this.identifier();
    this.skip(';');
  }

  /** One declaration or annotation; false where an assertion begins. */
  private declaration(): boolean {
    const on = this.on;
    const next = on.tokens[on.at + 1];
    if (on.token.text === '@') {
      on.at++;
      if (!on.is('topic')) on.fail(on.token, ['topic']);
      on.at++;
      on.expect('(');
      this.identifier();
      on.expect(',');
      this.identifier();
      on.expect(')');
      this.skip(';');
      return true;
    }
    if (on.token.text === 'const') {
      this.constant();
      return true;
    }
    const io = on.token.text === 'input' || on.token.text === 'output' ? on.token.text : null;
    const typed = TYPES.has(on.token.text);
    const custom = on.token.type === 'word' && !RESERVED.has(on.token.text) && isName(next);
    if (io === null && !typed && !custom) return false;
    if (io !== null) on.at++;
    this.variableDeclaration(io ?? 'output');
    return true;
  }

  private variableDeclaration(io: 'input' | 'output'): void {
    const on = this.on;
    const type = on.token.text;
    if (on.token.type !== 'word' || (!TYPES.has(type) && RESERVED.has(type))) on.fail(on.token, [...TYPES]);
    on.at++;
    const at = on.token;
    const name = this.identifier();
    if (this.declarations.some((d) => d.name === name)) {
      on.fail(at, [], `'${name}' is declared twice; remove one.`, 'duplicate_name');
    }
    on.scope.known ??= new Set();
    on.scope.known.add(name);
    this.declarations.push({ name, type, io });
    if (on.token.text === '=') {
      on.at++;
      on.scope.named.set(name, on.expression());
    }
    this.skip(';');
  }

  private constant(): void {
    const on = this.on;
    on.at++;
    if (on.token.type !== 'word') on.fail(on.token, [...TYPES]);
    on.at++;
    const at = on.token;
    const name = this.identifier();
    if (on.scope.constants.has(name)) {
      on.fail(at, [], `The constant '${name}' is already given; remove one.`, 'duplicate_name');
    }
    on.expect('=');
    const negative = on.token.text === '-';
    if (negative) on.at++;
    if (on.token.type !== 'number') on.fail(on.token, ['a number'], undefined, 'bad_constant');
    on.scope.constants.set(name, numberValue(on.token.text) * (negative ? -1 : 1));
    on.at++;
    this.skip(';');
  }

  private assertion(): void {
    const on = this.on;
    const next = on.tokens[on.at + 1];
    let name: string | null = null;
    if (on.token.type === 'word' && next?.type === 'sign' && next.text === '=') {
      const at = on.token;
      name = this.identifier();
      if (this.signals.has(name)) {
        on.fail(next, ["'=='"], `'${at.text}' is a signal; write '==' to compare it.`);
      }
      on.at++;
    }
    const formula = on.expression();
    if (name !== null) on.scope.named.set(name, formula);
    this.assertions.push({ name, formula });
    const token = on.token;
    if (token.type === 'sign' && token.text === ';') on.at++;
    else if (token.type !== 'end') {
      const mend =
        token.text === '='
          ? "Write '==' to compare."
          : token.text === ')'
            ? "Remove this ')' or open one before it."
            : undefined;
      on.fail(token, ['an operator', "';'", 'the end'], mend);
    }
  }
}

function isName(token: { type: string; text: string } | undefined): boolean {
  return token !== undefined && token.type === 'word' && !RESERVED.has(token.text);
}
