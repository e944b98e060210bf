import { test } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SurveyScenario } from '#world';
import { deskScenario } from '../../../../test/doubles/survey-desk.ts';
import { sitesStandFree } from './place.ts';

const base = deskScenario();

function stands(lon_deg: number, lat_deg: number, scenario: SurveyScenario = base): boolean {
  const sites = [{ ...scenario.sites[0]!, id: 'here', lon_deg, lat_deg }];
  return sitesStandFree({ ...scenario, sites }, ['here']) === null;
}

const buffer = (nfz_buffer_m: number): SurveyScenario => ({
  ...base,
  airspace: { ...base.airspace, nfz_buffer_m },
});

test('the boundary itself is outside: edges, corners, and the next double inside', () => {
  assert.ok(!stands(39.48, 45.3), 'on the western edge');
  assert.ok(!stands(39.48, 45.28), 'on a corner');
  assert.ok(!stands(39.5, 45.34), 'on the northern edge');
  assert.ok(stands(39.48 + 1e-9, 45.3));
  assert.ok(!stands(39.48 - 1e-9, 45.3));
});

test('a zone holds its edge and its buffer, and a buffer of nothing still holds the edge', () => {
  assert.ok(!stands(39.5225, 45.3225), 'inside');
  assert.ok(!stands(39.52, 45.322, buffer(0)), 'on the edge without a buffer');
  assert.ok(stands(39.52 - 1e-7, 45.322, buffer(0)));
  assert.ok(!stands(39.5197, 45.322), '23.6 m from the zone, 30 m buffer');
  assert.ok(stands(39.5196, 45.322), '31.4 m from the zone');
  assert.ok(!stands(39.5196, 45.322, buffer(32)));
});

test('a hole of the boundary is outside, and so is everything near a hole of a zone', () => {
  const hole = [
    [39.49, 45.29],
    [39.495, 45.29],
    [39.495, 45.295],
    [39.49, 45.295],
    [39.49, 45.29],
  ] as [number, number][];
  const holed: SurveyScenario = {
    ...base,
    airspace: {
      ...base.airspace,
      boundary: { type: 'Polygon', coordinates: [...base.airspace.boundary.coordinates, hole] },
    },
  };
  assert.ok(!stands(39.492, 45.292, holed));
  assert.ok(!stands(39.495, 45.292, holed), 'on its edge');
  assert.ok(stands(39.4951, 45.292, holed));
});

test('a zone counts whatever its heights and times, for a site stands on the ground all day', () => {
  const zone = base.airspace.no_fly_zones[0]!;
  const high: SurveyScenario = {
    ...base,
    airspace: {
      ...base.airspace,
      no_fly_zones: [
        { ...zone, floor_amsl_m: 200, ceiling_amsl_m: 250, active_from_sec: 9, active_to_sec: 10 },
      ],
    },
  };
  assert.ok(!stands(39.5225, 45.3225, high));
});

test('only the named sites are looked at', () => {
  const sites = [{ ...base.sites[0]!, lon_deg: 39.6 }];
  assert.equal(sitesStandFree({ ...base, sites }, []), null);
  assert.equal(sitesStandFree({ ...base, sites }, ['site-1'])?.type, 'geometry');
});

test('random places agree with a slower test: on a box the sides, near a box the great circle', () => {
  const metres = (Math.PI * 6_371_000) / 180;
  fc.assert(
    fc.property(
      fc.double({ min: 39.47, max: 39.55, noNaN: true }),
      fc.double({ min: 45.27, max: 45.35, noNaN: true }),
      (lon, lat) => {
        const inside = lon > 39.48 && lon < 39.54 && lat > 45.28 && lat < 45.34;
        const dx = Math.max(39.52 - lon, 0, lon - 39.525) * metres * Math.cos((lat * Math.PI) / 180);
        const dy = Math.max(45.32 - lat, 0, lat - 45.325) * metres;
        const away_m = Math.hypot(dx, dy);
        // The sphere and the ellipsoid differ by a third of a percent: near the buffer's edge nothing is claimed.
        if (Math.abs(away_m - 30) < 0.5) return;
        assert.equal(stands(lon, lat), inside && away_m > 30, `${lon} ${lat}`);
      },
    ),
    { seed: 7, numRuns: 400 },
  );
});
