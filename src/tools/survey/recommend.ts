import { z } from 'zod';
import { defineSurveyTool } from './guard/edit.ts';
import { searchSurvey } from './search/recommend-survey.ts';
import { answered, nextNumber, refused } from './session/session.ts';
import { shownEvaluation } from './session/shown-evaluation.ts';

/** Variants that a model is shown; the page gets all. */
const SHOWN = 6;

const wanted = (text: string) => z.boolean().nullable().describe(`${text}; null: yes`);

/** The deterministic search, as a tool. */
export const recommendTool = defineSurveyTool({
  name: 'recommend',
  summary:
    'Searches for better variants without a model: home sites, units on and off, candidate sites, swath angles, and pairs of such changes, within the operator’s policy and pins. Each variant is planned and judged; gains below 0.5 % do not count. Changes nothing: adopt_variant takes one over.',
  args: z.strictObject({
    basing: wanted('vary home sites'),
    fleet: wanted('vary which units take part'),
    sites: wanted('open candidate sites'),
    angle: wanted('vary swath angles'),
    combine: wanted('try pairs of changes too'),
  }),
  run: async (args, session, context) => {
    const options = {
      basing: args.basing ?? true,
      fleet: args.fleet ?? true,
      sites: args.sites ?? true,
      angle: args.angle ?? true,
      combine: args.combine ?? true,
      seed: session.scenario.solver.seed,
    };
    const first = { e: nextNumber(session, 'e'), v: nextNumber(session, 'v') };
    const search = await searchSurvey(session.scenario, options, context, first);
    if (!search.ok) return refused(session, search.error);
    const { recommendation, kept } = search.value;
    const { base, variants, ...figures } = recommendation;
    return answered(
      { ...session, evaluations: [...session.evaluations, ...kept] },
      {
        ...figures,
        base: shownEvaluation(base),
        best: variants.slice(0, SHOWN).map((v) => ({
          rank: v.rank,
          gain_ratio: v.gain_ratio,
          counts: v.counts,
          ...shownEvaluation(v),
        })),
      },
      [{ event: 'recommendation', data: recommendation }],
    );
  },
});
