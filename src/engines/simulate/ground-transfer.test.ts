import assert from 'node:assert/strict';
import test from 'node:test';
import { HANDOVER_SEC, chooseGroundTransfer, type GroundTimes } from './ground-transfer.ts';

const TIMES: GroundTimes = {
  place_ids: ['a', 'b', 'c', 'goal'],
  seconds: [
    [0, 10, 10, 300],
    [10, 0, 10, 100],
    [10, 10, 0, null],
    [1, 1, 1, 0],
  ],
  source: 'test',
  synthetic: true,
};
const choose = (
  flights: Record<string, number>,
  deadline_sec: number | null = null,
  times = TIMES,
): ReturnType<typeof chooseGroundTransfer> =>
  chooseGroundTransfer({
    times,
    destination: 'goal',
    flight_sec: new Map(Object.entries(flights)),
    deadline_sec,
  });

test('the transfer that arrives first wins, not the nearest flight; ties fall to the lower id', () => {
  const best = choose({ a: 50, b: 200, c: 1 });
  assert.ok(best.ok && best.value.handoff_id === 'b' && best.value.total_sec === 200 + HANDOVER_SEC + 100);
  const tie = choose({ b: 250, a: 50 });
  assert.ok(tie.ok && tie.value.handoff_id === 'a');
});

test('the deadline wall: on the second is in time, a moment less is too late and names the earliest', () => {
  const total = 200 + HANDOVER_SEC + 100;
  assert.ok(choose({ b: 200 }, total).ok);
  const late = choose({ b: 200 }, total - 0.5);
  assert.ok(!late.ok && late.error.type === 'too_late' && late.error.earliest_sec === total);
});

test('no way, an unknown destination and broken tables are told apart', () => {
  const type = (r: ReturnType<typeof choose>): string => (r.ok ? 'ok' : r.error.type);
  assert.equal(type(choose({ c: 5 })), 'no_way');
  assert.equal(type(choose({})), 'no_way');
  assert.equal(type(choose({ zz: 5 })), 'no_way');
  assert.equal(type(choose({ a: 5 }, null, { ...TIMES, seconds: TIMES.seconds.slice(1) })), 'invalid_times');
  assert.equal(
    type(choose({ a: 5 }, null, { ...TIMES, place_ids: ['a', 'a', 'c', 'goal'] })),
    'invalid_times',
  );
  const negative = TIMES.seconds.map((row) => row.map((s) => (s === 300 ? -1 : s)));
  assert.equal(type(choose({ a: 5 }, null, { ...TIMES, seconds: negative })), 'invalid_times');
  const nan = TIMES.seconds.map((row) => row.map((s) => (s === 300 ? NaN : s)));
  assert.equal(type(choose({ a: 5 }, null, { ...TIMES, seconds: nan })), 'invalid_times');
});
