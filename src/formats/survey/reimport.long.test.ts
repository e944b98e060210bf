import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyCatalogue, type SurveyScenario } from '#world';
import { SURVEY_CODES, type SurveyPlan, surveyPlanHash } from '#ir';
import { planSurvey } from '#engines/survey';
import { judgeExport, validateSurveyPlan } from '#engines/validator';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { SURVEY_EXPORT_FORMATS, exportSurveyPlan } from './export-plan.ts';
import { readBack } from './read-back.ts';

const catalogue: SurveyCatalogue = bundledSurveyCatalogue();
/** Demonstrations whose aircraft DJI's format has numbers for. */
const DJI = ['s01', 's02', 's03', 's04', 's09'];

function planned(id: string): { scenario: SurveyScenario; plan: SurveyPlan } {
  const base = bundledSurveyScenario(id)!;
  const scenario = { ...base, solver: { ...base.solver, iteration_budget: 5 } };
  const made = planSurvey(scenario, catalogue);
  assert.ok(made.ok);
  return { scenario, plan: made.value };
}

/** Every format is written, read by the test's own reader and judged; `null` where the format refuses the aircraft. */
function judged(scenario: SurveyScenario, plan: SurveyPlan) {
  const verdict = validateSurveyPlan(scenario, catalogue, plan);
  const home_amsl_m = new Map(plan.sorties.map((s) => [s.id, s.legs[0]!.points[0]!.amsl_m]));
  const zero_ms = Date.parse(scenario.work_window.start_utc);
  const formats = SURVEY_EXPORT_FORMATS.map((format) => {
    const written = exportSurveyPlan(plan, format, { scenario, catalogue });
    if (!written.ok) return { format, judgement: null };
    const file = readBack(format, written.value, { zero_ms, home_amsl_m });
    return { format, judgement: judgeExport({ scenario, catalogue }, plan, verdict, file) };
  });
  return { verdict, formats };
}

for (const id of ['s01', 's02', 's03', 's04', 's05', 's06', 's07', 's08', 's09'])
  test(`${id} is admitted, and so is every file of it, read back`, () => {
    const { scenario, plan } = planned(id);
    const { verdict, formats } = judged(scenario, plan);
    assert.ok(verdict.admitted);
    for (const { format, judgement } of formats) {
      if (format === 'wpml' && !DJI.includes(id)) {
        assert.equal(judgement, null);
        continue;
      }
      assert.ok(judgement !== null, format);
      assert.deepEqual(
        judgement.findings.map((f) => `${f.code} ${f.text.en}`),
        [],
        format,
      );
      assert.ok(judgement.admitted && judgement.same, format);
    }
  });

type Fault = { readonly code: string; readonly make: (s: SurveyScenario, p: SurveyPlan) => Broken };
type Broken = { readonly scenario: SurveyScenario; readonly plan: SurveyPlan };

function resealed(plan: SurveyPlan): SurveyPlan {
  return { ...plan, plan_hash: surveyPlanHash(plan) };
}

/** Points of every leg moved; the plan is sealed anew, so that only its geometry speaks against it. */
function moved(plan: SurveyPlan, north_deg: number, up_m: number): SurveyPlan {
  return resealed({
    ...plan,
    sorties: plan.sorties.map((s) => ({
      ...s,
      legs: s.legs.map((l) => ({
        ...l,
        points: l.points.map((p) => ({ ...p, lat_deg: p.lat_deg + north_deg, amsl_m: p.amsl_m + up_m })),
      })),
    })),
  });
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'lanes moved 60 m towards the zone': {
    code: 'G1-02',
    make: (scenario, plan) => ({ scenario, plan: moved(plan, 60 / 111_300, 0) }),
  },
  'flown 400 m higher, above the ceiling': {
    code: 'G1-04',
    make: (scenario, plan) => ({ scenario, plan: moved(plan, 0, 400) }),
  },
  'the first flight takes no frames': {
    code: 'G2-01',
    make: (scenario, plan) => {
      const [first, ...rest] = plan.sorties;
      const legs = first!.legs.map((l) => ({ ...l, capture: null }));
      return { scenario, plan: resealed({ ...plan, sorties: [{ ...first!, legs }, ...rest] }) };
    },
  },
};

