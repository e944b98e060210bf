import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  canonicalJson,
  cleanName,
  createRng,
  hashOf,
  nearestNames,
  parseStrictJson,
  quantize,
  sha256Hex,
  utf8Bytes,
} from './index.ts';

test('sha256 equals the platform on random texts of every length around a block', () => {
  for (let n = 0; n < 200; n++) {
    const text = createRng(n)
      .shuffle([...'aя水😀'.repeat(n)])
      .join('');
    assert.equal(
      sha256Hex(utf8Bytes(text)),
      createHash('sha256').update(text, 'utf8').digest('hex'),
      `n ${n}`,
    );
  }
});

test('strict JSON agrees with JSON.parse on everything JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('__proto__'));
      const parsed = parseStrictJson(text);
      assert.ok(parsed.ok);
      assert.equal(JSON.stringify(parsed.value), JSON.stringify(JSON.parse(text)));
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('strict JSON refuses what JSON.parse lets through, and says where', () => {
  const cases: [string, RegExp, number, number][] = [
    ['{"a":1,"a":2}', /stands twice/, 1, 8],
    ['{"a":\n  8e677}', /too large/, 2, 3],
    ['{"__proto__":1}', /not allowed/, 1, 2],
    ['["\\ud800"]', /surrogate/, 1, 2],
    ['', /empty/, 1, 1],
    ['{"a":1}x', /after the end/, 1, 8],
    ['\ufeff{}', /expected a value/, 1, 1],
    ['[1,]', /expected a value/, 1, 4],
    ['NaN', /expected a value/, 1, 1],
    [`${'['.repeat(100)}`, /nested deeper/, 1, 66],
  ];
  for (const [text, message, line, column] of cases) {
    const parsed = parseStrictJson(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.error.message, message);
    assert.deepEqual([parsed.error.line, parsed.error.column], [line, column], text);
  }
});

test('canonical JSON sorts keys, drops undefined and refuses infinity', () => {
  assert.equal(canonicalJson({ b: 1, a: [undefined, -0, 1e21], c: undefined }), '{"a":[null,0,1e+21],"b":1}');
  assert.throws(() => canonicalJson({ a: Infinity }));
  assert.equal(hashOf({ a: 1, b: 2 }), hashOf({ b: 2, a: 1 }));
});

test('a forked stream does not depend on the draws of its parent', () => {
  const a = createRng(5);
  const b = createRng(5);
  b.next();
  assert.deepEqual([a.fork('x').next(), a.fork('x').int(1000)], [b.fork('x').next(), b.fork('x').int(1000)]);
  assert.notEqual(a.fork('x').next(), a.fork('y').next());
  const mean = Array.from({ length: 20000 }, a.next).reduce((s, x) => s + x, 0) / 20000;
  assert.ok(Math.abs(mean - 0.5) < 0.01);
});

test('names lose their lines, controls and direction marks', () => {
  assert.equal(cleanName('  Site\n\u202eevil\u200b  A\u0000 '), 'Site evil A');
  assert.equal([...cleanName('x'.repeat(500))].length, 80);
  assert.equal(nearestNames('uav_03', ['zone_1', 'uav_30', 'uav_01'], 2)[0], 'uav_01');
});

test('quantize keeps no negative zero and no binary dust', () => {
  assert.equal(quantize(0.1 + 0.2, 1e-6), 0.3);
  assert.ok(Object.is(quantize(-1e-9, 1e-6), 0));
});
