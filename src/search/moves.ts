/** The 26 moves of a voxel grid, their numbering and what each movement rule asks of the cells between. */

/**
 * Which cells besides the target a move needs free.
 * `strict`: every cell of the box that the move spans. `axis`: the axis neighbours only. `cut`: the target only.
 * Flight uses `strict`; the others exist to compare with published results.
 */
export type MoveRule = 'strict' | 'axis' | 'cut';

/** Number of moves; also the move code of a start cell, which was reached by none. */
export const MOVE_COUNT = 26;

/** All moves legal: one bit for each move. */
export const ALL_MOVES = (1 << MOVE_COUNT) - 1;

/** Steps along x, y and z of each move, in lexicographic order without (0, 0, 0). */
export const MOVE_X = new Int32Array(MOVE_COUNT);
export const MOVE_Y = new Int32Array(MOVE_COUNT);
export const MOVE_Z = new Int32Array(MOVE_COUNT);
/** Axes a move uses: bit 0 for x, bit 1 for y, bit 2 for z. */
export const MOVE_AXES = new Int32Array(MOVE_COUNT);

for (let n = 0, m = 0; n < 27; n++) {
  if (n === 13) continue;
  const [dx, dy, dz] = [Math.floor(n / 9) - 1, (Math.floor(n / 3) % 3) - 1, (n % 3) - 1];
  MOVE_X[m] = dx;
  MOVE_Y[m] = dy;
  MOVE_Z[m] = dz;
  MOVE_AXES[m] = (dx === 0 ? 0 : 1) | (dy === 0 ? 0 : 2) | (dz === 0 ? 0 : 4);
  m++;
}

/** The number of the move (dx, dy, dz); -1 when all are 0 or one is beyond -1 to 1. */
export function moveNumber(dx: number, dy: number, dz: number): number {
  if (Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) > 1) return -1;
  const n = (dx + 1) * 9 + (dy + 1) * 3 + dz + 1;
  return n === 13 ? -1 : n < 13 ? n : n - 1;
}

/** The move that undoes move m. */
export function reverseMove(m: number): number {
  return MOVE_COUNT - 1 - m;
}

/**
 * For each move the neighbours that must be free, as bits numbered like the moves. A move and the neighbour it
 * leads to share their number.
 */
export function neededCells(rule: MoveRule): Int32Array {
  const needed = new Int32Array(MOVE_COUNT);
  for (let m = 0; m < MOVE_COUNT; m++) {
    for (let c = 0; c < MOVE_COUNT; c++) {
      const axes = MOVE_AXES[c]!;
      const inBox =
        (MOVE_X[c] === 0 || MOVE_X[c] === MOVE_X[m]) &&
        (MOVE_Y[c] === 0 || MOVE_Y[c] === MOVE_Y[m]) &&
        (MOVE_Z[c] === 0 || MOVE_Z[c] === MOVE_Z[m]);
      const isAxis = axes === 1 || axes === 2 || axes === 4;
      if (inBox && (c === m || rule === 'strict' || (rule === 'axis' && isAxis))) needed[m]! |= 1 << c;
    }
  }
  return needed;
}

/** Index distance of each move in a grid with these strides (z has stride 1). */
export function moveOffsets(strideX: number, strideY: number): Int32Array {
  return MOVE_X.map((dx, m) => dx * strideX + MOVE_Y[m]! * strideY + MOVE_Z[m]!);
}

/** The 26 neighbours of cell i as bits, 1 where blocked. `blocked` must be padded, so that i has all of them. */
export function blockedNeighbours(blocked: Uint8Array, i: number, sx: number, sy: number): number {
  const [a, b, c] = [i - sx, i, i + sx];
  return (
    column(blocked, a - sy) |
    (column(blocked, a) << 3) |
    (column(blocked, a + sy) << 6) |
    (column(blocked, b - sy) << 9) |
    (blocked[b - 1]! << 12) |
    (blocked[b + 1]! << 13) |
    (column(blocked, b + sy) << 14) |
    (column(blocked, c - sy) << 17) |
    (column(blocked, c) << 20) |
    (column(blocked, c + sy) << 23)
  );
}

function column(blocked: Uint8Array, i: number): number {
  return blocked[i - 1]! | (blocked[i]! << 1) | (blocked[i + 1]! << 2);
}

/** The moves that a rule allows out of a cell whose blocked neighbours are given, as bits. */
export function legalMoves(blockedBits: number, needed: Int32Array): number {
  if (blockedBits === 0) return ALL_MOVES;
  let legal = 0;
  for (let m = 0; m < MOVE_COUNT; m++) if ((blockedBits & needed[m]!) === 0) legal |= 1 << m;
  return legal;
}
