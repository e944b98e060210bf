import { type UnitClass } from '../fleet/fleet.ts';
import { type Pt } from '../plane/projection.ts';
import { type Effort, pourWork } from './bounds.ts';
import { buildClassWork } from './class-work.ts';
import { type Least, leastOf, lesser } from './least.ts';
import { type Problem } from './problem.ts';
import { sortieLimits } from './sortie.ts';

/** Directions of each task that bounds look at, the likeliest first; the plan is made from these. */
const DIRECTIONS = 8;

/** The least of a task for a class, over the directions looked at; null where its lanes cannot be flown. */
type TaskLeast = { readonly cls: number; readonly task: number; readonly least: readonly Least[] };

type Bounds = { readonly work_time_s: number; readonly flight_time_s: number };

/**
 * Lower bounds on work time and time in the air of any plan that flies the tasks' lanes, evenly spread in one of the
 * directions looked at, with the motions of this planner. A cut lane is taken to cost at least as much as a whole one.
 */
export function lowerBounds(problem: Problem): {
  readonly work_time_s: number;
  readonly flight_time_s: number;
} {
  const { setup, fleet, open } = problem;
  const leasts: TaskLeast[] = [];
  open.forEach((t, task) => {
    for (const [c, job] of t.jobs) {
      const cls = fleet.classes[c]!;
      const least = job.plans.slice(0, DIRECTIONS).flatMap((plan) => {
        const space = problem.spaces.of(cls);
        const work = buildClassWork(setup, cls, { space, jobs: [{ job, plan }], first_block: 1 });
        const one = leastOf(work, work.laneSets[0]!, cls.units);
        return one === null ? [] : [one];
      });
      if (least.length > 0) leasts.push({ cls: c, task, least });
    }
  });
  const flown = open.every((_, task) => leasts.some((l) => l.task === task));
  if (!flown || leasts.length === 0) return { work_time_s: 0, flight_time_s: 0 };
  const used = new Set(leasts.map((l) => l.cls));
  const whole = (l: TaskLeast): Least => l.least.reduce(lesser);
  if (used.size > 1)
    return mixed(
      problem,
      leasts.map((l) => ({ ...l, least: whole(l) })),
    );
  const cls = fleet.classes[[...used][0]!]!;
  if (leasts.length > 1) return oneKind(problem, cls, leasts.map(whole));
  // With a single task each direction has its own bound.
  const each = leasts[0]!.least.map((l) => oneKind(problem, cls, [l]));
  return {
    work_time_s: Math.min(...each.map((b) => b.work_time_s)),
    flight_time_s: Math.min(...each.map((b) => b.flight_time_s)),
  };
}

/** With one kind of aircraft sorties are counted whole. */
function oneKind(problem: Problem, cls: UnitClass, leasts: readonly Least[]): Bounds {
  const { objective, separation } = problem.setup.scenario;
  const limits = cls.units.map((u) => sortieLimits(u, objective.energy_reserve));
  const most_wh = Math.max(...limits.map((l) => l.energy_wh));
  const most_s = Math.max(...limits.map((l) => l.duration_s));
  const work_s = leasts.reduce((sum, l) => sum + l.work.t_s, 0);
  const work_wh = leasts.reduce((sum, l) => sum + l.work.e_wh, 0);
  const ways_wh = Math.min(...leasts.map((l) => l.ways_wh));
  const rising = (pick: (l: Least) => readonly number[]): number[] =>
    leasts.flatMap(pick).sort((a, b) => a - b);
  const launches = rising((l) => l.launches_s);
  const landings = rising((l) => l.landings_s);
  const bridges = bridgesOf(leasts, cls);
  const ways = (k: number): number => least(launches, k) + least(landings, k);
  const flight = (k: number): number =>
    work_s + ways(k) + bridges.slice(0, Math.max(0, leasts.length - k)).reduce((a, b) => a + b, 0);
  let needed = 1;
  while (needed < 2000 && (work_wh + needed * ways_wh > needed * most_wh || flight(needed) > needed * most_s))
    needed++;
  const turnaround = Math.min(...cls.units.map((u) => u.place.site.turnaround_s));
  let work_time_s = Infinity;
  for (let m = 1; m <= cls.units.length; m++) {
    const k = Math.max(m, needed);
    const waits = separation.launch_spacing_s * pairsAtSites(cls, m);
    work_time_s = Math.min(work_time_s, (flight(k) + (k - m) * turnaround + waits) / m);
  }
  return { work_time_s, flight_time_s: flight(needed) };
}

