import { Command, Option } from 'commander';
import { basename } from 'node:path';
import { parseTrace } from '#formats';
import {
  formatFormula,
  monitor,
  parseSpec,
  type MonitorReport,
  type SignalCurve,
  type TimeModel,
  type TraceEnd,
} from '#logic';
import { readUserText } from '#store';
import type { SetExit } from '../options.ts';
import { BadInput, EXIT, orBadInput, printResult, type OutputOptions } from '../output.ts';

/** Time models by their flag. `discrete` windows by timestamps, which equals windows by index where samples are 1 s apart. */
const TIMES: Readonly<Record<string, TimeModel>> = {
  discrete: 'timestamp',
  index: 'index',
  dense: 'step',
  linear: 'linear',
};

type MonitorFlags = OutputOptions & {
  readonly spec: string;
  readonly trace: string;
  readonly time: string;
  readonly end: TraceEnd;
  readonly dialect: 'rtamt' | 'spot';
};

/** `monitor`: robustness, verdict and counterexample of a specification over a recorded trace. */
export function monitorCommand(setExit: SetExit): Command {
  return new Command('monitor')
    .description('judge a recorded trace by a temporal specification; exit 5 where it is violated')
    .requiredOption('--spec <text>', 'the specification')
    .requiredOption('--trace <file>', 'CSV with a time column, or JSON')
    .addOption(
      new Option('--time <model>', 'how time runs between samples')
        .choices(Object.keys(TIMES))
        .default('discrete'),
    )
    .addOption(
      new Option('--end <policy>', 'what is assumed behind the end of the trace')
        .choices(['unknown', 'inf', 'hold'])
        .default('unknown'),
    )
    .addOption(
      new Option('--dialect <name>', 'language of the specification')
        .choices(['rtamt', 'spot'])
        .default('rtamt'),
    )
    .action((flags: MonitorFlags) => {
      const trace = parseTrace(
        basename(flags.trace),
        orBadInput(readUserText(flags.trace, 'a trace (CSV or JSON)')),
      );
      if (!trace.ok)
        throw new BadInput(
          trace.error.type,
          `${flags.trace}${trace.error.place === '' ? '' : `, ${trace.error.place}`}: ${trace.error.message}`,
          flags.trace,
        );
      const spec = parseSpec(flags.spec, {
        dialect: flags.dialect,
        signals: [...trace.value.signals.keys()],
      });
      if (!spec.ok) {
        const { type, message, line, column, mend } = spec.error;
        throw new BadInput(type, `--spec, line ${line}, column ${column}: ${message}. ${mend}`, '--spec');
      }
      const report = monitor(spec.value, trace.value, { time: TIMES[flags.time]!, end: flags.end });
      if (!report.ok)
        throw new BadInput(report.error.type, `${flags.trace}: ${report.error.message}`, flags.trace);
      const document = wireReport(report.value, formatFormula(spec.value.formula));
      printResult(flags, document, () => linesOf(report.value, document.formula));
      setExit(report.value.verdict === false ? EXIT.failed : EXIT.done);
    });
}

/** Infinite robustness travels as text, since JSON has no infinity. */
const wireNumber = (value: number): number | string =>
  Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';

function curve(c: SignalCurve): (number | string)[][] {
  return Array.from(c.t_sec, (t, i) => [
    t,
    wireNumber(c.value[i]!),
    ...(c.end_value === undefined ? [] : [wireNumber(c.end_value[i]!)]),
  ]);
}

function wireReport(report: MonitorReport, formula: string) {
  const { lo, hi } = report.signal;
  return {
    formula,
    time: report.time,
    end: report.end,
    t_sec: report.t_sec,
    robustness: { lo: wireNumber(report.robustness.lo), hi: wireNumber(report.robustness.hi) },
    verdict: report.verdict,
    signal: { shape: lo.shape, lo: curve(lo), hi: lo === hi ? 'as lo' : curve(hi) },
    counterexample: report.counterexample,
    warnings: report.warnings,
  };
}

function linesOf(report: MonitorReport, formula: string): string[] {
  const { lo, hi } = report.robustness;
  return [
    `read as ${formula}`,
    ...report.warnings.map((w) => `warning: ${w.message}`),
    `${report.verdict === 'unknown' ? 'unknown: the trace ends too early' : report.verdict ? 'satisfied' : 'violated'}, robustness ${lo === hi ? lo : `between ${lo} and ${hi}`} at ${report.t_sec} s`,
    ...(report.counterexample === null ? [] : [report.counterexample.why]),
  ];
}
