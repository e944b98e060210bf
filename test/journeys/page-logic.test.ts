import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planSurvey } from '#engines/survey';
import { surveyPlanHash } from '#ir';
import { bundledSurveyCatalogue, bundledSurveyScenario, bundledSurveyScenarioIds } from '#store';
import { checkScenario, parseSurveyScenario } from '#world';
import { withChanges, withoutSolver } from '../../src/web/assistant/apply-changes.ts';
import { crossesItself, polygonArea_m2 } from '../../src/web/map/earth.ts';
import { RULES } from '../../src/web/survey/edit/rules.ts';
import { emptyScenario, missingParts } from '../../src/web/survey/state/new-scenario.ts';
import { obstacleAt, polygonOf, siteAt, taskLike, unitLike } from '../../src/web/survey/state/objects.ts';
import { sealPlan } from '../../src/web/survey/state/plan-hash.ts';
import { applyPatch } from '../../src/web/survey/state/patch.ts';
import { applySteps, inverse, sameValue, stepsBetween } from '../../src/web/survey/state/steps.ts';
import type { WireDecision } from '../../src/web/api/decision.ts';
import { routeLayers } from '../../src/web/traffic/city-layers.ts';
import { legAt, pathOf, type PathPoint } from '../../src/web/traffic/flight.ts';
import { readNumber, type NumberRule } from '../../src/web/ui/number-rule.ts';

const bundled = bundledSurveyScenarioIds().map((id) => bundledSurveyScenario(id)!);
/** No bundled site has a landing strip. */
const strip = {
  ...bundled[0]!,
  sites: bundled[0]!.sites.map((x) => ({
    ...x,
    corridor: { landing_toward_deg: 10, length_m: 200, half_width_m: 20 },
  })),
};
const scenarios = [...bundled, strip];

/** A copy of a scenario with a number at a place; lists stand for their first entry. Null where the place is not there. */
function withNumber(scenario: unknown, place: string, value: number): unknown {
  const copy = structuredClone(scenario);
  let at = copy as Record<string, unknown>;
  const members = place.split('.');
  for (const member of members.slice(0, -1)) {
    const next = at[member];
    const object: unknown = Array.isArray(next) ? next[0] : next;
    if (typeof object !== 'object' || object === null) return null;
    at = object as Record<string, unknown>;
  }
  const last = members.at(-1)!;
  if (!(last in at)) return null;
  at[last] = value;
  return copy;
}

const accepted = (document: unknown): boolean => parseSurveyScenario(document).ok;

test('the fields of the page take exactly the numbers that the scenario schema takes', () => {
  for (const [place, rule] of Object.entries(RULES) as [string, NumberRule][]) {
    const scenario = scenarios.find((s) => withNumber(s, place, 1) !== null);
    assert.ok(scenario !== undefined, `no bundled scenario has ${place}`);
    const takes = (value: number): boolean => accepted(withNumber(scenario, place, value));
    const step = rule.whole === true ? 1 : Math.max(1e-6, Math.abs(rule.max) * 1e-9);
    assert.equal(takes(rule.max), true, `${place} takes its largest`);
    assert.equal(takes(rule.max + step), false, `${place} refuses more than its largest`);
    assert.equal(takes(rule.min), rule.above_min !== true, `${place} at its smallest`);
    assert.equal(takes(rule.min - step), false, `${place} refuses less than its smallest`);
    if (rule.whole === true) assert.equal(takes(rule.min + 0.5), false, `${place} is whole`);
  }
});

const words = { not_a_number: 'n', whole: 'w', range: () => 'r' };

test('a field reads decimal points and commas and refuses everything that is no number in range', () => {
  const rule = { min: 0, max: 60 };
  for (const [text, value] of [
    ['5', 5],
    [' 5,5 ', 5.5],
    ['0', 0],
    ['60', 60],
  ] as const)
    assert.deepEqual(readNumber(text, rule, words), { value });
  for (const text of ['', 'five', '1e999', 'NaN', 'Infinity', '5 m', '0x10', '1.2.3'])
    assert.ok('error' in readNumber(text, rule, words), text);
  for (const text of ['-0.1', '60.1']) assert.deepEqual(readNumber(text, rule, words), { error: 'r' });
});

