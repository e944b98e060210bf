import {
  crossingInstant,
  instantOf,
  joinedLines,
  levelLines,
  type Lines,
  LineWriter,
  onPiece,
  pieceAt,
  shiftedLines,
} from './lines.ts';
import { type Domain, type Steps, StepWriter } from './steps.ts';

/**
 * Best value of a piecewise-linear function over [t + from, t + to] (positions; negative looks back). It is
 * the best of the two ends of the window and of every break inside it (Donze, Ferrere, Maler, 2013).
 */
export function slidingBestLines(
  x: Lines,
  window: { readonly from: number; readonly to: number },
  domain: Domain,
  sign: number,
): Lines {
  const neutral = -sign * Infinity;
  const how = sign === 1 ? 'max' : 'min';
  const near = edge(x, -window.from, domain, neutral);
  if (window.from === window.to) return near;
  const ends = joinedLines(near, edge(x, -window.to, domain, neutral), how);
  return joinedLines(ends, levelLines(breaksInside(x, window, domain, sign)), how);
}

/** x(t - shift), neutral where that is outside of what x is defined on. */
function edge(x: Lines, shift: number, domain: Domain, neutral: number): Lines {
  const moved = shiftedLines(x, shift, domain, neutral);
  if (domain.end === Infinity || shift >= 0) return moved;
  const cut = domain.end + shift;
  if (moved.count === 0 || cut <= moved.pos[0]!)
    return levelLines({ count: 1, pos: Float64Array.of(domain.start), val: Float64Array.of(neutral) });
  const out = new LineWriter(moved.count + 1);
  for (let k = 0; k < moved.count; k++) out.push(moved.pos[k]!, moved.from[k]!, moved.to[k]!, -1);
  out.push(cut, neutral, neutral, -1);
  return out.done();
}

/** Best of the values at breaks (both sides of each) that lie in the window, as a step function. */
function breaksInside(
  x: Lines,
  window: { readonly from: number; readonly to: number },
  domain: Domain,
  sign: number,
): Steps {
  const most = 2 * x.count;
  const at = new Float64Array(most);
  const value = new Float64Array(most);
  let count = 0;
  for (let k = 0; k < x.count; k++) {
    const next = k + 1 < x.count ? x.pos[k + 1]! : domain.end;
    at[count] = x.pos[k]!;
    value[count++] = sign * x.from[k]!;
    // Where the function goes on without a jump, the break itself and the window's ends say it all.
    if (next === Infinity || (k + 1 < x.count && x.to[k] === x.from[k + 1])) continue;
    at[count] = next - 1;
    value[count++] = sign * x.to[k]!;
  }
  const out = new StepWriter(most);
  const deque = new Int32Array(most);
  let head = 0;
  let tail = 0;
  let next = 0;
  let position = domain.start;
  for (;;) {
    for (; next < count && at[next]! - window.to <= position; next++) {
      while (tail > head && value[deque[tail - 1]!]! <= value[next]!) tail--;
      deque[tail++] = next;
    }
    while (head < tail && at[deque[head]!]! - window.from < position) head++;
    out.push(position, head < tail ? sign * value[deque[head]!]! : -sign * Infinity);
    const arrival = next < count ? at[next]! - window.to : Infinity;
    const leaving = head < tail ? at[deque[head]!]! - window.from + 1 : Infinity;
    position = arrival < leaving ? arrival : leaving;
    if (position >= domain.end || position === Infinity) return out.done();
  }
}

/** Running best of a piecewise-linear function: from each instant on (ahead) or up to it (behind). */
export function runningBestLines(x: Lines, sign: number, ahead: boolean): Lines {
  const pieces = new PieceList(2 * x.count);
  let best = -Infinity;
  for (let step = 0; step < x.count; step++) {
    const k = ahead ? x.count - 1 - step : step;
    const start = instantOf(x.pos[k]!);
    const end = k + 1 < x.count ? instantOf(x.pos[k + 1]!) : start;
    // `far` is met first in the direction of the scan.
    const far = sign * (ahead ? x.to[k]! : x.from[k]!);
    const near = sign * (ahead ? x.from[k]! : x.to[k]!);
    if (far > best) best = far;
    if (near <= best) {
      pieces.add(x.pos[k]!, sign * best, sign * best);
      continue;
    }
    // Rises above the best so far on the way to `near`: level, then along the line.
    const farInstant = ahead ? end : start;
    const nearInstant = ahead ? start : end;
    const turn = far < best ? crossingInstant(farInstant, nearInstant, far - best, near - best) : farInstant;
    const line = ahead ? [sign * near, sign * best] : [sign * best, sign * near];
    const splits = turn > start && turn < end;
    if (!splits) pieces.add(x.pos[k]!, line[0]!, line[1]!);
    else if (ahead) {
      pieces.add(2 * turn, sign * best, sign * best);
      pieces.add(x.pos[k]!, line[0]!, line[1]!);
    } else {
      pieces.add(x.pos[k]!, sign * best, sign * best);
      pieces.add(2 * turn, line[0]!, line[1]!);
    }
    best = near;
  }
  return pieces.lines(ahead);
}

/** Pieces gathered in either direction. */
class PieceList {
  private readonly pos: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];

  constructor(_expected: number) {}

  add(position: number, from: number, to: number): void {
    this.pos.push(position);
    this.from.push(from);
    this.to.push(to);
  }

  lines(backwards: boolean): Lines {
    const n = this.pos.length;
    const out = new LineWriter(n);
    for (let i = 0; i < n; i++) {
      const k = backwards ? n - 1 - i : i;
      out.push(this.pos[k]!, this.from[k]!, this.to[k]!, -1);
    }
    return out.done();
  }
}

