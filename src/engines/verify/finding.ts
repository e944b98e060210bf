import type { FailureType, RuleId, SpecVerdict } from '#ir';

/** Where and when a requirement is nearest to failing, or fails worst. */
export type Moment = {
  /** Seconds after the start; null where it has no moment. */
  readonly t_sec: number | null;
  /** Position of the leg's first point; null where it has no leg. */
  readonly leg: number | null;
  /** Zones, obstacles, aircraft, corridors or places involved. */
  readonly entities: readonly string[];
};

/** One requirement, measured. The text is what a person reads; the numbers come from exact geometry. */
export type Finding = {
  readonly spec: string;
  /** Its name on the closed list of program rules; `spec` for an IR's own text. */
  readonly check: string;
  readonly rule: RuleId | 'spec';
  readonly unit: SpecVerdict['unit'];
  /** Signed distance from failing; null where unknown, plus Infinity where nothing could fail. */
  readonly robustness: number | null;
  readonly satisfied: boolean | null;
  readonly note: string;
  readonly failure_type: FailureType;
  /** What an IR calls the requirement, e.g. `constraints.deadline_sec`. */
  readonly constraint: string;
  readonly worst: Moment;
  /** A computed way out, one sentence; empty where satisfied. */
  readonly repair: string;
};

/** No moment, no leg, nobody involved. */
export const NOWHERE: Moment = { t_sec: null, leg: null, entities: [] };

/** A number for a person: at most three decimals, no trailing zeros. */
export function shown(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** Rounded up to a tenth, so that a suggestion is never too small. */
export function atLeast(value: number): string {
  return String(Math.ceil(value * 10 - 1e-9) / 10);
}
