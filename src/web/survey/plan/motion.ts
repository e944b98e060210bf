import type { PlanCapture, PlanLeg, PlanPoint, PlanSortie, SurveyPlan } from '#ir';
import { bearing_deg, distance_m } from '../../map/earth.ts';

/** Where an aircraft is at a moment. */
export type Fix = {
  readonly sortie_id: string;
  readonly unit_id: string;
  readonly lon_deg: number;
  readonly lat_deg: number;
  readonly amsl_m: number;
  readonly agl_m: number | null;
  readonly energy_wh: number;
  readonly speed_mps: number;
  readonly heading_deg: number;
  readonly kind: PlanLeg['kind'];
  readonly lane_id: string | null;
};

/** The position of a sortie at a moment; null while it is not in the air. */
export function fixOf(sortie: PlanSortie, t_sec: number): Fix | null {
  if (t_sec < sortie.start_sec || t_sec > sortie.end_sec) return null;
  const leg = sortie.legs.find((l) => t_sec <= l.points.at(-1)!.t_sec) ?? sortie.legs.at(-1)!;
  const i = pointAfter(leg.points, t_sec);
  const [a, b] = [leg.points[i - 1]!, leg.points[i]!];
  const span = b.t_sec - a.t_sec;
  const share = span > 0 ? Math.min(1, Math.max(0, (t_sec - a.t_sec) / span)) : 0;
  const mix = (x: number, y: number): number => x + (y - x) * share;
  const [from, to] = [at(a), at(b)];
  return {
    sortie_id: sortie.id,
    unit_id: sortie.unit_id,
    lon_deg: mix(a.lon_deg, b.lon_deg),
    lat_deg: mix(a.lat_deg, b.lat_deg),
    amsl_m: mix(a.amsl_m, b.amsl_m),
    agl_m: a.agl_m === null || b.agl_m === null ? null : mix(a.agl_m, b.agl_m),
    energy_wh: mix(a.energy_wh, b.energy_wh),
    speed_mps: span > 0 ? distance_m(from, to) / span : 0,
    heading_deg: bearing_deg(from, to),
    kind: leg.kind,
    lane_id: leg.lane_id,
  };
}

/** Every aircraft in the air at a moment. */
export function fixesAt(plan: SurveyPlan, t_sec: number): Fix[] {
  return plan.sorties.map((s) => fixOf(s, t_sec)).filter((f) => f !== null);
}

function pointAfter(points: readonly PlanPoint[], t_sec: number): number {
  let [low, high] = [1, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.t_sec < t_sec) low = middle + 1;
    else high = middle;
  }
  return low;
}

const at = (p: PlanPoint): [number, number] => [p.lon_deg, p.lat_deg];

/** Distances of the frames of a capture along its leg, metres. A sensor that runs continuously takes none. */
export function framesOf(capture: PlanCapture | null): readonly number[] {
  if (capture === null || capture.type === 'continuous') return [];
  if (capture.type === 'list') return capture.along_m;
  return Array.from({ length: capture.count }, (_, i) => capture.first_m + i * capture.spacing_m);
}

/** Places of the frames of a leg. */
export function framePlaces(leg: PlanLeg): [number, number][] {
  const along = framesOf(leg.capture);
  if (along.length === 0) return [];
  const places: [number, number][] = [];
  let [passed, i] = [0, 1];
  let step = distance_m(at(leg.points[0]!), at(leg.points[1]!));
  for (const m of along) {
    while (m > passed + step && i + 1 < leg.points.length) {
      passed += step;
      i++;
      step = distance_m(at(leg.points[i - 1]!), at(leg.points[i]!));
    }
    const [a, b] = [leg.points[i - 1]!, leg.points[i]!];
    const share = step > 0 ? Math.min(1, (m - passed) / step) : 0;
    places.push([a.lon_deg + (b.lon_deg - a.lon_deg) * share, a.lat_deg + (b.lat_deg - a.lat_deg) * share]);
  }
  return places;
}
