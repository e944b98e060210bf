import { assert, err, ok, type Result } from '#base';

/**
 * Places (drones, landing sites) and who is near whom at one instant. Edges have a length of 0 or more, in
 * whatever unit the bounds use (metres, hops); an edge is followed from `from` to `to` only.
 */
export type SpatialGraph = {
  readonly count: number;
  readonly edges: readonly { readonly from: number; readonly to: number; readonly length: number }[];
};

/** Bounds on the length of a path, both included. */
export type Distance = { readonly from: number; readonly to: number };

/** Why a spatial question has no answer. */
export type SpatialError = {
  readonly type: 'bad_place' | 'bad_length' | 'bad_distance' | 'unequal_lengths' | 'not_a_number';
  readonly message: string;
};

type Checked = { readonly out: readonly (readonly { to: number; length: number }[])[] };

function checked(
  graph: SpatialGraph,
  distance: Distance,
  values: readonly Float64Array[],
): Result<Checked, SpatialError> {
  if (!(distance.from >= 0 && distance.from <= distance.to)) {
    return err({ type: 'bad_distance', message: `[${distance.from}, ${distance.to}] is not a distance` });
  }
  for (const column of values) {
    if (column.length !== graph.count) {
      return err({ type: 'unequal_lengths', message: `${column.length} values for ${graph.count} places` });
    }
    if (column.some((v) => v !== v)) return err({ type: 'not_a_number', message: 'a value is not a number' });
  }
  const out: { to: number; length: number }[][] = Array.from({ length: graph.count }, () => []);
  for (const { from, to, length } of graph.edges) {
    const inside = (place: number): boolean => Number.isInteger(place) && place >= 0 && place < graph.count;
    if (!inside(from) || !inside(to)) return err({ type: 'bad_place', message: `no place ${from} or ${to}` });
    if (!(length >= 0 && length < Infinity))
      return err({ type: 'bad_length', message: `an edge of length ${length}` });
    out[from]!.push({ to, length });
  }
  return ok({ out });
}

/** Shortest path lengths from one place (Dijkstra, 1959), none beyond `most`. */
function lengthsFrom(graph: Checked, start: number, most: number): Float64Array {
  const length = new Float64Array(graph.out.length).fill(Infinity);
  const open = new Set([start]);
  length[start] = 0;
  while (open.size > 0) {
    let at = -1;
    for (const place of open)
      if (at < 0 || length[place]! < length[at]! || (length[place] === length[at] && place < at)) at = place;
    open.delete(at);
    for (const edge of graph.out[at]!) {
      const through = length[at]! + edge.length;
      if (through <= most && through < length[edge.to]!) {
        length[edge.to] = through;
        open.add(edge.to);
      }
    }
  }
  return length;
}

/**
 * somewhere[from, to] v: the best value among places whose shortest distance lies within the bounds
 * (STREL; Bartocci, Bortolussi, Loreti, Nenzi, 2017). -Infinity where there is none.
 */
export function somewhere(
  graph: SpatialGraph,
  distance: Distance,
  value: Float64Array,
): Result<Float64Array, SpatialError> {
  const usable = checked(graph, distance, [value]);
  if (!usable.ok) return usable;
  return ok(
    Float64Array.from(value, (_, place) => {
      const length = lengthsFrom(usable.value, place, distance.to);
      let best = -Infinity;
      for (let k = 0; k < value.length; k++) {
        if (length[k]! >= distance.from && length[k]! <= distance.to && length[k]! < Infinity)
          best = Math.max(best, value[k]!);
      }
      return best;
    }),
  );
}

/** everywhere[from, to] v: the worst value among those places; Infinity where there is none. */
export function everywhere(
  graph: SpatialGraph,
  distance: Distance,
  value: Float64Array,
): Result<Float64Array, SpatialError> {
  const dual = somewhere(
    graph,
    distance,
    value.map((v) => -v),
  );
  return dual.ok ? ok(dual.value.map((v) => -v)) : dual;
}

/**
 * p reach[from, to] q: over paths whose length lies within the bounds, the best of q at the end and p at
 * every place before it. Paths need not be simple: going round may reach the lower bound.
 */
export function reach(
  graph: SpatialGraph,
  distance: Distance,
  p: Float64Array,
  q: Float64Array,
): Result<Float64Array, SpatialError> {
  const usable = checked(graph, distance, [p, q]);
  if (!usable.ok) return usable;
  const levels = [...new Set([...p, ...q])].sort((a, b) => b - a);
  const out = new Float64Array(graph.count).fill(-Infinity);
  // A place reaches at a level if a path of good places leads to a good end; the first such level is its value.
  for (const level of levels) {
    for (let place = 0; place < graph.count; place++) {
      if (out[place] === -Infinity && reachesAt(usable.value, place, distance, { p, q, level }))
        out[place] = level;
    }
  }
  return ok(out);
}

