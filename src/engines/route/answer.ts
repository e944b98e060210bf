import { must, quantize } from '#base';
import type { TrajectoryPoint } from '#world';
import { calibratedPowers } from './energy-table.ts';
import { type Powers, energyAlong_wh } from './energy.ts';
import type { Hazard, Hazards } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { type LoadedPowers, loadedPowers } from './load.ts';
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
      certified_ratio: flown.cost_m === flown.bound_m ? 1 : flown.cost_m / flown.bound_m,
      expansions: flown.expansions,
      movement_rule: 'strict',
      grid_hash: parts.grid_hash,
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

/** The powers that a request is planned with; null where its load is none. */
function powersOf({ uav, energy_table, load, tracking }: RouteRequest): LoadedPowers | null {
  const stated = energy_table === undefined ? uav : calibratedPowers(uav, energy_table);
  // A tracked flight creeps round corners, where a multirotor draws hover power.
  const creeping = { ...stated, cruise_w: Math.max(stated.cruise_w, stated.hover_w) };
  const powers = tracking === 'horizon' ? creeping : stated;
  const loaded = loadedPowers(uav, powers, load);
  return loaded.ok ? loaded.value : null;
}

/** Time at which the stop of this position in the mission is reached: stops appear in their order. */
function arrivalAt(points: readonly TrajectoryPoint[], stop: number): number {
  return points.filter((p) => p.stop_id !== null)[stop]!.t_sec;
}
