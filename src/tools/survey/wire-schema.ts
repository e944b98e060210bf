import { z } from 'zod';

/** What a strict JSON Schema of the wire may say; ranges and patterns stand in the descriptions and are checked here. */
const KEPT: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'description',
  'required',
  'additionalProperties',
]);

type Json = Record<string, unknown>;

/**
 * The arguments of a tool as a model is given them: of the full schema, only what a strict decoder understands. Objects
 * take no further properties and need all of theirs; a choice is `anyOf`; a constant is an enum of one.
 */
export function strictWireSchema(args: z.ZodObject): Json {
  return project(z.toJSONSchema(args, { target: 'draft-2020-12', io: 'input' }) as Json);
}

function project(schema: Json): Json {
  const choice = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
  if (choice !== undefined) return described(schema, nullable(choice.map(project)));
  const out: Json = Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.has(key)));
  if (schema.const !== undefined) out.enum = [schema.const];
  if (schema.items !== undefined) out.items = project(schema.items as Json);
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    out.properties = Object.fromEntries(properties.map(([key, value]) => [key, project(value)]));
    out.required = properties.map(([key]) => key);
    out.additionalProperties = false;
  }
  return out;
}

/** Nested choices become one, and "a scalar or null" becomes a pair of types. */
function nullable(branches: readonly Json[]): Json {
  const flat = branches.flatMap((b) => (b.anyOf === undefined ? [b] : (b.anyOf as Json[])));
  const nested = branches.find((b) => b.anyOf !== undefined);
  const values = flat.filter((b) => b.type !== 'null');
  const [only] = values;
  const scalar =
    only !== undefined && typeof only.type === 'string' && !['object', 'array'].includes(only.type);
  if (values.length !== 1 || values.length === flat.length || !scalar)
    return described(nested ?? {}, { anyOf: flat });
  return {
    ...only,
    type: [only.type, 'null'],
    ...(only.enum === undefined ? {} : { enum: [...(only.enum as unknown[]), null] }),
  };
}

function described(schema: Json, out: Json): Json {
  return schema.description === undefined ? out : { ...out, description: schema.description };
}
