import { leastTimeOnLine_s } from '../../src/engines/survey/lanes/angles.ts';
import { type Lane, pointOn } from '../../src/engines/survey/lanes/lane.ts';
import { type Gate, leadFor } from '../../src/engines/survey/motion/ends.ts';
import { type Cost, type Mover } from '../../src/engines/survey/motion/mover.ts';
import { rate_mps } from '../../src/engines/survey/motion/passage.ts';
import { type SiteLeg, type SitePlace, landing, takeoff } from '../../src/engines/survey/motion/site-legs.ts';
import { groundSpeed } from '../../src/engines/survey/motion/wind.ts';
import { type Pt } from '../../src/engines/survey/plane/projection.ts';

/** What bounds the motion of a multirotor through the air: it holds for every motion of the planner's. */
export type Air = {
  readonly wind: Pt;
  /** Potential that evens out the wind, seconds per metre. */
  readonly g: Pt;
  readonly cruise_mps: number;
  /** Airspeed that swings over short distances may reach. */
  readonly swing_mps: number;
  readonly acceleration_mps2: number;
  /** Least and cruise power, watt-hours per second. */
  readonly low_wh: number;
  readonly cruise_wh: number;
};

/** Up to this distance two states may be joined by a swing, which may be faster than cruise. */
const SWING_M = 450;
/** Room for rounding of distances at that limit. */
const ROOM_M = 0.01;

/** The bounds of a mover. */
export function airOf(mover: Mover, g: Pt): Air {
  const { craft } = mover;
  return {
    wind: mover.vertical.wind,
    g,
    cruise_mps: craft.cruise_mps,
    swing_mps: Math.max(craft.cruise_mps, craft.speed_max_mps),
    acceleration_mps2: mover.rules.acceleration_mps2,
    low_wh: Math.min(craft.hover_power_w, craft.cruise_power_w) / 3600,
    cruise_wh: craft.cruise_power_w / 3600,
  };
}

/**
 * Least seconds of a displacement at an airspeed that is never above `v`: what is flown through the air, |d - w T|, is at
 * most v T. That is the straight flight at `v`.
 */
function straight_s(air: Air, x: number, y: number, v: number): number {
  const d = Math.hypot(x, y);
  if (d < 1e-9) return 0;
  const speed = groundSpeed(v, air.wind, { x: x / d, y: y / d });
  return speed > 0 ? d / speed : Infinity;
}

const FAN = Array.from({ length: 12 }, (_, k) => {
  const a = (k * Math.PI) / 12;
  return [Math.cos(a), Math.sin(a)] as const;
});

/**
 * Least seconds between two gates in flight, by airspeed and by acceleration: the share of the motion along any direction
 * is a motion on a line.
 */
export function leastLink_s(air: Air, a: Gate, b: Gate): number {
  const x = b.p.x - a.p.x;
  const y = b.p.y - a.p.y;
  const near = Math.hypot(x, y) < SWING_M + ROOM_M;
  let t = straight_s(air, x, y, near ? air.swing_mps : air.cruise_mps);
  for (const [cos, sin] of FAN) {
    const v0 = a.v_mps * (a.u.x * cos + a.u.y * sin);
    const v1 = b.v_mps * (b.u.x * cos + b.u.y * sin);
    t = Math.max(t, leastTimeOnLine_s(x * cos + y * sin, v0, v1, air.acceleration_mps2));
  }
  return t;
}

/**
 * The least of a launch to, or a landing from, any place on a lane (its lead included), the wind evened out; `direct`, or
 * by way of whatever else.
 *
 * On a direct way beyond the reach of swings the airspeed is at most cruise, and the flight begins (ends) with a hover: while it speeds
 * up evenly to a cruise velocity for t1 seconds it covers what cruise covers in t1 / 2, so t1 / 2 is lost, and t1 is at
 * least the least cruise speed over the ground divided by the acceleration. The evened time is convex in the place, so
 * it is searched by thirds on each stretch of the lane that lies within or beyond that reach.
 */
