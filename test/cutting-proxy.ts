import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a server that breaks streams off; `cut_at` null lets everything through. */
export type CuttingProxy = {
  readonly url: string;
  /** Breaks the connection of a streamed answer as soon as its text holds this; null breaks none. */
  cutAt: (text: string | null) => void;
  /** Whether a request for a path waits for its answer. */
  readonly isOpen: (path: string) => boolean;
  /** Breaks every open connection, as a lost network would. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
};

/** Opens a proxy before a server, for tests of connections that break off in the middle. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  let cut_at: string | null = null;
  const { hostname, port } = new URL(target);
  const open = new Map<ServerResponse, string>();
  const server = createServer((asked, answer) => {
    open.set(answer, asked.url ?? '');
    answer.on('close', () => open.delete(answer));
    const { method, url, headers } = asked;
    const there = request({ hostname, port, method, path: url, headers }, (reply) => {
      // A browser repeats a request that dies on a connection used before: each gets its own.
      answer.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: 'close' });
      const streamed = (reply.headers['content-type'] ?? '').includes('event-stream');
      let seen = '';
      reply.on('data', (chunk: Buffer) => {
        answer.write(chunk);
        if (streamed && cut_at !== null) seen += chunk.toString('utf8');
        // What was seen goes out first; then the line is dead.
        if (streamed && cut_at !== null && seen.includes(cut_at)) setTimeout(() => answer.destroy(), 50);
      });
      reply.on('end', () => answer.end());
      reply.on('error', () => answer.destroy());
    });
    there.on('error', () => answer.destroy());
    answer.on('close', () => there.destroy());
    asked.pipe(there);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A test that fails must not keep the process waiting for it.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAt: (text) => {
      cut_at = text;
    },
    isOpen: (path) => [...open.values()].some((url) => url.startsWith(path)),
    drop: () => {
      for (const answer of open.keys()) answer.destroy();
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
