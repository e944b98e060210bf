import type { PlanePoint } from '#geo';
import type { Mission, Stop } from '#ir';
import type { AirModel, Uav, Wind } from '#world';

/** What a mission takes at the very least: seconds to the required stop, and watt hours for all of it. */
export type FlightBound = { readonly eta_sec: number; readonly energy_wh: number };

/** Within this distance of a start or stop an aircraft may be below the altitude band, metres. */
const TERMINAL_RADIUS_M = 15;
/** An aircraft this near to a landing stop stands there already, metres. */
const AT_PLACE_M = 1;

/**
 * A lower bound for flying a mission, whatever the route: straight lines at cruise speed in the wind (unknown direction
 * against the flight, as routes are timed), the climb to and descent from the lowest permitted height, service times.
 * Zones and buildings only add to it. Energy is that with the full payload aboard. It begins where the aircraft stands unless told otherwise. Null where a stop is unknown or the wind is as fast as the aircraft.
 */
export function boundOf(
  air: AirModel,
  uav: Uav,
  mission: Mission,
  from: PlanePoint = air.uavs.get(uav.id) ?? air.frame.toPlane(uav.at),
): FlightBound | null {
  let here = from;
  let grounded = true;
  let t_sec = 0;
  let energy_ws = 0;
  let eta_sec = 0;
  for (const [i, stop] of mission.stops.entries()) {
    const next = air.places.get(stop.place_id);
    if (next === undefined) return null;
    const leg = legBound(uav, air.wind, mission, { here, next, grounded, stop });
    if (leg === null) return null;
    t_sec += leg.sec;
    energy_ws += leg.ws;
    if (i === mission.required_stop) eta_sec = t_sec;
    t_sec += stop.service_sec;
    if (stop.action === 'hover') energy_ws += stop.service_sec * uav.hover_w;
    here = next;
    grounded = stop.action === 'land';
  }
  return { eta_sec, energy_wh: (energy_ws * fullLoadFactor(uav)) / 3600 };
}

/** Momentum theory of a hovering rotor: power grows with mass to the power 1.5; no credit for a lighter aircraft. */
function fullLoadFactor({ masses, max_payload_kg }: Uav): number {
  if (masses === undefined) return 1;
  return Math.max(1, ((masses.empty_kg + max_payload_kg) / masses.powers_kg) ** 1.5);
}

type LegEnds = {
  readonly here: PlanePoint;
  readonly next: PlanePoint;
  readonly grounded: boolean;
  readonly stop: Stop;
};

/** Least seconds and watt seconds of one leg; null where the wind is too fast. */
function legBound(
  uav: Uav,
  wind: Wind,
  mission: Mission,
  ends: LegEnds,
): { readonly sec: number; readonly ws: number } | null {
  const [dx, dy] = [ends.next.x_m - ends.here.x_m, ends.next.y_m - ends.here.y_m];
  const distance = Math.hypot(dx, dy);
  const lands = ends.stop.action === 'land';
  if (distance <= AT_PLACE_M && ends.grounded && lands) return { sec: 0, ws: 0 };
  // Near both ends the aircraft may move sideways while it climbs or descends; only what lies between counts.
  const sure = Math.max(0, distance - 2 * TERMINAL_RADIUS_M);
  const share = distance > 0 ? sure / distance : 0;
  const cruise_sec = leastTime_sec(dx * share, dy * share, uav.cruise_mps, wind);
  if (cruise_sec === Infinity) return null;
  const height_m = sure > 0 || !lands ? mission.constraints.altitude_min_m : 0;
  const up_sec = ends.grounded ? height_m / uav.climb_mps : 0;
  const down_sec = lands ? height_m / uav.descent_mps : 0;
  return {
    sec: cruise_sec + up_sec + down_sec,
    ws: cruise_sec * uav.cruise_w + up_sec * uav.climb_w + down_sec * uav.hover_w,
  };
}

/** Seconds for a straight line at constant air speed in steady wind; Infinity where the wind is as fast. */
export function leastTime_sec(dx_m: number, dy_m: number, airspeed_mps: number, wind: Wind): number {
  const d2 = dx_m * dx_m + dy_m * dy_m;
  if (!(wind.speed_mps < airspeed_mps)) return Infinity;
  if (wind.toward === null) return Math.sqrt(d2) / (airspeed_mps - wind.speed_mps);
  // The wind triangle |d - w t| = V t, solved for t.
  const along = dx_m * wind.toward.east_mps + dy_m * wind.toward.north_mps;
  const spare = airspeed_mps ** 2 - wind.speed_mps ** 2;
  return (Math.sqrt(along * along + spare * d2) - along) / spare;
}
