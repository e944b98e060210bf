import { must } from '#base';
import type { TimedPoint } from '#geo';
import type { Uav, Wind } from '#world';
import { type Finding, atLeast, shown } from './finding.ts';
import { type Flight, GROUND_M } from './flight.ts';

/** Changes of place smaller than this are standing still, metres. */
const STILL_M = 1e-6;

/**
 * Electrical power on a leg, in watts, after the fleet's stated model: `cruise_w` while moving sideways, `climb_w` while
 * rising, `hover_w` in hover and in descent; where a leg does several at once, the dearest. Moving sideways slower than
 * half of cruise speed through the air costs at least hover power: a multirotor that creeps is hovering. Standing on the
 * ground costs nothing, since the rotors stand. All of it with the full payload aboard (`fullLoadFactor`). The verifier's
 * own reading; it shares no code with the planner.
 */
export function power_w(from: TimedPoint, to: TimedPoint, uav: Uav, wind: Wind): number {
  const dt = to.t_sec - from.t_sec;
  const [dx, dy, dz] = [to.x_m - from.x_m, to.y_m - from.y_m, to.z_m - from.z_m];
  const sideways = Math.hypot(dx, dy) > STILL_M;
  if (!sideways && Math.abs(dz) <= STILL_M)
    return Math.max(from.z_m, to.z_m) <= GROUND_M ? 0 : uav.hover_w * fullLoadFactor(uav);
  let power = 0;
  if (sideways) {
    const slow = airspeed_mps(from, to, wind) < uav.cruise_mps / 2;
    power = slow ? Math.max(uav.cruise_w, uav.hover_w) : uav.cruise_w;
  }
  if (dz > STILL_M) power = Math.max(power, uav.climb_w);
  if (dz < -STILL_M) power = Math.max(power, uav.hover_w);
  return dt > 0 ? power * fullLoadFactor(uav) : 0;
}

/**
 * How much more power the aircraft draws than stated, with all of `max_payload_kg` aboard: a task does not say what is
 * carried, and unknown counts as the most. Hover power of a rotor in momentum theory is proportional to thrust to the
 * power 1.5 (Leishman, Principles of Helicopter Aerodynamics, 2006, section 2.2); profile power, drag and the work of a
 * climb grow more slowly, so that the factor on all of it errs upwards. Nothing is taken off for a lighter aircraft. 1
 * where the fleet states no masses: then powers are stated with that payload aboard.
 */
export function fullLoadFactor({ masses, max_payload_kg }: Uav): number {
  if (masses === undefined) return 1;
  return Math.max(1, ((masses.empty_kg + max_payload_kg) / masses.powers_kg) ** 1.5);
}

/** Horizontal speed through the air on a leg; with the wind's direction unknown, the largest that it may be. */
export function airspeed_mps(from: TimedPoint, to: TimedPoint, wind: Wind): number {
  const dt = to.t_sec - from.t_sec;
  const east = (to.x_m - from.x_m) / dt;
  const north = (to.y_m - from.y_m) / dt;
  if (wind.toward === null) return Math.hypot(east, north) + wind.speed_mps;
  return Math.hypot(east - wind.toward.east_mps, north - wind.toward.north_mps);
}

/** Battery over capacity at every point of the flight: power is constant on a leg, so it runs straight between them. */
export function batteryAt(flight: Flight): Float64Array {
  const { uav, legs, air } = flight;
  const ratio = new Float64Array(legs.length + 1);
  let left_wh = uav.battery_ratio * uav.battery_capacity_wh;
  ratio[0] = uav.battery_ratio;
  legs.forEach(({ from, to }, i) => {
    left_wh -= (power_w(from, to, uav, air.wind) * (to.t_sec - from.t_sec)) / 3600;
    ratio[i + 1] = left_wh / uav.battery_capacity_wh;
  });
  return ratio;
}

/**
 * R5: the reserve is there at the end. Energy only falls, so what is left at any point after paying for the rest of the
 * plan is what is left at the end: one number says both.
 */
export function checkReserve(flight: Flight): Finding {
  const { uav, constraints, legs } = flight;
  const ratios = batteryAt(flight);
  const end = must(ratios.at(-1), 'a flight has points');
  const margin = end - constraints.battery_reserve_ratio;
  const satisfied = margin >= 0;
  const below = ratios.findIndex((r) => r < constraints.battery_reserve_ratio);
  const leg = satisfied ? legs.length - 1 : Math.max(0, below - 1);
  const missing_wh = -margin * uav.battery_capacity_wh;
  return {
    spec: `always (battery_ratio >= ${shown(constraints.battery_reserve_ratio)})`,
    check: 'battery_reserve',
    rule: 'R5',
    unit: 'ratio',
    robustness: margin,
    satisfied,
    note: `${shown(end * 100)} percent left at the end, ${shown((ratios[0]! - end) * uav.battery_capacity_wh)} Wh used`,
    failure_type: 'reserve_spent',
    constraint: 'constraints.battery_reserve_ratio',
    worst: { t_sec: legs.at(-1)!.to.t_sec, leg, entities: [uav.id] },
    repair: satisfied
      ? ''
      : `${atLeast(missing_wh)} Wh are missing (about ${Math.ceil((missing_wh * 3600 * uav.cruise_mps) / (uav.cruise_w * fullLoadFactor(uav)))} m of cruise): shorten the route or assign another aircraft.`,
  };
}
