import { assert } from '#base';
import type { ArithmeticKind, Comparison } from './formula.ts';
import { arithmetic } from './program.ts';

/** A column to read: index i is at values[i * stride]; stride 0 repeats one number. */
export type Column = { readonly values: Float64Array; readonly stride: 0 | 1 };

/** The first index at which arithmetic had no answer (root of a negative, division by 0), or -1. */
export type FirstBad = number;

/** Exact arithmetic column by column; answers the first index without a result, or -1. */
export function arithmeticColumn(kind: ArithmeticKind, out: Float64Array, a: Column, b: Column): FirstBad {
  const { values: x, stride: sx } = a;
  const { values: y, stride: sy } = b;
  const n = out.length;
  switch (kind) {
    case 'add':
      for (let i = 0; i < n; i++) out[i] = x[i * sx]! + y[i * sy]!;
      break;
    case 'subtract':
      for (let i = 0; i < n; i++) out[i] = x[i * sx]! - y[i * sy]!;
      break;
    case 'multiply':
      for (let i = 0; i < n; i++) out[i] = x[i * sx]! * y[i * sy]!;
      break;
    case 'negate':
      for (let i = 0; i < n; i++) out[i] = -x[i * sx]!;
      break;
    case 'abs':
      for (let i = 0; i < n; i++) out[i] = Math.abs(x[i * sx]!);
      break;
    default:
      for (let i = 0; i < n; i++) out[i] = arithmetic(kind, x[i * sx]!, y[i * sy]!);
  }
  for (let i = 0; i < n; i++) if (out[i] !== out[i]) return i;
  return -1;
}

/** Bounds [low, high] of an operation on two intervals; unknown where an operand leaves its domain. */
export function intervalArithmetic(
  kind: ArithmeticKind,
  a: readonly [number, number],
  b: readonly [number, number],
): [number, number] {
  const increasing = kind === 'exp' || kind === 'sqrt' || kind === 'ln';
  const corners = increasing
    ? [arithmetic(kind, a[0], 0), arithmetic(kind, a[1], 0)]
    : [
        arithmetic(kind, a[0], b[0]),
        arithmetic(kind, a[0], b[1]),
        arithmetic(kind, a[1], b[0]),
        arithmetic(kind, a[1], b[1]),
      ];
  if (kind === 'abs' && a[0] < 0 && a[1] > 0) corners.push(0);
  if (kind === 'divide' && b[0] <= 0 && b[1] >= 0) return [-Infinity, Infinity];
  // Not monotone in both operands over every sign: leave it open unless the operands are exact.
  const wild = (kind === 'pow' || kind === 'log') && !(a[0] === a[1] && b[0] === b[1]);
  if (wild || corners.some((v) => v !== v)) return [-Infinity, Infinity];
  return [Math.min(...corners), Math.max(...corners)];
}

/** Robustness of a comparison: the signed distance to equality (RTAMT's space robustness). */
export function compareColumn(op: Comparison, out: Float64Array, a: Column, b: Column): void {
  const { values: x, stride: sx } = a;
  const { values: y, stride: sy } = b;
  const n = out.length;
  if (op === '>' || op === '>=') for (let i = 0; i < n; i++) out[i] = x[i * sx]! - y[i * sy]!;
  else if (op === '<' || op === '<=') for (let i = 0; i < n; i++) out[i] = y[i * sy]! - x[i * sx]!;
  else {
    const sign = op === '==' ? -1 : 1;
    for (let i = 0; i < n; i++) out[i] = sign * distance(x[i * sx]!, y[i * sy]!);
  }
}

/** |a - b|, where equal infinities are at distance 0 (their difference is not a number). */
export function distance(a: number, b: number): number {
  return a === b ? 0 : Math.abs(a - b);
}

/** Robustness of a comparison of two intervals, as bounds. */
export function compareInterval(
  op: Comparison,
  a: readonly [number, number],
  b: readonly [number, number],
): [number, number] {
  const difference = (low: number, high: number): number => (low === high ? 0 : low - high);
  let low = difference(a[0], b[1]);
  let high = difference(a[1], b[0]);
  if (op === '<' || op === '<=') [low, high] = [-high, -low];
  if (op !== '==' && op !== '!=') return [low, high];
  const apart: [number, number] = [
    low > 0 ? low : high < 0 ? -high : 0,
    Math.max(Math.abs(low), Math.abs(high)),
  ];
  return op === '!=' ? apart : [-apart[1], -apart[0]];
}

/** Exact truth of a comparison of two intervals: +1, -1, or [-1, +1] where it depends. */
export function compareTruth(
  op: Comparison,
  a: readonly [number, number],
  b: readonly [number, number],
): [number, number] {
  let surely: boolean;
  let never: boolean;
  if (op === '>') [surely, never] = [a[0] > b[1], a[1] <= b[0]];
  else if (op === '>=') [surely, never] = [a[0] >= b[1], a[1] < b[0]];
  else if (op === '<') [surely, never] = [a[1] < b[0], a[0] >= b[1]];
  else if (op === '<=') [surely, never] = [a[1] <= b[0], a[0] > b[1]];
  else {
    const same = a[0] === a[1] && b[0] === b[1] && a[0] === b[0];
    const apart = a[1] < b[0] || a[0] > b[1];
    [surely, never] = op === '==' ? [same, apart] : [apart, same];
  }
  assert(!(surely && never), 'a comparison is not both');
  return [surely ? 1 : -1, never ? -1 : 1];
}

/** Exact truth of a comparison of exact columns, +1 or -1. */
export function truthColumn(op: Comparison, out: Float64Array, a: Column, b: Column): void {
  const { values: x, stride: sx } = a;
  const { values: y, stride: sy } = b;
  const n = out.length;
  const wantMore = op === '>' || op === '>=' || op === '!=';
  const wantLess = op === '<' || op === '<=' || op === '!=';
  const wantEqual = op === '>=' || op === '<=' || op === '==';
  for (let i = 0; i < n; i++) {
    const u = x[i * sx]!;
    const v = y[i * sy]!;
    out[i] = (u > v && wantMore) || (u < v && wantLess) || (u === v && wantEqual) ? 1 : -1;
  }
}

/** Pointwise connectives by min and max; `not` ignores its second column, `implies` negates its first. */
export function connectiveColumn(
  kind: 'not' | 'and' | 'or' | 'implies',
  out: Float64Array,
  a: Column,
  b: Column,
): void {
  const { values: x, stride: sx } = a;
  const { values: y, stride: sy } = b;
  const n = out.length;
  if (kind === 'not') for (let i = 0; i < n; i++) out[i] = -x[i * sx]!;
  else if (kind === 'and')
    for (let i = 0; i < n; i++) out[i] = x[i * sx]! < y[i * sy]! ? x[i * sx]! : y[i * sy]!;
  else if (kind === 'or')
    for (let i = 0; i < n; i++) out[i] = x[i * sx]! > y[i * sy]! ? x[i * sx]! : y[i * sy]!;
  else for (let i = 0; i < n; i++) out[i] = -x[i * sx]! > y[i * sy]! ? -x[i * sx]! : y[i * sy]!;
}

/** rise (+1): holds now and did not before; fall (-1): the reverse. Before the first sample it did not (did). */
export function edgeColumn(out: Float64Array, now: Float64Array, before: Float64Array, sign: 1 | -1): void {
  out[0] = sign * now[0]!;
  for (let i = 1; i < out.length; i++) out[i] = Math.min(sign * now[i]!, -sign * before[i - 1]!);
}
