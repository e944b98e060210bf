import { type PlanePoint, parametersNearSegment } from '#geo';
import { type Mission, type Priority, type Task, missionOf } from '#ir';
import type { AirModel, CorridorVolume, SystemState, Uav } from '#world';
import { candidateOf } from './assign-uav.ts';
import type { FleetOption, FleetProblem, SharedCapacity } from './fleet-milp.ts';
import { boundOf } from './flight-bound.ts';

/** A task to give out together with others. */
export type FleetRequest = {
  readonly task_id: string;
  readonly priority: Priority;
  readonly task: Task;
  readonly payload_kg: number | null;
};

/** What a fleet plan is made from. */
export type FleetQuery = {
  readonly state: SystemState;
  readonly air: AirModel;
  readonly requests: readonly FleetRequest[];
  /** Power into a battery at a charger, W. */
  readonly charge_w: number;
};

/**
 * What leaving a task out costs, in seconds of arrival: a higher class is worth more than any two-hour detour of a few
 * lower ones. A decision of this product.
 */
export const UNASSIGNED_SEC: Readonly<Record<Priority, number>> = {
  low: 10_000,
  normal: 20_000,
  high: 100_000,
  critical: 1_000_000,
};

/**
 * Every way to serve every task, for `solveFleet`: directly, or after charging where the battery alone does not reach.
 * Payload, equipment, wind, battery and deadline are checked with the lower bounds of `assignUav`, so that an option
 * left out is impossible and one listed still has to be planned. Cost is the arrival in whole seconds. Corridors are
 * those that the straight legs cross; chargers and corridors bring the places that are free now.
 */
export function fleetProblemOf(query: FleetQuery): FleetProblem {
  const { state, air, requests } = query;
  const options = requests.flatMap((request) =>
    state.fleet.flatMap((uav) => optionsFor(query, request, uav)),
  );
  const charging = (place_id: string): number => {
    const at = air.places.get(place_id)!;
    return state.fleet.filter((u) => {
      const p = air.uavs.get(u.id) ?? air.frame.toPlane(u.at);
      return u.status === 'charging' && Math.hypot(p.x_m - at.x_m, p.y_m - at.y_m) <= CHARGER_REACH_M;
    }).length;
  };
  const chargers = state.city.places.flatMap((p): SharedCapacity[] =>
    p.chargers === null ? [] : [{ id: p.id, free: Math.max(0, p.chargers - charging(p.id)) }],
  );
  const corridors = air.corridors.map((c) => ({
    id: c.id,
    free: Math.max(0, c.capacity - air.operations.filter((o) => crosses(c, o.points)).length),
  }));
  return {
    tasks: requests.map((r) => ({ task_id: r.task_id, unassigned_cost: UNASSIGNED_SEC[r.priority] })),
    options: options.filter((o) => o.cost <= UNASSIGNED_SEC.critical),
    chargers,
    corridors,
  };
}

/** An aircraft that charges stands this near to its charger's place, metres. */
const CHARGER_REACH_M = 30;

function optionsFor(query: FleetQuery, request: FleetRequest, uav: Uav): FleetOption[] {
  const { state, air } = query;
  const { task, payload_kg } = request;
  const rated = candidateOf({ state, air, task, payload_kg, objective: 'eta' }, uav);
  const mission = missionOf(task, state, uav.id);
  const base = { task_id: request.task_id, uav_id: uav.id };
  if (rated.refused === null) {
    if (isLate(mission, rated.eta_sec!)) return [];
    const start = air.uavs.get(uav.id) ?? air.frame.toPlane(uav.at);
    const corridor_ids = corridorsOf(air, [start, ...stopsOf(air, mission)]);
    return [{ ...base, charger_id: null, corridor_ids, cost: Math.round(rated.eta_sec!) }];
  }
  return rated.refused === 'low_battery' ? chargeOptions(query, uav, mission, base) : [];
}

/** Ways by a charger: there, charge what is missing for the mission and its reserve, then the mission. */
function chargeOptions(
  query: FleetQuery,
  uav: Uav,
  mission: Mission,
  base: Pick<FleetOption, 'task_id' | 'uav_id'>,
): FleetOption[] {
  const { state, air, charge_w } = query;
  const start = air.uavs.get(uav.id) ?? air.frame.toPlane(uav.at);
  const reserve_wh = mission.constraints.battery_reserve_ratio * uav.battery_capacity_wh;
  return state.city.places.flatMap((place): FleetOption[] => {
    if (place.chargers === null) return [];
    const at = air.places.get(place.id)!;
    const there = boundOf(air, uav, {
      stops: [{ place_id: place.id, action: 'land', service_sec: 0 }],
      required_stop: 0,
      returns_home: false,
      constraints: mission.constraints,
    });
    const then = boundOf(air, uav, mission, at);
    if (there === null || then === null) return [];
    const arrives_wh = uav.battery_ratio * uav.battery_capacity_wh - there.energy_wh;
    const needed_wh = then.energy_wh + reserve_wh;
    if (arrives_wh < 0 || needed_wh > uav.battery_capacity_wh) return [];
    const charge_sec = (Math.max(0, needed_wh - arrives_wh) * 3600) / charge_w;
    const eta_sec = there.eta_sec + charge_sec + then.eta_sec;
    if (isLate(mission, eta_sec)) return [];
    const corridor_ids = corridorsOf(air, [start, at, ...stopsOf(air, mission)]);
    return [{ ...base, charger_id: place.id, corridor_ids, cost: Math.round(eta_sec) }];
  });
}

function isLate(mission: Mission, eta_sec: number): boolean {
  const { deadline_sec } = mission.constraints;
  return deadline_sec !== null && eta_sec > deadline_sec;
}

function stopsOf(air: AirModel, mission: Mission): PlanePoint[] {
  return mission.stops.map((s) => air.places.get(s.place_id)!);
}

function corridorsOf(air: AirModel, points: readonly PlanePoint[]): string[] {
  return air.corridors.filter((c) => crosses(c, points)).map((c) => c.id);
}

/** Whether a polyline comes within a corridor's half width, heights aside. */
function crosses({ line, half_width_m }: CorridorVolume, points: readonly PlanePoint[]): boolean {
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1]!, points[k]!];
    const leg = [a.x_m, a.y_m, b.x_m, b.y_m] as const;
    for (let i = 0; i + 3 < line.length; i += 2) {
      const piece = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!] as const;
      if (parametersNearSegment(leg, piece, half_width_m) !== null) return true;
    }
  }
  return false;
}
