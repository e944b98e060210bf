import { nearestNames } from '#base';
import {
  type Bound,
  booleanOf,
  comparison,
  type Formula,
  type FormulaKind,
  isTerm,
  numberOf,
  operator,
  variable,
} from './formula.ts';
import { numberValue, type Token } from './lexer.ts';
import {
  COMPARISON_STRENGTH,
  COMPARISONS,
  DEEPEST,
  FUNCTIONS,
  INFIX,
  INFIX_KINDS,
  isTemporal,
  OPERATOR_WORDS,
  PREFIX,
  RESERVED,
  WITH_WINDOW,
} from './vocabulary.ts';
import { SEC_PER_UNIT, type SpecError, type SpecWarning, type TimeUnit } from './spec.ts';

/** What names mean while a text is read. */
export type Scope = {
  readonly constants: Map<string, number>;
  /** Named assertions seen so far. */
  readonly named: Map<string, Formula>;
  /** Null where any name is taken for a signal. */
  known: Set<string> | null;
  readonly unit: TimeUnit;
};

/** Thrown and caught inside the parser only. */
export class ParseFailure extends Error {
  readonly error: SpecError;
  constructor(error: SpecError) {
    super(error.message);
    this.error = error;
  }
}

/** Reads expressions by precedence climbing (Pratt, 1973). */
export class ExpressionReader {
  readonly tokens: readonly Token[];
  readonly scope: Scope;
  readonly warnings: SpecWarning[] = [];
  at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], scope: Scope) {
    this.tokens = tokens;
    this.scope = scope;
  }

  get token(): Token {
    return this.tokens[this.at]!;
  }

  /** Whether the present token reads so; the end reads as nothing. */
  is(text: string): boolean {
    return this.token.text === text;
  }

  /** Fails at a token: what was found, what could have stood there, how to mend it. */
  fail(token: Token, expected: readonly string[], mend?: string, type: SpecError['type'] = 'syntax'): never {
    const found =
      type === 'bad_bound'
        ? 'this is not a window'
        : type === 'bad_unit'
          ? 'the units of this window do not fit'
          : token.type === 'end'
            ? 'the text ends here'
            : `'${token.text}' cannot stand here`;
    const list = expected.join(', ');
    throw new ParseFailure({
      type,
      message: expected.length > 0 ? `${found}; expected ${list}` : found,
      line: token.line,
      column: token.column,
      expected,
      mend: mend ?? (expected.length > 0 ? `Write one of: ${list}.` : 'Remove it.'),
    });
  }

  /** Takes a sign or fails. */
  expect(text: string): void {
    if (this.token.type === 'end' || this.token.text !== text) this.fail(this.token, [`'${text}'`]);
    this.at++;
  }

  /** An expression whose operators bind at least as strongly as `least`. */
  expression(least = 0): Formula {
    if (++this.depth > DEEPEST) {
      this.fail(this.token, [], `Nest at most ${DEEPEST} operators.`, 'too_long');
    }
    let left = this.primary();
    for (;;) {
      const token = this.token;
      const compare = token.type === 'sign' ? COMPARISONS.get(token.text) : undefined;
      const infix = token.type === 'word' || token.type === 'sign' ? INFIX.get(token.text) : undefined;
      const strength = compare !== undefined ? COMPARISON_STRENGTH : (infix?.[0] ?? -1);
      if (strength < 0 || strength < least) break;
      this.at++;
      if (compare !== undefined) {
        const right = this.expression(strength + 1);
        if (!isTerm(left) || !isTerm(right)) this.warnComparedFormula(token);
        left = comparison(compare, left, right);
        continue;
      }
      const kind = infix![1];
      const bound = WITH_WINDOW.has(kind) ? this.window() : null;
      if (kind === 'precedes' && (bound === null || bound.to === Infinity)) {
        this.fail(token, ['[from, to]'], "Give 'precedes' a bounded window.", 'bad_bound');
      }
      const right = this.expression(strength + 1);
      this.warnLooseTemporal(left, right, kind, token);
      left = operator(kind, [left, right], bound);
    }
    this.depth--;
    return left;
  }

  private warnComparedFormula(token: Token): void {
    this.warnings.push({
      type: 'compared_formula',
      message: `'${token.text}' compares the robustness of a formula, not a signal; add parentheses if that is not meant`,
      line: token.line,
      column: token.column,
    });
  }

  private readonly opened = new WeakSet<Formula>();

  /** `always p and q` and `always p -> q` end the `always` before the sign: seldom what was meant. */
  private warnLooseTemporal(left: Formula, right: Formula, kind: FormulaKind, token: Token): void {
    const joins = kind === 'and' || kind === 'or' || kind === 'implies' || kind === 'iff' || kind === 'xor';
    let edge = left;
    while (INFIX_KINDS.has(edge.kind) && !this.opened.has(edge)) edge = edge.args[1]!;
    const loose = (edge.kind === 'always' || edge.kind === 'eventually') && !this.opened.has(edge);
    if (!joins || !loose || (kind !== 'implies' && isTemporal(right))) return;
    this.warnings.push({
      type: 'unparenthesised_temporal',
      message: `'${edge.kind}' ends before '${token.text}': this is read as (${edge.kind}(...)) ${token.text} (...); write ${edge.kind}(p ${token.text} q) if both sides are meant`,
      line: token.line,
      column: token.column,
    });
  }

  private primary(): Formula {
    const token = this.token;
    if (token.text === '(' && token.type === 'sign') {
      this.at++;
      const inner = this.expression();
      this.expect(')');
      const copy = { ...inner };
      this.opened.add(copy);
      return copy;
    }
    if (token.type === 'number') {
      this.at++;
      return numberOf(numberValue(token.text));
    }
    const prefix = token.type === 'end' ? undefined : PREFIX.get(token.text);
    if (prefix !== undefined) {
      this.at++;
      const bound = WITH_WINDOW.has(prefix[1]) ? this.window() : null;
      const operand = this.expression(prefix[0]);
      if (prefix[1] === 'negate' && operand.kind === 'number') return numberOf(-operand.value!);
      return operator(prefix[1], [operand], bound);
    }
    if (token.type === 'word') return this.word(token);
    return this.fail(token, [
      "'('",
      'a signal name',
      'a number',
      'not',
      'always',
      'eventually',
      'a function',
    ]);
  }

  private word(token: Token): Formula {
    const call = FUNCTIONS.get(token.text);
    if (call !== undefined) {
      this.at++;
      this.expect('(');
      const args = [this.expression()];
      for (let i = 1; i < call[1]; i++) {
        this.expect(',');
        args.push(this.expression());
      }
      this.expect(')');
      return operator(call[0], args);
    }
    if (/^(true|TRUE|false|FALSE)$/.test(token.text)) {
      this.at++;
      return booleanOf(token.text.toLowerCase() === 'true');
    }
    if (RESERVED.has(token.text)) {
      const mend = `'${token.text}' is a word of the language; call the signal something else or put an operand here.`;
      this.fail(token, ['a signal name', 'a number', "'('"], mend);
    }
    this.at++;
    const named = this.scope.named.get(token.text);
    if (named !== undefined) return named;
    const constant = this.scope.constants.get(token.text);
    if (constant !== undefined) return numberOf(constant);
    this.checkKnown(token);
    return variable(token.text);
  }

  private checkKnown(token: Token): void {
    const known = this.scope.known;
    const base = token.text.split('.')[0]!;
    const parts = token.text.split('/').filter((part) => part !== '');
    if (known !== null && !known.has(token.text) && !known.has(base)) {
      const names = [...known, ...this.scope.constants.keys(), ...this.scope.named.keys()];
      const nearest = nearestNames(token.text, [...names, ...OPERATOR_WORDS]);
      const divided = parts.length > 1 && parts.every((part) => names.includes(part));
      throw new ParseFailure({
        type: 'unknown_name',
        message: `'${token.text}' is not a known signal or constant`,
        line: token.line,
        column: token.column,
        expected: nearest,
        nearest,
        mend: divided
          ? `Put spaces around '/' to divide: ${parts.join(' / ')}.`
          : nearest.length > 0
            ? `Did you mean ${nearest[0]}?`
            : 'Declare the signal first.',
      });
    }
    if (known === null && parts.length > 1) {
      this.warnings.push({
        type: 'name_with_slash',
        message: `'${token.text}' is one name; put spaces around '/' to divide`,
        line: token.line,
        column: token.column,
      });
    }
  }

  /** `[from, to]` or `[from:to]` after a temporal operator, in seconds; null where there is none. */
  private window(): Bound | null {
    if (this.token.text !== '[' || this.token.type !== 'sign') return null;
    const open = this.token;
    this.at++;
    const from = this.instant(false);
    if (!this.is(',') && !this.is(':')) this.fail(this.token, ["','", "':'"]);
    this.at++;
    const to = this.instant(true);
    this.expect(']');
    if (from.unit !== null && to.unit === null && to.value !== Infinity) {
      const mend = `Write the unit on both sides or on the second: [${from.text}, ${to.text}${from.unit}].`;
      this.fail(open, [], mend, 'bad_unit');
    }
    const second = to.unit ?? from.unit ?? this.scope.unit;
    const first = from.unit ?? second;
    const bound: Bound = {
      from: scale(from.value, first),
      to: scale(to.value, second),
      unit: 'sec',
    };
    if (!(bound.from <= bound.to)) {
      this.fail(open, [], `Swap the two: a window runs from the smaller to the larger time.`, 'bad_bound');
    }
    return bound;
  }

  private instant(mayBeInfinite: boolean): { value: number; unit: TimeUnit | null; text: string } {
    const token = this.token;
    if (token.type === 'sign' && token.text === '-') {
      this.fail(
        token,
        ['a time of 0 or more'],
        'Use a past operator (once, historically, since).',
        'bad_bound',
      );
    }
    let value: number;
    if (token.type === 'number') value = numberValue(token.text);
    else if (token.type === 'word' && /^inf(inity)?$/.test(token.text) && mayBeInfinite) value = Infinity;
    else if (token.type === 'word' && this.scope.constants.has(token.text)) {
      value = this.scope.constants.get(token.text)!;
    } else if (token.type === 'word') {
      const nearest = nearestNames(token.text, this.scope.constants.keys());
      throw new ParseFailure({
        type: 'unknown_name',
        message: `'${token.text}' is not a number or a known constant`,
        line: token.line,
        column: token.column,
        expected: ['a number', ...nearest],
        nearest,
        mend: nearest.length > 0 ? `Did you mean ${nearest[0]}?` : 'Write a number of seconds.',
      });
    } else return this.fail(token, ['a number', 'a constant']);
    this.at++;
    if (!(value >= 0))
      this.fail(token, ['a time of 0 or more'], 'A window looks 0 or more away.', 'bad_bound');
    const unit = this.token.text;
    if (this.token.type === 'word' && Object.hasOwn(SEC_PER_UNIT, unit)) {
      this.at++;
      return { value, unit: unit as TimeUnit, text: token.text };
    }
    if (this.token.type === 'word') this.fail(this.token, ['s', 'ms', 'us', 'ns'], undefined, 'bad_unit');
    return { value, unit: null, text: token.text };
  }
}

/** To seconds through whole nanoseconds where that is exact, so that 300 ms is the number 0.3. */
function scale(value: number, unit: TimeUnit): number {
  if (unit === 's' || value === Infinity) return value;
  const perSec = unit === 'ms' ? 1e3 : unit === 'us' ? 1e6 : 1e9;
  return value / perSec;
}
