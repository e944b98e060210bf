import type { Uav } from '#world';
import { chooseAction, type AvoidSetting, type Choice } from './avoid.ts';
import { type Encounter, measurePiece, newEncounter } from './encounters.ts';
import type { Hazard } from './hazards.ts';
import { flightPower_w } from './power.ts';
import { type Piece, type Place3, placeAt } from './track.ts';
import type { AirMotion, WindField } from './wind-field.ts';

/** Step of the simulation in seconds; shorter steps end where the plan turns. Motion inside a step is straight. */
export const STEP_S = 0.5;

/** A point of the plan is reached when less than this of its leg is left, in seconds: rounding leaves no slivers. */
const SNAP_S = 1e-6;

/** Others are looked at again after this long, in seconds. */
const DECIDE_S = 1;

/** Highest air speed over cruise speed: room to catch up after a gust. An assumption: the fleet document has no such field. */
const TOP_SPEED_RATIO = 1.25;

/** Climb and descent rates may be passed by this ratio, for rounding of planned times. */
const RATE_SLACK = 1.05;

/** Navigation error fades out below this height, in metres: landings are guided by sight. */
const GUIDED_M = 20;

/** Radius in metres around the start and the stops in which an encounter counts as terminal. */
const TERMINAL_RADIUS_M = 15;

/** Everything that a flight is flown with. */
export type FlightSetting = AvoidSetting & {
  readonly wind: WindField;
  /** Slow navigation error east and north, metres, by time. */
  readonly wander: { readonly east: (t: number) => number; readonly north: (t: number) => number };
  /** When the link is down; null where it never is. */
  readonly outage: { readonly from_sec: number; readonly to_sec: number } | null;
  /** False at stress `none`: then the plan is flown whoever is in the way, so that its own faults show. */
  readonly yields: boolean;
  /** Points of the plan at which a stop is reached, in order. */
  readonly stops: readonly { readonly index: number; readonly stop_id: string }[];
  readonly latest_sec: number;
  /** Distance between where the aircraft stands and where the plan starts, in metres. */
  readonly start_gap_m: number;
};

/** Why a flight ended. */
export type FlightEnd =
  'landed' | 'battery_empty' | 'obstacle_hit' | 'ground_hit' | 'collision' | 'out_of_time';

/** What happened in one flight. */
export type FlightLog = {
  readonly end: FlightEnd;
  readonly end_sec: number;
  readonly at: Place3;
  readonly path: readonly Piece[];
  /** Plan time at the end of each piece of the path: tells which leg of the plan was being flown. */
  readonly plan_times: readonly number[];
  readonly used_wh: number;
  /** When the battery fell below the task's reserve; null where it did not. */
  readonly reserve_spent_sec: number | null;
  readonly arrivals: readonly { readonly stop_id: string; readonly t_sec: number; readonly at: Place3 }[];
  /** First and deepest meeting with each zone or building. */
  readonly hazards: readonly Hazard[];
  readonly encounters: readonly Encounter[];
};

type State = {
  t: number;
  plan_sec: number;
  /** How far the flight is behind its plan, seconds: exactly 0 while nothing has held it up. */
  delay_sec: number;
  /** Index of the plan's leg being flown; equal to the last point's index when the plan is done. */
  leg: number;
  at: Place3;
  used_wh: number;
  lastWind: AirMotion;
  choice: Choice;
  decide_at: number;
  reserve_spent_sec: number | null;
};

/**
 * Flies a plan. The controller aims at the plan's next position with the wind of the step before; when the aircraft cannot
 * get there (gusts, lost time, an infeasible plan) the plan's clock waits, so it falls behind in time and not off the path.
 * It yields to others by the rule of `chooseAction`. Without the link it flies its checked plan on and sees others later:
 * that is the contingency. The flight ends at the plan's end, with a crash or an empty battery, or at `latest_sec`.
 */
