import { type ReadyUnit } from '../../src/engines/survey/fleet/fleet.ts';
import { type Lane } from '../../src/engines/survey/lanes/lane.ts';
import { laneSpeed, leadFor } from '../../src/engines/survey/motion/ends.ts';
import { type Cost, type Mover } from '../../src/engines/survey/motion/mover.ts';
import { levelPower_w } from '../../src/engines/survey/motion/power.ts';
import { type SitePlace } from '../../src/engines/survey/motion/site-legs.ts';
import { airspeedFor } from '../../src/engines/survey/motion/wind.ts';
import { type Pt } from '../../src/engines/survey/plane/projection.ts';
import { dot, scale, sub } from '../../src/engines/survey/plane/vec.ts';
import { type Network, type Stop, createNetwork } from '../../src/engines/survey/search/network.ts';
import { sortieLimits } from '../../src/engines/survey/search/sortie.ts';
import { type Air, airOf, leastWay } from './kinematics.ts';

/** What flying from and to a site costs; arrays by key (2 x lane + direction) or by lane. Infinite: cannot be flown. */
export type SiteCosts = {
  readonly place: SitePlace;
  /** Units based there, and launches that their battery sets allow. */
  readonly units: number;
  readonly launches: number;
  readonly turnaround_s: number;
  /** By key: to the beginning of a whole lane, and home from its end. */
  readonly depart: readonly Cost[];
  readonly arrive: readonly Cost[];
  /** By lane, at least: to some place on it, and home from there. */
  readonly out: readonly Cost[];
  readonly back: readonly Cost[];
  /** The same where other lanes may be flown on the way. */
  readonly far_out: readonly Cost[];
  readonly far_back: readonly Cost[];
};

/** Everything a bound asks of a set of lanes, with the wind evened out of every cost. */
export type Costs = {
  readonly net: Network;
  readonly air: Air;
  readonly lanes: number;
  readonly stops: readonly (Stop | null)[];
  /** By key: a whole lane. */
  readonly whole: readonly Cost[];
  /** By lane: the least of a whole lane's length, flown in pieces in whatever directions, leads and ends apart. */
  readonly pieces: readonly Cost[];
  /** By key: what a piece that has the lane's true beginning (its true end) costs beyond its length. */
  readonly begun: readonly Cost[];
  readonly ended: readonly Cost[];
  readonly sites: readonly SiteCosts[];
  /** Usable watt-hours and seconds of one sortie. */
  readonly energy_wh: number;
  readonly duration_s: number;
  readonly even: (from: Pt, to: Pt, cost: Cost) => Cost;
};

/** Cut parts of lanes are at least this long, and at least three photo spacings. */
const LEAST_CUT_M = 40;

/** Least length of a cut part of a lane. */
export const leastCut_m = (lane: Lane): number =>
  Math.max(LEAST_CUT_M, 3 * (lane.block.design.photo_spacing_m ?? 0));

const NEVER: Cost = { t_s: Infinity, e_wh: Infinity };

/** One network over the lanes of several works of one kind of multirotor. */
export function unionNetwork(mover: Mover, laneSets: readonly (readonly Lane[])[]): Network {
  return createNetwork(
    mover,
    laneSets.flat().map((lane, index) => ({ ...lane, index })),
  );
}

/**
 * Costs of a network for units of one kind of multirotor.
 *
 * The wind is evened out by a potential: every flight ends where it began, so g . displacement may be added to each of
 * its costs. With g = w / (v^2 - w^2) a metre of a lane costs the same in both directions at airspeed v, so that a lane
 * in pieces costs the same whichever way each piece is flown. Any g gives valid costs: where a lane is slower than its
 * airspeed, the lesser of its two directions counts for pieces.
 */
export function costsOf(net: Network, units: readonly ReadyUnit[], reserve: number): Costs {
  const { mover, lanes } = net;
  const { wind } = mover.vertical;
  const w2 = wind.x * wind.x + wind.y * wind.y;
  const g = scale(wind, 1 / Math.max(1, mover.airspeed_mps ** 2 - w2));
  const power_wh = mover.craft.cruise_power_w / 3600;
  const even = (from: Pt, to: Pt, cost: Cost): Cost => {
    const s = dot(g, sub(to, from));
    return { t_s: cost.t_s + s, e_wh: cost.e_wh + s * power_wh };
  };
  const air = airOf(mover, g);
  const stops = lanes.flatMap((_, l) => [net.whole(l, 0), net.whole(l, 1)]);
  const limits = units.map((u) => sortieLimits(u, reserve));
  const pieces = lanes.map((lane) => piecesOf(mover, lane, g));
  return {
    net,
    air,
    lanes: lanes.length,
    stops,
    whole: stops.map((s) => (s === null ? NEVER : even(s.ends.entry.p, s.ends.exit.p, s.cost))),
    pieces,
    begun: stops.map((s) => (s === null ? NEVER : beyond(mover, s, 'in', g))),
    ended: stops.map((s) => (s === null ? NEVER : beyond(mover, s, 'out', g))),
    sites: sitesOf(net, units, { air, stops, even }),
    energy_wh: Math.max(...limits.map((l) => l.energy_wh)),
    duration_s: Math.max(...limits.map((l) => l.duration_s)),
    even,
  };
}

