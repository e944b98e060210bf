import { ApiError, asApiError, errorOf, request } from './http.ts';

/** One event of a stream: its name and its JSON value. */
export type StreamEvent = { readonly event: string; readonly data: unknown };

/**
 * Posts a request and hands on the answer's Server-Sent Events as they come. Resolves after `done` or `error`; throws
 * ApiError, `broken` where the stream ends before either.
 */
export async function postForStream(
  path: string,
  body: unknown,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal,
    });
    if (!response.ok || response.body === null) throw await errorOf(response);
    if (!(await readAll(response.body, onEvent))) throw new ApiError('broken', 'the stream broke off');
  } catch (e) {
    throw asApiError(e);
  }
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<boolean> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let pending = '';
  let ended = false;
  for (;;) {
    const chunk = await reader.read().catch((e: unknown) => {
      if (e instanceof DOMException && e.name === 'AbortError') throw e;
      throw new ApiError('broken', 'the stream broke off');
    });
    if (chunk.done) return ended;
    pending += chunk.value;
    const frames = pending.split('\n\n');
    pending = frames.pop() ?? '';
    for (const frame of frames) {
      const event = parseFrame(frame);
      if (event === null) continue;
      onEvent(event);
      if (event.event === 'done' || event.event === 'error') ended = true;
    }
  }
}

/** One frame as an event; comments and frames without data are null. */
export function parseFrame(frame: string): StreamEvent | null {
  let event = '';
  let data = '';
  for (const line of frame.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice(7);
    else if (line.startsWith('data: ')) data += line.slice(6);
  }
  return event === '' || data === '' ? null : { event, data: JSON.parse(data) as unknown };
}
