import { type AircraftFigures, type SurveyAirspace, SURVEY_RULES } from '#world';
import { radians } from '#base';
import { type Pt } from '../plane/projection.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Ways } from '../plane/ways.ts';
import { along, dist, scale, sub } from '../plane/vec.ts';
import { type Ground } from '../sensing/ground.ts';
import { type Piece, lengthOf } from '../lanes/lane.ts';
import { heightAt } from '../lanes/heights.ts';
import { type CopterContext, copterMotion, stoppedMotion } from './copter.ts';
import { type EndRules, type Gate, type PieceEnds, laneRun, pieceEnds } from './ends.ts';
import { type Part, partsClear } from './parts.ts';
import {
  type Passage,
  type VerticalContext,
  clearsGround,
  middleHeights,
  needsStop,
  passageOf,
  rate_mps,
} from './passage.ts';
import { levelPower_w } from './power.ts';
import { type SiteLeg, type SitePlace, landing, siteDirections, takeoff } from './site-legs.ts';
import { groundSpeed } from './wind.ts';
import { type WingContext, wingMotion } from './wing.ts';
import { type AirTurn, headingFor, turnEstimate_s } from './wind-dubins.ts';

/** Time and energy of something flown. */
export type Cost = { readonly t_s: number; readonly e_wh: number };

/** A launch or a landing together with the flight that joins it to a gate. */
export type SitePassage = { readonly leg: SiteLeg; readonly passage: Passage; readonly cost: Cost };

/** One kind of aircraft with its payload, in the wind and the space of a scenario: costs and motions of all it does. */
export type Mover = {
  readonly craft: AircraftFigures;
  readonly rules: EndRules;
  readonly vertical: VerticalContext;
  readonly airspeed_mps: number;
  readonly ends: (piece: Piece) => PieceEnds | null;
  /** Lead-in, lane and run-out of a piece. */
  readonly pieceCost: (piece: Piece, ends: PieceEnds) => Cost;
  readonly connect: (from: Gate, to: Gate) => Passage | null;
  /** A cheap estimate of `connect` for gates far apart with nothing between them; null where only `connect` will do. */
  readonly estimate: (from: Gate, to: Gate) => Cost | null;
  readonly depart: (place: SitePlace, to: Gate) => SitePassage | null;
  readonly arrive: (from: Gate, place: SitePlace) => SitePassage | null;
  /** Energy of the straight flight home at cruise airspeed from a point, with descent and landing; infinite without headway. */
  readonly homeNeed_wh: (p: Pt, z_m: number, place: SitePlace) => number;
};

/** What a mover is made of. */
export type MoverInput = {
  readonly craft: AircraftFigures;
  readonly fixedCamera: boolean;
  /** One airspeed for lanes and turns of a wing: the least that any of its lanes asks for. */
  readonly airspeed_mps: number;
  readonly wind: Pt;
  readonly space: FreeSpace;
  readonly ways: Ways;
  readonly ground: Ground;
  readonly airspace: SurveyAirspace;
  readonly trackLine: boolean;
};

/** Share of the acceleration limits that is planned with. */
const ACCELERATION_SHARE = 0.985;
/** Acceleration at which a multirotor leans no further than a fixed camera may. */
const LEAN_MPS2 = 0.98 * SURVEY_RULES.gravity_mps2 * Math.tan(radians(SURVEY_RULES.photo_bank_max_deg));
/** A wing levels out this long before and after frames, s. */
const LEVEL_S = 0.4;
/** The way home is priced this much above the formula: heights and positions are rounded. */
const HOME_SHARE = 1.01;

