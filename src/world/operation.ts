import { z } from 'zod';
import { Id, Instant } from './ids.ts';
import { TrajectoryPoint } from './trajectory.ts';
import { LIMITS } from '#base';

/** An operation that was accepted before: others keep clear of it, and it counts in the corridors that it flies through. */
export const AcceptedOperation = z.strictObject({
  operation_id: Id,
  uav_id: Id,
  priority: z.enum(['low', 'normal', 'high', 'critical']),
  start: Instant,
  trajectory: z.array(TrajectoryPoint).min(2).max(LIMITS.trajectory_points),
});
export type AcceptedOperation = Readonly<z.infer<typeof AcceptedOperation>>;
