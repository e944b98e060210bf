/** An error of the server or of the way to it. `code` is the server's, or one of ours in lower case. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;

  constructor(code: string, message: string, status = 0, details: unknown = null) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** What any thrown value comes to. A stop by the operator is `stopped`. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return new ApiError('stopped', 'stopped');
  return new ApiError('page', error instanceof Error ? error.message : String(error));
}

/** `fetch` that says `unreachable` where there is no answer at all. Throws ApiError. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') throw new ApiError('stopped', 'stopped');
    throw new ApiError('unreachable', 'the server did not answer');
  }
}

/** The server's own error body as an error; a body that is none still says its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as {
      error?: { code?: string; message?: string; details?: unknown };
    };
    if (typeof body.error?.code === 'string')
      return new ApiError(
        body.error.code,
        body.error.message ?? `HTTP ${response.status}`,
        response.status,
        body.error.details ?? null,
      );
  } catch {
    // The status below says what is known.
  }
  return new ApiError(`HTTP_${response.status}`, `HTTP ${response.status}`, response.status);
}

/** Reads JSON from a route. Throws ApiError. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return json<T>(path, { ...(signal === undefined ? {} : { signal }) });
}

/** Sends JSON to a route and reads JSON. Throws ApiError. */
export async function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return json<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function json<T>(path: string, init: RequestInit): Promise<T> {
  try {
    const response = await request(path, init);
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as T;
  } catch (e) {
    throw asApiError(e);
  }
}

/** A file that a route answered with. */
export type Download = { readonly name: string; readonly blob: Blob };

/** Sends JSON to a route and takes the answer as a file, named by its content-disposition. Throws ApiError. */
export async function postForFile(
  path: string,
  body: unknown,
  fallback: string,
): Promise<Download & { readonly headers: Headers }> {
  try {
    const response = await request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw await errorOf(response);
    const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '');
    return { name: named?.[1] ?? fallback, blob: await response.blob(), headers: response.headers };
  } catch (e) {
    throw asApiError(e);
  }
}

/** Hands a file to the browser's downloads. */
export function save(file: Download): void {
  const url = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
