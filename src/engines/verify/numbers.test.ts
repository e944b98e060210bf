import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from './index.ts';
import type { VerifyRequest } from './flight.ts';
import { STRAIGHT, after, sampleRequest, track, zoneOver } from './sample-flight.ts';

const ok = (request: VerifyRequest): boolean => {
  const verdict = verify(request);
  return verdict.ok && verdict.value.passed;
};

/** What is said about a request that cannot be measured. */
function refused(request: VerifyRequest): string {
  const verdict = verify(request);
  assert.ok(!verdict.ok, 'refused');
  return `${verdict.error.type}: ${verdict.error.message}`;
}

const base = sampleRequest({
  zones: [
    zoneOver('nfz', 'no_fly', [
      [1500, 1500],
      [1600, 1500],
      [1600, 1600],
    ]),
  ],
  buildings: [
    {
      id: 'house',
      ring: [
        [900, 900],
        [950, 900],
        [950, 950],
      ],
      height_m: 30,
    },
  ],
  operations: [
    {
      operation_id: 'op_1',
      uav_id: 'uav_2',
      priority: 'normal',
      start: after(0),
      trajectory: [
        ...track([
          [0, -900, -900, 60],
          [500, -900, -1900, 60],
        ]),
      ],
    },
  ],
});

test('a number that is none is refused wherever it stands: it would compare as false and never be the smallest', () => {
  assert.ok(ok(base));
  const { uav, mission, air } = base;
  for (const key of ['cruise_w', 'radius_m', 'battery_ratio', 'wind_limit_mps', 'max_payload_kg'] as const)
    assert.match(
      refused({ ...base, uav: { ...uav, [key]: NaN } }),
      new RegExp(`no_number: .*uav_1: ${key} is NaN`),
    );
  const heavy = { ...uav, masses: { empty_kg: NaN, powers_kg: 1 } };
  assert.match(refused({ ...base, uav: heavy }), /masses of uav_1: empty_kg/);
  for (const key of [
    'min_separation_m',
    'altitude_min_m',
    'corridor_capacity_required',
    'deadline_sec',
  ] as const) {
    const constraints = { ...mission.constraints, [key]: NaN };
    assert.match(
      refused({ ...base, mission: { ...mission, constraints } }),
      new RegExp(`constraints: ${key} is NaN`),
    );
  }
  const wind = { ...air.wind, gust_mps: NaN };
  assert.match(refused({ ...base, air: { ...air, wind } }), /the wind: gust_mps is NaN/);
  const toward = { east_mps: NaN, north_mps: 0 };
  assert.match(refused({ ...base, air: { ...air, wind: { ...air.wind, toward } } }), /direction of the wind/);
  assert.match(refused({ ...base, air: { ...air, ceiling_agl_m: NaN } }), /the airspace/);
  assert.match(
    refused({ ...base, air: { ...air, bounds: { ...air.bounds, max_x_m: NaN } } }),
    /bounds of the map/,
  );
});

test('zones, buildings and accepted operations with a number that is none are refused by name', () => {
  const { air } = base;
  const [zone] = air.zones;
  const zones = [{ ...zone!, prism: { ...zone!.prism, from_sec: NaN } }];
  assert.match(refused({ ...base, air: { ...air, zones } }), /the zone nfz: a height or a time is no number/);
  const [house] = air.obstacles;
  const obstacles = [{ ...house!, prism: { ...house!.prism, ceiling_m: NaN } }];
  assert.match(refused({ ...base, air: { ...air, obstacles } }), /the building house/);
  const [op] = air.operations;
  const operations = [{ ...op!, points: [op!.points[0]!, { ...op!.points[1]!, x_m: NaN }] }];
  assert.match(refused({ ...base, air: { ...air, operations } }), /operation op_1, point 1/);
});

test('a trajectory whose numbers would overflow is refused, finite as they are', () => {
  for (const far of [1e10, 1e155, 1e308, NaN, Infinity]) {
    const rows = STRAIGHT.map((r) => [...r] as [number, number, number, number, string?]);
    rows[3]![0] = far;
    assert.match(refused({ ...base, trajectory: track(rows) }), /^invalid_trajectory: w3/);
    const wide = STRAIGHT.map((r) => [...r] as [number, number, number, number, string?]);
    wide[2]![1] = far;
    assert.match(refused({ ...base, trajectory: track(wide) }), /^invalid_trajectory: w2/);
  }
});

test('an aircraft that the fleet does not list counts as large as the largest that it lists', () => {
  const near = (gap_m: number, uav_id: string): boolean => {
    const request = sampleRequest({
      uav: { radius_m: 6 },
      constraints: { min_separation_m: 1 },
      operations: [
        {
          operation_id: 'op_1',
          uav_id,
          priority: 'normal',
          start: after(0),
          trajectory: [
            ...track([
              [0, 500, gap_m, 50],
              [500, 500, gap_m, 50.001],
            ]),
          ],
        },
      ],
    });
    return ok(request);
  };
  assert.ok(near(12.1, 'uav_2'));
  assert.ok(!near(11.9, 'uav_2'), 'the spheres of two aircraft of 6 m touch');
});
