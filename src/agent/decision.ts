import type { AbortSignalLike } from '#base';
import type {
  Counterexample,
  IrError,
  LowAltitudeIR,
  RiskAnswer,
  RouteAnswer,
  SimulationAnswer,
  StressLevel,
  Verdict,
} from '#ir';
import type { ToolRegistry } from '#tools';
import type { SystemState } from '#world';
import type { DecisionCache } from './cache.ts';
import type { ModelPort } from './ports.ts';
import type { TraceStep } from './trace.ts';

/** How a run ends. Only `success` releases a decision. */
export type FinalStatus = 'success' | 'safe_refusal' | 'human_confirm';

/** A trajectory point with its position in the city's plane and on WGS84. `alt_m` is above mean sea level. */
export type DecisionPoint = {
  readonly t_sec: number;
  readonly x_m: number;
  readonly y_m: number;
  /** Above ground. */
  readonly z_m: number;
  readonly stop_id: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly alt_m: number;
};

/** What is released, refused or asked. A refusal and a question carry no trajectory. */
export type Decision = {
  readonly action: 'execute' | 'refuse' | 'ask';
  readonly uav_id: string | null;
  readonly trajectory: readonly DecisionPoint[];
};

/** Why nothing was released: a code from a closed list, one sentence, and the evidence. */
export type Refusal = {
  readonly reason_code:
    | 'information_missing'
    | 'model_asks'
    | 'model_unavailable'
    | 'invalid_ir'
    | 'tool_failed'
    | 'no_feasible_plan'
    | 'not_verified'
    | 'simulation_failed'
    | 'risk_too_high'
    | 'explanation_unfaithful'
    | 'stale_state'
    | 'cancelled';
  /** The rule or stage that stopped it, e.g. R4 or entity_grounding. */
  readonly rule: string;
  readonly message: string;
  /** What a person is asked for; empty for refusals. */
  readonly missing_information: readonly string[];
  readonly counterexamples: readonly Counterexample[];
  readonly ir_errors: readonly IrError[];
  /** What to do meanwhile, from the IR's fallback policy. */
  readonly fallback: string;
};

/** Everything about one run, in the order in which people ask for it. */
export type DecisionRecord = {
  readonly final_status: FinalStatus;
  readonly decision: Decision;
  readonly ir: LowAltitudeIR | null;
  readonly verdict: Verdict | null;
  readonly simulation: readonly SimulationAnswer[];
  readonly risk: RiskAnswer | null;
  readonly route: Omit<RouteAnswer, 'waypoints'> | null;
  readonly explanation: string;
  readonly refusal: Refusal | null;
  readonly repair_rounds: number;
  readonly latency: { readonly model_sec: number; readonly tool_sec: number; readonly total_sec: number };
  /** Who proposed: `simulated` true for doubles, and then the record says so wherever it is shown. */
  readonly proposer: { readonly provider: string; readonly model: string; readonly simulated: boolean };
  readonly trace: readonly TraceStep[];
};

/** What a caller asks for. */
export type DecideOptions = {
  readonly instruction: string;
  readonly seed: number;
  /** Repair rounds after the first proposal; 3 by default. */
  readonly max_repair: number;
  readonly stress: StressLevel;
  /** Seeds of the simulated flights that a release needs; all must succeed. */
  readonly simulation_seeds: readonly number[];
  readonly language: 'en' | 'ru' | 'zh' | null;
};

/** What a run needs from outside. */
export type DecidePorts = {
  readonly model: ModelPort;
  readonly registry: ToolRegistry;
  readonly cache: DecisionCache;
  /** Called with every step as it happens. */
  readonly onStep?: (step: TraceStep) => void;
  /** Awaited before every tool call, so that a server can send what has happened so far. */
  readonly pause?: () => Promise<void>;
  /** Reads the state again before a release; a changed state refuses it. Left out where the state cannot change. */
  readonly currentState?: () => SystemState;
  readonly signal?: AbortSignalLike;
};
