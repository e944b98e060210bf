import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng, type Rng } from '#base';
import {
  type Dialect,
  type Formula,
  formatFormula,
  type FormulaKind,
  type ParseOptions,
  parseSpec,
  sameFormula,
  type SpecError,
} from './index.ts';

function read(text: string, options: Partial<ParseOptions> = {}): string {
  const parsed = parseSpec(text, { dialect: 'rtamt', ...options });
  assert.ok(parsed.ok, `${text}: ${JSON.stringify(parsed)}`);
  return formatFormula(parsed.value.formula, 'full_parens');
}

function refused(text: string, options: Partial<ParseOptions> = {}): SpecError {
  const parsed = parseSpec(text, { dialect: 'rtamt', ...options });
  assert.ok(!parsed.ok, `${text} was read as ${parsed.ok ? formatFormula(parsed.value.formula) : ''}`);
  assert.ok(parsed.error.mend.length > 0 && parsed.error.line >= 1 && parsed.error.column >= 1);
  return parsed.error;
}

test('precedence and associativity are those of the RTAMT grammar', () => {
  const cases: [string, string][] = [
    ['a -> b -> c', '((a) -> (b)) -> (c)'],
    ['a xor b iff c', '(a) xor ((b) <-> (c))'],
    ['always a>1 and b>1', '(always((a) > (1))) and ((b) > (1))'],
    ['not a > 1', 'not((a) > (1))'],
    ['a until b since c', '((a) until (b)) since (c)'],
    ['a unless b until c', '(a) unless ((b) until (c))'],
    ['a or b and c', '(a) or ((b) and (c))'],
    ['a + b * c - d', '((a) + ((b) * (c))) - (d)'],
    ['- a * b', '(-(a)) * (b)'],
    ['always next a and b', '(always(next(a))) and (b)'],
    ['next a until b', '(next(a)) until (b)'],
    ['G[0,5] F[1:2] a', 'always[0,5](eventually[1,2](a))'],
    ['a U[2,3] b', '(a) until[2,3] (b)'],
    ['H O a S b', '(historically(once(a))) since (b)'],
    ['a !== b', '(a) != (b)'],
    ['rise(a > 1) & ! b | c', '((rise((a) > (1))) and (not(b))) or (c)'],
    ['pow(a, 2) + log(b, 10) > ln(c)', '((pow(a, 2)) + (log(b, 10))) > (ln(c))'],
    ['true -> false', '(true) -> (false)'],
    ['a release[0,2] b', '(a) release[0,2] (b)'],
    ['x > -1', '(x) > (-1)'],
  ];
  for (const [text, want] of cases) assert.equal(read(text), want);
});

test('literals, comments, units and endless windows', () => {
  assert.equal(read('x > 1_000 /* metres */ // really'), '(x) > (1000)');
  assert.equal(read('x > 0x1F or x < 0b101'), '((x) > (31)) or ((x) < (5))');
  assert.equal(read('x > 1.5e2 and x < .5'), '((x) > (150)) and ((x) < (0.5))');
  assert.equal(read('always[100ms, 1500ms] x'), 'always[0.1,1.5](x)');
  assert.equal(read('always[1, 500 ms] x', { unit: 's' }), 'always[0.001,0.5](x)');
  assert.equal(read('eventually[2, inf] x'), 'eventually[2,inf](x)');
  assert.equal(read('always[0, w] x', { constants: { w: 3 } }), 'always[0,3](x)');
  assert.equal(read('a/b > 1'), '(a/b) > (1)');
  assert.equal(read('a / b > 1'), '((a) / (b)) > (1)');
});

test('specification text: header, declarations, constants, sub-specifications', () => {
  const parsed = parseSpec(
    `specification height
     from msgs import Pose
     input float alt;
     output float speed
     Pose p;
     const float limit = 120;
     @topic(alt, drone)
     low = alt < limit;
     out = always (low and p.x > speed)`,
    { dialect: 'rtamt' },
  );
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const { value } = parsed;
  assert.equal(value.name, 'height');
  assert.equal(formatFormula(value.formula), 'always(((alt) < (120)) and ((p.x) > (speed)))');
  assert.deepEqual(value.variables, ['alt', 'p.x', 'speed']);
  assert.deepEqual(
    value.declarations.map((d) => d.io),
    ['input', 'output', 'output'],
  );
  assert.equal(value.assertions.length, 2);
  assert.equal(read('always near', { sub_specs: ['near = d < 5;'] }), 'always((d) < (5))');
});

