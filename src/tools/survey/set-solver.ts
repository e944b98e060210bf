import { z } from 'zod';
import { LIMITS } from '#base';
import { editTool } from './guard/edit.ts';
import { given, number } from './guard/args.ts';
import { UNIT, outOfRange } from './guard/ranges.ts';

/** Sets how long the planner may search, and from which seed. */
export const setSolverTool = editTool(
  {
    name: 'set_solver',
    summary: 'Sets the planner’s time limit and seed. Null leaves a value unchanged.',
    args: z.strictObject({
      time_limit_s: number('time limit, seconds, 0.1 to 300').nullable(),
      seed: z.number().int().nullable().describe('seed of the search, 0 to 4294967295'),
    }),
  },
  {
    touches: () => [],
    ranges: (args) =>
      outOfRange([
        {
          value: args.time_limit_s,
          en: 'time_limit_s',
          ru: 'лимит времени расчёта',
          min: 0.1,
          max: LIMITS.survey_time_limit_s,
          unit: UNIT.s,
        },
        { value: args.seed, en: 'seed', ru: 'зерно', min: 0, max: 4_294_967_295 },
      ]),
    apply: (args, scenario) => ({ ...scenario, solver: { ...scenario.solver, ...given(args) } }),
  },
);
