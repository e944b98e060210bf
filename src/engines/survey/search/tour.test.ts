import { test } from 'node:test';
import assert from 'node:assert/strict';
import { turnedRound } from './tour.ts';

test('lanes that only the other way can be flown are turned round, all others stay', () => {
  // Lane 0 both ways, 1 forwards only, 2 backwards only, 3 not at all.
  const usable = (key: number): boolean => [0, 1, 2, 5].includes(key);
  assert.deepEqual([...turnedRound(Int32Array.of(1, 3, 4, 7), usable)], [1, 2, 5, 7]);
  assert.deepEqual([...turnedRound(Int32Array.of(0, 2, 5, 6), usable)], [0, 2, 5, 6]);
  assert.deepEqual([...turnedRound(new Int32Array(0), usable)], []);
});