/** Builds a mover. Everything it returns is a pure function of its arguments. */
export function createMover(input: MoverInput): Mover {
  const { craft, wind, space, ways, ground, airspace } = input;
  const winged = craft.kind !== 'multirotor';
  const a = winged ? 0 : ACCELERATION_SHARE * craft.acceleration_mps2;
  const rules: EndRules = {
    winged,
    acceleration_mps2: a,
    lane_acceleration_mps2: input.fixedCamera ? Math.min(a, LEAN_MPS2) : a,
    track_line: input.trackLine,
    level_s: winged ? LEVEL_S : 0,
    wind,
  };
  const vertical: VerticalContext = {
    craft,
    wind,
    ground,
    min_agl_m: airspace.min_agl_m,
    floor_m: airspace.floor_amsl_m,
  };
  const copter: CopterContext = {
    craft,
    wind,
    space,
    ways,
    acceleration_mps2: a,
    airspeed_max_mps: craft.speed_max_mps * 0.995,
  };
  const lateral = craft.cruise_mps ** 2 / Math.max(1e-9, craft.turn_radius_m);
  const wing: WingContext = {
    craft,
    wind,
    space,
    ways,
    airspeed_mps: input.airspeed_mps,
    radius_m: input.airspeed_mps ** 2 / (ACCELERATION_SHARE * lateral),
  };
  const connect = winged
    ? (from: Gate, to: Gate) => connectWing(from, to, wing, vertical)
    : (from: Gate, to: Gate) => connectCopter(from, to, copter, vertical);
  const site = { connect, vertical, airspeed_mps: input.airspeed_mps, wind, space };
  return {
    craft,
    rules,
    vertical,
    airspeed_mps: input.airspeed_mps,
    ends: (piece) => pieceEnds(piece, rules),
    pieceCost: (piece, ends) => pieceCost(piece, ends, rules, vertical),
    connect,
    estimate: (from, to) => estimateConnect(from, to, { space, vertical, wing, copter, winged }),
    depart: (place, to) => best(place, sub(to.p, place.p), site, (u) => departure(place, u, to, site)),
    arrive: (from, place) => best(place, sub(place.p, from.p), site, (u) => arrival(place, u, from, site)),
    homeNeed_wh: (p, z_m, place) => homeNeed(p, z_m, place, vertical),
  };
}

const stateOf = (gate: Gate) => ({ p: gate.p, v: scale(gate.u, gate.v_mps) });

function connectCopter(from: Gate, to: Gate, c: CopterContext, v: VerticalContext): Passage | null {
  const ends = { z0_m: from.z_m, z1_m: to.z_m };
  const motion = copterMotion(stateOf(from), stateOf(to), c);
  if (motion !== null) {
    const h = middleHeights(motion.parts, ends, v);
    const stop = needsStop(h);
    if ((!stop.pre || from.v_mps === 0) && (!stop.post || to.v_mps === 0))
      return passageOf({ first: [], middle: motion.parts, last: [], ...ends }, h, v);
  }
  const stopped = stoppedMotion(stateOf(from), stateOf(to), c);
  if (stopped === null) return null;
  if (!clearsGround(stopped.brake, ends.z0_m, v) || !clearsGround(stopped.run, ends.z1_m, v)) return null;
  const h = middleHeights(stopped.hops, ends, v);
  return passageOf({ first: stopped.brake, middle: stopped.hops, last: stopped.run, ...ends }, h, v);
}

/** Gates nearer than this many radii, or than this many metres, are joined exactly. */
const FAR_RADII = 5;
const FAR_M = 120;

function estimateConnect(
  from: Gate,
  to: Gate,
  c: {
    readonly space: FreeSpace;
    readonly vertical: VerticalContext;
    readonly wing: WingContext;
    readonly copter: CopterContext;
    readonly winged: boolean;
  },
): Cost | null {
  const d = dist(from.p, to.p);
  if (d < (c.winged ? FAR_RADII * c.wing.radius_m : FAR_M)) return null;
  if (!c.space.clear(from.p, to.p)) return null;
  const { craft } = c.vertical;
  const up = (craft.climb_power_w_per_mps * Math.max(0, to.z_m - from.z_m)) / 3600;
  if (c.winged) {
    const t_s = turnEstimate_s({ p: from.p, track: from.u }, { p: to.p, track: to.u }, c.wing);
    return { t_s, e_wh: (t_s * craft.cruise_power_w) / 3600 + up };
  }
  const u = scale(sub(to.p, from.p), 1 / d);
  const v = groundSpeed(craft.cruise_mps, c.copter.wind, u);
  if (!(v > 0.5)) return null;
  const a = c.copter.acceleration_mps2;
  // Constant acceleration into and out of the straight way; what it covers along the way is saved.
  const leave = dist(scale(u, v), scale(from.u, from.v_mps)) / a;
  const join = dist(scale(u, v), scale(to.u, to.v_mps)) / a;
  const along1 = ((v + from.v_mps * dotOf(from.u, u)) / 2) * leave;
  const along2 = ((v + to.v_mps * dotOf(to.u, u)) / 2) * join;
  const t_s = leave + join + Math.max(0, d - along1 - along2) / v;
  return { t_s, e_wh: (t_s * levelPower_w(craft, 0.9 * craft.cruise_mps)) / 3600 + up };
}

