import { conformEquivalence } from './conform-equivalence.ts';
import { type ConformResult, record } from './conform-row.ts';
import { checkFiniteLtl, type LtlTrace } from './finite-ltl.ts';
import { parseLtl } from './parse-ltl.ts';

/**
 * Runs one parsed row of the finite-trace LTL vector format. The row says which next is strong: flloat
 * writes X strong and WX weak, lydia and Spot X weak and X[!] strong.
 */
export function conformLtl(value: unknown): ConformResult {
  const row = record(value);
  const id = String(row['id'] ?? '(no id)');
  if (row['lhs'] !== undefined) return conformEquivalence(id, row);
  const next = String(row['next'] ?? '');
  const source = String(row['source'] ?? '');
  const dialect = /X=strong/.test(next) ? 'flloat' : /lydia/.test(source) ? 'lydia' : 'spot';
  const failed = (note: string): ConformResult => ({
    id,
    passed: false,
    expected: String(row['expected']),
    got: 'an error',
    note,
  });
  const formula = parseLtl(String(row['formula'] ?? ''), dialect, null);
  if (!formula.ok) return failed(`${formula.error.message} (column ${formula.error.column})`);
  const rows = row['trace'];
  if (!Array.isArray(rows)) return failed('the row has no trace');
  const trace: LtlTrace = rows.map(
    (at) =>
      new Set(
        Object.entries(record(at))
          .filter(([, v]) => v === true)
          .map(([name]) => name),
      ),
  );
  const checked = checkFiniteLtl(formula.value, trace, { dialect, empty_trace: 'weak' });
  if (!checked.ok) return failed(checked.error.message);
  const all = row['expected_all'];
  const got = checked.value.at.join(',');
  const expected = Array.isArray(all) ? all.join(',') : String(row['expected']);
  const passed = checked.value.verdict === row['expected'] && (!Array.isArray(all) || got === expected);
  return { id, passed, expected, got: Array.isArray(all) ? got : String(checked.value.verdict), note: '' };
}
