import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkScenario } from './check-scenario.ts';
import { parseSurveyScenario } from './parse-scenario.ts';
import { ringFault } from './rings.ts';
import { type SurveyCatalogue, mergeSurveyCatalogues, parseSurveyCatalogue } from './catalogue.ts';
import { type LonLat } from './primitives.ts';
import { sampleCatalogue, sampleScenario } from './sample-scenario.ts';

/** A deep copy with one member replaced; `path` is dotted. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(sampleScenario()) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  let at = copy;
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>;
  if (value === undefined) delete at[keys.at(-1)!];
  else at[keys.at(-1)!] = value;
  return copy;
}

function codes(document: unknown, catalogue: SurveyCatalogue = sampleCatalogue()): string[] {
  const parsed = parseSurveyScenario(document);
  if (!parsed.ok) return parsed.error.issues.map((i) => i.code);
  return checkScenario(parsed.value, catalogue).map((i) => i.code);
}

test('the sample has no finding', () => {
  assert.deepEqual(codes(sampleScenario()), []);
});

const RING = [
  [39.5, 45.3],
  [39.51, 45.3],
  [39.51, 45.31],
  [39.5, 45.31],
  [39.5, 45.3],
];

const cases: [string, string, unknown, string[]][] = [
  ['bow tie', 'tasks.0.area.coordinates.0', [RING[0], RING[2], RING[1], RING[3], RING[0]], ['G0-01']],
  ['open ring', 'tasks.0.area.coordinates.0', RING.slice(0, 4), ['G0-01']],
  ['zero area', 'tasks.0.area.coordinates.0', [RING[0], [39.505, 45.305], RING[2], RING[0]], ['G0-02']],
  ['unknown site', 'units.0.home_site_id', 'nowhere', ['G0-03']],
  ['unknown model', 'units.0.model_id', 'nothing', ['G0-03']],
  ['unknown payload', 'units.0.payload_id', 'nothing', ['G0-03']],
  ['payload that does not fit', 'units.0.payload_id', 'cam-b', ['G0-04']],
  ['payload without essential figure', 'units.0.payload_id', 'cam-bare', ['G0-05']],
  ['no datum', 'horizontal_datum', undefined, ['G0-07']],
  ['another datum', 'horizontal_datum', 'PULKOVO42', ['G0-07']],
  ['no height system', 'vertical_datum', undefined, ['G0-07']],
  ['same id twice', 'sites.0.id', 'task-1', ['G0-08', 'G0-03']],
  ['axes exchanged', 'tasks.0.area.coordinates.0', RING.map(([x, y]) => [y, x]), ['G0-09']],
  ['beyond the pole', 'sites.0.lat_deg', 120, ['G0-09']],
  ['floor above ceiling', 'airspace.floor_amsl_m', 900, ['G0-10']],
  ['gust below wind', 'weather.gust_mps', 1, ['G0-10']],
  ['wrong quality', 'tasks.0.quality', { type: 'point_density', point_density_per_m2: 50 }, ['G0-10']],
  ['tie lines of a camera', 'tasks.0.tie_line_every', 5, ['G0-10']],
  ['overlap of one', 'tasks.0.side_overlap', 1, ['G0-10']],
  ['solver beyond 300 s', 'solver.time_limit_s', 301, ['G0-10']],
  ['wind not a number', 'weather.wind_mps', Number.NaN, ['G0-10']],
  ['policy in the scenario', 'policy', {}, ['G0-10']],
  [
    'terrain too small',
    'terrain',
    {
      type: 'grid',
      west_deg: 39.5,
      south_deg: 45.3,
      step_lon_deg: 0.001,
      step_lat_deg: 0.001,
      columns: 2,
      rows: 2,
      amsl_m: [1, 1, 1, 1],
    },
    ['G0-06'],
  ],
  [
    'terrain with a height missing',
    'terrain',
    {
      type: 'grid',
      west_deg: 39,
      south_deg: 45,
      step_lon_deg: 1,
      step_lat_deg: 1,
      columns: 2,
      rows: 2,
      amsl_m: [1, 1, 1],
    },
    ['G0-06'],
  ],
];

for (const [name, path, value, expected] of cases)
  test(`${name}: ${expected.join(' ')}`, () => assert.deepEqual(codes(changed(path, value)), expected));

test('wind from 0 and from 360 are both accepted; 0 and 0.95 overlap too', () => {
  for (const [path, value] of [
    ['weather.wind_from_deg', 0],
    ['weather.wind_from_deg', 360],
    ['tasks.0.side_overlap', 0],
    ['tasks.0.side_overlap', 0.95],
  ] as const)
    assert.deepEqual(codes(changed(path, value)), []);
});

test('a ring that touches itself at a vertex, folds back, or repeats a vertex', () => {
  const touch: LonLat[] = [
    [0, 0],
    [4, 0],
    [4, 4],
    [2, 0],
    [0, 4],
    [0, 0],
  ];
  assert.equal(ringFault(touch)?.type, 'self_crossing');
  const fold: LonLat[] = [
    [0, 0],
    [4, 0],
    [2, 0],
    [2, 3],
    [0, 0],
  ];
  assert.equal(ringFault(fold)?.type, 'self_crossing');
  const repeated: LonLat[] = [
    [0, 0],
    [4, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
  ];
  assert.equal(ringFault(repeated), null);
  assert.equal(
    ringFault([
      [0, 0],
      [1, 1],
      [1, 1],
      [0, 0],
    ])?.type,
    'too_few_points',
  );
});

/** Compares each pair of edges that are no neighbours, with none of the sweep's shortcuts. */
function crossesSlowly(points: readonly LonLat[]): boolean {
  const n = points.length;
  const turn = (a: LonLat, b: LonLat, c: LonLat) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
  for (let i = 0; i < n; i++)
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const [a, b, c, d] = [points[i]!, points[(i + 1) % n]!, points[j]!, points[(j + 1) % n]!];
      if (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) return true;
    }
  return false;
}

