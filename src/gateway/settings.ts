import { type Result, err, ok } from '#base';

/** The model where none is named. */
const OPENAI_MODEL = 'gpt-6-sol';
/** Longest computation that a chat may ask for, in seconds. */
const COMPUTE_LIMIT_S = 60;

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
  /** Total deadline of one question to a model, retries included. */
  readonly llm_timeout_ms: number;
  readonly assistant: AssistantSettings;
  /** Threads that plan and judge surveys. */
  readonly workers: number;
  /** `host:port` of gRPC services of their own; null computes in this process. */
  readonly planner_address: string | null;
  readonly validator_address: string | null;
  /** PostgreSQL for accepted operations; null uses the embedded database. */
  readonly database_url: string | null;
  /** Folder of the embedded database; `memory` keeps operations as long as the process runs. */
  readonly data_dir: string;
};

/** Limits of the survey assistant. */
export type AssistantSettings = {
  readonly max_steps: number;
  readonly max_variants: number;
  readonly eval_time_limit_s: number;
  readonly eval_concurrency: number;
  /** Longest computation that `compute_plan` may ask for. */
  readonly compute_time_limit_s: number;
};

/** Reads the settings; `cores` sets how many threads there are by default. A server that listens beyond loopback must have `CLOUDBRAIN_AUTH`. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  flags: { readonly port?: number | undefined; readonly host?: string | undefined },
  cores = 2,
): Result<Settings, { readonly type: 'invalid_setting'; readonly message: string }> {
  const bad = (message: string) => err({ type: 'invalid_setting' as const, message });
  const read = (name: string, otherwise: number): number =>
    flags.port !== undefined && name === 'PORT' ? flags.port : number(env[name], otherwise);
  const ranges = [
    ['PORT', 8080, 0, 65_535],
    ['CLOUDBRAIN_RATE_PER_MINUTE', 600, 1, 1_000_000],
    ['CLOUDBRAIN_DECIDE_TIMEOUT_S', 120, 1, 3600],
    ['LLM_TIMEOUT_MS', 60_000, 100, 600_000],
    ['ASSISTANT_MAX_STEPS', 8, 1, 32],
    ['ASSISTANT_MAX_VARIANTS', 24, 1, 1000],
    ['ASSISTANT_EVAL_TIME_LIMIT_S', 5, 1, 300],
    ['ASSISTANT_EVAL_CONCURRENCY', 2, 1, 16],
    ['CLOUDBRAIN_WORKERS', Math.max(2, cores - 1), 1, 64],
  ] as const;
  const values: Record<string, number> = {};
  for (const [name, otherwise, low, high] of ranges) {
    const value = read(name, otherwise);
    if (!(value >= low && value <= high))
      return bad(`${name} must be a whole number from ${low} to ${high}, not ${env[name] ?? value}`);
    values[name] = value;
  }
  const host = flags.host ?? env['CLOUDBRAIN_HOST'] ?? '127.0.0.1';
  const text = (name: string): string | null => env[name] || null;
  const auth = text('CLOUDBRAIN_AUTH');
  const loopback = host === 'localhost' || host === '::1' || /^127\./.test(host);
  if (!loopback && auth === null)
    return bad(`listening on ${host} needs CLOUDBRAIN_AUTH (user:password, or a token)`);
  const addresses = [text('SURVEY_PLANNER_ADDRESS'), text('SURVEY_VALIDATOR_ADDRESS')] as const;
  for (const address of addresses)
    if (address !== null && !/^[^\s/@]+:\d{1,5}$/.test(address))
      return bad('SURVEY_PLANNER_ADDRESS and SURVEY_VALIDATOR_ADDRESS are host:port');
  const provider = text('LLM_PROVIDER') ?? 'none';
  return ok({
    host,
    port: values['PORT']!,
    auth,
    provider,
    model: text('OPENAI_MODEL') ?? (provider === 'openai' ? OPENAI_MODEL : null),
    base_url: text('OPENAI_BASE_URL'),
    api_key: text('OPENAI_API_KEY'),
    cors_origin: text('CLOUDBRAIN_CORS_ORIGIN'),
    rate_per_minute: values['CLOUDBRAIN_RATE_PER_MINUTE']!,
    decide_timeout_sec: values['CLOUDBRAIN_DECIDE_TIMEOUT_S']!,
    llm_timeout_ms: values['LLM_TIMEOUT_MS']!,
    assistant: {
      max_steps: values['ASSISTANT_MAX_STEPS']!,
      max_variants: values['ASSISTANT_MAX_VARIANTS']!,
      eval_time_limit_s: values['ASSISTANT_EVAL_TIME_LIMIT_S']!,
      eval_concurrency: values['ASSISTANT_EVAL_CONCURRENCY']!,
      compute_time_limit_s: COMPUTE_LIMIT_S,
    },
    workers: values['CLOUDBRAIN_WORKERS']!,
    planner_address: addresses[0],
    validator_address: addresses[1],
    database_url: text('DATABASE_URL'),
    data_dir: text('CLOUDBRAIN_DATA_DIR') ?? '.cloudbrain',
  });
}

/** A whole number, or NaN where the text is none. */
function number(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}