export function fly(setting: FlightSetting): FlightLog {
  const { plan } = setting;
  const state: State = {
    t: plan.t[0]!,
    plan_sec: plan.t[0]!,
    delay_sec: 0,
    leg: 0,
    at: { x_m: plan.x[0]!, y_m: plan.y[0]!, z_m: plan.z[0]! },
    used_wh: 0,
    lastWind: setting.wind.at(plan.t[0]!),
    choice: { type: 'continue' },
    decide_at: plan.t[0]!,
    reserve_spent_sec: null,
  };
  const encounters = setting.others.map(newEncounter);
  const hazards = new Map<string, Hazard>();
  const path: Piece[] = [];
  const plan_times: number[] = [];
  const arrivals: { stop_id: string; t_sec: number; at: Place3 }[] = [];
  let end: FlightEnd | null = null;
  const arriveAt = (index: number): void => {
    for (const s of setting.stops) {
      if (s.index === index) arrivals.push({ stop_id: s.stop_id, t_sec: state.t, at: state.at });
    }
  };
  arriveAt(0);
  while (end === null) {
    if (state.leg >= plan.t.length - 1) end = 'landed';
    else if (state.t >= setting.latest_sec) end = 'out_of_time';
    if (end !== null) break;
    decide(setting, state);
    const before = state.leg;
    const piece = advanceState(setting, state);
    path.push(piece);
    plan_times.push(state.plan_sec);
    if (state.leg > before) arriveAt(state.leg);
    end = consequences(setting, state, piece, { encounters, hazards });
  }
  return {
    end,
    end_sec: state.t,
    at: state.at,
    path,
    plan_times,
    used_wh: state.used_wh,
    reserve_spent_sec: state.reserve_spent_sec,
    arrivals,
    hazards: [...hazards.values()],
    encounters,
  };
}

function decide(setting: FlightSetting, state: State): void {
  if (!setting.yields || state.t < state.decide_at) return;
  const { outage } = setting;
  const link = outage === null || state.t < outage.from_sec || state.t >= outage.to_sec;
  state.choice = chooseAction(setting, { t_sec: state.t, at: state.at, plan_sec: state.plan_sec, link });
  state.decide_at = state.t + DECIDE_S;
}

/** One step: a new position, plan time and energy; returns the straight piece flown. */
function advanceState(setting: FlightSetting, state: State): Piece {
  const wind = setting.wind.at(state.t);
  const moved =
    state.choice.type === 'hold'
      ? holdStep(setting, state, state.choice.z_m, wind)
      : followStep(setting, state, wind);
  // On time, the clock is the plan's: summing steps would drift by rounding, and a deadline on the second would be missed.
  const to_sec = moved.on_time ? state.plan_sec + state.delay_sec : state.t + moved.h;
  if (!moved.on_time) state.delay_sec = to_sec - state.plan_sec;
  const piece: Piece = { from_sec: state.t, to_sec, from: state.at, to: moved.to };
  const [vx, vy, vz] = [
    (moved.to.x_m - state.at.x_m) / moved.h,
    (moved.to.y_m - state.at.y_m) / moved.h,
    (moved.to.z_m - state.at.z_m) / moved.h,
  ];
  const power = flightPower_w(setting.uav, {
    airspeed_mps: Math.hypot(vx - wind.east_mps, vy - wind.north_mps),
    ground_mps: Math.hypot(vx, vy),
    climb_mps: vz,
    on_ground: piece.from.z_m <= 0 && piece.to.z_m <= 0,
  });
  state.used_wh += (power * moved.h) / 3600;
  state.t = piece.to_sec;
  state.at = moved.to;
  state.lastWind = wind;
  return piece;
}

type Moved = { readonly to: Place3; readonly h: number; readonly on_time?: boolean };

function followStep(setting: FlightSetting, state: State, wind: AirMotion): Moved {
  const { plan } = setting;
  const vertex = plan.t[state.leg + 1]!;
  const left = vertex - state.plan_sec;
  const first = left <= STEP_S + SNAP_S ? left : STEP_S;
  for (const [h, ratio] of [
    [first, 1],
    [STEP_S, 0.75],
    [STEP_S, 0.5],
    [STEP_S, 0.25],
    [STEP_S, 0],
  ] as const) {
    const advance = Math.min(left, h * ratio);
    const reaches = advance >= left - SNAP_S;
    const goal = aim(setting, state.t + h, placeAt(plan, reaches ? vertex : state.plan_sec + advance));
    if (!reachable(setting.uav, state, goal, h)) continue;
    state.plan_sec = reaches ? vertex : state.plan_sec + advance;
    if (reaches) state.leg++;
    return { h, to: blown(goal, state, wind, h), on_time: ratio === 1 };
  }
  return clipped(setting, state, aim(setting, state.t + STEP_S, placeAt(plan, state.plan_sec)), wind);
}

function holdStep(setting: FlightSetting, state: State, z_m: number, wind: AirMotion): Moved {
  if (state.at.z_m <= 0) return { h: STEP_S, to: state.at };
  const over = { x_m: state.at.x_m, y_m: state.at.y_m, z_m };
  return clipped(setting, state, over, wind);
}

/** A planned place with the navigation error of the moment. */
function aim(setting: FlightSetting, t: number, place: Place3): Place3 {
  const share = Math.min(1, Math.max(0, place.z_m) / GUIDED_M);
  const east = setting.wander.east(t) * share;
  const north = setting.wander.north(t) * share;
  return east === 0 && north === 0 ? place : { ...place, x_m: place.x_m + east, y_m: place.y_m + north };
}

