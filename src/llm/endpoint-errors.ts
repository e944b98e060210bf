import { cleanName } from '#base';
import type { ModelError } from '#agent';

/** One line for a person: no control characters, no key, at most 300 characters. */
export function safeText(text: string, key: string | null): string {
  let out = text.slice(0, 2000);
  if (key !== null && key.length > 0) out = out.split(key).join('[key]');
  out = out.replace(/\b(?:sk|pk|key)-[A-Za-z0-9_*-]{4,}/g, '[key]').replace(/bearer\s+\S+/gi, 'Bearer [key]');
  return [...out.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, 300).join('');
}

/** The error of a status that is no success. */
export function statusError(status: number, body: string, key: string | null): ModelError {
  const said = safeText(messageIn(body), key);
  const message = `HTTP ${status}${said === '' ? '' : `: ${said}`}`;
  if (status === 401 || status === 403) return { type: 'auth', message };
  if (status === 408) return { type: 'timeout', message };
  if (status === 429) return { type: 'rate_limited', message };
  if (status >= 500) return { type: 'server_error', message };
  return { type: 'bad_reply', message };
}

/** A spent quota comes as 429 and does not go away by waiting. */
export function isTerminal(status: number, body: string): boolean {
  return status === 429 && /insufficient_quota|billing|exceeded your current quota/i.test(body);
}

/** Whether another try may help. */
export function mayRetry(error: ModelError): boolean {
  return (
    error.type === 'timeout' ||
    error.type === 'unreachable' ||
    error.type === 'rate_limited' ||
    error.type === 'server_error'
  );
}

/** The cause of a failed fetch, without addresses or stacks. */
export function whyUnreachable(e: unknown): string {
  const cause = e instanceof Error ? (e.cause as { code?: unknown } | undefined) : undefined;
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
  return `the endpoint cannot be reached${code}`;
}

function messageIn(body: string): string {
  try {
    const value = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown };
    const error = value.error;
    if (typeof error === 'string') return error;
    if (typeof error?.message === 'string') return error.message;
    return typeof value.message === 'string' ? value.message : '';
  } catch {
    return cleanName(body.slice(0, 200));
  }
}
