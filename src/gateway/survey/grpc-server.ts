import {
  Server,
  ServerCredentials,
  status,
  type ServerUnaryCall,
  type ServiceError,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { LIMITS } from '#base';
import { parseSurveyScenario } from '#world';
import { sameSecret } from '../auth.ts';
import type { SurveyBackend } from './backend.ts';
import {
  AUTH_KEY,
  GRPC_MESSAGE_BYTES,
  authValue,
  surveyServices,
  type PlanReply,
  type PlanRequest,
  type ValidateReply,
  type ValidateRequest,
} from './grpc-wire.ts';

/** Which of the two services a process offers. */
export type GrpcServices = { readonly planner: boolean; readonly validator: boolean };

/** A running gRPC server; `port` is the one it got. */
export type GrpcServer = { readonly port: number; readonly close: () => Promise<void> };

/** Starts the services. Without TLS, which a proxy ends; beyond loopback a secret is the caller's duty. */
export async function startGrpc(options: {
  readonly backend: SurveyBackend;
  readonly services: GrpcServices;
  readonly host: string;
  readonly port: number;
  readonly auth: string | null;
}): Promise<GrpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES,
    'grpc.max_send_message_length': GRPC_MESSAGE_BYTES,
  });
  const { planner, validator } = surveyServices();
  const { backend, auth } = options;
  if (options.services.planner)
    server.addService(planner, { Plan: guarded(auth, (call) => plan(backend, call)) });
  if (options.services.validator)
    server.addService(validator, { Validate: guarded(auth, (call) => validate(backend, call)) });
  const port = await new Promise<number>((resolve, reject) => {
    const host = options.host.includes(':') ? `[${options.host}]` : options.host;
    server.bindAsync(`${host}:${options.port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.forceShutdown(), 2000);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

class GrpcError extends Error {
  readonly code: status;

  constructor(code: status, message: string) {
    super(message);
    this.code = code;
  }
}

/** Checks the secret, turns exceptions into statuses; the inside of a bug is not told. */
function guarded<Q, R>(
  auth: string | null,
  act: (call: ServerUnaryCall<Q, R>) => Promise<R>,
): (call: ServerUnaryCall<Q, R>, done: sendUnaryData<R>) => void {
  return (call, done) => {
    const given = String(call.metadata.get(AUTH_KEY)[0] ?? '');
    if (auth !== null && !sameSecret(given, authValue(auth))) {
      done({ code: status.UNAUTHENTICATED, details: 'send the secret as authorization metadata' });
      return;
    }
    act(call).then(
      (reply) => done(null, reply),
      (e: unknown) => {
        const known = e instanceof GrpcError;
        done({
          code: known ? e.code : status.INTERNAL,
          details: known ? e.message : 'internal error',
        } as Partial<ServiceError>);
      },
    );
  };
}

/** A signal that fires when the client cancels or its deadline passes. */
function signalOf(call: { on: (event: 'cancelled', act: () => void) => unknown }): AbortSignal {
  const control = new AbortController();
  call.on('cancelled', () => control.abort());
  return control.signal;
}

async function plan(
  backend: SurveyBackend,
  call: ServerUnaryCall<PlanRequest, PlanReply>,
): Promise<PlanReply> {
  const { scenario_json, time_limit_s = 0 } = call.request;
  const own_limit_s = checkedScenario(scenario_json);
  if (!(time_limit_s >= 0 && time_limit_s <= LIMITS.survey_time_limit_s))
    throw new GrpcError(
      status.INVALID_ARGUMENT,
      `time_limit_s must be from 0 to ${LIMITS.survey_time_limit_s}`,
    );
  const made = await backend.plan(scenario_json, {
    time_limit_s: time_limit_s === 0 ? own_limit_s : time_limit_s,
    signal: signalOf(call),
  });
  if (made.ok) return { plan_json: made.value };
  const { error } = made;
  const refusals = 'refusals' in error ? error.refusals : [];
  return {
    failure: {
      type: error.type,
      refusals_json: Buffer.from(JSON.stringify(refusals)),
      message: 'message' in error ? error.message : '',
    },
  };
}

async function validate(
  backend: SurveyBackend,
  call: ServerUnaryCall<ValidateRequest, ValidateReply>,
): Promise<ValidateReply> {
  const { scenario_json, plan_json } = call.request;
  checkedScenario(scenario_json);
  const verdict = await backend.validate(scenario_json, plan_json ?? new Uint8Array(), {
    time_limit_s: LIMITS.survey_time_limit_s,
    signal: signalOf(call),
  });
  if (verdict.ok) return { verdict_json: verdict.value };
  throw new GrpcError(
    verdict.error.type === 'invalid_plan' ? status.INVALID_ARGUMENT : status.UNAVAILABLE,
    verdict.error.message,
  );
}

/** The scenario's own time limit; refuses what is no scenario. */
function checkedScenario(bytes: Uint8Array | undefined): number {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes ?? new Uint8Array()));
  } catch {
    throw new GrpcError(status.INVALID_ARGUMENT, 'scenario_json is no JSON');
  }
  const parsed = parseSurveyScenario(document);
  if (parsed.ok) return parsed.value.solver.time_limit_s;
  const issue = parsed.error.issues[0];
  throw new GrpcError(status.INVALID_ARGUMENT, `${issue?.code ?? ''} ${issue?.text.en ?? 'no scenario'}`);
}
