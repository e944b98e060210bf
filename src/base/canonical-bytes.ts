import { assert } from './assert.ts';
import { utf8Bytes } from './utf8.ts';

/** Takes the first `n` bytes of a buffer that is written anew afterwards. */
export type TakeBytes = (bytes: Uint8Array, n: number) => void;

/** Keys of an object in the order in which they stand, and the same sorted, with the text that precedes each value. */
type Layout = {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  readonly heads: readonly string[];
};

const SIZE = 32_768;
/** Longer texts are encoded apart: three bytes a character always fit in the buffer. */
const LONG = 4096;

/**
 * Hands over the UTF-8 bytes of `canonicalJson(value)`, piece by piece, without building its text: large documents are
 * hashed often. Throws where `canonicalJson` throws.
 */
export function writeCanonicalBytes(value: unknown, take: TakeBytes): void {
  const writer = new Writer(take);
  writer.value(value);
  writer.flush();
}

class Writer {
  private readonly bytes = new Uint8Array(SIZE);
  private n = 0;
  /** The latest layout by its first key: neighbours in a document mostly have the same keys. */
  private readonly layouts = new Map<string, Layout>();
  private readonly take: TakeBytes;

  constructor(take: TakeBytes) {
    this.take = take;
  }

  flush(): void {
    this.take(this.bytes, this.n);
    this.n = 0;
  }

  value(value: unknown): void {
    if (typeof value === 'number') {
      assert(Number.isFinite(value), 'canonical JSON holds finite numbers only');
      if (!this.decimal(value)) this.text(String(value));
    } else if (typeof value === 'string') this.string(value);
    else if (value === null) this.text('null');
    else if (typeof value === 'boolean') this.text(value ? 'true' : 'false');
    else if (Array.isArray(value)) this.array(value);
    else {
      assert(typeof value === 'object', `canonical JSON cannot hold a ${typeof value}`);
      this.object(value as Readonly<Record<string, unknown>>);
    }
  }

  private array(values: readonly unknown[]): void {
    this.text('[');
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.text(',');
      const member = values[i];
      this.value(member === undefined ? null : member);
    }
    this.text(']');
  }

  private object(object: Readonly<Record<string, unknown>>): void {
    const { sorted, heads } = this.layoutOf(Object.keys(object));
    let open = '{';
    for (let i = 0; i < sorted.length; i++) {
      const member = object[sorted[i]!];
      if (member === undefined) continue;
      this.text(open);
      this.text(heads[i]!);
      this.value(member);
      open = ',';
    }
    this.text(open === '{' ? '{}' : '}');
  }

  private layoutOf(keys: readonly string[]): Layout {
    const name = keys.length === 0 ? '' : keys[0]!;
    const known = this.layouts.get(name);
    if (known !== undefined && sameKeys(known.keys, keys)) return known;
    const sorted = [...keys].sort();
    const made = { keys, sorted, heads: sorted.map((key) => `${JSON.stringify(key)}:`) };
    this.layouts.set(name, made);
    return made;
  }

  /**
   * Writes a number of at most six digits before the point and nine behind it; false, and nothing written, for any other.
   * Of the decimals of up to 15 digits no two read back as one number, so the one that does is what `String` gives.
   */
  private decimal(value: number): boolean {
    const size = Math.abs(value);
    if (!(size < 1e6) || (size < 1e-6 && size !== 0)) return false;
    const billionths = Math.round(size * 1e9);
    if (billionths / 1e9 !== size) return false;
    if (this.n + 20 > SIZE) this.flush();
    if (value < 0) this.bytes[this.n++] = 0x2d;
    const whole = Math.floor(billionths / 1e9);
    this.digits(whole, whole < 10 ? 1 : whole < 1000 ? (whole < 100 ? 2 : 3) : String(whole).length);
    let rest = billionths - whole * 1e9;
    if (rest === 0) return true;
    let places = 9;
    for (; rest % 10 === 0; rest /= 10) places -= 1;
    this.bytes[this.n++] = 0x2e;
    this.digits(rest, places);
    return true;
  }

  /** Writes a whole number below 2^31 in a number of digits. */
  private digits(value: number, count: number): void {
    const { bytes, n } = this;
    let left = value | 0;
    for (let i = n + count - 1; i >= n; i--) {
      const tens = (left / 10) | 0;
      bytes[i] = 0x30 + left - 10 * tens;
      left = tens;
    }
    this.n = n + count;
  }

  private string(value: string): void {
    if (value.length > LONG || !this.plain(value)) this.text(JSON.stringify(value));
  }

  /** Writes a string that needs no escapes and is ASCII; false, and nothing written, for any other. */
  private plain(value: string): boolean {
    const { length } = value;
    if (this.n + length + 2 > SIZE) this.flush();
    const { bytes } = this;
    let n = this.n;
    bytes[n++] = 0x22;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
      bytes[n++] = code;
    }
    bytes[n++] = 0x22;
    this.n = n;
    return true;
  }

  /** Writes JSON text; ASCII goes straight into the buffer. */
  private text(text: string): void {
    const { length } = text;
    if (length > LONG) {
      this.flush();
      const whole = utf8Bytes(text);
      this.take(whole, whole.length);
      return;
    }
    if (this.n + 3 * length > SIZE) this.flush();
    const { bytes } = this;
    let n = this.n;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        const rest = utf8Bytes(text.slice(i));
        bytes.set(rest, n);
        n += rest.length;
        break;
      }
      bytes[n++] = code;
    }
    this.n = n;
  }
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
