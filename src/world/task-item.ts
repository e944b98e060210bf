import { z } from 'zod';
import { LIMITS } from '#base';
import { Id, Instant } from './ids.ts';

/** An instruction that waits for a decision or has one: the operator's queue. Its text is data until somebody decides it. */
export const TaskItem = z.strictObject({
  id: Id,
  instruction: z.string().min(1).max(LIMITS.instruction_chars),
  priority: z.enum(['low', 'normal', 'high', 'critical']),
  received_at: Instant,
  status: z.enum(['waiting', 'assigned', 'done']),
  /** The aircraft that has it; null while it waits. */
  uav_id: Id.nullable(),
});
export type TaskItem = Readonly<z.infer<typeof TaskItem>>;
