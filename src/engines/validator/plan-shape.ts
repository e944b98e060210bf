/** Whether a document has the shape of a survey plan. */
import { LIMITS } from '#base';
import { PlanPoint, SurveyPlan } from '#ir';

type Issues = NonNullable<ReturnType<typeof SurveyPlan.safeParse>['error']>['issues'];

/**
 * What the schema has against a plan; nothing for a sound one. Nearly all of a large plan is points, six numbers each:
 * where all of them are plainly in order the schema reads the plan with two points a leg, which tells it the same.
 */
export function planIssues(plan: SurveyPlan): Issues {
  const read = SurveyPlan.safeParse(hasPlainPoints(plan) ? thinned(plan) : plan);
  return read.success ? [] : read.error.issues;
}

const { shape } = PlanPoint;
const MEMBERS = ['t_sec', 'lon_deg', 'lat_deg', 'amsl_m', 'energy_wh'] as const;
const COUNT = Object.keys(shape).length;
const LOW = MEMBERS.map((name) => shape[name].minValue!);
const HIGH = MEMBERS.map((name) => shape[name].maxValue!);
const AGL = shape.agl_m.unwrap();
const [AGL_LOW, AGL_HIGH] = [AGL.minValue!, AGL.maxValue!];

/** A point whose members are those of the schema, each a number within its bounds; what is not plain may still be sound. */
function isPlain(point: Readonly<Record<string, unknown>> | null): boolean {
  if (typeof point !== 'object' || point === null) return false;
  let count = 0;
  for (const _ in point) count += 1;
  if (count !== COUNT || COUNT !== MEMBERS.length + 1) return false;
  for (let i = 0; i < MEMBERS.length; i++) {
    const value = point[MEMBERS[i]!];
    if (typeof value !== 'number' || !(value >= LOW[i]! && value <= HIGH[i]!)) return false;
  }
  const agl = point['agl_m'];
  return agl === null || (typeof agl === 'number' && agl >= AGL_LOW && agl <= AGL_HIGH);
}

function hasPlainPoints(plan: SurveyPlan): boolean {
  const list = (x: unknown): readonly unknown[] | null => (Array.isArray(x) ? x : null);
  const sorties = list((plan as { sorties?: unknown } | null)?.sorties);
  if (sorties === null) return false;
  for (const sortie of sorties) {
    const legs = list((sortie as { legs?: unknown } | null)?.legs);
    if (legs === null) return false;
    for (const leg of legs) {
      const points = list((leg as { points?: unknown } | null)?.points);
      if (points === null || points.length > LIMITS.survey_plan_points) return false;
      for (const point of points) if (!isPlain(point as Readonly<Record<string, unknown>>)) return false;
    }
  }
  return true;
}

function thinned(plan: SurveyPlan): unknown {
  return {
    ...plan,
    sorties: plan.sorties.map((sortie) => ({
      ...sortie,
      legs: sortie.legs.map((leg) => ({ ...leg, points: leg.points.slice(0, 2) })),
    })),
  };
}
