import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { frozenClock } from '#base';
import { importTable, oneFile } from './import-table.ts';

const root = mkdtempSync(join(tmpdir(), 'cloudbrain-table-'));
after(() => rmSync(root, { recursive: true }));
const clock = frozenClock('2026-03-01T12:00:00Z');

test('a table is written with its provenance, and a broken file writes nothing', () => {
  const file = join(root, 'power.csv');
  writeFileSync(file, 'flight,regime,power_w\n1,cruise,500\n2,cruise,510\n');
  const r = importTable('m100', file, join(root, 'out'), clock);
  assert.ok(r.ok, r.ok ? '' : r.error.message);
  const written = JSON.parse(readFileSync(r.value.file, 'utf8')) as {
    energy_id: string;
    provenance: { sha256: string; synthetic: boolean }[];
    regimes: unknown[];
  };
  assert.equal(written.energy_id, 'dji_m100_q90_regime_v0');
  assert.match(written.provenance[0]!.sha256, /^[0-9a-f]{64}$/);
  assert.equal(written.regimes.length, 1);
  writeFileSync(file, 'flight,regime\n1,cruise\n');
  const bad = importTable('m100', file, join(root, 'none'), clock);
  assert.ok(!bad.ok && bad.error.message.startsWith(file) && /power_w/.test(bad.error.message));
  assert.ok(!importTable('sumo', join(root, 'missing'), root, clock).ok);
  assert.ok(!oneFile([], root).ok && !oneFile(['a', 'b'], root).ok && oneFile(['a'], root).ok);
});
