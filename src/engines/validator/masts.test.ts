import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyVerdict } from '#ir';
import { validateSurveyPlan } from './index.ts';
import { buildTestPlan, sealed } from './testing/build-plan.ts';
import { testFrame } from './testing/frame.ts';
import { HOME, box, cameraTask, scene, testCatalogue } from './testing/scenes.ts';

const catalogue = testCatalogue();

/**
 * A field of 800 by 600 m with a mast at its middle, and no frame within 120 m of it: a circle of some 90 m stays bare.
 * The lanes of the builder know nothing of the mast.
 */
function judged(top_m: number, radius_m: number, clearance_m: number, lowered_m = 0): SurveyVerdict {
  const open = scene({ tasks: [cameraTask('field', box(0, 0, 800, 600))] });
  const frame = testFrame(HOME.lon, HOME.lat);
  const [lon_deg, lat_deg] = frame.lonLat(0, 0);
  const mast = { id: 'mast', name: 'Mast', lon_deg, lat_deg, radius_m, top_amsl_m: 60 + top_m };
  const scenario = {
    ...open,
    airspace: { ...open.airspace, obstacles: [mast], obstacle_clearance_m: clearance_m },
  };
  const plan = structuredClone(buildTestPlan(scenario, catalogue, { sorties: 1 }));
  for (const sortie of plan.sorties)
    for (const leg of sortie.legs) {
      if (leg.capture?.type !== 'distance') continue;
      const [ax, ay] = frame.xy(leg.points[0]!.lon_deg, leg.points[0]!.lat_deg);
      const last = leg.points[leg.points.length - 1]!;
      const [bx, by] = frame.xy(last.lon_deg, last.lat_deg);
      const length = Math.hypot(bx - ax, by - ay);
      const { first_m, spacing_m, count } = leg.capture;
      const along_m = Array.from({ length: count }, (_, i) => first_m + i * spacing_m).filter((s) => {
        const f = s / length;
        return Math.hypot(ax + f * (bx - ax), ay + f * (by - ay)) > 120;
      });
      leg.capture = { type: 'list', along_m };
    }
  lowerNearest(plan, frame, lowered_m);
  return validateSurveyPlan(scenario, catalogue, sealed(plan));
}

type Plan = ReturnType<typeof buildTestPlan>;

/** Lowers the lanes that have the exposures nearest to the mast, which lies in the middle between them. */
function lowerNearest(plan: Plan, frame: ReturnType<typeof testFrame>, by_m: number): void {
  const lanes = plan.sorties.flatMap((s) => s.legs.filter((l) => l.capture?.type === 'list'));
  const away = ({ points, capture }: (typeof lanes)[number]): number => {
    const [a, b] = [points[0]!, points[points.length - 1]!].map((p) => frame.xy(p.lon_deg, p.lat_deg));
    const [dx, dy] = [b![0] - a![0], b![1] - a![1]];
    const along_m = capture?.type === 'list' ? capture.along_m : [];
    const at = along_m.map((s) => s / Math.hypot(dx, dy));
    return Math.min(...at.map((f) => Math.hypot(a![0] + f * dx, a![1] + f * dy)));
  };
  const nearest = Math.min(...lanes.map(away));
  for (const lane of lanes.filter((l) => away(l) < nearest + 1))
    for (const p of lane.points) p.amsl_m -= by_m;
}

const coverage = (v: SurveyVerdict) => v.findings.find((f) => f.code === 'G2-01');
const spared = (v: SurveyVerdict) => v.not_judged.find((n) => n.code === 'G2-01');

test('bare ground within the clearance of a mast that cannot be flown over is not asked for, and said', () => {
  const verdict = judged(200, 150, 30);
  assert.equal(coverage(verdict), undefined);
  assert.ok(verdict.metrics!.coverage_ratio! > 0.9999);
  const said = spared(verdict)!.text;
  assert.match(said.en, /not imaged and not asked for: \d{4,} m² of field \(mast\)/);
  assert.match(said.ru, /не входит: \d{4,} м² участка field \(mast\)/);
});

test('a mast that the survey passes over with clearance takes nothing from the area', () => {
  const verdict = judged(10, 150, 30);
  assert.ok(coverage(verdict)!.measured! < 0.99);
  assert.equal(spared(verdict), undefined);
});

test('bare ground beyond the clearance of a mast is asked for', () => {
  const verdict = judged(200, 20, 30);
  assert.ok(coverage(verdict)!.measured! < 0.99);
  assert.match(spared(verdict)!.text.en, /\(mast\)/);
});

test('lanes that are lowered beside a mast excuse no ground over which the others pass with clearance', () => {
  // The others fly at 151 m above the sea; the mast with its clearance reaches up to 100 m, the lowered ones to 71 m.
  const level = judged(10, 150, 30);
  assert.equal(spared(level), undefined);
  const lowered = judged(10, 150, 30, 80);
  assert.equal(spared(lowered), undefined);
  assert.ok(coverage(lowered)!.measured! < 0.99);
});
