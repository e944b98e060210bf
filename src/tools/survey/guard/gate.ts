import type { SurveyPins, SurveyPolicy, SurveyToolError } from '../contract.ts';
import { type PinKind } from '../session/policy.ts';
import { type TwoLanguages, shownName, surveyError } from '../session/text.ts';

/** One thing that an operation wants to do: the switch that must be on for it, and the object that must not be pinned. */
export type SurveyTouch = {
  readonly needs: keyof SurveyPolicy | null;
  readonly object: { readonly kind: PinKind; readonly id: string } | null;
};

/**
 * The operator's word on an operation, or null where it may go on. It sees the operation, the switches and the pins and
 * nothing else: no sentence of a conversation and no name of an object reaches it. Switches come before pins.
 */
export function surveyGate(
  touches: readonly SurveyTouch[],
  policy: SurveyPolicy,
  pins: SurveyPins,
): SurveyToolError | null {
  return closedSwitch(touches, policy) ?? pinnedObject(touches, pins);
}

/** The first switch that is off and would have to be on. */
export function closedSwitch(touches: readonly SurveyTouch[], policy: SurveyPolicy): SurveyToolError | null {
  const closed = touches.find((t) => t.needs !== null && !policy[t.needs])?.needs ?? null;
  if (closed === null) return null;
  const { en, ru } = CLOSED[closed];
  return surveyError('policy', en, ru);
}

/** The first object that is pinned. */
export function pinnedObject(touches: readonly SurveyTouch[], pins: SurveyPins): SurveyToolError | null {
  const pinned = touches.find((t) => t.object !== null && isPinned(t.object, pins))?.object ?? null;
  if (pinned === null) return null;
  const [en, ru] = NOUN[pinned.kind];
  const id = shownName(pinned.id);
  return surveyError(
    'pinned',
    `the operator has pinned the ${en} ${id}: the system does not change it`,
    `${ru} ${id}: закреплено оператором, система этого не меняет`,
  );
}

function isPinned(object: { readonly kind: PinKind; readonly id: string }, pins: SurveyPins): boolean {
  return pins[`${object.kind}_ids` as const].includes(object.id);
}

const NOUN = {
  site: ['site', 'площадка'],
  unit: ['unit', 'борт'],
  task: ['task', 'участок'],
} as const satisfies Record<PinKind, readonly [string, string]>;

const CLOSED: Readonly<Record<keyof SurveyPolicy, TwoLanguages>> = {
  propose_new_sites: {
    en: 'new sites are not allowed: the operator can switch on “Propose new sites” under “What the system may do”',
    ru: 'новые площадки запрещены: оператор может включить «Предлагать новые площадки» в блоке «Что разрешено системе»',
  },
  rebase_units: {
    en: 'rebasing units is not allowed: the operator can switch on “Rebase units” under “What the system may do”',
    ru: 'смена приписки бортов запрещена: оператор может включить «Менять приписку бортов» в блоке «Что разрешено системе»',
  },
  change_fleet: {
    en: 'changing the fleet is not allowed: the operator can switch on “Change the fleet” under “What the system may do”',
    ru: 'смена состава парка запрещена: оператор может включить «Менять состав парка» в блоке «Что разрешено системе»',
  },
};