/** Whether air speed and rates allow a place in `h` seconds, with the wind of the step before. */
function reachable(uav: Uav, state: State, goal: Place3, h: number): boolean {
  const vx = (goal.x_m - state.at.x_m) / h;
  const vy = (goal.y_m - state.at.y_m) / h;
  const vz = (goal.z_m - state.at.z_m) / h;
  if (vz > uav.climb_mps * RATE_SLACK || -vz > uav.descent_mps * RATE_SLACK) return false;
  if (state.at.z_m <= 0 && goal.z_m <= 0) return Math.hypot(vx, vy) <= uav.cruise_mps;
  const airspeed = Math.hypot(vx - state.lastWind.east_mps, vy - state.lastWind.north_mps);
  return airspeed <= uav.cruise_mps * TOP_SPEED_RATIO;
}

/** Where the aircraft ends when the wind is not the one that it steered for. On the ground it stays put. */
function blown(goal: Place3, state: State, wind: AirMotion, h: number): Place3 {
  if (goal.z_m <= 0) return goal;
  const east = (wind.east_mps - state.lastWind.east_mps) * h;
  const north = (wind.north_mps - state.lastWind.north_mps) * h;
  return east === 0 && north === 0 ? goal : { ...goal, x_m: goal.x_m + east, y_m: goal.y_m + north };
}

/** As far towards a place as air speed and rates allow in one step. */
function clipped(setting: FlightSetting, state: State, goal: Place3, wind: AirMotion): Moved {
  const { uav } = setting;
  const h = STEP_S;
  const ax = (goal.x_m - state.at.x_m) / h - state.lastWind.east_mps;
  const ay = (goal.y_m - state.at.y_m) / h - state.lastWind.north_mps;
  const top = uav.cruise_mps * TOP_SPEED_RATIO;
  const scale = Math.min(1, top / Math.max(top, Math.hypot(ax, ay)));
  const vz = Math.min(uav.climb_mps, Math.max(-uav.descent_mps, (goal.z_m - state.at.z_m) / h));
  return {
    h,
    to: {
      x_m: state.at.x_m + (ax * scale + wind.east_mps) * h,
      y_m: state.at.y_m + (ay * scale + wind.north_mps) * h,
      z_m: Math.max(0, state.at.z_m + vz * h),
    },
  };
}

type Records = { readonly encounters: readonly Encounter[]; readonly hazards: Map<string, Hazard> };

/** Measures a flown piece against zones, buildings, ground, others and battery; the end of the flight, or null. */
function consequences(
  setting: FlightSetting,
  state: State,
  piece: Piece,
  records: Records,
): FlightEnd | null {
  const { uav, constraints } = setting;
  let end: FlightEnd | null = null;
  for (const hazard of setting.hazards.meet(piece, uav.radius_m)) {
    const known = records.hazards.get(hazard.id);
    if (known === undefined) records.hazards.set(hazard.id, hazard);
    else if (hazard.depth_m > known.depth_m)
      records.hazards.set(hazard.id, { ...hazard, t_sec: known.t_sec });
    if (hazard.type === 'obstacle_hit') end = 'obstacle_hit';
  }
  const terminal = inTerminal(setting, piece);
  for (const e of records.encounters) {
    measurePiece(e, piece, constraints.min_separation_m, terminal);
    if (e.closest_m <= uav.radius_m + e.other.radius_m) end ??= 'collision';
  }
  if (hitsGround(setting, state, piece)) end ??= 'ground_hit';
  const left_wh = uav.battery_capacity_wh * uav.battery_ratio - state.used_wh;
  if (left_wh < constraints.battery_reserve_ratio * uav.battery_capacity_wh)
    state.reserve_spent_sec ??= state.t;
  if (left_wh <= 0 && piece.to.z_m > 0) end ??= 'battery_empty';
  return end;
}

/** The ground may be touched at stops, at the end of the plan, and where the aircraft stood before. */
function hitsGround(setting: FlightSetting, state: State, piece: Piece): boolean {
  if (piece.to.z_m > 0) return false;
  if (piece.from.z_m <= 0) {
    return Math.hypot(piece.to.x_m - piece.from.x_m, piece.to.y_m - piece.from.y_m) > 1e-6;
  }
  return state.leg !== setting.plan.t.length - 1 && !setting.stops.some((s) => s.index === state.leg);
}

function inTerminal(setting: FlightSetting, piece: Piece): boolean {
  const { plan } = setting;
  return [0, ...setting.stops.map((s) => s.index)].some(
    (i) => Math.hypot(plan.x[i]! - piece.to.x_m, plan.y[i]! - piece.to.y_m) <= TERMINAL_RADIUS_M,
  );
}
