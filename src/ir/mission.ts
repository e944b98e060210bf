import type { Constraints, Intent, LowAltitudeIR } from './low-altitude-ir.ts';
import type { SystemState } from '#world';

/**
 * What the aircraft does, in order, as the IR means it. Planner, verifier and simulator all start from this one reading.
 * `stops` are places after the aircraft's own position. `required_stop` is the index of the stop whose arrival the
 * deadline counts to. Heights between stops are in the altitude band; at a landing stop the path goes down to the pad.
 */
export type Mission = {
  readonly stops: readonly Stop[];
  readonly required_stop: number;
  readonly returns_home: boolean;
  readonly constraints: Constraints;
};

/** One stop: land and stay, or hover at cruise height. `service_sec` is time spent there. */
export type Stop = {
  readonly place_id: string;
  readonly action: 'land' | 'hover';
  readonly service_sec: number;
};

/** Ground time to load or unload a payload, and hover time to look at a place. Assumptions of this product. */
export const SERVICE_SEC: Readonly<Record<'land' | 'hover', number>> = { land: 30, hover: 20 };

const RETURNS: ReadonlySet<Intent> = new Set(['patrol', 'inspection', 'monitoring']);

/** The part of an IR that says what is to be flown. */
export type Task = Pick<LowAltitudeIR, 'intent' | 'entities' | 'constraints'>;

/** The mission of a valid task for one aircraft. */
export function missionOf(ir: Task, state: SystemState, uav_id: string): Mission {
  const { origin, destination, waypoints } = ir.entities;
  const looks = RETURNS.has(ir.intent);
  const home = state.fleet.find((u) => u.id === uav_id)?.home_place_id ?? null;
  const stop = (place_id: string, action: 'land' | 'hover'): Stop => ({
    place_id,
    action,
    service_sec: SERVICE_SEC[action],
  });
  const stops: Stop[] = [];
  if (ir.intent === 'return' || ir.intent === 'charge') {
    const goal = destination ?? home;
    if (goal !== null) stops.push({ place_id: goal, action: 'land', service_sec: 0 });
    return { stops, required_stop: 0, returns_home: false, constraints: ir.constraints };
  }
  if (!looks && origin !== null) stops.push(stop(origin, 'land'));
  for (const w of waypoints) stops.push(stop(w, 'hover'));
  if (destination !== null && !waypoints.includes(destination))
    stops.push(
      looks ? stop(destination, 'hover') : { place_id: destination, action: 'land', service_sec: 0 },
    );
  const required_stop = stops.length - 1;
  if (looks && home !== null) stops.push({ place_id: home, action: 'land', service_sec: 0 });
  return { stops, required_stop, returns_home: looks, constraints: ir.constraints };
}
