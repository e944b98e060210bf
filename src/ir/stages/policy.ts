import { Constraints, type FallbackPolicy, type Intent, type LowAltitudeIR } from '../low-altitude-ir.ts';
import type { Demand, ValidationContext } from './context.ts';
import { type IrError, type IrErrorType, shortValue } from './ir-error.ts';

/**
 * Bounds that no instruction may go below, not even a critical one (R7). Product policy: half of the default reserve, half
 * of the default separation.
 */
export const POLICY_FLOOR = { battery_reserve_ratio: 0.1, min_separation_m: 5 } as const;

const DEFAULTS = Constraints.parse({});
const GROUND: ReadonlySet<FallbackPolicy> = new Set<FallbackPolicy>([
  'ground_transfer',
  'ground_transfer_or_human_confirm',
]);
const CARRIES: ReadonlySet<Intent> = new Set<Intent>(['delivery', 'emergency']);

/**
 * Stage 6: R7 and R8. Priority overrides no safety bound; a bound weaker than the default must stand in the operator's
 * words; what the words leave open is asked, not filled in; the fallback fits the task.
 */
export function policyStage(ir: LowAltitudeIR, context: ValidationContext): readonly IrError[] {
  return [
    ...relaxations(ir, context.demands),
    ...contradictions(ir, context.demands),
    ...openQuestions(ir, context),
    ...fallback(ir),
  ];
}

function policyError(
  error_type: IrErrorType,
  field: string,
  value: unknown,
  more: Pick<IrError, 'message'> & Partial<Pick<IrError, 'suggestion' | 'allowed_entities'>>,
): IrError {
  return { valid: false, stage: 'policy', error_type, field, value: shortValue(value), ...more };
}

function relaxations(ir: LowAltitudeIR, demands: readonly Demand[]): IrError[] {
  const errors: IrError[] = [];
  const asked = (field: string): Demand | undefined => demands.find((d) => d.field === field);
  for (const field of ['battery_reserve_ratio', 'min_separation_m'] as const) {
    const value = ir.constraints[field];
    if (value < POLICY_FLOOR[field]) {
      errors.push(
        policyError('unsafe_override', `constraints.${field}`, value, {
          message: `${field} may not go below ${POLICY_FLOOR[field]}, whatever the priority (R7)`,
          suggestion: `Use ${DEFAULTS[field]}.`,
        }),
      );
    } else if (value < DEFAULTS[field] && asked(field) === undefined) {
      errors.push(
        policyError('unsafe_override', `constraints.${field}`, value, {
          message: `${field} is below the default ${DEFAULTS[field]}, and the instruction does not ask for that`,
          suggestion: `Use ${DEFAULTS[field]}.`,
        }),
      );
    }
  }
  if (ir.constraints.max_risk_level === 'high' && !ir.fallback_policy.includes('human_confirm')) {
    errors.push(
      policyError('missing_human_confirmation', 'fallback_policy', ir.fallback_policy, {
        message: 'accepting high risk needs a fallback that asks a human',
        suggestion: 'Use human_confirm, or max_risk_level medium.',
      }),
    );
  }
  if (ir.constraints.altitude_max_m > DEFAULTS.altitude_max_m && asked('altitude_max_m') === undefined) {
    errors.push(
      policyError('unsafe_override', 'constraints.altitude_max_m', ir.constraints.altitude_max_m, {
        message: `altitude_max_m is above the default ${DEFAULTS.altitude_max_m}, and the instruction does not ask for that`,
        suggestion: `Use ${DEFAULTS.altitude_max_m}.`,
      }),
    );
  }
  return errors;
}

/** The document says something else than the operator's words about what is to be done, where, or by whom. */
function contradictions(ir: LowAltitudeIR, demands: readonly Demand[]): IrError[] {
  return demands.flatMap((demand) => contradiction(ir, demand) ?? []);
}

function contradiction(ir: LowAltitudeIR, demand: Demand): IrError | null {
  const wrong = (field: string, value: unknown, must_be: string, allowed: readonly string[]): IrError =>
    policyError('unsafe_override', field, value, {
      message: `the instruction says "${demand.words}", so ${field} must be ${must_be}`,
      ...(allowed.length > 0 ? { allowed_entities: allowed } : {}),
    });
  if ('only' in demand) {
    const have = ir.entities.candidate_uavs;
    const kept = have.length > 0 && have.every((id) => demand.only.includes(id));
    return kept
      ? null
      : wrong('entities.candidate_uavs', have, `within ${demand.only.join(', ')}`, demand.only);
  }
  if ('in_order' in demand) {
    const { waypoints, destination } = ir.entities;
    const visits =
      destination === null || waypoints.includes(destination) ? waypoints : [...waypoints, destination];
    const kept =
      visits.length === demand.in_order.length && visits.every((id, i) => id === demand.in_order[i]);
    const field = waypoints.length > 0 ? 'entities.waypoints' : 'entities.destination';
    return kept
      ? null
      : wrong(field, visits, `a visit of ${demand.in_order.join(', then ')}`, demand.in_order);
  }
  if ('one_of' in demand)
    return demand.one_of.includes(ir.intent)
      ? null
      : wrong('intent', ir.intent, demand.one_of.join(' or '), demand.one_of);
  if (!('equals' in demand)) return null;
  const value = demand.field === 'origin' ? ir.entities.origin : ir.fallback_policy;
  if (value === demand.equals) return null;
  return wrong(
    demand.field === 'origin' ? 'entities.origin' : demand.field,
    value,
    demand.equals ?? 'null',
    demand.equals === null ? [] : [demand.equals],
  );
}

function openQuestions(ir: LowAltitudeIR, context: ValidationContext): IrError[] {
  return context.open_questions.map((question) =>
    policyError('missing_human_confirmation', questionField(question), null, {
      message: `the instruction leaves ${question} open; ask the operator rather than fill it in (R8)`,
      suggestion: 'Set uncertainty.needs_human_confirmation and name what is missing.',
    }),
  );
}

function questionField(question: string): string {
  return question === 'origin' || question === 'destination' || question === 'waypoints'
    ? `entities.${question}`
    : question;
}

function fallback(ir: LowAltitudeIR): IrError[] {
  const { fallback_policy, intent, constraints } = ir;
  if (GROUND.has(fallback_policy) && !CARRIES.has(intent)) {
    return [
      policyError('fallback_incompatible', 'fallback_policy', fallback_policy, {
        message: `a task of intent ${intent} carries nothing that ground transport could take over`,
        allowed_entities: ['human_confirm', 'safe_refusal', 'wait'],
      }),
    ];
  }
  if (fallback_policy === 'wait' && (constraints.deadline_sec !== null || ir.priority === 'critical')) {
    return [
      policyError('fallback_incompatible', 'fallback_policy', fallback_policy, {
        message: 'waiting does not fit a task with a deadline or of critical priority',
        allowed_entities: ['human_confirm', 'safe_refusal'],
      }),
    ];
  }
  return [];
}
