import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  carries,
  checkScenario,
  aircraftFigures,
  lintAircraft,
  lintCatalogue,
  lintPayload,
  payloadFigures,
  surveyCatalogueJsonSchema,
  surveyScenarioJsonSchema,
} from '#world';
import { bundledSurveyCatalogue, bundledSurveyScenario, bundledSurveyScenarioIds } from './survey.ts';

const catalogue = bundledSurveyCatalogue();
const scenarios = bundledSurveyScenarioIds().map((id) => bundledSurveyScenario(id)!);

test('ten scenarios ship, each under its file name and with a story in both languages', () => {
  assert.equal(scenarios.length, 10);
  scenarios.forEach((s, i) => {
    assert.equal(s.id, bundledSurveyScenarioIds()[i]);
    assert.ok(s.id.startsWith(`s${String(i + 1).padStart(2, '0')}-`));
    assert.ok(s.title.en && s.title.ru && s.shows.en && /[а-я]/i.test(s.shows.ru));
  });
  assert.equal(bundledSurveyScenario('s03')!.id, 's03-multi-sites');
  assert.equal(bundledSurveyScenario('s0'), null);
});

test('every bundled scenario passes its checks and its published schema', () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(
    surveyScenarioJsonSchema(),
  );
  for (const s of scenarios) {
    assert.deepEqual(checkScenario(s, catalogue), [], s.id);
    assert.ok(validate(s), `${s.id}: ${JSON.stringify(validate.errors)}`);
  }
  const broken = structuredClone(scenarios[0]!) as unknown as {
    sites: { lon_deg?: number }[];
    airspace: { boundary: { coordinates: number[][][] } };
  };
  broken.airspace.boundary.coordinates[0]![0] = [1];
  assert.ok(!validate(broken), 'a position of one number is refused');
  const extra = { ...scenarios[0]!, policy: {} };
  assert.ok(!validate(extra), 'policy is no part of a scenario');
});

test('every unit can do at least one task of its scenario, and its site takes it', () => {
  for (const s of scenarios)
    for (const unit of s.units) {
      const model = catalogue.aircraft.find((m) => m.id === unit.model_id)!;
      const payload = catalogue.payloads.find((p) => p.id === unit.payload_id)!;
      const site = s.sites.find((x) => x.id === unit.home_site_id)!;
      assert.ok(carries(model, payload.id), `${s.id} ${unit.id}`);
      assert.ok(site.accepts.includes(model.kind), `${s.id} ${unit.id}`);
      assert.ok(
        s.tasks.some((t) => t.survey_type === payload.type),
        `${s.id} ${unit.id}`,
      );
    }
});

test('the bundled catalogue fits its published schema', () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(surveyCatalogueJsonSchema());
  assert.ok(validate(catalogue), JSON.stringify(validate.errors));
});

test('the lint finds every row that is marked refused, and only those', () => {
  const refused = [...catalogue.aircraft, ...catalogue.payloads]
    .filter((r) => r.refused !== null)
    .map((r) => r.id)
    .sort();
  const suspected = [...new Set(lintCatalogue(catalogue).map((s) => s.row_id))].sort();
  assert.deepEqual(suspected, refused);
  assert.equal(refused.length, 7);
  const rules = (id: string) =>
    lintPayload(
      catalogue.payloads.find((p) => p.id === id)!,
      catalogue.payloads,
    ).map((s) => s.rule);
  assert.ok(rules('flir-duo-r-qgc-bad').includes('sensor_size_absurd'));
  assert.ok(rules('yuneec-e10t-qgc-suspect').includes('focal_looks_like_equivalent'));
  assert.ok(rules('sony-a7r2-mp-bad').includes('family_sensor_differs'));
  assert.ok(rules('canon-5d2-mp-bad').includes('view_too_wide'));
  assert.ok(rules('yuneec-e90').includes('pixels_not_square'));
  assert.ok(rules('dji-mini4pro-12mp').includes('sources_conflict'));
});

test('rows without an essential figure say which, and are not used', () => {
  const plane = aircraftFigures(catalogue, 'geoscan-201');
  assert.ok(!plane.ok && plane.error.type === 'figures_missing');
  assert.ok(plane.error.figures.includes('battery_wh'));
  const camera = payloadFigures(catalogue, 'canon-s100');
  assert.ok(!camera.ok && camera.error.type === 'figures_missing');
  assert.deepEqual(camera.error.figures, ['min_trigger_s']);
  const near = aircraftFigures(catalogue, 'dji-m3');
  assert.ok(!near.ok && near.error.type === 'unknown_equipment' && near.error.near.includes('dji-m3e'));
});

test('figures of usable rows are finite, and a row that contradicts itself is suspected', () => {
  let usable = 0;
  for (const row of catalogue.aircraft) {
    const figures = aircraftFigures(catalogue, row.id);
    if (!figures.ok) continue;
    usable++;
    for (const value of Object.values(figures.value))
      if (typeof value === 'number') assert.ok(Number.isFinite(value), row.id);
  }
  assert.ok(usable >= 12);
  const m3e = catalogue.aircraft.find((a) => a.id === 'dji-m3e')!;
  const wrong = { ...m3e, cruise_power_w: { ...m3e.cruise_power_w, value: 30 } };
  assert.deepEqual(
    lintAircraft(wrong).map((s) => s.rule),
    ['endurance_contradicts_power'],
  );
});
