/** The six stages, in the order in which they run. */
export const STAGES = [
  'json',
  'schema',
  'entity_grounding',
  'constraint_grounding',
  'tool_dependency',
  'policy',
] as const;
export type Stage = (typeof STAGES)[number];

/** The closed list of what can be wrong with an IR. */
export const IR_ERROR_TYPES = [
  'invalid_json',
  'missing_field',
  'unknown_field',
  'wrong_type',
  'invalid_enum',
  'out_of_range',
  'nonexistent_origin',
  'nonexistent_destination',
  'unknown_uav',
  'uav_unavailable',
  'unknown_zone',
  'unknown_handoff_point',
  'missing_destination',
  'ceiling_exceeded',
  'unparsable_spec',
  'unknown_proposition',
  'unknown_tool',
  'invalid_arguments',
  'missing_dependency',
  'wrong_tool_order',
  'dependency_cycle',
  'unsafe_override',
  'missing_human_confirmation',
  'fallback_incompatible',
] as const;
export type IrErrorType = (typeof IR_ERROR_TYPES)[number];

/** One thing wrong with an IR, attributed to its stage. `field` is a JSON path such as `constraints.deadline_sec`. */
export type IrError = {
  readonly valid: false;
  readonly stage: Stage;
  readonly error_type: IrErrorType;
  readonly field: string;
  /** The offending value, shortened to what fits in a prompt; null where it is absent. */
  readonly value: unknown;
  /** Nearest candidates first, at most 12. */
  readonly allowed_entities?: readonly string[];
  readonly message: string;
  readonly suggestion?: string;
};

/** A value short enough for a prompt: long strings and lists are cut, and say so. */
export function shortValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string' && value.length > 120) return `${value.slice(0, 117)}...`;
  if (typeof value === 'object' && value !== null) {
    const text = JSON.stringify(value);
    return text.length > 200 ? `${text.slice(0, 197)}...` : value;
  }
  return value;
}
