import { canonicalJson, hashOf, parseStrictJson, type Result, err, ok } from '#base';

/** Format of an exported audit log. */
export const AUDIT_FORMAT = 'cloudbrain-audit-1';

/** `previous_hash` of the first entry. */
export const GENESIS_HASH = `sha256:${'0'.repeat(64)}`;

/** What is to be recorded. `payload` is any JSON value; `object_id` is what was acted on. */
export type AuditEvent = {
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly object_id: string;
  readonly payload: unknown;
};

/** An entry of the log: an event, its number from 1 on, and its place in the chain. */
export type AuditEntry = AuditEvent & {
  readonly seq: number;
  readonly payload_hash: string;
  readonly previous_hash: string;
  /** Over everything else in the entry but the payload itself, which `payload_hash` stands for. */
  readonly hash: string;
};

/** The end of a chain: how many entries and the last one's hash. An empty log has 0 and GENESIS_HASH. */
export type AuditHead = { readonly count: number; readonly head_hash: string };

/** The head of a log without entries. */
export const EMPTY_HEAD: AuditHead = { count: 0, head_hash: GENESIS_HASH };

/** The entry that carries an event on after a head. */
export function chainEntry(head: AuditHead, event: AuditEvent): AuditEntry {
  const { at, actor, action, object_id, payload } = event;
  const body = {
    seq: head.count + 1,
    at,
    actor,
    action,
    object_id,
    payload_hash: hashOf(payload),
    previous_hash: head.head_hash,
  };
  return { ...body, payload, hash: hashOf(body) };
}

/** The head after an entry. */
export function headAfter(entry: AuditEntry): AuditHead {
  return { count: entry.seq, head_hash: entry.hash };
}

/** The first line of an export: format, count and head. Without a line break. */
export function auditHeaderLine(head: AuditHead): string {
  return canonicalJson({ format: AUDIT_FORMAT, ...head });
}

/** One line of an export. Without a line break. */
export function auditLine(entry: AuditEntry): string {
  return canonicalJson(entry);
}

/** Where a log is not the one that was written. `line` counts from 1, the header included. */
export type ChainFault = {
  readonly type: 'malformed' | 'altered' | 'out_of_order' | 'unlinked' | 'cut' | 'not_the_anchor';
  readonly line: number;
  readonly message: string;
};

const ENTRY_KEYS = 'action,actor,at,hash,object_id,payload,payload_hash,previous_hash,seq';

/**
 * Checks the lines of an export, header first: every byte is as written, every number and link follows, and the chain
 * ends at the header's head. Any line changed, removed, moved or inserted is found, and the first fault is named.
 * What the chain by itself cannot show is a log cut at its end or written anew by somebody who can write it all; both
 * show against an `anchor`, a head that was kept elsewhere at an earlier time.
 */
export function verifyChain(
  lines: Iterable<string>,
  anchor: AuditHead | null = null,
): Result<AuditHead, ChainFault> {
  let line = 0;
  let header: AuditHead | null = null;
  let head = EMPTY_HEAD;
  let anchored = anchor === null || sameHead(anchor, head);
  for (const text of lines) {
    line++;
    if (header === null) {
      header = readHeader(text);
      if (header === null) return fault('malformed', line, `the first line is no header of ${AUDIT_FORMAT}`);
      continue;
    }
    const read = readEntry(text, head, line);
    if (!read.ok) return read;
    head = headAfter(read.value);
    anchored ||= anchor !== null && sameHead(anchor, head);
  }
  if (header === null) return fault('malformed', 1, 'there is no line');
  if (!sameHead(header, head))
    return fault(
      'cut',
      line,
      `the header names ${header.count} entries up to ${header.head_hash}, the lines end with ${head.count} up to ${head.head_hash}`,
    );
  if (!anchored)
    return fault(
      'not_the_anchor',
      line,
      `the log does not contain the anchor: entry ${anchor!.count} with hash ${anchor!.head_hash}`,
    );
  return ok(head);
}

function fault(type: ChainFault['type'], line: number, message: string): Result<never, ChainFault> {
  return err({ type, line, message });
}

function sameHead(a: AuditHead, b: AuditHead): boolean {
  return a.count === b.count && a.head_hash === b.head_hash;
}

/** The value of a line, if the line is canonical JSON to the byte. */
function readLine(text: string): Record<string, unknown> | null {
  const json = parseStrictJson(text);
  if (!json.ok || typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return null;
  return canonicalJson(json.value) === text ? (json.value as Record<string, unknown>) : null;
}

function readHeader(text: string): AuditHead | null {
  const value = readLine(text);
  if (value === null || Object.keys(value).sort().join() !== 'count,format,head_hash') return null;
  const { format, count, head_hash } = value;
  if (format !== AUDIT_FORMAT || !Number.isSafeInteger(count) || typeof head_hash !== 'string') return null;
  return { count: count as number, head_hash };
}

function readEntry(text: string, head: AuditHead, line: number): Result<AuditEntry, ChainFault> {
  const value = readLine(text);
  if (value === null || Object.keys(value).sort().join() !== ENTRY_KEYS)
    return fault('malformed', line, 'the line is no entry as written');
  const entry = value as AuditEntry;
  if (entry.seq !== head.count + 1)
    return fault(
      'out_of_order',
      line,
      `entry ${String(entry.seq)} stands where ${head.count + 1} is expected`,
    );
  if (entry.previous_hash !== head.head_hash)
    return fault('unlinked', line, `entry ${entry.seq} does not follow from the one before it`);
  const { payload, hash: _, ...body } = entry;
  if (hashOf(payload) !== entry.payload_hash)
    return fault('altered', line, `the payload of entry ${entry.seq} does not match its hash`);
  if (hashOf(body) !== entry.hash)
    return fault('altered', line, `entry ${entry.seq} does not match its hash`);
  return ok(entry);
}
