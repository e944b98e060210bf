import { type Rng } from '#base';
import {
  type Aim,
  type Route,
  type RouteSpace,
  type Routes,
  bestInsertion,
  endsOf,
  inserted,
  refined,
  routeOf,
} from './routes.ts';

/** Lanes taken out at a time, on average, and the longest stretch taken out of one sortie. */
const MEAN_OUT = 16;
const LONGEST_STRING = 10;
/** Chance that a stretch keeps some lanes in its middle, and that a place is passed over. */
const SPLIT = 0.5;
const WHOLE = 0.05;
const BLINK = 0.01;
/** Weight of the longest day beside the mean one: shorter flights can be evened out by cutting lanes. */
const LONGEST_WEIGHT = 0.9;
/** Temperatures at the beginning and the end, seconds in the air. */
const HOT = 8;
const COLD = 0.05;
/** A lane is put back into sorties that fly one of this many nearest lanes. */
const BESIDE = 60;
/** How much more a second counts that makes a day long when a lane is put in. */
const LATE_WEIGHT = 4;
/** Where lateness begins: this share of the way from the mean day to the longest one. */
const LATE_FROM = 0.2;

/** How a search over sorties runs. */
export type RuinLimits = {
  readonly aim: Aim;
  readonly iterations: number;
  readonly shouldStop: () => boolean;
};

/** What sorties are worth, less is better: seconds; a lane that nobody flies weighs more than anything else. */
export function worthOfRoutes(now: Routes, aim: Aim): number {
  let flight = 0;
  for (const r of now.routes) flight += r.t_s;
  let last = 0;
  let sum = 0;
  for (const end of now.ends_s) {
    if (end > last) last = end;
    sum += end;
  }
  const missing = 1e5 * now.absent.length;
  if (aim === 'flight') return flight + 1e-3 * last + missing;
  return LONGEST_WEIGHT * last + ((1 - LONGEST_WEIGHT) * sum) / now.ends_s.length + missing;
}

/**
 * Searches sorties of whole lanes: stretches of neighbouring sorties are taken out and put back lane by lane at the
 * cheapest places, and the change is kept by simulated annealing (slack induction by string removals, Christiaens and
 * Vanden Berghe, 2020). Now and then a sortie changes hands or a stretch is flown the other way round.
 */
export function searchRoutes(
  space: RouteSpace,
  start: Routes,
  rng: Rng,
  limits: RuinLimits,
): { readonly best: Routes; readonly done: number; readonly stopped: boolean } {
  const near = neighbours(space);
  const chance = { near, rng };
  let present = start.absent.length > 0 ? recreate(space, start, [...start.absent], chance, Infinity) : start;
  let value = worthOfRoutes(present, limits.aim);
  let best = present;
  let least = value;
  const scale = limits.aim === 'flight' ? 1 : 1 / space.units.length;
  const cooling = Math.log(COLD / HOT);
  for (let k = 0; k < limits.iterations; k++) {
    if (k % 32 === 0 && limits.shouldStop()) return { best, done: k, stopped: true };
    const heat = scale * HOT * Math.exp((cooling * k) / limits.iterations);
    const next = step(space, present, chance, limits.aim);
    if (next === null) continue;
    const v = worthOfRoutes(next, limits.aim);
    if (v >= value - heat * Math.log(Math.max(1e-12, rng.next()))) continue;
    present = next;
    value = v;
    if (v >= least - 1e-9) continue;
    // Far ways are estimates until a sortie that would be the best uses them.
    present = refined(space, next);
    value = worthOfRoutes(present, limits.aim);
    if (value < least - 1e-9) [best, least] = [present, value];
  }
  return { best, done: limits.iterations, stopped: false };
}

/** What moves are drawn with: for each lane the others by distance, and the source of chance. */
type Chance = { readonly near: readonly (readonly number[])[]; readonly rng: Rng };

