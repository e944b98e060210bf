import { assert } from './assert.ts';

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K = roundConstants();

function roundConstants(): Int32Array {
  const out = new Int32Array(64);
  let n = 0;
  for (let p = 2; n < 64; p++) {
    let prime = true;
    for (let d = 2; d * d <= p; d++) if (p % d === 0) prime = false;
    if (prime) out[n++] = Math.floor((Math.cbrt(p) % 1) * 4294967296);
  }
  return out;
}

/**
 * SHA-256 (FIPS 180-4) of bytes that come piece by piece. The core has no I/O and no platform crypto, so it carries its
 * own; it runs in browsers too.
 */
export class Sha256 {
  private readonly state = Int32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  private readonly schedule = new Int32Array(64);
  /** Bytes of a block that is not full yet, and how many. */
  private readonly tail = new Uint8Array(64);
  private held = 0;
  private total = 0;
  private done = false;

  /** Takes the next bytes; `to` leaves out what follows it. */
  update(bytes: Uint8Array, to = bytes.length): void {
    assert(!this.done, 'a digest that was read takes no more bytes');
    this.total += to;
    let at = 0;
    if (this.held > 0) {
      at = Math.min(to, 64 - this.held);
      this.tail.set(bytes.subarray(0, at), this.held);
      this.held += at;
      if (this.held < 64) return;
      compress(this.state, this.schedule, this.tail, 0);
      this.held = 0;
    }
    for (; at + 64 <= to; at += 64) compress(this.state, this.schedule, bytes, at);
    this.tail.set(bytes.subarray(at, to));
    this.held = to - at;
  }

  /** The digest of all bytes in lower-case hexadecimal; nothing can be added after it. */
  hex(): string {
    const { total } = this;
    const end = new Uint8Array(((this.held + 8) >> 6) * 64 + 64 - this.held);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(total / 536870912));
    view.setUint32(end.length - 4, (total << 3) >>> 0);
    this.update(end);
    this.done = true;
    return Array.from(this.state, (x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256Hex(bytes: Uint8Array): string {
  const sha = new Sha256();
  sha.update(bytes);
  return sha.hex();
}

/** One block (FIPS 180-4, 6.2.2). Plain loops over 32-bit integers: compilers do best with these. */
function compress(state: Int32Array, w: Int32Array, p: Uint8Array, at: number): void {
  for (let i = 0, k = at; i < 16; i++, k += 4)
    w[i] = (p[k]! << 24) | (p[k + 1]! << 16) | (p[k + 2]! << 8) | p[k + 3]!;
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + K[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & (b | c)) | (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
  state[5] = (state[5]! + f) | 0;
  state[6] = (state[6]! + g) | 0;
  state[7] = (state[7]! + h) | 0;
}
