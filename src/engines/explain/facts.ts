import type {
  AssignmentAnswer,
  FailureType,
  LowAltitudeIR,
  RiskAnswer,
  RouteAnswer,
  SimulationAnswer,
  SimulationEvent,
  Verdict,
} from '#ir';
import { shownNumbers } from './numbers.ts';
import { type Dimension, unitOfField } from './units.ts';

/** What a decision rests on: the results of its tools, and how it ended. */
export type DecisionTrace = {
  readonly final_status: 'success' | 'safe_refusal' | 'human_confirm';
  readonly ir: LowAltitudeIR | null;
  readonly assignment: AssignmentAnswer | null;
  readonly route: Omit<RouteAnswer, 'waypoints'> | null;
  readonly verdict: Verdict | null;
  readonly simulations: readonly SimulationAnswer[];
  readonly risk: RiskAnswer | null;
  readonly refusal: {
    readonly reason_code: string;
    readonly rule: string;
    readonly message: string;
    readonly missing_information: readonly string[];
  } | null;
};

/** One number of the facts in the base unit of its dimension. */
export type NumberFact = { readonly path: string; readonly value: number; readonly dimension: Dimension };

/** Everything that may be said about a decision. */
export type DecisionFacts = {
  readonly trace: DecisionTrace;
  readonly ids: ReadonlySet<string>;
  /** Names of places, zones and aircraft that may be said: text in which digits are no figures. */
  readonly names: readonly string[];
  readonly tools: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
  readonly numbers: readonly NumberFact[];
  /** True only where the verdict passed and the decision was released. */
  readonly verified: boolean;
};

/** The tools of a decision, in order. */
export const DECISION_TOOLS: readonly string[] = [
  'query_city_state',
  'query_airspace',
  'assign_uav',
  'plan_route',
  'verify_ltl_stl',
  'simulate_scenario',
  'risk_assess',
  'explain_decision',
];

const RULES: readonly string[] = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'];

/** Units in which verdicts and risk reasons name theirs. */
const NAMED_UNITS: Readonly<Record<string, Dimension>> = {
  m: 'length',
  s: 'time',
  'm/s': 'speed',
  ratio: 'ratio',
  count: 'count',
};

const FAILURE_UNITS: Partial<Readonly<Record<FailureType, Dimension>>> = {
  zone_entered: 'length',
  separation_lost: 'length',
  altitude_band_left: 'length',
  collision: 'length',
  near_miss: 'length',
  deadline_missed: 'time',
  reserve_spent: 'ratio',
  corridor_overloaded: 'count',
  wind_too_strong: 'speed',
};

const EVENT_UNITS: Partial<Readonly<Record<SimulationEvent['type'], Dimension>>> = {
  nmac: 'length',
  lowc: 'length',
  separation_lost: 'length',
  zone_entered: 'length',
  obstacle_hit: 'length',
  deadline_missed: 'time',
  reserve_spent: 'ratio',
  gust: 'speed',
};

/**
 * The facts of a decision: each id and field name, each number with its dimension (by field suffix or stated unit) and each list's length,
 * from everything in the trace, and the numbers that its sentences show. `names` are names that may be said beside ids.
 */
export function decisionFacts(
  trace: DecisionTrace,
  more: { readonly names?: readonly string[]; readonly tools?: readonly string[] } = {},
): DecisionFacts {
  const ids = new Set<string>();
  const numbers: NumberFact[] = [];
  collect(trace, '', { ids, numbers, unit: null, kind: '' });
  return {
    trace,
    ids,
    names: [...(more.names ?? [])].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
    tools: new Set(more.tools ?? DECISION_TOOLS),
    rules: new Set(RULES),
    numbers,
    verified: trace.final_status === 'success' && trace.verdict?.passed === true,
  };
}

type Collecting = {
  readonly ids: Set<string>;
  readonly numbers: NumberFact[];
  /** Unit named beside a value in the same object. */
  readonly unit: string | null;
  /** Type of the failure or event that a value belongs to. */
  readonly kind: string;
};

function collect(value: unknown, path: string, into: Collecting): void {
  if (typeof value === 'number') {
    into.numbers.push(numberFact(value, path, into));
  } else if (typeof value === 'string') {
    if (/^[A-Za-z0-9_.:/-]{1,80}$/.test(value)) into.ids.add(value);
    for (const shown of shownNumbers(value)) {
      for (const r of shown.readings) into.numbers.push({ path, value: r.value, dimension: shown.dimension });
    }
    for (const token of value.match(/[A-Za-z][A-Za-z0-9]*(?:[_.:/-][A-Za-z0-9]+)+/g) ?? [])
      into.ids.add(token);
  } else if (Array.isArray(value)) {
    into.numbers.push({ path: `${path}.length`, value: value.length, dimension: 'count' });
    value.forEach((v, i) => collect(v, `${path}[${i}]`, into));
  } else if (typeof value === 'object' && value !== null) {
    const object = value as Readonly<Record<string, unknown>>;
    const unit = typeof object['unit'] === 'string' ? object['unit'] : null;
    const kind = String(object['failure_type'] ?? object['type'] ?? '');
    for (const [key, v] of Object.entries(object)) {
      into.ids.add(key);
      collect(v, path === '' ? key : `${path}.${key}`, { ...into, unit, kind });
    }
  }
}

function numberFact(value: number, path: string, { unit, kind }: Collecting): NumberFact {
  const field = /([A-Za-z0-9_]+)(?:\[\d+\])?$/.exec(path)?.[1] ?? '';
  const own = unitOfField(field);
  if (own.dimension !== 'none') return { path, value: value * own.factor, dimension: own.dimension };
  const beside = field === 'robustness' || field === 'value';
  const named =
    unit === null
      ? (FAILURE_UNITS[kind as FailureType] ?? EVENT_UNITS[kind as SimulationEvent['type']])
      : NAMED_UNITS[unit];
  return { path, value, dimension: beside ? (named ?? 'none') : 'none' };
}