test('errors say where, what was expected, what is nearest and how to mend it', () => {
  const at = (error: SpecError): [number, number] => [error.line, error.column];
  const open = refused('always (alt > 1', { signals: ['alt'] });
  assert.deepEqual(at(open), [1, 16]);
  assert.deepEqual(open.expected, ["')'"]);
  const typo = refused('always (altt > 1)', { signals: ['alt', 'dist'] });
  assert.equal(typo.type, 'unknown_name');
  assert.equal(typo.nearest![0], 'alt');
  assert.match(typo.mend, /Did you mean alt/);
  assert.equal(refused('alwys (alt > 1)', { signals: ['alt'] }).nearest![0], 'always');
  assert.match(refused('alt > 1 && alt < 2').mend, /'and' instead of '&&'/);
  assert.match(refused('alt = 3', { signals: ['alt'] }).mend, /==/);
  assert.equal(refused('G[3,2] x').type, 'bad_bound');
  assert.equal(refused('G[-1,2] x').type, 'bad_bound');
  assert.equal(refused('G[1s,2] x').type, 'bad_unit');
  assert.equal(refused('G[1,2 min] x').type, 'bad_unit');
  assert.equal(refused('G[0,w] x').type, 'unknown_name');
  assert.match(refused('a/b > 1', { signals: ['a', 'b'] }).mend, /a \/ b/);
  assert.deepEqual(at(refused('a > 1;\n  b >')), [2, 6]);
  assert.equal(refused('const float c = 1; const float c = 2; x > c').type, 'duplicate_name');
  assert.equal(refused('s > 1').type, 'syntax');
  assert.equal(refused('(('.repeat(400) + 'x').type, 'too_long');
  assert.equal(refused('').type, 'syntax');
  assert.equal(refused('x precedes y').type, 'bad_bound');
});

test('always p and q gets a warning, its deliberate forms do not', () => {
  const kinds = (text: string): string[] => {
    const parsed = parseSpec(text, { dialect: 'rtamt', signal_units: { alt: 'm', v: 'm/s' } });
    assert.ok(parsed.ok);
    return parsed.value.warnings.map((w) => w.type);
  };
  assert.deepEqual(kinds('always p and q'), ['unparenthesised_temporal']);
  assert.deepEqual(kinds('always (p > 1) and (q > 1)'), ['unparenthesised_temporal']);
  assert.deepEqual(kinds('always p -> eventually q'), ['unparenthesised_temporal']);
  assert.deepEqual(kinds('r and always p and q'), ['unparenthesised_temporal']);
  assert.deepEqual(kinds('always (p and q)'), []);
  assert.deepEqual(kinds('(always p) and q'), []);
  assert.deepEqual(kinds('always p and always q'), []);
  assert.deepEqual(kinds('alt > v'), ['mixed_units']);
  assert.deepEqual(kinds('alt > 1 > 2'), ['compared_formula']);
  assert.deepEqual(kinds('alt/v > 2'), ['name_with_slash']);
});

const UNARY: FormulaKind[] =
  'negate abs sqrt exp ln not rise fall next strong_next prev strong_prev always eventually historically once'.split(
    ' ',
  ) as FormulaKind[];
const BINARY: FormulaKind[] =
  'add subtract multiply divide pow log and or implies iff xor until since unless release precedes'.split(
    ' ',
  ) as FormulaKind[];
const BOUNDED = new Set<FormulaKind>(
  'always eventually historically once until since unless release precedes'.split(' ') as FormulaKind[],
);

