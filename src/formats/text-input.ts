import { LIMITS, type Result, err, ok, parseStrictJson } from '#base';
import { type FormatError, formatError } from './format-error.ts';

/** First bytes of files that people give by mistake, and what they are. */
const SIGNATURES: readonly {
  readonly bytes: readonly number[];
  readonly what: string;
  readonly mend: string;
}[] = [
  { bytes: [0x1f, 0x8b], what: 'gzip data', mend: 'unpack it first (gunzip)' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'a zip archive', mend: 'unpack it and give the file inside' },
  { bytes: [0x42, 0x5a, 0x68], what: 'bzip2 data', mend: 'unpack it first (bunzip2)' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'zstd data', mend: 'unpack it first (unzstd)' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz data', mend: 'unpack it first (unxz)' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document', mend: 'give the data itself' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG image', mend: 'give the data itself' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG image', mend: 'give the data itself' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file', mend: 'import it with the kind overture' },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    what: 'an SQLite database',
    mend: 'export the data from it',
  },
];

const BOMS: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], what: 'a byte order mark' },
  { bytes: [0xff, 0xfe], what: 'UTF-16 (little endian)' },
  { bytes: [0xfe, 0xff], what: 'UTF-16 (big endian)' },
];

/** What a signature says that bytes are, or null where they carry none that we know. */
export function knownSignature(bytes: Uint8Array): { readonly what: string; readonly mend: string } | null {
  return SIGNATURES.find((s) => startsWith(bytes, s.bytes)) ?? null;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((b, i) => bytes[i] === b);
}

/** Refuses input that is empty or larger than LIMITS.input_file_bytes. */
export function checkSize(bytes: Uint8Array, wanted: string): Result<null, FormatError> {
  if (bytes.length === 0) {
    return err(formatError('empty_input', `the file is empty: expected ${wanted}`));
  }
  if (bytes.length > LIMITS.input_file_bytes) {
    return err(
      formatError(
        'too_large',
        `${bytes.length} bytes are more than the limit of ${LIMITS.input_file_bytes}: cut the extract to the city's bounds`,
      ),
    );
  }
  return ok(null);
}

/** Bytes as text: UTF-8 without a byte order mark and nothing else. `wanted` names what was expected. */
export function decodeText(bytes: Uint8Array, wanted: string): Result<string, FormatError> {
  const size = checkSize(bytes, wanted);
  if (!size.ok) return size;
  const signature = knownSignature(bytes);
  if (signature !== null) {
    return err(formatError('wrong_type', `this is ${signature.what}, expected ${wanted}: ${signature.mend}`));
  }
  const bom = BOMS.find((b) => startsWith(bytes, b.bytes));
  if (bom !== undefined) {
    return err(
      formatError(
        'wrong_encoding',
        `the text starts with ${bom.what}: save it as UTF-8 without a byte order mark`,
      ),
    );
  }
  const head = bytes.subarray(0, 4096);
  const nul = head.indexOf(0);
  if (nul >= 0) {
    const utf16 = head.length > 3 && (head[1] === 0 || head[0] === 0);
    return err(
      utf16
        ? formatError('wrong_encoding', 'the text looks like UTF-16: save it as UTF-8', `byte ${nul}`)
        : formatError('wrong_type', `this is binary data, expected ${wanted}`, `byte ${nul}`),
    );
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    const at = firstBadByte(bytes);
    return err(
      formatError('wrong_encoding', 'the text is not valid UTF-8: save it as UTF-8', `near byte ${at}`),
    );
  }
}

/** Offset of the first byte that is no UTF-8, by halving. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return good;
}

/** Bytes as JSON, strictly: duplicate keys, infinite numbers and deep nesting are refused. */
export function decodeJson(bytes: Uint8Array, wanted: string): Result<unknown, FormatError> {
  const text = decodeText(bytes, wanted);
  if (!text.ok) return text;
  const first = /\S/.exec(text.value)?.[0];
  if (first === undefined) return err(formatError('empty_input', `the file is blank: expected ${wanted}`));
  if (first === '<')
    return err(formatError('wrong_type', `this is XML or HTML, expected ${wanted}`, 'line 1'));
  if (first !== '{' && first !== '[') {
    return err(formatError('wrong_type', `this is no JSON document, expected ${wanted}`, 'line 1'));
  }
  const parsed = parseStrictJson(text.value);
  if (parsed.ok) return parsed;
  const { line, column, path, message } = parsed.error;
  const place = `line ${line}, column ${column}${path === '' ? '' : `, ${path}`}`;
  const cut = /end of text|not closed/.test(message);
  return err(
    cut
      ? formatError(
          'truncated',
          `the JSON ends too early (${message}): the file was cut off, download it again`,
          place,
        )
      : formatError('invalid_json', `the JSON is broken: ${message}`, place),
  );
}
