import { type PlanLegKind } from '#ir';
import { type AircraftFigures } from '#world';
import { type Pt } from '../plane/projection.ts';
import { type FreeSpace } from '../plane/free-space.ts';
import { type Phase, sampleTimes, stateAt } from './transfer.ts';
import { type AirTurn, turnPoints } from './wind-dubins.ts';
import { levelPower_w } from './power.ts';

/** A piece of motion over the plane. `phase`: constant acceleration. `straight`: uniform. `turn`: constant bank. `hover`: over one place. */
export type Part =
  | { readonly type: 'phase'; readonly kind: PlanLegKind; readonly phase: Phase }
  | {
      readonly type: 'straight';
      readonly kind: PlanLegKind;
      readonly from: Pt;
      readonly to: Pt;
      readonly duration_s: number;
    }
  | { readonly type: 'turn'; readonly kind: PlanLegKind; readonly turn: AirTurn }
  | {
      readonly type: 'hover';
      readonly kind: PlanLegKind;
      readonly p: Pt;
      readonly duration_s: number;
      /** Change of height while over one place. */
      readonly dz_m: number;
    };

/** Parts in order; each begins where the one before ends. */
export type Motion = {
  readonly parts: readonly Part[];
  readonly duration_s: number;
  readonly energy_wh: number;
};

/** Seconds of a part. */
export function partDuration_s(part: Part): number {
  switch (part.type) {
    case 'phase':
      return part.phase.duration_s;
    case 'straight':
    case 'hover':
      return part.duration_s;
    case 'turn':
      return part.turn.duration_s;
  }
}

/** Power is read from the velocities of this craft in this wind. */
export type PowerContext = { readonly craft: AircraftFigures; readonly wind: Pt };

/** Energy of a part, level but for hovers; Simpson's rule over a phase. A vtol takes off and lands on its lifting rotors. */
export function partEnergy_wh(part: Part, context: PowerContext): number {
  const { craft, wind } = context;
  const lifted = craft.kind === 'vtol' && (part.kind === 'takeoff' || part.kind === 'landing');
  const at = (v: Pt): number =>
    lifted ? craft.hover_power_w : levelPower_w(craft, Math.hypot(v.x - wind.x, v.y - wind.y));
  switch (part.type) {
    case 'phase': {
      const t = part.phase.duration_s;
      const [a, m, b] = [0, t / 2, t].map((x) => at(stateAt(part.phase, x).v));
      return ((a! + 4 * m! + b!) * t) / 6 / 3600;
    }
    case 'straight': {
      const t = part.duration_s;
      if (!(t > 0)) return 0;
      return (at({ x: (part.to.x - part.from.x) / t, y: (part.to.y - part.from.y) / t }) * t) / 3600;
    }
    case 'hover': {
      const climb = (craft.climb_power_w_per_mps * Math.max(0, part.dz_m)) / 3600;
      return (at({ x: 0, y: 0 }) * part.duration_s) / 3600 + climb;
    }
    case 'turn':
      return (levelPower_w(craft, part.turn.airspeed_mps) * part.turn.duration_s) / 3600;
  }
}

/** Parts with their sums. */
export function motionOf(parts: readonly Part[], context: PowerContext): Motion {
  let duration_s = 0;
  let energy_wh = 0;
  for (const part of parts) {
    duration_s += partDuration_s(part);
    energy_wh += partEnergy_wh(part, context);
  }
  return { parts, duration_s, energy_wh };
}

/** A moment of a motion: seconds since its part began, and place. */
export type Moment = { readonly t_s: number; readonly p: Pt };

/** Moments of a part after its start, as finely as plans ask for. */
export function partMoments(part: Part, step_s: number, turn_rad: number): Moment[] {
  switch (part.type) {
    case 'phase':
      return sampleTimes(part.phase, step_s, turn_rad).map((t_s) => ({ t_s, p: stateAt(part.phase, t_s).p }));
    case 'straight':
      return part.duration_s > 0 ? [{ t_s: part.duration_s, p: part.to }] : [];
    case 'hover':
      return part.duration_s > 0 ? [{ t_s: part.duration_s, p: part.p }] : [];
    case 'turn': {
      // Headings over the ground swing faster than through the air when flying slowly into the wind.
      const { turn } = part;
      const w = Math.hypot(turn.wind.x, turn.wind.y);
      const ratio = turn.airspeed_mps / Math.max(0.2 * turn.airspeed_mps, turn.airspeed_mps - w);
      return turnPoints(turn, turn_rad / ratio);
    }
  }
}

/** Where a part begins. */
export function partStart(part: Part): Pt {
  switch (part.type) {
    case 'phase':
      return part.phase.from.p;
    case 'straight':
      return part.from;
    case 'hover':
      return part.p;
    case 'turn':
      return { x: part.turn.from.x, y: part.turn.from.y };
  }
}

/** Points along parts: each phase in so many pieces, turns in chords of an angle. */
function pathOf(parts: readonly Part[], pieces: number, turn_rad: number): Pt[] {
  const path: Pt[] = [];
  for (const part of parts) {
    if (path.length === 0) path.push(partStart(part));
    if (part.type === 'phase')
      for (let i = 1; i <= pieces; i++)
        path.push(stateAt(part.phase, (part.phase.duration_s * i) / pieces).p);
    else for (const m of partMoments(part, 1, turn_rad)) path.push(m.p);
  }
  return path;
}

/** Whether all parts stay in a free space. Chords near edges are so short that a curve leaves them by centimetres. */
export function partsClear(parts: readonly Part[], space: FreeSpace): boolean {
  if (parts.length === 0) return true;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const p of pathOf(parts, 8, 0.15)) {
    if (p.x < x0) x0 = p.x;
    if (p.y < y0) y0 = p.y;
    if (p.x > x1) x1 = p.x;
    if (p.y > y1) y1 = p.y;
  }
  const pad = 1;
  if (space.boxFree({ x: x0 - pad, y: y0 - pad }, { x: x1 + pad, y: y1 + pad })) return true;
  const path = pathOf(parts, 24, 0.05);
  return space.contains(path[0]!) && space.pathClear(path);
}