test('edits lead there and back, whatever was edited', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (a, b) => {
      // JSON has no -0; the documents of the page come from JSON.
      const [before, after] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))] as [
        unknown,
        unknown,
      ];
      const steps = stepsBetween(before, after);
      assert.deepEqual(applySteps(before, steps), after);
      assert.deepEqual(applySteps(after, inverse(steps)), before);
      assert.equal(steps.length === 0, sameValue(before, after));
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('a small edit of a large scenario is a small step, and shares the rest', () => {
  const s = scenarios[2]!;
  const next = { ...s, weather: { ...s.weather, wind_mps: 9 } };
  const steps = stepsBetween(s, next);
  assert.deepEqual(steps, [
    { kind: 'set', path: ['weather', 'wind_mps'], was: s.weather.wind_mps, became: 9 },
  ]);
  assert.equal(applySteps(s, steps).tasks, s.tasks);
});

test('a remedy is applied whole or not at all', () => {
  const document = { a: [1, 2], b: { 'c/d': 1 } };
  const on = (op: 'add' | 'replace' | 'remove', path: string, value?: number) =>
    applyPatch(document, [{ target: 'scenario', op, path, ...(value === undefined ? {} : { value }) }]);
  assert.deepEqual(on('replace', '/a/1', 5), { a: [1, 5], b: { 'c/d': 1 } });
  assert.deepEqual(on('add', '/a/-', 3), { a: [1, 2, 3], b: { 'c/d': 1 } });
  assert.deepEqual(on('remove', '/a/0'), { a: [2], b: { 'c/d': 1 } });
  assert.deepEqual(on('replace', '/b/c~1d', 2), { a: [1, 2], b: { 'c/d': 2 } });
  for (const path of ['/a/2', '/a/x', '/z/y', '/b/q']) assert.equal(on('replace', path, 1), null, path);
  assert.deepEqual(document, { a: [1, 2], b: { 'c/d': 1 } }, 'the old document is not changed');
});

test('changes of the assistant find their objects by id, also after the operator has added one before them', () => {
  const s = bundledSurveyScenario('s03')!;
  const unit = s.units[0]!;
  const change = {
    path: '/units/0/home_site_id',
    object_id: unit.id,
    was: unit.home_site_id,
    became: 'vpp-2',
    safety_risk: false,
  };
  const moved = { ...s, units: [{ ...unit, id: 'new' }, ...s.units] };
  const after = withChanges(moved, [change]);
  assert.equal(after.units[0]!.home_site_id, unit.home_site_id);
  assert.equal(after.units.find((u) => u.id === unit.id)!.home_site_id, 'vpp-2');
  const site = s.candidate_sites[0]!;
  const changes = [
    { path: '/sites/3', object_id: site.id, was: null, became: site, safety_risk: false },
    { path: '/candidate_sites/0', object_id: site.id, was: site, became: null, safety_risk: false },
    { path: '/solver/time_limit_s', object_id: null, was: 30, became: 5, safety_risk: false },
  ];
  const opened = { ...s, sites: [...s.sites, site], candidate_sites: [] };
  assert.deepEqual(withChanges(s, withoutSolver(changes)), opened, "a variant's solver is its own");
  assert.deepEqual(withChanges(s, changes), { ...opened, solver: { ...s.solver, time_limit_s: 5 } });
});

test('drawn outlines: area for display, crossing refused', () => {
  const square: [number, number][] = [
    [39, 45],
    [39.01, 45],
    [39.01, 45.01],
    [39, 45.01],
  ];
  assert.equal(crossesItself(square), false);
  assert.equal(crossesItself([square[0]!, square[2]!, square[1]!, square[3]!]), true);
  const area = polygonArea_m2([[...square, square[0]!]]);
  assert.ok(Math.abs(area - 1112 * 786.3) / area < 0.002, String(area));
});

test('a scenario from nothing is complete and sound with one area, one site and one aircraft', () => {
  const begun = emptyScenario({
    id: 'own-1',
    title: 'Quarry',
    place: [39.5, 45.3],
    ground_amsl_m: 120,
    wind_mps: 4,
    gust_mps: 6,
    wind_from_deg: 300,
    now_ms: Date.UTC(2025, 5, 12, 7, 0, 1),
  });
  assert.equal(begun.work_window.start_utc, '2025-06-12T08:00:00Z');
  assert.deepEqual(missingParts(begun), ['tasks', 'sites', 'units']);
  assert.ok(!parseSurveyScenario(begun).ok, 'an empty scenario is not yet one');
  const area = polygonOf([
    [39.498, 45.298],
    [39.502, 45.298],
    [39.502, 45.302],
  ]);
  const drawn = { ...begun, tasks: [taskLike(begun, area, 'Pit')] };
  const placed = { ...drawn, sites: [siteAt(drawn, [39.497, 45.297], 'Gate', 'site')] };
  const catalogue = bundledSurveyCatalogue();
  const whole = { ...placed, units: [unitLike(placed, catalogue, 'One')] };
  assert.deepEqual(missingParts(whole), []);
  const parsed = parseSurveyScenario(whole);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  assert.deepEqual(checkScenario(parsed.value, catalogue), []);
  assert.equal(whole.sites[0]!.elevation_amsl_m, 120);
  assert.equal(obstacleAt(whole, [39.5, 45.3], 'Mast').top_amsl_m, 150);
});

