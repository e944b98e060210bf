import { type Result, err, must, ok } from '#base';
import {
  COST_LIMIT,
  type Cell,
  type CostModel,
  MOVE_COUNT,
  MOVE_X,
  MOVE_Y,
  MOVE_Z,
  createCostModel,
  findPath,
  findPathBiCriteria,
  pathCost,
} from '#search';
import type { TrajectoryPoint, Uav, Wind } from '#world';
import { type Powers, energyUsed_wh, legPower_w } from './energy.ts';
import type { Point3 } from './hazards.ts';
import type { RouteLattice } from './lattice.ts';
import { legTime_sec, timedTrajectory } from './timing.ts';

/**
 * What a route is the least of. `length`: metres of lattice path. `time`: seconds in the wind. `energy`: watt hours in
 * the wind. `balanced`: seconds plus the watt seconds that are drawn over cruise power, so that an hour counts as much as
 * the energy of an hour of cruise; its path is on the front of time and energy.
 */
export const OBJECTIVES = ['length', 'time', 'energy', 'balanced'] as const;
export type Objective = (typeof OBJECTIVES)[number];

/** A trade of time against energy that no other path on the lattice beats in both; ways up and down at stops left out. */
export type FrontPoint = { readonly time_sec: number; readonly energy_wh: number };

/**
 * The front of time and energy, fastest first. `complete`: all of it. `part`: where there are more points than asked for
 * or the work for all of them is too much, the paths of least time, of least energy and of the balance of both, and some
 * between.
 */
export type Front = { readonly points: readonly FrontPoint[]; readonly status: 'complete' | 'part' };

/** What the search for an objective proved: cost and lower bound in metres, seconds or watt hours. */
export type ObjectiveFacts = {
  readonly name: Objective;
  readonly unit: 'm' | 's' | 'Wh';
  readonly cost: number;
  readonly lower_bound: number;
  /** Asked for with `front_limit`. */
  readonly front: Front | null;
};

/** Costs of moves on one lattice for one aircraft in one wind. */
export type FlightCosts = {
  readonly time: CostModel;
  readonly energy: CostModel;
  readonly balanced: CostModel;
};

/** Milliseconds, and tenths of a milliwatt hour: below them lies what a move of a cell cannot be known better. */
export const UNITS: Readonly<Record<Exclude<Objective, 'length'>, number>> = {
  time: 1e-3,
  energy: 1e-4,
  balanced: 1e-3,
};

/** Labels of one search for the front: a fraction of a second. */
const MOST_LABELS = 100_000;

/** The costs of the 26 moves; refused where the lattice is so large that a path could cost more than is counted. */
export function flightCosts(
  lattice: RouteLattice,
  craft: { readonly uav: Uav; readonly powers: Powers; readonly wind: Wind },
): Result<FlightCosts, { readonly type: 'cost_overflow' }> {
  const { uav, powers, wind } = craft;
  const { grid, plane, layers_m } = lattice;
  const rise_m = layers_m.length > 1 ? layers_m[1]! - layers_m[0]! : 1;
  const tables = { time: new Int32Array(MOVE_COUNT), energy: new Int32Array(MOVE_COUNT) };
  const balanced = new Int32Array(MOVE_COUNT);
  for (let m = 0; m < MOVE_COUNT; m++) {
    // High enough that no move touches the ground, where rotors stand.
    const from = { t_sec: 0, x_m: 0, y_m: 0, z_m: 2 * rise_m, stop_id: null };
    const to = {
      x_m: MOVE_X[m]! * plane.cell_m,
      y_m: MOVE_Y[m]! * plane.cell_m,
      z_m: from.z_m + MOVE_Z[m]! * rise_m,
    };
    const sec = legTime_sec(from, to, uav, wind);
    const wh = (legPower_w(from, { ...to, t_sec: sec, stop_id: null }, powers) * sec) / 3600;
    const seconds = sec + (wh * 3600) / powers.cruise_w;
    const all = [sec / UNITS.time, wh / UNITS.energy, seconds / UNITS.balanced].map((c) =>
      Math.max(1, Math.ceil(c)),
    );
    if (!all.every((c) => c < COST_LIMIT / 2)) return err({ type: 'cost_overflow' });
    [tables.time[m], tables.energy[m], balanced[m]] = [all[0]!, all[1]!, all[2]!];
  }
  const models = [tables.time, tables.energy, balanced].map((moves) => createCostModel(grid, { moves }));
  const [time, energy, both] = models.map((m) => (m.ok ? m.value : null));
  if (!time || !energy || !both) return err({ type: 'cost_overflow' });
  return ok({ time, energy, balanced: both });
}

