import { must, quantize } from '#base';
import type { TrajectoryPoint } from '#world';
import { type Powers, energyAlong_wh } from './energy.ts';
import type { Hazard, Hazards } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { powersOf } from './load.ts';
import type { Front, FrontPoint } from './objective.ts';
import type { Flown } from './path.ts';
import type { Prepared } from './cache.ts';
import { returnMargin } from './return-home.ts';
import type { PlannedRoute, RouteRequest } from './route-types.ts';
import { lengthOf } from './smooth.ts';
import type { Tracked } from './track-route.ts';

/** What an answer is made of. `present` is the lattice on which everything timed is there throughout. */
export type AnswerParts = {
  readonly request: RouteRequest;
  readonly flown: Flown;
  readonly tracked: Tracked | null;
  readonly waypoints: readonly TrajectoryPoint[];
  readonly launch_delay_sec: number;
  readonly grid_hash: string;
  readonly present: Prepared;
  /** Lattice and zones of an attempt that takes zones at their times; null otherwise. */
  readonly timed: { readonly prepared: Prepared; readonly zones: readonly Hazard[] } | null;
};

/** The answer: the timed path with length, energy, what the search proves, and the margin for turning away. */
export function answerOf(parts: AnswerParts): PlannedRoute {
  const { request, flown, tracked, waypoints, present, timed } = parts;
  const { uav, mission } = request;
  const { objective } = flown;
  const powersOn = powersAlong(request, waypoints);
  const used_wh = energyAlong_wh(waypoints, powersOn);
  const end_wh = used_wh.at(-1)!;
  return {
    waypoints,
    length_m: quantize(lengthOf(waypoints), 0.001),
    eta_sec: arrivalAt(waypoints, mission.required_stop),
    end_sec: waypoints.at(-1)!.t_sec,
    energy_est_wh: quantize(end_wh, 1e-6),
    battery_end_ratio: quantize(uav.battery_ratio - end_wh / uav.battery_capacity_wh, 1e-6),
    planner: request.planner,
    search: {
      cost_m: quantize(flown.cost_m, 0.001),
      lower_bound_m: quantize(flown.bound_m, 0.001),
      certified_ratio: objective.cost === objective.lower_bound ? 1 : objective.cost / objective.lower_bound,
      expansions: flown.expansions,
      movement_rule: 'strict',
      grid_hash: parts.grid_hash,
    },
    objective: {
      ...objective,
      cost: quantize(objective.cost, 1e-4),
      lower_bound: quantize(objective.lower_bound, 1e-4),
      front: objective.front === null ? null : roundedFront(objective.front),
    },
    launch_delay_sec: parts.launch_delay_sec,
    tracking:
      tracked === null
        ? null
        : {
            cross_track_m: -quantize(Math.floor(-tracked.cross_track_m * 1e3) / 1e3, 1e-3),
            slowed: tracked.slowed,
          },
    return_margin: returnMargin({
      request,
      present: spaceOf(present),
      timed: timed === null ? null : { ...spaceOf(timed.prepared), zones: timed.zones },
      waypoints,
      used_wh,
      powersOn,
    }),
  };
}

function roundedFront({ points, status }: Front): Front {
  const at = (p: FrontPoint): FrontPoint => ({
    time_sec: quantize(p.time_sec, 1e-3),
    energy_wh: quantize(p.energy_wh, 1e-4),
  });
  return { points: points.map(at), status };
}

function spaceOf({ hazards, lattice }: Prepared): {
  readonly hazards: Hazards;
  readonly lattice: RouteLattice;
} {
  return { hazards, lattice: must(lattice.ok ? lattice.value : null, 'a route has a lattice') };
}

/** The powers of each leg: with the load aboard up to the arrival at the required stop. */
export function powersAlong(
  request: RouteRequest,
  waypoints: readonly TrajectoryPoint[],
): (to: number) => Powers {
  const loaded = must(powersOf(request), 'the load was checked before');
  const delivered_sec = arrivalAt(waypoints, request.mission.required_stop);
  return (to) => (waypoints[to]!.t_sec <= delivered_sec ? loaded.aboard : loaded.delivered);
}

/** Time at which the stop of this position in the mission is reached: stops appear in their order. */
function arrivalAt(points: readonly TrajectoryPoint[], stop: number): number {
  return points.filter((p) => p.stop_id !== null)[stop]!.t_sec;
}
