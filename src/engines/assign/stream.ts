import { type Result, type Rng, assert, err, must, ok } from '#base';
import {
  type ChargeSite,
  type DispatchAction,
  type Dispatcher,
  type FreeUav,
  type Spot,
  type StreamModel,
  type StreamTask,
  legOf,
  serviceOf,
} from './dispatch.ts';

/** A district: tasks begin near its middle, arrive at random (Poisson) at this mean rate, and end in any district. */
export type District = { readonly middle: Spot; readonly spread_m: number; readonly tasks_per_hour: number };

/** A day of demand for a fleet. */
export type StreamQuery = {
  readonly model: StreamModel;
  readonly districts: readonly District[];
  readonly sites: readonly { readonly at: Spot; readonly slots: number }[];
  /** Where the aircraft stand at the start, with full batteries. */
  readonly fleet: readonly Spot[];
  readonly dispatcher: Dispatcher;
  readonly hours: number;
  /** Decisions are taken this often, seconds. */
  readonly step_sec: number;
  readonly rng: Rng;
};

/** What came of a day. Waits are from a task's arrival to its pick-up being ordered. */
export type StreamAnswer = {
  readonly arrived: number;
  readonly served: number;
  /** Tasks waiting at the end of every hour. */
  readonly backlog_by_hour: readonly number[];
  readonly mean_backlog: number;
  readonly mean_wait_sec: number;
  readonly p95_wait_sec: number;
  /** Energy a served task, the way to it included. */
  readonly wh_per_task: number;
  /** Lowest battery ever, as a share of capacity. */
  readonly lowest_battery_ratio: number;
  /** Growth of the backlog in tasks an hour over the second half of the day (least squares). */
  readonly growth_per_hour: number;
};

/** Why a day was not simulated. */
export type StreamError = { readonly type: 'bad_query'; readonly message: string };

type Aircraft = {
  at: Spot;
  battery_wh: number;
  busy_until: number;
  /** Site whose slot it holds, or -1. */
  site: number;
};

/**
 * Simulates a stream of tasks under a dispatcher. Seeded; the demand depends on the seed alone, so that dispatchers
 * compare on the same tasks. A dispatcher that drains a battery below its reserve breaks its promise: an assertion.
 */
export function simulateStream(query: StreamQuery): Result<StreamAnswer, StreamError> {
  const fault = faultOf(query);
  if (fault !== null) return err({ type: 'bad_query', message: fault });
  const day = newDay(query);
  const steps = Math.round((query.hours * 3600) / query.step_sec);
  const perHour = Math.max(1, Math.round(3600 / query.step_sec));
  const backlog_by_hour: number[] = [];
  let backlogSum = 0;
  for (let k = 1; k <= steps; k++) {
    const now = k * query.step_sec;
    arrivals(day, query, now);
    for (const action of query.dispatcher(viewOf(day, query, now))) perform(day, query, action, now);
    const backlog = day.waiting.reduce((s, q) => s + q.length, 0);
    backlogSum += backlog;
    if (k % perHour === 0) backlog_by_hour.push(backlog);
  }
  const waits = day.waits.sort((a, b) => a - b);
  return ok({
    arrived: day.arrived,
    served: waits.length,
    backlog_by_hour,
    mean_backlog: backlogSum / Math.max(1, steps),
    mean_wait_sec: waits.reduce((s, w) => s + w, 0) / Math.max(1, waits.length),
    p95_wait_sec: waits[Math.floor(0.95 * (waits.length - 1))] ?? 0,
    wh_per_task: day.used_wh / Math.max(1, waits.length),
    lowest_battery_ratio: day.lowest_ratio,
    growth_per_hour: slope(backlog_by_hour.slice(Math.floor(backlog_by_hour.length / 2))),
  });
}

/**
 * No dispatcher serves more tasks an hour than this, in the long run: every aircraft spends at least the mean time of a
 * task, a leg of no length to reach it, and the time to charge that energy; and chargers give only so much energy. Real
 * ways to tasks and chargers are left out, so what can be reached is less.
 */
export function capacityPerHour(query: Omit<StreamQuery, 'dispatcher' | 'hours' | 'step_sec'>): number {
  const { model, districts, sites, fleet } = query;
  const rng = query.rng.fork('capacity');
  let [sec, wh] = [0, 0];
  const samples = 20_000;
  for (let k = 0; k < samples; k++) {
    const queue = drawDistrict(districts, rng);
    const task = drawTask(districts, queue, k, 0, rng);
    const leg = legOf(model, task.from, task.to);
    sec += (leg.sec + model.leg_sec) / samples;
    wh += (leg.wh + model.leg_wh) / samples;
  }
  const byTime = (fleet.length * 3600) / (sec + (wh * 3600) / model.charge_w);
  const slots = sites.reduce((s, site) => s + site.slots, 0);
  return Math.min(byTime, (slots * model.charge_w) / wh);
}

type Day = {
  readonly aircraft: Aircraft[];
  readonly waiting: StreamTask[][];
  readonly waits: number[];
  readonly demand: Rng;
  arrived: number;
  used_wh: number;
  lowest_ratio: number;
};

function newDay({ model, districts, fleet, rng }: StreamQuery): Day {
  return {
    aircraft: fleet.map((at) => ({ at, battery_wh: model.capacity_wh, busy_until: 0, site: -1 })),
    waiting: districts.map(() => []),
    waits: [],
    demand: rng.fork('demand'),
    arrived: 0,
    used_wh: 0,
    lowest_ratio: 1,
  };
}

