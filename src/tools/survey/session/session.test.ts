import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { SurveyScenario } from '#world';
import { deskContext, deskScenario } from '../../../../test/doubles/survey-desk.ts';
import type { SurveyChange } from '../events.ts';
import { surveyChanges } from './changes.ts';
import { claimsAdmission } from './note.ts';
import {
  SurveyPinsWire,
  SurveyPolicyWire,
  resolvePins,
  resolvePolicy,
  surveyPinFingerprint,
} from './policy.ts';
import { surveySummary } from './summary.ts';
import { shownName, shownText, shownValue } from './text.ts';

const scenario = deskScenario();

test('switches that a request leaves out stand at their defaults', () => {
  assert.deepEqual(resolvePolicy(), { propose_new_sites: false, rebase_units: true, change_fleet: false });
  assert.deepEqual(resolvePolicy({ change_fleet: true }), {
    propose_new_sites: false,
    rebase_units: true,
    change_fleet: true,
  });
  for (const bad of [{ all: true }, { change_fleet: 'yes' }, { change_fleet: null }, [], null])
    assert.ok(!SurveyPolicyWire.safeParse(bad).success, JSON.stringify(bad));
});

test('a fingerprint is what a page can compute too: SHA-256 over the members in order', () => {
  const text = '{"id":"site-1","kind":"site","scenario_id":"sample"}';
  const expected = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  assert.equal(surveyPinFingerprint('sample', 'site', 'site-1'), expected);
});

test('a bare pin holds everywhere, a fingerprint in its own scenario and on its own kind', () => {
  const here = surveyPinFingerprint(scenario.id, 'site', 'site-1');
  const there = surveyPinFingerprint('another', 'site', 'site-1');
  const of = (wire: SurveyPinsWire) => resolvePins(wire, scenario);
  assert.deepEqual(of({}), { site_ids: [], unit_ids: [], task_ids: [] });
  assert.deepEqual(of({ site_ids: ['site-1'] }).site_ids, ['site-1']);
  assert.deepEqual(of({ site_ids: [{ id: 'site-1', fingerprint: here }] }).site_ids, ['site-1']);
  assert.deepEqual(of({ site_ids: [{ id: 'site-1', fingerprint: there }] }).site_ids, []);
  assert.deepEqual(of({ unit_ids: [{ id: 'site-1', fingerprint: here }] }).unit_ids, []);
  assert.deepEqual(of({ site_ids: [{ id: 'site-2', fingerprint: here }] }).site_ids, []);
  for (const bad of [{ zone_ids: [] }, { site_ids: [1] }, { site_ids: ['a b'] }, { site_ids: 'site-1' }])
    assert.ok(!SurveyPinsWire.safeParse(bad).success, JSON.stringify(bad));
});

/** Lays changes on a scenario by what their contract says, with no help of the code that wrote them. */
function laidOn(before: SurveyScenario, changes: readonly SurveyChange[]): SurveyScenario {
  const copy = structuredClone(before) as unknown as Record<string, Record<string, unknown>[]>;
  for (const { path, object_id, became } of changes) {
    const [, list, index, ...rest] = path.split('/');
    const whole = /^\d+$/.test(index ?? '') && rest.length === 0;
    if (whole && became === null) copy[list!] = copy[list!]!.filter((x) => x.id !== object_id);
    else if (whole) copy[list!]!.push(became as Record<string, unknown>);
    else if (object_id === null) (copy[list!] as unknown as Record<string, unknown>)[index!] = became;
    else copy[list!]!.find((x) => x.id === object_id)![rest[0]!] = became;
  }
  return copy as unknown as SurveyScenario;
}

test('changes laid on the scenario before give the scenario after', () => {
  const wind = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(
      wind,
      fc.subarray(['unit-1', 'unit-2']),
      fc.boolean(),
      fc.boolean(),
      fc.option(fc.integer({ min: 0, max: 359 })),
      (wind_mps, off, opened, gone, angle) => {
        const units = scenario.units.map((u) => ({ ...u, enabled: !off.includes(u.id) }));
        const after: SurveyScenario = {
          ...scenario,
          weather: { ...scenario.weather, wind_mps },
          units: gone ? units.slice(1) : units,
          tasks: scenario.tasks.map((t) => ({ ...t, swath_angle_deg: angle })),
          sites: opened ? [...scenario.sites, ...scenario.candidate_sites] : scenario.sites,
          candidate_sites: opened ? [] : scenario.candidate_sites,
        };
        assert.deepEqual(laidOn(scenario, surveyChanges(scenario, after)), after);
      },
    ),
    { seed: 3, numRuns: 200 },
  );
  assert.deepEqual(surveyChanges(scenario, structuredClone(scenario)), []);
});

