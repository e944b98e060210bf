import { type BusyTable } from './busy-table.ts';
import { type Grid, cellAt, indexOfCell, insideGrid } from './grid.ts';
import { type TimedPath } from './sipp.ts';

/** How many cells around those flown through are taken as well, sideways and up and down. */
export type Berth = { readonly side: number; readonly up: number };

/**
 * Takes the cells of a timed path: each cell while the aircraft stands in it, every cell of a move's box while it
 * moves, the last cell for `hold` more. With a berth of n cells the flights timed afterwards stay at least n + 1
 * cells away in some axis.
 */
export function reserve(
  busy: BusyTable,
  flight: TimedPath,
  options: { readonly hold: number; readonly berth: Berth },
): void {
  const { cells, arrive, depart } = flight;
  const { berth, hold } = options;
  for (let i = 0; i < cells.length; i++) {
    const isLast = i + 1 === cells.length;
    take(busy, [cells[i]!, cells[i]!], arrive[i]!, isLast ? arrive[i]! + hold : depart[i]!, berth);
    if (!isLast) take(busy, [cells[i]!, cells[i + 1]!], depart[i]!, arrive[i + 1]!, berth);
  }
}

function take(
  busy: BusyTable,
  ends: readonly [number, number],
  from: number,
  to: number,
  berth: Berth,
): void {
  const { grid } = busy;
  const [a, b] = [cellAt(grid, ends[0]), cellAt(grid, ends[1])];
  for (let x = Math.min(a.x, b.x) - berth.side; x <= Math.max(a.x, b.x) + berth.side; x++)
    for (let y = Math.min(a.y, b.y) - berth.side; y <= Math.max(a.y, b.y) + berth.side; y++)
      for (let z = Math.min(a.z, b.z) - berth.up; z <= Math.max(a.z, b.z) + berth.up; z++)
        takeCell(busy, grid, { x, y, z }, { from, to });
}

function takeCell(
  busy: BusyTable,
  grid: Grid,
  cell: { readonly x: number; readonly y: number; readonly z: number },
  when: { readonly from: number; readonly to: number },
): void {
  if (!insideGrid(grid, cell)) return;
  const index = indexOfCell(grid, cell);
  if (grid.blocked[index] === 0) busy.add(index, when.from, when.to);
}
