import { SURVEY_RULES, type AircraftFigures } from '#world';

/** Electrical power (W) in level flight at an airspeed: the survey rules' model, not a maker's curve. */
export function levelPower_w(craft: AircraftFigures, airspeed_mps: number): number {
  const { cruise_mps, cruise_power_w, hover_power_w } = craft;
  if (airspeed_mps > cruise_mps)
    return cruise_power_w * (airspeed_mps / cruise_mps) ** SURVEY_RULES.power_above_cruise_exponent;
  if (craft.kind !== 'multirotor') return cruise_power_w;
  return hover_power_w + ((cruise_power_w - hover_power_w) * airspeed_mps) / cruise_mps;
}

/** Energy (Wh) of a straight uniform stretch: `hover` is a vtol on its lifting rotors. Climbing adds, descending saves nothing. */
export function stretchEnergy_wh(
  craft: AircraftFigures,
  stretch: {
    readonly airspeed_mps: number;
    readonly climb_mps: number;
    readonly duration_s: number;
    readonly hover: boolean;
  },
): number {
  const level = stretch.hover ? craft.hover_power_w : levelPower_w(craft, stretch.airspeed_mps);
  const climb = craft.climb_power_w_per_mps * Math.max(0, stretch.climb_mps);
  return ((level + climb) * stretch.duration_s) / 3600;
}
