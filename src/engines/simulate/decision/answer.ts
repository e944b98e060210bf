import { quantize } from '#base';
import type {
  Counterexample,
  FailureType,
  Mission,
  SeparationRow,
  SimulationAnswer,
  SimulationEvent,
  StressLevel,
} from '#ir';
import type { Trajectory, Uav } from '#world';
import type { Encounter, Moment } from './encounters.ts';
import type { FlightLog, FlightSetting } from './flight.ts';
import { strandedAt } from './way-home.ts';
import { placeAt, trackEnd_sec, trackStart_sec, trackOf } from './track.ts';

/** What an answer is made from. */
export type Flown = {
  readonly log: FlightLog;
  readonly setting: FlightSetting;
  readonly mission: Mission;
  readonly uav: Uav;
  readonly trajectory: Trajectory;
  readonly seed: number;
  readonly stress: StressLevel;
};

/**
 * Share of the task's battery reserve, and of its separation to accepted operations, that must be left under stress: a
 * buffer is there to be used, but not up. Without stress all of it must be left.
 */
export const STRESSED_BUFFER_RATIO = 0.5;

/** A plan may start this far from where the aircraft stands, in metres: planned places are rounded. */
const START_TOLERANCE_M = 0.5;

/** Others that never came nearer than this are not reported as near, in metres. */
const NEAR_M = 2000;

/** The simulator's answer from the log of a flight. Numbers are rounded to 1 mm, 1 ms and 1e-6. */
export function answerOf(flown: Flown): SimulationAnswer {
  const { log, uav, mission } = flown;
  const events = eventsOf(flown);
  const counterexample = worstFailure(flown, events);
  const arrival = log.arrivals[mission.required_stop]?.t_sec ?? null;
  const planned = plannedArrival_sec(flown);
  const closest = Math.min(Infinity, ...log.encounters.map((e) => e.closest_m));
  const left = uav.battery_ratio - log.used_wh / uav.battery_capacity_wh;
  return {
    success: counterexample === null,
    scenario_seed: flown.seed,
    stress_level: flown.stress,
    events,
    min_distance_m: closest <= NEAR_M ? quantize(closest, 1e-3) : null,
    delay_sec: arrival === null || planned === null ? null : quantize(arrival - planned, 1e-3),
    arrival_sec: arrival === null ? null : quantize(arrival, 1e-3),
    battery_end_ratio: quantize(Math.max(0, left), 1e-6),
    separation: separationRows(log.encounters),
    risk: counterexample !== null ? 'high' : closeCall(flown, events) ? 'medium' : 'low',
    counterexample,
  };
}

function plannedArrival_sec(flown: Flown): number | null {
  const stop = flown.setting.stops[flown.mission.required_stop];
  return stop === undefined ? null : flown.setting.plan.t[stop.index]!;
}

/** A flight that ended well but used up what was meant to stay. */
function closeCall(flown: Flown, events: readonly SimulationEvent[]): boolean {
  const { deadline_sec } = flown.mission.constraints;
  const arrival = flown.log.arrivals[flown.mission.required_stop]?.t_sec ?? null;
  const tight = deadline_sec !== null && arrival !== null && deadline_sec - arrival < 0.05 * deadline_sec;
  return (
    tight ||
    events.some((e) => e.type === 'lowc' || e.type === 'separation_lost' || e.type === 'reserve_spent')
  );
}

/** Separation by class of pair; only aircraft that flew at the same time as ours are counted. */
export function separationRows(encounters: readonly Encounter[]): readonly SeparationRow[] {
  const met = encounters.filter((e) => e.closest !== null);
  return (['drone_drone', 'drone_crewed', 'terminal'] as const).map((pair_class) => {
    const rows = met.filter((e) => classOf(e) === pair_class);
    const nearest = rows.reduce<Encounter | null>(
      (a, e) => (a === null || e.closest_m < a.closest_m ? e : a),
      null,
    );
    return {
      pair_class,
      pairs: rows.length,
      lowc_count: rows.filter((e) => e.first_lowc !== null).length,
      nmac_count: rows.filter((e) => e.first_nmac !== null).length,
      min_horizontal_m: nearest === null ? null : quantize(nearest.horizontal_m, 1e-3),
      min_vertical_m: nearest === null ? null : quantize(nearest.vertical_m, 1e-3),
    };
  });
}

