import { type Result, err, ok } from '#base';

/**
 * A linear assignment problem in integers. `costs` is row-major, `rows * columns` long. A pair whose mask byte is not 0
 * is forbidden, whatever its cost. `unassigned_costs[r]` is the price of leaving row r without a column; null says that
 * every row must be assigned. No stand-in "large" cost is used for either.
 */
export type LapProblem = {
  readonly rows: number;
  readonly columns: number;
  readonly costs: Int32Array;
  readonly forbidden: Uint8Array | null;
  readonly unassigned_costs: Int32Array | null;
};

/**
 * A cheapest assignment and its proof: `row_prices` and `column_prices` are a feasible dual solution whose sum equals
 * `total`, so no assignment is cheaper (`certifiesLap` checks it). `column_of[r]` is -1 where row r is left out.
 */
export type LapAnswer = {
  readonly column_of: Int32Array;
  readonly total: number;
  readonly row_prices: Float64Array;
  readonly column_prices: Float64Array;
};

/** Why a problem has no assignment. */
export type LapError =
  | { readonly type: 'bad_problem'; readonly message: string }
  | { readonly type: 'infeasible'; readonly row: number; readonly message: string };

/**
 * Cheapest assignment by shortest augmenting paths (Jonker and Volgenant, 1987; the row-by-row form of Crouse, 2016).
 * Costs are 32-bit integers, so every sum is exact in a double. The same problem gives the same answer; among equally
 * cheap columns the lower number is reached first.
 */
export function solveLap(problem: LapProblem): Result<LapAnswer, LapError> {
  const fault = faultOf(problem);
  if (fault !== null) return err({ type: 'bad_problem', message: fault });
  const work = startWork(problem);
  for (let row = 0; row < problem.rows; row++) {
    if (work.columnOf[row] !== UNSEEN) continue;
    if (!augment(work, row)) {
      return err({ type: 'infeasible', row, message: `row ${row} finds no column among those allowed` });
    }
  }
  return ok({
    column_of: work.columnOf,
    total: totalOf(problem, work.columnOf),
    row_prices: work.u,
    column_prices: work.v,
  });
}

/** Whether the prices of an answer prove it cheapest: dual feasible, tight on every chosen pair, free columns at 0. */
export function certifiesLap(problem: LapProblem, answer: LapAnswer): boolean {
  const { rows, columns, costs, forbidden, unassigned_costs } = problem;
  const { column_of, row_prices: u, column_prices: v } = answer;
  const taken = new Uint8Array(columns);
  let dual = 0;
  for (let r = 0; r < rows; r++) {
    dual += u[r]!;
    const chosen = column_of[r]!;
    if (chosen === -1 && (unassigned_costs === null || u[r] !== unassigned_costs[r])) return false;
    if (unassigned_costs !== null && u[r]! > unassigned_costs[r]!) return false;
    for (let c = 0; c < columns; c++) {
      const slack =
        forbidden !== null && forbidden[r * columns + c] !== 0
          ? Infinity
          : costs[r * columns + c]! - u[r]! - v[c]!;
      if (slack < 0 || (c === chosen && slack !== 0)) return false;
    }
    if (chosen >= 0) {
      if (taken[chosen] !== 0) return false;
      taken[chosen] = 1;
    }
  }
  for (let c = 0; c < columns; c++) {
    dual += v[c]!;
    if (v[c]! > 0 || (taken[c] === 0 && v[c] !== 0)) return false;
  }
  return dual === answer.total;
}

/** Sum of the chosen pairs' costs and of the unassigned rows' prices. */
export function totalOf(problem: LapProblem, column_of: Int32Array): number {
  let total = 0;
  for (let r = 0; r < problem.rows; r++) {
    const c = column_of[r]!;
    total += c < 0 ? problem.unassigned_costs![r]! : problem.costs[r * problem.columns + c]!;
  }
  return total;
}

/** Row not yet decided; -1 is decided: unassigned. */
const UNSEEN = -2;

type Work = {
  readonly n: number;
  readonly m: number;
  /** Costs as doubles, Infinity where forbidden: sums stay exact, comparisons need no mask. */
  readonly cost: Float64Array;
  readonly idle: Int32Array | null;
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
  readonly dist: Float64Array;
  readonly via: Int32Array;
  readonly open: Int32Array;
  readonly seenRows: Int32Array;
  readonly rowDist: Float64Array;
};

function faultOf(p: LapProblem): string | null {
  const isCount = (x: number): boolean => Number.isInteger(x) && x >= 0 && x <= 100_000;
  if (!isCount(p.rows) || !isCount(p.columns)) return 'rows and columns are counts from 0 to 100000';
  if (p.costs.length !== p.rows * p.columns) return 'costs must hold rows * columns numbers';
  if (p.forbidden !== null && p.forbidden.length !== p.costs.length)
    return 'the mask must be as long as costs';
  if (p.unassigned_costs !== null && p.unassigned_costs.length !== p.rows)
    return 'there must be one unassigned cost a row';
  return null;
}

