import { inflateSync } from 'node:zlib';
import { type Result, err, ok } from '#base';
import { type FormatError, formatError } from '../format-error.ts';
import { checkSize } from '../text-input.ts';
import { type BoundsDeg, type OsmData } from './osm-data.ts';
import { PrimitiveReader, TooManyNodes } from './pbf-primitives.ts';
import { WireError, WireReader, signed } from './pbf-wire.ts';

/** Sizes from the format's description (wiki.openstreetmap.org, "PBF Format"): a header below 64 KiB, a block below 32 MiB. */
const HEADER_BYTES = 64 * 1024;
const BLOCK_BYTES = 32 * 1024 * 1024;

const FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays', 'Sort.Type_then_ID']);

type Header = { bounds: BoundsDeg | null; snapshot: string | null };

/**
 * Reads an OpenStreetMap PBF file. Objects may stand in any order; geometry is put together afterwards. Blocks may be
 * raw or zlib; each is inflated to at most 32 MiB, so a small file cannot unpack without end.
 */
export function readOsmPbf(bytes: Uint8Array): Result<OsmData, FormatError> {
  const size = checkSize(bytes, 'an OpenStreetMap PBF file');
  if (!size.ok) return size;
  const reader = new PrimitiveReader();
  let header: Header | null = null;
  let at = 0;
  try {
    while (at < bytes.length) {
      const blob = nextBlob(bytes, at, header === null);
      if ('refused' in blob) return err(blob.refused);
      if (blob.kind === 'OSMHeader') {
        const read = readHeader(blob.data);
        if (!read.ok) return read;
        header = read.value;
      } else if (blob.kind === 'OSMData') {
        reader.block(blob.data);
      }
      at = blob.next;
    }
  } catch (e) {
    if (e instanceof TooManyNodes) return err(formatError('too_large', e.message));
    if (!(e instanceof WireError) && !isZlibError(e)) throw e;
    return err(
      formatError(
        'invalid_data',
        `a block of the PBF file is broken (${e.message}): download it again`,
        `byte ${at}`,
      ),
    );
  }
  if (header === null)
    return err(formatError('wrong_type', 'the file has no OSMHeader block: it is no OSM PBF file'));
  const snapshot = header.snapshot ?? newestObject(reader.newest_ms);
  return ok({ ...reader.done(), bounds: header.bounds, snapshot });
}

/** The date of the newest node, where the header states no date: the data are at least that young. */
function newestObject(ms: number): string | null {
  return ms > 0 && ms < 253402300800_000 ? new Date(ms).toISOString().slice(0, 10) : null;
}

/** Whether bytes start like an OSM PBF file: a length, then a BlobHeader of the type OSMHeader. */
export function looksLikePbf(bytes: Uint8Array): boolean {
  if (bytes.length < 15 || bytes[0] !== 0 || bytes[4] !== 0x0a || bytes[5] !== 9) return false;
  return String.fromCharCode(...bytes.subarray(6, 15)) === 'OSMHeader';
}

function isZlibError(e: unknown): e is Error {
  return e instanceof Error && 'code' in e && /^(Z_|ERR_)/.test(String(e.code));
}

type Blob = { readonly kind: string; readonly data: Uint8Array; readonly next: number };

function nextBlob(bytes: Uint8Array, at: number, first: boolean): Blob | { readonly refused: FormatError } {
  const truncated = {
    refused: formatError('truncated', 'the PBF file was cut off: download it again', `byte ${at}`),
  };
  const foreign = { refused: formatError('wrong_type', 'this is no OpenStreetMap PBF file', `byte ${at}`) };
  if (at + 4 > bytes.length) return first ? foreign : truncated;
  const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
  if (length > HEADER_BYTES) return foreign;
  if (at + 4 + length > bytes.length) return first ? foreign : truncated;
  let kind = '';
  let size = -1;
  const head = new WireReader(bytes, at + 4, at + 4 + length);
  while (head.more) {
    const { field, wire } = head.tag();
    if (field === 1 && wire === 2) kind = textOf(head.slice());
    else if (field === 3 && wire === 0) size = head.varint();
    else head.skip(wire);
  }
  if (kind === '' || size < 0 || size > BLOCK_BYTES) return foreign;
  if (first && kind !== 'OSMHeader') return foreign;
  const from = at + 4 + length;
  if (from + size > bytes.length) return truncated;
  const data = inflated(new WireReader(bytes, from, from + size), at);
  return data instanceof Uint8Array ? { kind, data, next: from + size } : { refused: data };
}

function inflated(blob: WireReader, at: number): Uint8Array | FormatError {
  let other = 'unknown';
  while (blob.more) {
    const { field, wire } = blob.tag();
    if (field === 1 && wire === 2) return blob.slice();
    if (field === 3 && wire === 2) return inflateSync(blob.slice(), { maxOutputLength: BLOCK_BYTES });
    if (field >= 4 && field <= 7) other = ['lzma', 'bzip2', 'lz4', 'zstd'][field - 4]!;
    blob.skip(wire);
  }
  return formatError(
    'wrong_type',
    `a block is packed with ${other}: write the file again with zlib (osmium cat -f pbf,pbf_compression=zlib)`,
    `byte ${at}`,
  );
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function readHeader(data: Uint8Array): Result<Header, FormatError> {
  const r = new WireReader(data);
  let bounds: BoundsDeg | null = null;
  let snapshot: string | null = null;
  while (r.more) {
    const { field, wire } = r.tag();
    if (field === 1 && wire === 2) bounds = headerBounds(r.message());
    else if (field === 4 && wire === 2) {
      const needed = textOf(r.slice());
      if (!FEATURES.has(needed)) {
        return err(
          formatError(
            'wrong_type',
            `the file needs the feature ${needed.slice(0, 40)}, which is not read here`,
            'header',
          ),
        );
      }
    } else if (field === 32 && wire === 0) {
      const sec = r.varint();
      if (sec > 0 && sec < 253402300800) snapshot = new Date(sec * 1000).toISOString();
    } else r.skip(wire);
  }
  return ok({ bounds, snapshot });
}

/** Nanodegrees: left, right, top, bottom. */
function headerBounds(r: WireReader): BoundsDeg {
  const edge = [0, 0, 0, 0, 0];
  while (r.more) {
    const { field, wire } = r.tag();
    if (field >= 1 && field <= 4 && wire === 0) edge[field] = signed(r) / 1e9;
    else r.skip(wire);
  }
  return [edge[1]!, edge[4]!, edge[2]!, edge[3]!];
}