test('self-crossing agrees with comparing all pairs of edges', () => {
  // Unbiased integers: no two edges overlap along a line, which the slow test cannot see.
  const side = fc.noBias(fc.integer({ min: 0, max: 1_000_000 }));
  const point = fc.tuple(side, side);
  fc.assert(
    fc.property(fc.array(point, { minLength: 4, maxLength: 9 }), (points) => {
      const fault = ringFault([...points, points[0]!]);
      if (fault !== null && fault.type !== 'self_crossing') return;
      assert.equal(fault !== null, crossesSlowly(points));
    }),
    { seed: 5, numRuns: 500 },
  );
});

test('a ring of thousands of vertices is checked quickly enough to be refused or taken', () => {
  const n = 20_000;
  const circle = Array.from({ length: n }, (_, i): LonLat => {
    const a = (2 * Math.PI * i) / n;
    return [40 + 0.1 * Math.cos(a), 45 + 0.1 * Math.sin(a)];
  });
  assert.equal(ringFault([...circle, circle[0]!]), null);
});

test('catalogues: duplicates, stray sources and valueless figures are refused; a merge replaces by id', () => {
  const base = sampleCatalogue();
  const twice = { ...base, payloads: [...base.payloads, base.payloads[0]!] };
  const stray = { ...base, sources: [] };
  const hollow = structuredClone(base) as unknown as { aircraft: { cruise_mps: { value: number | null } }[] };
  hollow.aircraft[0]!.cruise_mps.value = null;
  for (const bad of [twice, stray, hollow]) assert.ok(!parseSurveyCatalogue(bad).ok);
  const mine = { ...base, aircraft: [{ ...base.aircraft[0]!, name: 'Mine' }], payloads: [] };
  const merged = mergeSurveyCatalogues(base, mine);
  assert.deepEqual(merged.replaced, ['quad']);
  assert.deepEqual(merged.added, []);
  assert.equal(merged.catalogue.aircraft.length, 1);
  assert.equal(merged.catalogue.aircraft[0]!.name, 'Mine');
  assert.equal(merged.catalogue.payloads.length, base.payloads.length);
});
