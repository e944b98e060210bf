import type { Constraints, SimulationAnswer } from '#ir';
import { type SystemState, type Uav, type Weather, secondsBetween } from '#world';

/** What a plan promises, in the numbers that risk looks at. */
export type PlanFacts = {
  readonly length_m: number;
  /** Arrival at the last required place, seconds after the start. */
  readonly eta_sec: number;
  /** End of the whole path. */
  readonly end_sec: number;
  readonly battery_end_ratio: number;
  /**
   * Least margin beyond the distance that must be kept from buildings, traffic and sensitive zones (R2), and from no-fly
   * zones (R1), as the verifier measures it, in metres; negative where it is violated; null where unknown.
   */
  readonly obstacle_clearance_m?: number | null;
  readonly zone_clearance_m?: number | null;
};

/** How earlier flights of the same kind went. */
export type FlightHistory = { readonly flights: number; readonly failures: number };

/** Everything that a risk is assessed from. `weather` stands in for the state's where given. */
export type RiskInput = {
  readonly state: SystemState;
  readonly uav: Uav;
  readonly constraints: Constraints;
  readonly plan: PlanFacts;
  readonly weather?: Weather;
  readonly simulations: readonly Pick<SimulationAnswer, 'success' | 'min_distance_m'>[];
  readonly history?: FlightHistory | null;
};

/**
 * One measured hazard. `severity` is 0 where it adds nothing and 1 where it is as bad as it gets; it never falls as the
 * hazard grows. `hard` hazards allow no override at severity 1.
 */
export type Factor = {
  readonly factor: FactorName;
  readonly value: number;
  readonly unit: string;
  readonly severity: number;
  readonly hard: boolean;
  readonly text: string;
};

export type FactorName =
  | 'wind'
  | 'wind_direction_unknown'
  | 'visibility'
  | 'visibility_unknown'
  | 'precipitation'
  | 'weather_age'
  | 'battery_margin'
  | 'deadline_margin'
  | 'obstacle_clearance'
  | 'zone_clearance'
  | 'traffic'
  | 'exposure'
  | 'assumed_heights'
  | 'simulated_failures'
  | 'simulated_separation'
  | 'history';

/** 0 at `from`, 1 at `to`, linear between; the direction may be falling. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** All factors of a decision, in a fixed order. A measure that does not exist gives no factor. */
export function factorsOf(input: RiskInput): readonly Factor[] {
  const weather = input.weather ?? input.state.weather;
  return [
    ...weatherFactors(weather, input),
    ...marginFactors(input),
    ...clearanceFactors(input),
    ...airspaceFactors(input),
    ...simulationFactors(input),
    ...historyFactors(input),
  ];
}

function weatherFactors(weather: Weather, input: RiskInput): Factor[] {
  const blows = Math.max(weather.wind_mps, weather.gust_mps ?? 0);
  const limit = input.uav.wind_limit_mps;
  // A limit of 0 allows no wind at all.
  const ratio = limit > 0 ? blows / limit : blows > 0 ? 2 : 0;
  const age_sec = Math.max(0, secondsBetween(weather.observed_at, input.state.time));
  const rain = { none: 0, light: 0.15, moderate: 0.5, heavy: 1, unknown: 0.2 }[weather.precipitation];
  const factors: Factor[] = [
    {
      factor: 'wind',
      value: ratio,
      unit: 'ratio',
      severity: ramp(ratio, 0.4, 1),
      hard: ratio > 1,
      text: `wind or gust of ${blows.toFixed(1)} m/s against a limit of ${limit.toFixed(1)} m/s`,
    },
    {
      factor: 'precipitation',
      value: rain,
      unit: 'ratio',
      severity: rain,
      hard: weather.precipitation === 'heavy',
      text: `precipitation: ${weather.precipitation}`,
    },
    {
      factor: 'weather_age',
      value: age_sec,
      unit: 's',
      severity: ramp(age_sec, 3600, 4 * 3600),
      hard: false,
      text: `weather report is ${(age_sec / 60).toFixed(0)} min old`,
    },
  ];
  if (weather.wind_from_deg === null && weather.wind_mps > 0) {
    factors.push({
      factor: 'wind_direction_unknown',
      value: weather.wind_mps,
      unit: 'm/s',
      severity: ramp(weather.wind_mps, 0, 10),
      hard: false,
      text: `wind of ${weather.wind_mps.toFixed(1)} m/s from an unknown direction`,
    });
  }
  factors.push(visibilityFactor(weather.visibility_m));
  return factors;
}

/** 5 km is the least visibility of visual flight in most airspace; 800 m leaves a small aircraft unseen. */
function visibilityFactor(visibility_m: number | null): Factor {
  if (visibility_m === null) {
    const text = 'visibility is not reported';
    return { factor: 'visibility_unknown', value: 1, unit: 'count', severity: 1, hard: false, text };
  }
  return {
    factor: 'visibility',
    value: visibility_m,
    unit: 'm',
    severity: ramp(visibility_m, 5000, 800),
    hard: visibility_m < 800,
    text: `visibility of ${visibility_m.toFixed(0)} m`,
  };
}

