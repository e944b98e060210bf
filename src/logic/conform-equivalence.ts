import { createRng, type Rng } from '#base';
import type { ConformResult } from './conform-row.ts';
import { finiteEvaluator } from './finite-ltl.ts';
import { type Formula, variablesOf } from './formula.ts';
import { holdsOnLasso } from './lasso.ts';
import { parseLtl } from './parse-ltl.ts';

/** Random words tried where all words would be too many. */
const LASSO_TRIES = 600;
const FINITE_TRIES = 600;

/**
 * A row that says whether two Spot formulas are equivalent: on infinite words, and on finite ones with weak
 * or strong X. A claimed difference must be found; a claimed equivalence must survive every word tried
 * (which tests it and does not prove it). The seed is fixed, so the answer is too.
 */
export function conformEquivalence(id: string, row: Readonly<Record<string, unknown>>): ConformResult {
  const sides = [row['lhs'], row['rhs']].map((text) => parseLtl(String(text), 'spot', null));
  const [lhs, rhs] = [sides[0]!, sides[1]!];
  if (!lhs.ok || !rhs.ok) {
    const error = !lhs.ok ? lhs.error : !rhs.ok ? rhs.error : null;
    return { id, passed: false, expected: '', got: 'an error', note: error?.message ?? '' };
  }
  const names = [...new Set([...variablesOf(lhs.value), ...variablesOf(rhs.value)])].sort();
  const rng = createRng(7);
  const got = {
    equivalent_infinite: sameOnLassos(lhs.value, rhs.value, names, rng.fork('lassos')),
    equivalent_ltlf_nonempty_X_weak: sameOnFinite(lhs.value, rhs.value, names, rng.fork('finite')),
    equivalent_ltlf_nonempty_X_strong: sameOnFinite(
      strongNext(lhs.value),
      strongNext(rhs.value),
      names,
      rng.fork('finite'),
    ),
  };
  const claims = Object.entries(got).filter(([key]) => typeof row[key] === 'boolean');
  const passed = claims.length > 0 && claims.every(([key, value]) => row[key] === value);
  const text = (of: (key: string, value: boolean) => unknown): string =>
    claims.map(([key, value]) => `${key}=${String(of(key, value))}`).join(' ');
  return { id, passed, expected: text((key) => row[key]), got: text((_, value) => value), note: '' };
}

/** The same text where X is the strong next. */
function strongNext(formula: Formula): Formula {
  const args = formula.args.map(strongNext);
  return { ...formula, args, kind: formula.kind === 'next' ? 'strong_next' : formula.kind };
}

function letter(names: readonly string[], rng: Rng, density: number): ReadonlySet<string> {
  return new Set(names.filter(() => rng.next() < density));
}

function word(names: readonly string[], rng: Rng, length: number): ReadonlySet<string>[] {
  const density = 0.2 + 0.6 * rng.next();
  return Array.from({ length }, () => letter(names, rng, density));
}

function sameOnLassos(lhs: Formula, rhs: Formula, names: readonly string[], rng: Rng): boolean {
  for (let k = 0; k < LASSO_TRIES; k++) {
    const lasso = { stem: word(names, rng, rng.int(4)), loop: word(names, rng, 1 + rng.int(4)) };
    if (holdsOnLasso(lhs, lasso) !== holdsOnLasso(rhs, lasso)) return false;
  }
  return true;
}

function sameOnFinite(lhs: Formula, rhs: Formula, names: readonly string[], rng: Rng): boolean {
  const [left, right] = [finiteEvaluator(lhs), finiteEvaluator(rhs)];
  for (let k = 0; k < FINITE_TRIES; k++) {
    const trace = word(names, rng, 1 + rng.int(5));
    if (left(trace)[0] !== right(trace)[0]) return false;
  }
  return true;
}
