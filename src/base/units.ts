/** Exact by definition (international foot, 1959). */
export const M_PER_FT = 0.3048;
/** Exact by definition (international nautical mile, 1929), per hour. */
export const MPS_PER_KT = 1852 / 3600;
/** International statute mile, exact. */
export const M_PER_MI = 1609.344;
/** Standard gravity, exact (CGPM 1901). */
export const G_MPS2 = 9.80665;
/** Pascals in an inch of mercury at 0 degrees C. */
export const HPA_PER_INHG = 33.8638866667;

/** Degrees to radians. */
export function radians(deg: number): number {
  return (deg * Math.PI) / 180;
}

/** Radians to degrees. */
export function degrees(rad: number): number {
  return (rad * 180) / Math.PI;
}

/** An angle folded into [0, 360). */
export function fullCircle(deg: number): number {
  const folded = deg % 360;
  return folded < 0 ? folded + 360 : folded + 0;
}

/** Rounds to a stated quantum, so that hashes and goldens do not hang on the last bits of a transcendental. */
export function quantize(value: number, quantum: number): number {
  const scaled = Math.round(value / quantum);
  const rounded = quantum < 1 ? scaled / Math.round(1 / quantum) : scaled * quantum;
  return rounded === 0 ? 0 : rounded;
}
