import type { DecisionRecord, TraceStep } from '#agent';
import type { IrReport } from '#ir';
import type { SystemState } from '#world';

/** One city that the server has. */
export type CityItem = { readonly id: string; readonly name: string; readonly synthetic: boolean };

/** The released, refused or asked decision as the wire has it. */
export type WireDecision = Omit<DecisionRecord, 'trace'> & { readonly trace_steps: number };

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
      };
    }
  | { readonly event: 'ir'; readonly data: { readonly round: number; readonly reply: string } }
  | { readonly event: 'validation'; readonly data: IrReport & { readonly round: number } }
  | { readonly event: 'tool'; readonly data: Extract<TraceStep, { kind: 'tool' }> }
  | { readonly event: 'verdict'; readonly data: Extract<TraceStep, { kind: 'verdict' }> }
  | { readonly event: 'repair'; readonly data: Extract<TraceStep, { kind: 'repair' }> }
  | { readonly event: 'decision'; readonly data: WireDecision }
  | { readonly event: 'done'; readonly data: { readonly final_status: string } }
  | {
      readonly event: 'error';
      readonly data: { readonly error: { readonly code: string; readonly message: string } };
    };

async function json<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  throw new Error(await errorText(response));
}

async function errorText(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { error?: { message?: string } };
    return body.error?.message ?? `HTTP ${response.status}`;
  } catch {
    return `HTTP ${response.status}`;
  }
}

/** Cities that the server has. */
export async function listCities(): Promise<readonly CityItem[]> {
  return (await json<{ cities: CityItem[] }>(await fetch('api/traffic/cities'))).cities;
}

/** The whole state document of a city. */
export async function getCity(id: string): Promise<SystemState> {
  return json<SystemState>(await fetch(`api/traffic/cities/${encodeURIComponent(id)}`));
}

/** Runs the loop and hands on every event as it comes. Ends with the stream; throws when the server refuses or breaks off. */
export async function decide(
  body: { readonly city: string; readonly instruction: string; readonly language: 'en' | 'ru' },
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch('api/traffic/decide', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || response.body === null) throw new Error(await errorText(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  let ended = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pending += value;
    const frames = pending.split('\n\n');
    pending = frames.pop() ?? '';
    for (const frame of frames) {
      const event = parseFrame(frame);
      if (event === null) continue;
      onEvent(event);
      if (event.event === 'done' || event.event === 'error') ended = true;
    }
  }
  if (!ended) throw new Error('stream_broken');
}

function parseFrame(frame: string): RunEvent | null {
  let event = '';
  let data = '';
  for (const line of frame.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice(7);
    else if (line.startsWith('data: ')) data += line.slice(6);
  }
  return event === '' || data === '' ? null : ({ event, data: JSON.parse(data) } as RunEvent);
}
