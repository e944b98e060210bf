import { type Pt } from '../plane/projection.ts';
import {
  DUBINS_WORDS,
  type DubinsPath,
  type Pose,
  dubinsPath,
  dubinsPaths,
  dubinsPose,
  dubinsStations,
} from './dubins.ts';

/** A turn flown at constant airspeed and bank: a Dubins path relative to the moving air. */
export type AirTurn = {
  readonly path: DubinsPath;
  /** Start, with the air heading. */
  readonly from: Pose;
  readonly airspeed_mps: number;
  readonly wind: Pt;
  readonly duration_s: number;
};

/** Where and along which track a turn begins or ends; the speed is that of the wind triangle. */
export type TrackPose = { readonly p: Pt; readonly track: Pt };

/** Air heading that holds a track in a wind; the caller has checked that the track can be held. */
export function headingFor(track: Pt, airspeed_mps: number, wind: Pt): number {
  const across = track.x * wind.y - track.y * wind.x;
  const along = Math.sqrt(Math.max(0, airspeed_mps ** 2 - across ** 2));
  return Math.atan2(along * track.y - across * track.x, along * track.x + across * track.y);
}

/**
 * Turns from one track to another in a uniform wind, one for each Dubins word that has a solution, shortest first. In
 * the air's frame the goal drifts upwind, so the time T solves L(goal - wind T) = airspeed T; the first root is taken by
 * scanning and halving, word by word (McGee, Spry and Hedrick, 2005). The path over the ground is a trochoid whose
 * acceleration is airspeed^2 / radius whatever the wind.
 */
export function windTurns(from: TrackPose, to: TrackPose, craft: TurnCraft): AirTurn[] {
  const found = turnsOf(from, to, craft, false);
  return found.sort((p, q) => p.duration_s - q.duration_s);
}

/** Airspeed, radius and wind of a turn. */
export type TurnCraft = { readonly airspeed_mps: number; readonly radius_m: number; readonly wind: Pt };

/** Only the shortest of the turns; words are given up as soon as they cannot beat the best so far. */
export function quickestTurn(from: TrackPose, to: TrackPose, craft: TurnCraft): AirTurn | null {
  return turnsOf(from, to, craft, true).reduce<AirTurn | null>(
    (best, t) => (best === null || t.duration_s < best.duration_s ? t : best),
    null,
  );
}

/** An estimate of the shortest turn's time: the goal's drift taken twice over, no root sought. */
export function turnEstimate_s(from: TrackPose, to: TrackPose, craft: TurnCraft): number {
  const { airspeed_mps, radius_m, wind } = craft;
  const start: Pose = { x: from.p.x, y: from.p.y, heading: headingFor(from.track, airspeed_mps, wind) };
  const heading = headingFor(to.track, airspeed_mps, wind);
  let t = 0;
  for (let i = 0; i < 3; i++) {
    const goal = { x: to.p.x - wind.x * t, y: to.p.y - wind.y * t, heading };
    let least = Infinity;
    for (const word of DUBINS_WORDS) {
      const path = dubinsPath(word, start, goal, radius_m);
      if (path !== null && path.length_m < least) least = path.length_m;
    }
    t = least / airspeed_mps;
  }
  return t;
}

function turnsOf(from: TrackPose, to: TrackPose, craft: TurnCraft, onlyBest: boolean): AirTurn[] {
  const { airspeed_mps, radius_m, wind } = craft;
  const start: Pose = { x: from.p.x, y: from.p.y, heading: headingFor(from.track, airspeed_mps, wind) };
  const heading = headingFor(to.track, airspeed_mps, wind);
  const goalAt = (t: number): Pose => ({ x: to.p.x - wind.x * t, y: to.p.y - wind.y * t, heading });
  const still = wind.x === 0 && wind.y === 0;
  const out: AirTurn[] = [];
  const turn = (path: DubinsPath, t: number): AirTurn => ({
    path,
    from: start,
    airspeed_mps,
    wind,
    duration_s: t,
  });
  const far = Math.hypot(to.p.x - from.p.x, to.p.y - from.p.y);
  const w = Math.hypot(wind.x, wind.y);
  let longest = (far + 8 * Math.PI * radius_m) / Math.max(1, airspeed_mps - w);
  if (still)
    return dubinsPaths(start, to0(to, heading), radius_m).map((path) =>
      turn(path, path.length_m / airspeed_mps),
    );
  const soonest = far / (airspeed_mps + w);
  for (const word of DUBINS_WORDS) {
    const at = (t: number): DubinsPath | null => dubinsPath(word, start, goalAt(t), radius_m);
    const t = firstRoot(
      (x) => {
        const path = at(x);
        return path === null ? null : path.length_m - airspeed_mps * x;
      },
      { from: soonest, to: longest, step: (0.35 * radius_m) / airspeed_mps },
    );
    const path = t === null ? null : at(t);
    if (path === null || !(Math.abs(path.length_m - airspeed_mps * t!) < 1e-4 * radius_m)) continue;
    out.push(turn(path, t!));
    if (onlyBest) longest = Math.min(longest, t!);
  }
  return out;
}

function to0(to: TrackPose, heading: number): Pose {
  return { x: to.p.x, y: to.p.y, heading };
}

/** First time at which a function that starts positive comes to zero without a jump; null where it never does. */
function firstRoot(
  f: (t: number) => number | null,
  scan: { readonly from: number; readonly to: number; readonly step: number },
): number | null {
  let before: { t: number; value: number } | null = null;
  // Steps grow with the time already spent: far goals drift little in comparison. The end itself is looked at too.
  let t = scan.from;
  for (let last = false; !last; t = Math.min(scan.to, t + scan.step + 0.02 * (t - scan.from))) {
    last = t >= scan.to;
    const value = f(t);
    if (value === null) {
      before = null;
      continue;
    }
    if (value <= 0 && (before === null ? t === scan.from && value === 0 : before.value >= 0)) {
      let [low, high] = [before?.t ?? t, t];
      for (let k = 0; k < 40; k++) {
        const mid = (low + high) / 2;
        const y = f(mid);
        if (y === null || y > 0) low = mid;
        else high = mid;
      }
      const end = f(high);
      if (end !== null && Math.abs(end) < 1e-3) return high;
    }
    before = { t, value };
  }
  return null;
}

/** Point over the ground and time of a turn at a distance through the air. */
export function turnPoint(turn: AirTurn, s_m: number): { readonly t_s: number; readonly p: Pt } {
  const pose = dubinsPose(turn.path, turn.from, s_m);
  const t_s = s_m / turn.airspeed_mps;
  return { t_s, p: { x: pose.x + turn.wind.x * t_s, y: pose.y + turn.wind.y * t_s } };
}

/** Times and points of a turn, its start left out, its end included, headings through the air at most `turn_rad` apart. */
export function turnPoints(turn: AirTurn, turn_rad: number): { readonly t_s: number; readonly p: Pt }[] {
  return dubinsStations(turn.path, turn_rad).map((s) => turnPoint(turn, s));
}
