import { z } from 'zod';
import { err, ok } from '#base';
import { checkExplanation, decisionFacts, explain, type DecisionTrace } from '#engines/explain';
import { LowAltitudeIR } from '#ir';
import { defineTool, stateSources, type ToolContext } from '../contract.ts';
import { AssignmentResult, RiskResult, RouteFacts, SimulationResult, VerdictResult } from './results.ts';

/** Names in a state that an explanation may say. */
function namesOf({ state }: ToolContext): readonly string[] {
  const named = [...state.city.places, ...state.airspace.zones, ...state.airspace.corridors, ...state.fleet];
  return named.map((n) => n.name);
}

const Trace = z.strictObject({
  final_status: z.enum(['success', 'safe_refusal', 'human_confirm']),
  ir: LowAltitudeIR.nullable().default(null),
  assignment: AssignmentResult.nullable().default(null),
  route: RouteFacts.nullable().default(null),
  verdict: VerdictResult.nullable().default(null),
  simulations: z.array(SimulationResult).max(100).default([]),
  risk: RiskResult.nullable().default(null),
  refusal: z
    .strictObject({
      reason_code: z.string(),
      rule: z.string(),
      message: z.string(),
      missing_information: z.array(z.string()),
    })
    .nullable()
    .default(null),
});

const Args = z.strictObject({
  /** How the run ended and what its tools answered. Facts are taken from it and nothing else. */
  decision_trace: Trace.optional(),
  language: z.enum(['en', 'ru', 'zh']).default('en'),
  /** A text to be checked instead of one written here, e.g. a model's. */
  text: z.string().max(8000).optional(),
});

/** Explains a decision from its facts, or checks what somebody else said of it. */
export const explainDecisionTool = defineTool({
  name: 'explain_decision',
  summary:
    'Explains a decision from its tool results alone, or checks a given text against them; never changes the outcome.',
  order: 7,
  args: Args,
  result: z.strictObject({ explanation: z.string(), citations: z.array(z.unknown()) }),
  needs: [{ tool: 'risk_assess', unless_arg: 'decision_trace' }],
  errors: { hallucinated_explanation: { recoverable: false } },
  data_sources: ({ state }) => stateSources(state),
  run: (args, context) => {
    if (args.decision_trace === undefined)
      return err({
        type: 'invalid_arguments',
        message: 'give decision_trace: final_status and the tool results',
      });
    const facts = decisionFacts(args.decision_trace as DecisionTrace, { names: namesOf(context) });
    const written =
      args.text === undefined ? explain(facts, args.language) : { explanation: args.text, citations: [] };
    const unfounded = checkExplanation(written.explanation, facts);
    if (unfounded.length > 0) {
      return err({
        type: 'hallucinated_explanation',
        message: unfounded
          .slice(0, 3)
          .map((u) => `"${u.text}": ${u.message}`)
          .join('; '),
        suggested_actions: ['say only what the tool results carry'],
      });
    }
    return ok({ result: { explanation: written.explanation, citations: [...written.citations] } });
  },
});
