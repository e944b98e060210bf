import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { createRng } from '#base';
import { createFrame, type Frame } from '#geo';
import { readScn } from './read-scn.ts';
import { scnTrajectory } from './scn-trajectory.ts';
import { writeScn, type ScnExport } from './write-scn.ts';

function frameAt(lon: number, lat: number): Frame {
  const made = createFrame([lon, lat]);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

const frame = frameAt(-76.6, 39.3);
const ground = { amsl_m: 12, geoid_separation_m: null };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function randomFlight(k: number): ScnExport {
  const rng = createRng(k);
  let t = 0;
  const points = Array.from({ length: 2 + rng.int(8) }, () => {
    t += rng.between(0.5, 60);
    return {
      t_sec: t,
      x_m: rng.between(-3000, 3000),
      y_m: rng.between(-3000, 3000),
      z_m: rng.between(0, 120),
    };
  });
  return { id: `uav_${k}`, type: 'M600', start_sec: rng.between(0, 90_000), points };
}

test('a replay read back gives the same trajectories: within 1 cm and 2 ms', () => {
  const flights = Array.from({ length: 40 }, (_, k) => randomFlight(k));
  const text = writeScn(flights, { frame, ground, style: 'replay' });
  assert.ok(text.ok);
  const read = readScn(bytes(text.value));
  assert.ok(read.ok && read.value.flights.length === flights.length);
  assert.deepEqual(read.value.ignored, {});
  for (const f of flights) {
    const back = read.value.flights.find((x) => x.id === f.id.toUpperCase())!;
    const track = scnTrajectory(back, frame, ground);
    assert.ok(track.ok);
    assert.equal(track.value.length, f.points.length);
    assert.ok(Math.abs(back.created_sec - f.start_sec - f.points[0]!.t_sec) <= 0.001);
    track.value.forEach((p, i) => {
      const want = f.points[i]!;
      const off = Math.hypot(p.x_m - want.x_m, p.y_m - want.y_m, p.z_m - want.z_m);
      assert.ok(off < 0.01, `${f.id} point ${i} is ${off} m off`);
      assert.ok(Math.abs(p.t_sec - (want.t_sec - f.points[0]!.t_sec)) <= 0.0021);
    });
  }
});

test('a route of waypoints read back has the same places and, flown level, the same times', () => {
  const points = [
    { t_sec: 0, x_m: 0, y_m: 0, z_m: 60 },
    { t_sec: 100, x_m: 1000, y_m: 0, z_m: 60 },
    { t_sec: 150, x_m: 1000, y_m: 700, z_m: 60 },
  ];
  const text = writeScn([{ id: 'a1', type: 'M600', start_sec: 5, points }], {
    frame,
    ground,
    style: 'waypoints',
  });
  assert.ok(text.ok && !text.value.includes('MOVE'));
  const read = readScn(bytes(text.value));
  assert.ok(read.ok);
  const track = scnTrajectory(read.value.flights[0]!, frame, ground);
  assert.ok(track.ok);
  track.value.forEach((p, i) => {
    const want = points[i]!;
    assert.ok(Math.abs(p.t_sec - want.t_sec) < 0.01 && Math.hypot(p.x_m - want.x_m, p.y_m - want.y_m) < 0.01);
  });
});

test('commands are in order of time, units are feet and knots, heights carry the ground', () => {
  const flight = (id: string, start_sec: number): ScnExport => ({
    id,
    type: 'M600',
    start_sec,
    points: [
      { t_sec: 0, x_m: 0, y_m: 0, z_m: 30.48 },
      { t_sec: 100, x_m: 0, y_m: -1852, z_m: 30.48 },
    ],
  });
  const made = writeScn([flight('late', 3600), flight('early', 1.25)], {
    frame,
    ground: { amsl_m: 30.48, geoid_separation_m: null },
    style: 'replay',
  });
  assert.ok(made.ok);
  const lines = made.value.split('\n').filter((l) => l !== '' && !l.startsWith('#'));
  assert.equal(lines[0], '00:00:01.250>CRE EARLY,M600,39.30000000,-76.60000000,180.000,200.000,36.0000');
  assert.ok(lines[1]!.startsWith('00:00:01.250>MOVE EARLY,') && lines[1]!.endsWith(',180.000,36.0000,0.00'));
  assert.equal(lines.at(-1), '01:01:40.000>DEL LATE');
});

test('what would break a scenario is refused', () => {
  const points = randomFlight(1).points;
  const refused = (e: Partial<ScnExport>[]): boolean =>
    !writeScn(
      e.map((x) => ({ id: 'a', type: 'M600', start_sec: 0, points, ...x })),
      { frame, ground, style: 'replay' },
    ).ok;
  assert.ok(refused([{ id: 'a,b' }]));
  assert.ok(refused([{ id: 'a\n00:00:00>QUIT' }]));
  assert.ok(refused([{ type: '' }]));
  assert.ok(refused([{ id: 'x' }, { id: 'X' }]));
  assert.ok(refused([{ points: points.slice(0, 1) }]));
  assert.ok(!refused([{ id: 'x' }, { id: 'y' }]));
});

test('both word orders, flight levels, spaces and lower case are read; other commands are counted', () => {
  const read = readScn(
    bytes(
      [
        '# comment',
        '00:00:00.00>cre kl1 B738 52 4 90 FL100 250',
        '0:00:01>KL1 addwpt 52.1,4.1',
        '00:00:02>ADDWPT KL1,52.2,4.2,FL90,240',
        '00:00:03>PAN 52,4',
        '00:00:03>PAN 52,5',
        '00:10:00>DEL KL1',
      ].join('\r\n'),
    ),
  );
  assert.ok(read.ok);
  const [flight] = read.value.flights;
  assert.equal(flight?.created.alt_ft, 10_000);
  assert.deepEqual(
    flight?.waypoints.map((w) => [w.lat, w.alt_ft, w.speed_kt]),
    [
      [52.1, null, null],
      [52.2, 9000, 240],
    ],
  );
  assert.equal(flight?.deleted_sec, 600);
  assert.deepEqual(read.value.ignored, { PAN: 2 });
});

test('broken scenarios are refused with the line', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /empty/],
    ['# only a comment\n', /no command/],
    ['00:00:00>CRE A,B738,52,4,90,1000,250\nnonsense', /HH:MM:SS/],
    ['00:00:00>CRE A,B738,52,4,90,1000', /CRE needs/],
    ['00:00:00>CRE A,B738,95,4,90,1000,250', /CRE needs/],
    ['00:00:00>CRE A,B738,NaN,4,90,1000,250', /CRE needs/],
    ['00:00:00>ADDWPT A,52,4', /not created/],
    ['00:00:00>CRE A,B738,52,4,90,1000,250\n00:00:00>CRE a,B738,52,4,90,1000,250', /twice/],
    ['00:00:00>CRE A,B738,52,4,90,1000,250\n00:00:00>ADDWPT A,SPY', /decimal degrees/],
  ];
  for (const [text, message] of cases) {
    const read = readScn(bytes(text));
    assert.ok(!read.ok, text);
    assert.match(read.error.message, message);
  }
  assert.ok(!readScn(new Uint8Array([0xff, 0xfe, 0x00])).ok);
});