export function leastWay(
  mover: Mover,
  air: Air,
  lane: Lane,
  c: { readonly place: SitePlace; readonly way: 'out' | 'back'; readonly direct: boolean },
): Cost {
  const { place, way } = c;
  const leg = legOf(mover, place, way);
  const speed = Math.hypot(air.wind.x, air.wind.y);
  const lost_s = Math.max(0, air.cruise_mps - speed) / (2 * air.acceleration_mps2);
  const sign = way === 'out' ? 1 : -1;
  // The lane's lowest place lies this much above the gate over the site; the way there or back changes height as much.
  const rise_m = Math.max(0, Math.min(...lane.heights.map((h) => h.z_m)) - place.z_gate_m);
  const climb_s = rise_m / rate_mps(mover.craft, sign);
  const climb_wh = way === 'out' ? (mover.craft.climb_power_w_per_mps * rise_m) / 3600 : 0;
  const lead_m = leadFor(lane.block, mover.rules, air.cruise_mps + speed).length_m;
  let t_s = Infinity;
  let e_wh = Infinity;
  const flies = (at_m: number, near: boolean, power: boolean): number => {
    const p = pointOn(lane, at_m);
    const x = sign * (p.x - place.p.x);
    const y = sign * (p.y - place.p.y);
    const flight_s = near
      ? straight_s(air, x, y, air.swing_mps)
      : straight_s(air, x, y, air.cruise_mps) + lost_s;
    const s = air.g.x * x + air.g.y * y;
    const raw_s = Math.max(flight_s, climb_s);
    return power ? raw_s * air.low_wh + s * air.cruise_wh : raw_s + s;
  };
  for (const { from, to, near } of stretches(lane, place.p, lead_m, c.direct)) {
    t_s = Math.min(
      t_s,
      leastOn(from, to, (m) => flies(m, near, false)),
    );
    e_wh = Math.min(
      e_wh,
      leastOn(from, to, (m) => flies(m, near, true)),
    );
  }
  return { t_s: leg.duration_s + t_s, e_wh: leg.energy_wh + climb_wh + e_wh };
}

function legOf(mover: Mover, place: SitePlace, way: 'out' | 'back'): SiteLeg {
  const make = way === 'out' ? takeoff : landing;
  return make(place, { x: 1, y: 0 }, mover.airspeed_mps, mover.vertical);
}

/** Parts of a lane, its leads included, within and beyond the reach of swings from a place. */
function stretches(
  lane: Lane,
  p: Pt,
  lead_m: number,
  direct: boolean,
): { readonly from: number; readonly to: number; readonly near: boolean }[] {
  const low = -lead_m;
  const high = lane.length_m + lead_m;
  if (!direct) return [{ from: low, to: high, near: true }];
  const x = p.x - lane.a.x;
  const y = p.y - lane.a.y;
  const along = x * lane.u.x + y * lane.u.y;
  const aside = x * lane.u.y - y * lane.u.x;
  const reach = SWING_M + ROOM_M;
  const half = Math.abs(aside) < reach ? Math.sqrt(reach * reach - aside * aside) : -1;
  if (half < 0) return [{ from: low, to: high, near: false }];
  const cut = [low, along - half, along + half, high].map((m) => Math.max(low, Math.min(high, m)));
  return [
    { from: cut[0]!, to: cut[1]!, near: false },
    { from: cut[1]!, to: cut[2]!, near: true },
    { from: cut[2]!, to: cut[3]!, near: false },
  ].filter((s) => s.to - s.from > 1e-6);
}

/** The least of a convex function on an interval, a little underestimated. */
function leastOn(from: number, to: number, f: (x: number) => number): number {
  let [a, b] = [from, to];
  let best = Math.min(f(a), f(b));
  for (let i = 0; i < 60; i++) {
    const m1 = a + (b - a) / 3;
    const m2 = b - (b - a) / 3;
    const [f1, f2] = [f(m1), f(m2)];
    best = Math.min(best, f1, f2);
    if (f1 < f2) b = m2;
    else a = m1;
  }
  return best - 1e-6;
}
