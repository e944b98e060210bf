import type { Feature, FeatureCollection } from 'geojson';
import type { PlanLeg, SurveyPlan, SurveyVerdict } from '#ir';
import type { SurveyScenario } from '#world';
import { bearing_deg, offset } from '../../map/earth.ts';
import { collection, line, point, polygon } from '../../map/features.ts';
import { unitColour } from '../plan/colours.ts';
import { framePlaces, type Fix } from '../plan/motion.ts';

const STYLE_OF: Readonly<Record<PlanLeg['kind'], 'lane' | 'turn' | 'transit'>> = {
  lane: 'lane',
  turn: 'turn',
  lead_in: 'turn',
  run_out: 'turn',
  hold: 'turn',
  takeoff: 'transit',
  climb: 'transit',
  transit: 'transit',
  descend: 'transit',
  landing: 'transit',
};

/** Flights and frames of a plan. A chosen sortie stands out, the others fade. */
export function planFeatures(
  plan: SurveyPlan,
  scenario: SurveyScenario,
  sortie_id: string | null,
): { readonly tracks: FeatureCollection; readonly frames: FeatureCollection } {
  const tracks: Feature[] = [];
  const frames: Feature[] = [];
  for (const sortie of plan.sorties) {
    const colour = unitColour(scenario.units, sortie.unit_id);
    const faded = sortie_id !== null && sortie.id !== sortie_id;
    for (const leg of sortie.legs) {
      const properties = { kind: STYLE_OF[leg.kind], colour, faded, sortie: sortie.id };
      tracks.push(
        line(
          leg.points.map((p) => [p.lon_deg, p.lat_deg]),
          properties,
        ),
      );
      if (!faded) frames.push(...framePlaces(leg).map((p) => point(p, { colour })));
    }
  }
  return { tracks: collection(tracks), frames: collection(frames) };
}

/** Flights as thin standing ribbons at their height over the ground, for the 3D view. */
export function ribbonFeatures(
  plan: SurveyPlan,
  scenario: SurveyScenario,
  ground_m: number,
): FeatureCollection {
  const out: Feature[] = [];
  for (const sortie of plan.sorties) {
    const colour = unitColour(scenario.units, sortie.unit_id);
    for (const leg of sortie.legs)
      for (let i = 1; i < leg.points.length; i++) {
        const [a, b] = [leg.points[i - 1]!, leg.points[i]!];
        const from: [number, number] = [a.lon_deg, a.lat_deg];
        const to: [number, number] = [b.lon_deg, b.lat_deg];
        if (from[0] === to[0] && from[1] === to[1]) continue;
        const across = ((bearing_deg(from, to) + 90) * Math.PI) / 180;
        const [east, north] = [Math.sin(across) * 2, Math.cos(across) * 2];
        const height = ((a.agl_m ?? a.amsl_m - ground_m) + (b.agl_m ?? b.amsl_m - ground_m)) / 2;
        const ring = [
          offset(from, east, north),
          offset(to, east, north),
          offset(to, -east, -north),
          offset(from, -east, -north),
        ];
        out.push(polygon([[...ring, ring[0]!]], { colour, base: Math.max(0, height - 2), top: height + 2 }));
      }
  }
  return collection(out);
}

/** Findings that have a place. */
export function findingFeatures(verdict: SurveyVerdict): FeatureCollection {
  return collection(
    verdict.findings
      .filter((f) => f.place !== null && f.severity !== 'info')
      .map((f) => point([f.place!.lon_deg, f.place!.lat_deg], { severity: f.severity, code: f.code })),
  );
}

/** Aircraft in the air. */
export function aircraftFeatures(fixes: readonly Fix[], scenario: SurveyScenario): FeatureCollection {
  return collection(
    fixes.map((f) =>
      point([f.lon_deg, f.lat_deg], {
        colour: unitColour(scenario.units, f.unit_id),
        heading: f.heading_deg,
        name: scenario.units.find((u) => u.id === f.unit_id)?.name ?? f.unit_id,
      }),
    ),
  );
}