function classOf(e: Encounter): SeparationRow['pair_class'] {
  if (e.other.pair_class === 'drone_crewed') return 'drone_crewed';
  return e.in_terminal ? 'terminal' : 'drone_drone';
}

function eventsOf(flown: Flown): readonly SimulationEvent[] {
  const { log, setting, mission, uav } = flown;
  const events: SimulationEvent[] = [];
  const add = (
    type: SimulationEvent['type'],
    m: Moment,
    entities: readonly string[],
    value: number | null,
  ): void => {
    events.push({
      t_sec: quantize(m.t_sec, 1e-3),
      type,
      entities,
      x_m: quantize(m.x_m, 1e-3),
      y_m: quantize(m.y_m, 1e-3),
      z_m: quantize(m.z_m, 1e-3),
      value: value === null ? null : quantize(value, 1e-6),
    });
  };
  const flownTrack = log.path.length === 0 ? null : trackOf(pathPoints(log));
  const at = (t_sec: number): Moment => ({
    t_sec,
    ...(flownTrack === null ? log.at : placeAt(flownTrack, t_sec)),
  });
  for (const h of log.hazards) add(h.type, at(h.t_sec), [h.id], h.depth_m);
  for (const e of log.encounters) {
    if (e.first_lowc !== null) add('lowc', e.first_lowc, [e.other.id], e.closest_m);
    if (e.first_lost !== null) add('separation_lost', e.first_lost, [e.other.id], e.closest_m);
    if (e.first_nmac !== null) add('nmac', e.first_nmac, [e.other.id], e.closest_m);
  }
  for (const a of log.arrivals) add('arrived', { t_sec: a.t_sec, ...a.at }, [a.stop_id], null);
  const end: Moment = { t_sec: log.end_sec, ...log.at };
  if (log.end === 'landed') add('landed', end, [uav.id], null);
  else if (log.end === 'ground_hit' || log.end === 'battery_empty') add(log.end, end, [uav.id], null);
  else if (log.end === 'out_of_time') add('aborted', end, [uav.id], null);
  if (log.reserve_spent_sec !== null) {
    const left = uav.battery_ratio - log.used_wh / uav.battery_capacity_wh;
    add('reserve_spent', at(log.reserve_spent_sec), [uav.id], Math.max(0, left));
  }
  for (const g of setting.wind.gusts) {
    if (g.peak_sec <= log.end_sec) add('gust', at(g.peak_sec), [], Math.hypot(g.east_mps, g.north_mps));
  }
  const { outage } = setting;
  if (outage !== null && outage.from_sec <= log.end_sec) {
    add('lost_link', at(outage.from_sec), [uav.id], null);
    if (outage.to_sec <= log.end_sec) add('link_restored', at(outage.to_sec), [uav.id], null);
  }
  const late = lateBy_sec(flown);
  const deadline = mission.constraints.deadline_sec;
  if (late > 0 && deadline !== null) add('deadline_missed', at(Math.min(deadline, log.end_sec)), [], late);
  return events.sort(byTime);
}

