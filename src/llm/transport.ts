import { type AbortSignalLike, type Clock, type Result, err } from '#base';
import type { ModelError } from '#agent';
import { isTerminal, mayRetry, safeText, statusError, whyUnreachable } from './endpoint-errors.ts';

/** An OpenAI-compatible endpoint. */
export type ModelEndpoint = {
  /** Up to and with the version, e.g. `http://127.0.0.1:8000/v1`. */
  readonly base_url: string;
  readonly api_key: string | null;
  readonly model: string;
};

/** What an adapter may use of the outside; `sleep` is the global timer where absent. */
export type TransportDeps = {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly sleep?: (ms: number) => Promise<void>;
};

/** One question to an endpoint. */
export type Exchange<T> = {
  /** Below the base URL, e.g. `chat/completions`. */
  readonly path: string;
  /** The request body; asked anew for each try, since `learn` may have changed its form. */
  readonly body: () => unknown;
  /** Reads a body that came with success. An error of a kind that may pass is tried again. */
  readonly read: (body: string) => Result<T, ModelError>;
  /** Learns from a refusal: true where the same request may be sent again in a form that the endpoint accepts. */
  readonly learn: (status: number, body: string) => boolean;
  /** Requests that may be sent in a lighter form because the endpoint refused one. */
  readonly downgrades: number;
  /** Total, over all tries and waits. */
  readonly timeout_ms: number;
  readonly signal: AbortSignalLike | undefined;
};

/** Tries on timeout, lost connection, 429 and 5xx. */
const ATTEMPTS = 2;
/** Share of the time left that one try may take while another is to come. */
const TRY_SHARE = 0.6;
const BACKOFF_MS = 500;
/** A response body; a proposal is a few kilobytes, reasoning some hundred. */
const BODY_BYTES = 2 * 1024 * 1024;

type Attempt =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly retry_after_ms: number | null;
    }
  | { readonly kind: 'error'; readonly error: ModelError };

/**
 * Posts JSON to a model endpoint. The deadline is total; the key goes into one header and into no message; redirects are
 * refused; a spent quota, a wrong key and a bad request are not tried again.
 */
export function ask<T>(
  endpoint: ModelEndpoint,
  deps: TransportDeps,
  exchange: Exchange<T>,
): Promise<Result<T, ModelError>> {
  return new Conversation(endpoint, deps, exchange).run();
}

class Conversation<T> {
  private readonly endpoint: ModelEndpoint;
  private readonly deps: TransportDeps;
  private readonly exchange: Exchange<T>;
  private readonly ends_ms: number;

  constructor(endpoint: ModelEndpoint, deps: TransportDeps, exchange: Exchange<T>) {
    this.endpoint = endpoint;
    this.deps = deps;
    this.exchange = exchange;
    this.ends_ms = deps.clock.elapsed_ms() + exchange.timeout_ms;
  }

  async run(): Promise<Result<T, ModelError>> {
    const { exchange } = this;
    let last: ModelError = { type: 'timeout', message: 'no time was left for a try' };
    let downgrades = 0;
    for (let attempt = 0; attempt < ATTEMPTS;) {
      if (exchange.signal?.aborted === true) return err({ type: 'aborted', message: 'the caller went away' });
      const left_ms = this.left_ms();
      if (!(left_ms > 0)) break;
      const share = attempt + 1 < ATTEMPTS ? TRY_SHARE : 1;
      const outcome = await this.once(Math.max(1, left_ms * share));
      const settled = this.settle(outcome, downgrades < exchange.downgrades);
      if (settled.kind === 'over') return settled.result;
      if (settled.kind === 'lighter') {
        downgrades++;
        continue;
      }
      last = settled.error;
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

  /** What follows from one try: the result, a lighter request, or another try after `error`. */
  private settle(
    outcome: Attempt,
    mayLearn: boolean,
  ):
    | { readonly kind: 'over'; readonly result: Result<T, ModelError> }
    | { readonly kind: 'lighter' }
    | { readonly kind: 'again'; readonly error: ModelError } {
    const { exchange, endpoint } = this;
    let error: ModelError;
    if (outcome.kind === 'error') error = outcome.error;
    else if (outcome.status >= 200 && outcome.status < 300) {
      const read = exchange.read(outcome.body);
      if (read.ok) return { kind: 'over', result: read };
      error = { type: read.error.type, message: safeText(read.error.message, endpoint.api_key) };
    } else {
      if (mayLearn && exchange.learn(outcome.status, outcome.body)) return { kind: 'lighter' };
      error = statusError(outcome.status, outcome.body, endpoint.api_key);
      if (isTerminal(outcome.status, outcome.body)) return { kind: 'over', result: err(error) };
    }
    return mayRetry(error) ? { kind: 'again', error } : { kind: 'over', result: err(error) };
  }

  private left_ms(): number {
    return this.ends_ms - this.deps.clock.elapsed_ms();
  }

  private pause(ms: number): Promise<void> {
    if (this.deps.sleep !== undefined) return this.deps.sleep(ms);
    const { signal } = this.exchange;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    });
  }

  private async once(timeout_ms: number): Promise<Attempt> {
    const { endpoint, exchange } = this;
    const control = new AbortController();
    const ended: { by: ModelError['type'] | null } = { by: null };
    const stop = (why: ModelError['type']): void => {
      ended.by ??= why;
      control.abort();
    };
    const timer = setTimeout(() => stop('timeout'), timeout_ms);
    const onAbort = (): void => stop('aborted');
    exchange.signal?.addEventListener('abort', onAbort);
    try {
      const response = await this.deps.fetch(`${endpoint.base_url.replace(/\/+$/, '')}/${exchange.path}`, {
        method: 'POST',
        // A redirect of a POST loses its body and may carry the key elsewhere.
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(endpoint.api_key === null ? {} : { authorization: `Bearer ${endpoint.api_key}` }),
        },
        body: JSON.stringify(exchange.body()),
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
      exchange.signal?.removeEventListener('abort', onAbort);
    }
  }
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