type Level = { readonly p: Float64Array; readonly q: Float64Array; readonly level: number };

/** Longest lower bound in units of the shortest edge: lengths up to it are searched one by one. */
const MOST_STATES = 200_000;

/** Whether some path within the bounds holds p before its end and q there, at a level. */
function reachesAt(graph: Checked, start: number, distance: Distance, at: Level): boolean {
  const queue: (readonly [number, number])[] = [[start, 0]];
  // Beyond the lower bound only the shortest way to a place matters; below it every length does.
  const seen = new Set<string>();
  const shortest = new Float64Array(graph.out.length).fill(Infinity);
  for (let head = 0; head < queue.length; head++) {
    assert(head < MOST_STATES, 'a lower bound of a distance is a few edges long');
    const [place, length] = queue[head]!;
    if (length >= distance.from && at.q[place]! >= at.level) return true;
    if (!(at.p[place]! >= at.level)) continue;
    for (const edge of graph.out[place]!) {
      const through = length + edge.length;
      if (through > distance.to) continue;
      if (through >= distance.from) {
        if (through >= shortest[edge.to]!) continue;
        shortest[edge.to] = through;
      } else {
        const key = `${edge.to} ${through}`;
        if (seen.has(key)) continue;
        seen.add(key);
      }
      queue.push([edge.to, through]);
    }
  }
  return false;
}

/**
 * escape[from, to] p: the best worst value along a path to a place whose shortest distance from the start
 * lies within the bounds, so that one can get away (or stay away) through good places.
 */
export function escape(
  graph: SpatialGraph,
  distance: Distance,
  p: Float64Array,
): Result<Float64Array, SpatialError> {
  const usable = checked(graph, distance, [p]);
  if (!usable.ok) return usable;
  return ok(
    Float64Array.from(p, (_, start) => {
      const length = lengthsFrom(usable.value, start, distance.to);
      const widest = widestFrom(usable.value, start, p);
      let best = -Infinity;
      for (let k = 0; k < p.length; k++) {
        if (length[k]! >= distance.from && length[k]! <= distance.to && length[k]! < Infinity)
          best = Math.max(best, widest[k]!);
      }
      return best;
    }),
  );
}

/** The best worst value along any path from one place to each other. */
function widestFrom(graph: Checked, start: number, p: Float64Array): Float64Array {
  const widest = new Float64Array(p.length).fill(-Infinity);
  const open = new Set([start]);
  widest[start] = p[start]!;
  while (open.size > 0) {
    let at = -1;
    for (const place of open)
      if (at < 0 || widest[place]! > widest[at]! || (widest[place] === widest[at] && place < at)) at = place;
    open.delete(at);
    for (const { to } of graph.out[at]!) {
      const through = Math.min(widest[at]!, p[to]!);
      if (through > widest[to]!) {
        widest[to] = through;
        open.add(to);
      }
    }
  }
  return widest;
}

/**
 * A spatial operator at every instant, as one signal for each place: ready to be used in a specification.
 * `at(k)` gives the graph and the operator's values of instant k.
 */
export function spatialSignals(
  names: readonly string[],
  instants: number,
  at: (instant: number) => Result<Float64Array, SpatialError>,
): Result<ReadonlyMap<string, Float64Array>, SpatialError> {
  const signals = new Map(names.map((name) => [name, new Float64Array(instants)]));
  for (let k = 0; k < instants; k++) {
    const values = at(k);
    if (!values.ok) return values;
    if (values.value.length !== names.length) {
      return err({
        type: 'unequal_lengths',
        message: `${values.value.length} values for ${names.length} names`,
      });
    }
    names.forEach((name, place) => (signals.get(name)![k] = values.value[place]!));
  }
  return ok(signals);
}

/** Edges both ways between places (planar coordinates in metres) at most `reach_m` apart. */
export function proximityGraph(x_m: Float64Array, y_m: Float64Array, reach_m: number): SpatialGraph {
  assert(x_m.length === y_m.length, 'every place has both coordinates');
  const edges: { from: number; to: number; length: number }[] = [];
  for (let from = 0; from < x_m.length; from++) {
    for (let to = 0; to < x_m.length; to++) {
      const length = Math.hypot(x_m[from]! - x_m[to]!, y_m[from]! - y_m[to]!);
      if (from !== to && length <= reach_m) edges.push({ from, to, length });
    }
  }
  return { count: x_m.length, edges };
}