function randomFormula(rng: Rng, depth: number): Formula {
  if (depth === 0) {
    const leaf = rng.int(3);
    if (leaf === 0) return { kind: 'variable', args: [], name: rng.pick(['x', 'y_1', 'pos.x', '$v']) };
    if (leaf === 1)
      return { kind: 'number', args: [], value: rng.pick([0, 1, -2.5, 1e-7, 123456.789, 3e20]) };
    return { kind: 'boolean', args: [], value: rng.int(2) };
  }
  if (rng.next() < 0.15) {
    const args = [randomFormula(rng, depth - 1), randomFormula(rng, depth - 1)];
    return { kind: 'compare', args, compare: rng.pick(['<', '<=', '>', '>=', '==', '!='] as const) };
  }
  const kind = rng.pick(rng.next() < 0.5 ? UNARY : BINARY);
  const args = [randomFormula(rng, depth - 1)];
  if (BINARY.includes(kind)) args.push(randomFormula(rng, depth - 1));
  // A minus before a number is that number.
  if (kind === 'negate' && args[0]!.kind === 'number') return args[0]!;
  if (!BOUNDED.has(kind) || (kind !== 'precedes' && rng.next() < 0.4)) return { kind, args };
  const from = rng.pick([0, 0.25, 3]);
  const to = kind !== 'precedes' && rng.next() < 0.2 ? Infinity : from + rng.pick([0, 0.1, 7]);
  return { kind, args, bound: { from, to, unit: 'sec' } };
}

test('5,000 random formulas come back from their fully parenthesised text', () => {
  const rng = createRng(51);
  for (let c = 0; c < 5000; c++) {
    const formula = randomFormula(rng, rng.int(5));
    const text = formatFormula(formula);
    const parsed = parseSpec(text, { dialect: 'rtamt' });
    assert.ok(parsed.ok, `${text}: ${JSON.stringify(parsed)}`);
    assert.ok(sameFormula(parsed.value.formula, formula), text);
    assert.equal(formatFormula(parsed.value.formula), text);
  }
});

test('damaged text is refused or read, and never throws', () => {
  const rng = createRng(52);
  const alphabet = [...'abxG[],():;<>=!&|*/+-.0123 \n"^~', 'always ', 'until', 'inf', '->', 's', '✓'];
  for (let c = 0; c < 4000; c++) {
    const text = Array.from({ length: rng.int(24) }, () => rng.pick(alphabet)).join('');
    for (const dialect of ['rtamt', 'spot', 'flloat', 'lydia'] as const) {
      const parsed = parseSpec(text, { dialect });
      if (!parsed.ok)
        assert.ok(parsed.error.line >= 1 && parsed.error.column >= 1 && parsed.error.mend !== '', text);
    }
  }
});

test('Spot text: lexing by context, precedence, sugar, and X by dialect', () => {
  const ltl = (text: string, dialect: Dialect = 'spot'): string => read(text, { dialect });
  const cases: [string, string][] = [
    ['GFa', 'always(eventually(a))'],
    ['XXXFb', 'next(next(next(eventually(b))))'],
    ['FG__GFF', 'eventually(always(__GFF))'],
    ['F0', 'F0'],
    ['p=0Uq=1', '(not(p)) until (q)'],
    ['a U b U c', '(a) until ((b) until (c))'],
    ['a & b ^ c | d', '(((a) and (b)) xor (c)) or (d)'],
    ['a -> b -> c', '(a) -> ((b) -> (c))'],
    ['a M b W c', '((b) unless (c)) until ((a) and ((b) unless (c)))'],
    ['X[!]a & Xb', '(s_next(a)) and (next(b))'],
    ['X[2]a', 'next(next(a))'],
    ['F[1:2]a', 'next((a) or (next(a)))'],
    ['G[0:1!]a', '(a) and (s_next(a))'],
    ['[]<>a => ¬b ∧ c', '(always(eventually(a))) -> ((not(b)) and (c))'],
    ['"a b" R 1', '("a b") release (true)'],
  ];
  for (const [text, want] of cases) assert.equal(ltl(text), want, text);
  assert.equal(ltl('X a', 'flloat'), 's_next(a)');
  assert.equal(ltl('WX a', 'flloat'), 'next(a)');
  assert.equal(ltl('X a', 'lydia'), 'next(a)');
  assert.equal(ltl('a U b & c', 'lydia'), '(a) until ((b) and (c))');
  assert.equal(ltl('a U b R c', 'flloat'), '(a) until ((b) release (c))');
  assert.equal(refused('a U', { dialect: 'spot' }).column, 4);
  assert.equal(refused('a & bb', { dialect: 'spot', signals: ['a', 'b'] }).nearest![0], 'b');
});
