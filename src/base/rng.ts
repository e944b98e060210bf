import { assert } from './assert.ts';

/** A seeded source of chance. Fork by name, so that a draw added in one place moves nothing elsewhere. */
export type Rng = {
  /** Uniform in [0, 1), with 32 random bits. */
  readonly next: () => number;
  /** Uniform integer in [0, below). */
  readonly int: (below: number) => number;
  /** Uniform in [low, high). */
  readonly between: (low: number, high: number) => number;
  /** Standard normal deviate (Box and Muller, 1958). */
  readonly normal: () => number;
  /** One of the items, uniformly. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** A new array in random order (Fisher and Yates). */
  readonly shuffle: <T>(items: readonly T[]) => T[];
  /** An independent stream named by `name`; depends on this stream's seed and not on its draws. */
  readonly fork: (name: string) => Rng;
  /** The 32-bit seed of this stream. */
  readonly seed: number;
};

/** FNV-1a over UTF-16 code units, mixed with a seed: names become independent 32-bit seeds. */
function seedFrom(name: string, seed: number): number {
  let h = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < name.length; i++) {
    h ^= name.charCodeAt(i);
    h = Math.imul(h, 0x01000193) >>> 0;
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b) >>> 0;
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35) >>> 0;
  return (h ^ (h >>> 16)) >>> 0;
}

/** A deterministic generator (sfc32 by C. Doty-Humphrey, PractRand) from a 32-bit seed. */
export function createRng(seed: number): Rng {
  assert(Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff, 'a seed is a 32-bit unsigned integer');
  let a = seedFrom('a', seed);
  let b = seedFrom('b', seed);
  let c = seedFrom('c', seed);
  let d = 1;
  const bits = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let i = 0; i < 12; i++) bits();
  const next = (): number => bits() / 4294967296;
  const int = (below: number): number => {
    assert(Number.isInteger(below) && below > 0 && below <= 4294967296, 'int needs a bound from 1 to 2^32');
    const limit = 4294967296 - (4294967296 % below);
    let x = bits();
    while (x >= limit) x = bits();
    return x % below;
  };
  return {
    seed,
    next,
    int,
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (items) => {
      assert(items.length > 0, 'pick needs an item');
      return items[int(items.length)]!;
    },
    shuffle: (items) => {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(i + 1);
        [out[i], out[j]] = [out[j]!, out[i]!];
      }
      return out;
    },
    fork: (name) => createRng(seedFrom(name, seed)),
  };
}
