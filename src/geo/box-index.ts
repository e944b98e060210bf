import Flatbush from 'flatbush';
import { type Box } from './box.ts';

/** Finds boxes near a box. Answers are positions in the list that it was built from, ascending. */
export type BoxIndex = {
  readonly size: number;
  /** Positions of all boxes that touch `query`; a touch on an edge or a corner counts. */
  readonly search: (query: Box) => number[];
};

/** A static packed R-tree (flatbush, 64-bit floats, so no box shrinks) over a list of boxes, which may be empty. */
export function createBoxIndex(boxes: readonly Box[]): BoxIndex {
  if (boxes.length === 0) return { size: 0, search: () => [] };
  const tree = new Flatbush(boxes.length);
  for (const b of boxes) tree.add(b.min_x_m, b.min_y_m, b.max_x_m, b.max_y_m);
  tree.finish();
  return {
    size: boxes.length,
    search: (q) => tree.search(q.min_x_m, q.min_y_m, q.max_x_m, q.max_y_m).sort((a, b) => a - b),
  };
}
