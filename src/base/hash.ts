import { writeCanonicalBytes } from './canonical-bytes.ts';
import { Sha256 } from './sha256.ts';

/** `sha256:<hex>` over the canonical JSON of a value: the one form of hash on our wires. */
export function hashOf(value: unknown): string {
  const sha = new Sha256();
  writeCanonicalBytes(value, (bytes, n) => sha.update(bytes, n));
  return `sha256:${sha.hex()}`;
}
