import type { Mission } from '#ir';
import type { AirModel, Uav, ZoneVolume } from '#world';

/**
 * No place, height or moment of a flight is farther from nought than this, metres or seconds: far beyond any city and any
 * flight, and far below where squares and products of such numbers overflow.
 */
const MOST = 1e9;

type Judged = {
  readonly air: AirModel;
  readonly uav: Uav;
  readonly mission: Mission;
};

/**
 * The first number that nothing can be measured with, in words; null where there is none. A comparison with what is no
 * number is false, and a smallest of several passes over it, so that a measurement with it could look like a pass.
 */
export function unusableNumber({ air, uav, mission }: Judged): string | null {
  const { zones, obstacles, corridors, ceilings, operations } = air;
  return (
    notFinite(`aircraft ${uav.id}`, uav) ??
    notFinite(`the masses of ${uav.id}`, uav.masses ?? {}) ??
    notFinite('constraints', mission.constraints) ??
    notFinite('the wind', air.wind) ??
    notFinite('the direction of the wind', air.wind.toward ?? {}) ??
    notFinite('the bounds of the map', air.bounds) ??
    notFinite('the airspace', { ceiling_agl_m: air.ceiling_agl_m }) ??
    firstOf(mission.stops, (s) => notFinite(`the stop ${s.place_id}`, s)) ??
    firstOf([...air.places.values()], (p) => notFinite(`the place ${p.place.id}`, p)) ??
    firstOf(ceilings, (c) => notFinite(`the ceiling ${c.id}`, c)) ??
    firstOf(corridors, (c) => notFinite(`the corridor ${c.id}`, c)) ??
    firstOf(zones, (z) => noNumber(`the zone ${z.id}`, z.prism)) ??
    firstOf(obstacles, (o) => noNumber(`the building ${o.id}`, o.prism)) ??
    firstOf(operations, (o) => beyondMeasure(`operation ${o.operation_id}, point `, o.points))
  );
}

function firstOf<T>(list: readonly T[], look: (item: T) => string | null): string | null {
  for (const item of list) {
    const found = look(item);
    if (found !== null) return found;
  }
  return null;
}

type Point = { readonly t_sec: number; readonly x_m: number; readonly y_m: number; readonly z_m: number };

/** The first point of a track that cannot be measured, in words. */
export function beyondMeasure(name: string, points: readonly Point[]): string | null {
  const bad = points.findIndex(
    (p) => ![p.t_sec, p.x_m, p.y_m, p.z_m].every((v) => Number.isFinite(v) && Math.abs(v) <= MOST),
  );
  return bad < 0 ? null : `${name}${bad} has a number that is not finite or beyond ${MOST}`;
}

/** The first member that is a number but not a finite one. */
function notFinite(name: string, of: object): string | null {
  const bad = Object.entries(of).find(([, v]) => typeof v === 'number' && !Number.isFinite(v));
  return bad === undefined ? null : `${name}: ${bad[0]} is ${String(bad[1])}`;
}

/** The first bound of a solid that is no number; bounds without an end are infinite. */
function noNumber(name: string, prism: ZoneVolume['prism']): string | null {
  const { floor_m, ceiling_m, from_sec, to_sec } = prism;
  const sound = ![floor_m, ceiling_m, from_sec, to_sec].some(Number.isNaN);
  return sound ? null : `${name}: a height or a time is no number`;
}
