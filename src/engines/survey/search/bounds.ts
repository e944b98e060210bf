import { type UnitClass, type ReadyUnit } from '../fleet/fleet.ts';
import { type Region } from '../plane/region.ts';
import { type Pt } from '../plane/projection.ts';
import { regionContains } from '../plane/free-space.ts';
import { levelPower_w } from '../motion/power.ts';
import { type Setup } from '../setup.ts';
import { type Job } from './class-work.ts';
import { type LinearProgram, solveLinear } from './simplex.ts';
import { sortieLimits } from './sortie.ts';

/** What one class would need for one task, in seconds. */
export type Effort = {
  readonly cls: number;
  readonly task: number;
  /** Lanes and a turn for each line. */
  readonly work_s: number;
  /** Launch, way out and back, landing, less the turn that a sortie's break replaces. */
  readonly overhead_s: number;
  /** Productive seconds that one battery gives, meant over the area: whoever flies far has less. */
  readonly sortie_s: number;
  /** Mean overhead of the batteries needed, by the same mean. */
  readonly far_s: number;
  readonly turnaround_s: number;
  /** The same as it is likely to turn out, for deciding who flies what. */
  readonly likely: { readonly work_s: number; readonly overhead_s: number; readonly sortie_s: number };
};

/** Seconds by which real ways out are usually longer than the least ones. */
const LIKELY_WAY_S = 30;

/** Distance of a point to a region, 0 inside. */
export function distanceTo(region: Region, p: Pt): number {
  if (regionContains(region, p)) return 0;
  let best = Infinity;
  for (const ring of region)
    for (let i = 0; i < ring.length; i++) {
      const a = ring[i]!;
      const b = ring[(i + 1) % ring.length]!;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const l = dx * dx + dy * dy;
      const s = l > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / l)) : 0;
      best = Math.min(best, Math.hypot(p.x - a.x - s * dx, p.y - a.y - s * dy));
    }
  return best;
}

/** Seconds and watt-hours of going out to a distance and coming back, at the very least. */
function leastWay(
  setup: Setup,
  ready: ReadyUnit,
  job: Job,
  d: number,
): { readonly s: number; readonly wh: number } {
  const { craft, place } = ready;
  const w = setup.scenario.weather.wind_mps;
  const v = craft.cruise_mps;
  // Out and back in a wind: the mean pace is least across it.
  const pace = Math.sqrt(v * v - w * w) / (v * v - w * w);
  const climb = Math.max(0, place.z_safe_m - place.site.elevation_amsl_m);
  const rise = Math.max(0, job.place.low_m + job.plans[0]!.design.agl_m - place.z_safe_m);
  const vertical = climb / craft.climb_max_mps + climb / craft.descent_max_mps;
  const slope = rise / craft.climb_max_mps + rise / craft.descent_max_mps;
  const s = vertical + Math.max(2 * d * pace, slope);
  const power = craft.kind === 'multirotor' ? craft.hover_power_w : craft.cruise_power_w;
  const lift = craft.climb_power_w_per_mps * (climb + rise);
  return { s, wh: (s * power + lift) / 3600 };
}

/** Places of a region on a grid of about 150, with their middle if it is too thin for the grid. */
function samplesOf(region: Region): Pt[] {
  const points = region.flat();
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const n = 12;
  const out: Pt[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const p = { x: x0 + ((i + 0.5) * (x1 - x0)) / n, y: y0 + ((j + 0.5) * (y1 - y0)) / n };
      if (regionContains(region, p)) out.push(p);
    }
  return out.length > 0 ? out : [points[0]!];
}

/**
 * The least effort of a class for a task. A sortie that reaches a place has at most that place's productive time, so the
 * batteries needed are at least the integral of work over it; what lanes cover from beside a place (`slack_m`) is allowed
 * for.
 */
