import { type PlanLegKind } from '#ir';
import { type Pt } from '../plane/projection.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Ways } from '../plane/ways.ts';
import { along, sub, unit } from '../plane/vec.ts';
import { type Motion, type Part, type PowerContext, motionOf, partsClear } from './parts.ts';
import { groundSpeed } from './wind.ts';
import { type AirTurn, type TrackPose, quickestTurn, windTurns } from './wind-dubins.ts';

/** Where and how a winged aircraft flies: one airspeed, one bank. */
export type WingContext = PowerContext & {
  readonly space: FreeSpace;
  readonly ways: Ways;
  readonly airspeed_mps: number;
  readonly radius_m: number;
};

const turnPart = (kind: PlanLegKind, turn: AirTurn): Part => ({ type: 'turn', kind, turn });

/** The shortest clear turn between two tracks. */
function clearTurn(from: TrackPose, to: TrackPose, c: WingContext, kind: PlanLegKind): Part | null {
  const gap = sub(to.p, from.p);
  const ahead = gap.x * from.track.x + gap.y * from.track.y;
  const aside = gap.x * from.track.y - gap.y * from.track.x;
  const turned = from.track.x * to.track.x + from.track.y * to.track.y;
  if (turned > 1 - 1e-12 && Math.abs(aside) < 1e-6 && ahead >= 0) {
    const speed = groundSpeed(c.airspeed_mps, c.wind, from.track);
    const part: Part = { type: 'straight', kind, from: from.p, to: to.p, duration_s: ahead / speed };
    return partsClear([part], c.space) ? part : null;
  }
  const quickest = quickestTurn(from, to, c);
  if (quickest === null) return null;
  const first = turnPart(kind, quickest);
  if (partsClear([first], c.space)) return first;
  for (const turn of windTurns(from, to, c)) {
    const part = turnPart(kind, turn);
    if (partsClear([part], c.space)) return part;
  }
  return null;
}

/** Through the corners of a way, each passed on the bisector of its two legs. */
function throughCorners(
  from: TrackPose,
  corners: readonly Pt[],
  to: TrackPose,
  c: WingContext,
): Part[] | null {
  const parts: Part[] = [];
  let at = from;
  for (let i = 0; i < corners.length; i++) {
    const p = corners[i]!;
    const before = unit(sub(p, i === 0 ? from.p : corners[i - 1]!));
    const after = unit(sub(corners[i + 1] ?? to.p, p));
    const pose = { p, track: unit({ x: before.x + after.x, y: before.y + after.y }) };
    const part = clearTurn(at, pose, c, 'transit');
    if (part === null) return null;
    parts.push(part);
    at = pose;
  }
  const last = clearTurn(at, to, c, 'transit');
  return last === null ? null : [...parts, last];
}

/**
 * Brings a winged aircraft from one track to another at constant airspeed; null where no way is found. Where all direct
 * turns leave the free space, it first goes straight on for a while, or follows the corners of the shortest way.
 */
export function wingMotion(from: TrackPose, to: TrackPose, c: WingContext, kind: PlanLegKind): Motion | null {
  const direct = clearTurn(from, to, c, kind);
  if (direct !== null) return motionOf([direct], c);
  const way = c.ways.between(from.p, to.p);
  if (way !== null && way.corners.length > 0) {
    const parts = throughCorners(from, way.corners, to, c);
    if (parts !== null) return motionOf(parts, c);
  }
  let best: Motion | null = null;
  for (const out of [0, 0.5, 1, 2]) {
    for (const back of [0, 0.5, 1, 2]) {
      if (out === 0 && back === 0) continue;
      const motion = stretched(from, to, c, { out_m: out * c.radius_m, back_m: back * c.radius_m, kind });
      if (motion !== null && (best === null || motion.duration_s < best.duration_s)) best = motion;
    }
  }
  return best;
}

function stretched(
  from: TrackPose,
  to: TrackPose,
  c: WingContext,
  by: { readonly out_m: number; readonly back_m: number; readonly kind: PlanLegKind },
): Motion | null {
  const start = { p: along(from.p, from.track, by.out_m), track: from.track };
  const end = { p: along(to.p, to.track, -by.back_m), track: to.track };
  if (!c.space.clear(from.p, start.p) || !c.space.clear(end.p, to.p)) return null;
  const turn = clearTurn(start, end, c, by.kind);
  if (turn === null) return null;
  const straight = (a: Pt, b: Pt, track: Pt, length_m: number): Part[] =>
    length_m > 0
      ? [
          {
            type: 'straight',
            kind: by.kind,
            from: a,
            to: b,
            duration_s: length_m / groundSpeed(c.airspeed_mps, c.wind, track),
          },
        ]
      : [];
  return motionOf(
    [...straight(from.p, start.p, from.track, by.out_m), turn, ...straight(end.p, to.p, to.track, by.back_m)],
    c,
  );
}
