import { z } from 'zod';
import { editTool } from './guard/edit.ts';
import { NOUNS, missing, name, newId, ref } from './guard/args.ts';

/** Adds a unit of the catalogue to the fleet. */
export const addUnitTool = editTool(
  {
    name: 'add_unit',
    summary:
      'Adds a unit, enabled, with as many battery sets as it needs. Model and payload are ids of the catalogue (see get_catalog) and must fit. Needs “Change the fleet”.',
    args: z.strictObject({
      unit_id: newId('unit'),
      name,
      model_id: ref('aircraft model in the catalogue'),
      payload_id: ref('payload in the catalogue'),
      home_site_id: ref('site where it stands'),
    }),
  },
  {
    touches: (args) => [{ needs: 'change_fleet', object: { kind: 'unit', id: args.unit_id } }],
    ranges: (args, scenario) => missing(NOUNS.site, args.home_site_id, scenario.sites),
    apply: ({ unit_id, ...members }, scenario) => ({
      ...scenario,
      units: [...scenario.units, { id: unit_id, ...members, enabled: true, battery_sets: null }],
    }),
    units: (args) => [args.unit_id],
  },
);
