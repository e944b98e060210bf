import { type AirModel, type Uav, ceilingAt_m } from '#world';
import type { Constraints } from '#ir';
import { foresee } from './encounters.ts';
import type { HazardMap } from './hazards.ts';
import type { Other } from './traffic.ts';
import {
  type Piece,
  type Place3,
  type Track,
  legAt,
  placeAt,
  trackEnd_sec,
  trackStart_sec,
} from './track.ts';

/** What the aircraft does next: go on with its plan, or stay over its place at a height until the way is clear. */
export type Choice = { readonly type: 'continue' } | { readonly type: 'hold'; readonly z_m: number };

/** How far ahead conflicts are foreseen along the plan, and while hovering: a hover is no escape if it is hit later. Seconds. */
const HORIZON_S = 40;
const HOVER_HORIZON_S = 90;

/** Range in metres at which others are known: told over the link, or seen by the aircraft itself without it. */
const RANGE_M = { link: 1500, alone: 400 } as const;

/** Room kept beyond what must be kept, horizontally and vertically, in metres. */
const SPARE_M = { horizontal: 15, vertical: 5 } as const;

/** A foreseen loss to an operation smaller than this is navigation error and no reason to leave the plan, in metres. */
const LATE_M = 1;

/** Closer than this to the plan counts as on it, in metres. */
const ON_PLAN_M = 3;

/** Where the aircraft is in its flight when it decides. */
export type Situation = {
  readonly t_sec: number;
  readonly at: Place3;
  /** How far the plan has been flown, in the plan's own time. */
  readonly plan_sec: number;
  readonly link: boolean;
};

/** What does not change during a flight. */
export type AvoidSetting = {
  readonly air: AirModel;
  readonly uav: Uav;
  readonly constraints: Constraints;
  readonly plan: Track;
  readonly others: readonly Other[];
  readonly hazards: HazardMap;
};

/**
 * The yielding rule: go on if nothing conflicts within HORIZON_S; else hover here; else climb above or descend below the
 * nearest conflicting aircraft, inside the altitude band and clear of zones and buildings, each only if it stays free for
 * HOVER_HORIZON_S; else the option that keeps most distance. Others are foreseen on their present course, operations on
 * their plan: those were checked against this plan, so only a foreseen loss of the task's separation is a conflict.
 */
export function chooseAction(setting: AvoidSetting, s: Situation): Choice {
  const near = setting.others.filter((o) => inRange(o, s));
  if (near.length === 0) return { type: 'continue' };
  const onward = judge(continuedPath(setting, s), near, setting);
  if (onward.blocking === null) return { type: 'continue' };
  let best: { choice: Choice; closest_m: number } = {
    choice: { type: 'continue' },
    closest_m: onward.closest_m,
  };
  for (const z_m of heights(setting, s, onward.blocking)) {
    const path = holdingPath(setting, s, z_m);
    if (path.some((p) => setting.hazards.meet(p, setting.uav.radius_m).length > 0)) continue;
    const seen = judge(path, near, setting);
    const choice: Choice = { type: 'hold', z_m };
    if (seen.blocking === null) return choice;
    if (seen.closest_m > best.closest_m) best = { choice, closest_m: seen.closest_m };
  }
  return best.choice;
}

function inRange(other: Other, s: Situation): boolean {
  if (s.t_sec + HOVER_HORIZON_S < trackStart_sec(other.track) || s.t_sec > trackEnd_sec(other.track))
    return false;
  const there = placeAt(other.track, s.t_sec);
  const distance = Math.hypot(there.x_m - s.at.x_m, there.y_m - s.at.y_m);
  return distance <= (s.link ? RANGE_M.link : RANGE_M.alone);
}

