import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '#base';
import {
  escape,
  everywhere,
  monitor,
  parseSpec,
  proximityGraph,
  reach,
  somewhere,
  spatialSignals,
  type SpatialGraph,
} from './index.ts';

type Path = { readonly places: number[]; readonly length: number };

/** All walks up to a number of edges, the definition's paths (edges here are 1 or more long). */
function walks(graph: SpatialGraph, start: number, most: number): Path[] {
  const all: Path[] = [{ places: [start], length: 0 }];
  for (let k = 0; k < all.length; k++) {
    const path = all[k]!;
    for (const edge of graph.edges.filter((e) => e.from === path.places.at(-1))) {
      if (path.length + edge.length <= most) {
        all.push({ places: [...path.places, edge.to], length: path.length + edge.length });
      }
    }
  }
  return all;
}

test('all four operators equal the enumeration of walks', () => {
  const rng = createRng(41);
  for (let c = 0; c < 300; c++) {
    const count = 1 + rng.int(5);
    const edges = Array.from({ length: rng.int(8) }, () => ({
      from: rng.int(count),
      to: rng.int(count),
      length: 1 + rng.int(3),
    }));
    const graph = { count, edges };
    const from = rng.int(4);
    const distance = { from, to: from + rng.int(3) };
    const p = Float64Array.from({ length: count }, () => rng.int(9) - 4);
    const q = Float64Array.from({ length: count }, () => rng.int(9) - 4);
    const want = {
      somewhere: [] as number[],
      everywhere: [] as number[],
      reach: [] as number[],
      escape: [] as number[],
    };
    for (let start = 0; start < count; start++) {
      const paths = walks(graph, start, distance.to);
      const shortest = (place: number) =>
        Math.min(...paths.filter((path) => path.places.at(-1) === place).map((path) => path.length));
      const within = Array.from({ length: count }, (_, k) => k).filter(
        (k) => shortest(k) >= distance.from && shortest(k) <= distance.to,
      );
      want.somewhere.push(Math.max(...within.map((k) => p[k]!)));
      want.everywhere.push(Math.min(...within.map((k) => p[k]!)));
      want.reach.push(
        Math.max(
          ...paths
            .filter((path) => path.length >= distance.from)
            .map((path) => Math.min(q[path.places.at(-1)!]!, ...path.places.slice(0, -1).map((k) => p[k]!))),
        ),
      );
      // Escape may take any way out: its length is not bounded, that of the shortest way is.
      const far = walks({ count, edges: edges.map((e) => ({ ...e, length: 1 })) }, start, count);
      want.escape.push(
        Math.max(
          ...within.flatMap((k) =>
            far
              .filter((path) => path.places.at(-1) === k)
              .map((path) => Math.min(...path.places.map((i) => p[i]!))),
          ),
        ),
      );
    }
    const results = {
      somewhere: somewhere(graph, distance, p),
      everywhere: everywhere(graph, distance, p),
      reach: reach(graph, distance, p, q),
      escape: escape(graph, distance, p),
    };
    for (const [name, result] of Object.entries(results)) {
      assert.ok(result.ok);
      assert.deepEqual(
        [...result.value].map((v) => v + 0),
        want[name as keyof typeof want].map((v) => v + 0),
        `case ${c} ${name} ${JSON.stringify({ graph, distance, p: [...p], q: [...q] })}`,
      );
    }
  }
});

test('a landing site within 500 m at all times is a specification over a spatial signal', () => {
  // One drone flies along x; sites stand at 0 m and 1,200 m: from 501 m to 699 m none is near enough.
  const t_sec = Float64Array.from({ length: 13 }, (_, k) => k);
  const isSite = Float64Array.of(-1, 1, 1);
  const near = spatialSignals(['uav', 'site_a', 'site_b'], t_sec.length, (k) =>
    somewhere(
      proximityGraph(Float64Array.of(k * 100, 0, 1200), new Float64Array(3), 500),
      { from: 0, to: 500 },
      isSite,
    ),
  );
  assert.ok(near.ok);
  const spec = parseSpec('always (uav > 0)', { dialect: 'rtamt' });
  assert.ok(spec.ok);
  const report = monitor(spec.value, { t_sec, signals: near.value }, { time: 'step', end: 'unknown' });
  assert.ok(report.ok);
  assert.equal(report.value.verdict, false);
  assert.equal(report.value.counterexample!.violation.t_start_sec, 6);
});

test('bad graphs are refused', () => {
  const v = Float64Array.of(1, 2);
  const bad = [
    somewhere({ count: 2, edges: [{ from: 0, to: 2, length: 1 }] }, { from: 0, to: 1 }, v),
    somewhere({ count: 2, edges: [{ from: 0, to: 1, length: -1 }] }, { from: 0, to: 1 }, v),
    somewhere({ count: 2, edges: [] }, { from: 2, to: 1 }, v),
    reach({ count: 3, edges: [] }, { from: 0, to: 1 }, v, v),
    escape({ count: 2, edges: [] }, { from: 0, to: 1 }, Float64Array.of(NaN, 1)),
  ];
  for (const result of bad) assert.ok(!result.ok);
});
