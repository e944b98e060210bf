import { type Rng, assert } from '#base';
import { STRESS } from '../decision/stress.ts';
import { createChargers, type Chargers } from './chargers.ts';
import { createTraffic, type TrafficArrays } from './kernel.ts';
import { TERMINAL_M, type FleetScenario } from './scenario.ts';

/** What a drone is doing. */
const PAUSED = 0;
const CLIMBING = 1;
const CRUISING = 2;
const DESCENDING = 3;
const WAITING = 4;
const CHARGING = 5;
const HOLDING = 6;

/** Something that happened to one aircraft. */
export type AgentEvent = {
  readonly t_sec: number;
  readonly type: 'lost_link' | 'landed' | 'charge_started' | 'battery_empty';
  readonly agent: number;
};

/** The aircraft of a running fleet. */
export type Fleet = {
  readonly traffic: TrafficArrays;
  readonly chargers: Chargers;
  readonly events: AgentEvent[];
  /** Chooses what each aircraft does in the step that starts at `t_sec`; false once nobody flies or will. */
  readonly prepare: (t_sec: number, dt_sec: number, last_start_sec: number) => boolean;
  readonly flights: () => number;
  readonly flightSeconds: () => number;
};

type Drones = {
  readonly mode: Uint8Array;
  readonly until: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly level: Float64Array;
  readonly battery: Float64Array;
  /** Seconds of cruise left after a hold. */
  readonly left: Float64Array;
  readonly toCharge: Uint8Array;
  readonly rngs: readonly Rng[];
  readonly cooperative: Uint8Array;
};

/**
 * A fleet ready to run. Each leg takes a whole number of steps, at a velocity that is constant over the leg, so that the
 * straight motion inside a step is the motion itself. Drones fly pad to pad: up, level at the height of their course, down;
 * they pause, and charge first come first served when they are low. Chance is one stream per aircraft.
 */
export function createFleet(scenario: FleetScenario, rng: Rng): Fleet {
  const { drones, crewed, pads } = scenario;
  assert(pads.length >= 2 || drones === 0, 'drones need two pads');
  const traffic = createTraffic(drones + crewed);
  const chargers = createChargers(pads);
  const d: Drones = {
    mode: new Uint8Array(drones),
    until: new Float64Array(drones),
    from: new Int32Array(drones),
    to: new Int32Array(drones),
    level: new Float64Array(drones),
    battery: new Float64Array(drones).fill(1),
    left: new Float64Array(drones),
    toCharge: new Uint8Array(drones),
    rngs: Array.from({ length: drones }, (_, i) => rng.fork(`drone-${i}`)),
    cooperative: new Uint8Array(drones),
  };
  const run: Run = { scenario, traffic, d, chargers, events: [], counts: { flights: 0, seconds: 0 } };
  for (let i = 0; i < drones; i++) {
    const r = d.rngs[i]!;
    d.from[i] = r.int(pads.length);
    d.battery[i] = r.between(0.5, 1);
    d.cooperative[i] = r.next() < scenario.noncooperative_ratio ? 0 : 1;
    d.until[i] = r.between(0, 2 * scenario.pause_sec);
  }
  for (let k = 0; k < crewed; k++) startCrewed(run, drones + k, rng.fork(`crewed-${k}`));
  return {
    traffic,
    chargers,
    events: run.events,
    prepare: (t, dt, last) => prepare(run, t, dt, last),
    flights: () => run.counts.flights,
    flightSeconds: () => run.counts.seconds,
  };
}

type Run = {
  readonly scenario: FleetScenario;
  readonly traffic: TrafficArrays;
  readonly d: Drones;
  readonly chargers: Chargers;
  readonly events: AgentEvent[];
  readonly counts: { flights: number; seconds: number };
};

function prepare(run: Run, t: number, dt: number, last_start_sec: number): boolean {
  const { scenario, d, chargers } = run;
  let alive = false;
  for (let i = 0; i < scenario.drones; i++) {
    if (t + 1e-9 >= d.until[i]!) nextMode(run, i, t, { dt, last_start_sec });
    if (run.traffic.flying[i] === 1) {
      alive = true;
      run.counts.seconds += dt;
      d.battery[i]! -= (powerOf(run, i) * dt) / 3600 / scenario.model.battery_wh;
      if (d.battery[i]! <= 0) emptied(run, i, t);
    } else if (d.until[i]! <= last_start_sec) alive = true;
  }
  for (const i of chargers.serve(t)) {
    const { model } = scenario;
    d.mode[i] = CHARGING;
    d.until[i] = t + ((1 - Math.max(0, d.battery[i]!)) * model.battery_wh * 3600) / model.charge_w;
    run.events.push({ t_sec: t, type: 'charge_started', agent: i });
  }
  wrapCrewed(run);
  return alive;
}

