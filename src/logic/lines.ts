import type { Domain, Steps } from './steps.ts';
import { StepWriter } from './steps.ts';

/**
 * A piecewise-linear function on positions: on piece k, from `pos[k]` until `pos[k+1]`, it runs straight
 * from `from[k]` to `to[k]` (the limit at the next piece). It may jump between pieces. A last piece that
 * never ends is level. Infinite values are level.
 */
export type Lines = {
  readonly count: number;
  readonly pos: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
};

/** The instant of a position, in ticks: open intervals begin at their lower tick. */
export function instantOf(position: number): number {
  return Math.floor(position / 2);
}

/** Collects pieces left to right. A piece that continues the one before is joined to it where asked. */
export class LineWriter {
  private pos: Float64Array;
  private from: Float64Array;
  private to: Float64Array;
  private count = 0;
  private lastSource = -1;

  constructor(expected: number) {
    this.pos = new Float64Array(Math.max(4, expected));
    this.from = new Float64Array(this.pos.length);
    this.to = new Float64Array(this.pos.length);
  }

  /**
   * Adds a piece. `source` names the straight line it is cut from: a piece with the same source as the one
   * before lengthens it, so cutting at instants of no importance leaves no trace. -1 names none.
   */
  push(position: number, from: number, to: number, source: number): void {
    let n = this.count;
    if (n > 0 && this.pos[n - 1] === position) n--;
    if (n > 0 && n === this.count) {
      const k = n - 1;
      const level = from === to && this.from[k] === this.to[k] && this.from[k] === from;
      if (level || (source >= 0 && source === this.lastSource)) {
        this.to[k] = to;
        return;
      }
    }
    if (n === this.pos.length) this.grow();
    this.pos[n] = position;
    this.from[n] = from;
    this.to[n] = to;
    this.count = n + 1;
    this.lastSource = source;
  }

  private grow(): void {
    const wider = (old: Float64Array): Float64Array => {
      const array = new Float64Array(old.length * 2);
      array.set(old);
      return array;
    };
    this.pos = wider(this.pos);
    this.from = wider(this.from);
    this.to = wider(this.to);
  }

  done(): Lines {
    return { count: this.count, pos: this.pos, from: this.from, to: this.to };
  }
}

/** A level line from a start. */
export function constantLines(start: number, value: number): Lines {
  return {
    count: 1,
    pos: Float64Array.of(start),
    from: Float64Array.of(value),
    to: Float64Array.of(value),
  };
}

