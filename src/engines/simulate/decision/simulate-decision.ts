import { type Rng, createRng } from '#base';
import type { Mission, SimulationAnswer, StressLevel } from '#ir';
import type { AirModel, SystemState, Trajectory, Uav } from '#world';
import { answerOf } from './answer.ts';
import { type FlightLog, type FlightSetting, fly } from './flight.ts';
import { createHazardMap } from './hazards.ts';
import { STRESS, type StressProfile } from './stress.ts';
import { drawIntruders, operationsTraffic } from './traffic.ts';
import { trackEnd_sec, trackOf } from './track.ts';
import { createWander, createWindField } from './wind-field.ts';

/** A decision to be flown once. `avoid_zones` are zones that the task keeps out of beside those that always bind. */
export type SimulationRequest = {
  readonly state: SystemState;
  readonly air: AirModel;
  readonly uav: Uav;
  readonly mission: Mission;
  readonly trajectory: Trajectory;
  readonly seed: number;
  readonly stress: StressLevel;
  readonly avoid_zones?: readonly string[];
};

/**
 * Flies a decision once under seeded stress. The same request gives the same bytes. `none` flies the plan exactly in the
 * reported wind; the other levels add gusts, navigation error, intruders and lost links (see STRESS). Success means: no
 * collision, near mid-air collision, zone entered, missed deadline or spent reserve, no separation lost to an accepted
 * operation, and every stop reached. A failure carries its counterexample.
 */
export function simulateDecision(request: SimulationRequest): SimulationAnswer {
  const { mission, uav, trajectory, seed, stress } = request;
  const { setting, log } = flyDecision(request);
  return answerOf({ log, setting, mission, uav, trajectory, seed, stress });
}

/** The same flight with its whole path, for reports and tests. */
export function flyDecision(request: SimulationRequest): { setting: FlightSetting; log: FlightLog } {
  const { air, uav, mission, trajectory, stress } = request;
  const profile = STRESS[stress];
  const rng = createRng(request.seed).fork('simulate-decision');
  const plan = trackOf(trajectory);
  const end = trackEnd_sec(plan);
  const setting: FlightSetting = {
    air,
    uav,
    constraints: mission.constraints,
    plan,
    others: [
      ...operationsTraffic(air, uav.id),
      ...drawIntruders(
        { plan, profile, altitude_max_m: mission.constraints.altitude_max_m },
        rng.fork('intruders'),
      ),
    ],
    hazards: createHazardMap(air, new Set(request.avoid_zones ?? [])),
    wind: createWindField(air.wind, profile, end, rng.fork('wind')),
    wander: {
      east: createWander(profile.navigation_m, rng.fork('wander-east')),
      north: createWander(profile.navigation_m, rng.fork('wander-north')),
    },
    outage: drawOutage(profile, end, rng.fork('link')),
    yields: stress !== 'none',
    stops: stopPoints(mission, trajectory),
    // Twice the plan and five minutes: longer than any delay that a sound flight can have.
    latest_sec: 2 * end + 300,
    start_gap_m: startGap_m(air, uav, trajectory),
  };
  return { setting, log: fly(setting) };
}

/** The points of a trajectory at which the mission's stops are reached, in the mission's order; missing ones are missing. */
function stopPoints(mission: Mission, trajectory: Trajectory): { index: number; stop_id: string }[] {
  const found: { index: number; stop_id: string }[] = [];
  trajectory.forEach((p, index) => {
    const wanted = mission.stops[found.length]?.place_id;
    if (p.stop_id !== null && p.stop_id === wanted) found.push({ index, stop_id: wanted });
  });
  return found;
}

function startGap_m(air: AirModel, uav: Uav, trajectory: Trajectory): number {
  const stands = air.uavs.get(uav.id);
  const first = trajectory[0];
  if (stands === undefined || first === undefined) return 0;
  return Math.hypot(first.x_m - stands.x_m, first.y_m - stands.y_m, first.z_m);
}

function drawOutage(
  profile: StressProfile,
  span_sec: number,
  rng: Rng,
): { readonly from_sec: number; readonly to_sec: number } | null {
  if (!(rng.next() < profile.lost_link_ratio)) return null;
  const from_sec = rng.between(0.1, 0.9) * span_sec;
  return { from_sec, to_sec: from_sec + rng.between(...profile.lost_link_sec) };
}