function powerOf(run: Run, i: number): number {
  const { model } = run.scenario;
  switch (run.d.mode[i]) {
    case CLIMBING:
      return model.climb_w;
    case CRUISING:
      return model.cruise_w;
    default:
      return model.hover_w;
  }
}

/** A drone without energy comes down where it is and stays there. */
function emptied(run: Run, i: number, t: number): void {
  run.events.push({ t_sec: t, type: 'battery_empty', agent: i });
  ground(run.traffic, i);
  run.d.mode[i] = PAUSED;
  run.d.until[i] = Infinity;
}

function ground(t: TrafficArrays, i: number): void {
  t.flying[i] = 0;
  t.vx[i] = 0;
  t.vy[i] = 0;
  t.vz[i] = 0;
}

type Step = { readonly dt: number; readonly last_start_sec: number };

function nextMode(run: Run, i: number, t: number, step: Step): void {
  const { d } = run;
  switch (d.mode[i]) {
    case PAUSED:
      if (t <= step.last_start_sec) takeOff(run, i, t, step.dt);
      else d.until[i] = Infinity;
      return;
    case CLIMBING:
      return cruise(run, i, t, step.dt);
    case CRUISING:
      if (d.left[i]! > 0) return hold(run, i, t, step.dt);
      return descend(run, i, t, step.dt);
    case HOLDING:
      return goOn(run, i, t);
    case DESCENDING:
      return land(run, i, t);
    case CHARGING:
      d.battery[i] = 1;
      run.chargers.leave(d.from[i]!);
      d.mode[i] = PAUSED;
      d.until[i] = t;
      return;
    default:
      return;
  }
}

/** Whole steps that a leg takes, at least one. */
function steps(sec: number, dt: number): number {
  return Math.max(1, Math.ceil(sec / dt - 1e-9));
}

function takeOff(run: Run, i: number, t: number, dt: number): void {
  const { scenario, traffic, d } = run;
  const { pads, layers_m, model } = scenario;
  const r = d.rngs[i]!;
  const from = d.from[i]!;
  d.toCharge[i] = 0;
  let to = r.int(pads.length - 1);
  if (to >= from) to++;
  if (d.battery[i]! < model.charge_below_ratio && run.chargers.pads.length > 0) {
    const station = nearestCharger(run, from);
    if (station === from) return queueUp(run, i, t);
    to = station;
    d.toCharge[i] = 1;
  }
  d.to[i] = to;
  const course = Math.atan2(pads[to]!.x_m - pads[from]!.x_m, pads[to]!.y_m - pads[from]!.y_m);
  const sector = Math.floor((course / (2 * Math.PI) + 0.5) * layers_m.length) % layers_m.length;
  d.level[i] =
    d.cooperative[i] === 1 ? layers_m[sector]! : r.between(layers_m[0]!, layers_m[layers_m.length - 1]!);
  const n = steps(d.level[i]! / model.climb_mps, dt);
  traffic.x[i] = pads[from]!.x_m;
  traffic.y[i] = pads[from]!.y_m;
  traffic.z[i] = 0;
  traffic.vx[i] = 0;
  traffic.vy[i] = 0;
  traffic.vz[i] = d.level[i]! / (n * dt);
  traffic.flying[i] = 1;
  traffic.terminal[i] = 1;
  d.mode[i] = CLIMBING;
  d.until[i] = t + n * dt;
}

