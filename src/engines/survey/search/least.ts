import { type ReadyUnit } from '../fleet/fleet.ts';
import { type Lane } from '../lanes/lane.ts';
import { leastTimeOnLine_s } from '../lanes/angles.ts';
import { type Gate } from '../motion/ends.ts';
import { type Pt } from '../plane/projection.ts';
import { dot, scale, sub } from '../plane/vec.ts';
import { type ClassWork } from './class-work.ts';
import { type Cost } from '../motion/mover.ts';
import { type Network, type Stop } from './network.ts';

/**
 * The least that flying a set of lanes costs a class, whoever flies them and in how many sorties: `work` with a join at
 * both ends of every lane; what a sortie's launch and landing cost beyond the joins that they replace, ascending.
 */
export type Least = {
  readonly work: Cost;
  readonly launches_s: readonly number[];
  readonly landings_s: readonly number[];
  /** Least energy of one launch and one landing beyond the joins replaced. */
  readonly ways_wh: number;
  /** Ends of the lanes with half the least join of each. */
  readonly ends: readonly { readonly p: Pt; readonly half_s: number }[];
};

/**
 * Time lost by going along with the wind and against it, per metre of a displacement. In a wind w the time of a way d
 * flown at airspeed v is a symmetric part less w d / (v^2 - w^2), and the displacements of a flight that ends where it
 * began add up to nothing: so this may be added to every cost, and both directions of a lane then cost the same.
 */
function windPotential(wind: Pt, airspeed_mps: number): Pt {
  const w2 = wind.x * wind.x + wind.y * wind.y;
  return scale(wind, 1 / Math.max(1, airspeed_mps * airspeed_mps - w2));
}

type Evened = (from: Pt, to: Pt, cost: Cost) => Cost;

/**
 * The least of one block's lanes, with a share of the wind evened out: none of it is best where the speed over the ground
 * is limited anyway. Any share gives a bound. Joins are those that the network prices; far ones are bounded by plain
 * kinematics.
 */
export function leastOf(
  work: ClassWork,
  lanes: readonly number[],
  units: readonly ReadyUnit[],
  windShare: number,
): Least | null {
  const { net, mover } = work;
  const g = scale(windPotential(mover.vertical.wind, mover.airspeed_mps), windShare);
  const power_wh = mover.craft.cruise_power_w / 3600;
  const even: Evened = (from, to, cost) => {
    const s = dot(g, sub(to, from));
    return { t_s: cost.t_s + s, e_wh: cost.e_wh + s * power_wh };
  };
  let t_s = 0;
  let e_wh = 0;
  const ends: End[] = [];
  for (const lane of lanes) {
    const ways = ([0, 1] as const).map((d) => net.whole(lane, d));
    const flown = ways.filter((s) => s !== null);
    if (flown.length === 0) return null;
    const costs = flown.map((s) => even(s.ends.entry.p, s.ends.exit.p, s.cost));
    t_s += Math.min(...costs.map((c) => c.t_s));
    e_wh += Math.min(...costs.map((c) => c.e_wh));
    ends.push(
      { lane, p: net.lanes[lane]!.a, out: ways[1]!, into: ways[0]! },
      { lane, p: net.lanes[lane]!.b, out: ways[0]!, into: ways[1]! },
    );
  }
  const joins = leastJoins(net, ends, g, even);
  for (const j of joins) {
    t_s += j.t_s / 2;
    e_wh += j.e_wh / 2;
  }
  const ways = siteWays(work, { ends, joins, lanes, units, even });
  return { ...ways, work: { t_s, e_wh }, ends: ends.map((e, i) => ({ p: e.p, half_s: joins[i]!.t_s / 2 })) };
}

/** An end of a lane: the whole lane flown out of it, and into the lane from it. */
type End = { readonly lane: number; readonly p: Pt; readonly out: Stop | null; readonly into: Stop | null };

/** Ends looked at exactly for each end; beyond them plain kinematics decides. */
const NEAR = 10;

/** The least cost of a join at each end, in either sense, to or from any other lane's end. A lone lane has none. */
function leastJoins(net: Network, ends: readonly End[], g: Pt, even: Evened): Cost[] {
  const bounds = new Float64Array(2 * ends.length);
  return ends.map((e) => {
    // Joins out of this end and into it, in turn for each other end.
    ends.forEach((f, j) => {
      const other = f.lane !== e.lane;
      bounds[2 * j] = other ? joinBound_s(net, e, f, g) : Infinity;
      bounds[2 * j + 1] = other ? joinBound_s(net, f, e, g) : Infinity;
    });
    let t_s = Infinity;
    let e_wh = Infinity;
    for (let seen = 0; ; seen++) {
      const k = leastIndex(bounds);
      const bound_s = bounds[k]!;
      if (bound_s >= t_s || bound_s === Infinity) break;
      bounds[k] = Infinity;
      const f = ends[k >> 1]!;
      const [from, to] = (k & 1) === 0 ? [e, f] : [f, e];
      const cost = seen < 2 * NEAR ? joinCost(net, from, to, even) : { t_s: bound_s, e_wh: Infinity };
      if (cost === null) continue;
      t_s = Math.min(t_s, cost.t_s);
      e_wh = Math.min(e_wh, cost.e_wh);
    }
    return Number.isFinite(t_s) && Number.isFinite(e_wh) ? { t_s, e_wh } : { t_s: 0, e_wh: 0 };
  });
}

/** Where the least of some numbers stands, the first of equals. */
function leastIndex(values: Float64Array): number {
  let k = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! < values[k]!) k = i;
  return k;
}

