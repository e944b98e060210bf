import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecisionRecord } from '#agent';
import { FAULT_NAMES, type Fault } from '#llm';
import { cityContext, localModel, run } from '../support.ts';

const context = cityContext('demo');
const INSTRUCTION =
  'Emergency: deliver blood from hospital A to accident site 1 within 12 minutes, avoid the fire zone, keep below 100 m, keep 30 % battery';

/** The stage that must catch each fault. `harmless`: the document is as strict as the right one, so it may pass. */
const CAUGHT_AT: Readonly<Record<Fault, string>> = {
  unknown_place: 'entity_grounding',
  near_id: 'entity_grounding',
  unknown_zone: 'entity_grounding',
  unknown_uav: 'entity_grounding',
  stale_uav: 'entity_grounding',
  minutes_as_seconds: 'verdict',
  feet_as_metres: 'constraint_grounding',
  omitted_constraint: 'constraint_grounding',
  omitted_zone: 'constraint_grounding',
  relaxed_reserve: 'constraint_grounding',
  relaxed_separation: 'policy',
  swapped_ends: 'policy',
  bad_json: 'json',
  fenced_prose: 'json',
  duplicate_key: 'json',
  infinite_number: 'json',
  wrong_tool_order: 'tool_dependency',
  unknown_tool: 'tool_dependency',
  bad_arguments: 'tool_dependency',
  unknown_field: 'schema',
  wrong_enum: 'schema',
  unsafe_override: 'constraint_grounding',
  empty_reply: 'json',
};

/** Stages that stopped a proposal, and `verdict` where the verifier did. */
function stoppedAt(record: DecisionRecord): string[] {
  const feedback = record.trace.flatMap((s) => (s.kind === 'repair' ? s.feedback : []));
  const stages = feedback.flatMap((f) =>
    f.kind === 'ir_errors' ? f.errors.map((e) => e.stage as string) : ['verdict'],
  );
  return [...stages, ...(record.refusal?.ir_errors ?? []).map((e) => e.stage as string)];
}

/** A release may differ from the right one in tone, never in what is flown or in a bound. */
function assertRightRelease(record: DecisionRecord): void {
  const { entities, constraints } = record.ir!;
  assert.deepEqual([entities.origin, entities.destination], ['hospital_A', 'accident_site_1']);
  assert.ok(entities.avoid_zones.includes('tfr_fire'));
  assert.ok(constraints.deadline_sec !== null && constraints.deadline_sec <= 720);
  assert.ok(
    constraints.altitude_max_m <= 100 &&
      constraints.battery_reserve_ratio >= 0.3 &&
      constraints.min_separation_m >= 10,
  );
  assert.ok(record.verdict!.passed);
  const reached = record.decision.trajectory.flatMap((p) => p.stop_id ?? []);
  assert.deepEqual(reached.slice(0, 2), ['hospital_A', 'accident_site_1']);
}

test('the table names every fault', () => {
  assert.deepEqual(Object.keys(CAUGHT_AT).sort(), [...FAULT_NAMES].sort());
});

for (const fault of FAULT_NAMES) {
  test(`a model that always errs (${fault}) releases nothing wrong, and the error is ${CAUGHT_AT[fault]}'s`, async () => {
    const record = await run(context, INSTRUCTION, localModel('faulty', { model: fault }));
    assert.equal(record.proposer.simulated, true);
    assert.notEqual(
      record.final_status,
      'success',
      'this instruction states every bound, so every fault shows',
    );
    assert.deepEqual(record.decision.trajectory, []);
    assert.ok(
      stoppedAt(record).includes(CAUGHT_AT[fault]),
      `stopped at ${stoppedAt(record).join(', ')}; ${record.refusal?.message ?? ''}`,
    );
  });

  test(`a model that errs once (${fault}) is repaired`, async () => {
    const record = await run(context, INSTRUCTION, localModel('faulty', { model: fault, fault_rounds: 1 }));
    assert.equal(record.final_status, 'success', JSON.stringify(record.refusal));
    assert.equal(record.repair_rounds, 1);
    assertRightRelease(record);
  });
}

test('a mix of errors over many seeds never releases a wrong decision', async () => {
  const endings = new Map<string, number>();
  for (let seed = 1; seed <= 25; seed++) {
    const record = await run(context, INSTRUCTION, localModel('faulty', { seed }), { seed });
    endings.set(record.final_status, (endings.get(record.final_status) ?? 0) + 1);
    if (record.final_status === 'success') assertRightRelease(record);
  }
  assert.ok(
    (endings.get('safe_refusal') ?? 0) + (endings.get('human_confirm') ?? 0) > 0,
    'some runs could not be repaired',
  );
});

test('a model that fills in a destination that nobody said is asked about, not followed', async () => {
  const right = await run(context, 'Deliver a parcel from the Harbour Warehouse to hospital B');
  const reply = JSON.stringify({
    low_altitude_ir: right.ir,
    rationale_summary: 'sure',
    uncertainty: { needs_human_confirmation: false, missing_information: [] },
  });
  const record = await run(
    context,
    'Deliver a parcel from the Harbour Warehouse',
    localModel('scripted', { replies: [reply, reply, reply, reply] }),
  );
  assert.equal(record.final_status, 'human_confirm');
  assert.ok(record.refusal!.missing_information.includes('destination'));
});
