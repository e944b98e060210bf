/** What a mutant is. */
import { type SurveyCode } from '#ir';
import { type SurveyValidationOptions } from '../context.ts';
import { type Bundle } from './mutate.ts';

/** A fault. */
export type Mutant = {
  readonly code: SurveyCode;
  readonly name: string;
  readonly base: () => Bundle;
  readonly make: (good: Bundle) => Bundle & { readonly options?: SurveyValidationOptions };
  /** Errors of other codes that the same fault brings with it. */
  readonly also?: readonly SurveyCode[];
};
