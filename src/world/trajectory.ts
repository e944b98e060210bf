import { z } from 'zod';
import { LIMITS } from '#base';
import { Id } from './ids.ts';

/**
 * One point of a flown path: seconds after the decision's start, metres east and north of the city's origin and above
 * ground. Between points motion is a straight line at constant velocity. `stop_id` names the place reached at this point.
 */
export const TrajectoryPoint = z.strictObject({
  t_sec: z.number().min(0),
  x_m: z.number(),
  y_m: z.number(),
  z_m: z.number(),
  stop_id: Id.nullable().default(null),
});
export type TrajectoryPoint = Readonly<z.infer<typeof TrajectoryPoint>>;

/** A continuous 4-D path, times strictly increasing. Waypoint ids are `w0`, `w1`, ... by position. */
export const Trajectory = z
  .array(TrajectoryPoint)
  .min(2)
  .max(LIMITS.trajectory_points)
  .refine(
    (points) => points.every((p, i) => i === 0 || p.t_sec > points[i - 1]!.t_sec),
    'times must strictly increase',
  );
export type Trajectory = readonly TrajectoryPoint[];
