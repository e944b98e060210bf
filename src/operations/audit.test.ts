import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AuditEntry,
  type AuditHead,
  EMPTY_HEAD,
  auditHeaderLine,
  auditLine,
  chainEntry,
  headAfter,
  verifyChain,
} from './audit.ts';

function logOf(n: number, actor = 'Olga'): { readonly lines: string[]; readonly heads: AuditHead[] } {
  const entries: AuditEntry[] = [];
  const heads = [EMPTY_HEAD];
  for (let i = 0; i < n; i++) {
    const event = {
      at: '2026-05-12T08:00:00.000Z',
      actor,
      action: 'operation.accepted',
      object_id: `op_${i}`,
      payload: { i },
    };
    const entry = chainEntry(heads[i]!, event);
    entries.push(entry);
    heads.push(headAfter(entry));
  }
  return { lines: [auditHeaderLine(heads[n]!), ...entries.map(auditLine)], heads };
}

const { lines, heads } = logOf(12);
const fails = (changed: readonly string[]): void => {
  const found = verifyChain(changed);
  assert.ok(!found.ok, 'the change was not found');
  assert.ok(found.error.line >= 1 && found.error.line <= Math.max(1, changed.length));
};

test('a log as written verifies, the empty one too, and answers its head', () => {
  assert.deepEqual(verifyChain(lines), { ok: true, value: heads[12] });
  assert.deepEqual(verifyChain(logOf(0).lines), { ok: true, value: EMPTY_HEAD });
  assert.deepEqual(verifyChain([]), {
    ok: false,
    error: { type: 'malformed', line: 1, message: 'there is no line' },
  });
});

test('one changed, added or missing character anywhere is found', () => {
  const place = fc.integer({ min: 0, max: lines.length - 1 });
  fc.assert(
    fc.property(
      place,
      fc.nat(),
      fc.constantFrom('x', '0', ' ', '"', ''),
      fc.boolean(),
      (line, n, put, over) => {
        const text = lines[line]!;
        const at = n % text.length;
        const changed = text.slice(0, at) + put + text.slice(over || put === '' ? at + 1 : at);
        fc.pre(changed !== text);
        fails(lines.with(line, changed));
      },
    ),
    { seed: 5, numRuns: 400 },
  );
});

test('a line removed, moved, doubled or brought in from another log is found', () => {
  const other = logOf(12, 'Eve').lines;
  const place = fc.integer({ min: 1, max: lines.length - 1 });
  fc.assert(
    fc.property(place, place, (a, b) => {
      fails(lines.toSpliced(a, 1));
      fails(lines.toSpliced(b, 0, lines[a]!));
      fails(lines.with(a, other[a]!));
      if (a !== b) fails(lines.with(a, lines[b]!).with(b, lines[a]!));
      if (a !== b) fails(lines.toSpliced(a, 1).toSpliced(b, 0, lines[a]!));
    }),
    { seed: 5, numRuns: 200 },
  );
  fails(lines.slice(1));
  fails([lines[0]!, ...lines]);
});

test('an entry that was written anew with a hash that fits no longer leads to the next one', () => {
  const entry = JSON.parse(lines[5]!) as AuditEntry;
  const forged = chainEntry(heads[4]!, { ...entry, actor: 'Eve' });
  const found = verifyChain(lines.with(5, auditLine(forged)));
  assert.ok(!found.ok && found.error.type === 'unlinked' && found.error.line === 7);
});

test('a tail cut off together with its header, and a log written anew, show only against an anchor', () => {
  const cut = [auditHeaderLine(heads[8]!), ...lines.slice(1, 9)];
  assert.equal(verifyChain(cut).ok, true);
  const anchored = verifyChain(cut, heads[10]!);
  assert.ok(!anchored.ok && anchored.error.type === 'not_the_anchor');
  assert.equal(verifyChain(lines, heads[10]!).ok, true);
  assert.equal(verifyChain(lines, EMPTY_HEAD).ok, true);
  const anew = logOf(12, 'Eve').lines;
  assert.equal(verifyChain(anew).ok, true);
  assert.equal(verifyChain(anew, heads[10]!).ok, false);
  const tail = verifyChain(lines.slice(0, 9));
  assert.ok(!tail.ok && tail.error.type === 'cut');
});
