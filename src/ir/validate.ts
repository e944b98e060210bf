import { type Result, err, ok } from '#base';
import type { LowAltitudeIR } from './low-altitude-ir.ts';
import { constraintStage } from './stages/constraint-grounding.ts';
import type { ValidationContext } from './stages/context.ts';
import { entityStage } from './stages/entity-grounding.ts';
import { STAGES, type IrError, type Stage } from './stages/ir-error.ts';
import { jsonStage, valueStage } from './stages/json.ts';
import { policyStage } from './stages/policy.ts';
import { schemaStage } from './stages/schema.ts';
import { toolStage } from './stages/tool-dependency.ts';

/** The stages that passed, and on failure all errors of the first failing one. */
export type IrReport = {
  readonly valid: boolean;
  readonly stages: readonly { readonly stage: Stage; readonly passed: boolean | null }[];
  readonly errors: readonly IrError[];
};

/** Runs the six stages in order over a document given as text. Stops at the first stage that fails. */
export function validateIrText(text: string, context: ValidationContext): Result<LowAltitudeIR, IrReport> {
  return afterJson(jsonStage(text), context);
}

/** The same for a document that is already a value. */
export function validateIr(value: unknown, context: ValidationContext): Result<LowAltitudeIR, IrReport> {
  return afterJson(valueStage(value), context);
}

function afterJson(
  json: Result<unknown, readonly IrError[]>,
  context: ValidationContext,
): Result<LowAltitudeIR, IrReport> {
  if (!json.ok) return err(report(json.error));
  const schema = schemaStage(json.value);
  if (!schema.ok) return err(report(schema.error));
  const ir = schema.value;
  for (const stage of [entityStage, constraintStage, toolStage, policyStage]) {
    const errors = stage(ir, context);
    if (errors.length > 0) return err(report(errors));
  }
  return ok(ir);
}

/** The report of a valid document. */
export function validReport(): IrReport {
  return { valid: true, stages: STAGES.map((stage) => ({ stage, passed: true })), errors: [] };
}

function report(errors: readonly IrError[]): IrReport {
  const failed = STAGES.indexOf(errors[0]!.stage);
  return {
    valid: false,
    stages: STAGES.map((stage, i) => ({ stage, passed: i < failed ? true : i === failed ? false : null })),
    errors,
  };
}
