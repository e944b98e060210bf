import type { TraceStep } from '#agent';
import type { IrReport } from '#ir';
import type { SystemState } from '#world';
import type { WireDecision } from './decision.ts';
import { getJson } from './http.ts';
import { postForStream } from './sse.ts';

export type { WireDecision } from './decision.ts';

/** One city that the server has. */
export type CityItem = { readonly id: string; readonly name: string; readonly synthetic: boolean };

/** Events of one run, in the order of the stream. */
export type RunEvent =
  | {
      readonly event: 'status';
      readonly data: {
        readonly state: string;
        readonly round?: number;
        readonly text?: string;
        readonly provider?: string;
        readonly simulated?: boolean;
        readonly error?: { message: string } | null;
        /** Why the model gave nothing, in the language of the run. */
        readonly said?: string;
      };
    }
  | { readonly event: 'ir'; readonly data: { readonly round: number; readonly reply: string } }
  | { readonly event: 'validation'; readonly data: IrReport & { readonly round: number } }
  | {
      readonly event: 'tool';
      /** `said`: warnings or the error in the language of the run. */
      readonly data: Extract<TraceStep, { kind: 'tool' }> & { readonly said: string };
    }
  | {
      readonly event: 'verdict';
      readonly data: Extract<TraceStep, { kind: 'verdict' }> & { readonly said: string };
    }
  | { readonly event: 'repair'; readonly data: Extract<TraceStep, { kind: 'repair' }> }
  | { readonly event: 'decision'; readonly data: WireDecision }
  | { readonly event: 'done'; readonly data: { readonly final_status: string } }
  | {
      readonly event: 'error';
      readonly data: { readonly error: { readonly code: string; readonly message: string } };
    };

/** Cities that the server has. */
export async function listCities(): Promise<readonly CityItem[]> {
  return (await getJson<{ cities: CityItem[] }>('api/traffic/cities')).cities;
}

/** The whole state document of a city. */
export function getCity(id: string): Promise<SystemState> {
  return getJson<SystemState>(`api/traffic/cities/${encodeURIComponent(id)}`);
}

/** Runs the loop and hands on every event as it comes. Throws ApiError, `broken` where the stream breaks off. */
export async function decide(
  body: { readonly city: string; readonly instruction: string; readonly language: 'en' | 'ru' },
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  await postForStream(
    'api/traffic/decide',
    { ...body, certificate: true },
    (event) => onEvent(event as RunEvent),
    signal,
  );
}
