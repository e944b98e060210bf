import { nearestNames } from '#base';
import type { LowAltitudeIR, ToolStep } from '../low-altitude-ir.ts';
import type { ToolCard, ValidationContext } from './context.ts';
import { type IrError, type IrErrorType, shortValue } from './ir-error.ts';

/** A reference to an earlier step's result: `$<step>` or `$<step>.<path>`. */
const REFERENCE = /^\$(\d{1,3})(?:\.([A-Za-z0-9_.]+))?$/;

/** The step and path of a reference, or null for a plain value. */
export function referenceOf(value: unknown): { step: number; path: readonly string[] } | null {
  if (typeof value !== 'string') return null;
  const match = REFERENCE.exec(value);
  return match === null ? null : { step: Number(match[1]), path: match[2]?.split('.') ?? [] };
}

/** Tools without which there is no decision to release, whoever wrote the plan. */
export const REQUIRED_TOOLS = ['plan_route', 'verify_ltl_stl', 'simulate_scenario'] as const;

/** Stage 5: tools are registered, arguments fit, and every input's producer comes before it. */
export function toolStage(ir: LowAltitudeIR, { tools }: ValidationContext): readonly IrError[] {
  const cards = new Map(tools.map((t) => [t.name, t]));
  const errors: IrError[] = [];
  ir.tool_plan.forEach((step, i) => {
    const card = cards.get(step.tool);
    if (card === undefined) {
      errors.push(
        toolError('unknown_tool', `tool_plan[${i}].tool`, step.tool, {
          message: `no tool has the name ${step.tool}`,
          allowed_entities: nearestNames(step.tool, cards.keys()),
        }),
      );
      return;
    }
    errors.push(...argumentErrors(step, i, card), ...orderErrors(ir.tool_plan, i, card));
  });
  if (errors.length > 0) return errors;
  const cycle = cycleOf(ir.tool_plan);
  if (cycle !== null) {
    return [
      toolError('dependency_cycle', `tool_plan[${cycle[0]}].depends_on`, cycle, {
        message: `the steps ${cycle.join(' -> ')} depend on each other`,
        suggestion: 'A step may depend on earlier steps only.',
      }),
    ];
  }
  for (const name of REQUIRED_TOOLS) {
    if (!ir.tool_plan.some((s) => s.tool === name)) {
      errors.push(
        toolError('missing_dependency', 'tool_plan', name, {
          message: `a plan without ${name} releases nothing`,
          suggestion: `Add a step that calls ${name}.`,
        }),
      );
    }
  }
  return errors;
}

function toolError(
  error_type: IrErrorType,
  field: string,
  value: unknown,
  more: Pick<IrError, 'message'> & Partial<Pick<IrError, 'suggestion' | 'allowed_entities'>>,
): IrError {
  return { valid: false, stage: 'tool_dependency', error_type, field, value: shortValue(value), ...more };
}

function argumentErrors(step: ToolStep, i: number, card: ToolCard): IrError[] {
  const literal: Record<string, unknown> = {};
  const referenced = new Set<string>();
  for (const [key, value] of Object.entries(step.args)) {
    if (referenceOf(value) === null) literal[key] = value;
    else referenced.add(key);
  }
  const unknown = [...referenced].filter((key) => !card.arg_names.includes(key));
  return [
    ...unknown.map((key) => ({
      path: key,
      message: `${step.tool} has no argument ${key}`,
      value: step.args[key],
    })),
    ...card.checkArgs(literal, referenced),
  ].map((c) =>
    toolError('invalid_arguments', `tool_plan[${i}].args${c.path === '' ? '' : `.${c.path}`}`, c.value, {
      message: c.message,
    }),
  );
}

/** All steps that step `i` names as its inputs, by reference or by depends_on. */
function inputsOf(step: ToolStep): number[] {
  const referenced = Object.values(step.args).flatMap((v) => referenceOf(v)?.step ?? []);
  return [...new Set([...step.depends_on, ...referenced])].sort((a, b) => a - b);
}

function orderErrors(plan: readonly ToolStep[], i: number, card: ToolCard): IrError[] {
  const step = plan[i]!;
  const errors: IrError[] = [];
  for (const input of inputsOf(step)) {
    if (input >= plan.length) {
      errors.push(
        toolError('missing_dependency', `tool_plan[${i}]`, input, {
          message: `step ${i} (${step.tool}) needs step ${input}, which does not exist`,
          suggestion: `Steps are numbered from 0 to ${plan.length - 1}.`,
        }),
      );
    } else if (input >= i && !dependsOnBack(plan, input, i)) {
      errors.push(
        toolError('wrong_tool_order', `tool_plan[${i}]`, input, {
          message: `step ${i} (${step.tool}) needs step ${input}, which comes later`,
          suggestion: 'Put every producer before its consumer.',
        }),
      );
    }
  }
  for (const need of card.needs) {
    if (
      need.unless_arg !== null &&
      step.args[need.unless_arg] !== undefined &&
      referenceOf(step.args[need.unless_arg]) === null
    )
      continue;
    const before = plan.findIndex((s) => s.tool === need.tool);
    if (before === -1) {
      errors.push(
        toolError('missing_dependency', `tool_plan[${i}]`, step.tool, {
          message: `${step.tool} needs the result of ${need.tool}, which the plan does not call`,
          suggestion: `Add ${need.tool} before it.`,
        }),
      );
    } else if (before > i) {
      errors.push(
        toolError('wrong_tool_order', `tool_plan[${i}]`, step.tool, {
          message: `${step.tool} needs the result of ${need.tool}, which comes later (step ${before})`,
          suggestion: `Move ${need.tool} before it.`,
        }),
      );
    }
  }
  return errors;
}

/** A later step that in turn needs this one is a cycle, reported once and as such. */
function dependsOnBack(plan: readonly ToolStep[], from: number, to: number): boolean {
  const seen = new Set<number>();
  const queue = [from];
  while (queue.length > 0) {
    const at = queue.pop()!;
    if (at === to) return true;
    if (seen.has(at) || at >= plan.length) continue;
    seen.add(at);
    queue.push(...inputsOf(plan[at]!));
  }
  return false;
}

function cycleOf(plan: readonly ToolStep[]): number[] | null {
  for (let i = 0; i < plan.length; i++) {
    const path = pathBack(plan, i, i, new Set());
    if (path !== null) return path;
  }
  return null;
}

function pathBack(plan: readonly ToolStep[], at: number, goal: number, seen: Set<number>): number[] | null {
  for (const input of inputsOf(plan[at]!)) {
    if (input === goal) return [at, goal];
    if (input >= plan.length || seen.has(input)) continue;
    seen.add(input);
    const rest = pathBack(plan, input, goal, seen);
    if (rest !== null) return [at, ...rest];
  }
  return null;
}