const directed = (lane: Lane, d: 0 | 1): Pt => (d === 0 ? lane.u : scale(lane.u, -1));

/** The least of a whole lane's length at the lane's speed: the lesser direction. */
function piecesOf(mover: Mover, lane: Lane, g: Pt): Cost {
  const { wind } = mover.vertical;
  const each = ([0, 1] as const).map((d) => {
    const u = directed(lane, d);
    const v = laneSpeed(lane.block, wind, u);
    const power_wh = levelPower_w(mover.craft, airspeedFor(v, wind, u)) / 3600;
    const s = dot(g, u) * lane.length_m;
    const t = lane.length_m / v;
    return v > 0
      ? { t_s: t + s, e_wh: t * power_wh + (s * mover.craft.cruise_power_w) / 3600 }
      : { t_s: Infinity, e_wh: Infinity };
  });
  return { t_s: least(each.map((c) => c.t_s)), e_wh: least(each.map((c) => c.e_wh)) };
}

const least = (values: readonly number[]): number => Math.min(...values);

/**
 * What one true end of a lane costs a piece beyond its length at the lane's speed v: the lead before it, and what
 * speeding up from the end's speed v0 (slowing down to it) loses. A piece of the least length L reaches no more than
 * p = min(v, sqrt(v0^2 + 2 a L)), so it loses at least ((v - v0)^2 - (v - p)^2) / (2 a v). Energy counts at the least
 * power.
 */
function beyond(mover: Mover, stop: Stop, end: 'in' | 'out', g: Pt): Cost {
  const { ends, piece } = stop;
  const power_wh = mover.craft.cruise_power_w / 3600;
  const low_wh = Math.min(mover.craft.hover_power_w, mover.craft.cruise_power_w) / 3600;
  const v = laneSpeed(piece.lane.block, mover.vertical.wind, ends.entry.u);
  const v0 = Math.min(v, end === 'in' ? ends.in_mps : ends.out_mps);
  const a = mover.rules.lane_acceleration_mps2;
  const peak = Math.min(v, Math.sqrt(v0 * v0 + 2 * a * leastCut_m(piece.lane)));
  const slow_s = Math.max(0, (v - v0) ** 2 - (v - peak) ** 2) / (2 * a * v);
  const lead_s = end === 'in' ? ends.lead.duration_s : 0;
  const s = end === 'in' ? dot(g, ends.entry.u) * ends.lead.length_m : 0;
  const t_s = slow_s + lead_s;
  return { t_s: t_s + s, e_wh: t_s * low_wh + s * power_wh };
}

/** What the lead of a piece that begins inside its lane costs at least, in either direction. */
export function innerLead(costs: Costs, lane: number, d: 0 | 1): Cost {
  const { mover, lanes } = costs.net;
  const u = directed(lanes[lane]!, d);
  const { block } = lanes[lane]!;
  const lead = leadFor(block, mover.rules, laneSpeed(block, mover.vertical.wind, u));
  const low_wh = Math.min(mover.craft.hover_power_w, mover.craft.cruise_power_w) / 3600;
  const zero = { x: 0, y: 0 };
  const cost = { t_s: lead.duration_s, e_wh: lead.duration_s * low_wh };
  return costs.even(zero, scale(u, lead.length_m), cost);
}

function sitesOf(
  net: Network,
  units: readonly ReadyUnit[],
  c: { readonly air: Air; readonly stops: readonly (Stop | null)[]; readonly even: Costs['even'] },
): SiteCosts[] {
  const places = [...new Map(units.map((u) => [u.place.site.id, u.place])).values()];
  const ways = (place: SitePlace, way: 'out' | 'back', direct: boolean): Cost[] =>
    net.lanes.map((lane) => leastWay(net.mover, c.air, lane, { place, way, direct }));
  return places.map((place) => {
    const own = units.filter((u) => u.place.site.id === place.site.id);
    const depart = c.stops.map((s) => {
      const cost = s === null ? null : net.depart(place, s);
      return cost === null ? NEVER : c.even(place.p, s!.ends.entry.p, cost);
    });
    const arrive = c.stops.map((s) => {
      const cost = s === null ? null : net.arrive(s, place);
      return cost === null ? NEVER : c.even(s!.ends.exit.p, place.p, cost);
    });
    return {
      place,
      units: own.length,
      launches: own.reduce((sum, u) => sum + (u.unit.battery_sets ?? Infinity), 0),
      turnaround_s: place.site.turnaround_s,
      depart,
      arrive,
      out: ways(place, 'out', true),
      back: ways(place, 'back', true),
      far_out: ways(place, 'out', false),
      far_back: ways(place, 'back', false),
    };
  });
}
