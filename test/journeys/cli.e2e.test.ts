import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const dir = mkdtempSync(join(tmpdir(), 'cloudbrain-cli-'));
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
};

function cloudbrain(args: readonly string[], env: Record<string, string> = {}) {
  const done = spawnSync(process.execPath, ['bin/cloudbrain.mjs', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

const decide = ['decide', '--city', 'demo', '--instruction', 'Inspect the Old Bridge'] as const;
const huge = file('huge.json', '');
truncateSync(huge, 100 * 1024 * 1024);

/** Bad input of every kind: the arguments, and what the one line must say. */
const bad: readonly [string, readonly string[], RegExp][] = [
  ['a missing state file', ['decide', '--state', join(dir, 'no.json'), '--instruction', 'x'], /no file/],
  [
    'a state that is no JSON',
    ['decide', '--state', file('bad.json', '{"a":'), '--instruction', 'x'],
    /bad\.json.*line 1/,
  ],
  [
    'a state with a doubled key',
    ['decide', '--state', file('twice.json', '{"a":1,"a":2}'), '--instruction', 'x'],
    /stands twice/,
  ],
  [
    'a state of another shape',
    ['decide', '--state', file('other.json', '{"type":"FeatureCollection"}'), '--instruction', 'x'],
    /schema_version/,
  ],
  [
    'a state in UTF-16',
    ['decide', '--state', file('utf16.json', Buffer.from('\ufeff{}', 'utf16le')), '--instruction', 'x'],
    /UTF-16/,
  ],
  ['an empty state', ['decide', '--state', file('empty.json', ''), '--instruction', 'x'], /empty/],
  ['a file of 100 MB', ['decide', '--state', huge, '--instruction', 'x'], /104857600 bytes/],
  ['an unknown city', ['decide', '--city', 'atlantis', '--instruction', 'x'], /atlantis/],
  ['no city', ['decide', '--instruction', 'x'], /--city/],
  ['an unknown flag', [...decide, '--fast'], /unknown option '--fast'/],
  ['an unknown command', ['fly'], /unknown command 'fly'/],
  ['a misspelt command', ['decid'], /Did you mean decide/],
  ['an unknown provider', [...decide, '--provider', 'oracle'], /provider/],
  ['a negative number', [...decide, '--seed', '-1'], /--seed must be a whole number/],
  ['no number at all', [...decide, '--seed', 'NaN'], /--seed must be a whole number/],
  ['a number too large', [...decide, '--max-repair', '99999999999999999999'], /--max-repair/],
  ['an infinite number', [...decide, '--seed', '1e999'], /--seed/],
  ['an empty instruction', ['decide', '--city', 'demo', '--instruction', '  '], /empty/],
  [
    'an instruction too long',
    ['decide', '--city', 'demo', '--instruction', 'x'.repeat(3000)],
    /longer than 2000/,
  ],
  [
    'tool arguments that are no JSON',
    ['tool', 'plan_route', '--city', 'demo', '--args', '{goal:1}'],
    /line 1, column 2/,
  ],
  ['a tool that does not exist', ['tool', 'plan_root', '--city', 'demo', '--args', '{}'], /plan_root/],
  [
    'tool arguments with NaN',
    ['tool', 'plan_route', '--city', 'demo', '--args', '{"goal":[NaN,1]}'],
    /expected a value/,
  ],
  [
    'a negative deadline',
    ['tool', 'plan_route', '--city', 'demo', '--args', '{"goal":"hospital_A","deadline_sec":-5}'],
    /deadline_sec/,
  ],
  [
    'a certificate that is none',
    ['verify-certificate', file('c.json', '{"format":"x"}')],
    /no cloudbrain-certificate-1/,
  ],
  [
    'an empty map',
    ['data', 'import', 'osm', '--in', file('e.osm.json', ''), '--out', join(dir, 'c1')],
    /empty/,
  ],
  [
    'a cut-off map',
    [
      'data',
      'import',
      'osm',
      '--in',
      file('t.osm.json', '{"elements":[{"type":"node"'),
      '--out',
      join(dir, 'c2'),
    ],
    /t\.osm\.json/,
  ],
  [
    'a map that is a picture',
    [
      'data',
      'import',
      'osm',
      '--in',
      file('p.osm.json', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])),
      '--out',
      join(dir, 'c3'),
    ],
    /PNG/,
  ],
  [
    'a trace with text in it',
    ['monitor', '--spec', 'always (x > 0)', '--trace', file('t.csv', 't,x\n0,1\n1,abc\n')],
    /line 3/,
  ],
  [
    'a specification that does not parse',
    ['monitor', '--spec', 'always (x >', '--trace', file('u.csv', 't,x\n0,1\n')],
    /column/,
  ],
  [
    'a specification of an unknown signal',
    ['monitor', '--spec', 'always (xx > 0)', '--trace', file('v.csv', 't,x\n0,1\n')],
    /xx/,
  ],
  [
    'a map cell outside',
    [
      'route',
      '--map',
      file('m.map', 'type octile\nheight 2\nwidth 2\nmap\n..\n..\n'),
      '--from',
      '0,0',
      '--to',
      '9,9',
    ],
    /outside/,
  ],
  [
    'a conformance file with broken lines',
    ['conform', 'stl', file('r.jsonl', '{"id":1}\n{oops\n')],
    /line 2/,
  ],
];

for (const [what, args, says] of bad) {
  test(`${what}: one clear line, exit code 2, no stack`, () => {
    const { code, err, out } = cloudbrain(args);
    const lines = err.trim().split('\n');
    assert.equal(code, 2, `${err}${out}`);
    const text = out === '' ? err : `${err}${out}`;
    assert.match(text, says);
    assert.doesNotMatch(text, /\n\s+at /, 'no stack trace');
    if (args[0] !== 'tool') assert.equal(lines.length, 1, err);
  });
}

test('with --json the error is one document on stdout', () => {
  const { code, out } = cloudbrain(['decide', '--city', 'atlantis', '--instruction', 'x', '--json']);
  assert.equal(code, 2);
  const { error } = JSON.parse(out) as { error: Record<string, string> };
  assert.deepEqual(Object.keys(error).sort(), ['message', 'path', 'type']);
});

test('a taken port is said in one line', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) =>
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port)),
  );
  const { code, err } = cloudbrain(['serve', '--port', String(port)]);
  blocker.close();
  assert.equal(code, 2);
  assert.match(err, new RegExp(`port ${port} is taken`));
});

