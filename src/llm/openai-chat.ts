import { type AbortSignalLike, type Clock, type Result, err } from '#base';
import type { ModelError, ModelPort, ModelReply, ModelRequest } from '#agent';
import {
  type Quirks,
  chatBody,
  isTerminal,
  learnFrom,
  readReply,
  safeText,
  statusError,
} from './chat-wire.ts';

/** An endpoint that speaks Chat Completions. */
export type ChatEndpoint = {
  /** Up to and with the version, e.g. `http://127.0.0.1:8000/v1`. */
  readonly base_url: string;
  readonly api_key: string | null;
  readonly model: string;
};

/** What the adapter may use of the outside; `sleep` is the global timer where absent. */
export type ChatDeps = {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly sleep?: (ms: number) => Promise<void>;
};

/** Tries on timeout, lost connection, 429 and 5xx. */
const ATTEMPTS = 2;
/** Share of the time left that one try may take while another is to come. */
const TRY_SHARE = 0.6;
const BACKOFF_MS = 500;
/** A response body; a proposal is a few kilobytes, reasoning some hundred. */
const BODY_BYTES = 2 * 1024 * 1024;
/** Requests sent in a lighter form because the endpoint refused one: three forms and two parameters. */
const DOWNGRADES = 4;

type Attempt =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly retry_after_ms: number | null;
    }
  | { readonly kind: 'error'; readonly error: ModelError };

/**
 * A model behind any OpenAI-compatible Chat Completions endpoint. The deadline of a request is total, over all tries. The
 * key goes into one header and into no message. What the endpoint refuses (a schema, a parameter) is left out from then on.
 */
export function openAiChatModel(endpoint: ChatEndpoint, deps: ChatDeps): ModelPort {
  const quirks: Quirks = { format: 'json_schema', temperature: true, seed: true };
  return {
    provider: 'openai',
    model: endpoint.model,
    simulated: false,
    complete: (request, signal) => new Conversation(endpoint, deps, quirks, request, signal).run(),
  };
}

class Conversation {
  private readonly endpoint: ChatEndpoint;
  private readonly deps: ChatDeps;
  private readonly quirks: Quirks;
  private readonly request: ModelRequest;
  private readonly signal: AbortSignalLike | undefined;
  private readonly ends_ms: number;

  constructor(
    endpoint: ChatEndpoint,
    deps: ChatDeps,
    quirks: Quirks,
    request: ModelRequest,
    signal: AbortSignalLike | undefined,
  ) {
    this.endpoint = endpoint;
    this.deps = deps;
    this.quirks = quirks;
    this.request = request;
    this.signal = signal;
    this.ends_ms = deps.clock.elapsed_ms() + request.timeout_ms;
  }

  async run(): Promise<Result<ModelReply, ModelError>> {
    let last: ModelError = { type: 'timeout', message: 'no time was left for a try' };
    let downgrades = 0;
    for (let attempt = 0; attempt < ATTEMPTS;) {
      if (this.signal?.aborted === true) return err({ type: 'aborted', message: 'the caller went away' });
      const left_ms = this.left_ms();
      if (!(left_ms > 0)) break;
      const share = attempt + 1 < ATTEMPTS ? TRY_SHARE : 1;
      const outcome = await this.once(Math.max(1, left_ms * share));
      if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300)
        return readReply(outcome.body);
      if (outcome.kind === 'answer') {
        if (downgrades < DOWNGRADES && learnFrom(outcome.status, outcome.body, this.quirks)) {
          downgrades++;
          continue;
        }
        last = statusError(outcome.status, outcome.body, this.endpoint.api_key);
        if (isTerminal(outcome.status, outcome.body) || !mayRetry(last)) return err(last);
      } else {
        last = outcome.error;
        if (!mayRetry(last)) return err(last);
      }
      attempt++;
      if (attempt < ATTEMPTS) {
        const asked_ms = outcome.kind === 'answer' ? outcome.retry_after_ms : null;
        const pause_ms = asked_ms ?? BACKOFF_MS * 2 ** (attempt - 1);
        // Waiting past the deadline helps nobody: the error is known now.
        if (pause_ms >= this.left_ms()) return err(last);
        await this.pause(pause_ms);
      }
    }
    return err(last);
  }

  private left_ms(): number {
    return this.ends_ms - this.deps.clock.elapsed_ms();
  }

  private pause(ms: number): Promise<void> {
    if (this.deps.sleep !== undefined) return this.deps.sleep(ms);
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.signal?.addEventListener('abort', done);
    });
  }

  private async once(timeout_ms: number): Promise<Attempt> {
    const { endpoint } = this;
    const control = new AbortController();
    const ended: { by: ModelError['type'] | null } = { by: null };
    const stop = (why: ModelError['type']): void => {
      ended.by ??= why;
      control.abort();
    };
    const timer = setTimeout(() => stop('timeout'), timeout_ms);
    const onAbort = (): void => stop('aborted');
    this.signal?.addEventListener('abort', onAbort);
    try {
      const response = await this.deps.fetch(`${endpoint.base_url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        // A redirect of a POST loses its body and may carry the key elsewhere.
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(endpoint.api_key === null ? {} : { authorization: `Bearer ${endpoint.api_key}` }),
        },
        body: JSON.stringify(chatBody(this.request, endpoint.model, this.quirks)),
        signal: control.signal,
      });
      const body = await readBody(response);
      if (body === null) {
        return {
          kind: 'error',
          error: { type: 'bad_reply', message: `the response is larger than ${BODY_BYTES} bytes` },
        };
      }
      return { kind: 'answer', status: response.status, body, retry_after_ms: retryAfter(response) };
    } catch (e) {
      const type = ended.by ?? 'unreachable';
      const said =
        type === 'timeout'
          ? 'no answer in time'
          : type === 'aborted'
            ? 'the caller went away'
            : whyUnreachable(e);
      return { kind: 'error', error: { type, message: safeText(said, endpoint.api_key) } };
    } finally {
      clearTimeout(timer);
      this.signal?.removeEventListener('abort', onAbort);
    }
  }
}

function mayRetry(error: ModelError): boolean {
  return (
    error.type === 'timeout' ||
    error.type === 'unreachable' ||
    error.type === 'rate_limited' ||
    error.type === 'server_error'
  );
}

/** The body as text, or null where it is too large. */
async function readBody(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done) return text + decoder.decode();
    bytes += value!.byteLength;
    if (bytes > BODY_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Seconds of a Retry-After header in milliseconds; a date there is not used. */
function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after');
  const sec = text === null ? Number.NaN : Number(text);
  return Number.isFinite(sec) && sec >= 0 ? sec * 1000 : null;
}

/** The cause of a failed fetch, without addresses or stacks. */
function whyUnreachable(e: unknown): string {
  const cause = e instanceof Error ? (e.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return `the endpoint cannot be reached${code}`;
}
