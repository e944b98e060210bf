import { type Result, type Rng, err, ok } from '#base';
import { type FinePoint, TICKS, fineSight } from './fine-sight.ts';
import { type PathError } from './find-path.ts';
import { type Cell, type Grid, indexOfCell, insideGrid } from './grid.ts';

/** A search by random samples; it can find shorter any-angle paths than a grid and can prove nothing. */
export type RrtQuery = {
  readonly start: Cell;
  readonly goal: Cell;
  readonly rng: Rng;
  /** Samples drawn; each costs time in proportion to the nodes so far. Default 3000. */
  readonly samples?: number;
  /** Longest edge, as a part of the straight distance from start to goal; default 0.2. */
  readonly reach_ratio?: number;
  readonly should_stop?: () => boolean;
};

/** An any-angle path from cell centre to cell centre. */
export type RrtPath = {
  readonly points: readonly FinePoint[];
  /** Euclidean length in the units of the grid's steps. */
  readonly cost_units: number;
  /** The straight distance: all that is known about the optimum. */
  readonly lower_bound_units: number;
  readonly certified_ratio: number;
  readonly samples: number;
};

/**
 * RRT* (Karaman and Frazzoli, 2011): a tree of straight edges with exact line of sight, rewired while it grows.
 * Seeded: the same rng gives the same path. `budget_exhausted` when the samples ran out before the goal was seen;
 * never `no_path`, which sampling cannot know. Nodes are whole ticks, so that sight stays exact.
 */
export function rrtStar(grid: Grid, query: RrtQuery): Result<RrtPath, PathError> {
  for (const which of ['start', 'goal'] as const) {
    if (!insideGrid(grid, query[which])) return err({ type: 'outside_grid', expanded: 0, which });
  }
  if (grid.blocked[indexOfCell(grid, query.start)] !== 0) return err({ type: 'start_blocked', expanded: 0 });
  if (grid.blocked[indexOfCell(grid, query.goal)] !== 0) return err({ type: 'goal_blocked', expanded: 0 });
  const [start, goal] = [centre(query.start), centre(query.goal)];
  const tree = new Tree(grid, start);
  const straight = tree.distance(start, goal);
  if (fineSight(grid, start, goal)) return ok(found([start, goal], straight, straight, 0));
  const reach = straight * (query.reach_ratio ?? 0.2);
  const samples = query.samples ?? 3000;
  let drawn = 0;
  while (drawn < samples && !((drawn & 63) === 63 && query.should_stop?.())) {
    drawn++;
    const sample = query.rng.next() < 0.05 ? goal : randomPoint(grid, query.rng);
    tree.grow(sample, reach);
  }
  const last = tree.bestTo(goal);
  if (last < 0) return err({ type: 'budget_exhausted', expanded: drawn, lower_bound_units: straight });
  const points = tree.shorten([...tree.branch(last), goal]);
  let cost_units = 0;
  for (let i = 1; i < points.length; i++) cost_units += tree.distance(points[i - 1]!, points[i]!);
  return ok(found(points, cost_units, straight, drawn));
}

function found(points: readonly FinePoint[], cost_units: number, straight: number, samples: number): RrtPath {
  const certified_ratio = straight === 0 ? 1 : Math.max(1, cost_units / straight);
  return { points, cost_units, lower_bound_units: straight, certified_ratio, samples };
}

const centre = (cell: Cell): FinePoint => ({
  x: cell.x * TICKS + TICKS / 2,
  y: cell.y * TICKS + TICKS / 2,
  z: cell.z * TICKS + TICKS / 2,
});

/** Odd ticks are never on a face. */
const odd = (ticks: number): number => 2 * Math.floor(ticks / 2) + 1;

const randomPoint = (grid: Grid, rng: Rng): FinePoint => ({
  x: odd(rng.int(grid.nx * TICKS)),
  y: odd(rng.int(grid.ny * TICKS)),
  z: odd(rng.int(grid.nz * TICKS)),
});

class Tree {
  private readonly grid: Grid;
  private readonly points: FinePoint[];
  private readonly parents: number[] = [-1];
  private readonly children: number[][] = [[]];
  private readonly costs: number[] = [0];

  constructor(grid: Grid, root: FinePoint) {
    this.grid = grid;
    this.points = [root];
  }

