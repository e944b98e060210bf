import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFrame } from '#geo';
import { instantMs } from '#world';
import { type Conflict, type OperationDraft, type SampleFlight, conflictsOf, sampleDraft } from './index.ts';

const kinds = (conflicts: readonly Conflict[]): string[] => conflicts.map((c) => c.kind);
const at = (x_m: number, y_m: number) => ({ x_m, y_m });
const meet = (a: OperationDraft, b: OperationDraft): Conflict[] => conflictsOf(a, [b]);

/** Positions by brute force, in steps of a fiftieth of a second: slower and simpler than the closed form. */
function sampledDistance_m(a: OperationDraft, b: OperationDraft): number {
  const framed = createFrame([20, 50]);
  assert.ok(framed.ok);
  const position = (d: OperationDraft, t_ms: number): [number, number, number] | null => {
    const t = (t_ms - instantMs(d.start)) / 1000;
    const i = d.trajectory.findIndex((p, k) => k > 0 && d.trajectory[k - 1]!.t_sec <= t && t <= p.t_sec);
    if (i < 0) return null;
    const [p, q] = [d.trajectory[i - 1]!, d.trajectory[i]!];
    const s = (t - p.t_sec) / (q.t_sec - p.t_sec);
    const [u, v] = [framed.value.toPlane([p.lon, p.lat]), framed.value.toPlane([q.lon, q.lat])];
    return [u.x_m + (v.x_m - u.x_m) * s, u.y_m + (v.y_m - u.y_m) * s, p.agl_m + (q.agl_m - p.agl_m) * s];
  };
  let least = Infinity;
  for (let t = instantMs(a.start); t <= instantMs(a.start) + 200_000; t += 20) {
    const [p, q] = [position(a, t), position(b, t)];
    if (p === null || q === null || (p[2] <= 0.01 && q[2] <= 0.01)) continue;
    least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return least;
}

test('a distance above the limit is clear, one equal to it is not: parallel flights a hair apart', () => {
  const a = sampleDraft({ id: 'a' });
  const beside = (y_m: number): OperationDraft =>
    sampleDraft({ id: 'b', from: at(0, y_m), to: at(1000, y_m) });
  assert.deepEqual(kinds(meet(a, beside(10.001))), []);
  assert.deepEqual(kinds(meet(a, beside(10))), ['separation']);
  assert.deepEqual(kinds(meet(a, beside(9.999))), ['separation']);
  const [found] = meet(a, beside(9.5));
  assert.ok(Math.abs(found!.value! - 9.5) < 1e-6);
  assert.match(found!.text.en, /^a comes within 9\.5 m of b at/);
  assert.match(found!.text.ru, /до 9,5 м .* нужно больше 10 м/);
});

test('the wider of two separations holds, and never less than the two spheres', () => {
  const a = sampleDraft({ id: 'a', separation_m: 0 });
  const b = sampleDraft({ id: 'b', separation_m: 30, from: at(0, 29), to: at(1000, 29) });
  assert.equal(meet(a, b)[0]?.limit, 30);
  const near = sampleDraft({
    id: 'b',
    separation_m: 0,
    from: at(0, 0.9),
    to: at(1000, 0.9),
    pad_hold_sec: 0,
  });
  assert.equal(meet(a, near).find((c) => c.kind === 'separation')?.limit, 1);
});

test('flights that only touch in time still meet; a second later they do not', () => {
  const a = sampleDraft({ id: 'a', pad_hold_sec: 0 });
  // It is in the air above the pad at the very moment at which the first one lands.
  const later = (start: string): OperationDraft => {
    const d = sampleDraft({ id: 'b', start, from: at(1000, 5), to: at(2000, 5), pad_hold_sec: 0 });
    return {
      ...d,
      trajectory: d.trajectory.map((p) => ({ ...p, agl_m: p.agl_m + 3, amsl_m: p.amsl_m + 3 })),
    };
  };
  assert.deepEqual(kinds(meet(a, later('2026-05-12T09:02:20.000Z'))), ['separation']);
  assert.deepEqual(kinds(meet(a, later('2026-05-12T09:02:21.000Z'))), []);
});

test('one pad: taken while the other holds it, free after the hold, and free a sphere away', () => {
  const a = sampleDraft({ id: 'a' });
  const landing = (start: string, to = at(1000, 0)): string[] =>
    kinds(meet(a, sampleDraft({ id: 'b', start, from: at(2000, 0), to, pad_hold_sec: 0 })));
  // The first lands at 09:02:20 and holds until 09:03:20; the second lands 140 s after its start.
  assert.deepEqual(landing('2026-05-12T09:00:59.000Z'), ['same_pad']);
  assert.deepEqual(landing('2026-05-12T09:01:00.000Z'), ['same_pad']);
  assert.deepEqual(landing('2026-05-12T09:01:01.000Z'), []);
  assert.deepEqual(landing('2026-05-12T09:00:59.000Z', at(1000, 1.01)), []);
});

test('one aircraft flies one operation at a time; the same id in another region is another aircraft', () => {
  const a = sampleDraft({ id: 'a', uav: 'u' });
  const far = { uav: 'u', from: at(0, 9000), to: at(1000, 9000) };
  const same = meet(a, sampleDraft({ id: 'b', ...far, start: '2026-05-12T09:02:20.000Z' }));
  assert.deepEqual(kinds(same), ['same_aircraft']);
  assert.match(same[0]!.text.en, /Aircraft u of a is taken by b/);
  assert.deepEqual(meet(a, sampleDraft({ id: 'b', ...far, start: '2026-05-12T09:02:20.001Z' })), []);
  assert.deepEqual(meet(a, sampleDraft({ id: 'b', ...far, region: 'other' })), []);
});

test('a corridor: places add up at the fullest moment, closed stays count both, the causes are named', () => {
  const flight = (n: number, from_sec: number, to_sec: number, more: Partial<SampleFlight> = {}) =>
    sampleDraft({
      id: `c${n}`,
      from: at(0, n * 500),
      to: at(1000, n * 500),
      corridor_slots: [{ corridor_id: 'k', from_sec, to_sec, capacity: 3, places: 1 }],
      ...more,
    });
  const stored = [flight(1, 30, 60), flight(2, 60, 90), flight(3, 50, 55)];
  assert.deepEqual(conflictsOf(flight(9, 61, 80), stored), []);
  assert.deepEqual(conflictsOf(flight(9, 56, 59), stored), []);
  const one = (places: number) => ({
    corridor_slots: [{ corridor_id: 'k', from_sec: 56, to_sec: 70, capacity: 3, places }],
  });
  const [full, ...more] = conflictsOf(flight(9, 0, 0, one(2)), stored);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [full?.kind, full?.others, full?.value, full?.limit, full?.at.slice(0, 19)],
    ['corridor_capacity', ['c1', 'c2'], 4, 3, '2026-05-12T09:00:59'],
  );
  assert.deepEqual(conflictsOf(flight(9, 0, 0, { ...one(2), region: 'other' }), stored), []);
  assert.equal(conflictsOf(flight(9, 0, 0, one(4)), [])[0]?.kind, 'corridor_capacity');
});

