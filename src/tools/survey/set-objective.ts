import { z } from 'zod';
import { SurveyObjective } from '#world';
import { editTool } from './guard/edit.ts';
import { given, number } from './guard/args.ts';
import { UNIT, outOfRange } from './guard/ranges.ts';

/** Sets what is minimised and the margins of safety. */
export const setObjectiveTool = editTool(
  {
    name: 'set_objective',
    summary:
      'Sets the criterion, the energy reserve, the turn mode and the buffer around no-fly zones. Null leaves a value unchanged. Reserve and buffer only on the operator’s direct request, never to make a plan pass: a smaller one is marked as a safety risk.',
    args: z.strictObject({
      kind: SurveyObjective.shape.kind
        .nullable()
        .describe('work_time: last landing; flight_time: sum over sorties; pareto: both, mixed by lambda'),
      lambda: number('weight of the flight time under pareto, 0 to 1').nullable(),
      energy_reserve: number('share of the energy left at touchdown, 0 to 1').nullable(),
      turn_mode: SurveyObjective.shape.turn_mode
        .nullable()
        .describe(
          'track_line (ЛЗП): established on the next line before its first frame; fly_by (пролётом): turns early',
        ),
      nfz_buffer_m: number('distance to keep from every no-fly zone, m, 0 to 10000').nullable(),
    }),
  },
  {
    touches: () => [],
    ranges: (args) =>
      outOfRange([
        { value: args.lambda, en: 'lambda', ru: 'λ', min: 0, max: 1 },
        { value: args.energy_reserve, en: 'energy_reserve', ru: 'резерв энергии', min: 0, max: 1 },
        {
          value: args.nfz_buffer_m,
          en: 'nfz_buffer_m',
          ru: 'буфер от зон',
          min: 0,
          max: 10_000,
          unit: UNIT.m,
        },
      ]),
    apply: ({ nfz_buffer_m, ...objective }, scenario) => ({
      ...scenario,
      objective: { ...scenario.objective, ...given(objective) },
      airspace: { ...scenario.airspace, ...given({ nfz_buffer_m }) },
    }),
  },
);
