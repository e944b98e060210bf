import {
  Clipper,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Paths64,
  PolyTree64,
  type PolyPath64,
} from 'clipper2-ts';
import { type Pt } from './projection.ts';

/** A ring of the plane, open (the first point is not repeated). */
export type Ring = readonly Pt[];

/** A flat set of rings; inside is where the winding number is not zero: outer rings counter-clockwise, holes clockwise. */
export type Region = readonly Ring[];

/** Booleans run on whole millimetres; results are exact there. */
const UNIT_M = 0.001;
/** Chords of round corners deviate by less than this from the circle. */
const ARC_TOLERANCE_M = 0.005;

function toPaths(region: Region): Paths64 {
  return region.map((ring) =>
    ring.map((p) => ({ x: Math.round(p.x / UNIT_M), y: Math.round(p.y / UNIT_M) })),
  );
}

function fromPaths(paths: Paths64): Region {
  return paths.map((path) => path.map((p) => ({ x: p.x * UNIT_M, y: p.y * UNIT_M })));
}

/** Region of one polygon with holes; orientation of the input does not matter. */
export function polygonRegion(rings: readonly Ring[]): Region {
  const [outer, ...holes] = rings;
  if (outer === undefined) return [];
  const body = union([outer.slice()]);
  return holes.length === 0 ? body : difference(body, union(...holes.map((h) => [h])));
}

/** Everything in at least one of the regions. Rings of either orientation count as filled (non-zero winding of each alone). */
export function union(...regions: readonly Region[]): Region {
  let sum: Paths64 = [];
  for (const region of regions) {
    const paths = toPaths(region);
    const filled =
      paths.length === 1 ? paths.map((p) => (Clipper.area(p) < 0 ? [...p].reverse() : p)) : paths;
    sum = Clipper.booleanOp(ClipType.Union, sum.concat(filled), null, FillRule.NonZero);
  }
  return fromPaths(sum);
}

/** Union of many simple rings at once, whatever their orientation. */
export function unionOfRings(rings: readonly Ring[]): Region {
  const paths = toPaths(rings).map((p) => (Clipper.area(p) < 0 ? [...p].reverse() : p));
  return fromPaths(Clipper.booleanOp(ClipType.Union, paths, null, FillRule.NonZero));
}

/** What lies in both regions. */
export function intersection(a: Region, b: Region): Region {
  return fromPaths(Clipper.booleanOp(ClipType.Intersection, toPaths(a), toPaths(b), FillRule.NonZero));
}

/** What lies in the first region and not in the second. */
export function difference(a: Region, b: Region): Region {
  return fromPaths(Clipper.booleanOp(ClipType.Difference, toPaths(a), toPaths(b), FillRule.NonZero));
}

/** A region grown (or, if negative, shrunk) by a distance, corners round. */
export function grow(region: Region, by_m: number): Region {
  if (by_m === 0) return region;
  const grown = Clipper.inflatePaths(
    toPaths(region),
    by_m / UNIT_M,
    JoinType.Round,
    EndType.Polygon,
    2,
    ARC_TOLERANCE_M / UNIT_M,
  );
  return fromPaths(grown);
}

/** Area in square metres, holes taken off. */
export function areaOf(region: Region): number {
  return Clipper.areaPaths(toPaths(region)) * UNIT_M * UNIT_M;
}

/** The connected pieces, each with its own holes. */
export function components(region: Region): Region[] {
  const tree = new PolyTree64();
  Clipper.booleanOpWithPolyTree(ClipType.Union, toPaths(region), null, tree, FillRule.NonZero);
  const out: Region[] = [];
  const visit = (node: PolyPath64): void => {
    const rings: Paths64 = [];
    if (node.poly !== null) rings.push(node.poly);
    for (let i = 0; i < node.count; i++) {
      const hole = node.child(i) as PolyPath64;
      if (hole.poly !== null) rings.push(hole.poly);
      for (let j = 0; j < hole.count; j++) visit(hole.child(j) as PolyPath64);
    }
    out.push(fromPaths(rings));
  };
  for (let i = 0; i < tree.count; i++) visit(tree.child(i) as PolyPath64);
  return out;
}

/** A regular polygon around a disc (its sides touch the circle), with chords deviating by at most the tolerance. */
export function discRing(centre: Pt, radius_m: number): Ring {
  const r = Math.max(radius_m, 0.01);
  const n = Math.max(16, Math.ceil(Math.PI / Math.acos(Math.max(0, 1 - ARC_TOLERANCE_M / r))));
  const outer = r / Math.cos(Math.PI / n);
  return Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n;
    return { x: centre.x + outer * Math.cos(a), y: centre.y + outer * Math.sin(a) };
  });
}

/** Turns a region so that the unit vector `u` becomes the x axis. */
export function rotated(region: Region, u: Pt): Region {
  return region.map((ring) => ring.map((p) => ({ x: p.x * u.x + p.y * u.y, y: p.y * u.x - p.x * u.y })));
}

/** Centre of mass of a region; of the first ring's vertices where the area vanishes. */
export function centroid(region: Region): Pt {
  let doubled = 0;
  let sx = 0;
  let sy = 0;
  const o = region[0]?.[0] ?? { x: 0, y: 0 };
  for (const ring of region) {
    for (let i = 0; i < ring.length; i++) {
      const a = ring[i]!;
      const b = ring[(i + 1) % ring.length]!;
      const cross = (a.x - o.x) * (b.y - o.y) - (b.x - o.x) * (a.y - o.y);
      doubled += cross;
      sx += cross * (a.x + b.x - 2 * o.x);
      sy += cross * (a.y + b.y - 2 * o.y);
    }
  }
  if (Math.abs(doubled) < 1e-9) return o;
  return { x: o.x + sx / (3 * doubled), y: o.y + sy / (3 * doubled) };
}
