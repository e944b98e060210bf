/** base: what every room stands on. */
export * from './result.ts';
export * from './assert.ts';
export * from './rng.ts';
export * from './clock.ts';
export * from './canonical-json.ts';
export * from './canonical-bytes.ts';
export * from './utf8.ts';
export * from './sha256.ts';
export * from './hash.ts';
export * from './strict-json.ts';
export * from './limits.ts';
export * from './text.ts';
export * from './units.ts';
export * from './abort.ts';
