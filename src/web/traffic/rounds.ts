import type { Counterexample } from '#ir';
import type { RunEvent } from '../api/traffic.ts';
import { stepsBetween, type Step } from '../survey/state/steps.ts';

/** One proposal with what became of it. */
export type Round = {
  readonly round: number;
  /** The document as the model wrote it; null where it is no JSON object. */
  readonly document: Readonly<Record<string, unknown>> | null;
  readonly valid: boolean | null;
  readonly stage: string | null;
  readonly violations: readonly Counterexample[];
  /** Changes against the round before; null for the first one. */
  readonly changes: readonly Step[] | null;
};

/** The rounds of a run, in order. */
export function roundsOf(events: readonly RunEvent[]): Round[] {
  const out: Round[] = [];
  for (const e of events) {
    if (e.event === 'ir') {
      const document = parse(e.data.reply);
      const before = out.at(-1)?.document ?? null;
      const changes = out.length === 0 || document === null ? null : stepsBetween(before, document);
      out.push({ round: e.data.round, document, valid: null, stage: null, violations: [], changes });
      continue;
    }
    const last = out.at(-1);
    if (last === undefined) continue;
    if (e.event === 'validation')
      out[out.length - 1] = { ...last, valid: e.data.valid, stage: e.data.errors[0]?.stage ?? null };
    else if (e.event === 'verdict') out[out.length - 1] = { ...last, violations: e.data.violations };
  }
  return out;
}

/** A reply as an object; models wrap documents into fences and words. */
function parse(reply: string): Readonly<Record<string, unknown>> | null {
  const [from, to] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  if (from < 0 || to < from) return null;
  try {
    return JSON.parse(reply.slice(from, to + 1)) as Record<string, unknown>;
  } catch {
    return null;
  }
}
