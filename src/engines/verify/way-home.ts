import type { PlanePoint } from '#geo';
import type { PlacePoint } from '#world';
import { batteryAt, fullLoadFactor } from './energy.ts';
import { type Finding, type Moment, NOWHERE, atLeast, shown } from './finding.ts';
import { type Flight, GROUND_M, TERMINAL_RADIUS_M } from './flight.ts';
import { AT_PLACE_M } from './stops.ts';

/** Halvings that find the moment of no return on a leg: finer than a microsecond of any flight. */
const HALVINGS = 40;

type At = PlanePoint & { readonly z_m: number };

/** The nearest landing place by energy, and the least that any way to it takes; null where none can be reached. */
type Way = { readonly place_id: string; readonly needed_wh: number } | null;

/**
 * R5 beyond the landing: at the end of the flight the aircraft's home or a place that charges is in reach, with the
 * reserve kept and the payload still aboard, because nobody says that it was taken off. What is measured is a lower
 * bound of every way there, so a refusal is sure and a pass is not: that a way clear of zones and buildings exists is the
 * planner's finding. The energy that a flight spends towards its end is never less than what its way home gets shorter
 * by, so that the end is the worst point; the counterexample names the moment after which turning away is too late.
 */
export function checkWayHome(flight: Flight): Finding {
  const { uav, constraints, legs } = flight;
  const reserve_wh = constraints.battery_reserve_ratio * uav.battery_capacity_wh;
  const left_wh = batteryAt(flight).map((ratio) => ratio * uav.battery_capacity_wh);
  const last = legs[legs.length - 1]!;
  const way = wayFrom(flight, last.to);
  const end_wh = left_wh[legs.length]!;
  const spare_wh = way === null ? null : end_wh - way.needed_wh - reserve_wh;
  const satisfied = spare_wh !== null && spare_wh >= 0;
  return {
    spec: 'program way_home',
    check: 'way_home',
    rule: 'R5',
    unit: 'ratio',
    robustness: spare_wh === null ? null : spare_wh / uav.battery_capacity_wh,
    satisfied,
    note:
      way === null
        ? 'no landing place can be reached from the end: neither home nor a place that charges'
        : `${shown(end_wh)} Wh are left at the end, ${way.place_id} takes at least ${shown(way.needed_wh)} Wh, ${shown(reserve_wh)} Wh must remain`,
    failure_type: 'reserve_spent',
    constraint: 'way_home',
    worst: satisfied
      ? { t_sec: last.to.t_sec, leg: last.index, entities: [uav.id] }
      : momentOfNoReturn(flight, left_wh, reserve_wh, way?.place_id),
    repair: satisfied
      ? ''
      : way === null || spare_wh === null
        ? `No landing place can be reached: give ${uav.id} a home on the map, or wait for less wind.`
        : `${atLeast(-spare_wh)} Wh are missing for the way to ${way.place_id}: assign an aircraft with more energy left or with a nearer home.`,
  };
}

/** The first moment of the flight at which no landing place is in reach any more. */
function momentOfNoReturn(
  flight: Flight,
  left_wh: Float64Array,
  reserve_wh: number,
  place_id: string | undefined,
): Moment {
  const { uav, legs } = flight;
  const entities = place_id === undefined ? [uav.id] : [uav.id, place_id];
  for (const { index, from, to } of legs) {
    const at = (s: number) => ({
      t_sec: from.t_sec + s * (to.t_sec - from.t_sec),
      x_m: from.x_m + s * (to.x_m - from.x_m),
      y_m: from.y_m + s * (to.y_m - from.y_m),
      z_m: from.z_m + s * (to.z_m - from.z_m),
    });
    const inReach = (s: number): boolean => {
      const way = wayFrom(flight, at(s));
      const here_wh = left_wh[index]! + s * (left_wh[index + 1]! - left_wh[index]!);
      return way !== null && here_wh - way.needed_wh >= reserve_wh;
    };
    if (!inReach(0)) return { t_sec: from.t_sec, leg: index, entities };
    if (inReach(1)) continue;
    let [within, beyond] = [0, 1];
    for (let k = 0; k < HALVINGS; k++) {
      const middle = (within + beyond) / 2;
      if (inReach(middle)) within = middle;
      else beyond = middle;
    }
    return { t_sec: at(beyond).t_sec, leg: index, entities };
  }
  return { ...NOWHERE, entities };
}

/** The landing place that takes least, by the bound; ties by id. */
function wayFrom(flight: Flight, at: At): Way {
  let best: Way = null;
  for (const place of landingPlaces(flight)) {
    const needed_wh = leastTo_wh(flight, at, place);
    if (needed_wh === Infinity || (best !== null && needed_wh >= best.needed_wh)) continue;
    best = { place_id: place.place.id, needed_wh };
  }
  return best;
}

/** Home and the places that charge, inside the map, by id. */
function landingPlaces({ air, uav }: Flight): readonly PlacePoint[] {
  const { min_x_m, min_y_m, max_x_m, max_y_m } = air.bounds;
  return [...air.places.values()]
    .filter(({ place }) => place.id === uav.home_place_id || place.chargers !== null)
    .filter((p) => p.x_m >= min_x_m && p.x_m <= max_x_m && p.y_m >= min_y_m && p.y_m <= max_y_m)
    .sort((a, b) => (a.place.id < b.place.id ? -1 : 1));
}

/**
 * From no higher than the band's floor, where every flight ends that `lands_at_end` passes, no flight that keeps the band
 * takes less: up to the band and down from it vertically or within the terminal cylinders of both ends, and between them
 * straight through the moving air at cruise speed and power. From higher up the whole descent counts, as if vertical.
 */
function leastTo_wh({ air, uav, constraints }: Flight, at: At, place: PlanePoint): number {
  const [dx, dy] = [place.x_m - at.x_m, place.y_m - at.y_m];
  const distance_m = Math.hypot(dx, dy);
  if (distance_m <= AT_PLACE_M && at.z_m <= GROUND_M) return 0;
  const between_m = Math.max(0, distance_m - 2 * TERMINAL_RADIUS_M);
  const share = distance_m > 0 ? between_m / distance_m : 0;
  const band_m = between_m > 0 ? constraints.altitude_min_m : 0;
  const top_m = Math.max(at.z_m, band_m);
  const energy_ws =
    leastTime_sec(dx * share, dy * share, uav.cruise_mps, air.wind) * uav.cruise_w +
    ((top_m - at.z_m) / uav.climb_mps) * uav.climb_w +
    (top_m / uav.descent_mps) * uav.hover_w;
  return (energy_ws * fullLoadFactor(uav)) / 3600;
}

/**
 * Seconds to cover a displacement d at air speed V in the wind w: the positive t of |d - w t| = V t. Against the wind where
 * its direction is unknown; Infinity where it is as fast as the aircraft, unless there is nowhere to go.
 */
function leastTime_sec(
  dx_m: number,
  dy_m: number,
  airspeed_mps: number,
  wind: Flight['air']['wind'],
): number {
  const distance_m = Math.hypot(dx_m, dy_m);
  if (distance_m === 0) return 0;
  if (!(wind.speed_mps < airspeed_mps)) return Infinity;
  if (wind.toward === null) return distance_m / (airspeed_mps - wind.speed_mps);
  const { east_mps, north_mps } = wind.toward;
  // (V^2 - w^2) t^2 + 2 (d.w) t - d^2 = 0
  const a = airspeed_mps ** 2 - wind.speed_mps ** 2;
  const b = dx_m * east_mps + dy_m * north_mps;
  return (Math.sqrt(b * b + a * distance_m ** 2) - b) / a;
}
