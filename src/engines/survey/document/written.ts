import { type PlanCapture, type PlanLeg, type PlanPoint } from '#ir';
import { quantize } from '#base';
import { type AircraftFigures } from '#world';
import { type Plane, type Pt } from '../plane/projection.ts';
import { type Ground } from '../sensing/ground.ts';
import { stretchEnergy_wh } from '../motion/power.ts';
import { framesOn } from '../lanes/lane.ts';
import { type TrackLeg, type TrackPoint } from './sections.ts';

/** A sortie's legs in the form of the plan, relative to its launch. */
export type WrittenSortie = {
  readonly legs: readonly PlanLeg[];
  readonly duration_s: number;
  readonly energy_wh: number;
  readonly distance_m: number;
  readonly lane_length_m: number;
  readonly photos: number;
  readonly turns: number;
};

/**
 * Quanta of written numbers: hundredths of a micrometre in place and a nanosecond, so that velocities and accelerations
 * stay true over the short chords of a tight turn; a hundredth of a millimetre in height.
 */
const DEG = 1e-13;
const METRE = 1e-5;
const SECOND = 1e-9;
const WATT_HOUR = 1e-6;

type Context = {
  readonly craft: AircraftFigures;
  readonly wind: Pt;
  readonly plane: Plane;
  readonly ground: Ground;
};

/**
 * Writes a track. Energy is drawn chord by chord from the velocities between the points, as anyone who reads the plan
 * will compute it. Turns are legs of that kind, and transits that lead from lane to lane.
 */
export function writeSortie(track: readonly TrackLeg[], c: Context): WrittenSortie {
  const legs: PlanLeg[] = [];
  let energy = 0;
  let distance_m = 0;
  let lane_length_m = 0;
  let photos = 0;
  let before: PlanPoint | null = null;
  for (const leg of track) {
    const points: PlanPoint[] = [];
    leg.points.forEach((at, i) => {
      if (i === 0 && before !== null) {
        points.push(before);
        return;
      }
      const from = leg.points[i - 1];
      if (from !== undefined) {
        energy += chordEnergy(from, at, leg, c);
        distance_m += Math.hypot(at.p.x - from.p.x, at.p.y - from.p.y);
      }
      before = writePoint(at, energy, c);
      points.push(before);
    });
    const capture = leg.piece === null ? null : captureOf(leg);
    if (leg.piece !== null) {
      lane_length_m += Math.abs(leg.piece.to_m - leg.piece.from_m);
      photos += framesOn(leg.piece);
    }
    legs.push({ kind: leg.kind, lane_id: leg.piece?.lane.id ?? null, points, capture });
  }
  const end = track[track.length - 1]!.points.at(-1)!;
  return {
    legs,
    duration_s: quantize(end.t_s, SECOND),
    energy_wh: quantize(energy, WATT_HOUR),
    distance_m,
    lane_length_m,
    photos,
    turns: legs.filter((l) => l.kind === 'turn').length,
  };
}

function chordEnergy(a: TrackPoint, b: TrackPoint, leg: TrackLeg, c: Context): number {
  const dt = b.t_s - a.t_s;
  const vx = (b.p.x - a.p.x) / dt - c.wind.x;
  const vy = (b.p.y - a.p.y) / dt - c.wind.y;
  return stretchEnergy_wh(c.craft, {
    airspeed_mps: Math.hypot(vx, vy),
    climb_mps: (b.z_m - a.z_m) / dt,
    duration_s: dt,
    hover: c.craft.kind === 'vtol' && (leg.kind === 'takeoff' || leg.kind === 'landing'),
  });
}

function writePoint(at: TrackPoint, energy: number, c: Context): PlanPoint {
  const [lon, lat] = c.plane.toLonLat(at.p);
  const ground = c.ground.at(at.p);
  return {
    t_sec: quantize(at.t_s, SECOND),
    lon_deg: quantize(lon, DEG),
    lat_deg: quantize(lat, DEG),
    amsl_m: quantize(at.z_m, METRE),
    agl_m: ground === null ? null : quantize(at.z_m - ground, 0.01),
    energy_wh: quantize(energy, WATT_HOUR),
  };
}

/** Frames evenly from end to end of a piece; sensors without frames work from end to end. */
function captureOf(leg: TrackLeg): PlanCapture {
  const { lane, from_m, to_m } = leg.piece!;
  const length_m = Math.abs(to_m - from_m);
  if (lane.block.design.photo_spacing_m === null)
    return { type: 'continuous', from_m: 0, to_m: quantize(length_m, METRE) };
  const count = framesOn(leg.piece!);
  // Rounded down, so that the last frame is never beyond the lane's end.
  const spacing_m = count > 1 ? Math.floor((length_m / (count - 1)) * 1e4) / 1e4 : length_m;
  return { type: 'distance', first_m: 0, spacing_m: Math.max(spacing_m, 0.001), count };
}

/** The same legs later: `by_s` is added to every time. */
export function shifted(legs: readonly PlanLeg[], by_s: number): PlanLeg[] {
  const moved = new Map<PlanPoint, PlanPoint>();
  const move = (p: PlanPoint): PlanPoint => {
    const known = moved.get(p);
    if (known !== undefined) return known;
    const next = { ...p, t_sec: quantize(p.t_sec + by_s, SECOND) };
    moved.set(p, next);
    return next;
  };
  return legs.map((leg) => ({ ...leg, points: leg.points.map(move) }));
}
