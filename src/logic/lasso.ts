import type { Formula } from './formula.ts';

/** An ultimately periodic infinite word: the letters of `stem`, then those of `loop` for ever. */
export type Lasso = {
  readonly stem: readonly ReadonlySet<string>[];
  readonly loop: readonly ReadonlySet<string>[];
};

/**
 * Truth of an LTL formula on an infinite word, by least and greatest fixpoints over its finitely many
 * different suffixes. Both nexts are the same there.
 */
export function holdsOnLasso(formula: Formula, word: Lasso): boolean {
  const letters = [...word.stem, ...word.loop];
  const n = letters.length;
  const next = (i: number): number => (i + 1 < n ? i + 1 : word.stem.length);
  const done = new Map<Formula, boolean[]>();
  const fixpoint = (start: boolean, rule: (i: number, after: boolean) => boolean): boolean[] => {
    const value = letters.map(() => start);
    // Twice around: information flows backwards through the loop at most once.
    for (let round = 0; round < 2; round++) {
      for (let i = n - 1; i >= 0; i--) value[i] = rule(i, value[next(i)]!);
    }
    return value;
  };
  const at = (f: Formula): boolean[] => {
    let value = done.get(f);
    if (value === undefined) done.set(f, (value = compute(f)));
    return value;
  };
  const compute = (f: Formula): boolean[] => {
    if (f.kind === 'variable') return letters.map((letter) => letter.has(f.name!));
    if (f.kind === 'boolean') return letters.map(() => f.value === 1);
    const a = at(f.args[0]!);
    const b = f.args.length > 1 ? at(f.args[1]!) : a;
    switch (f.kind) {
      case 'not':
        return a.map((v) => !v);
      case 'and':
        return a.map((v, i) => v && b[i]!);
      case 'or':
        return a.map((v, i) => v || b[i]!);
      case 'implies':
        return a.map((v, i) => !v || b[i]!);
      case 'iff':
        return a.map((v, i) => v === b[i]);
      case 'xor':
        return a.map((v, i) => v !== b[i]);
      case 'next':
      case 'strong_next':
        return a.map((_, i) => a[next(i)]!);
      case 'always':
        return fixpoint(true, (i, after) => a[i]! && after);
      case 'eventually':
        return fixpoint(false, (i, after) => a[i]! || after);
      case 'until':
        return fixpoint(false, (i, after) => b[i]! || (a[i]! && after));
      case 'unless':
        return fixpoint(true, (i, after) => b[i]! || (a[i]! && after));
      case 'release':
        return fixpoint(true, (i, after) => b[i]! && (a[i]! || after));
      default:
        return fixpoint(false, (i, after) => b[i]! && (a[i]! || after));
    }
  };
  return at(formula)[0]!;
}
