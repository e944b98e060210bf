import { assert, must } from '#base';
import { solveLap } from './lap.ts';

/** A point of the plane, metres. */
export type Spot = { readonly x_m: number; readonly y_m: number };

/** A task of a stream: something carried from one spot to another. `queue` numbers its class or district. */
export type StreamTask = {
  readonly id: number;
  readonly queue: number;
  readonly from: Spot;
  readonly to: Spot;
  readonly arrived_sec: number;
};

/** What aircraft of a stream have in common: speed, energy, and what each landing costs beyond the way. */
export type StreamModel = {
  readonly cruise_mps: number;
  readonly cruise_w: number;
  readonly capacity_wh: number;
  /** Share of the capacity that is never used. */
  readonly reserve_ratio: number;
  /** Climb, descent and service of one leg. */
  readonly leg_sec: number;
  readonly leg_wh: number;
  /** Power into a battery at a charger, W. */
  readonly charge_w: number;
};

/** One free aircraft. */
export type FreeUav = { readonly id: number; readonly at: Spot; readonly battery_wh: number };

/** A place to charge with the slots that are free now. */
export type ChargeSite = { readonly id: number; readonly at: Spot; readonly free: number };

/** What a dispatcher sees: tasks waiting by queue, oldest first, and what is free to use. */
export type DispatchView = {
  readonly model: StreamModel;
  readonly waiting: readonly (readonly StreamTask[])[];
  readonly uavs: readonly FreeUav[];
  readonly sites: readonly ChargeSite[];
};

/** What an aircraft is sent to do. */
export type DispatchAction =
  | { readonly type: 'serve'; readonly uav: number; readonly task: number }
  | { readonly type: 'charge'; readonly uav: number; readonly site: number };

/** Decides for the free aircraft; those without an action stay where they are. */
export type Dispatcher = (view: DispatchView) => readonly DispatchAction[];

/** Time and energy of one leg. */
export function legOf(model: StreamModel, a: Spot, b: Spot): { readonly sec: number; readonly wh: number } {
  const fly_sec = Math.hypot(b.x_m - a.x_m, b.y_m - a.y_m) / model.cruise_mps;
  return { sec: fly_sec + model.leg_sec, wh: (fly_sec * model.cruise_w) / 3600 + model.leg_wh };
}

/** Time and energy of serving a task from a spot: the way to it, and the task itself. */
export function serviceOf(
  model: StreamModel,
  at: Spot,
  task: StreamTask,
): { readonly sec: number; readonly wh: number } {
  const [to, on] = [legOf(model, at, task.from), legOf(model, task.from, task.to)];
  return { sec: to.sec + on.sec, wh: to.wh + on.wh };
}

/** Whether an aircraft can serve a task and still reach the nearest charger with its reserve. */
export function canServe(
  model: StreamModel,
  uav: FreeUav,
  task: StreamTask,
  sites: readonly ChargeSite[],
): boolean {
  const home_wh = Math.min(...sites.map((s) => legOf(model, task.to, s.at).wh));
  const left_wh = uav.battery_wh - serviceOf(model, uav.at, task).wh - home_wh;
  return left_wh >= model.reserve_ratio * model.capacity_wh;
}

/** Whether an aircraft can fly to a site with its reserve left. */
export function canReach(model: StreamModel, uav: FreeUav, site: ChargeSite): boolean {
  return uav.battery_wh - legOf(model, uav.at, site.at).wh >= model.reserve_ratio * model.capacity_wh;
}

/** Weights of drift-plus-penalty. `energy_price`: tasks a Wh is worth. `deficit_price`: tasks squared per Wh squared. */
export type LyapunovWeights = { readonly energy_price: number; readonly deficit_price: number };

/** Values are rounded to whole units of this before the assignment: its costs are integers. */
const VALUE_UNIT = 1e-7;
/** Values beyond this are alike: a queue of many thousands. Keeps costs within 32 bits. */
const MOST_UNITS = 2e9;

/**
 * Queue-stable dispatch (drift plus penalty; Tassiulas and Ephremides, 1992; Neely, 2010): queues are the tasks waiting
 * and, for each aircraft, the energy missing from its battery. Each decision takes the assignment of free aircraft to
 * tasks and charger slots with the largest decrease of the sum of squared queues a second, less what energy costs:
 * serving is worth (queue - price * energy - deficit * energy) / duration, charging deficit * energy / duration.
 * Nobody is sent where the battery does not reach the task and then a charger.
 */
