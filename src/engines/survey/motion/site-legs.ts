import { type SurveySite } from '#world';
import { type Pt } from '../plane/projection.ts';
import { along, norm, scale, unit } from '../plane/vec.ts';
import { type Gate } from './ends.ts';
import { type Part, motionOf } from './parts.ts';
import { type VerticalContext, rate_mps } from './passage.ts';
import { changeVelocity, stateAt } from './transfer.ts';
import { groundSpeed } from './wind.ts';

/** A site in the plane, with the height at which take-off ends and landing begins. */
export type SitePlace = {
  readonly site: SurveySite;
  readonly p: Pt;
  /** Lowest height that floor and least height over the ground allow there. */
  readonly z_safe_m: number;
  /** Multirotors go straight up to this height before they leave, where low zones or obstacles lie about; else `z_safe_m`. */
  readonly z_gate_m: number;
  /** The direction in which runway-like launches and landings go; null: any. */
  readonly corridor: Pt | null;
};

/** A take-off or landing: its parts with heights, and the gate in the air. */
export type SiteLeg = {
  readonly gate: Gate;
  /** Each stretch with its heights at both ends; heights change evenly in time. */
  readonly stretches: readonly {
    readonly parts: readonly Part[];
    readonly z0_m: number;
    readonly z1_m: number;
  }[];
  readonly duration_s: number;
  readonly energy_wh: number;
};

function siteLeg(stretches: SiteLeg['stretches'], gate: Gate, c: VerticalContext): SiteLeg {
  let duration_s = 0;
  let energy_wh = 0;
  for (const s of stretches) {
    const m = motionOf(s.parts, c);
    duration_s += m.duration_s;
    energy_wh += m.energy_wh;
    const hovers = s.parts.every((p) => p.type === 'hover');
    if (!hovers) energy_wh += (c.craft.climb_power_w_per_mps * Math.max(0, s.z1_m - s.z0_m)) / 3600;
  }
  return { gate, stretches, duration_s, energy_wh };
}

/** The part of the way straight up or down that lies above the least allowed height; none where the gate is at it. */
function column(place: SitePlace, kind: 'climb' | 'descend', c: VerticalContext): SiteLeg['stretches'] {
  const { p, z_safe_m, z_gate_m } = place;
  const [z0_m, z1_m] = kind === 'climb' ? [z_safe_m, z_gate_m] : [z_gate_m, z_safe_m];
  const dz_m = z1_m - z0_m;
  if (Math.abs(dz_m) < 0.01) return [];
  const duration_s = Math.abs(dz_m / rate_mps(c.craft, dz_m));
  return [{ parts: [{ type: 'hover', kind, p, duration_s, dz_m }], z0_m, z1_m }];
}

/** Straight up to the least allowed height. A vtol then gains its flying speed level, on its lifting rotors. */
export function takeoff(place: SitePlace, u: Pt, airspeed_mps: number, c: VerticalContext): SiteLeg {
  const { p, z_safe_m, site } = place;
  const z0_m = site.elevation_amsl_m;
  const dz = z_safe_m - z0_m;
  if (c.craft.kind === 'fixed_wing') {
    const v = groundSpeed(airspeed_mps, c.wind, u);
    const duration_s = Math.max(1, dz / rate_mps(c.craft, dz));
    const to = along(p, u, v * duration_s);
    const part: Part = { type: 'straight', kind: 'takeoff', from: p, to, duration_s };
    return siteLeg([{ parts: [part], z0_m, z1_m: z_safe_m }], { p: to, u, v_mps: v, z_m: z_safe_m }, c);
  }
  const up: Part = { type: 'hover', kind: 'takeoff', p, duration_s: dz / rate_mps(c.craft, dz), dz_m: dz };
  const vertical = { parts: [up], z0_m, z1_m: z_safe_m };
  if (c.craft.kind === 'multirotor') {
    const over = column(place, 'climb', c);
    return siteLeg([vertical, ...over], { p, u, v_mps: 0, z_m: place.z_gate_m }, c);
  }
  const v = groundSpeed(airspeed_mps, c.wind, u);
  const phase = changeVelocity({ p, v: { x: 0, y: 0 } }, scale(u, v), 0.99 * c.craft.acceleration_mps2);
  const gate = { p: stateAt(phase, phase.duration_s).p, u, v_mps: v, z_m: z_safe_m };
  const ramp = {
    parts: [{ type: 'phase' as const, kind: 'takeoff' as const, phase }],
    z0_m: z_safe_m,
    z1_m: z_safe_m,
  };
  return siteLeg([vertical, ramp], gate, c);
}

/** The same backwards: the gate is where the landing begins, flying along `u`. */
export function landing(place: SitePlace, u: Pt, airspeed_mps: number, c: VerticalContext): SiteLeg {
  const { p, z_safe_m, site } = place;
  const z1_m = site.elevation_amsl_m;
  const dz = z1_m - z_safe_m;
  const duration_s = Math.max(1, -dz / rate_mps(c.craft, dz));
  if (c.craft.kind === 'fixed_wing') {
    const v = groundSpeed(airspeed_mps, c.wind, u);
    const from = along(p, u, -v * duration_s);
    const part: Part = { type: 'straight', kind: 'landing', from, to: p, duration_s };
    return siteLeg([{ parts: [part], z0_m: z_safe_m, z1_m }], { p: from, u, v_mps: v, z_m: z_safe_m }, c);
  }
  const down: Part = { type: 'hover', kind: 'landing', p, duration_s: -dz / rate_mps(c.craft, dz), dz_m: dz };
  const vertical = { parts: [down], z0_m: z_safe_m, z1_m };
  if (c.craft.kind === 'multirotor') {
    const over = column(place, 'descend', c);
    return siteLeg([...over, vertical], { p, u, v_mps: 0, z_m: place.z_gate_m }, c);
  }
  const v = groundSpeed(airspeed_mps, c.wind, u);
  const a = 0.99 * c.craft.acceleration_mps2;
  const start = { p: along(p, u, (-v * v) / (2 * a)), v: scale(u, v) };
  const phase = changeVelocity(start, { x: 0, y: 0 }, a);
  const ramp = {
    parts: [{ type: 'phase' as const, kind: 'landing' as const, phase }],
    z0_m: z_safe_m,
    z1_m: z_safe_m,
  };
  return siteLeg([ramp, vertical], { p: start.p, u, v_mps: v, z_m: z_safe_m }, c);
}

/** Directions worth trying for a launch or a landing of a winged aircraft. */
export function siteDirections(place: SitePlace, toward: Pt, wind: Pt): Pt[] {
  if (place.corridor !== null) return [place.corridor];
  const into = norm(wind) > 0.5 ? unit(scale(wind, -1)) : null;
  const t = unit(toward);
  return into === null ? [t, { x: -t.y, y: t.x }, { x: t.y, y: -t.x }] : [t, into];
}