/** The nearest aircraft that a path conflicts with, and the least distance to any. */
function judge(
  path: readonly Piece[],
  near: readonly Other[],
  setting: AvoidSetting,
): { readonly blocking: Other | null; readonly closest_m: number } {
  let blocking: Other | null = null;
  let blocked_m = Infinity;
  let closest_m = Infinity;
  for (const other of near) {
    const keep = keepFrom(other, setting.constraints.min_separation_m);
    const seen = foresee(path, other, keep);
    const conflict =
      other.kind === 'operation'
        ? seen.closest_m <= setting.constraints.min_separation_m - LATE_M
        : seen.conflict;
    closest_m = Math.min(closest_m, seen.closest_m);
    if (conflict && seen.closest_m < blocked_m) {
      blocking = other;
      blocked_m = seen.closest_m;
    }
  }
  return { blocking, closest_m };
}

/** The cylinder kept clear around another aircraft: its near-collision volume or the task's separation, and room to spare. */
export function keepFrom(
  other: Other,
  separation_m: number,
): { readonly horizontal_m: number; readonly vertical_m: number } {
  const crewed = other.pair_class === 'drone_crewed';
  return {
    horizontal_m: Math.max(separation_m, crewed ? 152.4 : 15.24) + SPARE_M.horizontal,
    vertical_m: Math.max(separation_m, crewed ? 30.48 : 4.572) + SPARE_M.vertical,
  };
}

/** Heights to hover at, in the order they are tried. On the ground only staying there is offered. */
function heights(setting: AvoidSetting, s: Situation, blocking: Other): number[] {
  if (s.at.z_m <= 0) return [0];
  const { constraints, air } = setting;
  const keep = keepFrom(blocking, constraints.min_separation_m).vertical_m + 1;
  const level = placeAt(blocking.track, s.t_sec).z_m;
  const highest = Math.min(constraints.altitude_max_m, ceilingAt_m(air, s.at.x_m, s.at.y_m));
  const out = [s.at.z_m];
  if (level + keep <= highest) out.push(Math.max(s.at.z_m, level + keep));
  if (level - keep >= Math.min(s.at.z_m, constraints.altitude_min_m))
    out.push(Math.min(s.at.z_m, level - keep));
  return out;
}

/** Back to the plan, then along it. */
function continuedPath(setting: AvoidSetting, s: Situation): Piece[] {
  const { plan, uav } = setting;
  const pieces: Piece[] = [];
  const goal = placeAt(plan, s.plan_sec);
  const sideways = Math.hypot(goal.x_m - s.at.x_m, goal.y_m - s.at.y_m);
  const rise = goal.z_m - s.at.z_m;
  let t = s.t_sec;
  let at = s.at;
  if (Math.hypot(sideways, rise) > ON_PLAN_M) {
    const rate = rise >= 0 ? uav.climb_mps : uav.descent_mps;
    const takes = Math.max(sideways / uav.cruise_mps, Math.abs(rise) / rate);
    pieces.push({ from_sec: t, to_sec: t + takes, from: at, to: goal });
    t += takes;
    at = goal;
  }
  const late = t - s.plan_sec;
  for (let i = legAt(plan, s.plan_sec); i + 1 < plan.t.length && t < s.t_sec + HORIZON_S; i++) {
    const to_sec = plan.t[i + 1]! + late;
    if (to_sec <= t) continue;
    const to = { x_m: plan.x[i + 1]!, y_m: plan.y[i + 1]!, z_m: plan.z[i + 1]! };
    pieces.push({ from_sec: t, to_sec, from: at, to });
    t = to_sec;
    at = to;
  }
  return pieces;
}

/** Straight up or down to a height, then hover. */
function holdingPath(setting: AvoidSetting, s: Situation, z_m: number): Piece[] {
  const rise = z_m - s.at.z_m;
  const takes = Math.abs(rise) / (rise >= 0 ? setting.uav.climb_mps : setting.uav.descent_mps);
  const there = { x_m: s.at.x_m, y_m: s.at.y_m, z_m };
  const pieces: Piece[] = [];
  if (takes > 0) pieces.push({ from_sec: s.t_sec, to_sec: s.t_sec + takes, from: s.at, to: there });
  pieces.push({
    from_sec: s.t_sec + takes,
    to_sec: s.t_sec + takes + HOVER_HORIZON_S,
    from: there,
    to: there,
  });
  return pieces;
}
