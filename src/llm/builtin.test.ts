import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { sampleState } from '#world';
import { LowAltitudeIR, type Counterexample, type IrError } from '#ir';
import type { Feedback, ProposalContext } from '#agent';
import { builtinModel, builtinProposal } from './builtin.ts';

function context(instruction: string, over: Partial<ProposalContext> = {}): ProposalContext {
  return { instruction, state: sampleState(), round: 0, feedback: [], previous_ir: null, ...over };
}

const counterexample = (failure_type: Counterexample['failure_type']): Feedback => ({
  kind: 'counterexamples',
  counterexamples: [
    {
      failure_type,
      violated_constraint: 'x',
      rule: 'R5',
      counterexample_time_sec: 1,
      offending_segment: [],
      robustness: -1,
      entities: [],
      suggested_repair: 'x',
    },
  ],
});
const irError = (over: Partial<IrError>): Feedback => ({
  kind: 'ir_errors',
  errors: [
    {
      valid: false,
      stage: 'entity_grounding',
      error_type: 'uav_unavailable',
      field: 'entities.candidate_uavs[0]',
      value: null,
      message: 'x',
      ...over,
    },
  ],
});

test('a whole instruction becomes a valid document with the eight tools in order', () => {
  const { low_altitude_ir, uncertainty } = builtinProposal(
    context(
      'Urgent: deliver blood from Hospital A to Hospital B within 12 minutes, below 90 m, keep 30% battery',
    ),
  );
  assert.equal(uncertainty.needs_human_confirmation, false);
  const ir = LowAltitudeIR.parse(low_altitude_ir);
  assert.equal(ir.priority, 'high');
  assert.deepEqual([ir.entities.origin, ir.entities.destination], ['hospital_a', 'hospital_b']);
  assert.equal(ir.constraints.deadline_sec, 720);
  assert.equal(ir.constraints.altitude_max_m, 90);
  assert.equal(ir.constraints.battery_reserve_ratio, 0.3);
  assert.deepEqual(
    ir.tool_plan.map((s) => s.tool),
    [
      'query_city_state',
      'query_airspace',
      'assign_uav',
      'plan_route',
      'verify_ltl_stl',
      'simulate_scenario',
      'risk_assess',
      'explain_decision',
    ],
  );
  assert.equal(ir.fallback_policy, 'safe_refusal');
});

test('what is open is asked, by field, and no document is proposed', () => {
  for (const [text, field] of [
    ['Deliver blood within 12 minutes', 'destination'],
    ['Доставь кровь за 12 минут', 'destination'],
    ['12分钟内送血液', 'destination'],
    ['Patrol', 'waypoints'],
    ['Deliver blood to hospital X', 'destination'],
    ['Deliver blood to Hospital A below 100 m AMSL', 'altitude_max_m'],
    ['Deliver blood to Hospital A below 20 m', 'altitude_min_m'],
  ] as const) {
    const proposal = builtinProposal(context(text));
    assert.equal(proposal.low_altitude_ir, null, text);
    assert.equal(proposal.uncertainty.needs_human_confirmation, true, text);
    assert.ok(
      proposal.uncertainty.missing_information.some((q) => q.startsWith(field)),
      text,
    );
  }
});

test('accepting high risk puts a person behind it', () => {
  const { low_altitude_ir } = builtinProposal(
    context('Deliver blood to Hospital A, high risk is acceptable'),
  );
  assert.equal(low_altitude_ir?.constraints.max_risk_level, 'high');
  assert.equal(low_altitude_ir?.fallback_policy, 'human_confirm');
});

test('a repair changes what the feedback names and no bound', () => {
  const text = 'Deliver blood to Hospital B within 12 minutes';
  const gold = builtinProposal(context(text)).low_altitude_ir!;
  for (const failure of [
    'reserve_spent',
    'separation_lost',
    'deadline_missed',
    'zone_entered',
    'risk_too_high',
  ] as const) {
    const repaired = builtinProposal(
      context(text, { round: 1, feedback: [counterexample(failure)], previous_ir: gold }),
    );
    const ir = repaired.low_altitude_ir!;
    assert.deepEqual(ir.constraints, gold.constraints, failure);
    assert.deepEqual(ir.entities, gold.entities, failure);
    assert.equal(ir.fallback_policy, gold.fallback_policy);
  }
  const energy = builtinProposal(
    context(text, { round: 1, feedback: [counterexample('reserve_spent')], previous_ir: gold }),
  );
  assert.equal(energy.low_altitude_ir?.tool_plan[2]?.args['objective'], 'energy');
  const late = builtinProposal(
    context(text, { round: 1, feedback: [counterexample('deadline_missed')], previous_ir: gold }),
  );
  assert.deepEqual(late.low_altitude_ir, gold, 'nothing is changed that the words do not allow');
});

test('an unavailable aircraft is dropped where others were named, and asked about where none is left', () => {
  const two = 'Use uav_1 or uav_2 to deliver blood to Hospital B';
  const dropped = builtinProposal(context(two, { round: 1, feedback: [irError({ value: 'uav_2' })] }));
  assert.deepEqual(dropped.low_altitude_ir?.entities.candidate_uavs, ['uav_1']);
  const one = 'Use uav_2 to deliver blood to Hospital B';
  const asked = builtinProposal(context(one, { round: 1, feedback: [irError({ value: 'uav_2' })] }));
  assert.equal(asked.low_altitude_ir, null);
  assert.ok(asked.uncertainty.missing_information[0]?.startsWith('candidate_uavs'));
});

test('the port answers with JSON and is no simulation', async () => {
  const model = builtinModel();
  assert.equal(model.simulated, false);
  const reply = await model.complete({
    messages: [],
    json_schema: {},
    temperature: 0,
    seed: 1,
    timeout_ms: 1000,
    context: context('Inspect Hospital A'),
  });
  assert.ok(reply.ok);
  assert.equal(
    (JSON.parse(reply.value.text) as { low_altitude_ir: { intent: string } }).low_altitude_ir.intent,
    'inspection',
  );
});

test('a route without a way back is mended by an aircraft chosen by energy, and by nothing else', () => {
  const text = 'Deliver blood to Hospital B within 12 minutes';
  const first = builtinProposal(context(text));
  const ir = first.low_altitude_ir;
  assert.ok(ir !== null);
  const no_return: Feedback = { kind: 'tool_error', tool: 'plan_route', type: 'no_return', message: '' };
  const { low_altitude_ir: mended } = builtinProposal(
    context(text, { round: 1, feedback: [no_return], previous_ir: ir }),
  );
  const step = mended?.tool_plan.find((s) => s.tool === 'assign_uav');
  assert.equal(step?.args['objective'], 'energy');
  assert.deepEqual({ ...mended, tool_plan: null }, { ...ir, tool_plan: null });
});
