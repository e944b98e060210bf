import { type PlanRefusal } from '#ir';
import { type Slot } from '../document/schedule.ts';
import { type ClassWork } from './class-work.ts';

/** A solved scenario: flights in time, what is left out, and bounds on what any plan of this kind could reach. */
export type Answer = {
  readonly works: readonly ClassWork[];
  readonly slots: readonly Slot[];
  readonly refusals: readonly PlanRefusal[];
  readonly bounds: { readonly work_time_s: number; readonly flight_time_s: number };
};
