/** G1, how high and how far: floor, ceiling, height over ground, permission, links, straight returns. */
import { SURVEY_RULES } from '#world';
import { type Context } from './context.ts';
import { isExempt } from './exempt.ts';
import { depthOn } from './poly.ts';
import { changeGsd } from './remedies.ts';
import { type Track, legKind } from './track.ts';

const SLACK_M = SURVEY_RULES.position_slack_m;

/** Checks G1-04, -05, -06, -10, -11 on all tracks; returns the greatest height over the ground, null where unknown. */
export function checkHeights(context: Context): number | null {
  let most: number | null = null;
  for (const track of context.tracks) {
    const free = isExempt(context, track);
    checkLayer(context, track, free);
    const high = checkGround(context, track, free);
    if (high !== null && high > (most ?? -Infinity)) most = high;
    checkLinks(context, track);
    checkReturns(context, track);
  }
  return most;
}

function checkLayer(context: Context, track: Track, free: Uint8Array): void {
  const { floor_amsl_m, ceiling_amsl_m } = context.scenario.airspace;
  for (let i = 0; i + 1 < track.n; i++) {
    if (free[i] === 1) continue;
    for (const k of [i, i + 1]) {
      const z = track.z[k]!;
      const low = z < floor_amsl_m - SLACK_M;
      if (!low && !(z > ceiling_amsl_m + SLACK_M)) continue;
      context.report.add(
        {
          code: 'G1-04',
          ids: [track.sortie.id],
          at: { x: track.x[k]!, y: track.y[k]!, z },
          t: track.t[k]!,
          measured: z,
          limit: low ? floor_amsl_m : ceiling_amsl_m,
          least: low,
          unit: 'm',
          remedy: low ? undefined : () => changeGsd(context, track, i, { below_amsl_m: ceiling_amsl_m }),
        },
        low ? 'low' : 'high',
      );
    }
  }
}

/** Height over the local ground, sampled so that no post between is missed. */
function checkGround(context: Context, track: Track, free: Uint8Array): number | null {
  const { min_agl_m } = context.scenario.airspace;
  const permission = SURVEY_RULES.permission_above_agl_m;
  let most: number | null = null;
  for (let i = 0; i + 1 < track.n; i++) {
    const length = track.flat[i]!;
    const { step_m } = context.ground;
    const steps = step_m === null ? 1 : Math.max(1, Math.ceil(length / step_m));
    for (let k = 0; k <= steps; k++) {
      const f = k / steps;
      const j = i + 1;
      const lon = track.lon[i]! + f * (track.lon[j]! - track.lon[i]!);
      const lat = track.lat[i]! + f * (track.lat[j]! - track.lat[i]!);
      const z = track.z[i]! + f * (track.z[j]! - track.z[i]!);
      const ground = context.ground.at(lon, lat);
      const agl = ground === null ? null : z - ground;
      if (agl !== null && agl > (most ?? -Infinity)) most = agl;
      const high = agl !== null && agl > permission + SLACK_M;
      const low = agl !== null && free[i] === 0 && agl < min_agl_m - SLACK_M;
      if (agl !== null && !high && !low) continue;
      const at = {
        x: track.x[i]! + f * (track.x[j]! - track.x[i]!),
        y: track.y[i]! + f * (track.y[j]! - track.y[i]!),
        z,
      };
      fileGround(context, track, i, { at, t: track.t[i]! + f * track.dt[i]!, agl, high });
    }
  }
  return most;
}

type Spot = {
  readonly at: { x: number; y: number; z: number };
  readonly t: number;
  /** Null: the ground is unknown. */
  readonly agl: number | null;
  readonly high: boolean;
};

function fileGround(context: Context, track: Track, i: number, spot: Spot): void {
  if (spot.agl === null) {
    groundUnknown(context, track, { at: spot.at, t: spot.t });
    return;
  }
  const limit = spot.high ? SURVEY_RULES.permission_above_agl_m : context.scenario.airspace.min_agl_m;
  context.report.add({
    code: spot.high ? 'G1-05' : 'G1-06',
    ids: [track.sortie.id],
    at: spot.at,
    t: spot.t,
    measured: spot.agl,
    limit,
    least: !spot.high,
    unit: 'm',
    remedy: () => changeGsd(context, track, i, spot.high ? { below_agl_m: limit } : { above_agl_m: limit }),
  });
}

function groundUnknown(
  context: Context,
  track: Track,
  place: { at: { x: number; y: number; z: number }; t: number },
): void {
  context.report.add({
    code: 'G0-06',
    ids: [track.sortie.id],
    ...place,
    detail: { en: 'the ground under the flight is not known', ru: 'рельеф под полётом неизвестен' },
  });
  for (const code of ['G1-05', 'G1-06'] as const)
    context.report.cannotJudge(
      code,
      'the ground is unknown under part of the flight',
      'рельеф под частью полёта неизвестен',
    );
}

function checkLinks(context: Context, track: Track): void {
  const home = context.sites.get(track.sortie.site_id);
  if (home === undefined) return;
  const { line_of_sight_m, radio_range_m } = context.scenario.links;
  const limits: [number | null, string, string, string][] = [
    [line_of_sight_m, 'sight', 'line of sight', 'прямая видимость'],
    [radio_range_m, 'radio', 'radio range', 'радиосвязь'],
  ];
  for (let i = 0; i < track.n; i++) {
    const dz = track.z[i]! - home.site.elevation_amsl_m;
    const measured = Math.hypot(track.x[i]! - home.x, track.y[i]! - home.y, dz);
    for (const [limit, group, en, ru] of limits) {
      if (limit === null || !(measured > limit + SLACK_M)) continue;
      context.report.add(
        {
          code: 'G1-10',
          ids: [track.sortie.id, home.site.id],
          at: { x: track.x[i]!, y: track.y[i]!, z: track.z[i]! },
          t: track.t[i]!,
          measured,
          limit,
          unit: 'm',
          detail: { en, ru },
        },
        group,
      );
    }
  }
}

/** The straight way home at the present height, from up to 200 points of a sortie. */
function checkReturns(context: Context, track: Track): void {
  const home = context.sites.get(track.sortie.landing_site_id);
  if (home === undefined || context.zones.length === 0) return;
  const stride = Math.max(1, Math.floor(track.n / 200));
  for (let i = 0; i < track.n; i += stride) {
    if (i + 1 < track.n && legKind(track, i) === 'landing') break;
    const z = track.z[i]!;
    const seg = { ax: track.x[i]!, ay: track.y[i]!, bx: home.x, by: home.y };
    for (const { zone, poly } of context.zones) {
      if (z < (zone.floor_amsl_m ?? -Infinity) || z > (zone.ceiling_amsl_m ?? Infinity)) continue;
      if (zone.active_to_sec !== null && track.t[i]! > zone.active_to_sec) continue;
      if (zone.active_from_sec !== null && track.t[track.n - 1]! < zone.active_from_sec) continue;
      const inside = depthOn(poly, seg, true);
      if (inside.depth_m > SLACK_M)
        context.report.add(
          {
            code: 'G1-11',
            ids: [track.sortie.id, zone.id],
            at: { x: seg.ax, y: seg.ay, z },
            t: track.t[i]!,
            measured: inside.depth_m,
            limit: 0,
            unit: 'm',
          },
          zone.id,
        );
    }
  }
}