/** Prices of rows at their cheapest choice, columns at 0, and every row matched whose cheapest column is still free. */
function startWork(p: LapProblem): Work {
  const { rows: n, columns: m } = p;
  const cost = new Float64Array(n * m);
  const u = new Float64Array(n);
  const columnOf = new Int32Array(n).fill(UNSEEN);
  const rowOf = new Int32Array(m).fill(-1);
  for (let r = 0; r < n; r++) {
    const idle = p.unassigned_costs === null ? Infinity : p.unassigned_costs[r]!;
    let least = idle;
    let at = -1;
    for (let c = 0, i = r * m; c < m; c++, i++) {
      const x = p.forbidden !== null && p.forbidden[i] !== 0 ? Infinity : p.costs[i]!;
      cost[i] = x;
      if (x < least || (x === least && x < Infinity && (at < 0 || (rowOf[at]! >= 0 && rowOf[c]! < 0)))) {
        least = x;
        at = c;
      }
    }
    u[r] = least === Infinity ? 0 : least;
    if (at >= 0 && rowOf[at] === -1) {
      columnOf[r] = at;
      rowOf[at] = r;
    }
  }
  return {
    n,
    m,
    cost,
    idle: p.unassigned_costs,
    u,
    v: new Float64Array(m),
    columnOf,
    rowOf,
    dist: new Float64Array(m),
    via: new Int32Array(m),
    open: new Int32Array(m),
    seenRows: new Int32Array(n),
    rowDist: new Float64Array(n),
  };
}

/**
 * Dijkstra over reduced costs from one row to the nearest end: a free column, or a row that had better stay idle.
 * Then prices move by the distances and the path is flipped. False when no end can be reached.
 */
function augment(w: Work, start: number): boolean {
  const { m, cost, idle, u, v, rowOf, dist, via, open, seenRows, rowDist } = w;
  dist.fill(Infinity);
  for (let c = 0; c < m; c++) open[c] = c;
  let left = m;
  let seen = 0;
  let row = start;
  let base = 0;
  let idleBest = Infinity;
  let idleRow = -1;
  let end = -1;
  for (;;) {
    seenRows[seen] = row;
    rowDist[seen++] = base;
    if (idle !== null) {
      const d = base + (idle[row]! - u[row]!);
      if (d < idleBest) {
        idleBest = d;
        idleRow = row;
      }
    }
    const shift = base - u[row]!;
    const from = row * m;
    let best = Infinity;
    let bestAt = -1;
    for (let k = 0; k < left; k++) {
      const c = open[k]!;
      const d = shift + cost[from + c]! - v[c]!;
      if (d < dist[c]!) {
        dist[c] = d;
        via[c] = row;
      }
      const now = dist[c]!;
      if (now < best || (now === best && bestAt >= 0 && before(rowOf, c, open[bestAt]!))) {
        best = now;
        bestAt = k;
      }
    }
    if (idleBest <= best) {
      if (idleBest === Infinity) return false;
      settle(w, seen, left, idleBest);
      flip(w, start, w.columnOf[idleRow]!, idleRow);
      return true;
    }
    const c = open[bestAt]!;
    open[bestAt] = open[--left]!;
    open[left] = c;
    base = best;
    if (rowOf[c] === -1) {
      end = c;
      break;
    }
    row = rowOf[c]!;
  }
  settle(w, seen, left, base);
  flip(w, start, end, -1);
  return true;
}

/** Ties go to a free column, which ends the search, then to the lower number. */
function before(rowOf: Int32Array, a: number, b: number): boolean {
  const freeA = rowOf[a] === -1;
  return freeA === (rowOf[b] === -1) ? a < b : freeA;
}

/** New prices: rows seen and columns closed (those from `left` on in `open`) move by how far they lie before the end. */
function settle(w: Work, seen: number, left: number, end: number): void {
  for (let k = 0; k < seen; k++) w.u[w.seenRows[k]!]! += end - w.rowDist[k]!;
  for (let k = left; k < w.m; k++) {
    const c = w.open[k]!;
    if (w.dist[c]! < end) w.v[c]! += w.dist[c]! - end;
  }
}

/** Walks back from the end column (or from the column that `idleRow` gives up) to the start, moving each row on. */
function flip(w: Work, start: number, endColumn: number, idleRow: number): void {
  let c = endColumn;
  if (idleRow >= 0) {
    w.columnOf[idleRow] = -1;
    if (idleRow === start) return;
  }
  for (;;) {
    const row = w.via[c]!;
    const next = w.columnOf[row]!;
    w.columnOf[row] = c;
    w.rowOf[c] = row;
    if (row === start) return;
    c = next;
  }
}
