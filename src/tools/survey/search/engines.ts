import { type Clock, err, ok } from '#base';
import { isStopped } from './stopped.ts';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import type { SurveyCatalogue, SurveyTerrainGrid } from '#world';
import type { SurveyEngines } from '../contract.ts';

const STOPPED = { type: 'stopped', message: 'the caller stopped the work' } as const;

/**
 * Planner and validator in this thread. The planner stops at the time limit with its best plan, and at an abort without
 * one. `terrain` is the loaded grid of scenarios whose terrain is `dem`.
 */
export function inProcessSurveyEngines(
  catalogue: SurveyCatalogue,
  clock: Clock,
  terrain?: SurveyTerrainGrid,
): SurveyEngines {
  return {
    plan: async (scenario, { time_limit_s, signal }) => {
      if (isStopped(signal)) return err(STOPPED);
      const until_ms = clock.elapsed_ms() + time_limit_s * 1000;
      const plan = planSurvey(scenario, catalogue, {
        should_stop: () => isStopped(signal) || clock.elapsed_ms() >= until_ms,
        ...(terrain === undefined ? {} : { terrain }),
      });
      if (isStopped(signal)) return err(STOPPED);
      return plan;
    },
    validate: async (scenario, plan, { signal }) => {
      if (isStopped(signal)) return err(STOPPED);
      return ok(validateSurveyPlan(scenario, catalogue, plan, { terrain: terrain ?? null }));
    },
  };
}