/** Index of the piece that holds a position of the domain. */
export function pieceAt(x: Lines, position: number): number {
  let low = 0;
  let high = x.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x.pos[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Value of piece k at an instant (in ticks) within it or at its ends. */
export function onPiece(x: Lines, k: number, instant: number): number {
  const from = x.from[k]!;
  const to = x.to[k]!;
  if (from === to || k + 1 >= x.count) return from;
  const start = instantOf(x.pos[k]!);
  const end = instantOf(x.pos[k + 1]!);
  if (instant <= start) return from;
  if (instant >= end) return to;
  return from + ((instant - start) / (end - start)) * (to - from);
}

/** Value at a position of the domain. */
export function lineValueAt(x: Lines, position: number): number {
  return onPiece(x, pieceAt(x, position), instantOf(position));
}

/** Values scaled and moved: scale * x + offset, with scale not 0. */
export function affine(x: Lines, scale: number, offset: number): Lines {
  const from = new Float64Array(x.count);
  const to = new Float64Array(x.count);
  for (let k = 0; k < x.count; k++) {
    from[k] = scale * x.from[k]! + offset;
    to[k] = scale * x.to[k]! + offset;
  }
  return { count: x.count, pos: x.pos, from, to };
}

/** A step function as level pieces. */
export function levelLines(x: Steps): Lines {
  return { count: x.count, pos: x.pos, from: x.val, to: x.val };
}

/** How two lines are combined on a common piece. */
export type LineJoin = 'add' | 'subtract' | 'min' | 'max';

/** Combines two piecewise-linear functions where both are defined; min and max split where they cross. */
export function joinedLines(a: Lines, b: Lines, how: LineJoin): Lines {
  const out = new LineWriter(a.count + b.count + 8);
  let position = Math.max(a.pos[0]!, b.pos[0]!);
  let i = pieceAt(a, position);
  let j = pieceAt(b, position);
  for (;;) {
    const nextA = i + 1 < a.count ? a.pos[i + 1]! : Infinity;
    const nextB = j + 1 < b.count ? b.pos[j + 1]! : Infinity;
    const next = nextA < nextB ? nextA : nextB;
    const start = instantOf(position);
    const end = next === Infinity ? start : instantOf(next);
    const a0 = onPiece(a, i, start);
    const a1 = onPiece(a, i, end);
    const b0 = onPiece(b, j, start);
    const b1 = onPiece(b, j, end);
    if (how === 'add') out.push(position, a0 + b0, a1 + b1, -1);
    else if (how === 'subtract') out.push(position, difference(a0, b0), difference(a1, b1), -1);
    else pushBest(out, { position, start, end, a0, a1, b0, b1, i, j }, how === 'max' ? 1 : -1);
    if (next === Infinity) return out.done();
    position = next;
    if (nextA === position) i++;
    if (nextB === position) j++;
  }
}

/** a - b where equal infinities are at distance 0. */
function difference(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

type Piece = {
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
  readonly i: number;
  readonly j: number;
};

function pushBest(out: LineWriter, piece: Piece, sign: number): void {
  const { position, start, end, a0, a1, b0, b1 } = piece;
  const d0 = sign * difference(a0, b0);
  const d1 = sign * difference(a1, b1);
  const [sourceA, sourceB] = [2 * piece.i, 2 * piece.j + 1];
  const crossing = (d0 > 0 && d1 < 0) || (d0 < 0 && d1 > 0);
  const at = crossing ? crossingInstant(start, end, d0, d1) : start;
  if (crossing && at > start && at < end) {
    // At the whole tick nearest to the crossing: a level line's own value, so that levels stay exact;
    // otherwise the better of the two, which is the value at that tick.
    const share = (at - start) / (end - start);
    const [a, b] = [a0 + share * (a1 - a0), b0 + share * (b1 - b0)];
    const meet = a0 === a1 ? a0 : b0 === b1 ? b0 : sign * a > sign * b ? a : b;
    if (d0 > 0) {
      out.push(position, a0, meet, sourceA);
      out.push(2 * at, meet, b1, sourceB);
    } else {
      out.push(position, b0, meet, sourceB);
      out.push(2 * at, meet, a1, sourceA);
    }
    return;
  }
  // No crossing inside: the better at one end is nowhere worse (within the rounding of one tick).
  const takeA = d0 + d1 >= 0;
  if (takeA) out.push(position, a0, a1, sourceA);
  else out.push(position, b0, b1, sourceB);
}

/** The whole tick nearest to where a line from d0 to d1 is zero. */
export function crossingInstant(start: number, end: number, d0: number, d1: number): number {
  return Math.round(start + (end - start) * (d0 / (d0 - d1)));
}

/** |x|: pieces are split where they cross zero. */
export function absoluteLines(x: Lines): Lines {
  return joinedLines(x, affine(x, -1, 0), 'max');
}

/** x moved by a whole number of positions (positive = later), cut to a domain. */
export function shiftedLines(x: Lines, shift: number, domain: Domain, before: number): Lines {
  const out = new LineWriter(x.count + 1);
  if (x.pos[0]! + shift > domain.start) out.push(domain.start, before, before, -1);
  for (let k = 0; k < x.count; k++) {
    const next = k + 1 < x.count ? x.pos[k + 1]! + shift : Infinity;
    if (next <= domain.start) continue;
    const position = Math.max(x.pos[k]! + shift, domain.start);
    if (position >= domain.end) break;
    const cut = onPiece(x, k, instantOf(position - shift));
    out.push(position, cut, x.to[k]!, -1);
  }
  return out.done();
}

/** Sign of a piecewise-linear function, exactly: instants where it touches zero are steps of their own. */
export function signSteps(x: Lines, domainEnd: number): Steps {
  const out = new StepWriter(2 * x.count);
  for (let k = 0; k < x.count; k++) {
    const position = x.pos[k]!;
    const next = k + 1 < x.count ? x.pos[k + 1]! : domainEnd;
    const [from, to] = [x.from[k]!, x.to[k]!];
    const start = instantOf(position);
    const end = next === Infinity ? start : instantOf(next);
    if (from === 0 && to !== 0 && position % 2 === 0) {
      out.push(position, 0);
      if (position + 1 < next) out.push(position + 1, Math.sign(to));
    } else if (from === 0) {
      out.push(position, Math.sign(to));
    } else if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
      const at = Math.min(Math.max(crossingInstant(start, end, from, to), start), end);
      out.push(position, Math.sign(from));
      if (2 * at >= position && 2 * at < next) out.push(2 * at, 0);
      if (2 * at + 1 >= position && 2 * at + 1 < next) out.push(2 * at + 1, Math.sign(to));
    } else {
      out.push(position, Math.sign(from));
      // The limit 0 is reached at the very end only if that instant still belongs to the piece.
      if (to === 0 && next !== Infinity && next % 2 === 1) out.push(next - 1, 0);
    }
  }
  return out.done();
}
