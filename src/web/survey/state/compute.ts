import { create } from 'zustand';
import type { SurveyPatch } from '#ir';
import type { SurveyScenario } from '#world';
import { ApiError, asApiError } from '../../api/http.ts';
import { computePlan, judgePlan, type DocumentIssue, type PlanReply } from '../../api/survey.ts';
import { useDocument } from './document.ts';
import { applyPatch } from './patch.ts';
import { sealPlan } from './plan-hash.ts';
import { sameValue } from './steps.ts';

/** A computation that has ended, with the scenario that it was made for. */
export type Outcome = {
  readonly scenario: SurveyScenario;
  readonly reply: PlanReply;
  readonly took_s: number;
  /** Claims of the plan that the operator has had corrected; the verdict is the one on the corrected plan. */
  readonly corrected: number;
  /** The outcome before the last correction; null where there was none. */
  readonly former: Outcome | null;
};

/** Faults that the server found in a document, with the document they hold for. */
export type Faults = { readonly scenario: SurveyScenario; readonly issues: readonly DocumentIssue[] };

type ComputeState = {
  readonly running: boolean;
  readonly started_ms: number;
  readonly outcome: Outcome | null;
  readonly faults: Faults | null;
  readonly error: ApiError | null;
};

const EMPTY: ComputeState = { running: false, started_ms: 0, outcome: null, faults: null, error: null };

/** The computation store. */
export const useCompute = create<ComputeState>()(() => EMPTY);

const outcomes = new Map<string, Outcome>();
let controller: AbortController | null = null;

/** Plans and validates the open scenario. The answer is kept with its scenario; a failure changes nothing else. */
export async function compute(): Promise<void> {
  const { scenario, key } = useDocument.getState();
  if (scenario === null || key === null || useCompute.getState().running) return;
  const own = new AbortController();
  controller = own;
  const started_ms = performance.now();
  useCompute.setState({ running: true, started_ms, error: null });
  const here = (): boolean => controller === own && useDocument.getState().key === key;
  try {
    const reply = await computePlan(scenario, own.signal);
    const took_s = (performance.now() - started_ms) / 1000;
    const outcome: Outcome = { scenario, reply, took_s, corrected: 0, former: null };
    outcomes.set(key, outcome);
    if (here())
      useCompute.setState({
        running: false,
        outcome,
        faults: reply.issues.length > 0 ? { scenario, issues: reply.issues } : null,
      });
  } catch (e) {
    if (!here()) return;
    const error = asApiError(e);
    useCompute.setState({ running: false, error, faults: faultsOf(scenario, error) });
  }
}

function faultsOf(scenario: SurveyScenario, error: ApiError): Faults | null {
  if (error.code !== 'INVALID_SCENARIO' || !Array.isArray(error.details)) return null;
  return { scenario, issues: error.details as DocumentIssue[] };
}

/**
 * Corrects claims of the computed plan (members that the planner states and the validator recomputes) and has the
 * corrected plan judged. Trajectories stay as they are. The former outcome can be put back.
 */
export async function correctPlan(patch: readonly SurveyPatch[]): Promise<void> {
  const { outcome, running } = useCompute.getState();
  const { key } = useDocument.getState();
  const plan = outcome?.reply.plan ?? null;
  if (outcome === null || plan === null || key === null || running) return;
  const own = new AbortController();
  controller = own;
  const started_ms = performance.now();
  useCompute.setState({ running: true, started_ms, error: null });
  const here = (): boolean => controller === own && useDocument.getState().key === key;
  try {
    const changed = applyPatch(plan, patch);
    if (changed === null) throw new ApiError('patch', 'the correction does not fit the plan');
    const sealed = await sealPlan(changed);
    if (sealed === null) throw new ApiError('no_hash', 'this browser hashes nothing over plain HTTP');
    const verdict = await judgePlan(outcome.scenario, sealed, own.signal);
    const next: Outcome = {
      ...outcome,
      reply: { ...outcome.reply, plan: sealed, verdict },
      corrected: outcome.corrected + patch.length,
      former: outcome,
    };
    outcomes.set(key, next);
    if (here()) useCompute.setState({ running: false, outcome: next });
  } catch (e) {
    if (here()) useCompute.setState({ running: false, error: asApiError(e) });
  }
}

/** Puts back the plan from before the last correction, with its verdict. */
export function takeBackCorrection(): void {
  const { outcome } = useCompute.getState();
  const { key } = useDocument.getState();
  const former = outcome?.former ?? null;
  if (former === null || key === null) return;
  outcomes.set(key, former);
  useCompute.setState({ outcome: former });
}

/** Stops waiting for the answer. */
export function stopCompute(): void {
  controller?.abort();
}

/** Shows what is known of another document. */
export function switchCompute(key: string | null): void {
  controller?.abort();
  controller = null;
  useCompute.setState({ ...EMPTY, outcome: key === null ? null : (outcomes.get(key) ?? null) });
}

/** Whether the outcome belongs to another state of the scenario than the open one. */
export function useStale(): boolean {
  const scenario = useDocument((s) => s.scenario);
  const outcome = useCompute((s) => s.outcome);
  return outcome !== null && scenario !== null && !sameValue(scenario, outcome.scenario);
}

/** The first fault at a place of the open document (members joined by dots) in a language; null where there is none. */
export function useFault(path: string, language: 'en' | 'ru'): string | null {
  const faults = useCompute((s) => s.faults);
  const scenario = useDocument((s) => s.scenario);
  if (faults === null || scenario === null || faults.scenario !== scenario) return null;
  const found = faults.issues.find((i) => i.path === path);
  return found === undefined ? null : found.text[language];
}
