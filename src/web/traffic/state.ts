import { create } from 'zustand';
import type { SystemState } from '#world';
import { ApiError, asApiError } from '../api/http.ts';
import {
  decide,
  getCity,
  listCities,
  type CityItem,
  type RunEvent,
  type WireDecision,
} from '../api/traffic.ts';
import type { Language } from '../i18n/language.ts';
import { readLocal, writeLocal } from '../shell/local.ts';

/** Tabs of the right panel. */
export type TrafficTab = 'decision' | 'document' | 'operations';

type TrafficState = {
  readonly cities: readonly CityItem[];
  readonly city_id: string;
  readonly state: SystemState | null;
  readonly text: string;
  readonly events: readonly RunEvent[];
  readonly decision: WireDecision | null;
  readonly busy: boolean;
  /** What went wrong with the city, and with the run. */
  readonly city_error: ApiError | null;
  readonly run_error: ApiError | null;
  /** Ids that the map stresses: zones and places of a counterexample. */
  readonly stressed: readonly string[];
  /** Moment of the counterexample that is shown; its leg is marked. Null where none is. */
  readonly stressed_sec: number | null;
  readonly t_sec: number;
};

const DRAFT = 'cloudbrain.traffic.draft';

/** The traffic half. */
export const useTraffic = create<TrafficState>()(() => ({
  cities: [],
  city_id: '',
  state: null,
  text: readLocal<string>(DRAFT) ?? '',
  events: [],
  decision: null,
  busy: false,
  city_error: null,
  run_error: null,
  stressed: [],
  stressed_sec: null,
  t_sec: 0,
}));

let controller: AbortController | null = null;

/** Writes the instruction; it is kept in the browser. */
export function writeInstruction(text: string): void {
  useTraffic.setState({ text });
  writeLocal(DRAFT, text);
}

/** Reads the list of cities and opens one. */
export async function openCity(id: string): Promise<void> {
  controller?.abort();
  useTraffic.setState({
    city_id: id,
    state: null,
    events: [],
    decision: null,
    busy: false,
    city_error: null,
    run_error: null,
    stressed: [],
    stressed_sec: null,
    t_sec: 0,
  });
  try {
    const [cities, state] = await Promise.all([listCities(), getCity(id)]);
    if (useTraffic.getState().city_id === id) useTraffic.setState({ cities, state });
  } catch (e) {
    if (useTraffic.getState().city_id === id) useTraffic.setState({ city_error: asApiError(e) });
  }
}

/** Runs the loop on the instruction as it stands. */
export async function runDecision(language: Language): Promise<void> {
  const { text, city_id, busy, state } = useTraffic.getState();
  if (busy || state === null || text.trim() === '') return;
  const own = new AbortController();
  controller = own;
  useTraffic.setState({
    busy: true,
    events: [],
    decision: null,
    run_error: null,
    stressed: [],
    stressed_sec: null,
    t_sec: 0,
  });
  const here = (): boolean => controller === own;
  try {
    await decide(
      { city: city_id, instruction: text, language },
      (event) => {
        if (!here()) return;
        if (event.event === 'decision') useTraffic.setState({ decision: event.data });
        else if (event.event === 'error')
          useTraffic.setState({ run_error: new ApiError(event.data.error.code, event.data.error.message) });
        else useTraffic.setState((s) => ({ events: [...s.events, event] }));
      },
      own.signal,
    );
  } catch (e) {
    if (here()) useTraffic.setState({ run_error: asApiError(e) });
  } finally {
    if (here()) useTraffic.setState({ busy: false });
  }
}

/** Stops the run; nothing is released. */
export function stopDecision(): void {
  controller?.abort();
}

/** Stresses the objects of a counterexample on the map and goes to its moment. */
export function stress(ids: readonly string[], t_sec: number | null): void {
  useTraffic.setState((s) => ({ stressed: ids, stressed_sec: t_sec, t_sec: t_sec ?? s.t_sec }));
}