  distance(a: FinePoint, b: FinePoint): number {
    const { steps } = this.grid;
    const [x, y, z] = [(a.x - b.x) * steps.x, (a.y - b.y) * steps.y, (a.z - b.z) * steps.z];
    return Math.sqrt(x * x + y * y + z * z) / TICKS;
  }

  /** Adds a node towards the sample, under its cheapest visible neighbour, and reroutes neighbours through it. */
  grow(sample: FinePoint, reach: number): void {
    const nearest = this.nearest(sample);
    const point = this.steer(this.points[nearest]!, sample, reach);
    const radius = Math.min(
      reach,
      2 * reach * Math.cbrt(Math.log(this.points.length + 1) / this.points.length),
    );
    const around = this.within(point, Math.max(radius, this.distance(this.points[nearest]!, point)));
    const costThrough = (i: number): number => this.costs[i]! + this.distance(this.points[i]!, point);
    const ordered = around.sort((a, b) => costThrough(a) - costThrough(b) || a - b);
    const parent = ordered.find((i) => fineSight(this.grid, this.points[i]!, point));
    if (parent === undefined) return;
    const node = this.points.length;
    this.points.push(point);
    this.parents.push(parent);
    this.children.push([]);
    this.children[parent]!.push(node);
    this.costs.push(costThrough(parent));
    for (const i of ordered) {
      const through = this.costs[node]! + this.distance(point, this.points[i]!);
      if (i === parent || !(through < this.costs[i]! * (1 - 1e-12))) continue;
      if (fineSight(this.grid, point, this.points[i]!)) this.reroute(i, node, through);
    }
  }

  /** The node from which the goal is reached at least cost by a visible edge; -1 if none sees it. */
  bestTo(goal: FinePoint): number {
    const total = (i: number): number => this.costs[i]! + this.distance(this.points[i]!, goal);
    const order = this.points.map((_, i) => i).sort((a, b) => total(a) - total(b) || a - b);
    return order.find((i) => fineSight(this.grid, this.points[i]!, goal)) ?? -1;
  }

  /** The shortest chain of visible legs through some of the points, in their order. */
  shorten(points: readonly FinePoint[]): FinePoint[] {
    const best: { length: number; before: number }[] = [{ length: 0, before: -1 }];
    for (let i = 1; i < points.length; i++) {
      best.push({ length: Infinity, before: i - 1 });
      for (let j = 0; j < i; j++) {
        const length = best[j]!.length + this.distance(points[j]!, points[i]!);
        const isShorter = length < best[i]!.length;
        if (isShorter && (j === i - 1 || fineSight(this.grid, points[j]!, points[i]!)))
          best[i] = { length, before: j };
      }
    }
    const kept: FinePoint[] = [];
    for (let i = points.length - 1; i >= 0; i = best[i]!.before) kept.push(points[i]!);
    return kept.reverse();
  }

  branch(node: number): FinePoint[] {
    const points: FinePoint[] = [];
    for (let at = node; at >= 0; at = this.parents[at]!) points.push(this.points[at]!);
    return points.reverse();
  }

  private nearest(point: FinePoint): number {
    let best = 0;
    for (let i = 1; i < this.points.length; i++)
      if (this.distance(this.points[i]!, point) < this.distance(this.points[best]!, point)) best = i;
    return best;
  }

  private within(point: FinePoint, radius: number): number[] {
    const found: number[] = [];
    this.points.forEach((p, i) => {
      if (this.distance(p, point) <= radius) found.push(i);
    });
    return found;
  }

  private steer(from: FinePoint, to: FinePoint, reach: number): FinePoint {
    const distance = this.distance(from, to);
    if (distance <= reach) return to;
    const part = reach / distance;
    const along = (a: number, b: number): number => odd(a + (b - a) * part);
    return { x: along(from.x, to.x), y: along(from.y, to.y), z: along(from.z, to.z) };
  }

  private reroute(node: number, parent: number, cost: number): void {
    const old = this.children[this.parents[node]!]!;
    old.splice(old.indexOf(node), 1);
    this.parents[node] = parent;
    this.children[parent]!.push(node);
    const saved = this.costs[node]! - cost;
    const below = [node];
    for (let at = below.pop(); at !== undefined; at = below.pop()) {
      this.costs[at]! -= saved;
      below.push(...this.children[at]!);
    }
  }
}
