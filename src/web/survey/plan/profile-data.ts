import type { PlanSortie, SurveyPlan } from '#ir';
import type { SurveyScenario, SurveyZone } from '#world';
import { boxOf, inPolygon } from '../../map/earth.ts';

/** A point of a drawn profile. */
export type ProfilePoint = {
  readonly t_sec: number;
  readonly amsl_m: number;
  readonly ground_m: number | null;
};

/** A stretch of time in which a sortie is over a zone. */
export type ZoneStretch = {
  readonly zone: SurveyZone;
  readonly from_sec: number;
  readonly to_sec: number;
};

/** What the profile draws. */
export type ProfileData = {
  readonly from_sec: number;
  readonly to_sec: number;
  readonly low_m: number;
  readonly high_m: number;
  readonly sorties: readonly { readonly sortie: PlanSortie; readonly points: readonly ProfilePoint[] }[];
  readonly zones: readonly ZoneStretch[];
};

/** Heights over time of one sortie, or of all. Ground is what the planner says of it: height less height over ground. */
export function profileData(plan: SurveyPlan, s: SurveyScenario, sortie_id: string | null): ProfileData {
  const chosen = plan.sorties.filter((x) => sortie_id === null || x.id === sortie_id);
  const sorties = chosen.map((sortie) => ({ sortie, points: pointsOf(sortie) }));
  const all = sorties.flatMap((x) => x.points);
  const heights = all.flatMap((p) => (p.ground_m === null ? [p.amsl_m] : [p.amsl_m, p.ground_m]));
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  // The ceiling belongs into the picture where it is near enough not to press the flight flat.
  const ceiling = s.airspace.ceiling_amsl_m;
  const room = Math.max(10, (high - low) * 0.12);
  return {
    from_sec: sortie_id === null ? 0 : Math.min(...chosen.map((x) => x.start_sec)),
    to_sec: sortie_id === null ? plan.totals.work_time_s : Math.max(...chosen.map((x) => x.end_sec)),
    low_m: low - room,
    high_m: (ceiling < high + 2 * (high - low) ? Math.max(high, ceiling) : high) + room,
    sorties,
    zones: sortie_id === null ? [] : chosen.flatMap((x) => stretches(x, s.airspace.no_fly_zones)),
  };
}

function pointsOf(sortie: PlanSortie): ProfilePoint[] {
  return sortie.legs.flatMap((leg, i) =>
    (i === 0 ? leg.points : leg.points.slice(1)).map((p) => ({
      t_sec: p.t_sec,
      amsl_m: p.amsl_m,
      ground_m: p.agl_m === null ? null : p.amsl_m - p.agl_m,
    })),
  );
}

/** Times in which a sortie's points lie inside a zone, whatever their height: shown, not judged. */
function stretches(sortie: PlanSortie, zones: readonly SurveyZone[]): ZoneStretch[] {
  const points = sortie.legs.flatMap((l) => l.points);
  const box = boxOf(points.map((p) => [p.lon_deg, p.lat_deg] as const));
  if (box === null) return [];
  const out: ZoneStretch[] = [];
  for (const zone of zones) {
    const own = boxOf(zone.area.coordinates[0]!);
    if (own === null || own[0] > box[2] || own[2] < box[0] || own[1] > box[3] || own[3] < box[1]) continue;
    let from: number | null = null;
    for (const p of points) {
      const inside = inPolygon([p.lon_deg, p.lat_deg], zone.area.coordinates);
      if (inside && from === null) from = p.t_sec;
      if (!inside && from !== null) {
        out.push({ zone, from_sec: from, to_sec: p.t_sec });
        from = null;
      }
    }
    if (from !== null) out.push({ zone, from_sec: from, to_sec: sortie.end_sec });
  }
  return out;
}

/** Round steps for an axis of a length with about so many marks. */
export function axisStep(length: number, marks: number): number {
  const raw = length / marks;
  const ten = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((k) => k * ten).find((s) => s >= raw) ?? 10 * ten;
}
