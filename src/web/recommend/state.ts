import { create } from 'zustand';
import type { SurveyEvaluation, SurveyEvent, SurveyRecommendation } from '#tools';
import type { SurveyScenario } from '#world';
import { ApiError, asApiError } from '../api/http.ts';
import { postForStream } from '../api/sse.ts';
import { withChanges, withoutSolver } from '../assistant/apply-changes.ts';
import { pinsWire, policyWire } from '../assistant/policy.ts';
import { compute } from '../survey/state/compute.ts';
import { edit, useDocument } from '../survey/state/document.ts';
import { EDIT } from '../survey/state/labels.ts';
import { sameValue } from '../survey/state/steps.ts';

/** What the search may vary. */
export const SEARCH_PARTS = ['basing', 'fleet', 'sites', 'angle', 'combine'] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];
export type SearchWhat = Readonly<Record<SearchPart, boolean>>;

/** A search that has ended, with the scenario that it was made for. */
export type Found = { readonly scenario: SurveyScenario; readonly recommendation: SurveyRecommendation };

type RecommendState = {
  readonly what: SearchWhat;
  readonly running: boolean;
  readonly done: number | null;
  readonly total: number | null;
  readonly found: Found | null;
  readonly error: ApiError | null;
};

const IDLE = { running: false, done: null, total: null, found: null, error: null };

/** The search of variants. */
export const useRecommend = create<RecommendState>()(() => ({
  what: { basing: true, fleet: true, sites: true, angle: true, combine: true },
  ...IDLE,
}));

let controller: AbortController | null = null;

/** Searches for better variants of the open scenario. */
export async function recommend(): Promise<void> {
  const { scenario, key } = useDocument.getState();
  if (scenario === null || useRecommend.getState().running) return;
  const own = new AbortController();
  controller = own;
  useRecommend.setState({ ...IDLE, running: true });
  const here = (): boolean => controller === own && useDocument.getState().key === key;
  const body = {
    scenario,
    policy: policyWire(),
    pins: await pinsWire(scenario.id),
    what: useRecommend.getState().what,
    seed: scenario.solver.seed,
  };
  try {
    await postForStream(
      'api/assistant/recommend',
      body,
      (event) => {
        if (here()) take(event as unknown as SurveyEvent, scenario);
      },
      own.signal,
    );
    if (here()) useRecommend.setState({ running: false });
  } catch (e) {
    if (here()) useRecommend.setState({ running: false, error: asApiError(e) });
  }
}

function take(event: SurveyEvent, scenario: SurveyScenario): void {
  if (event.event === 'status') useRecommend.setState({ done: event.data.done, total: event.data.total });
  else if (event.event === 'recommendation')
    useRecommend.setState({ found: { scenario, recommendation: event.data } });
  else if (event.event === 'error')
    useRecommend.setState({ error: new ApiError(event.data.error.code, event.data.error.message) });
}

/** Stops the search. */
export function stopRecommend(): void {
  controller?.abort();
}

/** Forgets what belongs to another scenario. */
export function forgetRecommend(): void {
  controller?.abort();
  controller = null;
  useRecommend.setState(IDLE);
}

/** Why a variant cannot be accepted; null where it can. */
export function objection(found: Found, variant: SurveyEvaluation): 'adopt_rejected' | 'adopt_stale' | null {
  const { scenario } = useDocument.getState();
  if (variant.admitted !== true || variant.status !== 'planned') return 'adopt_rejected';
  if (scenario === null || !sameValue(scenario, found.scenario)) return 'adopt_stale';
  return null;
}

/** Takes a variant over as one edit and computes anew. The caller has asked the operator about a new site. */
export function adopt(found: Found, variant: SurveyEvaluation): boolean {
  if (objection(found, variant) !== null) return false;
  edit(EDIT.variant, (s) => withChanges(s, withoutSolver(variant.changes)));
  void compute();
  return true;
}
