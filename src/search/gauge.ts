import { MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z } from './moves.ts';

/** Determinants of three moves are 0, 1, 2, 3 or 4 in size; times this, a dual vertex is whole. */
const DENOMINATOR = 12;

/**
 * Lower bound of the cost of a displacement under a table of 26 move costs: the greatest of a few linear functions,
 * grouped by the signs of the displacement. Three numbers a function, in twelfths of a cost unit.
 */
export type Gauge = { readonly byOctant: readonly Float64Array[] };

/**
 * The gauge of the convex hull of the moves scaled by their costs: h(d) = max p.d over the vertices p of
 * { p : p.m <= cost(m) for every move m } (linear programming duality), rounded up to a whole unit. Consistent for
 * any table: p.d <= cost(m) + p.(d - m), and rounding up keeps that because costs are whole. Computed in integers.
 * A cost below 0 marks a move that does not exist. Every table has the function 0, so h is never negative.
 */
export function gaugeOf(costs: Int32Array): Gauge {
  const vertices = [[0, 0, 0], ...dualVertices(costs)];
  const byOctant = Array.from({ length: 8 }, (_, octant) => {
    const sign = [octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1];
    const covers = (q: number[], p: number[]): boolean => q.every((v, i) => v * sign[i]! >= p[i]! * sign[i]!);
    const kept = vertices.filter((p, i) => {
      const same = (q: number[]): boolean => q.every((v, k) => v === p[k]);
      return !vertices.some((q, j) => covers(q, p) && (!same(q) || j < i));
    });
    return Float64Array.from(kept.flat());
  });
  return { byOctant };
}

/** Vertices of the dual polyhedron, times DENOMINATOR: where the bounds of three moves meet and no other is broken. */
function dualVertices(costs: Int32Array): number[][] {
  const found = new Map<string, number[]>();
  const moves = Array.from(costs.keys()).filter((m) => costs[m]! >= 0);
  for (let i = 0; i < moves.length; i++)
    for (let j = i + 1; j < moves.length; j++)
      for (let k = j + 1; k < moves.length; k++) {
        const p = meetingPoint(costs, moves[i]!, moves[j]!, moves[k]!);
        if (p && keepsBounds(costs, moves, p)) found.set(p.join(), p);
      }
  return [...found.values()];
}

/** The solution p of p.m = cost(m) for three moves, times DENOMINATOR (Cramer's rule); null if it is not one point. */
function meetingPoint(costs: Int32Array, a: number, b: number, c: number): number[] | null {
  const [ax, ay, az] = [MOVE_X[a]!, MOVE_Y[a]!, MOVE_Z[a]!];
  const [bx, by, bz] = [MOVE_X[b]!, MOVE_Y[b]!, MOVE_Z[b]!];
  const [cx, cy, cz] = [MOVE_X[c]!, MOVE_Y[c]!, MOVE_Z[c]!];
  // The cross products of two rows at a time are the columns of the inverse, up to the determinant.
  const [bcx, bcy, bcz] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
  const [cax, cay, caz] = [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax];
  const [abx, aby, abz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const determinant = ax * bcx + ay * bcy + az * bcz;
  if (determinant === 0) return null;
  const [p, q, r] = [costs[a]!, costs[b]!, costs[c]!];
  const scale = DENOMINATOR / determinant;
  return [
    (p * bcx + q * cax + r * abx) * scale,
    (p * bcy + q * cay + r * aby) * scale,
    (p * bcz + q * caz + r * abz) * scale,
  ];
}

function keepsBounds(costs: Int32Array, moves: readonly number[], p: readonly number[]): boolean {
  for (const m of moves) {
    if (p[0]! * MOVE_X[m]! + p[1]! * MOVE_Y[m]! + p[2]! * MOVE_Z[m]! > costs[m]! * DENOMINATOR) return false;
  }
  return true;
}

/** Lower bound in whole units of the cost to be displaced by (dx, dy, dz). */
export function gaugeCost(gauge: Gauge, dx: number, dy: number, dz: number): number {
  const functions = gauge.byOctant[(dx < 0 ? 1 : 0) | (dy < 0 ? 2 : 0) | (dz < 0 ? 4 : 0)]!;
  let most = 0;
  for (let i = 0; i < functions.length; i += 3) {
    const value = functions[i]! * dx + functions[i + 1]! * dy + functions[i + 2]! * dz;
    if (value > most) most = value;
  }
  return Math.ceil(most / DENOMINATOR);
}

/** The dearest costs that no layer undercuts: for each move the least over the layers, -1 where none has it. */
export function leastOverLayers(table: Int32Array): Int32Array {
  const least = new Int32Array(MOVE_COUNT).fill(-1);
  for (let i = 0; i < table.length; i++) {
    const m = i % MOVE_COUNT;
    if (table[i]! >= 0 && (least[m]! < 0 || table[i]! < least[m]!)) least[m] = table[i]!;
  }
  return least;
}
