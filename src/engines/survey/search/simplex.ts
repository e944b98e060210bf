/** A linear program: minimise cost x subject to rows, x not negative. */
export type LinearProgram = {
  readonly cost: readonly number[];
  readonly rows: readonly {
    readonly a: readonly number[];
    readonly op: '<=' | '>=' | '=';
    readonly b: number;
  }[];
};

const EPS = 1e-9;

/**
 * Solves a small program by the two-phase tableau simplex with Bland's rule (no cycling); null where no solution
 * exists or the cost has no least value. Meant for tens of variables.
 */
export function solveLinear(
  lp: LinearProgram,
): { readonly x: readonly number[]; readonly value: number } | null {
  const n = lp.cost.length;
  const m = lp.rows.length;
  const rows = lp.rows.map((r) => (r.b < 0 ? flip(r) : r));
  const slacks = rows.filter((r) => r.op !== '=').length;
  const width = n + slacks + m + 1;
  const t: Float64Array[] = [];
  const basis: number[] = [];
  let slack = n;
  rows.forEach((r, i) => {
    const row = new Float64Array(width);
    r.a.forEach((a, j) => (row[j] = a));
    if (r.op === '<=') row[slack++] = 1;
    else if (r.op === '>=') row[slack++] = -1;
    row[n + slacks + i] = 1;
    row[width - 1] = r.b;
    t.push(row);
    basis.push(n + slacks + i);
  });
  const artificial = n + slacks;
  const first = new Float64Array(width);
  for (const row of t)
    for (let j = 0; j < width; j++) first[j]! -= j >= artificial && j < width - 1 ? 0 : row[j]!;
  if (!pivotAll(t, basis, first, artificial)) return null;
  if (first[width - 1]! < -1e-6) return null;
  const second = new Float64Array(width);
  lp.cost.forEach((c, j) => (second[j] = c));
  basis.forEach((b, i) => {
    const c = b < n ? lp.cost[b]! : 0;
    if (c !== 0) for (let j = 0; j < width; j++) second[j]! -= c * t[i]![j]!;
  });
  if (!pivotAll(t, basis, second, artificial)) return null;
  const x = new Array<number>(n).fill(0);
  basis.forEach((b, i) => {
    if (b < n) x[b] = t[i]![width - 1]!;
  });
  return { x, value: x.reduce((sum, v, j) => sum + v * lp.cost[j]!, 0) };
}

function flip(r: LinearProgram['rows'][number]): LinearProgram['rows'][number] {
  const op = r.op === '<=' ? '>=' : r.op === '>=' ? '<=' : '=';
  return { a: r.a.map((v) => -v), op, b: -r.b };
}

/** Pivots until no reduced cost is negative; false where the program has no least value. */
function pivotAll(t: Float64Array[], basis: number[], reduced: Float64Array, columns: number): boolean {
  const width = reduced.length;
  for (let guard = 0; guard < 5000; guard++) {
    let enter = -1;
    for (let j = 0; j < columns; j++)
      if (reduced[j]! < -EPS) {
        enter = j;
        break;
      }
    if (enter < 0) return true;
    let leave = -1;
    let best = Infinity;
    t.forEach((row, i) => {
      if (!(row[enter]! > EPS)) return;
      const ratio = row[width - 1]! / row[enter]!;
      if (ratio < best - EPS || (Math.abs(ratio - best) <= EPS && basis[i]! < basis[leave]!)) {
        best = ratio;
        leave = i;
      }
    });
    if (leave < 0) return false;
    pivot(t, reduced, leave, enter);
    basis[leave] = enter;
  }
  return true;
}

function pivot(t: Float64Array[], reduced: Float64Array, leave: number, enter: number): void {
  const row = t[leave]!;
  const k = row[enter]!;
  for (let j = 0; j < row.length; j++) row[j]! /= k;
  for (const other of [...t, reduced]) {
    if (other === row) continue;
    const f = other[enter]!;
    if (f !== 0) for (let j = 0; j < row.length; j++) other[j]! -= f * row[j]!;
  }
}
