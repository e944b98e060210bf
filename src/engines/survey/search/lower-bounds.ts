import { type UnitClass } from '../fleet/fleet.ts';
import { type Effort, pourWork } from './bounds.ts';
import { buildClassWork } from './class-work.ts';
import { type Least, leastOf, lesser } from './least.ts';
import { type Problem } from './problem.ts';
import { type LinearProgram, solveLinear } from './simplex.ts';
import { sortieLimits } from './sortie.ts';

/** Directions of each task that bounds look at, the likeliest first; the plan is made from these. */
const DIRECTIONS = 14;

/** The least of a task for a class, over the directions looked at; null where its lanes cannot be flown. */
type TaskLeast = { readonly cls: number; readonly task: number; readonly least: readonly Least[] };

type Bounds = { readonly work_time_s: number; readonly flight_time_s: number };

/** Shares of the wind evened out; the best bound counts. */
const WIND_SHARES = [1, 0.5, 0];

/**
 * Lower bounds on work time and time in the air of any plan that flies the tasks' lanes, evenly spread in one of the
 * directions looked at, with the motions of this planner. A cut lane is taken to cost at least as much as a whole one.
 */
export function lowerBounds(problem: Problem): Bounds {
  const { setup, fleet, open } = problem;
  const works = open.flatMap((t, task) =>
    [...t.jobs].map(([c, job]) => {
      const cls = fleet.classes[c]!;
      const space = problem.spaces.of(cls);
      const laid = [...job.plans.slice(0, DIRECTIONS), ...job.near].map((plan) =>
        buildClassWork(setup, cls, { space, jobs: [{ job, plan }], first_block: 1 }),
      );
      return { cls: c, task, laid };
    }),
  );
  const shares = setup.wind.x === 0 && setup.wind.y === 0 ? [0] : WIND_SHARES;
  const all = shares.map((share) =>
    boundsOf(
      problem,
      works.flatMap(({ cls, task, laid }): TaskLeast[] => {
        const least = laid
          .map((w) => leastOf(w, w.laneSets[0]!, fleet.classes[cls]!.units, share))
          .filter((l) => l !== null);
        return least.length > 0 ? [{ cls, task, least }] : [];
      }),
    ),
  );
  return {
    work_time_s: Math.max(...all.map((b) => b.work_time_s)),
    flight_time_s: Math.max(...all.map((b) => b.flight_time_s)),
  };
}

function boundsOf(problem: Problem, leasts: readonly TaskLeast[]): Bounds {
  const { fleet, open } = problem;
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
  const bridges = bridgesOf(leasts, cls);
  const flight = (k: number, longest_s: number): number =>
    work_s + waysOf(leasts, bridges, k, (l) => visits(l, most_wh, Math.min(most_s, longest_s)));
  let needed = 1;
  while (
    needed < 2000 &&
    (work_wh + needed * ways_wh > needed * most_wh || flight(needed, Infinity) > needed * most_s)
  )
    needed++;
  const turnaround = Math.min(...cls.units.map((u) => u.place.site.turnaround_s));
  let work_time_s = Infinity;
  for (let m = 1; m <= cls.units.length; m++) {
    const k = Math.max(m, needed);
    const rest = (k - m) * turnaround + separation.launch_spacing_s * pairsAtSites(cls, m);
    // The sooner the work ends, the shorter the sorties and the more of them come to each task.
    const takes = (end_s: number): number => (flight(k, end_s) + rest) / m;
    let low = takes(Infinity);
    let high = takes(low);
    for (let i = 0; i < 30; i++) {
      const mid = (low + high) / 2;
      if (takes(mid) > mid) low = mid;
      else high = mid;
    }
    work_time_s = Math.min(work_time_s, low);
  }
  return { work_time_s, flight_time_s: flight(needed, Infinity) };
}

