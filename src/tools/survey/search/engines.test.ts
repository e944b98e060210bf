/** The real planner and the real validator behind the tools, on the smallest bundled scenario. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { frozenClock, hashOf } from '#base';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../../store/bundled/survey.ts';
import { deskContext } from '../../../../test/doubles/survey-desk.ts';
import { inProcessSurveyEngines } from './engines.ts';
import { evaluateSurvey } from './evaluate.ts';

const catalogue = bundledSurveyCatalogue();
const clock = frozenClock('2026-01-01T00:00:00.000Z');
const s01 = bundledSurveyScenario('s01')!;
const quick = { ...s01, solver: { ...s01.solver, iteration_budget: 20 } };
const context = deskContext({ catalogue, engines: inProcessSurveyEngines(catalogue, clock) });
const head = { id: 'e1', label: '', base_revision: hashOf(quick), changes: [], new_site: false };

test('a scenario is planned, judged and told with its numbers', async () => {
  const kept = await evaluateSurvey(quick, head, 30, context);
  assert.ok(kept.ok);
  const { evaluation, plan, verdict } = kept.value;
  assert.deepEqual(
    [evaluation.status, evaluation.admitted, evaluation.reproducible],
    ['planned', true, true],
  );
  assert.deepEqual(evaluation.metrics, verdict!.metrics);
  assert.equal(evaluation.plan_hash, plan!.plan_hash);
  assert.ok(evaluation.objective!.lower_bound <= evaluation.objective!.value);
});

test('a clock that has run out cuts the search and says so', async () => {
  let now_ms = 0;
  const engines = inProcessSurveyEngines(catalogue, { now: clock.now, elapsed_ms: () => (now_ms += 1000) });
  const kept = await evaluateSurvey(s01, head, 1, { engines });
  assert.ok(kept.ok && kept.value.plan !== null);
  assert.equal(kept.value.evaluation.reproducible, false);
});

test('an abort in the middle of planning ends it without a plan', async () => {
  const signal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  let asked = 0;
  const engines = inProcessSurveyEngines(catalogue, {
    now: clock.now,
    elapsed_ms: () => {
      if (++asked > 3) signal.aborted = true;
      return 0;
    },
  });
  const planned = await engines.plan(s01, { time_limit_s: 30, signal });
  assert.ok(!planned.ok && planned.error.type === 'stopped');
  const kept = await evaluateSurvey(s01, head, 30, { engines, signal });
  assert.ok(!kept.ok && kept.error.type === 'stopped');
});

test('what cannot be flown is infeasible with its cause, what makes no sense is invalid', async () => {
  const s10 = bundledSurveyScenario('s10')!;
  const far = await evaluateSurvey(s10, head, 30, context);
  assert.ok(far.ok && far.value.evaluation.status === 'infeasible');
  assert.deepEqual([far.value.evaluation.admitted, far.value.evaluation.refusals[0]!.code], [null, 'G4-02']);
  const bad = { ...quick, units: quick.units.map((u) => ({ ...u, payload_id: 'no-such' })) };
  const invalid = await evaluateSurvey(bad, head, 30, context);
  assert.ok(invalid.ok && invalid.value.evaluation.status === 'invalid');
  assert.equal(invalid.value.evaluation.refusals[0]!.code, 'G0-03');
});