test('a plan that its geometry keeps from being admitted is not admitted from any file of it either', () => {
  const good = planned('s09');
  for (const [name, fault] of Object.entries(FAULTS)) {
    const { scenario, plan } = fault.make(good.scenario, good.plan);
    const { verdict, formats } = judged(scenario, plan);
    assert.ok(
      verdict.findings.some((f) => f.code === fault.code),
      `${name}: ${verdict.findings.map((f) => f.code).join(' ')}`,
    );
    for (const { format, judgement } of formats) {
      const what = `${name}, ${format}: ${judgement!.findings.map((f) => f.code).join(' ')}`;
      assert.equal(judgement!.admitted, false, what);
      // Their rounded spacing ends a lane up to a few decimetres early, which other codes may see besides.
      if (format !== 'wpml' && format !== 'litchi') assert.ok(judgement!.same, what);
      assert.ok(
        judgement!.findings.some((f) => f.code === fault.code),
        what,
      );
    }
  }
});

test('a file that was changed on its way is told from the plan, and is judged as it is', () => {
  const { scenario, plan } = planned('s09');
  const verdict = validateSurveyPlan(scenario, catalogue, plan);
  const home_amsl_m = new Map(plan.sorties.map((s) => [s.id, s.legs[0]!.points[0]!.amsl_m]));
  const written = exportSurveyPlan(plan, 'wpl', { scenario, catalogue });
  assert.ok(written.ok);
  const file = readBack('wpl', written.value, { zero_ms: 0, home_amsl_m });
  const judge = (flights: typeof file.flights) =>
    judgeExport({ scenario, catalogue }, plan, verdict, { ...file, flights });
  const change = (of: (p: (typeof file.flights)[number]['points']) => typeof p) =>
    judge(file.flights.map((f, i) => (i === 0 ? { ...f, points: of(f.points) } : f)));
  const swapped = change((points) => points.map((p) => ({ ...p, lon_deg: p.lat_deg, lat_deg: p.lon_deg })));
  assert.ok(!swapped.admitted && swapped.findings.some((f) => f.code === 'G8-04'));
  const silent = change((points) => points.map((p) => ({ ...p, trigger_m: null })));
  assert.ok(!silent.admitted && silent.findings.some((f) => f.code === 'G2-01'));
  const sparse = change((points) =>
    points.map((p) => ({ ...p, trigger_m: p.trigger_m === null ? null : p.trigger_m * 1.2 })),
  );
  assert.ok(!sparse.admitted && sparse.findings.some((f) => f.code === 'G2-03'));
  const half = judge(file.flights.slice(1));
  assert.ok(!half.admitted && half.findings.some((f) => f.code === 'G8-04'));
  assert.equal(judge(file.flights).admitted, true);
  const unadmitted = judgeExport({ scenario, catalogue }, plan, { ...verdict, admitted: false }, file);
  assert.equal(unadmitted.admitted, false);
});

test('what waypoints cannot carry is said, and no more than that', () => {
  const { scenario, plan } = planned('s01');
  const { formats } = judged(scenario, plan);
  const missing = (format: string) => formats.find((f) => f.format === format)!.judgement!.not_judged;
  assert.deepEqual(missing('kml'), ['G4-06', 'G6-02', 'G6-03', 'G6-07']);
  assert.deepEqual(missing('wpl'), missing('litchi'));
  const judgedCodes = Object.keys(SURVEY_CODES).filter((c) => !(missing('wpl') as string[]).includes(c));
  for (const code of [
    'G1-01',
    'G1-02',
    'G1-03',
    'G1-04',
    'G1-06',
    'G2-01',
    'G2-02',
    'G2-03',
    'G2-04',
    'G6-01',
  ])
    assert.ok(judgedCodes.includes(code), code);
});
