import { M_PER_FT, MPS_PER_KT, type Result, err, ok } from '#base';
import type { Frame } from '#geo';
import type { Ground, TrajectoryPoint } from '#world';
import { type FormatError, formatError } from '../format-error.ts';
import type { ScnFlight, ScnState } from './scn.ts';

/** Straight flight without a goal is followed this long, in seconds, where the scenario does not end it. */
const AIMLESS_SEC = 600;

/**
 * The trajectory of a scenario's flight in a city's plane, from its creation at time 0. Moves are taken as they are; waypoints
 * are flown straight at constant speed, turning on the spot; an aircraft with neither keeps its heading. Feet above mean sea
 * level become height above the city's ground. Refused: a leg without speed, and a position that the frame cannot place.
 */
export function scnTrajectory(
  flight: ScnFlight,
  frame: Frame,
  ground: Ground,
): Result<readonly TrajectoryPoint[], FormatError> {
  const z = (alt_ft: number): number => alt_ft * M_PER_FT - ground.amsl_m;
  const start = pointOf(flight.created, 0, z(flight.created.alt_ft ?? 0), frame);
  const points: TrajectoryPoint[] = [start];
  let speed_kt = flight.created.speed_kt ?? 0;
  for (const m of flight.moves) {
    const t_sec = m.t_sec - flight.created_sec;
    const last = points.at(-1)!;
    const point = pointOf(m.state, t_sec, m.state.alt_ft === null ? last.z_m : z(m.state.alt_ft), frame);
    if (t_sec > last.t_sec) points.push(point);
    else points[points.length - 1] = point;
  }
  for (const w of flight.waypoints) {
    speed_kt = w.speed_kt ?? speed_kt;
    const last = points.at(-1)!;
    const goal = pointOf(w, 0, w.alt_ft === null ? last.z_m : z(w.alt_ft), frame);
    const length = Math.hypot(goal.x_m - last.x_m, goal.y_m - last.y_m);
    if (length === 0 && goal.z_m === last.z_m) continue;
    if (!(speed_kt > 0)) {
      return err(formatError('invalid_data', `${flight.id} has a leg without speed`, flight.id));
    }
    // A purely vertical leg has no ground speed: it is climbed at the same figure.
    const metres = length > 0 ? length : Math.abs(goal.z_m - last.z_m);
    points.push({ ...goal, t_sec: last.t_sec + metres / (speed_kt * MPS_PER_KT) });
  }
  if (points.length === 1) points.push(onward(flight, start, speed_kt));
  const finite = points.every((p) => [p.t_sec, p.x_m, p.y_m, p.z_m].every(Number.isFinite));
  if (!finite) return err(formatError('invalid_data', `${flight.id} leaves the plane`, flight.id));
  return ok(points);
}

function pointOf(s: ScnState, t_sec: number, z_m: number, frame: Frame): TrajectoryPoint {
  const { x_m, y_m } = frame.toPlane([s.lon, s.lat]);
  return { t_sec, x_m, y_m, z_m, stop_id: null };
}

function onward(flight: ScnFlight, start: TrajectoryPoint, speed_kt: number): TrajectoryPoint {
  const end = flight.deleted_sec === null ? AIMLESS_SEC : flight.deleted_sec - flight.created_sec;
  const t_sec = Math.max(1, end);
  const course = ((flight.created.heading_deg ?? 0) * Math.PI) / 180;
  const length = speed_kt * MPS_PER_KT * t_sec;
  return {
    ...start,
    t_sec,
    x_m: start.x_m + length * Math.sin(course),
    y_m: start.y_m + length * Math.cos(course),
  };
}
