import { create } from 'zustand';
import type { SurveyPolicy } from '#tools';
import { readLocal, writeLocal } from '../shell/local.ts';
import { useDocument } from '../survey/state/document.ts';

const POLICY_KEY = 'cloudbrain.assistant.policy';
const PINS_KEY = 'cloudbrain.assistant.pins';

/** The switches as they stand before an operator touches them. */
const DEFAULT: SurveyPolicy = { propose_new_sites: false, rebase_units: true, change_fleet: false };

type PolicyState = SurveyPolicy & { readonly turn: (name: keyof SurveyPolicy, on: boolean) => void };

const kept = readLocal<Partial<SurveyPolicy>>(POLICY_KEY) ?? {};
const switchOf = (name: keyof SurveyPolicy): boolean => {
  const value = kept[name];
  return typeof value === 'boolean' ? value : DEFAULT[name];
};

/** What the system may change; kept in the browser and sent with each request. */
export const usePolicy = create<PolicyState>()((set) => ({
  propose_new_sites: switchOf('propose_new_sites'),
  rebase_units: switchOf('rebase_units'),
  change_fleet: switchOf('change_fleet'),
  turn: (name, on) => {
    set({ [name]: on });
    writeLocal(POLICY_KEY, policyWire());
  },
}));

/** The switches as the wire takes them. */
export function policyWire(): SurveyPolicy {
  const { propose_new_sites, rebase_units, change_fleet } = usePolicy.getState();
  return { propose_new_sites, rebase_units, change_fleet };
}

/** Kinds of objects that can be pinned. */
export type PinKind = 'site' | 'unit' | 'task';

/** A pin holds for one object of one scenario. */
type Pin = { readonly scenario_id: string; readonly kind: PinKind; readonly id: string };

type PinsState = {
  readonly pins: readonly Pin[];
  readonly isPinned: (kind: string, id: string) => boolean;
  readonly toggle: (kind: PinKind, id: string) => void;
};

const scenarioId = (): string => useDocument.getState().scenario?.id ?? '';

/** What the system never changes; kept in the browser and sent with each request. */
export const usePins = create<PinsState>()((set, get) => ({
  pins: readLocal<Pin[]>(PINS_KEY) ?? [],
  isPinned: (kind, id) => {
    const scenario_id = scenarioId();
    return get().pins.some((p) => p.scenario_id === scenario_id && p.kind === kind && p.id === id);
  },
  toggle: (kind, id) => {
    const scenario_id = scenarioId();
    const same = (p: Pin): boolean => p.scenario_id === scenario_id && p.kind === kind && p.id === id;
    const { pins } = get();
    const next = pins.some(same) ? pins.filter((p) => !same(p)) : [...pins, { scenario_id, kind, id }];
    set({ pins: next });
    writeLocal(PINS_KEY, next);
  },
}));

/** One pin as the wire takes it: bound to its scenario, or a bare id that holds in every scenario. */
type PinWire = string | { readonly id: string; readonly fingerprint: string };

/** The pins of a scenario as the wire takes them. */
export type PinsWire = Readonly<Record<'site_ids' | 'unit_ids' | 'task_ids', readonly PinWire[]>>;

/** The open scenario's pins. Where the browser cannot hash, a pin goes as a bare id: it then holds all the more. */
export async function pinsWire(scenario_id: string): Promise<PinsWire> {
  const own = usePins.getState().pins.filter((p) => p.scenario_id === scenario_id);
  const of = (kind: PinKind): Promise<PinWire[]> =>
    Promise.all(
      own
        .filter((p) => p.kind === kind)
        .map(async ({ id }) => {
          const fingerprint = await fingerprintOf(scenario_id, kind, id);
          return fingerprint === null ? id : { id, fingerprint };
        }),
    );
  const [site_ids, unit_ids, task_ids] = await Promise.all([of('site'), of('unit'), of('task')]);
  return { site_ids, unit_ids, task_ids };
}

/** SHA-256 of the canonical JSON (members sorted) of scenario, kind and id, as the server computes it. */
async function fingerprintOf(scenario_id: string, kind: PinKind, id: string): Promise<string | null> {
  // Absent on a page that came over plain HTTP from another machine.
  if (!('subtle' in crypto)) return null;
  const bytes = new TextEncoder().encode(JSON.stringify({ id, kind, scenario_id }));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256:${[...digest].map((b) => b.toString(16).padStart(2, '0')).join('')}`;
}
