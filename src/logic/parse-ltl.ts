import { err, nearestNames, ok, type Result } from '#base';
import { booleanOf, type Formula, type FormulaKind, operator, variable } from './formula.ts';
import { ParseFailure } from './parse-rtamt.ts';
import type { Dialect, SpecError } from './spec.ts';

type LtlDialect = Exclude<Dialect, 'rtamt'>;
type Infix = { readonly kind: FormulaKind; readonly strength: number; readonly right: boolean };

/**
 * Binding strength, loose to tight. Spot: the order of its parser file, where `|` is looser than `^`.
 * flloat: U looser than R, both tighter than `&`. lydia: U and R looser than `|` and `&`.
 */
const STRENGTH: Readonly<Record<LtlDialect, Readonly<Partial<Record<FormulaKind, number>>>>> = {
  spot: { implies: 1, iff: 1, or: 2, xor: 3, and: 4, until: 5, release: 5, unless: 5, strong_release: 5 },
  flloat: { iff: 1, implies: 2, or: 3, and: 4, until: 5, release: 6, unless: 5, strong_release: 6 },
  lydia: { iff: 1, implies: 2, until: 3, release: 3, unless: 3, strong_release: 3, or: 4, xor: 4, and: 5 },
};
const SIGNS: readonly (readonly [string, FormulaKind])[] = [
  ['<-->', 'iff'],
  ['<->', 'iff'],
  ['<=>', 'iff'],
  ['↔', 'iff'],
  ['-->', 'implies'],
  ['->', 'implies'],
  ['=>', 'implies'],
  ['→', 'implies'],
  ['⇒', 'implies'],
  ['&&', 'and'],
  ['&', 'and'],
  ['/\\', 'and'],
  ['∧', 'and'],
  ['∩', 'and'],
  ['*', 'and'],
  ['||', 'or'],
  ['|', 'or'],
  ['\\/', 'or'],
  ['∨', 'or'],
  ['∪', 'or'],
  ['+', 'or'],
  ['^', 'xor'],
  ['⊕', 'xor'],
];
const LETTERS: Readonly<Record<string, FormulaKind>> = {
  U: 'until',
  R: 'release',
  V: 'release',
  W: 'unless',
  M: 'strong_release',
};
/** Longest step window that is written out; Spot's sugar is an abbreviation, not a loop. */
const LONGEST_SUGAR = 400;
const DEEPEST = 1000;

/**
 * Reads finite-trace LTL. In `spot` and `lydia` X is the weak next and `X[!]` the strong one; in `flloat`
 * X is strong and `WX` weak. `last` holds at the last position; `end` (lydia) at none.
 */
export function parseLtl(
  text: string,
  dialect: LtlDialect,
  known: readonly string[] | null,
): Result<Formula, SpecError> {
  try {
    return ok(new LtlReader(text, dialect, known).all());
  } catch (failure) {
    if (failure instanceof ParseFailure) return err(failure.error);
    throw failure;
  }
}

class LtlReader {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly dialect: LtlDialect;
  private readonly known: readonly string[] | null;

  constructor(text: string, dialect: LtlDialect, known: readonly string[] | null) {
    this.text = text;
    this.dialect = dialect;
    this.known = known;
  }

  all(): Formula {
    const formula = this.binary(0);
    this.space();
    if (this.at < this.text.length) this.fail(['an operator', 'the end']);
    return formula;
  }

