import { err, hashOf, ok } from '#base';
import { SurveyVerdict, type SurveyPlan } from '#ir';
import type { SurveyEngines } from '#tools';
import type { SurveyBackend } from './backend.ts';

/** The tools' port over a backend: documents are written and read here. */
export function surveyEngines(backend: Pick<SurveyBackend, 'plan' | 'validate'>): SurveyEngines {
  return {
    plan: async (scenario, limits) => {
      const made = await backend.plan(bytesOf(scenario), limits);
      return made.ok ? ok(read<SurveyPlan>(made.value)) : made;
    },
    validate: async (scenario, plan, limits) => {
      const verdict = await backend.validate(bytesOf(scenario), bytesOf(plan), limits);
      if (verdict.ok) {
        const found = SurveyVerdict.safeParse(read<unknown>(verdict.value));
        // A verdict about other documents, or none at all, must never pass for this one's.
        const fits =
          found.success &&
          found.data.plan_hash === plan.plan_hash &&
          found.data.scenario_hash === hashOf(scenario);
        return fits ? ok(found.data) : err({ type: 'failed', message: 'the verdict is not about this plan' });
      }
      const { type, message } = verdict.error;
      return err({ type: type === 'stopped' ? type : 'failed', message });
    },
  };
}

function bytesOf(document: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

/** A plan that a service garbled is refused by the validator, which checks its schema and its hash. */
function read<T>(bytes: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(bytes)) as T;
}