const dotOf = (a: Pt, b: Pt): number => a.x * b.x + a.y * b.y;

/** Full circles through the air flown to gain or lose height. */
function circles(from: Gate, count: number, side: 'LSL' | 'RSR', c: WingContext): AirTurn {
  const length_m = 2 * Math.PI * count * c.radius_m;
  return {
    path: { word: side, parts: [2 * Math.PI * count, 0, 0], radius_m: c.radius_m, length_m },
    from: { x: from.p.x, y: from.p.y, heading: headingFor(from.u, c.airspeed_mps, c.wind) },
    airspeed_mps: c.airspeed_mps,
    wind: c.wind,
    duration_s: length_m / c.airspeed_mps,
  };
}

function connectWing(from: Gate, to: Gate, c: WingContext, v: VerticalContext): Passage | null {
  const ends = { z0_m: from.z_m, z1_m: to.z_m };
  const goal = { p: to.p, track: to.u };
  const kind = dist(from.p, to.p) < 12 * c.radius_m ? 'turn' : 'transit';
  const direct = wingMotion({ p: from.p, track: from.u }, goal, c, kind);
  if (direct === null) return null;
  const h = middleHeights(direct.parts, ends, v);
  const stop = needsStop(h);
  if (!stop.pre && !stop.post) return passageOf({ first: [], middle: direct.parts, last: [], ...ends }, h, v);
  const lap = (2 * Math.PI * c.radius_m) / c.airspeed_mps;
  const missing = Math.abs(h.pre_m) / rate_mps(c.craft, 1) + Math.abs(h.post_m) / rate_mps(c.craft, -1);
  const least = Math.max(1, Math.ceil(missing / lap));
  for (let count = least; count <= least + 3; count++) {
    for (const side of ['LSL', 'RSR'] as const) {
      const turn = circles(from, count, side, c);
      const laps: Part = { type: 'turn', kind: to.z_m >= from.z_m ? 'climb' : 'descend', turn };
      if (!partsClear([laps], c.space)) continue;
      const p = along(from.p, c.wind, turn.duration_s);
      const rest = wingMotion({ p, track: from.u }, goal, c, kind);
      if (rest === null) continue;
      const parts = [laps, ...rest.parts];
      const heights = middleHeights(parts, ends, v);
      const again = needsStop(heights);
      if (!again.pre && !again.post)
        return passageOf({ first: [], middle: parts, last: [], ...ends }, heights, v);
    }
  }
  return null;
}

type SiteContext = {
  readonly connect: Mover['connect'];
  readonly vertical: VerticalContext;
  readonly airspeed_mps: number;
  readonly wind: Pt;
  readonly space: FreeSpace;
};

/** The quickest of the directions in which a site can be left or approached. */
function best(
  place: SitePlace,
  toward: Pt,
  c: SiteContext,
  make: (u: Pt) => SitePassage | null,
): SitePassage | null {
  const copter = c.vertical.craft.kind === 'multirotor';
  const directions = copter ? [{ x: 1, y: 0 }] : siteDirections(place, toward, c.wind);
  let found: SitePassage | null = null;
  for (const u of directions) {
    const one = make(u);
    if (one !== null && (found === null || one.cost.t_s < found.cost.t_s)) found = one;
  }
  return found;
}

