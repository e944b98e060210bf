/** Energy by the published power law, integrated segment by segment; and the cheapest honest way home. */
import { type AircraftFigures, SURVEY_RULES, type SurveySite } from '#world';
import { type Wind } from './context.ts';
import { type Track, legKind } from './track.ts';

/** Power in level flight, W, at an airspeed in m/s, on the wing or on rotors as the aircraft flies. */
export function levelPower(craft: AircraftFigures, airspeed_mps: number): number {
  const { cruise_mps, cruise_power_w, hover_power_w } = craft;
  const ratio = airspeed_mps / cruise_mps;
  if (ratio > 1) return cruise_power_w * ratio ** SURVEY_RULES.power_above_cruise_exponent;
  if (craft.kind !== 'multirotor') return cruise_power_w;
  return hover_power_w + (cruise_power_w - hover_power_w) * ratio;
}

/** Energy drawn since take-off at each point, Wh. */
export function drawnEnergy(track: Track, craft: AircraftFigures, wind: Wind): Float64Array {
  const out = new Float64Array(track.n);
  for (let i = 0; i + 1 < track.n; i++) {
    const dt = Math.max(0, track.dt[i]!);
    const kind = legKind(track, i);
    const hovering = craft.kind === 'vtol' && (kind === 'takeoff' || kind === 'landing');
    const airspeed = Math.hypot(track.vx[i]! - wind.x, track.vy[i]! - wind.y);
    const level = hovering ? craft.hover_power_w : levelPower(craft, airspeed);
    const climb = craft.climb_power_w_per_mps * Math.max(0, track.vz[i]!);
    out[i + 1] = out[i]! + ((level + climb) * dt) / 3600;
  }
  return out;
}

/** Ground speed along a track direction (unit vector) at an airspeed, or null where the wind does not allow it. */
export function groundSpeed(airspeed_mps: number, wind: Wind, ux: number, uy: number): number | null {
  const along = wind.x * ux + wind.y * uy;
  const cross = wind.x * -uy + wind.y * ux;
  const rest = airspeed_mps * airspeed_mps - cross * cross;
  if (!(rest > 0)) return null;
  const speed = along + Math.sqrt(rest);
  return speed > 0 ? speed : null;
}

/**
 * Energy of the straight flight to a site at cruise airspeed at the present height, then the descent at the greatest
 * rate (a multirotor over the site, a wing on the wing, a vtol's last `vtol_hover_height_m` in hover). Infinite where
 * the wind lets nobody home.
 */
export function returnEnergy(
  craft: AircraftFigures,
  wind: Wind,
  from: { readonly x: number; readonly y: number; readonly z: number },
  home: { readonly x: number; readonly y: number; readonly site: SurveySite },
): number {
  const dx = home.x - from.x;
  const dy = home.y - from.y;
  const distance = Math.hypot(dx, dy);
  let wh = 0;
  if (distance > 0.5) {
    const speed = groundSpeed(craft.cruise_mps, wind, dx / distance, dy / distance);
    if (speed === null) return Infinity;
    wh += (craft.cruise_power_w * distance) / speed / 3600;
  }
  const drop = Math.max(0, from.z - home.site.elevation_amsl_m);
  const hover = craft.kind === 'vtol' ? Math.min(drop, SURVEY_RULES.vtol_hover_height_m) : 0;
  const sinking =
    craft.kind === 'multirotor' ? levelPower(craft, Math.hypot(wind.x, wind.y)) : craft.cruise_power_w;
  wh += ((drop - hover) * sinking + hover * craft.hover_power_w) / craft.descent_max_mps / 3600;
  return wh;
}
