import type { AirModel, Uav } from '#world';
import { fullLoadFactor } from './power.ts';
import type { Place3 } from './track.ts';
import type { AirMotion } from './wind-field.ts';

/** An aircraft on the ground this near to a landing place stands there, metres. */
const AT_PLACE_M = 1;

/** What the flight after the flight is flown with. */
export type WayHomeSetting = {
  readonly air: AirModel;
  readonly uav: Uav;
  readonly altitude_min_m: number;
  /** The mean wind of the simulated day. */
  readonly wind: AirMotion;
};

/** The landing place that takes least energy, and how much. */
export type WayHome = { readonly place_id: string; readonly needed_wh: number };

/**
 * The flight that must still be possible after the last landing: straight up into the altitude band, straight home or to a
 * place that charges at cruise speed in the day's mean wind, straight down, with the payload aboard. What stands in the way
 * is left out, so that a flight that fails here cannot come home at all. Null where no landing place is in reach of the
 * wind, or there is none.
 */
export function wayHomeFrom(setting: WayHomeSetting, at: Place3): WayHome | null {
  let best: WayHome | null = null;
  const { air, uav } = setting;
  const { min_x_m, min_y_m, max_x_m, max_y_m } = air.bounds;
  for (const { place, x_m, y_m } of air.places.values()) {
    if (place.id !== uav.home_place_id && place.chargers === null) continue;
    if (!(x_m >= min_x_m && x_m <= max_x_m && y_m >= min_y_m && y_m <= max_y_m)) continue;
    const needed_wh = straightFlight_wh(setting, x_m - at.x_m, y_m - at.y_m, at.z_m);
    const better = best === null || needed_wh < best.needed_wh;
    if (needed_wh < Infinity && (better || (needed_wh === best!.needed_wh && place.id < best!.place_id)))
      best = { place_id: place.id, needed_wh };
  }
  return best;
}

/** A flight that cannot come home: by how much, in shares of the battery, and what would mend it. */
export type Stranded = {
  readonly constraint: string;
  readonly robustness: number;
  readonly entities: readonly string[];
  readonly repair: string;
};

/**
 * What is missing for coming home from the last landing; null where nothing is. `spare_ratio` is what is left there beyond the
 * buffer to be kept. Where home is out of reach of any battery, a whole battery is missing.
 */
export function strandedAt(setting: WayHomeSetting, at: Place3, spare_ratio: number): Stranded | null {
  const { uav } = setting;
  const home = wayHomeFrom(setting, at);
  const robustness = home === null ? -1 : spare_ratio - home.needed_wh / uav.battery_capacity_wh;
  // One part in a million, as for the reserve itself: a plan that uses up its margin is no failure.
  if (robustness >= -1e-6) return null;
  const missing_wh = Math.ceil(-robustness * uav.battery_capacity_wh * 10) / 10;
  return {
    constraint: 'battery after the way to a landing place',
    robustness,
    entities: home === null ? [uav.id] : [uav.id, home.place_id],
    repair:
      home === null
        ? `No landing place can be reached: give ${uav.id} a home on the map, or wait for less wind.`
        : `${missing_wh} Wh are missing for the way to ${home.place_id}: assign an aircraft with more energy left or with a nearer home.`,
  };
}

function straightFlight_wh(
  { uav, wind, altitude_min_m }: WayHomeSetting,
  east_m: number,
  north_m: number,
  z_m: number,
): number {
  const distance_m = Math.hypot(east_m, north_m);
  if (distance_m <= AT_PLACE_M && z_m <= 0) return 0;
  const top_m = Math.max(z_m, altitude_min_m);
  const up_sec = (top_m - z_m) / uav.climb_mps;
  const down_sec = top_m / uav.descent_mps;
  const cruise_sec = distance_m <= AT_PLACE_M ? 0 : distance_m / groundSpeed_mps(uav, wind, east_m, north_m);
  const energy_ws = up_sec * uav.climb_w + cruise_sec * uav.cruise_w + down_sec * uav.hover_w;
  return (energy_ws * fullLoadFactor(uav)) / 3600;
}

/** Speed over ground along a track at cruise speed through the air, the drift steered out; 0 where the wind is too strong. */
function groundSpeed_mps(uav: Uav, wind: AirMotion, east_m: number, north_m: number): number {
  const distance_m = Math.hypot(east_m, north_m);
  const along = (wind.east_mps * east_m + wind.north_mps * north_m) / distance_m;
  const across = (wind.east_mps * north_m - wind.north_mps * east_m) / distance_m;
  const forward = uav.cruise_mps ** 2 - across ** 2;
  return forward > 0 ? Math.max(0, along + Math.sqrt(forward)) : 0;
}
