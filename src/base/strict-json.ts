import { type Result, err, ok } from './result.ts';
import { LIMITS } from './limits.ts';

/** Why a text is no acceptable JSON document, with its place (1-based). */
export type JsonError = {
  readonly type: 'invalid_json';
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** JSON path of the member, where one is known. */
  readonly path: string;
};

class Refusal extends Error {
  readonly at: number;
  readonly path: string;

  constructor(message: string, at: number, path: string) {
    super(message);
    this.at = at;
    this.path = path;
  }
}

/**
 * Parses JSON (RFC 8259) more strictly than JSON.parse: duplicate keys, `__proto__` keys, numbers that are not finite
 * as doubles (a grammar-constrained decoder can emit `8e677`), unpaired surrogates and nesting deeper than
 * LIMITS.json_depth are refused. A leading byte order mark is refused too. Errors carry line, column and path.
 */
export function parseStrictJson(text: string): Result<unknown, JsonError> {
  const reader = new Reader(text);
  try {
    return ok(reader.document());
  } catch (e) {
    if (!(e instanceof Refusal)) throw e;
    const before = text.slice(0, e.at);
    const line = before.split('\n').length;
    const column = e.at - (before.lastIndexOf('\n') + 1) + 1;
    return err({ type: 'invalid_json', message: e.message, line, column, path: e.path });
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Reader {
  private at = 0;
  private readonly path: (string | number)[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    this.space();
    if (this.at >= this.text.length) this.refuse('the document is empty');
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.refuse(`unexpected ${this.seen()} after the end of the document`);
    return value;
  }

  private refuse(message: string, at = this.at): never {
    const path = this.path.map((p) => (typeof p === 'number' ? `[${p}]` : `.${p}`)).join('');
    throw new Refusal(message, at, path.replace(/^\./, ''));
  }

  private seen(): string {
    return this.at < this.text.length ? JSON.stringify(this.text[this.at]) : 'end of text';
  }

  private space(): void {
    for (; this.at < this.text.length; this.at++) {
      const c = this.text.charCodeAt(this.at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return;
    }
  }

  private value(): unknown {
    const c = this.text[this.at];
    if (c === '{') return this.object();
    if (c === '[') return this.array();
    if (c === '"') return this.string();
    if (c === '-' || (c !== undefined && c >= '0' && c <= '9')) return this.number();
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.refuse(`expected a value, found ${this.seen()}`);
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) return this.refuse('a number needs digits after its sign');
    const value = Number(match[0]);
    if (!Number.isFinite(value)) this.refuse(`the number ${match[0].slice(0, 40)} is too large to be finite`);
    this.at += match[0].length;
    return value;
  }

  private string(): string {
    const start = this.at++;
    let out = '';
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) return this.refuse('the string is not closed', start);
      if (c === '"') break;
      if (c < ' ') return this.refuse('a control character in a string must be escaped');
      if (c === '\\') out += this.escape();
      else {
        out += c;
        this.at++;
      }
    }
    this.at++;
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(out)) {
      this.refuse('the string has an unpaired surrogate', start);
    }
    return out;
  }

  private escape(): string {
    const c = this.text[this.at + 1] ?? '';
    const plain = ESCAPES[c];
    if (plain !== undefined) {
      this.at += 2;
      return plain;
    }
    const hex = this.text.slice(this.at + 2, this.at + 6);
    if (c !== 'u' || !/^[0-9a-fA-F]{4}$/.test(hex)) return this.refuse('unknown escape in a string');
    this.at += 6;
    return String.fromCharCode(parseInt(hex, 16));
  }

  private enter(step: string | number): void {
    if (this.path.length >= LIMITS.json_depth) this.refuse(`nested deeper than ${LIMITS.json_depth} levels`);
    this.path.push(step);
  }

  private object(): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    this.at++;
    this.space();
    if (this.text[this.at] === '}') {
      this.at++;
      return out;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.refuse(`expected a quoted key, found ${this.seen()}`);
      const keyAt = this.at;
      const key = this.string();
      if (key === '__proto__') this.refuse('the key "__proto__" is not allowed', keyAt);
      if (Object.hasOwn(out, key)) this.refuse(`the key ${JSON.stringify(key)} stands twice`, keyAt);
      this.space();
      if (this.text[this.at] !== ':') this.refuse(`expected ':' after a key, found ${this.seen()}`);
      this.at++;
      this.enter(key);
      this.space();
      out[key] = this.value();
      this.path.pop();
      this.space();
      if (this.text[this.at] === '}') {
        this.at++;
        return out;
      }
      if (this.text[this.at] !== ',') this.refuse(`expected ',' or '}', found ${this.seen()}`);
      this.at++;
    }
  }

  private array(): unknown[] {
    const out: unknown[] = [];
    this.at++;
    this.space();
    if (this.text[this.at] === ']') {
      this.at++;
      return out;
    }
    for (;;) {
      this.enter(out.length);
      this.space();
      out.push(this.value());
      this.path.pop();
      this.space();
      if (this.text[this.at] === ']') {
        this.at++;
        return out;
      }
      if (this.text[this.at] !== ',') this.refuse(`expected ',' or ']', found ${this.seen()}`);
      this.at++;
    }
  }
}
