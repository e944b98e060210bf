import type { SurveyCatalogue } from '#world';
import type { Settings } from '../settings.ts';
import type { SurveyBackend } from './backend.ts';
import { remotePlanner, remoteValidator } from './grpc-client.ts';
import { openSurveyPool, poolBackend, type SurveyPool } from './pool.ts';

/** The threads of this process, and planner and validator: here, or where the settings say. */
export type SurveyServices = {
  readonly pool: SurveyPool;
  readonly backend: SurveyBackend;
};

/** Opens what the settings ask for; `backend.close` ends all of it. */
export function openSurveyServices(
  settings: Pick<Settings, 'workers' | 'planner_address' | 'validator_address' | 'auth'>,
  catalogue: SurveyCatalogue,
): SurveyServices {
  const pool = openSurveyPool(catalogue, settings.workers);
  const local = poolBackend(pool);
  const { planner_address, validator_address, auth } = settings;
  const planner = planner_address === null ? local : remotePlanner(planner_address, auth);
  const validator = validator_address === null ? local : remoteValidator(validator_address, auth);
  return {
    pool,
    backend: {
      plan: planner.plan,
      validate: validator.validate,
      close: async () => {
        await Promise.all([...new Set([planner, validator, local])].map((part) => part.close()));
      },
    },
  };
}
