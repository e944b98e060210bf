import type { Counterexample, IrReport } from '#ir';
import type { ToolEnvelope } from '#tools';
import type { ChatMessage, Feedback } from './ports.ts';

/** One step of a run, in order. `latency_sec` and timestamps stand outside every hash. */
export type TraceStep =
  | {
      readonly kind: 'model';
      readonly round: number;
      readonly prompt_version: string;
      readonly messages: readonly ChatMessage[];
      readonly reply: string | null;
      readonly error: { readonly type: string; readonly message: string } | null;
      readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
      readonly cached: boolean;
      readonly latency_sec: number;
    }
  | { readonly kind: 'validation'; readonly round: number; readonly report: IrReport }
  | {
      readonly kind: 'tool';
      readonly round: number;
      readonly step: number | null;
      readonly args: unknown;
      readonly envelope: ToolEnvelope;
    }
  | {
      readonly kind: 'verdict';
      readonly round: number;
      readonly passed: boolean;
      readonly violations: readonly Counterexample[];
    }
  | { readonly kind: 'repair'; readonly round: number; readonly feedback: readonly Feedback[] }
  | { readonly kind: 'note'; readonly round: number; readonly text: string };

/** The same step without what is long: tool results shrink to their outcome. For screens and logs. */
export function briefStep(step: TraceStep): TraceStep {
  if (step.kind === 'model') return { ...step, messages: [] };
  if (step.kind !== 'tool') return step;
  return { ...step, args: null, envelope: { ...step.envelope, result: null } };
}
