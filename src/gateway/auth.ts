import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';

/** Paths that answer without credentials: probes of the machine that runs the server. */
const OPEN = new Set(['/healthz', '/readyz']);

/** HTTP Basic where the secret is `user:password`, Bearer where it is a bare token. Compared in constant time. */
export function installAuth(app: FastifyInstance, secret: string | null): void {
  if (secret === null) return;
  const basic = secret.includes(':');
  const wanted = basic ? `Basic ${Buffer.from(secret, 'utf8').toString('base64')}` : `Bearer ${secret}`;
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN.has(request.url.split('?')[0] ?? '')) return;
    if (sameSecret(request.headers.authorization ?? '', wanted)) return;
    void reply.header('www-authenticate', basic ? 'Basic realm="cloudbrain", charset="UTF-8"' : 'Bearer');
    throw new HttpError(
      401,
      'UNAUTHORIZED',
      `send ${basic ? 'user and password' : 'the token'} in the Authorization header`,
    );
  });
}

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(a), digest(b));
}
