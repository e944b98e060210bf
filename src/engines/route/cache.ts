import { type Result, canonicalJson, ok } from '#base';
import type { AirModel, GridSpec } from '#world';
import { type HazardQuery, type Hazards, hazardsOf } from './hazards.ts';
import { type LatticeError, type RouteLattice, buildLattice } from './lattice.ts';

/** Hazards and lattice of one kind of task. */
export type Prepared = { readonly hazards: Hazards; readonly lattice: Result<RouteLattice, LatticeError> };

/** A lattice kept with the parts of the air model that it was made from. */
type Kept = {
  readonly key: string;
  readonly air: Pick<
    AirModel,
    'bounds' | 'zones' | 'ceilings' | 'ceiling_agl_m' | 'corridors' | 'operations'
  >;
  readonly prepared: Prepared;
};

/**
 * Lattices kept for air models; the caller owns it. Not for two searches at once. Found by the identity of the model's
 * parts, which a model made from another by changing places or aircraft shares with it.
 */
export type RouteCache = { readonly kept: WeakMap<AirModel['obstacles'], Kept[]> };

/** Lattices kept for one set of obstacles: a large city's takes some ten bytes a cell. */
const MOST_KEPT = 4;

/** An empty cache. */
export function createRouteCache(): RouteCache {
  return { kept: new WeakMap() };
}

/** Hazards and lattice for a task, from the cache where the same were asked for before on the same air model. */
export function prepare(
  query: HazardQuery,
  spec: GridSpec,
  cache: RouteCache | undefined,
): Result<Prepared, { readonly type: 'unknown_zone'; readonly zone_id: string }> {
  const { air, constraints } = query;
  const key = keyOf(query, spec);
  const list = cache?.kept.get(air.obstacles) ?? [];
  const found = list.findIndex((k) => k.key === key && sameParts(k.air, air));
  if (found >= 0) {
    // The most recently used stands last, so that the oldest falls out first.
    list.push(...list.splice(found, 1));
    return ok(list.at(-1)!.prepared);
  }
  const hazards = hazardsOf(query);
  if (!hazards.ok) return hazards;
  const band = { low_m: constraints.altitude_min_m, high_m: constraints.altitude_max_m };
  const made = { hazards: hazards.value, lattice: buildLattice(air, spec, band, hazards.value) };
  list.push({ key, air, prepared: made });
  if (list.length > MOST_KEPT) list.shift();
  cache?.kept.set(air.obstacles, list);
  return ok(made);
}

function keyOf(query: HazardQuery, spec: GridSpec): string {
  const { air, uav, constraints, span_sec, windows } = query;
  return canonicalJson([
    uav.radius_m,
    constraints.altitude_min_m,
    constraints.altitude_max_m,
    constraints.min_separation_m,
    [...query.avoid_zones].sort(),
    [...query.sensitive_zones].sort(),
    [...query.closed_corridors].sort(),
    [...query.closed_operations].sort(),
    // Which zones are there at all, and where their times matter, the span that decides which ones are left out.
    air.zones.map((z) => z.prism.to_sec >= span_sec[0] && z.prism.from_sec <= span_sec[1]),
    windows === 'present' ? null : span_sec,
    spec,
  ]);
}

function sameParts(a: Kept['air'], b: Kept['air']): boolean {
  return (
    a.bounds === b.bounds &&
    a.zones === b.zones &&
    a.ceilings === b.ceilings &&
    a.ceiling_agl_m === b.ceiling_agl_m &&
    a.corridors === b.corridors &&
    a.operations === b.operations
  );
}
