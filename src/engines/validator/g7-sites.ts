/** G7: sites, corridors, the right unit with the right payload. */
import { SURVEY_RULES } from '#world';
import { type SurveyRemedy } from '#ir';
import { type Context } from './context.ts';
import { edgeDistance, isInside } from './poly.ts';
import { replaceIn, scenarioRemedy } from './remedies.ts';
import { type Track } from './track.ts';

/** Kinds of aircraft in Russian. */
const KINDS = {
  multirotor: 'мультикоптер',
  fixed_wing: 'самолёт',
  vtol: 'самолёт вертикального взлёта',
} as const;

/** Checks all sorties. */
export function checkSites(context: Context): void {
  for (const track of context.tracks) {
    const { sortie } = track;
    for (const siteId of new Set([sortie.site_id, sortie.landing_site_id])) checkSite(context, track, siteId);
    checkUnit(context, track);
    checkCorridor(context, track, true);
    checkCorridor(context, track, false);
  }
}

function checkSite(context: Context, track: Track, siteId: string): void {
  const placed = context.sites.get(siteId);
  if (placed === undefined) return;
  const { site, x, y } = placed;
  const at = { x, y, z: site.elevation_amsl_m };
  const unitId = track.sortie.unit_id;
  if (track.craft !== null && !site.accepts.includes(track.craft.kind))
    context.report.add({
      code: 'G7-01',
      ids: [siteId, unitId, track.sortie.id],
      at,
      detail: { en: `${track.craft.kind} at ${siteId}`, ru: `${KINDS[track.craft.kind]} на ${siteId}` },
      remedy: () => rebase(context, track),
    });
  const bad = {
    code: 'G7-02' as const,
    ids: [siteId, unitId],
    at,
    unit: 'm',
    limit: 0,
    remedy: () => rebase(context, track),
  };
  if (!isInside(context.boundary, x, y)) {
    const measured = edgeDistance(context.boundary, x, y);
    if (measured > SURVEY_RULES.position_slack_m) context.report.add({ ...bad, measured }, 'boundary');
  }
  for (const { zone, poly } of context.zones) {
    const low = zone.floor_amsl_m ?? -Infinity;
    const high = zone.ceiling_amsl_m ?? Infinity;
    if (site.elevation_amsl_m < low || site.elevation_amsl_m > high || !isInside(poly, x, y)) continue;
    if (zone.active_from_sec !== null || zone.active_to_sec !== null) {
      const [start, end] = [track.t[0]!, track.t[track.n - 1]!];
      const active = (t: number) =>
        t >= (zone.active_from_sec ?? -Infinity) && t <= (zone.active_to_sec ?? Infinity);
      if (!active(start) && !active(end)) continue;
    }
    const measured = edgeDistance(poly, x, y);
    if (measured > SURVEY_RULES.position_slack_m)
      context.report.add({ ...bad, ids: [siteId, zone.id, unitId], measured }, zone.id);
  }
}

/** Another site that takes the unit, lies free, and is nearest. */
function rebase(context: Context, track: Track): SurveyRemedy | null {
  const index = context.scenario.units.findIndex((u) => u.id === track.sortie.unit_id);
  const kind = track.craft?.kind;
  if (index < 0 || kind === undefined) return null;
  const here = context.sites.get(track.sortie.site_id);
  const free = [...context.sites.values()]
    .filter((s) => s.site.id !== track.sortie.site_id && s.site.accepts.includes(kind))
    .filter(
      (s) => isInside(context.boundary, s.x, s.y) && !context.zones.some((z) => isInside(z.poly, s.x, s.y)),
    );
  const away = (s: { x: number; y: number }) =>
    here === undefined ? 0 : Math.hypot(s.x - here.x, s.y - here.y);
  free.sort((a, b) => away(a) - away(b) || (a.site.id < b.site.id ? -1 : 1));
  const best = free[0]?.site;
  if (best === undefined) return null;
  return scenarioRemedy('rebase_unit', [replaceIn(`/units/${index}/home_site_id`, best.id)], {
    en: `base ${track.sortie.unit_id} at ${best.id}`,
    ru: `базировать ${track.sortie.unit_id} на ${best.id}`,
  });
}

