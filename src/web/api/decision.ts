import type { DecisionPoint, DecisionRecord } from '#agent';

/** The released, refused or asked decision as the wire has it. */
export type WireDecision = Omit<DecisionRecord, 'trace'> & {
  readonly trace_steps: number;
  /** The path that was planned last and is not released; its counterexamples speak of it. */
  readonly tried: readonly Omit<DecisionPoint, 'x_m' | 'y_m' | 'alt_m'>[];
  /** The text that verifies; only of a released decision. */
  readonly certificate?: string | null;
};
