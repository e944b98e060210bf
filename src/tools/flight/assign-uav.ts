import { z } from 'zod';
import { err, ok } from '#base';
import { assignUav } from '#engines/assign';
import { Uav } from '#world';
import { defineTool, stateSources } from '../contract.ts';
import { AssignmentResult } from './results.ts';
import { Id, TaskArgs, unknownIds } from './shared.ts';

/** Ids that are looked at, or whole aircraft that stand for the state's of the same ids. */
const UavStates = z.array(z.union([Id, Uav])).max(10_000);

/** Picks the aircraft for a task. */
export const assignUavTool = defineTool({
  name: 'assign_uav',
  summary:
    'Picks an able aircraft for a task by earliest arrival or least energy, and ranks the rest with what speaks against each.',
  order: 2,
  args: z.strictObject({
    /** The loop gives the task itself; a plan may leave it out. */
    task: TaskArgs.optional(),
    uav_states: UavStates.optional(),
    objective: z.enum(['eta', 'energy']).default('eta'),
    payload_kg: z.number().min(0).max(1000).nullable().default(null),
  }),
  result: AssignmentResult,
  needs: [],
  errors: { low_battery_candidates: { recoverable: true }, no_available_uav: { recoverable: false } },
  data_sources: ({ state }) => stateSources(state),
  run: (args, { state, air }) => {
    if (args.task === undefined)
      return err({ type: 'invalid_arguments', message: 'give task: intent, entities and constraints' });
    const unknown = unknownIds(state, args.task);
    if (unknown.length > 0)
      return err({ type: 'invalid_arguments', message: `the state has no ${unknown.join(', ')}` });
    const given = new Map(
      (args.uav_states ?? []).map((u) => (typeof u === 'string' ? [u, null] : [u.id, u])),
    );
    const strange = [...given.keys()].filter((id) => !state.fleet.some((u) => u.id === id));
    if (strange.length > 0)
      return err({ type: 'invalid_arguments', message: `no aircraft has the id ${strange.join(', ')}` });
    const fleet = state.fleet.flatMap((u) =>
      args.uav_states === undefined ? [u] : given.has(u.id) ? [given.get(u.id) ?? u] : [],
    );
    // Aircraft given whole may stand elsewhere than the state's.
    const uavs = new Map(fleet.map((u) => [u.id, air.frame.toPlane(u.at)]));
    const answer = assignUav({
      state: { ...state, fleet },
      air: { ...air, uavs },
      task: args.task,
      objective: args.objective,
      payload_kg: args.payload_kg,
    });
    if (!answer.ok) {
      const { type, message } = answer.error;
      return err({
        type: type === 'no_available_uav' ? type : 'invalid_arguments',
        message,
        suggested_actions: [
          'wait for an aircraft to become available',
          'ask the operator for another aircraft or task',
        ],
      });
    }
    const low = answer.value.candidates.filter((c) => c.refused === 'low_battery').map((c) => c.uav_id);
    return ok({
      result: answer.value,
      warnings:
        low.length === 0
          ? []
          : [
              {
                type: 'low_battery_candidates',
                message: `too little battery: ${low.slice(0, 12).join(', ')}`,
              },
            ],
    });
  },
});