test('names are data: one line, 80 characters, nothing invisible', () => {
  const hostile = `a\u0000b\u202ec\u200bd\n\r\te\u2028f\u{e0041}g\ufe0fh\u3164i${'x'.repeat(200)}`;
  const shown = shownName(hostile);
  assert.equal([...shown].length, 80);
  assert.match(shown, /^a bcd e fghi|^a b/);
  assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u);
  assert.equal(shownName('ﬁeld № １'), 'field No 1');
  assert.equal(shownText('one\r\ntwo\u202e\u0007\n\nthree '), 'one\ntwo\n\nthree');
  assert.equal(shownText('участок № 5, 20 точек на м²…'), 'участок № 5, 20 точек на м²…');
  assert.deepEqual(shownValue({ a: ['x\ny', 1, null, true] }), { a: ['x y', 1, null, true] });
});

test('random text leaves no invisible character behind', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (raw) => {
      for (const shown of [shownName(raw), shownText(raw).replaceAll('\n', '')])
        assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u);
      assert.ok([...shownName(raw)].length <= 80);
    }),
    { seed: 5, numRuns: 500 },
  );
});

test('the summary holds no polygon, and everything that a model needs to speak of the scenario', () => {
  const { catalogue, policy } = deskContext();
  const pins = { site_ids: ['site-1'], unit_ids: ['unit-2'], task_ids: [] };
  const summary = surveySummary(scenario, catalogue, policy, pins);
  const text = JSON.stringify(summary);
  assert.ok(!text.includes('coordinates') && !text.includes('39.525'), 'no polygon, no zone');
  const task = summary.tasks[0]!;
  // 0.01 degrees square at 45.3 N: 1111.6 m by 784 m on the ellipsoid.
  assert.ok(Math.abs(task.area_km2! - 0.8716) < 0.002, String(task.area_km2));
  assert.deepEqual(task.centre, { lon_deg: 39.505, lat_deg: 45.305 });
  assert.equal(summary.airspace.no_fly_zones, 1);
  assert.deepEqual(summary.airspace.bounding_box, {
    west_deg: 39.48,
    south_deg: 45.28,
    east_deg: 39.54,
    north_deg: 45.34,
  });
  assert.deepEqual(
    [summary.airspace.floor_amsl_m, summary.airspace.ceiling_amsl_m, summary.airspace.nfz_buffer_m],
    [0, 300, 30],
  );
  assert.deepEqual(summary.weather, scenario.weather);
  assert.deepEqual(summary.policy, policy);
  assert.deepEqual(
    [...summary.sites, ...summary.units].filter((x) => x.pinned).map((x) => x.id),
    ['site-1', 'unit-2'],
  );
  const [near] = summary.sites[0]!.distances;
  assert.ok(near!.task_id === 'task-1' && Math.abs(near!.km! - 1.03) < 0.02, JSON.stringify(near));
  assert.equal(summary.units[0]!.aircraft_kind, 'multirotor');
});

test('an area with a hole is smaller by the hole, and its centre moves away from it', () => {
  const hole = [
    [39.505, 45.3],
    [39.51, 45.3],
    [39.51, 45.305],
    [39.505, 45.305],
    [39.505, 45.3],
  ] as [number, number][];
  const task = scenario.tasks[0]!;
  const area = { type: 'Polygon' as const, coordinates: [...task.area.coordinates, hole] };
  const { catalogue, policy, pins } = deskContext();
  const summary = surveySummary({ ...scenario, tasks: [{ ...task, area }] }, catalogue, policy, pins);
  const { area_km2, centre } = summary.tasks[0]!;
  assert.ok(Math.abs(area_km2! - 0.75 * 0.8716) < 0.002, String(area_km2));
  assert.ok(centre.lon_deg < 39.505 && centre.lat_deg > 45.305, JSON.stringify(centre));
});

test('a plain claim of admission is seen, a denial and a condition are not taken for one', () => {
  for (const text of [
    'The plan is admitted.',
    'the survey has been approved',
    'Verdict: admitted',
    'План допущен валидатором',
    'Вариант полностью допущен',
    'Вердикт: допущен',
    'The plan is ａｄｍｉｔｔｅｄ',
  ])
    assert.ok(claimsAdmission(text), text);
  for (const text of [
    'The plan is not admitted.',
    'For the plan to be admitted the coverage must grow.',
    'План не допущен',
    'Чтобы план был допущен, нужно увеличить покрытие',
    'Вердикт: не допущен',
  ])
    assert.ok(!claimsAdmission(text), text);
});
