import { Command } from 'commander';
import { lowAltitudeIrJsonSchema, validateIrText, validReport, type IrReport } from '#ir';
import { readUserText } from '#store';
import { flightTools } from '#tools';
import { stateFrom, type SetExit } from '../options.ts';
import { EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** `ir schema` and `ir validate`. */
export function irCommand(setExit: SetExit): Command {
  const ir = new Command('ir').description(
    'LowAltitudeIR: its JSON Schema, and the six-stage check of a document',
  );
  ir.command('schema')
    .description('print the published JSON Schema')
    .action((options: OutputOptions) => {
      printResult({ ...options, json: true }, lowAltitudeIrJsonSchema(), () => []);
    });
  ir.command('validate')
    .description('check a document in six stages against a state')
    .requiredOption('--ir <file>', 'the document')
    .option('--state <file>', 'a state document')
    .option('--city <id>', 'a bundled city or a city directory')
    .action((options: OutputOptions & { ir: string; state?: string; city?: string }) => {
      const state = stateFrom(options);
      const text = orBadInput(readUserText(options.ir, 'a LowAltitudeIR document (JSON)'));
      const checked = validateIrText(text, {
        state,
        tools: flightTools().cards(),
        demands: [],
        open_questions: [],
      });
      const report = checked.ok ? validReport() : checked.error;
      printResult(options, report, () => linesOf(report));
      setExit(checked.ok ? EXIT.done : EXIT.failed);
    });
  return ir;
}

function linesOf(report: IrReport): string[] {
  return [
    ...report.stages.map(
      (s) => `${s.passed === null ? 'not run' : s.passed ? 'passed ' : 'failed '}  ${s.stage}`,
    ),
    ...report.errors.map(
      (e) =>
        `${e.error_type} at ${e.field === '' ? 'the document' : e.field}: ${e.message}${e.suggestion === undefined ? '' : ` ${e.suggestion}`}`,
    ),
  ];
}
