import { Argument, Command } from 'commander';
import { dirname, join } from 'node:path';
import { conformSeparation, conformVolume4d } from '#engines/simulate';
import { conformSurvey, type SurveyRow } from '#engines/survey';
import { conformRoute } from '#formats';
import { conformLtl, conformStl } from '#logic';
import { readUserText } from '#store';
import type { SetExit } from '../options.ts';
import { BadInput, EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** One row's outcome, whatever its kind. */
type Row = {
  readonly id: string;
  readonly passed: boolean;
  readonly expected: unknown;
  readonly got: unknown;
  readonly note?: string;
};

/** Kinds whose rows are JSON lines; a runner answers null for a line that carries no case. */
const LINE_RUNNERS: Readonly<Record<string, (row: unknown) => Row | null>> = {
  stl: conformStl,
  ltl: conformLtl,
  separation: conformSeparation,
  volume4d: conformVolume4d,
  survey: surveyRow,
};

/** `conform KIND F`: runs a file of conformance rows against the engines. */
export function conformCommand(setExit: SetExit): Command {
  return new Command('conform')
    .description('run a file of conformance rows against the engines; exit 5 if any row fails')
    .addArgument(new Argument('<kind>').choices([...Object.keys(LINE_RUNNERS), 'route']))
    .argument('<file>', 'rows: JSON lines, or CSV for route (maps lie beside the file)')
    .action((kind: string, file: string, options: OutputOptions) => {
      const text = orBadInput(readUserText(file, `conformance rows of the kind ${kind}`));
      const rows = kind === 'route' ? routeRows(file, text) : lineRows(LINE_RUNNERS[kind]!, file, text);
      const failed = rows.filter((r) => !r.passed);
      const passed = rows.length - failed.length;
      if (rows.length === 0) throw new BadInput('no_rows', `${file} holds no rows of the kind ${kind}`, file);
      printResult(options, { kind, passed, failed: failed.length, failures: failed }, () => [
        ...failed.map(
          (r) =>
            `FAILED ${r.id}  expected ${short(r.expected)}  got ${short(r.got)}${r.note ? `  (${r.note})` : ''}`,
        ),
        `${passed} passed, ${failed.length} failed`,
      ]);
      setExit(failed.length === 0 ? EXIT.done : EXIT.failed);
    });
}

/** A survey row has an input and expected members; anything else fails as unreadable. */
function surveyRow(row: unknown): Row {
  const r = row as Partial<SurveyRow> | null;
  const isObject = (v: unknown): boolean => typeof v === 'object' && v !== null && !Array.isArray(v);
  if (!isObject(r) || typeof r!.kind !== 'string' || !isObject(r!.input) || !isObject(r!.expect)) {
    return {
      id: String(r?.id ?? '?'),
      passed: false,
      expected: r?.expect ?? null,
      got: null,
      note: 'the row is unreadable',
    };
  }
  return conformSurvey(r as SurveyRow);
}

function lineRows(run: (row: unknown) => Row | null, file: string, text: string): Row[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      throw new BadInput('invalid_json', `${file}, line ${i + 1}: the line is no JSON document`, file);
    }
    return run(row) ?? [];
  });
}

function routeRows(file: string, text: string): readonly Row[] {
  const rows = conformRoute(text, (name) => {
    const map = readUserText(join(dirname(file), name), 'a map');
    return map.ok ? map.value : null;
  });
  if (!rows.ok)
    throw new BadInput('bad_rows', `${file}, line ${rows.error.line}: ${rows.error.message}`, file);
  return rows.value;
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