/** Sorties that must come to a task: each spends its way there and back outside the task's lanes. */
function visits(l: Least, most_wh: number, most_s: number): number {
  const way_s = Math.max(0, l.launches_s[0] ?? 0) + Math.max(0, l.landings_s[0] ?? 0);
  const byEnergy = l.work.e_wh / Math.max(1e-6, most_wh - l.ways_wh);
  const byTime = Number.isFinite(most_s) ? l.work.t_s / Math.max(1, most_s - way_s) : 0;
  return Math.max(1, Math.ceil(Math.max(byEnergy, byTime) - 1e-6));
}

/**
 * Least extra seconds of launches, landings and ways between tasks for k sorties: each task is entered and left at least
 * once by every sortie that comes to it, from or to a site or another task.
 */
function waysOf(
  leasts: readonly Least[],
  bridges: readonly (readonly number[])[],
  k: number,
  visitsOf: (l: Least) => number,
): number {
  const merged = (pick: (l: Least) => readonly number[]): number[] =>
    leasts.flatMap(pick).sort((a, b) => a - b);
  const plain =
    least(
      merged((l) => l.launches_s),
      k,
    ) +
    least(
      merged((l) => l.landings_s),
      k,
    );
  const n = leasts.length;
  if (n === 1) return plain;
  // Variables: launches and landings at each task, then ways between each pair.
  const pairs = leasts.flatMap((_, a) => leasts.slice(a + 1).map((__, i) => [a, a + 1 + i] as const));
  const first = (list: readonly number[]): number => Math.max(0, list[0] ?? 0);
  const cost = [
    ...leasts.map((l) => first(l.launches_s)),
    ...leasts.map((l) => first(l.landings_s)),
    ...pairs.map(([a, b]) => bridges[a]![b]!),
  ];
  const row = (f: (kind: 0 | 1 | 2, i: number) => number): number[] => [
    ...leasts.map((_, i) => f(0, i)),
    ...leasts.map((_, i) => f(1, i)),
    ...pairs.map((_, i) => f(2, i)),
  ];
  const rows: LinearProgram['rows'][number][] = leasts.map((l, t) => ({
    a: row((kind, i) => (kind < 2 ? (i === t ? 1 : 0) : pairs[i]!.includes(t) ? 1 : 0)),
    op: '>=',
    b: 2 * visitsOf(l),
  }));
  for (const kind of [0, 1] as const) rows.push({ a: row((x) => (x === kind ? 1 : 0)), op: '=', b: k });
  rows.push({ a: row((x) => (x === 2 ? 1 : 0)), op: '>=', b: Math.max(0, n - k) });
  return Math.max(plain, solveLinear({ cost, rows })?.value ?? 0);
}

/** Sum of the first `k` of a rising list; where it ends, its first stands for the rest. Never below nothing. */
function least(rising: readonly number[], k: number): number {
  let sum = 0;
  for (let i = 0; i < k; i++) sum += Math.max(0, rising[i] ?? rising[0] ?? 0);
  return sum;
}

/** Least extra seconds of a way between each two tasks. */
function bridgesOf(leasts: readonly Least[], cls: UnitClass): number[][] {
  const speed = Math.max(cls.craft.cruise_mps, cls.craft.speed_max_mps);
  const between = (a: Least, b: Least): number => {
    let best = Infinity;
    for (const p of a.ends)
      for (const q of b.ends) {
        // Hypot is slow: the longer leg alone shows most pairs to be too far apart.
        const [dx, dy] = [p.p.x - q.p.x, p.p.y - q.p.y];
        const halves_s = p.half_s + q.half_s;
        const room_m = (best + halves_s) * speed;
        if (Math.abs(dx) >= room_m || Math.abs(dy) >= room_m) continue;
        best = Math.min(best, Math.hypot(dx, dy) / speed - halves_s);
      }
    return Math.max(0, best);
  };
  return leasts.map((a, i) => leasts.map((b, k) => (i === k ? 0 : between(a, b))));
}

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
