import { type Result, canonicalJson } from '#base';
import type { AirModel } from '#world';
import { type HazardQuery, type Hazards, hazardsOf } from './hazards.ts';
import { type LatticeError, type RouteLattice, buildLattice } from './lattice.ts';

/** Hazards and lattice of one kind of task. */
export type Prepared = { readonly hazards: Hazards; readonly lattice: Result<RouteLattice, LatticeError> };

/** Lattices kept for an air model; the caller owns it. Not for two searches at once. */
export type RouteCache = { readonly kept: WeakMap<AirModel, Map<string, Prepared>> };

/** Lattices kept for one air model: a large city's takes some ten bytes a cell. */
const MOST_KEPT = 4;

/** An empty cache. */
export function createRouteCache(): RouteCache {
  return { kept: new WeakMap() };
}

/** Hazards and lattice for a task, from the cache where the same were asked for before on the same air model. */
export function prepare(
  query: HazardQuery,
  cell: { readonly cell_m: number; readonly layer_m: number; readonly layers: number },
  cache: RouteCache | undefined,
): Result<Prepared, { readonly type: 'unknown_zone'; readonly zone_id: string }> {
  const { air, uav, constraints, span_sec } = query;
  const key = canonicalJson([
    uav.radius_m,
    constraints.altitude_min_m,
    constraints.altitude_max_m,
    constraints.min_separation_m,
    [...query.avoid_zones].sort(),
    [...query.sensitive_zones].sort(),
    [...query.closed_corridors].sort(),
    air.zones
      .filter((z) => z.prism.to_sec >= span_sec[0] && z.prism.from_sec <= span_sec[1])
      .map((z) => z.id),
    cell,
  ]);
  const known = cache?.kept.get(air) ?? new Map<string, Prepared>();
  const kept = known.get(key);
  if (kept !== undefined) return { ok: true, value: kept };
  const hazards = hazardsOf(query);
  if (!hazards.ok) return hazards;
  const band = { low_m: constraints.altitude_min_m, high_m: constraints.altitude_max_m };
  const made = { hazards: hazards.value, lattice: buildLattice(air, cell, band, hazards.value) };
  known.set(key, made);
  if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
  cache?.kept.set(air, known);
  return { ok: true, value: made };
}