  private fail(expected: readonly string[], mend?: string, extra?: Partial<SpecError>): never {
    const before = this.text.slice(0, this.at).split('\n');
    const found =
      this.at < this.text.length ? `'${this.text[this.at]}' cannot stand here` : 'the text ends here';
    throw new ParseFailure({
      type: 'syntax',
      message: `${found}; expected ${expected.join(', ')}`,
      line: before.length,
      column: before.at(-1)!.length + 1,
      expected,
      mend: mend ?? `Write one of: ${expected.join(', ')}.`,
      ...extra,
    });
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private take(sign: string): boolean {
    this.space();
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  private infix(): (Infix & { readonly length: number }) | null {
    this.space();
    const sign = SIGNS.find(([written]) => this.text.startsWith(written, this.at));
    const word = this.match(/xor(?![A-Za-z0-9_])/y);
    const letter = this.dialect === 'spot' ? this.match(/[URVWM]/y) : this.match(/[URVWM](?![A-Za-z0-9_])/y);
    const kind = sign?.[1] ?? (word ? 'xor' : letter ? LETTERS[letter[0]] : undefined);
    const strength = kind === undefined ? undefined : STRENGTH[this.dialect][kind];
    if (kind === undefined || strength === undefined) return null;
    const temporal = kind === 'until' || kind === 'release' || kind === 'unless' || kind === 'strong_release';
    return {
      kind,
      strength,
      right: temporal || kind === 'implies' || kind === 'iff',
      length: sign?.[0].length ?? word?.[0].length ?? 1,
    };
  }

  private binary(least: number): Formula {
    if (++this.depth > DEEPEST) this.fail([], `Nest at most ${DEEPEST} operators.`, { type: 'too_long' });
    let left = this.unary();
    for (let op = this.infix(); op !== null && op.strength >= least; op = this.infix()) {
      this.at += op.length;
      left = operator(op.kind, [left, this.binary(op.right ? op.strength : op.strength + 1)]);
    }
    this.depth--;
    return left;
  }

  private unary(): Formula {
    this.space();
    if (this.take('!') || this.take('~') || this.take('¬')) return operator('not', [this.nested()]);
    if (this.take('<>') || this.take('◇')) return operator('eventually', [this.nested()]);
    if (this.take('[]') || this.take('□')) return operator('always', [this.nested()]);
    if (this.take('()') || this.take('○')) return operator(this.weakOrStrong('X'), [this.nested()]);
    if (this.take('Ⓧ')) return operator('strong_next', [this.nested()]);
    if (this.dialect === 'flloat' && this.match(/WX(?=[^a-z0-9_])/y)) {
      this.at += 2;
      return operator('next', [this.nested()]);
    }
    const letter = this.match(/[FGX](?!\d)/y)?.[0];
    if (letter !== undefined) {
      this.at++;
      return this.prefixed(letter);
    }
    return this.postfix(this.atom());
  }

  private nested(): Formula {
    if (++this.depth > DEEPEST) this.fail([], `Nest at most ${DEEPEST} operators.`, { type: 'too_long' });
    const formula = this.unary();
    this.depth--;
    return formula;
  }

  private weakOrStrong(_letter: 'X'): FormulaKind {
    return this.dialect === 'flloat' ? 'strong_next' : 'next';
  }

  /** F, G or X with Spot's step sugar `[n]`, `[n:m]`, `[n:]` and a closing `!` for the strong reading. */
  private prefixed(letter: string): Formula {
    this.space();
    const plain = letter === 'F' ? 'eventually' : letter === 'G' ? 'always' : this.weakOrStrong('X');
    if (this.text[this.at] !== '[' || this.text[this.at + 1] === ']') return operator(plain, [this.nested()]);
    const sugar = this.match(/\[\s*(\d*)\s*(?:(:|\.\.|,|to)\s*(\d*|\$|inf)\s*)?(!?)\s*\]/y);
    if (sugar === null || this.dialect === 'flloat') return this.fail(['[n]', '[n:m]', '[!]']);
    this.at += sugar[0].length;
    const strong = sugar[4] === '!';
    const next: FormulaKind = strong ? 'strong_next' : 'next';
    const from = sugar[1] === '' ? (letter === 'X' ? 1 : 0) : Number(sugar[1]);
    const open = sugar[3] === '' || sugar[3] === '$' || sugar[3] === 'inf';
    const to = sugar[2] === undefined ? from : open ? Infinity : Number(sugar[3]);
    if (letter === 'X' && sugar[2] !== undefined) this.fail(['[n]', '[!]']);
    if (from > LONGEST_SUGAR || (to !== Infinity && to > LONGEST_SUGAR) || from > to) {
      this.fail([`two step counts up to ${LONGEST_SUGAR}, the smaller first`], undefined, {
        type: 'bad_bound',
      });
    }
    return repeat(this.nested(), { letter, next, from, to });
  }

  private postfix(formula: Formula): Formula {
    const value = this.match(/\s*=\s*([01])/y);
    if (value === null || this.dialect !== 'spot') return formula;
    this.at += value[0].length;
    return value[1] === '1' ? formula : operator('not', [formula]);
  }

  private atom(): Formula {
    if (this.take('(')) {
      const inner = this.binary(0);
      if (!this.take(')')) this.fail(["')'", 'an operator']);
      return inner;
    }
    const quoted = this.match(/"((?:[^"\\]|\\.)*)"/y);
    if (quoted !== null) {
      this.at += quoted[0].length;
      return this.proposition(quoted[1]!.replace(/\\(.)/g, '$1'), quoted[0].length);
    }
    const digit = this.match(/[01](?![A-Za-z0-9_])/y) ?? this.match(/[01]/y);
    if (digit !== null && this.dialect === 'spot') {
      this.at++;
      return booleanOf(digit[0] === '1');
    }
    const word = this.match(this.dialect === 'flloat' ? /[a-z_][a-z0-9_]*/y : /[A-Za-z_.][A-Za-z0-9_.]*/y);
    if (word === null) return this.fail(['a proposition', "'('", "'!'", 'F', 'G', 'X', 'true', 'false']);
    this.at += word[0].length;
    return this.named(word[0]);
  }

  private named(word: string): Formula {
    if (/^(true|tt)$/i.test(word) && (this.dialect !== 'spot' || word.length === 4)) return booleanOf(true);
    if (/^(false|ff)$/i.test(word) && (this.dialect !== 'spot' || word.length === 5)) return booleanOf(false);
    if (this.dialect !== 'spot' && word === 'last') {
      // The conjunct is false on the empty trace, which has no last position.
      const nothingFollows = operator('not', [operator('strong_next', [booleanOf(true)])]);
      return operator('and', [nothingFollows, operator('eventually', [booleanOf(true)])]);
    }
    if (this.dialect === 'lydia' && word === 'end') return booleanOf(false);
    return this.proposition(word, word.length);
  }

  private proposition(name: string, length: number): Formula {
    if (this.known !== null && !this.known.includes(name)) {
      this.at -= length;
      const nearest = nearestNames(name, this.known);
      const mend = nearest.length > 0 ? `Did you mean ${nearest[0]}?` : 'Use a proposition of the trace.';
      this.fail(nearest.length > 0 ? nearest : ['a known proposition'], mend, {
        type: 'unknown_name',
        message: `'${name}' is not a known proposition`,
        nearest,
      });
    }
    return variable(name);
  }
}

/** X[n] f, F[n:m] f and G[n:m] f written out with next, as Spot does. */
function repeat(
  operand: Formula,
  sugar: { letter: string; next: FormulaKind; from: number; to: number },
): Formula {
  const { letter, next, from, to } = sugar;
  let formula = operand;
  if (letter !== 'X') {
    const join = letter === 'F' ? 'or' : 'and';
    if (to === Infinity) formula = operator(letter === 'F' ? 'eventually' : 'always', [operand]);
    else for (let k = from; k < to; k++) formula = operator(join, [operand, operator(next, [formula])]);
  }
  for (let k = 0; k < from; k++) formula = operator(next, [formula]);
  return formula;
}
