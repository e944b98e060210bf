import { type LowAltitudeIR, RiskLevel } from '../low-altitude-ir.ts';
import { checkSpecTexts } from '../spec-check.ts';
import type { Demand, ValidationContext } from './context.ts';
import { type IrError, type IrErrorType, shortValue } from './ir-error.ts';

/**
 * Stage 4: every constraint becomes an input of the planner or the verifier: heights under the airspace's ceiling, texts
 * that parse and name known signals, and every bound that the operator's words demand is there and as tight.
 */
export function constraintStage(ir: LowAltitudeIR, context: ValidationContext): readonly IrError[] {
  const errors: IrError[] = [];
  const ceiling = context.state.airspace.ceiling_agl_m;
  if (ir.constraints.altitude_max_m > ceiling) {
    errors.push(
      constraintError('ceiling_exceeded', 'constraints.altitude_max_m', ir.constraints.altitude_max_m, {
        message: `the airspace's ceiling is ${ceiling} m above ground`,
        suggestion: `Use at most ${ceiling}.`,
      }),
    );
  }
  for (const issue of checkSpecTexts(ir.verification_specs)) {
    errors.push(
      constraintError(issue.type, `verification_specs.${issue.list}[${issue.index}]`, issue.text, {
        message: issue.message,
        ...(issue.nearest.length > 0 ? { allowed_entities: issue.nearest } : {}),
      }),
    );
  }
  for (const demand of context.demands) {
    const error = demandError(ir, demand);
    if (error !== null) errors.push(error);
  }
  return errors;
}

function constraintError(
  error_type: IrErrorType,
  field: string,
  value: unknown,
  more: Pick<IrError, 'message'> & Partial<Pick<IrError, 'suggestion' | 'allowed_entities'>>,
): IrError {
  return {
    valid: false,
    stage: 'constraint_grounding',
    error_type,
    field,
    value: shortValue(value),
    ...more,
  };
}

/** A bound that the operator's words demand and the document drops or weakens. Entities and intent are stage 6's. */
function demandError(ir: LowAltitudeIR, demand: Demand): IrError | null {
  const said = (bound: string): string =>
    `the instruction says "${demand.words}", so ${demand.field} must be ${bound}`;
  if ('at_most' in demand) {
    const value = ir.constraints[demand.field];
    if (value !== null && value <= demand.at_most) return null;
    return constraintError(
      value === null ? 'missing_field' : 'out_of_range',
      `constraints.${demand.field}`,
      value,
      {
        message: said(`at most ${demand.at_most}`),
        suggestion: `Set it to ${demand.at_most}.`,
      },
    );
  }
  if ('at_least' in demand) {
    const value = ir.constraints[demand.field];
    if (value >= demand.at_least) return null;
    return constraintError('out_of_range', `constraints.${demand.field}`, value, {
      message: said(`at least ${demand.at_least}`),
      suggestion: `Set it to ${demand.at_least}.`,
    });
  }
  if ('no_higher_than' in demand) {
    const value = ir.constraints.max_risk_level;
    if (RiskLevel.options.indexOf(value) <= RiskLevel.options.indexOf(demand.no_higher_than)) return null;
    return constraintError('out_of_range', 'constraints.max_risk_level', value, {
      message: said(`no higher than ${demand.no_higher_than}`),
      suggestion: `Set it to ${demand.no_higher_than}.`,
    });
  }
  if ('includes' in demand) {
    const have = ir.entities[demand.field];
    const missing = demand.includes.filter((id) => !have.includes(id));
    if (missing.length === 0) return null;
    return constraintError('missing_field', `entities.${demand.field}`, have, {
      message: `the instruction says "${demand.words}", so ${demand.field} must name ${missing.join(', ')}`,
      suggestion: `Add ${missing.join(', ')}.`,
    });
  }
  return null;
}