export function lyapunovDispatcher(weights: LyapunovWeights): Dispatcher {
  return (view) => {
    const { uavs, model, sites } = view;
    const columns = columnsOf(view);
    if (uavs.length === 0 || columns.length === 0) return [];
    const costs = new Int32Array(uavs.length * columns.length);
    const forbidden = new Uint8Array(costs.length);
    uavs.forEach((uav, r) => {
      columns.forEach((column, c) => {
        const value = valueOf(view, weights, uav, column);
        const i = r * columns.length + c;
        // Standing still is worth nothing; what is worth less is not done.
        if (value === null || value <= 0) forbidden[i] = 1;
        else costs[i] = -Math.min(MOST_UNITS, Math.round(value / VALUE_UNIT));
      });
    });
    const solved = solveLap({
      rows: uavs.length,
      columns: columns.length,
      costs,
      forbidden,
      unassigned_costs: new Int32Array(uavs.length),
    });
    assert(solved.ok, 'an assignment in which every aircraft may stay is feasible');
    return uavs.flatMap((uav, r): DispatchAction[] => {
      const column = columns[solved.value.column_of[r]!];
      if (column === undefined) return [];
      return [
        column.type === 'task'
          ? { type: 'serve', uav: uav.id, task: column.task.id }
          : { type: 'charge', uav: uav.id, site: must(sites[column.site], 'a column names a site').id },
      ];
    });
    function valueOf(v: DispatchView, w: LyapunovWeights, uav: FreeUav, column: Column): number | null {
      const deficit_wh = model.capacity_wh - uav.battery_wh;
      if (column.type === 'task') {
        if (!canServe(model, uav, column.task, sites)) return null;
        const { sec, wh } = serviceOf(model, uav.at, column.task);
        const queue = v.waiting[column.task.queue]!.length;
        return (queue - (w.energy_price + w.deficit_price * deficit_wh) * wh) / sec;
      }
      if (!canReach(model, uav, sites[column.site]!)) return null;
      const way = legOf(model, uav.at, sites[column.site]!.at);
      const gain_wh = deficit_wh + way.wh;
      const sec = way.sec + (gain_wh * 3600) / model.charge_w;
      return (w.deficit_price * deficit_wh * deficit_wh) / sec;
    }
  };
}

type Column =
  { readonly type: 'task'; readonly task: StreamTask } | { readonly type: 'slot'; readonly site: number };

/** The oldest tasks of each queue, no more than there are aircraft, and a column for each free slot. */
function columnsOf({ waiting, uavs, sites }: DispatchView): Column[] {
  const tasks = waiting.flatMap((queue) => queue.slice(0, uavs.length));
  return [
    ...tasks.map((task): Column => ({ type: 'task', task })),
    ...sites.flatMap((s, site) =>
      Array.from({ length: Math.min(s.free, uavs.length) }, (): Column => ({ type: 'slot', site })),
    ),
  ];
}

/**
 * The baseline: tasks in order of arrival, each to the nearest free aircraft that can serve it; aircraft left over below
 * `charge_below` of their capacity go to the nearest free slot.
 */
export function nearestDispatcher(charge_below: number): Dispatcher {
  return ({ model, waiting, uavs, sites }) => {
    const free = new Map(uavs.map((u) => [u.id, u]));
    const actions: DispatchAction[] = [];
    const inOrder = waiting.flat().sort((a, b) => a.arrived_sec - b.arrived_sec || a.id - b.id);
    for (const task of inOrder) {
      let best: FreeUav | null = null;
      for (const uav of free.values()) {
        const nearer = best === null || apart(uav.at, task.from) < apart(best.at, task.from);
        if (nearer && canServe(model, uav, task, sites)) best = uav;
      }
      if (free.size === 0) break;
      if (best === null) continue;
      free.delete(best.id);
      actions.push({ type: 'serve', uav: best.id, task: task.id });
    }
    const slots = sites.map((s) => s.free);
    for (const uav of free.values()) {
      if (uav.battery_wh > charge_below * model.capacity_wh) continue;
      let best = -1;
      sites.forEach((s, k) => {
        if (slots[k] === 0 || !canReach(model, uav, s)) return;
        if (best < 0 || apart(uav.at, s.at) < apart(uav.at, sites[best]!.at)) best = k;
      });
      if (best < 0) continue;
      slots[best]!--;
      actions.push({ type: 'charge', uav: uav.id, site: sites[best]!.id });
    }
    return actions;
  };
}

function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x_m - b.x_m, a.y_m - b.y_m);
}
