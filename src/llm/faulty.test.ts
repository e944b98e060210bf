import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { parseStrictJson } from '#base';
import { sampleState } from '#world';
import { LowAltitudeIR } from '#ir';
import type { ModelRequest } from '#agent';
import { builtinProposal } from './builtin.ts';
import { FAULTS, FAULT_NAMES, type Fault } from './faults.ts';
import { faultyModel } from './faulty.ts';

const instruction =
  'Deliver blood from Hospital A to Hospital B within 12 minutes, avoid all temporary zones, below 90 m, at least 15 m separation, keep 30% battery';
const request = (round = 0): ModelRequest => ({
  messages: [],
  json_schema: {},
  temperature: 0,
  seed: 1,
  timeout_ms: 1000,
  context: { instruction, state: sampleState(), round, feedback: [], previous_ir: null },
});

async function reply(fault: Fault, round = 0): Promise<string> {
  const answer = await faultyModel({ seed: 3, fault }).complete(request(round));
  assert.ok(answer.ok);
  return answer.value.text;
}

const gold = JSON.stringify(builtinProposal(request().context));

test('every fault changes the reply, the same way for the same seed, and is documented', async () => {
  for (const fault of FAULT_NAMES) {
    const text = await reply(fault);
    assert.notEqual(text, gold, fault);
    assert.equal(await reply(fault), text, fault);
    assert.ok(FAULTS[fault].length > 10);
  }
});

test('faults of form break strict JSON or the schema, faults of content do not', async () => {
  const form: readonly Fault[] = [
    'bad_json',
    'fenced_prose',
    'duplicate_key',
    'infinite_number',
    'empty_reply',
  ];
  for (const fault of form) assert.equal(parseStrictJson(await reply(fault)).ok, false, fault);
  for (const fault of ['unknown_field', 'wrong_enum'] as const) {
    const doc = JSON.parse(await reply(fault)) as { low_altitude_ir: unknown };
    assert.equal(LowAltitudeIR.safeParse(doc.low_altitude_ir).success, false, fault);
  }
  for (const fault of [
    'unknown_place',
    'near_id',
    'unknown_zone',
    'stale_uav',
    'relaxed_reserve',
    'swapped_ends',
    'omitted_constraint',
  ] as const) {
    const doc = JSON.parse(await reply(fault)) as { low_altitude_ir: unknown };
    assert.equal(LowAltitudeIR.safeParse(doc.low_altitude_ir).success, true, fault);
  }
});

test('what the faults of content do', async () => {
  const ir = async (fault: Fault) =>
    LowAltitudeIR.parse((JSON.parse(await reply(fault)) as { low_altitude_ir: unknown }).low_altitude_ir);
  assert.equal((await ir('minutes_as_seconds')).constraints.deadline_sec, 12);
  assert.equal((await ir('feet_as_metres')).constraints.altitude_max_m, 295);
  assert.ok((await ir('relaxed_reserve')).constraints.battery_reserve_ratio < 0.3);
  assert.deepEqual((await ir('omitted_zone')).entities.avoid_zones, []);
  assert.equal((await ir('swapped_ends')).entities.destination, 'hospital_a');
  assert.equal((await ir('stale_uav')).entities.candidate_uavs.length, 1);
  assert.equal((await ir('unsafe_override')).priority, 'critical');
});

test('it errs in the rounds it is told to, and is always labelled as simulation', async () => {
  const model = faultyModel({ seed: 3, fault: 'unknown_place', rounds: 1 });
  assert.equal(model.simulated, true);
  const first = await model.complete(request(0));
  const second = await model.complete(request(1));
  assert.ok(first.ok && second.ok);
  assert.match(first.value.text, /hospital_X/);
  assert.doesNotMatch(second.value.text, /hospital_X/);
});

test('a mixed model draws different faults for different instructions', async () => {
  const model = faultyModel({ seed: 5 });
  const texts = new Set<string>();
  for (let i = 0; i < 12; i++) {
    const r = request();
    const answer = await model.complete({
      ...r,
      context: { ...r.context, instruction: `${instruction}${' '.repeat(i)}` },
    });
    assert.ok(answer.ok);
    texts.add(answer.value.text);
  }
  assert.ok(texts.size >= 5);
});
