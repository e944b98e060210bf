import type { FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

/** The body of every error: a code from a closed list, one sentence, details for programs. */
export type ErrorBody = {
  readonly error: { readonly code: string; readonly message: string; readonly details: unknown };
};

/** An error that a route answers with. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details: unknown = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/** One shape for all errors; bugs are 500, logged, and tell the caller nothing about the inside. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof HttpError)
      return reply.status(error.status).send(body(error.code, error.message, error.details));
    if (hasZodFastifySchemaValidationErrors(error)) {
      const details = error.validation.map((v) => ({ path: v.instancePath, message: v.message }));
      const first = details[0];
      return reply
        .status(400)
        .send(body('INVALID_REQUEST', `${first?.path || '/'}: ${first?.message ?? 'invalid'}`, details));
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500)
      return reply.status(status).send(body(CODES[status] ?? 'BAD_REQUEST', error.message, null));
    request.log.error({ err: error }, 'internal error');
    return reply.status(500).send(body('INTERNAL', 'internal error', null));
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send(body('NOT_FOUND', `nothing is at ${request.method} ${request.url.split('?')[0]}`, null)),
  );
}

function body(code: string, message: string, details: unknown): ErrorBody {
  return { error: { code, message, details } };
}