/** One common piece of two lines, seen in the direction of a scan: `0` is the near end, `1` the far end. */
type Segment = {
  readonly near: number;
  readonly far: number;
  readonly p0: number;
  readonly p1: number;
  readonly q0: number;
  readonly q1: number;
  /** Value of the operator just beyond the far end. */
  readonly beyond: number;
};

function along(segment: Segment, v0: number, v1: number, instant: number): number {
  if (v0 === v1 || segment.near === segment.far) return v0;
  return v0 + ((instant - segment.near) / (segment.far - segment.near)) * (v1 - v0);
}

/** p until q at an instant of the segment: the best witness between it and the far end, or beyond. */
function untilAt(segment: Segment, instant: number, turn: number): number {
  const { p0, p1, q0, q1, beyond } = segment;
  const p = along(segment, p0, p1, instant);
  const q = along(segment, q0, q1, instant);
  if (p1 >= p0) return Math.min(p, Math.max(q, q1, beyond));
  const later = Math.min(p1, beyond);
  if (q1 <= q0) return Math.max(Math.min(p, q), later);
  // p falls and q rises: the best witness is where they meet, if that lies ahead.
  const ahead = segment.near < segment.far ? turn > instant : turn < instant;
  const meets = (p0 > q0 && p1 < q1) || false;
  if (meets && ahead) {
    return Math.max(Math.min(along(segment, p0, p1, turn), along(segment, q0, q1, turn)), later);
  }
  return Math.max(p1 >= q1 ? q1 : Math.min(p, q), later);
}

/** Instants inside the segment where the value may bend, from near to far. */
function bends(segment: Segment): { instants: number[]; turn: number } {
  const { near, far, p0, p1, q0, q1, beyond } = segment;
  const found = new Set<number>();
  let turn = near;
  const cross = (d0: number, d1: number): number | null => {
    if (!((d0 > 0 && d1 < 0) || (d0 < 0 && d1 > 0)) || !Number.isFinite(d0) || !Number.isFinite(d1))
      return null;
    const at = crossingInstant(near, far, d0, d1);
    const low = Math.min(near, far);
    const high = Math.max(near, far);
    if (at > low && at < high) found.add(at);
    return at;
  };
  const meet = cross(p0 - q0, p1 - q1);
  if (meet !== null) turn = meet;
  const later = Math.min(p1, beyond);
  for (const level of [beyond, q1, later]) {
    cross(p0 - level, p1 - level);
    cross(q0 - level, q1 - level);
  }
  const forward = near < far;
  return { instants: [...found].sort((a, b) => (forward ? a - b : b - a)), turn };
}

/** p until q (ahead) or p since q (behind) without a bound; p must hold at the witness too. */
export function untilLines(p: Lines, q: Lines, ahead: boolean): Lines {
  const segments = commonPieces(p, q);
  const pieces = new PieceList(segments.length);
  let beyond = -Infinity;
  for (let step = 0; step < segments.length; step++) {
    const piece = segments[ahead ? segments.length - 1 - step : step]!;
    const segment: Segment = ahead
      ? { near: piece.start, far: piece.end, p0: piece.p0, p1: piece.p1, q0: piece.q0, q1: piece.q1, beyond }
      : { near: piece.end, far: piece.start, p0: piece.p1, p1: piece.p0, q0: piece.q1, q1: piece.q0, beyond };
    beyond = addSegment(pieces, segment, piece.position, ahead);
  }
  return pieces.lines(ahead);
}

/** Adds the pieces of one segment, far end first; answers the value at its near end. */
function addSegment(pieces: PieceList, segment: Segment, position: number, ahead: boolean): number {
  const { near, far } = segment;
  const { instants, turn } = near === far ? { instants: [], turn: near } : bends(segment);
  const knots = [near, ...instants, far];
  const values = knots.map((instant) => untilAt(segment, instant, turn));
  for (let i = knots.length - 1; i > 0; i--) {
    const [low, high] = ahead ? [i - 1, i] : [i, i - 1];
    const starts = ahead ? i === 1 : i === knots.length - 1;
    pieces.add(starts ? position : 2 * knots[low]!, values[low]!, values[high]!);
  }
  return values[0]!;
}

type CommonPiece = {
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly p0: number;
  readonly p1: number;
  readonly q0: number;
  readonly q1: number;
};

function commonPieces(p: Lines, q: Lines): CommonPiece[] {
  const pieces: CommonPiece[] = [];
  let position = Math.max(p.pos[0]!, q.pos[0]!);
  let i = pieceAt(p, position);
  let j = pieceAt(q, position);
  for (;;) {
    const nextP = i + 1 < p.count ? p.pos[i + 1]! : Infinity;
    const nextQ = j + 1 < q.count ? q.pos[j + 1]! : Infinity;
    const next = Math.min(nextP, nextQ);
    const start = instantOf(position);
    const end = next === Infinity ? start : instantOf(next);
    pieces.push({
      position,
      start,
      end,
      p0: onPiece(p, i, start),
      p1: onPiece(p, i, end),
      q0: onPiece(q, j, start),
      q1: onPiece(q, j, end),
    });
    if (next === Infinity) return pieces;
    position = next;
    if (nextP === position) i++;
    if (nextQ === position) j++;
  }
}