function faultOf(q: StreamQuery): string | null {
  if (!(q.hours > 0 && q.hours <= 1000) || !(q.step_sec >= 1 && q.step_sec <= 3600))
    return 'a stream lasts up to 1000 hours in steps of 1 to 3600 seconds';
  if (q.fleet.length === 0) return 'the fleet is empty';
  if (q.districts.length === 0) return 'there is no district';
  if (!q.sites.some((s) => s.slots > 0) || q.sites.some((s) => !(Number.isInteger(s.slots) && s.slots >= 0)))
    return 'charging needs a slot, and slots are counts';
  if (!q.districts.every((d) => d.tasks_per_hour >= 0 && d.tasks_per_hour < 1e5))
    return 'a rate is from 0 up';
  return null;
}

/** Poisson arrivals since the last step; each task's moment within the step is drawn too. */
function arrivals(day: Day, { districts, step_sec }: StreamQuery, now: number): void {
  districts.forEach((district, queue) => {
    const count = poisson((district.tasks_per_hour * step_sec) / 3600, day.demand);
    const moments = Array.from({ length: count }, () => now - step_sec * day.demand.next()).sort(
      (a, b) => a - b,
    );
    for (const t of moments)
      day.waiting[queue]!.push(drawTask(districts, queue, day.arrived++, t, day.demand));
  });
}

/** Knuth's method, split so that the product of uniforms does not underflow. */
function poisson(mean: number, rng: Rng): number {
  if (mean > 30) return poisson(mean / 2, rng) + poisson(mean / 2, rng);
  const floor = Math.exp(-mean);
  let product = rng.next();
  let count = 0;
  while (product > floor) {
    count++;
    product *= rng.next();
  }
  return count;
}

function drawDistrict(districts: readonly District[], rng: Rng): number {
  const total = districts.reduce((s, d) => s + d.tasks_per_hour, 0);
  let left = rng.next() * total;
  for (let k = 0; k < districts.length; k++) {
    left -= districts[k]!.tasks_per_hour;
    if (left < 0) return k;
  }
  return districts.length - 1;
}

function drawTask(
  districts: readonly District[],
  queue: number,
  id: number,
  arrived_sec: number,
  rng: Rng,
): StreamTask {
  const near = ({ middle, spread_m }: District): Spot => ({
    x_m: middle.x_m + rng.between(-spread_m, spread_m),
    y_m: middle.y_m + rng.between(-spread_m, spread_m),
  });
  return { id, queue, from: near(districts[queue]!), to: near(rng.pick(districts)), arrived_sec };
}

function viewOf(day: Day, { model, sites }: StreamQuery, now: number): Parameters<Dispatcher>[0] {
  const uavs: FreeUav[] = [];
  day.aircraft.forEach((a, id) => {
    if (a.busy_until > now) return;
    a.site = -1;
    uavs.push({ id, at: a.at, battery_wh: a.battery_wh });
  });
  const held = sites.map((_, k) => day.aircraft.filter((a) => a.site === k).length);
  const free: ChargeSite[] = sites.map((s, id) => ({ id, at: s.at, free: s.slots - held[id]! }));
  return { model, waiting: day.waiting, uavs, sites: free };
}

function perform(day: Day, { model, sites }: StreamQuery, action: DispatchAction, now: number): void {
  const aircraft = must(day.aircraft[action.uav], 'a dispatcher names its aircraft');
  assert(aircraft.busy_until <= now, 'a dispatcher sends free aircraft only');
  const spend = (wh: number): void => {
    aircraft.battery_wh -= wh;
    day.used_wh += wh;
    const ratio = aircraft.battery_wh / model.capacity_wh;
    day.lowest_ratio = Math.min(day.lowest_ratio, ratio);
    assert(ratio >= model.reserve_ratio - 1e-9, 'a dispatcher keeps the reserve');
  };
  if (action.type === 'charge') {
    const site = must(sites[action.site], 'a dispatcher names its site');
    const held = day.aircraft.filter((a) => a.site === action.site).length;
    assert(held < site.slots, 'a dispatcher uses free slots only');
    const way = legOf(model, aircraft.at, site.at);
    spend(way.wh);
    const charge_sec = ((model.capacity_wh - aircraft.battery_wh) * 3600) / model.charge_w;
    Object.assign(aircraft, {
      at: site.at,
      battery_wh: model.capacity_wh,
      busy_until: now + way.sec + charge_sec,
      site: action.site,
    });
    return;
  }
  const queue = must(
    day.waiting.find((q) => q.some((t) => t.id === action.task)),
    'a dispatcher serves waiting tasks',
  );
  const [task] = queue.splice(
    queue.findIndex((t) => t.id === action.task),
    1,
  );
  const service = serviceOf(model, aircraft.at, task!);
  spend(service.wh);
  aircraft.at = task!.to;
  aircraft.busy_until = now + service.sec;
  day.waits.push(now - task!.arrived_sec);
}

/** Slope of a least-squares line through equally spaced values. */
function slope(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const middle = (n - 1) / 2;
  const mean = values.reduce((s, v) => s + v, 0) / n;
  let [above, below] = [0, 0];
  values.forEach((v, i) => {
    above += (i - middle) * (v - mean);
    below += (i - middle) ** 2;
  });
  return above / below;
}