function nearestCharger(run: Run, from: number): number {
  const { pads } = run.scenario;
  let best = run.chargers.pads[0]!;
  let least = Infinity;
  for (const c of run.chargers.pads) {
    const distance = Math.hypot(pads[c]!.x_m - pads[from]!.x_m, pads[c]!.y_m - pads[from]!.y_m);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

function queueUp(run: Run, i: number, t: number): void {
  run.d.mode[i] = WAITING;
  run.d.until[i] = Infinity;
  run.chargers.arrive(run.d.from[i]!, i, t);
}

/** Level flight at the ground speed of the wind triangle, a little slower or faster by this flight's gusts. */
function cruise(run: Run, i: number, t: number, dt: number): void {
  const { scenario, traffic, d } = run;
  const { pads, model, wind } = scenario;
  const profile = STRESS[scenario.stress];
  const r = d.rngs[i]!;
  const dx = pads[d.to[i]!]!.x_m - traffic.x[i]!;
  const dy = pads[d.to[i]!]!.y_m - traffic.y[i]!;
  const length = Math.hypot(dx, dy);
  const gust = 1 - profile.turbulence_ratio * r.next();
  const ground_mps = Math.max(1, groundSpeed(dx, dy, model.cruise_mps * gust, wind));
  const n = steps(length / ground_mps, dt);
  const total = n * dt;
  traffic.z[i] = d.level[i]!;
  traffic.vx[i] = dx / total;
  traffic.vy[i] = dy / total;
  traffic.vz[i] = 0;
  traffic.terminal[i] = length <= TERMINAL_M ? 1 : 0;
  d.mode[i] = CRUISING;
  d.left[i] = 0;
  d.until[i] = t + total;
  // A lost link shows somewhere along the way: the drone hovers for a while, then goes on with its plan.
  if (r.next() < profile.lost_link_ratio && n >= 2) {
    const before = 1 + r.int(n - 1);
    d.left[i] = total - before * dt;
    d.until[i] = t + before * dt;
  }
}

/** The wind triangle; 0 where the wind carries the aircraft off its course. */
function groundSpeed(dx: number, dy: number, air: number, wind: FleetScenario['wind']): number {
  const length = Math.hypot(dx, dy);
  if (length === 0) return air;
  const along = (wind.east_mps * dx + wind.north_mps * dy) / length;
  const across = (wind.east_mps * dy - wind.north_mps * dx) / length;
  return Math.abs(across) >= air ? 0 : along + Math.sqrt(air * air - across * across);
}

function hold(run: Run, i: number, t: number, dt: number): void {
  const { traffic, d, scenario } = run;
  const [least, most] = STRESS[scenario.stress].lost_link_sec;
  traffic.vx[i] = 0;
  traffic.vy[i] = 0;
  d.mode[i] = HOLDING;
  d.until[i] = t + steps(d.rngs[i]!.between(least, most), dt) * dt;
  run.events.push({ t_sec: t, type: 'lost_link', agent: i });
}

function goOn(run: Run, i: number, t: number): void {
  const { traffic, d, scenario } = run;
  const goal = scenario.pads[d.to[i]!]!;
  traffic.vx[i] = (goal.x_m - traffic.x[i]!) / d.left[i]!;
  traffic.vy[i] = (goal.y_m - traffic.y[i]!) / d.left[i]!;
  d.mode[i] = CRUISING;
  d.until[i] = t + d.left[i]!;
  d.left[i] = 0;
}

function descend(run: Run, i: number, t: number, dt: number): void {
  const { traffic, d, scenario } = run;
  const goal = scenario.pads[d.to[i]!]!;
  const n = steps(d.level[i]! / scenario.model.descent_mps, dt);
  traffic.x[i] = goal.x_m;
  traffic.y[i] = goal.y_m;
  traffic.vx[i] = 0;
  traffic.vy[i] = 0;
  traffic.vz[i] = -d.level[i]! / (n * dt);
  traffic.terminal[i] = 1;
  d.mode[i] = DESCENDING;
  d.until[i] = t + n * dt;
}

function land(run: Run, i: number, t: number): void {
  const { traffic, d, scenario } = run;
  traffic.z[i] = 0;
  ground(traffic, i);
  d.from[i] = d.to[i]!;
  run.counts.flights++;
  run.events.push({ t_sec: t, type: 'landed', agent: i });
  if (d.toCharge[i] === 1) return queueUp(run, i, t);
  d.mode[i] = PAUSED;
  d.until[i] = t + d.rngs[i]!.between(0.5, 1.5) * scenario.pause_sec;
}

/** Crewed aircraft cross the city level, above the highest layer or, at high stress, inside the layers. */
function startCrewed(run: Run, i: number, rng: Rng): void {
  const { traffic, scenario } = run;
  const { world, layers_m, stress } = scenario;
  const top = layers_m[layers_m.length - 1] ?? 120;
  const low = stress === 'high' || stress === 'extreme';
  const course = rng.between(0, 2 * Math.PI);
  const speed = rng.between(30, 55);
  traffic.crewed[i] = 1;
  traffic.flying[i] = 1;
  traffic.x[i] = rng.between(world.min_x_m, world.max_x_m);
  traffic.y[i] = rng.between(world.min_y_m, world.max_y_m);
  traffic.z[i] = low ? rng.between(layers_m[0] ?? 45, top + 150) : top + rng.between(45, 300);
  traffic.vx[i] = speed * Math.sin(course);
  traffic.vy[i] = speed * Math.cos(course);
}

/** A crewed aircraft that has left the city comes in again on the other side. */
function wrapCrewed(run: Run): void {
  const { traffic, scenario } = run;
  const { min_x_m, max_x_m, min_y_m, max_y_m } = scenario.world;
  for (let i = scenario.drones; i < traffic.count; i++) {
    if (traffic.x[i]! > max_x_m) traffic.x[i] = min_x_m;
    else if (traffic.x[i]! < min_x_m) traffic.x[i] = max_x_m;
    if (traffic.y[i]! > max_y_m) traffic.y[i] = min_y_m;
    else if (traffic.y[i]! < min_y_m) traffic.y[i] = max_y_m;
  }
}