test('new places stand on the posts of the terrain where there are any', () => {
  const s07 = bundledSurveyScenario('s07')!;
  assert.ok(s07.terrain.type === 'grid');
  const { west_deg, south_deg, step_lon_deg, step_lat_deg, columns, amsl_m } = s07.terrain;
  const post: [number, number] = [west_deg + 3 * step_lon_deg, south_deg + 2 * step_lat_deg];
  const expected = Number(amsl_m[2 * columns + 3]!.toFixed(1));
  assert.equal(siteAt(s07, post, 'x', 'site').elevation_amsl_m, expected);
  const outside = siteAt(s07, [0, 0], 'x', 'site').elevation_amsl_m;
  assert.equal(outside, s07.sites[0]!.elevation_amsl_m, 'beyond the posts the first site stands in');
});

test('other posts of the terrain are one step, and can be taken back', () => {
  const s07 = bundledSurveyScenario('s07')!;
  assert.ok(s07.terrain.type === 'grid');
  const many = { ...s07, terrain: { ...s07.terrain, amsl_m: Array.from({ length: 5000 }, (_, i) => i) } };
  const other = { ...many, terrain: { ...many.terrain, amsl_m: many.terrain.amsl_m.map((h) => h + 1) } };
  const steps = stepsBetween(many, other);
  assert.equal(steps.length, 1);
  assert.deepEqual(applySteps(other, inverse(steps)), many);
});

test('a corrected plan is sealed as the core seals it', async () => {
  const s01 = bundledSurveyScenario('s01')!;
  const scenario = { ...s01, solver: { ...s01.solver, iteration_budget: 0 } };
  const made = planSurvey(scenario, bundledSurveyCatalogue());
  assert.ok(made.ok);
  assert.equal((await sealPlan(made.value))!.plan_hash, made.value.plan_hash);
  const changed = { ...made.value, totals: { ...made.value.totals, photos: 1 } };
  assert.equal((await sealPlan(changed))!.plan_hash, surveyPlanHash(changed));
});

test('the leg of a counterexample is the one that is flown at its moment, released or tried', () => {
  const at = (t_sec: number, lon: number, z_m = 60): PathPoint => ({
    t_sec,
    lon,
    lat: 56,
    z_m,
    stop_id: null,
  });
  const tried = [at(0, 37, 0), at(10, 37), at(50, 37.1), at(90, 37.2), at(100, 37.2, 0)];
  const refused = {
    final_status: 'safe_refusal',
    decision: { trajectory: [] },
    tried,
  } as unknown as WireDecision;
  const leg = (t_sec: number): unknown =>
    (legAt(refused, t_sec)?.geometry as { coordinates: unknown }).coordinates;
  const [first, second] = [
    [
      [37, 56],
      [37.1, 56],
    ],
    [
      [37.1, 56],
      [37.2, 56],
    ],
  ];
  assert.deepEqual(leg(30), first);
  assert.deepEqual(leg(50), first, 'at a waypoint: the leg before it');
  assert.deepEqual(leg(50.1), second);
  assert.deepEqual(leg(5), first, 'in the climb: the first leg that goes somewhere');
  assert.deepEqual(leg(95), second, 'in the descent: the last leg that goes somewhere');
  assert.deepEqual(leg(1e6), second, 'after the end');
  assert.equal(legAt({ ...refused, tried: [] }, 30), null);
  assert.equal(legAt(null, 30), null);
  assert.deepEqual(pathOf(refused), tried);
  const released = { ...refused, decision: { trajectory: [at(0, 1), at(1, 2)] } } as unknown as WireDecision;
  assert.equal(pathOf(released).length, 2, 'a released path comes first');
  assert.equal(routeLayers(refused).legs.features[0]!.properties!['released'], false);
});