function byTime(a: SimulationEvent, b: SimulationEvent): number {
  const key = (e: SimulationEvent): string => `${e.type} ${e.entities.join(' ')}`;
  return a.t_sec - b.t_sec || (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

function pathPoints(log: FlightLog): { t_sec: number; x_m: number; y_m: number; z_m: number }[] {
  const first = log.path[0]!;
  return [{ t_sec: first.from_sec, ...first.from }, ...log.path.map((p) => ({ t_sec: p.to_sec, ...p.to }))];
}

/** Seconds past the deadline, counted to the end of the flight where it never arrived; 0 in time or without a deadline. */
function lateBy_sec(flown: Flown): number {
  const { deadline_sec } = flown.mission.constraints;
  if (deadline_sec === null) return 0;
  const arrival = flown.log.arrivals[flown.mission.required_stop]?.t_sec;
  return Math.max(0, (arrival ?? flown.log.end_sec) - deadline_sec);
}

type Failure = {
  readonly type: FailureType;
  readonly constraint: string;
  readonly t_sec: number;
  readonly robustness: number;
  readonly entities: readonly string[];
  readonly repair: string;
};

/** The gravest failure of a flight as a counterexample; null where there is none. */
function worstFailure(flown: Flown, events: readonly SimulationEvent[]): Counterexample | null {
  const failures = [
    ...falseStart(flown),
    ...crashes(flown),
    ...lostSeparations(flown),
    ...zones(flown),
    ...shortfalls(flown, events),
  ];
  const worst = failures[0];
  if (worst === undefined) return null;
  return {
    failure_type: worst.type,
    violated_constraint: worst.constraint,
    rule: 'simulation',
    counterexample_time_sec: quantize(worst.t_sec, 1e-3),
    offending_segment: legOf(flown, worst.t_sec),
    robustness: quantize(worst.robustness, 1e-3),
    entities: worst.entities,
    suggested_repair: worst.repair,
  };
}

/** Ids of the plan's points around what was being flown at a time. */
function legOf(flown: Flown, t_sec: number): readonly string[] {
  const { log, setting } = flown;
  const i = log.path.findIndex((p) => t_sec <= p.to_sec);
  const plan_sec = log.plan_times[i < 0 ? log.plan_times.length - 1 : i] ?? trackStart_sec(setting.plan);
  let leg = 0;
  while (leg + 2 < setting.plan.t.length && setting.plan.t[leg + 1]! < plan_sec) leg++;
  return [`w${leg}`, `w${leg + 1}`];
}

/** What forbids the start: wind of the day above the aircraft's limit, or a plan that begins elsewhere. */
function falseStart(flown: Flown): Failure[] {
  const { setting, uav } = flown;
  const out: Failure[] = [];
  const { east_mps, north_mps } = setting.wind.mean;
  const wind = Math.hypot(east_mps, north_mps);
  // A hair of room: the direction of the wind is stored as two components.
  if (wind > uav.wind_limit_mps + 1e-9) {
    out.push({
      type: 'wind_too_strong',
      constraint: `mean wind <= ${uav.wind_limit_mps} m/s`,
      t_sec: 0,
      robustness: uav.wind_limit_mps - wind,
      entities: [uav.id],
      repair: 'Wait for less wind or choose an aircraft with a higher wind limit.',
    });
  }
  const gap = setting.start_gap_m;
  if (gap > START_TOLERANCE_M) {
    out.push({
      type: 'kinematics_infeasible',
      constraint: 'the plan starts where the aircraft stands',
      t_sec: 0,
      robustness: START_TOLERANCE_M - gap,
      entities: [uav.id],
      repair: 'Plan again from the present position of the aircraft, on the ground.',
    });
  }
  return out;
}

function crashes(flown: Flown): Failure[] {
  const { log, uav } = flown;
  const out: Failure[] = [];
  for (const e of log.encounters) {
    const touch = uav.radius_m + e.other.radius_m;
    if (!(e.closest_m <= touch) || e.closest === null) continue;
    out.push({
      type: 'collision',
      constraint: `distance to ${e.other.id} > ${touch.toFixed(1)} m`,
      t_sec: e.closest.t_sec,
      robustness: e.closest_m - touch,
      entities: [e.other.id],
      repair: 'Start later, or take another route or height than this traffic.',
    });
  }
  for (const h of log.hazards) {
    if (h.type !== 'obstacle_hit') continue;
    out.push({
      type: 'collision',
      constraint: `distance to ${h.id} > ${uav.radius_m} m`,
      t_sec: h.t_sec,
      robustness: -h.depth_m,
      entities: [h.id],
      repair: `Keep further from ${h.id} or fly higher.`,
    });
  }
  if (log.end === 'ground_hit') {
    out.push({
      type: 'collision',
      constraint: 'height above ground > 0 away from stops',
      t_sec: log.end_sec,
      robustness: 0,
      entities: [uav.id],
      repair: 'Raise the route; touch the ground at stops only.',
    });
  }
  if (log.end === 'battery_empty') {
    out.push({
      type: 'reserve_spent',
      constraint: 'battery > 0',
      t_sec: log.end_sec,
      robustness: 0,
      entities: [uav.id],
      repair: 'Choose an aircraft with more charge, or a shorter route.',
    });
  }
  return out;
}

/**
 * A near mid-air collision counts as a failure where the task's own separation is lost too: a task that asks for less than
 * the near-collision cylinder is held to what it asks for. Lost separation alone fails against accepted operations only.
 */
function lostSeparations(flown: Flown): Failure[] {
  const { log, mission, stress } = flown;
  const keep = mission.constraints.min_separation_m;
  const least = keep * (stress === 'none' ? 1 : STRESSED_BUFFER_RATIO);
  const out: Failure[] = [];
  for (const e of log.encounters) {
    if (e.closest === null || e.closest_m > keep) continue;
    const near = e.first_nmac !== null && e.closest_m <= least;
    const intruded = e.other.kind === 'intruder' && e.first_nmac !== null;
    if (!near && !intruded && !(e.other.kind === 'operation' && e.closest_m <= least)) continue;
    const miss = near || intruded;
    out.push({
      type: miss ? 'near_miss' : 'separation_lost',
      constraint: miss
        ? `no near mid-air collision with ${e.other.id}`
        : `distance to ${e.other.id} > ${keep} m`,
      t_sec: e.closest.t_sec,
      robustness: e.closest_m - keep,
      entities: [e.other.id],
      repair: `Start later, or keep more than ${keep} m from ${e.other.id} by another route or height.`,
    });
  }
  return out;
}

function zones(flown: Flown): Failure[] {
  const entered = flown.log.hazards.filter((h) => h.type === 'zone_entered');
  return [...entered]
    .sort((a, b) => b.depth_m - a.depth_m || (a.id < b.id ? -1 : 1))
    .map((h) => ({
      type: 'zone_entered',
      constraint: `stay out of ${h.id}`,
      t_sec: h.t_sec,
      robustness: -h.depth_m,
      entities: [h.id],
      repair: `Keep at least ${(h.depth_m + 1).toFixed(1)} m further from ${h.id}.`,
    }));
}

function shortfalls(flown: Flown, events: readonly SimulationEvent[]): Failure[] {
  const { log, uav, mission, stress, setting } = flown;
  const { deadline_sec, battery_reserve_ratio } = mission.constraints;
  const out: Failure[] = [];
  const late = lateBy_sec(flown);
  if (late > 0 && deadline_sec !== null) {
    out.push({
      type: 'deadline_missed',
      constraint: `arrive within ${deadline_sec} s`,
      t_sec: Math.min(deadline_sec, log.end_sec),
      robustness: -late,
      entities: [],
      repair: `Arrive ${Math.ceil(late)} s earlier: a nearer or faster aircraft, or a shorter route.`,
    });
  }
  const floor = battery_reserve_ratio * (stress === 'none' ? 1 : STRESSED_BUFFER_RATIO);
  const left = uav.battery_ratio - log.used_wh / uav.battery_capacity_wh;
  // One part in a million: the plan's own energy, summed in other steps, may differ by rounding.
  if (left < floor - 1e-6) {
    out.push({
      type: 'reserve_spent',
      constraint: `battery at the end >= ${floor}`,
      t_sec: log.reserve_spent_sec ?? log.end_sec,
      robustness: left - floor,
      entities: [uav.id],
      repair: 'Choose an aircraft with more charge, or a shorter route.',
    });
  }
  if (log.end === 'landed') {
    const { altitude_min_m } = mission.constraints;
    const home = { air: setting.air, uav, altitude_min_m, wind: setting.wind.mean };
    const short = strandedAt(home, log.at, left - floor);
    if (short !== null) out.push({ ...short, type: 'reserve_spent', t_sec: log.end_sec });
  }
  const arrived = log.arrivals.length >= mission.stops.length;
  if (out.length === 0 && (!arrived || events.some((e) => e.type === 'aborted'))) {
    out.push({
      type: 'kinematics_infeasible',
      constraint: `finish the plan within ${setting.latest_sec.toFixed(0)} s`,
      t_sec: log.end_sec,
      robustness: trackEnd_sec(setting.plan) - setting.latest_sec,
      entities: [uav.id],
      repair: 'Plan slower legs that this aircraft can fly in this wind, and reach every stop.',
    });
  }
  return out;
}