test('regions with planes of their own are compared in true metres, and never found clear for want of a plane', () => {
  const a = sampleDraft({ id: 'a' });
  const moved = {
    ...sampleDraft({ id: 'b', region: 'next' }),
    plane_origin: [20.2, 50.1] as [number, number],
  };
  assert.deepEqual(kinds(meet(a, moved)), ['same_pad', 'separation']);
  const apart = {
    ...sampleDraft({ id: 'b', from: at(0, 500), to: at(1000, 500) }),
    plane_origin: moved.plane_origin,
  };
  assert.deepEqual(meet(a, apart), []);
  const polar = (d: OperationDraft, origin: [number, number]): OperationDraft => ({
    ...d,
    plane_origin: origin,
    trajectory: d.trajectory.map((p) => ({ ...p, lat: 85 })),
  });
  const unknown = meet(polar(a, [20, 79]), polar(moved, [21, 79]));
  assert.deepEqual(kinds(unknown), ['same_pad', 'separation']);
  for (const c of unknown) {
    assert.equal(c.value, null);
    assert.match(c.text.en, /cannot be measured/);
  }
});

test('the antimeridian is no gap', () => {
  const over = (d: OperationDraft): OperationDraft => ({
    ...d,
    plane_origin: [179.999, 50],
    trajectory: d.trajectory.map((p) => ({
      ...p,
      lon: p.lon - 20 + 179.999 > 180 ? p.lon - 20 - 180.001 : p.lon - 20 + 179.999,
    })),
  });
  const b = sampleDraft({ id: 'b', from: at(500, -500), to: at(500, 500) });
  assert.deepEqual(kinds(meet(over(sampleDraft({ id: 'a' })), over(b))), ['separation']);
});

const pads = fc.record({
  from: fc.record({ x_m: fc.integer({ min: 0, max: 150 }), y_m: fc.integer({ min: 0, max: 150 }) }),
  to: fc.record({ x_m: fc.integer({ min: 0, max: 150 }), y_m: fc.integer({ min: 0, max: 150 }) }),
  height_m: fc.integer({ min: 30, max: 60 }),
  start: fc
    .integer({ min: 0, max: 20 })
    .map((s) => new Date(Date.parse('2026-05-12T09:00:00Z') + s * 1000).toISOString()),
});

test('the verdict is that of sampling in small steps, and the same both ways round', () => {
  let [clear, met] = [0, 0];
  fc.assert(
    fc.property(pads, pads, (p, q) => {
      const a = sampleDraft({ id: 'a', separation_m: 25, pad_hold_sec: 0, ...p });
      const b = sampleDraft({ id: 'b', pad_hold_sec: 0, ...q });
      const [ab, ba] = [meet(a, b), meet(b, a)].map((all) => all.find((c) => c.kind === 'separation'));
      assert.equal(ab === undefined, ba === undefined);
      const sampled = sampledDistance_m(a, b);
      // In a step of 0.02 s the two come nearer by less than 0.5 m.
      if (ab === undefined) {
        clear++;
        assert.ok(sampled > 25, `sampled at ${sampled} m`);
      } else {
        met++;
        assert.equal(ab.value, ba!.value);
        assert.ok(ab.value! <= sampled + 1e-6 && sampled - ab.value! < 0.5, `${ab.value} and ${sampled}`);
      }
    }),
    { seed: 3, numRuns: 60 },
  );
  assert.ok(clear > 5 && met > 5, `${clear} clear, ${met} met`);
});
