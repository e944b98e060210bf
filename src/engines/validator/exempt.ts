/** Which segments are released from floor, ceiling and least height: real take-offs and landings, and no more. */
import { SURVEY_RULES } from '#world';
import { type Context } from './context.ts';
import { type Track, legKind } from './track.ts';

/** Vertical speed below which a take-off or landing is level flight and released from nothing: m/s, and as a share of the greatest. */
const LEVEL_MPS = 0.1;
const LEVEL_RATIO = 0.1;

/**
 * 1 for each segment released. A take-off leg is released up to the nearest allowed height and only while it climbs (or
 * stands); a landing leg from there down. The same leg above that height is judged as any other flight.
 */
export function isExempt(context: Context, track: Track): Uint8Array {
  const out = new Uint8Array(Math.max(0, track.n - 1));
  const { floor_amsl_m, ceiling_amsl_m, min_agl_m } = context.scenario.airspace;
  for (let i = 0; i + 1 < track.n; i++) {
    const kind = legKind(track, i);
    if (kind !== 'takeoff' && kind !== 'landing') continue;
    const still = Math.hypot(track.vx[i]!, track.vy[i]!) < 0.01;
    const up = kind === 'takeoff' ? track.vz[i]! : -track.vz[i]!;
    const rate = (kind === 'takeoff' ? track.craft?.climb_max_mps : track.craft?.descent_max_mps) ?? 0;
    if (up < Math.max(LEVEL_MPS, LEVEL_RATIO * rate) && !(still && up > -LEVEL_MPS)) {
      // A site above the ceiling is left downwards.
      if (!(track.z[i]! > ceiling_amsl_m || track.z[i + 1]! > ceiling_amsl_m)) continue;
    }
    const low = Math.min(track.z[i]!, track.z[i + 1]!);
    const k = track.z[i]! < track.z[i + 1]! ? i : i + 1;
    const ground = context.ground.at(track.lon[k]!, track.lat[k]!);
    const allowed = Math.max(floor_amsl_m, (ground ?? low) + min_agl_m);
    if (low < allowed || low > ceiling_amsl_m) out[i] = 1;
  }
  return out;
}

/** Checks that multirotors and vtols leave and reach the ground straight up and down, part of G1-06. */
export function checkVertical(context: Context): void {
  const drift_m = 2;
  for (const track of context.tracks) {
    const kind = track.craft?.kind;
    if (kind === undefined || kind === 'fixed_wing') continue;
    track.sortie.legs.forEach((leg, k) => {
      if (leg.kind !== 'takeoff' && leg.kind !== 'landing') return;
      const [i, j] = [track.legFrom[k]!, track.legTo[k]!];
      const foot = leg.kind === 'takeoff' ? i : j;
      const top = kind === 'vtol' ? track.z[foot]! + SURVEY_RULES.vtol_hover_height_m + 0.05 : Infinity;
      for (let p = i; p <= j; p++) {
        if (track.z[p]! > top) continue;
        const drift = Math.hypot(track.x[p]! - track.x[foot]!, track.y[p]! - track.y[foot]!);
        if (drift > drift_m)
          context.report.add(
            {
              code: 'G1-06',
              ids: [track.sortie.id],
              at: { x: track.x[p]!, y: track.y[p]!, z: track.z[p]! },
              t: track.t[p]!,
              measured: drift,
              limit: drift_m,
              unit: 'm',
              detail: {
                en: 'take-off and landing of this aircraft are straight up and down',
                ru: 'взлёт и посадка этого борта вертикальны',
              },
            },
            'vertical',
          );
      }
    });
  }
}
