import type { Task } from '#ir';
import type { AirModel, SystemState } from '#world';

/** An aircraft on the ground this near to a hub's or charger's point stands there: several stand side by side, metres. */
const STANDS_WITHIN_M = 15;

/**
 * The question where a task sends aircraft to a place at which they stand already, home or to charge: a flight would only
 * hop from one stand of the place to another. Null where one of the named aircraft is elsewhere, is flying, or none is named.
 */
export function standingQuestion(task: Task, state: SystemState, air: AirModel): string | null {
  const { intent, entities } = task;
  if (intent !== 'return' && intent !== 'charge') return null;
  const there = entities.candidate_uavs.map((id) => {
    const uav = state.fleet.find((u) => u.id === id);
    const goal = air.places.get(entities.destination ?? uav?.home_place_id ?? '');
    const at = air.uavs.get(id);
    if (uav?.status !== 'available' || goal === undefined || at === undefined) return null;
    const roomy = goal.place.kind === 'hub' || goal.place.chargers !== null;
    const near = Math.hypot(at.x_m - goal.x_m, at.y_m - goal.y_m) <= STANDS_WITHIN_M;
    return roomy && near ? goal.place : null;
  });
  const place = there[0];
  if (place === undefined || there.includes(null)) return null;
  const done =
    intent === 'charge' && place!.chargers !== null ? 'connect it to a charger there' : 'leave it there';
  return `candidate_uavs: ${entities.candidate_uavs.join(', ')} stands at ${place!.id} already and needs no flight; ${done}, or name another place`;
}
