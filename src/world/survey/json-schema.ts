/** JSON Schemas (draft 2020-12) published for the survey documents. */
import { z } from 'zod';
import { SurveyCatalogue } from './catalogue.ts';
import { SurveyScenario } from './scenario.ts';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schema of a zod type. A tuple gets its length written out, which zod leaves open although its own parser insists on it.
 */
export function publishedSchema(type: z.ZodType, title: string): JsonSchema {
  const schema = z.toJSONSchema(type, {
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== 'tuple' || jsonSchema.prefixItems === undefined) return;
      jsonSchema.minItems = jsonSchema.prefixItems.length;
      jsonSchema.items = false;
    },
  });
  return { ...schema, title };
}

/** Schema of a survey scenario. */
export function surveyScenarioJsonSchema(): JsonSchema {
  return publishedSchema(SurveyScenario, 'Survey scenario, version survey-1');
}

/** Schema of an equipment catalogue. */
export function surveyCatalogueJsonSchema(): JsonSchema {
  return publishedSchema(SurveyCatalogue, 'Equipment catalogue, version survey-catalogue-1');
}
