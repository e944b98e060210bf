import { type Rng, createRng } from '#base';
import { type Cell } from '#search';

/** Seeded maps of the planner's benchmark: `city` has box columns from the ground, `rnd` independent voxels; 20 % blocked. */
export type RandomMap = {
  readonly name: string;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly blocked: Uint8Array;
};

export function randomMap(kind: 'city' | 'rnd', nx: number, ny: number, nz: number): RandomMap {
  const name = `${kind} ${nx}x${ny}x${nz}`;
  const rng = createRng(1).fork(name);
  const blocked = new Uint8Array(nx * ny * nz);
  if (kind === 'rnd') {
    for (let i = 0; i < blocked.length; i++) blocked[i] = rng.next() < 0.2 ? 1 : 0;
    return { name, nx, ny, nz, blocked };
  }
  for (let filled = 0; filled < 0.2 * blocked.length;) {
    const [x0, y0, height] = [rng.int(nx), rng.int(ny), 1 + rng.int(nz)];
    const [x1, y1] = [Math.min(nx, x0 + 2 + rng.int(6)), Math.min(ny, y0 + 2 + rng.int(6))];
    for (let x = x0; x < x1; x++)
      for (let y = y0; y < y1; y++)
        for (let z = 0; z < height; z++) {
          const i = (x * ny + y) * nz + z;
          filled += 1 - blocked[i]!;
          blocked[i] = 1;
        }
  }
  return { name, nx, ny, nz, blocked };
}

export function freeCell(map: RandomMap, rng: Rng): Cell {
  for (;;) {
    const cell = { x: rng.int(map.nx), y: rng.int(map.ny), z: rng.int(map.nz) };
    if (map.blocked[(cell.x * map.ny + cell.y) * map.nz + cell.z] === 0) return cell;
  }
}

export type Query = { readonly start: Cell; readonly goal: Cell };

export function randomQueries(map: RandomMap, count: number): Query[] {
  const rng = createRng(2).fork(map.name);
  return Array.from({ length: count }, () => ({ start: freeCell(map, rng), goal: freeCell(map, rng) }));
}
