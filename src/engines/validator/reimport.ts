/** G8-04: an exported plan, read back by another reader, against the plan itself. */
import { type SurveyFinding, SURVEY_CODES } from '#ir';
import { planeAt } from './plane.ts';

/** A place and height of a plan as an outside format keeps it; order is the order of flight. */
export type ExportedPoint = { readonly lon_deg: number; readonly lat_deg: number; readonly amsl_m: number };

/** How far a format's rounding may move a point, metres. */
export type ReimportTolerance = { readonly horizontal_m: number; readonly vertical_m: number };

/** Findings about one sortie; an empty list says that the read-back points are the exported ones. */
export function checkReimport(
  sortieId: string,
  flown: readonly ExportedPoint[],
  read: readonly ExportedPoint[],
  tolerance: ReimportTolerance,
): SurveyFinding[] {
  if (flown.length !== read.length)
    return [finding(sortieId, { measured: read.length, limit: flown.length, unit: '1', place: null })];
  const first = flown[0];
  if (first === undefined) return [];
  const plane = planeAt(first.lon_deg, first.lat_deg);
  let worst: { measured: number; limit: number; place: ExportedPoint } | null = null;
  flown.forEach((p, i) => {
    const q = read[i]!;
    const [px, py] = plane.xy(p.lon_deg, p.lat_deg);
    const [qx, qy] = plane.xy(q.lon_deg, q.lat_deg);
    for (const [measured, limit] of [
      [Math.hypot(px - qx, py - qy), tolerance.horizontal_m],
      [Math.abs(p.amsl_m - q.amsl_m), tolerance.vertical_m],
    ] as const)
      if (!(measured <= limit) && measured - limit > (worst === null ? 0 : worst.measured - worst.limit))
        worst = { measured, limit, place: p };
  });
  return worst === null
    ? []
    : [
        finding(sortieId, {
          ...(worst as { measured: number; limit: number; place: ExportedPoint }),
          unit: 'm',
        }),
      ];
}

function finding(
  sortieId: string,
  v: { measured: number; limit: number; unit: string; place: ExportedPoint | null },
): SurveyFinding {
  const entry = SURVEY_CODES['G8-04'];
  return {
    code: 'G8-04',
    severity: entry.level,
    object_ids: [sortieId],
    place:
      v.place === null
        ? null
        : { lon_deg: v.place.lon_deg, lat_deg: v.place.lat_deg, amsl_m: v.place.amsl_m },
    time_sec: null,
    measured: v.measured,
    limit: v.limit,
    margin: v.limit - v.measured,
    unit: v.unit,
    text: { en: entry.en, ru: entry.ru },
    remedy: null,
  };
}
