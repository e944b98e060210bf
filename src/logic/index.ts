/** logic: temporal logic over recorded signals: parse, print, robustness, verdict, counterexample. */
export * from './formula.ts';
export * from './spec.ts';
export { parseSpec } from './parse-spec.ts';
export { formatFormula } from './print.ts';
export * from './trace.ts';
export * from './monitor.ts';
export * from './report.ts';
export * from './finite-ltl.ts';
export { conformStl } from './conform-stl.ts';
export { conformLtl } from './conform-ltl.ts';
export type { ConformResult } from './conform-row.ts';
export type { TimeModel, TraceEnd } from './prepare.ts';
export type { IffMeasure, PredicateReading } from './sampled-types.ts';
export type {
  Counterexample,
  CounterexampleAtom,
  CounterexampleEpoch,
  SufficientFix,
  TimeSpan,
} from './counterexample-types.ts';
export { shortCounterexample } from './why.ts';
export {
  type OnlineAnswer,
  type OnlineError,
  type OnlineMonitor,
  onlineMonitor,
  type OnlineOptions,
  type OnlineStep,
} from './online.ts';
export * from './spatial.ts';
