import type { Grid } from '#search';

/**
 * Which free cells can reach each other, by a number for each cell; 0 where blocked. A strict diagonal move needs every
 * cell of its box, so it never joins what moves along the axes do not: parts connected along the axes are all there is.
 */
export type Reach = Int32Array;

/** A stretch of free cells of one column: its first cell's index, its length, and the part it belongs to. */
type Runs = {
  readonly first: Int32Array;
  readonly length: Int32Array;
  readonly parent: Int32Array;
  count: number;
};

/**
 * Numbers the connected parts of a grid from 1, in the order of their lowest cell. Works on whole runs of free cells in
 * the columns, joined where runs of neighbouring columns share a height (union by the lower run number).
 */
export function reachOf(grid: Grid): Reach {
  const { nx, ny, nz, strideX, strideY, blocked } = grid;
  const startOf = new Int32Array(nx * ny + 1);
  let all = newRuns(1024);
  for (let x = 0, column = 0; x < nx; x++) {
    for (let y = 0; y < ny; y++, column++) {
      startOf[column] = all.count;
      const base = (x + 1) * strideX + (y + 1) * strideY + 1;
      for (let z = 0; z < nz; z++) {
        if (blocked[base + z] !== 0) continue;
        const from = z;
        while (z < nz && blocked[base + z] === 0) z++;
        if (all.count === all.first.length) all = grown(all);
        all.first[all.count] = base + from;
        all.length[all.count] = z - from;
        all.parent[all.count] = all.count;
        all.count++;
      }
      startOf[column + 1] = all.count;
      if (y > 0) join(all, startOf, [column - 1, column], strideY);
      if (x > 0) join(all, startOf, [column - ny, column], strideX);
    }
  }
  return numbered(all, grid.size);
}

function newRuns(size: number): Runs {
  const make = (): Int32Array => new Int32Array(size);
  return { first: make(), length: make(), parent: make(), count: 0 };
}

function grown(runs: Runs): Runs {
  const more = newRuns(runs.first.length * 2);
  more.first.set(runs.first);
  more.length.set(runs.length);
  more.parent.set(runs.parent);
  more.count = runs.count;
  return more;
}

/** Joins the runs of two neighbouring columns that share a height; both lists ascend. `apart` is the index distance. */
function join(
  runs: Runs,
  startOf: Int32Array,
  [left, right]: readonly [number, number],
  apart: number,
): void {
  let i = startOf[left]!;
  let j = startOf[right]!;
  const [endI, endJ] = [startOf[left + 1]!, startOf[right + 1]!];
  while (i < endI && j < endJ) {
    const a = runs.first[i]! + apart;
    const b = runs.first[j]!;
    const [aEnd, bEnd] = [a + runs.length[i]!, b + runs.length[j]!];
    if (a < bEnd && b < aEnd) {
      const [p, q] = [rootOf(runs.parent, i), rootOf(runs.parent, j)];
      if (p < q) runs.parent[q] = p;
      else if (q < p) runs.parent[p] = q;
    }
    if (aEnd <= bEnd) i++;
    else j++;
  }
}

function rootOf(parent: Int32Array, run: number): number {
  let at = run;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}

function numbered(runs: Runs, size: number): Reach {
  const part = new Int32Array(size);
  const numberOf = new Int32Array(runs.count);
  let parts = 0;
  for (let run = 0; run < runs.count; run++) {
    const root = rootOf(runs.parent, run);
    if (numberOf[root] === 0) numberOf[root] = ++parts;
    part.fill(numberOf[root]!, runs.first[run]!, runs.first[run]! + runs.length[run]!);
  }
  return part;
}
