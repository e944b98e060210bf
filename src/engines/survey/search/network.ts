import { type Lane, type Piece, framesOn, wholeLane } from '../lanes/lane.ts';
import { type Cost, type Mover } from '../motion/mover.ts';
import { type PieceEnds } from '../motion/ends.ts';
import { type SitePlace } from '../motion/site-legs.ts';
import { RoughTable, type Ways } from './rough.ts';

/** A piece with all that the search asks of it. */
export type Stop = {
  readonly piece: Piece;
  readonly ends: PieceEnds;
  readonly cost: Cost;
  /** 2 x lane + direction for a whole lane; -1 for a part, whose costs are not kept. */
  readonly key: number;
  readonly photos: number;
};

/** Costs of everything one kind of aircraft can do, computed when first asked for. */
export type Network = {
  readonly mover: Mover;
  readonly lanes: readonly Lane[];
  /** Whole lane in a direction; null where it cannot be flown so. */
  readonly whole: (lane: number, direction: 0 | 1) => Stop | null;
  /** A part of a lane; null where it cannot be flown. */
  readonly part: (piece: Piece) => Stop | null;
  readonly link: (from: Stop, to: Stop) => Cost | null;
  /** Ways between whole lanes (2 x lane + direction), estimated where they lie far apart. */
  readonly rough: Ways;
  readonly depart: (place: SitePlace, to: Stop) => Cost | null;
  readonly arrive: (from: Stop, place: SitePlace) => Cost | null;
  /** Energy that must still be there, reserve apart, at the worse end of a piece. */
  readonly homeNeed_wh: (stop: Stop, place: SitePlace, at: 'entry' | 'exit') => number;
};

/** A cost once computed; undefined before. */
type Kept = Cost | null | undefined;
type SiteStore = { readonly dep: Kept[]; readonly arr: Kept[] };

/** A kept cost, computed when first asked for; parts of lanes (negative keys) are not kept. */
function kept(store: Kept[], key: number, make: () => Cost | null): Cost | null {
  if (key < 0) return make();
  const known = store[key];
  if (known !== undefined) return known;
  return (store[key] = make());
}

/** Energy for the straight way home from an end of a stop. The turn after a lane swings further out before it comes back. */
function homeNeed(mover: Mover, stop: Stop, place: SitePlace, at: 'entry' | 'exit'): number {
  if (at === 'entry') return mover.homeNeed_wh(stop.ends.entry.p, stop.ends.entry.z_m, place);
  const { p, u, v_mps, z_m } = stop.ends.exit;
  const { winged, acceleration_mps2 } = mover.rules;
  const out = winged ? 2 * mover.craft.turn_radius_m : (v_mps * v_mps) / (2 * acceleration_mps2);
  const far = { x: p.x + out * u.x, y: p.y + out * u.y };
  return Math.max(mover.homeNeed_wh(p, z_m, place), mover.homeNeed_wh(far, z_m, place));
}

/** Seconds that the camera needs between the last frame of one stop and the first of the next. */
const triggerTime_s = (from: Stop, to: Stop): number =>
  Math.max(from.piece.lane.block.design.trigger_s, to.piece.lane.block.design.trigger_s);

/** Builds the network of one mover. */
export function createNetwork(mover: Mover, lanes: readonly Lane[]): Network {
  const n = 2 * lanes.length;
  const wholes = new Array<Stop | null | undefined>(n);
  const links = new Map<number, Cost | null>();
  const sites = new Map<string, SiteStore>();
  const part = (piece: Piece, key = -1): Stop | null => {
    const ends = mover.ends(piece);
    if (ends === null) return null;
    return { piece, ends, cost: mover.pieceCost(piece, ends), key, photos: framesOn(piece) };
  };
  const siteOf = (place: SitePlace): SiteStore => {
    const known = sites.get(place.site.id);
    if (known !== undefined) return known;
    const fresh: SiteStore = { dep: new Array<Kept>(n), arr: new Array<Kept>(n) };
    sites.set(place.site.id, fresh);
    return fresh;
  };
  const link = (from: Stop, to: Stop): Cost | null => {
    const make = (): Cost | null => {
      const p = mover.connect(from.ends.exit, to.ends.entry);
      if (p === null || p.duration_s + to.ends.lead.duration_s < triggerTime_s(from, to)) return null;
      return { t_s: p.duration_s, e_wh: p.energy_wh };
    };
    if (from.key < 0 || to.key < 0) return make();
    const key = from.key * n + to.key;
    const known = links.get(key);
    if (known !== undefined) return known;
    const made = make();
    links.set(key, made);
    return made;
  };
  const whole = (lane: number, direction: 0 | 1): Stop | null => {
    const key = 2 * lane + direction;
    const known = wholes[key];
    if (known !== undefined) return known;
    return (wholes[key] = part(wholeLane(lanes[lane]!, direction), key));
  };
  const stopOf = (key: number): Stop | null => whole(key >> 1, (key & 1) as 0 | 1);
  return {
    mover,
    lanes,
    link,
    rough: new RoughTable<Stop>(lanes.length, { mover, stopOf, link }),
    whole,
    part: (piece) => part(piece),
    depart: (place, to) =>
      kept(siteOf(place).dep, to.key, () => mover.depart(place, to.ends.entry)?.cost ?? null),
    arrive: (from, place) =>
      kept(siteOf(place).arr, from.key, () => mover.arrive(from.ends.exit, place)?.cost ?? null),
    homeNeed_wh: (stop, place, at) => homeNeed(mover, stop, place, at),
  };
}
