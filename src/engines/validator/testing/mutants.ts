/** All mutants: one fault each, the code it must raise, and the errors that follow from the same fault. */
import { AIRSPACE_MUTANTS } from './mutants-airspace.ts';
import { FLEET_MUTANTS } from './mutants-fleet.ts';
import { FLIGHT_MUTANTS } from './mutants-flight.ts';
import { INPUT_MUTANTS } from './mutants-input.ts';
import { QUALITY_MUTANTS } from './mutants-quality.ts';
import { type Mutant } from './mutant.ts';

/** The suite. */
export const MUTANTS: readonly Mutant[] = [
  ...INPUT_MUTANTS,
  ...AIRSPACE_MUTANTS,
  ...QUALITY_MUTANTS,
  ...FLIGHT_MUTANTS,
  ...FLEET_MUTANTS,
];