function step(space: RouteSpace, now: Routes, c: Chance, aim: Aim): Routes | null {
  const { rng } = c;
  const kind = rng.next();
  if (kind < 0.06 && space.units.length > 1) return handedOver(space, now, rng);
  if (kind < 0.12) return turned(space, now, rng);
  const ruined = ruin(space, now, c);
  return recreate(space, ruined.now, ruined.out, c, aim === 'flight' ? Infinity : lateFrom(now.ends_s));
}

/** When a day is late, s: a little beyond the mean day. */
function lateFrom(ends_s: Float64Array): number {
  const mean = ends_s.reduce((a, b) => a + b, 0) / ends_s.length;
  return mean + LATE_FROM * (Math.max(...ends_s) - mean);
}

/** For each lane to be flown the others by the distance between their nearest ends, itself first. */
function neighbours(space: RouteSpace): number[][] {
  const out: number[][] = [];
  const { ends } = space.table;
  for (const lane of space.lanes) {
    const d = (other: number): number => {
      let least = Infinity;
      for (const a of [2 * lane, 2 * lane + 1])
        for (const b of [2 * other, 2 * other + 1])
          least = Math.min(
            least,
            Math.hypot(ends[2 * a]! - ends[2 * b]!, ends[2 * a + 1]! - ends[2 * b + 1]!),
          );
      return least;
    };
    const others = space.lanes.filter((l) => l !== lane).map((l) => ({ l, d: d(l) }));
    others.sort((a, b) => a.d - b.d || a.l - b.l);
    out[lane] = [lane, ...others.slice(0, 60).map((o) => o.l)];
  }
  return out;
}

/** Takes stretches out of sorties round a lane. */
function ruin(
  space: RouteSpace,
  now: Routes,
  { near, rng }: Chance,
): { readonly now: Routes; readonly out: number[] } {
  const out = [...now.absent];
  if (now.routes.length === 0) return { now, out };
  const mean = now.routes.reduce((s, r) => s + r.keys.length, 0) / now.routes.length;
  const longest = Math.min(LONGEST_STRING, mean);
  const strings = Math.max(1, Math.floor(rng.between(1, (4 * MEAN_OUT) / (1 + longest))));
  const where = new Map<number, number>();
  now.routes.forEach((r, i) => r.keys.forEach((key) => where.set(key >> 1, i)));
  const routes: (Route | null)[] = [...now.routes];
  const hit = new Set<number>();
  for (const lane of near[space.lanes[rng.int(space.lanes.length)]!]!) {
    if (hit.size >= strings) break;
    const r = where.get(lane);
    if (r === undefined || hit.has(r)) continue;
    hit.add(r);
    const { keys, unit } = now.routes[r]!;
    // Now and then a whole sortie goes, so that one fewer may do.
    const size =
      rng.next() < WHOLE
        ? keys.length
        : Math.max(1, Math.floor(rng.between(1, Math.min(longest, keys.length) + 1)));
    const place = keys.findIndex((key) => key >> 1 === lane);
    const kept = withoutString(keys, place, size, rng);
    for (const key of keys) if (!kept.includes(key)) out.push(key >> 1);
    routes[r] = kept.length === 0 ? null : routeOf(space, unit, kept);
    if (kept.length > 0 && routes[r] === null) for (const key of kept) out.push(key >> 1);
  }
  const left = routes.filter((r) => r !== null);
  return { now: { routes: left, absent: [], ends_s: endsOf(space, left) }, out };
}

/** The keys without a stretch of `size` round a place; half of the time some of its middle is kept. */
function withoutString(keys: readonly number[], place: number, size: number, rng: Rng): number[] {
  const n = keys.length;
  const keep = rng.next() < SPLIT && size > 1 && size < n ? 1 + rng.int(Math.min(4, n - size)) : 0;
  const whole = size + keep;
  const low = Math.max(0, place - whole + 1);
  const high = Math.min(place, n - whole);
  const from = low + rng.int(Math.max(1, high - low + 1));
  const hole = keep > 0 ? from + 1 + rng.int(Math.max(1, size - 1)) : -1;
  return keys.filter((_, i) => i < from || i >= from + whole || (keep > 0 && i >= hole && i < hole + keep));
}

