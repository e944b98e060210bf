import { z } from 'zod';
import { editTool } from './guard/edit.ts';
import { NOUNS, missing, ref } from './guard/args.ts';

/** Takes a unit out of the scenario. */
export const removeUnitTool = editTool(
  {
    name: 'remove_unit',
    summary: 'Removes a unit from the scenario. The last enabled one stays. Needs “Change the fleet”.',
    args: z.strictObject({ unit_id: ref('unit') }),
  },
  {
    touches: (args) => [{ needs: 'change_fleet', object: { kind: 'unit', id: args.unit_id } }],
    ranges: (args, scenario) => missing(NOUNS.unit, args.unit_id, scenario.units),
    apply: (args, scenario) => ({ ...scenario, units: scenario.units.filter((u) => u.id !== args.unit_id) }),
  },
);
