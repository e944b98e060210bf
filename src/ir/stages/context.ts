import type { SystemState } from '#world';
import type { RiskLevel } from '../low-altitude-ir.ts';

/** What stage 5 needs to know of a tool: the tool room hands this down, so that ir stays below tools. */
export type ToolCard = {
  readonly name: string;
  /** Position in the dependency order; a tool never comes before one that it needs. */
  readonly order: number;
  /** Tools whose result this one needs, unless the argument named here is given literally. */
  readonly needs: readonly { readonly tool: string; readonly unless_arg: string | null }[];
  /** Argument names of the tool. */
  readonly arg_names: readonly string[];
  /** Checks arguments in which references have been left out; a list of complaints. */
  readonly checkArgs: (
    args: Record<string, unknown>,
    referenced: ReadonlySet<string>,
  ) => readonly ArgComplaint[];
};

/** One complaint about a tool's arguments. */
export type ArgComplaint = { readonly path: string; readonly message: string; readonly value: unknown };

/**
 * Something the operator's own words demand, found by the deterministic reader with the words that say it. A document
 * that drops or weakens it is refused, whoever wrote it.
 */
export type Demand =
  | { readonly field: 'deadline_sec' | 'altitude_max_m'; readonly at_most: number; readonly words: string }
  | {
      readonly field: 'altitude_min_m' | 'min_separation_m' | 'battery_reserve_ratio';
      readonly at_least: number;
      readonly words: string;
    }
  | {
      readonly field: 'avoid_zones' | 'sensitive_zones' | 'handoff_points';
      readonly includes: readonly string[];
      readonly words: string;
    }
  | {
      readonly field: 'max_risk_level';
      readonly no_higher_than: RiskLevel;
      readonly words: string;
    }
  | { readonly field: 'candidate_uavs'; readonly only: readonly string[]; readonly words: string }
  /** Waypoints, then the destination, in this order and nothing else. */
  | { readonly field: 'visits'; readonly in_order: readonly string[]; readonly words: string }
  | { readonly field: 'intent'; readonly one_of: readonly string[]; readonly words: string }
  | { readonly field: 'origin' | 'fallback_policy'; readonly equals: string | null; readonly words: string };

/** Everything that the six stages look at beside the document. */
export type ValidationContext = {
  readonly state: SystemState;
  readonly tools: readonly ToolCard[];
  readonly demands: readonly Demand[];
  /** What the operator's words leave open, e.g. `destination`; a document may not fill it in by itself. */
  readonly open_questions: readonly string[];
};
