import { type Result, err, ok, parseStrictJson } from '#base';
import { z } from 'zod';
import { type MapError, type VoxelMap, emptyMap } from './voxel-map.ts';

const Side = z.number().min(0.001).max(1000);
const Index = z.number().int().min(0);

/**
 * The product's own grid. Blocked boxes are [x0, y0, z0, x1, y1, z1] in cells, both corners included, so a single
 * cell is a box whose corners are equal. A side is a whole number of millimetres.
 */
export const GridJson = z.strictObject({
  format: z.literal('cloudbrain-grid/1'),
  /** Cells along x (east), y (north) and z (up). */
  size_cells: z.strictObject({ x: Index.min(1), y: Index.min(1), z: Index.min(1) }),
  /** Lengths of a cell's sides, metres. */
  cell_m: z.strictObject({ x: Side, y: Side, z: Side }),
  blocked_boxes: z.array(z.tuple([Index, Index, Index, Index, Index, Index])),
});
export type GridJson = Readonly<z.infer<typeof GridJson>>;

/** Reads the product's grid JSON; a box that is inverted or outside is refused, never cut. */
export function parseGridJson(text: string): Result<VoxelMap, MapError> {
  const bad = (line: number, message: string) => err({ type: 'bad_map' as const, line, message });
  const json = parseStrictJson(text);
  if (!json.ok) return bad(json.error.line, json.error.message);
  const parsed = GridJson.safeParse(json.value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return bad(1, `${issue.path.map(String).join('.')}: ${issue.message}`);
  }
  const { size_cells: size, cell_m, blocked_boxes } = parsed.data;
  for (const axis of ['x', 'y', 'z'] as const) {
    const mm = cell_m[axis] * 1000;
    if (!(Math.abs(mm - Math.round(mm)) < 1e-6)) return bad(1, `cell_m.${axis}: expected whole millimetres`);
  }
  const made = emptyMap({ nx: size.x, ny: size.y, nz: size.z }, cell_m, 1);
  if (!made.ok) return made;
  for (let i = 0; i < blocked_boxes.length; i++) {
    const [x0, y0, z0, x1, y1, z1] = blocked_boxes[i]!;
    const isInside = x0 <= x1 && x1 < size.x && y0 <= y1 && y1 < size.y && z0 <= z1 && z1 < size.z;
    if (!isInside) return bad(1, `blocked_boxes.${i}: inverted or outside`);
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++)
        made.value.blocked.fill(1, (x * size.y + y) * size.z + z0, (x * size.y + y) * size.z + z1 + 1);
  }
  return ok(made.value);
}

/** Writes a map as grid JSON: one box for each run of blocked cells along z. Unit cells become metres. */
export function writeGridJson(map: VoxelMap): GridJson {
  const { nx, ny, nz, blocked } = map;
  const boxes: [number, number, number, number, number, number][] = [];
  for (let x = 0; x < nx; x++)
    for (let y = 0; y < ny; y++)
      for (let from = 0; from < nz; from++) {
        if (blocked[(x * ny + y) * nz + from] === 0) continue;
        let to = from;
        while (to + 1 < nz && blocked[(x * ny + y) * nz + to + 1] !== 0) to++;
        boxes.push([x, y, from, x, y, to]);
        from = to;
      }
  return {
    format: 'cloudbrain-grid/1',
    size_cells: { x: nx, y: ny, z: nz },
    cell_m: map.cell_m ?? { x: 1, y: 1, z: 1 },
    blocked_boxes: boxes,
  };
}
