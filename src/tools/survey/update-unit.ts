import { z } from 'zod';
import { editTool } from './guard/edit.ts';
import { type SurveyTouch } from './guard/gate.ts';
import { NOUNS, given, missing, ref, withMembers } from './guard/args.ts';

/** Changes a unit's base, payload or part in the work. */
export const updateUnitTool = editTool(
  {
    name: 'update_unit',
    summary:
      'Changes a unit: takes part or not, home site, payload. Null leaves a value unchanged. Needs “Rebase units” for the home site and “Change the fleet” for the rest.',
    args: z.strictObject({
      unit_id: ref('unit'),
      enabled: z.boolean().nullable().describe('whether it takes part'),
      home_site_id: ref('site').nullable(),
      payload_id: ref('payload in the catalogue').nullable(),
    }),
  },
  {
    touches: (args) => {
      const object = { kind: 'unit', id: args.unit_id } as const;
      const touches: SurveyTouch[] = [{ needs: null, object }];
      if (args.home_site_id !== null) touches.push({ needs: 'rebase_units', object });
      if (args.enabled !== null || args.payload_id !== null) touches.push({ needs: 'change_fleet', object });
      return touches;
    },
    ranges: (args, scenario) =>
      missing(NOUNS.unit, args.unit_id, scenario.units) ??
      (args.home_site_id === null ? null : missing(NOUNS.site, args.home_site_id, scenario.sites)),
    apply: ({ unit_id, ...members }, scenario) => ({
      ...scenario,
      units: withMembers(scenario.units, unit_id, given(members)),
    }),
    units: ({ unit_id, enabled, home_site_id, payload_id }) =>
      enabled !== true && home_site_id === null && payload_id === null ? [] : [unit_id],
  },
);