function checkUnit(context: Context, track: Track): void {
  const { sortie, unit } = track;
  if (unit === null) return;
  const index = context.scenario.units.indexOf(unit);
  if (!unit.enabled)
    context.report.add(
      {
        code: 'G7-04',
        ids: [unit.id, sortie.id],
        t: track.t[0]!,
        detail: { en: 'the unit is disabled', ru: 'борт выключен' },
        remedy: () =>
          scenarioRemedy('enable_unit', [replaceIn(`/units/${index}/enabled`, true)], {
            en: `enable ${unit.id}, if the operator's policy allows it`,
            ru: `включить ${unit.id}, если это разрешено оператором`,
          }),
      },
      'disabled',
    );
  if (sortie.site_id !== unit.home_site_id)
    context.report.add(
      {
        code: 'G7-04',
        ids: [unit.id, sortie.id, sortie.site_id],
        t: track.t[0]!,
        detail: { en: `its home site is ${unit.home_site_id}`, ru: `его площадка ${unit.home_site_id}` },
      },
      'home',
    );
  if (sortie.payload_id !== unit.payload_id)
    context.report.add(
      {
        code: 'G7-05',
        ids: [sortie.id, unit.id, sortie.payload_id],
        detail: { en: `${unit.payload_id} is mounted`, ru: `установлена ${unit.payload_id}` },
      },
      'mounted',
    );
  checkPurpose(context, track);
}

/** The mounted payload must be the block's, and do the task's kind of survey. */
function checkPurpose(context: Context, track: Track): void {
  const lanes = new Map(context.plan.lanes.map((l) => [l.id, l.block_id]));
  const blocks = new Map(context.plan.blocks.map((b) => [b.id, b]));
  const mounted = context.payloads.get(track.unit!.payload_id);
  for (const leg of track.sortie.legs) {
    if (leg.capture === null) continue;
    const block = blocks.get(lanes.get(leg.lane_id ?? '') ?? '');
    const task = block === undefined ? undefined : context.tasks.get(block.task_id);
    if (block === undefined || task === undefined || mounted == null) continue;
    const continuous = leg.capture.type === 'continuous';
    const fits = mounted.type === task.survey_type && continuous === (mounted.type !== 'camera');
    if (!fits || block.payload_id !== track.unit!.payload_id)
      context.report.add(
        {
          code: 'G7-05',
          ids: [track.sortie.id, track.unit!.id, leg.lane_id!, task.id],
          detail: {
            en: `a ${task.survey_type} survey laid out for ${block.payload_id} is flown with ${mounted.payload_id}`,
            ru: `съёмка «${task.survey_type}», рассчитанная на ${block.payload_id}, выполняется с ${mounted.payload_id}`,
          },
        },
        'purpose',
      );
  }
}

/** A fixed-wing aircraft at a site with a corridor: on its strip, and landing in its direction. */
function checkCorridor(context: Context, track: Track, landing: boolean): void {
  const { sortie } = track;
  const siteId = landing ? sortie.landing_site_id : sortie.site_id;
  const placed = context.sites.get(siteId);
  const corridor = placed?.site.corridor ?? null;
  if (placed === undefined || corridor === null || track.craft?.kind !== 'fixed_wing') return;
  const toward = (corridor.landing_toward_deg * Math.PI) / 180;
  const [ux, uy] = [Math.sin(toward), Math.cos(toward)];
  const order = Array.from({ length: track.n }, (_, i) => (landing ? track.n - 1 - i : i));
  for (const i of order) {
    const [dx, dy] = [track.x[i]! - placed.x, track.y[i]! - placed.y];
    if (Math.hypot(dx, dy) > corridor.length_m) break;
    const measured = Math.abs(dy * ux - dx * uy);
    if (measured > corridor.half_width_m + SURVEY_RULES.position_slack_m)
      context.report.add(
        {
          code: 'G7-03',
          ids: [sortie.id, siteId],
          at: { x: track.x[i]!, y: track.y[i]!, z: track.z[i]! },
          t: track.t[i]!,
          measured,
          limit: corridor.half_width_m,
          unit: 'm',
        },
        'strip',
      );
  }
  if (!landing) return;
  const s = track.n - 2;
  const speed = Math.hypot(track.vx[s]!, track.vy[s]!);
  const along = speed > 0 ? (track.vx[s]! * ux + track.vy[s]! * uy) / speed : 1;
  const measured = (Math.acos(Math.min(1, Math.max(-1, along))) * 180) / Math.PI;
  if (measured > 15)
    context.report.add(
      {
        code: 'G7-03',
        ids: [sortie.id, siteId],
        t: track.t[s]!,
        measured,
        limit: 15,
        unit: 'deg',
        detail: { en: 'landing direction', ru: 'направление посадки' },
      },
      'direction',
    );
}