/** Sum of the first `k` of a rising list; where it ends, its first stands for the rest. Never below nothing. */
function least(rising: readonly number[], k: number): number {
  let sum = 0;
  for (let i = 0; i < k; i++) sum += Math.max(0, rising[i] ?? rising[0] ?? 0);
  return sum;
}

/**
 * Least extra seconds of ways between tasks, ascending, of a tree that joins them all: k sorties among n tasks fly at
 * least n - k such ways, and those make a forest.
 */
function bridgesOf(leasts: readonly Least[], cls: UnitClass): number[] {
  const speed = Math.max(cls.craft.cruise_mps, cls.craft.speed_max_mps);
  const extra = (a: Least, b: Least): number => {
    let best = Infinity;
    for (const p of a.ends)
      for (const q of b.ends) best = Math.min(best, far(p.p, q.p) / speed - p.half_s - q.half_s);
    return Math.max(0, best);
  };
  const inside = new Set([0]);
  const out: number[] = [];
  while (inside.size < leasts.length) {
    let next = { i: -1, s: Infinity };
    for (const a of inside)
      for (let i = 0; i < leasts.length; i++) {
        const s = inside.has(i) ? Infinity : extra(leasts[a]!, leasts[i]!);
        if (s < next.s) next = { i, s };
      }
    if (next.i < 0) break;
    inside.add(next.i);
    out.push(next.s);
  }
  return out.sort((a, b) => a - b);
}

const far = (p: Pt, q: Pt): number => Math.hypot(p.x - q.x, p.y - q.y);

/** Several kinds share the work as if it could be poured. */
function mixed(
  problem: Problem,
  leasts: readonly { readonly cls: number; readonly task: number; readonly least: Least }[],
): Bounds {
  const { setup, fleet, open } = problem;
  const efforts = leasts.map(({ cls, task, least: l }): Effort => {
    const { units } = fleet.classes[cls]!;
    const limits = units.map((u) => sortieLimits(u, setup.scenario.objective.energy_reserve));
    const spare_wh = Math.max(1e-3, Math.max(...limits.map((x) => x.energy_wh)) - l.ways_wh);
    const overhead_s = least(l.launches_s, 1) + least(l.landings_s, 1);
    const own = {
      work_s: l.work.t_s,
      overhead_s,
      sortie_s: Math.max(1e-3, (l.work.t_s * spare_wh) / Math.max(1e-9, l.work.e_wh)),
    };
    const turnaround_s = Math.min(...units.map((u) => u.place.site.turnaround_s));
    return { ...own, cls, task, far_s: overhead_s, turnaround_s, likely: own };
  });
  const bound = (weights: { work: number; flight: number }): number =>
    pourWork(fleet.classes, open.length, efforts, weights)?.value ?? 0;
  return {
    work_time_s: bound({ work: 1, flight: 0 }),
    flight_time_s: bound({ work: 0, flight: 1 }),
  };
}

/**
 * Launches at one site are a spacing apart, and so are landings: of k units there the last launches k - 1 spacings late,
 * and one lands as much before the last, so together they lose k (k - 1) spacings. For m units spread over the sites so
 * that least is lost.
 */
function pairsAtSites(cls: UnitClass, m: number): number {
  const room = new Map<string, number>();
  for (const u of cls.units) room.set(u.place.site.id, (room.get(u.place.site.id) ?? 0) + 1);
  const used = [...room.keys()].map((id) => ({ free: room.get(id)!, k: 0 }));
  for (let i = 0; i < m; i++) {
    const open = used.filter((x) => x.k < x.free);
    open.sort((a, b) => a.k - b.k);
    open[0]!.k++;
  }
  return used.reduce((sum, x) => sum + x.k * (x.k - 1), 0);
}
