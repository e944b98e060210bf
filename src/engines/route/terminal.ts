import { segmentOutlineDistance_m } from '#geo';
import { cellAt, indexOfCell, insideGrid } from '#search';
import { type Hazards, type Point3, blockersOfLeg, legClear } from './hazards.ts';
import { type RouteLattice, centreOf } from './lattice.ts';

/** A place that a route begins, stops or ends at: on the ground, or hovering at a height of the band. */
export type Terminal = { readonly x_m: number; readonly y_m: number; readonly action: 'land' | 'hover' };

/** A way between a terminal and the lattice: straight up or down at the terminal, then level to a cell's centre. */
export type Connector = {
  /** Index of the free cell. */
  readonly cell: number;
  /** The point above the terminal at the height of the cell's layer. */
  readonly above: Point3;
};

/** Cells looked at around a terminal, each way. */
const REACH_CELLS = 4;
/** Connectors offered into one connected part of the lattice. */
const MOST_IN_A_PART = 3;

/**
 * The ways from a terminal into the lattice, lowest layer first, then nearest cell, then lowest index; checked exactly.
 * A few into every connected part within reach, so that a yard shut in at one height is left at another.
 * A vertical way below the band keeps the pad distance, everything else the full one. Where there is none, the ids of
 * what blocks it, nearest first.
 */
export function connectorsOf(
  lattice: RouteLattice,
  hazards: Hazards,
  terminal: Terminal,
  altitude_min_m: number,
): { readonly connectors: readonly Connector[]; readonly blocked_by: readonly string[] } {
  const connectors: Connector[] = [];
  const blocked = new Set<string>();
  const offered = new Map<number, number>();
  for (const z_m of lattice.layers_m) {
    const above = { x_m: terminal.x_m, y_m: terminal.y_m, z_m };
    const column = terminal.action === 'land' ? columnBlockers(hazards, above, altitude_min_m) : [];
    if (column.length > 0) {
      column.forEach((id) => blocked.add(id));
      // What blocks the way up to this layer blocks it to every higher one.
      break;
    }
    const here = blockersOfLeg(hazards, above, above, false);
    if (here.length > 0) {
      here.forEach((id) => blocked.add(id));
      continue;
    }
    for (const cell of cellsNear(lattice, above)) {
      const part = lattice.reach[cell]!;
      const known = offered.get(part) ?? 0;
      if (known >= MOST_IN_A_PART) continue;
      if (!legClear(hazards, above, centreOf(lattice, cellAt(lattice.grid, cell)))) continue;
      offered.set(part, known + 1);
      connectors.push({ cell, above });
    }
  }
  return { connectors, blocked_by: connectors.length > 0 ? [] : nearestFirst(hazards, blocked, terminal) };
}

/** Ids of hazards by their distance on the ground from a terminal; ties by id. */
function nearestFirst(hazards: Hazards, ids: ReadonlySet<string>, { x_m, y_m }: Terminal): string[] {
  const away_m = new Map<string, number>();
  for (const { id, prism } of hazards.list) {
    if (!ids.has(id)) continue;
    const here_m = segmentOutlineDistance_m([x_m, y_m, x_m, y_m], prism.outline);
    away_m.set(id, Math.min(here_m, away_m.get(id) ?? Infinity));
  }
  return [...away_m].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);
}

/** What comes too near the vertical way between the ground and a point. */
export function columnBlockers(hazards: Hazards, above: Point3, altitude_min_m: number): string[] {
  const knee_m = Math.min(above.z_m, altitude_min_m);
  const at = (z_m: number): Point3 => ({ x_m: above.x_m, y_m: above.y_m, z_m });
  const low = knee_m > 0 ? blockersOfLeg(hazards, at(0), at(knee_m), true) : [];
  return [...new Set([...low, ...blockersOfLeg(hazards, at(knee_m), above, false)])].sort();
}

/** Free cells of the layer around a point, nearest centre first, lowest index on ties. */
function cellsNear(lattice: RouteLattice, at: Point3): number[] {
  const { grid, plane, layers_m } = lattice;
  const z = layers_m.indexOf(at.z_m);
  const x0 = Math.floor((at.x_m - plane.origin_x_m) / plane.cell_m);
  const y0 = Math.floor((at.y_m - plane.origin_y_m) / plane.cell_m);
  const found: { readonly index: number; readonly d: number }[] = [];
  for (let x = x0 - REACH_CELLS; x <= x0 + REACH_CELLS; x++) {
    for (let y = y0 - REACH_CELLS; y <= y0 + REACH_CELLS; y++) {
      const cell = { x, y, z };
      if (!insideGrid(grid, cell)) continue;
      const index = indexOfCell(grid, cell);
      if (grid.blocked[index] !== 0) continue;
      const centre = centreOf(lattice, cell);
      found.push({ index, d: Math.hypot(centre.x_m - at.x_m, centre.y_m - at.y_m) });
    }
  }
  return found.sort((a, b) => a.d - b.d || a.index - b.index).map((c) => c.index);
}

/** Layers looked at around a point in the air. */
const NEAR_LAYERS = 2;

/** The straight ways from a point in the air to the centres of free cells near it, nearest layer first; checked exactly. */
export function connectorsFrom(lattice: RouteLattice, hazards: Hazards, at: Point3): readonly Connector[] {
  const offered = new Map<number, number>();
  const connectors: Connector[] = [];
  const layers = [...lattice.layers_m]
    .sort((a, b) => Math.abs(a - at.z_m) - Math.abs(b - at.z_m) || a - b)
    .slice(0, NEAR_LAYERS);
  for (const z_m of layers) {
    for (const cell of cellsNear(lattice, { ...at, z_m })) {
      const part = lattice.reach[cell]!;
      const known = offered.get(part) ?? 0;
      if (known >= MOST_IN_A_PART) continue;
      if (!legClear(hazards, at, centreOf(lattice, cellAt(lattice.grid, cell)))) continue;
      offered.set(part, known + 1);
      connectors.push({ cell, above: at });
    }
  }
  return connectors;
}
