import { type Result, err, ok } from '#base';
import { MOVE_AXES, MOVE_COUNT, MOVE_X, MOVE_Y, MOVE_Z, moveNumber } from './moves.ts';

/** Costs are whole units below this, so that sums of two fit a signed 32-bit integer. */
export const COST_LIMIT = 0x7fffffff;

/**
 * Integer costs of the seven kinds of move, indexed by the axes used (bit 0 x, 1 y, 2 z; index 0 is 0), in the
 * unit of the step lengths. Euclidean lengths rounded to the nearest unit, then kept monotone and submodular.
 */
export type StepCosts = Int32Array;

/** Why step lengths make no costs. */
export type StepError = { readonly type: 'bad_step'; readonly axis: 'x' | 'y' | 'z'; readonly value: number };

/** Lengths of one step along each axis, in whole cost units (millimetres, unless the caller scales). */
export type Steps = { readonly x: number; readonly y: number; readonly z: number };

/**
 * Costs from step lengths. Rounding may break c(xyz) + c(x) <= c(xy) + c(xz) by a unit, on which the exactness of
 * the heuristic rests; c(xyz) is then lowered by that unit (all other such relations survive rounding to nearest,
 * because an axis step is a whole number).
 */
export function stepCosts(steps: Steps): Result<StepCosts, StepError> {
  for (const axis of ['x', 'y', 'z'] as const) {
    const value = steps[axis];
    if (!(Number.isInteger(value) && value >= 1 && value <= 0x3fffffff / 2))
      return err({ type: 'bad_step', axis, value });
  }
  const { x, y, z } = steps;
  const round = (...sides: number[]): number => Math.round(Math.sqrt(sides.reduce((s, a) => s + a * a, 0)));
  const [xy, xz, yz] = [round(x, y), round(x, z), round(y, z)];
  const xyz = Math.min(round(x, y, z), xy + xz - x, xy + yz - y, xz + yz - z);
  return ok(Int32Array.of(0, x, y, xy, z, xz, yz, xyz));
}

/** The cost of each of the 26 moves. */
export function moveCosts(costs: StepCosts): Int32Array {
  return MOVE_AXES.map((axes) => costs[axes]!);
}

/**
 * Coefficients of the obstacle-free cost: three for each of the eight outcomes of the comparisons in `orderCode`.
 * For a displacement sorted a >= b >= c over axes i, j, k the cost is c(ijk) c + c(ij) (b - c) + c(i) (a - b):
 * the Lovasz extension (1983) of the submodular set function `costs`, which is the least cost of any integer
 * combination of moves, hence exact and, being a norm, consistent.
 */
export function heuristicCoefficients(costs: StepCosts): Int32Array {
  const table = new Int32Array(24);
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  for (const [i, j, k] of orders) {
    const weight = [0, 0, 0];
    weight[i] = costs[1 << i]!;
    weight[j] = costs[(1 << i) | (1 << j)]! - costs[1 << i]!;
    weight[k] = costs[7]! - costs[(1 << i) | (1 << j)]!;
    const rank = [0, 0, 0];
    rank[i] = 2;
    rank[j] = 1;
    const code = orderCode(rank[0]!, rank[1]!, rank[2]!);
    for (let axis = 0; axis < 3; axis++) table[code * 3 + axis] = weight[axis]!;
  }
  return table;
}

/** Which of |x| >= |y|, |y| >= |z|, |x| >= |z| hold, as bits; two of the eight codes cannot occur. */
export function orderCode(ax: number, ay: number, az: number): number {
  return (ax >= ay ? 1 : 0) | (ay >= az ? 2 : 0) | (ax >= az ? 4 : 0);
}

/** Least cost between cells that are (dx, dy, dz) apart when nothing is in the way, in units. */
export function freeCost(table: Int32Array, dx: number, dy: number, dz: number): number {
  const [ax, ay, az] = [Math.abs(dx), Math.abs(dy), Math.abs(dz)];
  const at = orderCode(ax, ay, az) * 3;
  return ax * table[at]! + ay * table[at + 1]! + az * table[at + 2]!;
}

/**
 * For each arriving move, the moves out of the cell that are worth trying when all 27 cells around it are free.
 * Left out are moves whose end the parent reaches no dearer by one move (`oneStep`: its relaxation changed nothing
 * and cannot now), and with `twoSteps` also those that the parent reaches strictly cheaper by two moves through
 * free cells (such an edge is on no shortest path; sound only where closed costs are final).
 */
export function usefulMoves(costs: Int32Array, twoSteps: boolean): Int32Array {
  const useful = new Int32Array(MOVE_COUNT + 1);
  useful[MOVE_COUNT] = (1 << MOVE_COUNT) - 1;
  for (let m = 0; m < MOVE_COUNT; m++) {
    for (let n = 0; n < MOVE_COUNT; n++) {
      if (!dominated(costs, m, n, twoSteps)) useful[m]! |= 1 << n;
    }
  }
  return useful;
}

function dominated(costs: Int32Array, m: number, n: number, twoSteps: boolean): boolean {
  const via = costs[m]! + costs[n]!;
  const [x, y, z] = [MOVE_X[m]! + MOVE_X[n]!, MOVE_Y[m]! + MOVE_Y[n]!, MOVE_Z[m]! + MOVE_Z[n]!];
  if (x === 0 && y === 0 && z === 0) return true;
  const direct = moveNumber(x, y, z);
  if (direct >= 0 && costs[direct]! <= via) return true;
  if (!twoSteps) return false;
  for (let a = 0; a < MOVE_COUNT; a++) {
    // The middle cell must lie among the 27 around the cell, which is the move m away from the parent.
    const away = Math.max(
      Math.abs(MOVE_X[a]! - MOVE_X[m]!),
      Math.abs(MOVE_Y[a]! - MOVE_Y[m]!),
      Math.abs(MOVE_Z[a]! - MOVE_Z[m]!),
    );
    const second = moveNumber(x - MOVE_X[a]!, y - MOVE_Y[a]!, z - MOVE_Z[a]!);
    if (away <= 1 && second >= 0 && costs[a]! + costs[second]! < via) return true;
  }
  return false;
}