test('listening beyond loopback without a secret is refused', () => {
  const { code, err } = cloudbrain(['serve', '--host', '0.0.0.0', '--port', '0'], { CLOUDBRAIN_AUTH: '' });
  assert.equal(code, 2);
  assert.match(err, /CLOUDBRAIN_AUTH/);
});

test('exit codes: 0 released, 3 refused, 4 asked, 5 a certificate that does not verify; stdout holds one document', () => {
  const certificate = join(dir, 'cert.json');
  const released = cloudbrain([...decide, '--json', '--certificate', certificate]);
  assert.equal(released.code, 0, released.err);
  const record = JSON.parse(released.out) as Record<string, unknown>;
  for (const key of [
    'final_status',
    'decision',
    'ir',
    'verdict',
    'simulation',
    'risk',
    'explanation',
    'repair_rounds',
    'latency',
    'trace',
  ])
    assert.ok(key in record, key);
  assert.equal(
    cloudbrain([
      'decide',
      '--city',
      'demo',
      '--instruction',
      'Deliver a parcel to the Prison Infirmary',
      '--quiet',
    ]).code,
    3,
  );
  assert.equal(
    cloudbrain(['decide', '--city', 'demo', '--instruction', 'Deliver a parcel', '--quiet']).code,
    4,
  );
  assert.equal(cloudbrain(['verify-certificate', certificate]).code, 0);
  writeFileSync(certificate, readFileSync(certificate, 'utf8').replace('"t_sec":0', '"t_sec":1'));
  assert.equal(cloudbrain(['verify-certificate', certificate]).code, 5);
  const decision = file('d.json', released.out);
  assert.equal(
    cloudbrain(['simulate', '--decision', decision, '--city', 'demo', '--seed', '9', '--stress', 'none'])
      .code,
    0,
  );
});

