/** What a broken protocol buffer message says. */
export class WireError extends Error {}

/**
 * A reader of protocol buffer wire format (protobuf.dev, "Encoding") over a slice of bytes. 64-bit values come back as
 * doubles, exact up to 2^53. Every read is checked against the end.
 */
export class WireReader {
  at: number;
  private readonly bytes: Uint8Array;
  private readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** Whether bytes are left. */
  get more(): boolean {
    return this.at < this.end;
  }

  /** The next field's number and wire type. */
  tag(): { readonly field: number; readonly wire: number } {
    const key = this.varint();
    return { field: Math.floor(key / 8), wire: key % 8 };
  }

  /** An unsigned varint; a negative int64 comes back negative. */
  varint(): number {
    let low = 0;
    let high = 0;
    for (let i = 0; i < 10; i++) {
      if (this.at >= this.end) throw new WireError('a number runs over the end');
      const b = this.bytes[this.at++]!;
      if (i < 4) low += (b & 127) * 2 ** (7 * i);
      else high += (b & 127) * 2 ** (7 * (i - 4));
      if (b < 128) {
        // 36 bits are above the low 28: the topmost is the sign of an int64.
        return low + (high >= 2 ** 35 ? high - 2 ** 36 : high) * 2 ** 28;
      }
    }
    throw new WireError('a number has more than ten bytes');
  }

  /** A zigzag-encoded signed varint. */
  zigzag(): number {
    const n = this.varint();
    if (n < 0) throw new WireError('a coordinate or id is out of range');
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  }

  /** A length-delimited field as its own reader. */
  message(): WireReader {
    const { from, to } = this.span();
    return new WireReader(this.bytes, from, to);
  }

  /** A length-delimited field's bytes. */
  slice(): Uint8Array {
    const { from, to } = this.span();
    return this.bytes.subarray(from, to);
  }

  private span(): { from: number; to: number } {
    const length = this.varint();
    const from = this.at;
    if (!(length >= 0 && from + length <= this.end)) throw new WireError('a field runs over the end');
    this.at = from + length;
    return { from, to: this.at };
  }

  /** Passes over a field of the given wire type. */
  skip(wire: number): void {
    if (wire === 0) this.varint();
    else if (wire === 1) this.at += 8;
    else if (wire === 2) this.span();
    else if (wire === 5) this.at += 4;
    else throw new WireError(`wire type ${wire} is not in use`);
    if (this.at > this.end) throw new WireError('a field runs over the end');
  }

  /** All numbers of a packed field, or the one number of an unpacked one. */
  numbers(wire: number, read: (r: WireReader) => number, out: number[]): void {
    if (wire !== 2) {
      out.push(read(this));
      return;
    }
    const inner = this.message();
    while (inner.more) out.push(read(inner));
  }
}

/** Reads one number of a packed list. */
export const unsigned = (r: WireReader): number => r.varint();
/** Reads one zigzag number of a packed list. */
export const signed = (r: WireReader): number => r.zigzag();