export function leastEffort(
  setup: Setup,
  cls: UnitClass,
  job: Job,
  at: { readonly cls: number; readonly task: number },
): Effort {
  const reserve = setup.scenario.objective.energy_reserve;
  const { lane_s, turn_s, turns } = job.least;
  const { craft } = cls;
  const wing = craft.kind !== 'multirotor';
  const lane_w = wing ? craft.cruise_power_w : levelPower_w(craft, 0.9 * craft.cruise_mps);
  const turn_w = wing ? craft.cruise_power_w : craft.hover_power_w;
  const work_s = lane_s + (turns + 1) * turn_s;
  const power = (lane_s * lane_w + (turns + 1) * turn_s * turn_w) / Math.max(1e-9, work_s);
  const { design } = job.plans[0]!;
  const slack_m = Math.hypot(design.spacing_max_m, Math.max(0, design.reach_front_m));
  const places = [...new Map(cls.units.map((u) => [u.place.site.id, u])).values()];
  const productive = (ready: ReadyUnit, d: number): { cap: number; way: number } => {
    const way = leastWay(setup, ready, job, d);
    const limits = sortieLimits(ready, reserve);
    const cap = Math.min((Math.max(0, limits.energy_wh - way.wh) * 3600) / power, limits.duration_s - way.s);
    return { cap: Math.max(1e-3, cap), way: way.s };
  };
  let batteries = 0;
  let ways = 0;
  const points = samplesOf(job.required);
  for (const p of points) {
    const seen = places.map((u) =>
      productive(u, Math.max(0, Math.hypot(p.x - u.place.p.x, p.y - u.place.p.y) - slack_m)),
    );
    const best = seen.reduce((a, b) => (b.way < a.way ? b : a));
    const cap = Math.max(...seen.map((s) => s.cap));
    batteries += 1 / cap;
    ways += Math.max(0, best.way - turn_s) / cap;
  }
  const near = Math.min(...places.map((u) => leastWay(setup, u, job, distanceTo(job.required, u.place.p)).s));
  const sortie_s = points.length / batteries;
  const far_s = ways / batteries;
  return {
    ...at,
    work_s,
    overhead_s: Math.max(0, near - turn_s),
    sortie_s,
    far_s,
    turnaround_s: Math.min(...cls.units.map((u) => u.place.site.turnaround_s)),
    likely: {
      work_s: job.plans[0]!.estimate_s,
      overhead_s: far_s + turn_s + LIKELY_WAY_S,
      sortie_s: Math.max(30, sortie_s - LIKELY_WAY_S),
    },
  };
}

/** Shares of tasks among classes that finish soonest (or fly least), and that least value. */
export type Shares = { readonly value: number; readonly share: (cls: number, task: number) => number };

type Weights = { readonly work: number; readonly flight: number };

/**
 * A linear relaxation: tasks shared among classes as if work could be poured. Per class of m units: m T >= work +
 * overhead per unit, and m T >= work with battery changes in proportion. `weights` mix the common end and the time in
 * the air. Its value bounds every plan made of such lanes from below.
 */
export function pourWork(
  classes: readonly UnitClass[],
  tasks: number,
  efforts: readonly Effort[],
  weights: Weights,
): Shares | null {
  const flight = efforts.map((e) => e.work_s * (1 + e.far_s / e.sortie_s));
  const cost = [...flight.map((f) => weights.flight * f), weights.work];
  const rows: LinearProgram['rows'][number][] = [];
  for (let task = 0; task < tasks; task++) {
    const a = efforts.map((e) => (e.task === task ? 1 : 0));
    if (a.some((x) => x === 1)) rows.push({ a: [...a, 0], op: '=', b: 1 });
  }
  classes.forEach((cls, c) => {
    const own = efforts.filter((e) => e.cls === c);
    if (own.length === 0) return;
    const m = cls.units.length;
    const turnaround = Math.min(...own.map((e) => e.turnaround_s));
    const only = (f: (e: Effort) => number): number[] => efforts.map((e) => (e.cls === c ? f(e) : 0));
    // A class that flies nothing needs no launch: its overhead comes in with its share of the work.
    rows.push({ a: [...only((e) => e.work_s), -m], op: '<=', b: 0 });
    rows.push({
      a: [...only((e) => e.work_s * (1 + (e.far_s + turnaround) / e.sortie_s)), -m],
      op: '<=',
      b: m * turnaround,
    });
  });
  const solved = solveLinear({ cost, rows });
  if (solved === null) return null;
  return {
    value: solved.value,
    share: (cls, task) => {
      const i = efforts.findIndex((e) => e.cls === cls && e.task === task);
      return i < 0 ? 0 : Math.max(0, Math.min(1, solved.x[i]!));
    },
  };
}
