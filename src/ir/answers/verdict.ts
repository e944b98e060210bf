import type { Counterexample, RuleId } from './counterexample.ts';

/** One specification's outcome. `satisfied` null means unknown: never treated as satisfied. */
export type SpecVerdict = {
  readonly spec: string;
  readonly rule: RuleId | 'spec';
  /** Signed distance from failing, in the requirement's own unit; null where unknown. */
  readonly robustness: number | null;
  readonly unit: 'm' | 's' | 'ratio' | 'count' | 'none';
  readonly satisfied: boolean | null;
  /** One sentence on what was measured. */
  readonly note: string;
};

/** The verifier's answer. `passed` only if every specification is satisfied; unknown does not pass. */
export type Verdict = {
  readonly passed: boolean;
  readonly specs: readonly SpecVerdict[];
  /** Worst first. */
  readonly violations: readonly Counterexample[];
};