function marginFactors(input: RiskInput): Factor[] {
  const { plan, constraints } = input;
  const spare = plan.battery_end_ratio - constraints.battery_reserve_ratio;
  const factors: Factor[] = [
    {
      factor: 'battery_margin',
      value: spare,
      unit: 'ratio',
      severity: ramp(spare, 0.3, 0),
      hard: spare < 0,
      text: `${(100 * spare).toFixed(0)} % of the battery left above the reserve`,
    },
  ];
  if (constraints.deadline_sec !== null) {
    const slack = constraints.deadline_sec - plan.eta_sec;
    factors.push({
      factor: 'deadline_margin',
      value: slack,
      unit: 's',
      // Yielding costs up to two minutes whatever the flight's length; wind costs a share of it.
      severity: Math.max(ramp(slack / constraints.deadline_sec, 0.3, 0), ramp(slack, 120, 0)),
      hard: slack < 0,
      text: `planned arrival ${slack.toFixed(0)} s before the deadline`,
    });
  }
  return factors;
}

function clearanceFactors(input: RiskInput): Factor[] {
  const keep = Math.max(1, input.constraints.min_separation_m);
  const factors: Factor[] = [];
  const add = (factor: FactorName, value: number | null | undefined, enough: number, what: string): void => {
    if (value === null || value === undefined) return;
    factors.push({
      factor,
      value,
      unit: 'm',
      severity: ramp(value, enough, 0),
      hard: value < 0,
      text: `${value.toFixed(1)} m of margin beyond the distance kept from ${what}`,
    });
  };
  add('obstacle_clearance', input.plan.obstacle_clearance_m, keep, 'obstacles and traffic');
  add('zone_clearance', input.plan.zone_clearance_m, 2 * keep, 'zones');
  return factors;
}

function airspaceFactors(input: RiskInput): Factor[] {
  const { state, plan } = input;
  const during = state.operations.filter((o) => {
    const start = secondsBetween(state.time, o.start);
    const first = o.trajectory[0]!.t_sec + start;
    const last = o.trajectory.at(-1)!.t_sec + start;
    return first <= plan.end_sec && last >= 0;
  }).length;
  const assumed = state.city.buildings.filter((b) => b.height_source === 'assumed').length;
  const share = state.city.buildings.length === 0 ? 0 : assumed / state.city.buildings.length;
  return [
    {
      factor: 'traffic',
      value: during,
      unit: 'count',
      severity: ramp(during, 0, 30),
      hard: false,
      text: `${during} accepted operations fly at the same time`,
    },
    {
      factor: 'exposure',
      value: plan.end_sec,
      unit: 's',
      severity: ramp(plan.end_sec, 300, 2400),
      hard: false,
      text: `${(plan.end_sec / 60).toFixed(1)} min in the air or on the way`,
    },
    {
      factor: 'assumed_heights',
      value: share,
      unit: 'ratio',
      severity: share,
      hard: false,
      text: `${(100 * share).toFixed(0)} % of the building heights are assumed, not measured`,
    },
  ];
}

function simulationFactors(input: RiskInput): Factor[] {
  const runs = input.simulations;
  if (runs.length === 0) return [];
  const failed = runs.filter((s) => !s.success).length;
  const keep = Math.max(1, input.constraints.min_separation_m);
  const nearest = Math.min(Infinity, ...runs.map((s) => s.min_distance_m ?? Infinity));
  const factors: Factor[] = [
    {
      factor: 'simulated_failures',
      value: failed / runs.length,
      unit: 'ratio',
      severity: failed === 0 ? 0 : Math.max(0.7, failed / runs.length),
      hard: failed > 0,
      text: `${failed} of ${runs.length} simulated flights failed`,
    },
  ];
  if (Number.isFinite(nearest)) {
    factors.push({
      factor: 'simulated_separation',
      value: nearest,
      unit: 'm',
      severity: ramp(nearest, 5 * keep, keep),
      hard: false,
      text: `another aircraft came to ${nearest.toFixed(1)} m in a simulated flight`,
    });
  }
  return factors;
}

/** Failure rate with one failure in twenty flights as the prior (beta prior of weight 20). */
function historyFactors(input: RiskInput): Factor[] {
  const history = input.history ?? null;
  if (history === null || !(history.flights > 0)) return [];
  const rate = (history.failures + 1) / (history.flights + 20);
  return [
    {
      factor: 'history',
      value: rate,
      unit: 'ratio',
      severity: ramp(rate, 0.05, 0.4),
      hard: false,
      text: `${history.failures} of ${history.flights} earlier flights of this kind failed`,
    },
  ];
}
