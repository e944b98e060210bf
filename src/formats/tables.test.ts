import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readM100Power, regimePower } from './m100/index.ts';
import { readSumo } from './sumo/index.ts';
import { readTrips } from './tlc/index.ts';

const REAL = new URL('../../../shared/data/real/', import.meta.url);
const skip = existsSync(REAL) ? false : 'the shared folder of real data is not here';
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, REAL)));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function message(r: { ok: boolean; error?: { type: string; place: string; message: string } }): string {
  assert.ok(!r.ok && r.error !== undefined, 'was accepted');
  return `${r.error.type} ${r.error.place}: ${r.error.message}`;
}

test(
  'M100: the 90 % power of half the flights covers about 90 % of the other half, per regime',
  { skip },
  () => {
    const read = readM100Power(bytesOf('m100/m100_power_samples.csv'));
    assert.ok(read.ok);
    assert.equal(read.value.length, 63_951);
    const table = regimePower(read.value);
    assert.deepEqual(
      table.map((r) => r.regime),
      ['cruise', 'landing', 'takeoff'],
    );
    for (const r of table) {
      assert.equal(r.flights, 68);
      const covered = r.held_out_coverage_ratio!;
      assert.ok(covered > 0.85 && covered < 0.95, JSON.stringify(r));
      assert.ok(r.q90_w > r.mean_w && r.mean_w > 400);
    }
    assert.match(message(readM100Power(bytesOf('m100/m100_flights_head.csv'))), /raw flight log/);
  },
);

test('M100: quantiles by hand, and what is no sample', () => {
  const rows = Array.from({ length: 10 }, (_, i) => `1,hover,${i + 1}`).concat(['2,hover,9', '2,hover,9.5']);
  const read = readM100Power(utf8(`flight,regime,power_w\n${rows.join('\n')}\n`));
  assert.ok(read.ok);
  assert.deepEqual(regimePower(read.value), [
    {
      regime: 'hover',
      flights: 2,
      samples: 12,
      mean_w: 5.5,
      q50_w: 5,
      q90_w: 9,
      held_out_coverage_ratio: 0.5,
    },
  ]);
  assert.match(message(readM100Power(utf8('a,b\n1,2\n'))), /no column flight/);
  assert.match(message(readM100Power(utf8('flight,regime,power_w\n1,hover,\n'))), /row 2/);
  assert.match(message(readM100Power(utf8('flight,regime,power_w\n1,hover,NaN\n'))), /row 2/);
});

test('taxi trips of New York and Chicago, with what had to be left out', { skip }, () => {
  const ny = readTrips(bytesOf('taxi/nyc_tlc_yellow_green_2019-03_sample.csv'));
  assert.ok(ny.ok);
  assert.ok(ny.value.trips.length > 1100 && ny.value.trips.length < 1200, String(ny.value.trips.length));
  assert.ok(ny.value.notes.some((n) => n.includes('264')));
  assert.ok(ny.value.trips.every((t) => t.from.area !== '264' && t.duration_sec! > 0));
  const chicago = readTrips(bytesOf('taxi/chicago_taxi_sample.csv'));
  assert.ok(chicago.ok && chicago.value.publisher === 'chicago');
  assert.ok(chicago.value.trips.some((t) => t.from.at !== null));
  assert.match(message(readTrips(bytesOf('taxi/taxi_zone_lookup.csv'))), /no column tpep_pickup_datetime/);
});

test('trips: broken rows are refused with their place', () => {
  const head = 'tpep_pickup_datetime,tpep_dropoff_datetime,trip_distance,PULocationID,DOLocationID\n';
  const good = readTrips(utf8(`${head}2019-03-01 10:00:00,2019-03-01 10:05:00,2,1,2\n`));
  assert.ok(good.ok);
  assert.deepEqual(good.value.trips[0], {
    start: '2019-03-01T10:00:00',
    duration_sec: 300,
    distance_m: 3218.7,
    from: { area: '1', at: null },
    to: { area: '2', at: null },
  });
  assert.match(message(readTrips(utf8(`${head}yesterday,2019-03-01 10:05:00,2,1,2\n`))), /row 2/);
  assert.match(
    message(readTrips(utf8(`${head}2019-03-01 10:00:00,2019-03-01 10:05:00,2,1,265\n`))),
    /no trip/,
  );
  assert.match(message(readTrips(utf8(`${head}1,2\n`))), /fields/);
});

test('SUMO: the Baltimore network stands where Baltimore is; the trips of its run', { skip }, () => {
  const net = readSumo(bytesOf('sumo/baltimore_east.net.xml'));
  assert.ok(net.ok && net.value.type === 'network');
  assert.ok(net.value.edges.length > 300, String(net.value.edges.length));
  for (const e of net.value.edges) {
    assert.ok(
      e.from_at !== null && Math.abs(e.from_at[0] + 76.598) < 0.02 && Math.abs(e.from_at[1] - 39.287) < 0.02,
      e.id,
    );
    assert.ok(!e.id.startsWith(':'));
  }
  const trips = readSumo(bytesOf('sumo/baltimore_east.tripinfo.xml'));
  assert.ok(trips.ok && trips.value.type === 'trips');
  assert.ok(trips.value.trips.length > 150);
  const grid = readSumo(bytesOf('sumo/grid4x4_lucas.net.xml'));
  assert.ok(grid.ok && grid.value.type === 'network' && grid.value.edges.every((e) => e.from_at === null));
  assert.match(message(readSumo(bytesOf('sumo/baltimore_east.rou.xml'))), /routes/);
});

test('SUMO: what is broken is refused', () => {
  assert.match(message(readSumo(utf8('<net><edge id="a" from="b" to="c"/></net>'))), /lanes/);
  assert.match(message(readSumo(utf8('<net></net>'))), /no road edge/);
  assert.match(message(readSumo(utf8('<net><edge id="a"'))), /truncated/);
  assert.match(message(readSumo(utf8('<tripinfos><tripinfo id="1" depart="-1"/></tripinfos>'))), /depart/);
});
