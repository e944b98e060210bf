import type { FastifyReply } from 'fastify';

/** A stream of Server-Sent Events. One JSON value a `data:` line: text from a model or a file cannot break the framing. */
export type EventStream = {
  readonly send: (event: string, data: unknown) => void;
  readonly close: () => void;
  /** Runs when the client went away before the stream was closed. */
  readonly onGone: (act: () => void) => void;
};

/** Silence longer than this many milliseconds is broken by a comment, so that proxies keep the connection. */
const HEARTBEAT_MS = 15_000;

/** Takes over a reply and opens a stream on it. */
export function openStream(reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  });
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  let open = true;
  const gone: (() => void)[] = [];
  raw.on('close', () => {
    clearInterval(heartbeat);
    if (!open) return;
    open = false;
    for (const act of gone) act();
  });
  return {
    send: (event, data) => {
      // JSON has no raw line breaks, and U+2028 is none for the event stream format.
      if (open) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close: () => {
      if (!open) return;
      open = false;
      clearInterval(heartbeat);
      raw.end();
    },
    onGone: (act) => void gone.push(act),
  };
}