/** The least time of a join by plain kinematics, the wind evened out; infinite where it cannot be flown. */
function joinBound_s(net: Network, from: End, to: End, g: Pt): number {
  if (from.out === null || to.into === null) return Infinity;
  const [a, b] = [from.out.ends.exit, to.into.ends.entry];
  return leastLink_s(net, a, b) + (g.x * (b.p.x - a.p.x) + g.y * (b.p.y - a.p.y));
}

/** A join as the network prices it, the wind evened out; null where it cannot be flown. */
function joinCost(net: Network, from: End, to: End, even: Evened): Cost | null {
  const cost = net.link(from.out!, to.into!);
  return cost === null ? null : even(from.out!.ends.exit.p, to.into!.ends.entry.p, cost);
}

/** Least time between two gates: at top speed through the air, and for a multirotor by its acceleration. */
function leastLink_s(net: Network, a: Gate, b: Gate): number {
  const { mover } = net;
  const { wind } = mover.vertical;
  const [dx, dy] = [b.p.x - a.p.x, b.p.y - a.p.y];
  const d = Math.hypot(dx, dy);
  const { winged, acceleration_mps2 } = mover.rules;
  const top = (winged ? mover.airspeed_mps : mover.craft.speed_max_mps) + Math.hypot(wind.x, wind.y);
  if (winged || d < 1e-6) return d / top;
  const [from, to] = [a.v_mps * (a.u.x * dx + a.u.y * dy), b.v_mps * (b.u.x * dx + b.u.y * dy)];
  return Math.max(d / top, leastTimeOnLine_s(d, from / d, to / d, acceleration_mps2));
}

type WaysInput = {
  readonly ends: readonly End[];
  readonly joins: readonly Cost[];
  readonly lanes: readonly number[];
  readonly units: readonly ReadyUnit[];
  readonly even: Evened;
};

/** Launches and landings at lane ends, and at the places of cut lanes that lie nearest to a site. */
function siteWays(work: ClassWork, c: WaysInput): Pick<Least, 'launches_s' | 'landings_s' | 'ways_wh'> {
  const { net, mover } = work;
  const places = [...new Map(c.units.map((u) => [u.place.site.id, u.place])).values()];
  const launches_s: number[] = [];
  const landings_s: number[] = [];
  let launch_wh = Infinity;
  let landing_wh = Infinity;
  c.ends.forEach((e, i) => {
    const join = c.joins[i]!;
    let [dep, arr] = [Infinity, Infinity];
    for (const place of places) {
      const to = e.into === null ? null : net.depart(place, e.into);
      if (to !== null) {
        const cost = c.even(place.p, e.into!.ends.entry.p, to);
        dep = Math.min(dep, cost.t_s);
        launch_wh = Math.min(launch_wh, cost.e_wh - join.e_wh / 2);
      }
      const back = e.out === null ? null : net.arrive(e.out, place);
      if (back !== null) {
        const cost = c.even(e.out!.ends.exit.p, place.p, back);
        arr = Math.min(arr, cost.t_s);
        landing_wh = Math.min(landing_wh, cost.e_wh - join.e_wh / 2);
      }
    }
    launches_s.push(dep - join.t_s / 2);
    landings_s.push(arr - join.t_s / 2);
  });
  // A cut lane may be begun or left at its inside; nothing is replaced there.
  const w = Math.hypot(mover.vertical.wind.x, mover.vertical.wind.y);
  const pace = 1 / Math.sqrt(Math.max(1, mover.craft.cruise_mps ** 2 - w * w));
  for (const lane of c.lanes)
    for (const place of places) {
      const up = Math.max(0, place.z_safe_m - place.site.elevation_amsl_m);
      const way = distanceToLane(net.lanes[lane]!, place.p) * pace * 0.98;
      launches_s.push(up / mover.craft.climb_max_mps + way);
      landings_s.push(up / mover.craft.descent_max_mps + way);
      const hover_wh = Math.min(mover.craft.hover_power_w, mover.craft.cruise_power_w) / 3600;
      launch_wh = Math.min(launch_wh, hover_wh * way);
      landing_wh = Math.min(landing_wh, hover_wh * way);
    }
  const rising = (list: number[]): number[] => list.filter(Number.isFinite).sort((a, b) => a - b);
  return {
    launches_s: rising(launches_s),
    landings_s: rising(landings_s),
    ways_wh: Math.max(0, launch_wh) + Math.max(0, landing_wh),
  };
}

function distanceToLane(lane: Lane, p: Pt): number {
  const at = Math.max(0, Math.min(lane.length_m, dot(sub(p, lane.a), lane.u)));
  return Math.hypot(lane.a.x + at * lane.u.x - p.x, lane.a.y + at * lane.u.y - p.y);
}

/** What is least whichever of two ways of laying the lanes is taken. */
export function lesser(a: Least, b: Least): Least {
  const each = (x: readonly number[], y: readonly number[]): number[] =>
    Array.from({ length: Math.max(x.length, y.length) }, (_, i) =>
      Math.min(x[i] ?? Infinity, y[i] ?? Infinity),
    );
  return {
    work: { t_s: Math.min(a.work.t_s, b.work.t_s), e_wh: Math.min(a.work.e_wh, b.work.e_wh) },
    launches_s: each(a.launches_s, b.launches_s),
    landings_s: each(a.landings_s, b.landings_s),
    ways_wh: Math.min(a.ways_wh, b.ways_wh),
    ends: [...a.ends, ...b.ends],
  };
}
