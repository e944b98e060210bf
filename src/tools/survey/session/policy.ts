import { z } from 'zod';
import { hashOf } from '#base';
import { SurveyId, type SurveyScenario } from '#world';
import { DEFAULT_SURVEY_POLICY, type SurveyPins, type SurveyPolicy } from '../contract.ts';

/** The three switches as a request carries them; a missing one stands as `DEFAULT_SURVEY_POLICY` says. */
export const SurveyPolicyWire = z.strictObject({
  propose_new_sites: z.boolean().default(DEFAULT_SURVEY_POLICY.propose_new_sites),
  rebase_units: z.boolean().default(DEFAULT_SURVEY_POLICY.rebase_units),
  change_fleet: z.boolean().default(DEFAULT_SURVEY_POLICY.change_fleet),
});
export type SurveyPolicyWire = z.input<typeof SurveyPolicyWire>;

const Pin = z.union([SurveyId, z.strictObject({ id: SurveyId, fingerprint: z.string().max(100) })]);
const PinList = z.array(Pin).max(1000).default([]);

/** Pins as a request carries them: an id holds in every scenario, `{id, fingerprint}` only in the one it was made for. */
export const SurveyPinsWire = z.strictObject({ site_ids: PinList, unit_ids: PinList, task_ids: PinList });
export type SurveyPinsWire = z.input<typeof SurveyPinsWire>;

/** What a pin is put on. */
export type PinKind = 'site' | 'unit' | 'task';

/** Names one object of one scenario: SHA-256 over the scenario's id, the kind and the object's id. */
export function surveyPinFingerprint(scenario_id: string, kind: PinKind, id: string): string {
  return hashOf({ scenario_id, kind, id });
}

/** The policy that a request's switches mean. */
export function resolvePolicy(wire: SurveyPolicyWire = {}): SurveyPolicy {
  return SurveyPolicyWire.parse(wire);
}

/** The pins of a request that hold in this scenario. */
export function resolvePins(wire: SurveyPinsWire, scenario: SurveyScenario): SurveyPins {
  const pins = SurveyPinsWire.parse(wire);
  const held = (kind: PinKind, list: readonly z.output<typeof Pin>[]) =>
    list.flatMap((pin) => {
      if (typeof pin === 'string') return [pin];
      return pin.fingerprint === surveyPinFingerprint(scenario.id, kind, pin.id) ? [pin.id] : [];
    });
  return {
    site_ids: held('site', pins.site_ids),
    unit_ids: held('unit', pins.unit_ids),
    task_ids: held('task', pins.task_ids),
  };
}
