/** Runs survey jobs in a thread of its own, so that the server goes on answering while a plan is computed. */
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { planSurvey } from '#engines/survey';
import { validateSurveyPlan } from '#engines/validator';
import { exportSurveyPlan, importSurveyAreas, surveyPlanSvg, surveyReportHtml } from '#formats';
import { SurveyPlan } from '#ir';
import { zipSync } from 'fflate';
import { parseStrictJson } from '#base';
import { parseSurveyScenario, type SurveyCatalogue, type SurveyScenario } from '#world';
import { checkFiles } from './check-files.ts';
import type { Json, SurveyFileCheck, SurveyJob, SurveyJobResult } from './jobs.ts';
import { readTerrain } from './read-terrain.ts';

const { catalogue } = workerData as { readonly catalogue: SurveyCatalogue };

// The event loop comes first: a solver may wait, an operator's click may not. Not every system allows it.
try {
  setPriority(0, 10);
} catch {
  // The thread then runs at the priority of the process.
}

/** Piscina's entry: one job in, one result out; bytes are moved and not copied. */
export default async function work(job: SurveyJob): Promise<SurveyJobResult> {
  const result = await run(job);
  const buffers = buffersOf(result).map((bytes) => bytes.buffer);
  // Piscina takes the list of moved buffers from the first member and the value from the second.
  const carried = { [transferableSymbol]: buffers, [valueSymbol]: result };
  return move(carried as unknown as Parameters<typeof move>[0]) as unknown as SurveyJobResult;
}

function buffersOf(result: SurveyJobResult): Json[] {
  switch (result.kind) {
    case 'bytes':
    case 'file':
      return [result.bytes];
    case 'split':
      return result.plan === null ? [result.scenario] : [result.scenario, result.plan];
    default:
      return [];
  }
}

function run(job: SurveyJob): SurveyJobResult | Promise<SurveyJobResult> {
  switch (job.kind) {
    case 'plan':
      return plan(job);
    case 'validate':
      return validate(job);
    case 'split':
      return split(job.body);
    case 'export':
      return exported(job);
    case 'import':
      return imported(job);
    case 'terrain':
      return readTerrain(job);
  }
}

function plan(job: Extract<SurveyJob, { kind: 'plan' }>): SurveyJobResult {
  const scenario = readScenario(job.scenario);
  if ('kind' in scenario) return scenario;
  const flag = new Int32Array(job.stop);
  const until = performance.now() + job.time_limit_s * 1000;
  const gone = (): boolean => Atomics.load(flag, 0) === 1;
  const planned = planSurvey(scenario, catalogue, { should_stop: () => gone() || performance.now() > until });
  if (gone()) return { kind: 'plan_failure', failure: { type: 'stopped', message: 'the caller went away' } };
  if (!planned.ok) return { kind: 'plan_failure', failure: planned.error };
  return { kind: 'bytes', bytes: jsonBytes(planned.value) };
}

function validate(job: Extract<SurveyJob, { kind: 'validate' }>): SurveyJobResult {
  const scenario = readScenario(job.scenario);
  if ('kind' in scenario) return scenario;
  const found = readPlan(job.plan);
  if ('kind' in found) return found;
  return { kind: 'bytes', bytes: jsonBytes(validateSurveyPlan(scenario, catalogue, found)) };
}

function split(body: Uint8Array): SurveyJobResult {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { kind: 'invalid_body', message: 'the body is not UTF-8' };
  }
  const parsed = parseStrictJson(text);
  if (!parsed.ok) {
    const { message, line, column } = parsed.error;
    return { kind: 'invalid_body', message: `line ${line}, column ${column}: ${message}` };
  }
  const document = parsed.value;
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { kind: 'invalid_body', message: 'the body must be a JSON object' };
  const { scenario: given, plan: planGiven, ...rest } = document as Record<string, unknown>;
  if (given === undefined) return { kind: 'invalid_body', message: '/scenario: is missing' };
  const scenario = parseSurveyScenario(given);
  if (!scenario.ok) return { kind: 'invalid_scenario', issues: scenario.error.issues };
  return {
    kind: 'split',
    scenario: jsonBytes(scenario.value),
    plan: planGiven === undefined || planGiven === null ? null : jsonBytes(planGiven),
    rest,
  };
}

function exported(job: Extract<SurveyJob, { kind: 'export' }>): SurveyJobResult {
  const scenario = readScenario(job.scenario);
  if ('kind' in scenario) return scenario;
  const found = readPlan(job.plan);
  if ('kind' in found) return found;
  const name = scenario.id;
  if (job.format === 'svg') return file(`${name}.svg`, 'image/svg+xml', text(surveyPlanSvg(found, scenario)));
  if (job.format === 'report') {
    const verdict = validateSurveyPlan(scenario, catalogue, found);
    return file(
      `${name}.html`,
      'text/html; charset=utf-8',
      text(surveyReportHtml(found, scenario, verdict, job.language)),
    );
  }
  const files = exportSurveyPlan(found, job.format, { scenario, catalogue });
  if (!files.ok) return { kind: 'invalid_file', type: files.error.type, message: files.error.message };
  const check =
    job.verdict === null
      ? null
      : checkFiles({ scenario, catalogue }, found, {
          format: job.format,
          files: files.value,
          verdict: job.verdict,
        });
  const [only] = files.value;
  if (files.value.length === 1 && only !== undefined)
    return file(only.name, 'application/octet-stream', owned(only.bytes), check);
  const entries = Object.fromEntries(files.value.map((f) => [f.name, f.bytes]));
  // A fixed date keeps the archive's bytes the same for the same plan.
  return file(
    `${name}-${job.format}.zip`,
    'application/zip',
    owned(zipSync(entries, { mtime: '1980-01-01' })),
    check,
  );
}

function imported(job: Extract<SurveyJob, { kind: 'import' }>): SurveyJobResult {
  const areas = importSurveyAreas(job.bytes, {
    name: job.name,
    ...(job.crs === null ? {} : { crs: job.crs }),
  });
  if (areas.ok) return { kind: 'bytes', bytes: jsonBytes(areas.value) };
  const { error } = areas;
  return error.type === 'format'
    ? {
        kind: 'invalid_file',
        type: error.error.type,
        message: [error.error.place, error.error.message].filter((x) => x !== '').join(': '),
      }
    : { kind: 'invalid_file', type: error.type, message: error.message };
}

function readScenario(bytes: Uint8Array): SurveyScenario | SurveyJobResult {
  const parsed = parseSurveyScenario(parsedJson(bytes));
  return parsed.ok ? parsed.value : { kind: 'invalid_scenario', issues: parsed.error.issues };
}

function readPlan(bytes: Uint8Array): SurveyPlan | SurveyJobResult {
  const parsed = SurveyPlan.safeParse(parsedJson(bytes));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const message = `/plan/${issue?.path.map(String).join('/') ?? ''}: ${issue?.message ?? 'no plan'}`;
  return { kind: 'invalid_plan', error: { type: 'invalid_plan', message } };
}

/** A JSON document, or undefined where the bytes are none: the schema then refuses it. */
function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function file(
  name: string,
  media_type: string,
  bytes: Json,
  check: SurveyFileCheck | null = null,
): SurveyJobResult {
  return { kind: 'file', name, media_type, bytes, check };
}

function text(content: string): Json {
  return owned(new TextEncoder().encode(content));
}

function jsonBytes(value: unknown): Json {
  return text(JSON.stringify(value));
}

/** Bytes alone in their buffer, so that it can be moved to the other thread. */
function owned(bytes: Uint8Array): Json {
  return new Uint8Array(bytes);
}