/** The front between two cells, its first `limit` points. */
export function frontBetween(
  lattice: RouteLattice,
  costs: FlightCosts,
  ends: { readonly start: Cell; readonly goal: Cell },
  limit: number,
): Front {
  const found = findPathBiCriteria(lattice.context, {
    ...ends,
    first: costs.time,
    second: costs.energy,
    second_limit_units: COST_LIMIT - 1,
    front_limit: limit,
    max_labels: MOST_LABELS,
  });
  const points = found.ok ? found.value.front.map((p) => pointOf(p.first_units, p.second_units)) : [];
  if (found.ok && found.value.status === 'complete') return { points, status: 'complete' };
  const single = SINGLE.flatMap((objective) => {
    const least = findPath(lattice.context, { ...ends, mode: 'optimal', costs: costs[objective] });
    if (!least.ok) return [];
    const of = (model: CostModel): number => pathCost(lattice.context, least.value.path, model);
    return [pointOf(of(costs.time), of(costs.energy))];
  });
  // The ends and the balance stay, whatever the limit.
  const ends_kept = unbeaten(single);
  const between = unbeaten([...ends_kept, ...points]).filter((p) => !ends_kept.includes(p));
  const room = Math.max(0, limit - ends_kept.length);
  return { points: unbeaten([...ends_kept, ...between.slice(0, room)]), status: 'part' };
}

/** Least of each alone, by searches that large cities allow too. */
const SINGLE = ['time', 'balanced', 'energy'] as const;

function pointOf(time_units: number, energy_units: number): FrontPoint {
  return { time_sec: time_units * UNITS.time, energy_wh: energy_units * UNITS.energy };
}

/** The points that no other of them beats in both, fastest first. */
function unbeaten(points: readonly FrontPoint[]): readonly FrontPoint[] {
  let least_wh = Infinity;
  return [...points]
    .sort((p, q) => p.time_sec - q.time_sec || p.energy_wh - q.energy_wh)
    .filter((p) => {
      if (p.energy_wh >= least_wh) return false;
      least_wh = p.energy_wh;
      return true;
    });
}

/** The front of flying one leg after another: the sums that no other beats, at most `limit`, fastest first. */
export function joined(a: Front, b: Front, limit: number): Front {
  const sums = a.points.flatMap((p) =>
    b.points.map((q) => ({ time_sec: p.time_sec + q.time_sec, energy_wh: p.energy_wh + q.energy_wh })),
  );
  const kept = unbeaten(sums);
  const whole = a.status === 'complete' && b.status === 'complete' && kept.length <= limit;
  // The cheapest one stays where there are too many.
  const points = kept.length <= limit ? kept : [...kept.slice(0, limit - 1), kept.at(-1)!];
  return { points, status: whole ? 'complete' : 'part' };
}

/** What flying through points takes by an objective; for choosing among paths of the same leg. */
export function valueOf(
  points: readonly Point3[],
  objective: Objective,
  craft: { readonly uav: Uav; readonly powers: Powers; readonly wind: Wind },
): number {
  const via = points.map((p) => ({ ...p, hold_sec: 0, stop_id: null }));
  const timed: readonly TrajectoryPoint[] = timedTrajectory(via, craft.uav, craft.wind);
  const end = must(timed.at(-1), 'a leg has points');
  const energy_wh = must(energyUsed_wh(timed, craft.powers).at(-1), 'a leg has points');
  if (objective === 'time') return end.t_sec;
  if (objective === 'energy') return energy_wh;
  return end.t_sec + (energy_wh * 3600) / craft.powers.cruise_w;
}
