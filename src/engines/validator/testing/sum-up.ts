/** Totals and schedule of a test plan, summed from its own sorties. */
import { type SurveyScenario } from '#world';
import { type PlanSortie, type SurveyPlan } from '#ir';
import { near } from '../plane.ts';

type UnitTotals = Omit<SurveyPlan['totals'], 'work_time_s' | 'per_unit'>;

function sum(sorties: readonly PlanSortie[], distanceOf: (s: PlanSortie) => [number, number]): UnitTotals {
  const distances = sorties.map(distanceOf);
  return {
    flight_time_s: sorties.reduce((a, s) => a + s.end_sec - s.start_sec, 0),
    distance_m: distances.reduce((a, d) => a + d[0], 0),
    lane_length_m: distances.reduce((a, d) => a + d[1], 0),
    photos: sorties.reduce((a, s) => a + photos(s), 0),
    sorties: sorties.length,
    turns: sorties.reduce((a, s) => a + s.legs.filter((l) => l.kind === 'turn').length, 0),
    energy_wh: sorties.reduce((a, s) => a + s.energy_wh, 0),
  };
}

function photos(s: PlanSortie): number {
  return s.legs.reduce((a, l) => {
    if (l.capture === null || l.capture.type === 'continuous') return a;
    return a + (l.capture.type === 'distance' ? l.capture.count : l.capture.along_m.length);
  }, 0);
}

/** Great-circle-free: distances on a sphere of the ellipsoid's local radii, good to 1e-5 over a field. */
function lengths(s: PlanSortie): [number, number] {
  let [all, lane] = [0, 0];
  for (const leg of s.legs)
    for (let i = 0; i + 1 < leg.points.length; i++) {
      const [p, q] = [leg.points[i]!, leg.points[i + 1]!];
      const lat = (((p.lat_deg + q.lat_deg) / 2) * Math.PI) / 180;
      const e2 = 0.00669437999014;
      const w = Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
      const dx = ((near(q.lon_deg - p.lon_deg, 0) * Math.PI) / 180) * (6378137 / w) * Math.cos(lat);
      const dy = (((q.lat_deg - p.lat_deg) * Math.PI) / 180) * ((6378137 * (1 - e2)) / w ** 3);
      const flat = Math.hypot(dx, dy);
      all += Math.hypot(flat, q.amsl_m - p.amsl_m);
      if (leg.kind === 'lane') lane += flat;
    }
  return [all, lane];
}

/** The totals member. */
export function totalsOfPlan(scenario: SurveyScenario, sorties: readonly PlanSortie[]): SurveyPlan['totals'] {
  const flying = scenario.units.filter((u) => sorties.some((s) => s.unit_id === u.id));
  return {
    work_time_s: Math.max(0, ...sorties.map((s) => s.end_sec)),
    ...sum(sorties, lengths),
    per_unit: flying.map((u) => ({
      unit_id: u.id,
      ...sum(
        sorties.filter((s) => s.unit_id === u.id),
        lengths,
      ),
    })),
  };
}

/** The schedule member. */
export function scheduleOf(scenario: SurveyScenario, sorties: readonly PlanSortie[]): SurveyPlan['schedule'] {
  return scenario.units
    .filter((u) => sorties.some((s) => s.unit_id === u.id))
    .map((u) => {
      const entries: SurveyPlan['schedule'][number]['entries'] = [];
      const own = sorties.filter((s) => s.unit_id === u.id);
      const site = scenario.sites.find((s) => s.id === u.home_site_id)!;
      let at = 0;
      own.forEach((s, i) => {
        const ready = i === 0 ? at : Math.min(s.start_sec, at + site.turnaround_s);
        const place = { sortie_id: null, site_id: site.id };
        if (ready > at)
          entries.push({ kind: 'turnaround', ...place, pad: s.pad, from_sec: at, to_sec: ready });
        if (s.start_sec > ready)
          entries.push({ kind: 'wait', ...place, pad: null, from_sec: ready, to_sec: s.start_sec });
        entries.push({
          kind: 'sortie',
          sortie_id: s.id,
          site_id: site.id,
          pad: s.pad,
          from_sec: s.start_sec,
          to_sec: s.end_sec,
        });
        at = s.end_sec;
      });
      return { unit_id: u.id, entries };
    });
}