test('a leg without speed is refused, and an aimless aircraft keeps its heading until it is deleted', () => {
  const track = (text: string): ReturnType<typeof scnTrajectory> => {
    const read = readScn(bytes(text));
    assert.ok(read.ok);
    return scnTrajectory(read.value.flights[0]!, frame, ground);
  };
  assert.ok(!track('00:00:00>CRE A,M600,39.3,-76.6,90,300,0\n00:00:00>ADDWPT A,39.31,-76.6').ok);
  const straight = track('00:00:00>CRE A,M600,39.3,-76.6,90,300,36\n00:01:40>DEL A');
  assert.ok(straight.ok);
  const end = straight.value.at(-1)!;
  assert.ok(Math.abs(end.x_m - 1852) < 0.01 && Math.abs(end.y_m) < 0.01 && end.t_sec === 100);
});

test('a published swarm scenario is read whole', (t) => {
  const file = '../shared/data/utm/bluesky_daa_b3_swarm.scn';
  if (!existsSync(file)) {
    t.skip(`NOT RUN: ${file} is absent`);
    return;
  }
  const read = readScn(readFileSync(file));
  assert.ok(read.ok);
  assert.ok(read.value.flights.length >= 5);
  const edmonton = frameAt(-113.54, 53.56);
  const helicopter = read.value.flights.find((f) => f.id === 'INTB3C')!;
  const track = scnTrajectory(helicopter, edmonton, { amsl_m: 0, geoid_separation_m: null });
  assert.ok(track.ok && track.value.length === 3);
  const over = track.value[1]!;
  // 0.03 degrees of latitude at 58 knots, over the hovering drone at 328 feet.
  assert.ok(Math.hypot(over.x_m, over.y_m) < 0.01 && Math.abs(over.z_m - 328 * 0.3048) < 1e-9);
  assert.ok(Math.abs(over.t_sec - (0.03 * edmonton.m_per_deg_lat) / ((58 * 1852) / 3600)) < 1e-6);
});