test('the other commands work: ir schema and validate, tool, monitor, doctor', () => {
  const schema = JSON.parse(cloudbrain(['ir', 'schema']).out) as { type: string };
  assert.equal(schema.type, 'object');
  const record = JSON.parse(cloudbrain([...decide, '--json', '--quiet']).out) as { ir: unknown };
  assert.equal(
    cloudbrain(['ir', 'validate', '--ir', file('ir.json', JSON.stringify(record.ir)), '--city', 'demo']).code,
    0,
  );
  assert.equal(cloudbrain(['ir', 'validate', '--ir', file('ir2.json', '{}'), '--city', 'demo']).code, 5);
  const envelope = JSON.parse(
    cloudbrain(['tool', 'query_airspace', '--city', 'demo', '--args', '{"region_id":"demo"}', '--json']).out,
  ) as { ok: boolean };
  assert.equal(envelope.ok, true);
  const trace = file('w.csv', 't,x\n0,1\n1,-2\n2,3\n');
  const violated = cloudbrain(['monitor', '--spec', 'always[0,2] (x > 0)', '--trace', trace, '--json']);
  assert.equal(violated.code, 5);
  assert.equal((JSON.parse(violated.out) as { verdict: boolean }).verdict, false);
  assert.equal(cloudbrain(['monitor', '--spec', 'eventually[0,2] (x > 2)', '--trace', trace]).code, 0);
  assert.equal(cloudbrain(['doctor']).code, 0);
});

test('better survey variants are searched without a model', () => {
  const args = ['survey', 'recommend', '--scenario', 's01', '--limit', '1'];
  const done = cloudbrain([...args, '--json']);
  assert.equal(done.code, 0, done.err);
  const found = JSON.parse(done.out) as { base: { admitted: boolean }; evaluated: number; left: number };
  assert.deepEqual([found.base.admitted, found.evaluated, found.left], [true, 1, 3]);
  assert.match(done.err, /evaluated 2 of 2/);
  const pinned = cloudbrain([...args, '--quiet', '--pin', 'task:field-1']);
  assert.deepEqual([pinned.code, pinned.err], [0, '']);
  assert.match(pinned.out, /no variant is better by 0.5 % or more\n0 variants evaluated, 0 left/);
  assert.equal(cloudbrain(['survey', 'recommend', '--scenario', 's10', '--limit', '1']).code, 3);
  assert.equal(cloudbrain([...args, '--pin', 'unit:nobody']).code, 2);
});

test('a survey is planned, admitted, exported in every format, read back and reported', () => {
  const plan = join(dir, 's01.json');
  assert.equal(cloudbrain(['survey', 'plan', '--scenario', 's01', '--out', plan]).code, 0);
  assert.equal(cloudbrain(['survey', 'validate', '--scenario', 's01', '--plan', plan]).code, 0);
  for (const format of ['qgc', 'wpl', 'wpml', 'kml', 'gpx', 'litchi', 'geojson']) {
    const done = cloudbrain(['survey', 'export', '--plan', plan, '--format', format, '--out', dir, '--json']);
    assert.equal(done.code, 0, `${format}: ${done.err}`);
    const { files } = JSON.parse(done.out) as { files: string[] };
    assert.ok(files.length > 0 && files.every((f) => readFileSync(f).length > 100), format);
  }
  assert.equal(cloudbrain(['survey', 'report', '--plan', plan, '--out', join(dir, 'report.html')]).code, 0);
  assert.match(readFileSync(join(dir, 'report.svg'), 'utf8'), /^<svg/);
  const ring = [
    [37, 55],
    [37.01, 55],
    [37.01, 55.01],
    [37, 55],
  ];
  const area = file(
    'field.geojson',
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'f' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }),
  );
  assert.equal(cloudbrain(['survey', 'import', '--in', area]).code, 0);
  assert.equal(cloudbrain(['survey', 'import', '--in', file('bad.kml', '<kml><x>')]).code, 2);
  assert.equal(cloudbrain(['survey', 'plan', '--scenario', 's10']).code, 3);
  const altered = file(
    'altered.json',
    readFileSync(plan, 'utf8')
      .replace('"seed":', '"seed" :')
      .replace(/"amsl_m":\d+/, '"amsl_m":9'),
  );
  assert.equal(cloudbrain(['survey', 'validate', '--scenario', 's01', '--plan', altered]).code, 5);
});
