import { type Result, err, ok } from '#base';

/** Settings of the server, from the environment and flags; read once at the start. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  /** `user:password` for HTTP Basic, or a bare token for Bearer; null leaves the server open, which loopback allows. */
  readonly auth: string | null;
  readonly provider: string;
  readonly model: string | null;
  readonly base_url: string | null;
  readonly api_key: string | null;
  /** Allowed origin for cross-origin calls; null closes them. */
  readonly cors_origin: string | null;
  /** Requests per minute and address. */
  readonly rate_per_minute: number;
  /** Seconds that one decision may take. */
  readonly decide_timeout_sec: number;
};

/** Reads the settings. A server that listens beyond loopback must have `CLOUDBRAIN_AUTH`. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  flags: { readonly port?: number | undefined; readonly host?: string | undefined },
): Result<Settings, { readonly type: 'invalid_setting'; readonly message: string }> {
  const bad = (message: string) => err({ type: 'invalid_setting' as const, message });
  const read = (name: string, otherwise: number): number =>
    flags.port !== undefined && name === 'PORT' ? flags.port : number(env[name], otherwise);
  const ranges = [
    ['PORT', 8080, 0, 65_535],
    ['CLOUDBRAIN_RATE_PER_MINUTE', 600, 1, 1_000_000],
    ['CLOUDBRAIN_DECIDE_TIMEOUT_S', 120, 1, 3600],
  ] as const;
  const values: number[] = [];
  for (const [name, otherwise, low, high] of ranges) {
    const value = read(name, otherwise);
    if (!(value >= low && value <= high))
      return bad(`${name} must be a whole number from ${low} to ${high}, not ${env[name] ?? value}`);
    values.push(value);
  }
  const host = flags.host ?? env['CLOUDBRAIN_HOST'] ?? '127.0.0.1';
  const text = (name: string): string | null => env[name] || null;
  const auth = text('CLOUDBRAIN_AUTH');
  const loopback = host === 'localhost' || host === '::1' || /^127\./.test(host);
  if (!loopback && auth === null)
    return bad(`listening on ${host} needs CLOUDBRAIN_AUTH (user:password, or a token)`);
  return ok({
    host,
    port: values[0]!,
    auth,
    provider: text('LLM_PROVIDER') ?? 'none',
    model: text('OPENAI_MODEL'),
    base_url: text('OPENAI_BASE_URL'),
    api_key: text('OPENAI_API_KEY'),
    cors_origin: text('CLOUDBRAIN_CORS_ORIGIN'),
    rate_per_minute: values[1]!,
    decide_timeout_sec: values[2]!,
  });
}

/** A whole number, or NaN where the text is none. */
function number(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}