/** Puts lanes back one by one, in an order drawn by chance. */
function recreate(
  space: RouteSpace,
  ruined: Routes,
  out: readonly number[],
  { near, rng }: Chance,
  late_s: number,
): Routes {
  const { table } = space;
  const draw = rng.next();
  const order =
    draw < 0.4
      ? rng.shuffle(out)
      : draw < 0.7
        ? [...out].sort((a, b) => table.lane_s[2 * b]! - table.lane_s[2 * a]! || a - b)
        : [...out].sort((a, b) => farOf(space, b) - farOf(space, a) || a - b);
  if (draw > 0.85) order.reverse();
  const rule = { target_s: late_s, weight: LATE_WEIGHT, blink: () => rng.next() < BLINK };
  let now: Routes = { ...ruined, absent: [] };
  const absent: number[] = [];
  const where = new Int16Array(2 * space.table.lanes).fill(-1);
  now.routes.forEach((r, i) => r.keys.forEach((key) => (where[key >> 1] = i)));
  for (const lane of order) {
    const beside = new Set(near[lane]!.slice(0, BESIDE).map((l) => where[l]!));
    const put =
      bestInsertion(space, now, lane, { ...rule, routes: beside }) ?? bestInsertion(space, now, lane, rule);
    const next = put === null ? null : inserted(space, now, put);
    if (next === null) {
      absent.push(lane);
      continue;
    }
    where[lane] = put!.route < 0 ? now.routes.length : put!.route;
    now = next;
  }
  return { ...now, absent };
}

const farOf = (space: RouteSpace, lane: number): number => space.units[0]!.costs.out_s[2 * lane]!;

/** A sortie given to another unit, or two sorties exchanged. */
function handedOver(space: RouteSpace, now: Routes, rng: Rng): Routes | null {
  if (now.routes.length === 0) return null;
  const i = rng.int(now.routes.length);
  const a = now.routes[i]!;
  const routes = [...now.routes];
  if (rng.next() < 0.5) {
    const j = rng.int(now.routes.length);
    const b = now.routes[j]!;
    if (a.unit === b.unit) return null;
    const [x, y] = [routeOf(space, b.unit, a.keys), routeOf(space, a.unit, b.keys)];
    if (x === null || y === null) return null;
    [routes[i], routes[j]] = [x, y];
  } else {
    const unit = rng.int(space.units.length);
    const used = now.routes.filter((r) => r.unit === unit).length;
    const made = unit === a.unit || used >= space.units[unit]!.sorties ? null : routeOf(space, unit, a.keys);
    if (made === null) return null;
    routes[i] = made;
  }
  const ends_s = endsOf(space, routes);
  return Math.max(...ends_s) > space.window_s ? null : { routes, absent: now.absent, ends_s };
}

/** A sortie with its best stretch flown the other way round. */
function turned(space: RouteSpace, now: Routes, rng: Rng): Routes | null {
  if (now.routes.length === 0) return null;
  const r = rng.int(now.routes.length);
  const { keys, unit, t_s } = now.routes[r]!;
  let best: Route | null = null;
  for (let i = 0; i < keys.length; i++)
    for (let j = i + 1; j <= keys.length; j++) {
      const flipped = keys
        .slice(i, j)
        .map((key) => key ^ 1)
        .reverse();
      const made = routeOf(space, unit, [...keys.slice(0, i), ...flipped, ...keys.slice(j)]);
      if (made !== null && made.t_s < (best?.t_s ?? t_s) - 1e-9) best = made;
    }
  if (best === null) return null;
  const routes = [...now.routes];
  routes[r] = best;
  return { routes, absent: now.absent, ends_s: endsOf(space, routes) };
}
