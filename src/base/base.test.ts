import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  Sha256,
  canonicalJson,
  cleanName,
  createRng,
  hashOf,
  nearestNames,
  parseStrictJson,
  quantize,
  sha256Hex,
  utf8Bytes,
  writeCanonicalBytes,
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

test('sha256 does not depend on how its bytes are cut', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 37) & 255);
  const whole = createHash('sha256').update(bytes).digest('hex');
  for (let seed = 0; seed < 50; seed++) {
    const rng = createRng(seed);
    const sha = new Sha256();
    for (let at = 0; at < bytes.length;) {
      const to = Math.min(bytes.length, at + rng.int(seed < 25 ? 70 : 300));
      // More bytes than are to be taken.
      sha.update(bytes.subarray(at), to - at);
      at = to;
    }
    assert.equal(sha.hex(), whole, `seed ${seed}`);
    assert.throws(() => sha.update(bytes));
  }
});

const bytesOf = (value: unknown): Buffer => {
  const out: Buffer[] = [];
  writeCanonicalBytes(value, (bytes, n) => out.push(Buffer.from(bytes.subarray(0, n))));
  return Buffer.concat(out);
};

test('canonical bytes are those of the canonical text', () => {
  const same = (value: unknown, name: string): void =>
    assert.deepEqual(bytesOf(value), Buffer.from(utf8Bytes(canonicalJson(value))), name);
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), (value) => same(value, 'any')),
    { seed: 11, numRuns: 1000 },
  );
  const mixed = 'aя水😀"\\\n\u0000\u007f\ud800';
  for (const n of [0, 1, 4094, 4095, 4096, 4097, 10_922, 32_766, 40_000])
    for (const text of ['x'.repeat(n), 'я'.repeat(n), `${'x'.repeat(n)}😀`, `${'x'.repeat(n)}${mixed}`]) {
      same({ [text]: [text, text], b: { [mixed]: text } }, `${n}`);
      same(Array(9).fill(text), `nine of ${n}`);
    }
  // Neighbours of one first key and other keys; members left out; holes; numbers at their edges.
  same(
    [{ a: 1, c: 2, b: 3 }, { a: 1, b: 2 }, { a: 1, c: 2, b: undefined }, { a: undefined }, {}, []],
    'keys',
  );
  same([, 1, undefined, -0, 5e-324, 1e21, 1e-7, 123456789.123, Number.MAX_VALUE], 'numbers');
  const decimals: number[] = [];
  const rng = createRng(3);
  for (let digits = 0; digits <= 12; digits++)
    for (let i = 0; i < 300; i++) {
      const near = Number(rng.between(-1, 1).toFixed(digits)) * 10 ** rng.int(9);
      decimals.push(near, Number(near.toFixed(digits)), rng.between(-1e6, 1e6), rng.int(2_000_000) / 7);
    }
  for (const x of [999_999.999999999, 1e6, 999_999, 1e-6, 9.99e-7, 1e-9, 0.1, 0.3, 0.1 + 0.2, 1 / 3, 100, 10])
    decimals.push(x, -x);
  for (const x of decimals) assert.equal(bytesOf(x).toString(), String(x === 0 ? 0 : x));
  same(
    Array.from({ length: 20_000 }, (_, i) => ({ t: i / 7, x: -i, s: `${i}` })),
    'long',
  );
  for (const bad of [NaN, Infinity, undefined, () => 0, Symbol('s'), 1n])
    for (const value of [bad, [bad], { a: bad }]) {
      if (bad === undefined && value !== bad) continue;
      assert.throws(() => canonicalJson(value));
      assert.throws(() => bytesOf(value));
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
