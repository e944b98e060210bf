/** Single faults put into a good plan; hashes are made right again, so that nothing but the fault is left to find. */
import { hashOf } from '#base';
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import { type PlanLeg, type PlanPoint, type SurveyPlan } from '#ir';
import { sealed } from './build-plan.ts';
import { HOME } from './scenes.ts';
import { testFrame } from './frame.ts';

/** All that a validation takes. */
export type Bundle = {
  readonly scenario: SurveyScenario;
  readonly catalogue: SurveyCatalogue;
  readonly plan: SurveyPlan;
};

/** Fresh hashes everywhere. */
export function rehash(b: Bundle): Bundle {
  const plan = sealed({
    ...b.plan,
    scenario_id: b.scenario.id,
    scenario_hash: hashOf(b.scenario),
    catalogue_hash: hashOf(b.catalogue),
  });
  return { ...b, plan };
}

/** A deep, writable copy with some value changed by a JSON path of keys. */
export function put<T>(document: T, path: readonly (string | number)[], value: unknown): T {
  const copy = structuredClone(document);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  at[path[path.length - 1]!] = value;
  return copy;
}

/** A figure of an aircraft or payload row changed. */
export function withFigure(
  catalogue: SurveyCatalogue,
  id: string,
  name: string,
  value: number | null,
): SurveyCatalogue {
  const copy = structuredClone(catalogue);
  const row = [...copy.aircraft, ...copy.payloads].find((r) => r.id === id) as unknown as Record<
    string,
    { value: number | null; confidence: string; source_id: string | null }
  >;
  row[name] =
    value === null
      ? { value, confidence: 'missing', source_id: null }
      : { value, confidence: 'user', source_id: 'tests' };
  return copy;
}

/** A plan with every point of some legs changed; joints shared with other legs are kept joined. */
export function mapPoints(
  plan: SurveyPlan,
  pick: (leg: PlanLeg, sortie: number, leg_index: number) => boolean,
  change: (p: PlanPoint) => PlanPoint,
): SurveyPlan {
  const copy = structuredClone(plan);
  copy.sorties.forEach((s, i) => {
    s.legs.forEach((leg, k) => {
      if (!pick(leg, i, k)) return;
      leg.points = leg.points.map(change);
      const before = s.legs[k - 1];
      const after = s.legs[k + 1];
      if (before !== undefined) before.points[before.points.length - 1] = leg.points[0]!;
      if (after !== undefined) after.points[0] = leg.points[leg.points.length - 1]!;
    });
  });
  return copy;
}

const frame = testFrame(HOME.lon, HOME.lat);

/** A point moved by metres. */
export function moved(p: PlanPoint, dx: number, dy: number, dz = 0): PlanPoint {
  const [x, y] = frame.xy(p.lon_deg, p.lat_deg);
  const [lon_deg, lat_deg] = frame.lonLat(x + dx, y + dy);
  return { ...p, lon_deg, lat_deg, amsl_m: p.amsl_m + dz };
}

/** The plan with one sortie's times moved. */
export function shifted(plan: SurveyPlan, index: number, by: number): SurveyPlan {
  const copy = structuredClone(plan);
  const s = copy.sorties[index]!;
  s.start_sec += by;
  s.end_sec += by;
  for (const leg of s.legs) for (const p of leg.points) p.t_sec += by;
  for (const row of copy.schedule)
    for (const e of row.entries)
      if (e.sortie_id === s.id) {
        e.from_sec += by;
        e.to_sec += by;
      }
  return copy;
}

/** The plan with one leg flown slower or faster, everything after it later or earlier. */
export function stretched(plan: SurveyPlan, sortie: number, legIndex: number, factor: number): SurveyPlan {
  const copy = structuredClone(plan);
  const s = copy.sorties[sortie]!;
  const leg = s.legs[legIndex]!;
  const start = leg.points[0]!.t_sec;
  const extra = (leg.points[leg.points.length - 1]!.t_sec - start) * (factor - 1);
  s.legs.forEach((l, k) => {
    if (k < legIndex) return;
    l.points = l.points.map((p) => ({
      ...p,
      t_sec: k === legIndex ? start + (p.t_sec - start) * factor : p.t_sec + extra,
    }));
  });
  s.end_sec += extra;
  return copy;
}

/** The plan with a lane's captures, and the lane itself, left out: it is flown with the sensor off. */
export function withoutLanes(plan: SurveyPlan, drop: (laneId: string) => boolean): SurveyPlan {
  const copy = structuredClone(plan);
  for (const s of copy.sorties)
    for (const leg of s.legs)
      if (leg.lane_id !== null && drop(leg.lane_id)) {
        leg.kind = 'transit';
        leg.lane_id = null;
        leg.capture = null;
      }
  return { ...copy, lanes: copy.lanes.filter((l) => !drop(l.id)) };
}
