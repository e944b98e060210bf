/** A slow truth for tests: Dijkstra by scanning, on unpadded cells, sharing nothing with the search but the types. */
import { type Rng } from '#base';
import { type Cell, type Grid, type MoveRule, createGrid } from './index.ts';

export type SmallGrid = {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly steps: { readonly x: number; readonly y: number; readonly z: number };
  readonly blocked: Uint8Array;
  readonly grid: Grid;
};

export function smallGrid(
  size: readonly [number, number, number],
  steps: readonly [number, number, number],
  isBlocked: (x: number, y: number, z: number) => boolean,
): SmallGrid {
  const [nx, ny, nz] = size;
  const blocked = new Uint8Array(nx * ny * nz);
  for (let x = 0; x < nx; x++)
    for (let y = 0; y < ny; y++)
      for (let z = 0; z < nz; z++) if (isBlocked(x, y, z)) blocked[(x * ny + y) * nz + z] = 1;
  const sides = { x: steps[0], y: steps[1], z: steps[2] };
  const made = createGrid({ nx, ny, nz, blocked, steps: sides });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return { nx, ny, nz, steps: sides, blocked, grid: made.value };
}

export function randomSmallGrid(rng: Rng, largest = 5): SmallGrid {
  const size = [1 + rng.int(largest), 1 + rng.int(largest), 1 + rng.int(largest)] as const;
  const steps = rng.pick([
    [1000, 1000, 1000],
    [10_000, 10_000, 5_000],
    [7, 3, 11],
    [1, 1, 1],
    [10_000, 10_000, 40_000],
  ] as const);
  const density = rng.pick([0, 0.15, 0.3, 0.5]);
  return smallGrid(size, steps, () => rng.next() < density);
}

export function allCells(g: SmallGrid): Cell[] {
  const cells: Cell[] = [];
  for (let x = 0; x < g.nx; x++)
    for (let y = 0; y < g.ny; y++) for (let z = 0; z < g.nz; z++) cells.push({ x, y, z });
  return cells;
}

export const freeAt = (g: SmallGrid, x: number, y: number, z: number): boolean =>
  x >= 0 &&
  y >= 0 &&
  z >= 0 &&
  x < g.nx &&
  y < g.ny &&
  z < g.nz &&
  g.blocked[(x * g.ny + y) * g.nz + z] === 0;

/** Whether a rule lets a free cell's neighbour be entered, straight from its definition. */
export function mayMove(
  g: SmallGrid,
  from: Cell,
  d: readonly [number, number, number],
  rule: MoveRule,
): boolean {
  for (const ix of [0, 1])
    for (const iy of [0, 1])
      for (const iz of [0, 1]) {
        const part = [ix * d[0], iy * d[1], iz * d[2]] as const;
        const isTarget = part[0] === d[0] && part[1] === d[1] && part[2] === d[2];
        const axes = part.filter((p) => p !== 0).length;
        const asked = isTarget || rule === 'strict' || (rule === 'axis' && axes === 1);
        if (asked && !freeAt(g, from.x + part[0], from.y + part[1], from.z + part[2])) return false;
      }
  return true;
}

export const DIRECTIONS: readonly (readonly [number, number, number])[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)))
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0);

/** Cost of a move by its definition: Euclid, rounded; the grid's own table is compared with this elsewhere. */
export const stepCost = (g: SmallGrid, d: readonly [number, number, number]): number =>
  g.grid.costs[(d[0] !== 0 ? 1 : 0) | (d[1] !== 0 ? 2 : 0) | (d[2] !== 0 ? 4 : 0)]!;

/** Least costs from a cell to all cells, Infinity where unreachable, in the order of `allCells`. */
export function leastCosts(
  g: SmallGrid,
  start: Cell,
  rule: MoveRule,
  costOf: (from: Cell, d: readonly [number, number, number], to: Cell) => number = (_, d) => stepCost(g, d),
): Float64Array {
  const cells = allCells(g);
  const at = (c: Cell): number => (c.x * g.ny + c.y) * g.nz + c.z;
  const cost = new Float64Array(cells.length).fill(Infinity);
  if (freeAt(g, start.x, start.y, start.z)) cost[at(start)] = 0;
  const done = new Uint8Array(cells.length);
  for (;;) {
    let u = -1;
    for (let i = 0; i < cells.length; i++)
      if (!done[i] && cost[i]! < Infinity && (u < 0 || cost[i]! < cost[u]!)) u = i;
    if (u < 0) return cost;
    done[u] = 1;
    for (const d of DIRECTIONS) {
      const from = cells[u]!;
      if (!mayMove(g, from, d, rule)) continue;
      const to = { x: from.x + d[0], y: from.y + d[1], z: from.z + d[2] };
      cost[at(to)] = Math.min(cost[at(to)]!, cost[u]! + costOf(from, d, to));
    }
  }
}
