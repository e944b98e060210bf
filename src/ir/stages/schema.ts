import type { z } from 'zod';
import { type Result, err, nearestNames, ok } from '#base';
import { LowAltitudeIR } from '../low-altitude-ir.ts';
import { type IrError, type IrErrorType, shortValue } from './ir-error.ts';

type Issue = z.core.$ZodIssue;

/** Stage 2: types, enumerations, required fields, ranges, and no unknown field. Defaults are filled in. */
export function schemaStage(value: unknown): Result<LowAltitudeIR, readonly IrError[]> {
  const parsed = LowAltitudeIR.safeParse(value);
  if (!parsed.success) return err(parsed.error.issues.flatMap((issue) => errorsOf(issue, value)));
  const { altitude_min_m, altitude_max_m } = parsed.data.constraints;
  if (!(altitude_min_m < altitude_max_m)) {
    return err([
      schemaError('out_of_range', 'constraints.altitude_min_m', altitude_min_m, {
        message: `altitude_min_m ${altitude_min_m} must be below altitude_max_m ${altitude_max_m}`,
        suggestion: 'Swap or correct the two heights (metres above ground).',
      }),
    ]);
  }
  return ok(parsed.data);
}

function schemaError(
  error_type: IrErrorType,
  field: string,
  value: unknown,
  more: Pick<IrError, 'message'> & Partial<Pick<IrError, 'suggestion' | 'allowed_entities'>>,
): IrError {
  return { valid: false, stage: 'schema', error_type, field, value: shortValue(value), ...more };
}

/** JSON path of a zod path: `a.b[0].c`. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): { present: boolean; value: unknown } {
  let here: unknown = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step))
      return { present: false, value: null };
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return { present: true, value: here };
}

function errorsOf(issue: Issue, root: unknown): IrError[] {
  const field = jsonPath(issue.path);
  const found = valueAt(root, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      schemaError(
        'unknown_field',
        field === '' ? key : `${field}.${key}`,
        valueAt(root, [...issue.path, key]).value,
        {
          message: `${key} is not a field of ${field === '' ? 'the document' : field}`,
          suggestion: 'Remove it; the schema lists every field.',
        },
      ),
    );
  }
  if (!found.present) {
    return [
      schemaError('missing_field', field, null, {
        message: `${field} is required`,
        suggestion: issue.message,
      }),
    ];
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String);
    const written = typeof found.value === 'string' ? found.value : '';
    return [
      schemaError('invalid_enum', field, found.value, {
        message: `${field} must be one of ${allowed.join(', ')}`,
        allowed_entities: nearestNames(written, allowed),
      }),
    ];
  }
  const range =
    issue.code === 'too_small' ||
    issue.code === 'too_big' ||
    issue.code === 'invalid_format' ||
    issue.code === 'custom';
  return [
    schemaError(range ? 'out_of_range' : 'wrong_type', field, found.value, {
      message: `${field}: ${issue.message}`,
    }),
  ];
}
