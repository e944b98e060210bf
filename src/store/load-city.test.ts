import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { demoCity } from '#world';
import { bundledCityPath, loadCity, loadState } from './load-city.ts';
import { stateText } from './state-text.ts';

const dir = mkdtempSync(join(tmpdir(), 'cloudbrain-store-'));
after(() => rmSync(dir, { recursive: true }));

function refusal(
  name: string,
  content: string | Uint8Array,
): { type: string; message: string; path: string } {
  const path = join(dir, name);
  writeFileSync(path, content);
  const r = loadState(path);
  assert.ok(!r.ok, `${name} was accepted`);
  assert.equal(r.error.path, path);
  assert.ok(r.error.message.includes(path), r.error.message);
  assert.ok(!r.error.message.includes('\n'), 'one line');
  return r.error;
}

test('the bundled demo city is what its generator writes', () => {
  const text = readFileSync(bundledCityPath('demo')!, 'utf8');
  assert.ok(text === stateText(demoCity()), 'differs: run src/store/write-demo-city.ts');
  assert.ok(text.length < 1_500_000);
  const loaded = loadCity('demo');
  assert.ok(loaded.ok);
  assert.equal(loaded.value.region_id, 'demo');
});

test('an unknown city, a file as a city and an empty directory are told apart', () => {
  const unknown = loadCity(join(dir, 'nowhere'));
  assert.ok(!unknown.ok && unknown.error.type === 'unknown_city');
  assert.match(unknown.error.message, /demo/);
  const file = join(dir, 'file.json');
  writeFileSync(file, '{}');
  const notDir = loadCity(file);
  assert.ok(!notDir.ok && notDir.error.type === 'not_a_directory');
  mkdirSync(join(dir, 'empty'));
  const empty = loadCity(join(dir, 'empty'));
  assert.ok(!empty.ok && empty.error.type === 'unknown_city');
  const proto = loadCity('__proto__');
  assert.ok(!proto.ok);
});

test('broken state files give one clear sentence each', () => {
  const good = stateText(demoCity());
  assert.match(refusal('empty.json', '').message, /empty/);
  assert.match(refusal('cut.json', good.slice(0, 30_000)).message, /cut off/);
  assert.match(refusal('gz.json', gzipSync('{}')).message, /gzip/);
  assert.match(refusal('utf16.json', Buffer.from('\ufeff{}', 'utf16le')).message, /UTF-16/);
  assert.match(refusal('utf16-nobom.json', Buffer.from('{"a": 1}', 'utf16le')).message, /UTF-16/);
  assert.match(refusal('bom.json', '\ufeff{}').message, /byte order mark/);
  assert.match(refusal('latin1.json', Buffer.from('{"a":"caf\xe9"}', 'latin1')).message, /near byte 10/);
  assert.match(refusal('html.json', '<html></html>').message, /XML or HTML/);
  assert.match(refusal('twice.json', '{"a":1,"a":2}').message, /twice/);
  assert.match(refusal('other.json', '{"type":"FeatureCollection","features":[]}').message, /schema_version/);
  assert.match(refusal('huge-number.json', '{"time": 8e677}').message, /too large to be finite/);
  assert.equal(refusal('zero.json', new Uint8Array(100)).type, 'invalid_input');
});

test('a file above the limit is refused by its size alone', () => {
  const path = join(dir, 'big.json');
  writeFileSync(path, '');
  truncateSync(path, 100 * 1024 * 1024);
  const r = loadState(path);
  assert.ok(!r.ok && r.error.type === 'file_too_large', JSON.stringify(r));
  const missing = loadState(join(dir, 'missing.json'));
  assert.ok(!missing.ok && missing.error.type === 'file_missing');
  const directory = loadState(dir);
  assert.ok(!directory.ok && directory.error.type === 'not_a_file');
});
