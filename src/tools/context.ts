import { type Clock, type Result, hashOf, ok } from '#base';
import { createRouteCache } from '#engines/route';
import { buildAirModel, type StateIssue, type SystemState } from '#world';
import type { ToolContext } from './contract.ts';

/**
 * What tools work on, for a state that has been parsed. The air model and the route cache are built once here, so a
 * server keeps one context per state. Refused where an altitude has no AGL value (its datum is missing).
 */
export function toolContext(state: SystemState, clock: Clock): Result<ToolContext, readonly StateIssue[]> {
  const air = buildAirModel(state);
  if (!air.ok) return air;
  return ok({ state, state_hash: hashOf(state), air: air.value, route_cache: createRouteCache(), clock });
}
