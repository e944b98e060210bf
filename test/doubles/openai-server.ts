import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the double does with one request. */
export type DoubleStep =
  /** A Chat Completions answer. `message` is merged over the usual one. */
  | {
      readonly kind: 'reply';
      readonly content: unknown;
      readonly finish_reason?: string;
      readonly usage?: unknown;
      readonly message?: Readonly<Record<string, unknown>>;
      /** Milliseconds before the answer. */
      readonly delay_ms?: number;
    }
  /** A Responses answer: its output items. `more` is merged over the response. */
  | {
      readonly kind: 'output';
      readonly items: readonly unknown[];
      readonly more?: Readonly<Record<string, unknown>>;
      readonly delay_ms?: number;
    }
  /** A status with a body and headers. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Bytes that are no answer, with status 200. */
  | { readonly kind: 'garbage'; readonly text: string }
  /** A valid start of a body, then the connection breaks. */
  | { readonly kind: 'cut' }
  /** The connection breaks before any byte. */
  | { readonly kind: 'reset' }
  /** No answer until the double closes. */
  | { readonly kind: 'hang' }
  /** A body of so many bytes. */
  | { readonly kind: 'flood'; readonly bytes: number };

/** One request as the double saw it. */
export type SeenRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
};

/** A server on the loopback interface that speaks enough of Chat Completions and Responses to test adapters, and misbehaves on demand. */
export type OpenAiDouble = {
  /** Base URL with `/v1`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly close: () => Promise<void>;
};

/**
 * Starts the double. A script is a list of steps, one a request (the last repeats), or a function of the request and its
 * number from 0.
 */
export async function startOpenAiDouble(
  script: readonly DoubleStep[] | ((request: SeenRequest, index: number) => DoubleStep),
): Promise<OpenAiDouble> {
  const requests: SeenRequest[] = [];
  const server = createServer((req, res) => {
    void (async () => {
      const seen = await seenRequest(req);
      const index = requests.push(seen) - 1;
      const step =
        typeof script === 'function' ? script(seen, index) : script[Math.min(index, script.length - 1)]!;
      answer(step, seen, res);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function seenRequest(req: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  } catch {
    body = {};
  }
  return { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
}

function answer(step: DoubleStep, seen: SeenRequest, res: ServerResponse): void {
  const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  switch (step.kind) {
    case 'reply':
    case 'output': {
      const body = step.kind === 'reply' ? completion(step, seen) : response(step, seen);
      const send = (): void => json(200, body);
      if (step.delay_ms === undefined) send();
      else setTimeout(send, step.delay_ms).unref();
      return;
    }
    case 'status':
      return json(step.status, step.body ?? {}, step.headers);
    case 'garbage':
      return json(200, step.text);
    case 'cut':
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      res.write('{"choices":[{"message":{"content":"');
      setTimeout(() => res.destroy(), 5).unref();
      return;
    case 'reset':
      res.destroy();
      return;
    case 'hang':
      return;
    case 'flood': {
      res.writeHead(200, { 'content-type': 'application/json' });
      const block = 'x'.repeat(64 * 1024);
      let sent = 0;
      const more = (): void => {
        while (sent < step.bytes) {
          sent += block.length;
          if (!res.write(block)) {
            res.once('drain', more);
            return;
          }
        }
        res.end();
      };
      res.on('error', () => undefined);
      more();
    }
  }
}

function completion(
  step: DoubleStep & { readonly kind: 'reply' },
  seen: SeenRequest,
): Record<string, unknown> {
  return {
    id: 'double-1',
    object: 'chat.completion',
    created: 0,
    model: seen.body['model'] ?? 'double',
    choices: [
      {
        index: 0,
        finish_reason: step.finish_reason ?? 'stop',
        message: { role: 'assistant', content: step.content, ...step.message },
      },
    ],
    usage:
      step.usage === undefined ? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } : step.usage,
  };
}

function response(
  step: DoubleStep & { readonly kind: 'output' },
  seen: SeenRequest,
): Record<string, unknown> {
  return {
    id: 'resp_double_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: seen.body['model'] ?? 'double',
    output: step.items,
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    ...step.more,
  };
}

/** The output items of the Responses interface that tests need. */
export const item = {
  text: (text: string): unknown => ({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  }),
  refusal: (refusal: string): unknown => ({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'refusal', refusal }],
  }),
  call: (call_id: string, name: string, args: unknown): unknown => ({
    type: 'function_call',
    id: `fc_${call_id}`,
    call_id,
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    status: 'completed',
  }),
  reasoning: (id: string, encrypted: string | null): unknown => ({
    type: 'reasoning',
    id,
    summary: [],
    ...(encrypted === null ? {} : { encrypted_content: encrypted }),
  }),
};