function sum(leg: SiteLeg, passage: Passage): SitePassage {
  const cost = { t_s: leg.duration_s + passage.duration_s, e_wh: leg.energy_wh + passage.energy_wh };
  return { leg, passage, cost };
}

function departure(place: SitePlace, u: Pt, to: Gate, c: SiteContext): SitePassage | null {
  const leg = takeoff(place, u, c.airspeed_mps, c.vertical);
  if (!c.space.clear(place.p, leg.gate.p)) return null;
  const passage = c.connect(leg.gate, to);
  return passage === null ? null : sum(leg, passage);
}

function arrival(place: SitePlace, u: Pt, from: Gate, c: SiteContext): SitePassage | null {
  const leg = landing(place, u, c.airspeed_mps, c.vertical);
  if (!c.space.clear(leg.gate.p, place.p)) return null;
  const passage = c.connect(from, leg.gate);
  return passage === null ? null : sum(leg, passage);
}

function pieceCost(piece: Piece, ends: PieceEnds, rules: EndRules, v: VerticalContext): Cost {
  const { craft, wind } = v;
  const { lead, cruise_mps, entry } = ends;
  const length = lengthOf(piece);
  const lane = rules.winged
    ? [{ v0: cruise_mps, v1: cruise_mps, duration_s: length / cruise_mps }]
    : laneRun(length, ends, rules.lane_acceleration_mps2).phases;
  const phases = [
    { v0: lead.start_mps, v1: lead.end_mps, duration_s: lead.duration_s },
    ...lane,
    { v0: cruise_mps, v1: cruise_mps, duration_s: ends.run_out_m / cruise_mps },
  ];
  const at = (speed: number): number =>
    levelPower_w(craft, Math.hypot(speed * entry.u.x - wind.x, speed * entry.u.y - wind.y));
  let t_s = 0;
  let ws = 0;
  for (const p of phases) {
    t_s += p.duration_s;
    ws += (p.duration_s * (at(p.v0) + 4 * at((p.v0 + p.v1) / 2) + at(p.v1))) / 6;
  }
  return { t_s, e_wh: (ws + craft.climb_power_w_per_mps * climbedOn(piece)) / 3600 };
}

/** Metres climbed along a piece. */
function climbedOn(piece: Piece): number {
  const { lane, from_m, to_m } = piece;
  if (lane.heights.length <= 2 && lane.heights[0]!.z_m === lane.heights[lane.heights.length - 1]!.z_m)
    return 0;
  const inside = lane.heights
    .map((h) => h.along_m)
    .filter((x) => x > Math.min(from_m, to_m) && x < Math.max(from_m, to_m));
  const stations = [from_m, ...(to_m >= from_m ? inside : inside.reverse()), to_m];
  let up = 0;
  for (let i = 1; i < stations.length; i++)
    up += Math.max(0, heightAt(lane.heights, stations[i]!) - heightAt(lane.heights, stations[i - 1]!));
  return up;
}

function homeNeed(p: Pt, z_m: number, place: SitePlace, v: VerticalContext): number {
  const { craft, wind } = v;
  const d = dist(p, place.p);
  const u = d > 1e-6 ? scale(sub(place.p, p), 1 / d) : { x: 1, y: 0 };
  const speed = groundSpeed(craft.cruise_mps, wind, u);
  if (!(speed > 0.1)) return Infinity;
  const level = (levelPower_w(craft, craft.cruise_mps) * d) / speed;
  const down = Math.max(0, z_m - place.site.elevation_amsl_m) / craft.descent_max_mps;
  const power = craft.kind === 'fixed_wing' ? craft.cruise_power_w : craft.hover_power_w;
  const hover =
    craft.kind === 'vtol' ? (place.z_safe_m - place.site.elevation_amsl_m) / craft.descent_max_mps : down;
  const glide = craft.kind === 'vtol' ? (down - hover) * craft.cruise_power_w : 0;
  return (HOME_SHARE * (level + Math.max(0, hover) * power + Math.max(0, glide))) / 3600;
}
