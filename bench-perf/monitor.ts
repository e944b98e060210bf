/**
 * Speed and memory of the monitor. Ratios stand beside a named baseline of the same run: the time at a tenth
 * of the samples, the time at a short window, and a naive evaluator that enumerates windows.
 */
import { createRng } from '#base';
import { monitor, onlineMonitor, parseSpec, type Spec, type TimeModel, type Trace } from '#logic';

const FORMULAS = [
  'always[0,100] (x > 0)',
  'eventually[0,1000] (x > 0)',
  'eventually[0,10000] (x > 0)',
  '(x > 0) until[0,500] (y > 0)',
  '(x > 0) since[0,500] (y > 0)',
];
const ROBUSTNESS_ONLY = { verdict_signal: true, counterexample: true } as const;

function specOf(text: string): Spec {
  const parsed = parseSpec(text, { dialect: 'rtamt' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

function randomTrace(n: number): Trace {
  const rng = createRng(2026);
  const column = (): Float64Array => Float64Array.from({ length: n }, () => rng.between(-1, 1));
  const t_sec = Float64Array.from({ length: n }, (_, k) => k);
  return {
    t_sec,
    signals: new Map([
      ['x', column()],
      ['y', column()],
    ]),
  };
}

/** Minimum and median of several runs in milliseconds of processor time, after warming: fair on a busy machine. */
function measure(run: () => unknown, times: number): { min: number; median: number } {
  run();
  const all: number[] = [];
  for (let k = 0; k < times; k++) {
    const start = process.cpuUsage();
    run();
    const spent = process.cpuUsage(start);
    all.push((spent.user + spent.system) / 1000);
  }
  all.sort((a, b) => a - b);
  return { min: all[0]!, median: all[Math.floor(all.length / 2)]! };
}

function evaluate(spec: Spec, trace: Trace, time: TimeModel, full: boolean): void {
  const end = time === 'index' ? 'inf' : 'hold';
  const report = monitor(spec, trace, full ? { time, end } : { time, end, skip: ROBUSTNESS_ONLY });
  if (!report.ok) throw new Error(report.error.message);
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0).padStart(8);

function table(print: (line: string) => void, time: TimeModel, sizes: readonly number[]): void {
  print(`offline, time '${time}', robustness of the whole trace [processor ms, min / median]`);
  print(
    `${'formula'.padEnd(32)}${sizes.map((n) => `n=10^${Math.log10(n)}`.padStart(20)).join('')}   last/previous`,
  );
  for (const text of FORMULAS) {
    const spec = specOf(text);
    const results = sizes.map((n) => {
      const trace = randomTrace(n);
      return measure(() => evaluate(spec, trace, time, false), n >= 1e6 ? 5 : 9);
    });
    const ratio = results.at(-1)!.min / results.at(-2)!.min;
    const cells = results.map((r) => `${ms(r.min)} /${ms(r.median)}  `).join('');
    print(`${text.padEnd(32)}${cells}   ${ratio.toFixed(1)} (at most 13 asked)`);
  }
}

function windows(print: (line: string) => void, trace: Trace): void {
  for (const time of ['index', 'step', 'linear'] as const) {
    const at = (w: number) => {
      const spec = specOf(`eventually[0,${w}] (x > 0)`);
      return measure(() => evaluate(spec, trace, time, false), 7).min;
    };
    const [short, long] = [at(100), at(10000)];
    print(
      `window 10,000 against window 100, '${time}', n=10^${Math.log10(trace.t_sec.length)}: ${(long / short).toFixed(2)} (at most 1.5 asked)`,
    );
  }
}

/** Formulas of one temporal operator and its predicate: two operators a sample. */
function online(print: (line: string) => void): void {
  const n = 200_000;
  const trace = randomTrace(n);
  const [x, y] = [trace.signals.get('x')!, trace.signals.get('y')!];
  for (const text of ['historically[0,100] (x > 0)', ...FORMULAS]) {
    const spec = specOf(text);
    const two = spec.variables.length === 2;
    const operators = two ? 3 : 2;
    for (const [what, options] of [
      ['robustness', { skip_truth: true, skip_decision: true }],
      ['with truth and decision times', {}],
    ] as const) {
      const run = () => {
        const started = onlineMonitor(spec, options);
        if (!started.ok) throw new Error(started.error.message);
        const row = new Float64Array(spec.variables.length);
        for (let k = 0; k < n; k++) {
          row[0] = x[k]!;
          if (two) row[1] = y[k]!;
          started.value.pushRow(k, row);
        }
      };
      const { min } = measure(run, 3);
      const each = (min * 1000) / n / operators;
      print(
        `online ${text.padEnd(32)} ${what.padEnd(30)} ${each.toFixed(3)} us per sample and operator (at most 1 asked)`,
      );
    }
  }
}

/** The definition, window by window: the baseline that shows what the kernels save. */
function naiveAlways(x: Float64Array, from: number, to: number): Float64Array {
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) {
    let best = Infinity;
    for (let j = i + from; j <= Math.min(i + to, x.length - 1); j++) if (x[j]! < best) best = x[j]!;
    out[i] = best;
  }
  return out;
}

function memory(print: (line: string) => void, trace: Trace): void {
  const gc = (globalThis as { gc?: () => void }).gc;
  for (const text of FORMULAS.slice(0, 1).concat(FORMULAS.slice(3, 4))) {
    gc?.();
    const before = process.memoryUsage();
    evaluate(specOf(text), trace, 'index', false);
    const after = process.memoryUsage();
    const grown = (after.rss - before.rss) / 1e6;
    print(
      `memory ${text}: arrays +${((after.arrayBuffers - before.arrayBuffers) / 1e6).toFixed(0)} MB, resident +${grown.toFixed(0)} MB over the input, process ${(after.rss / 1e6).toFixed(0)} MB`,
    );
  }
}

export async function run(print: (line: string) => void): Promise<void> {
  table(print, 'index', [1e4, 1e5, 1e6]);
  table(print, 'step', [1e4, 1e5, 1e6]);
  table(print, 'linear', [1e4, 1e5]);
  const large = randomTrace(1e6);
  windows(print, randomTrace(1e5));
  memory(print, large);
  const x = large.signals.get('x')!.subarray(0, 1e5);
  const naive = measure(() => naiveAlways(x, 0, 1000), 3).min;
  const spec = specOf('always[0,1000] (x > 0)');
  const small = randomTrace(1e5);
  const ours = measure(() => evaluate(spec, small, 'index', false), 5).min;
  print(
    `always[0,1000], n=10^5: enumerating windows ${naive.toFixed(0)} ms, monitor ${ours.toFixed(1)} ms: ${(naive / ours).toFixed(0)} times`,
  );
  const whole = measure(() => evaluate(spec, small, 'index', true), 5).min;
  print(`always[0,1000], n=10^5: with verdict signal and counterexample ${whole.toFixed(1)} ms`);
  online(print);
}
