/** When units land that wait for one another at their sites, against all orders and all times on a grid. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createRng } from '#base';
import { type ReadyUnit } from '../fleet/fleet.ts';
import { SiteClock } from './landings.ts';

const unitAt = (id: string, spacing_s: number): ReadyUnit =>
  ({ place: { site: { id } }, spacing_s }) as unknown as ReadyUnit;

function landed(sites: string, days_s: readonly number[], spacing_s = 30) {
  const ends_s = new Float64Array(days_s.length);
  const launches: number[] = [];
  new SiteClock([...sites].map((id) => unitAt(id, spacing_s))).land(days_s, ends_s, launches);
  return { ends_s: [...ends_s], launches };
}

/** Least end for launches on a grid, launches and landings a spacing apart. */
function leastOnGrid(days_s: readonly number[], spacing_s: number, step_s: number): number {
  let best = Infinity;
  const visit = (i: number, starts: readonly number[]): void => {
    if (i === days_s.length) {
      best = Math.min(best, Math.max(...starts.map((s, k) => s + days_s[k]!)));
      return;
    }
    for (let s = 0; s <= 4 * spacing_s; s += step_s)
      if (
        starts.every(
          (o, k) => Math.abs(s - o) >= spacing_s && Math.abs(s + days_s[i]! - o - days_s[k]!) >= spacing_s,
        )
      )
        visit(i + 1, [...starts, s]);
  };
  visit(0, []);
  return best;
}

test('days of equal length end a spacing after one another, days of other sites and idle units are not in the way', () => {
  assert.deepEqual(landed('aab', [100, 100, 100]).ends_s.slice().sort(), [100, 100, 130]);
  assert.deepEqual(landed('aaa', [100, 0, 0]).ends_s, [100, 0, 0]);
});

test('of two days a spacing apart the longer lands last of all; two spacings apart they do not meet', () => {
  assert.equal(Math.max(...landed('aa', [100, 130]).ends_s), 160);
  assert.equal(Math.max(...landed('aa', [100, 160]).ends_s), 160);
  assert.deepEqual(landed('aa', [100, 160]).launches, [1, 0]);
});

test('no grid of launches ends sooner, up to four units', () => {
  const rng = createRng(11);
  for (let k = 0; k < 60; k++) {
    const n = 1 + rng.int(4);
    const days_s = Array.from({ length: n }, () => 400 + 10 * rng.int(20));
    const { ends_s } = landed('a'.repeat(n), days_s);
    assert.ok(Math.max(...ends_s) <= leastOnGrid(days_s, 30, 10) + 1e-9, days_s.join());
    const starts = ends_s.map((end, i) => end - days_s[i]!);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) {
        assert.ok(Math.abs(starts[i]! - starts[j]!) >= 30 - 1e-6);
        assert.ok(Math.abs(ends_s[i]! - ends_s[j]!) >= 30 - 1e-6);
      }
  }
});
