import {
  Client,
  Metadata,
  credentials,
  status,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { type AbortSignalLike, type Result, err, ok } from '#base';
import type { PlanRefusal } from '#ir';
import type { SurveyPlanFailure, SurveyServiceFailure } from '#tools';
import type { BackendLimits, InvalidPlan, SurveyBackend } from './backend.ts';
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

/** Seconds beyond the solver's own limit that an answer may take: reading, writing, the network. */
const SLACK_S = 30;

/** The backend's half that runs on another machine. */
export type RemotePlanner = Pick<SurveyBackend, 'plan' | 'close'>;
export type RemoteValidator = Pick<SurveyBackend, 'validate' | 'close'>;

/** The planner at `host:port`. */
export function remotePlanner(address: string, auth: string | null): RemotePlanner {
  const { planner } = surveyServices();
  const client = connect(address);
  return {
    plan: async (scenario, limits) => {
      const answer = await call<PlanRequest, PlanReply>(
        client,
        planner['Plan']!,
        { scenario_json: scenario, time_limit_s: limits.time_limit_s },
        limits,
        auth,
      );
      if (!answer.ok) return err(serviceFailure(answer.error, 'planner'));
      const { plan_json, failure } = answer.value;
      if (plan_json !== undefined) return ok(new Uint8Array(plan_json));
      return err(planFailure(failure));
    },
    close: async () => client.close(),
  };
}

/** The validator at `host:port`. */
export function remoteValidator(address: string, auth: string | null): RemoteValidator {
  const { validator } = surveyServices();
  const client = connect(address);
  return {
    validate: async (scenario, plan, limits) => {
      const answer = await call<ValidateRequest, ValidateReply>(
        client,
        validator['Validate']!,
        { scenario_json: scenario, plan_json: plan },
        limits,
        auth,
      );
      if (!answer.ok) {
        const invalid: InvalidPlan = { type: 'invalid_plan', message: answer.error.details };
        if (answer.error.code === status.INVALID_ARGUMENT) return err(invalid);
        return err(serviceFailure(answer.error, 'validator'));
      }
      return ok(new Uint8Array(answer.value.verdict_json));
    },
    close: async () => client.close(),
  };
}

function connect(address: string): Client {
  return new Client(address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES,
    'grpc.max_send_message_length': GRPC_MESSAGE_BYTES,
  });
}

/** One call with a deadline; an aborted signal cancels it, and the cancellation reaches the other side. */
function call<Q, R>(
  client: Client,
  method: ServiceDefinition[string],
  request: Q,
  limits: BackendLimits,
  auth: string | null,
): Promise<Result<R, ServiceError>> {
  const metadata = new Metadata();
  if (auth !== null) metadata.set(AUTH_KEY, authValue(auth));
  return new Promise((resolve) => {
    const running = client.makeUnaryRequest<Q, R>(
      method.path,
      method.requestSerialize as (value: Q) => Buffer,
      method.responseDeserialize as (bytes: Buffer) => R,
      request,
      metadata,
      { deadline: new Date(Date.now() + (limits.time_limit_s + SLACK_S) * 1000) },
      (error, value) => {
        release();
        resolve(error === null ? ok(value as R) : err(error));
      },
    );
    const release = cancelOn(limits.signal, () => running.cancel());
  });
}

function cancelOn(signal: AbortSignalLike | undefined, act: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) queueMicrotask(act);
  signal.addEventListener('abort', act);
  return () => signal.removeEventListener('abort', act);
}

function serviceFailure(error: ServiceError, who: string): SurveyServiceFailure {
  if (error.code === status.CANCELLED) return { type: 'stopped', message: 'the caller went away' };
  const name = status[error.code] ?? 'UNKNOWN';
  // Details of a refused argument come from our own service; those of a broken link may name addresses.
  const said = error.code === status.INVALID_ARGUMENT ? `: ${error.details}` : '';
  return { type: 'failed', message: `the ${who} service answered ${name}${said}` };
}

function planFailure(failure: PlanReply['failure']): SurveyPlanFailure {
  const type = failure?.type;
  if (type === 'invalid' || type === 'infeasible') {
    const refusals = JSON.parse(new TextDecoder().decode(failure!.refusals_json)) as PlanRefusal[];
    return { type, refusals };
  }
  return { type: type === 'stopped' ? 'stopped' : 'failed', message: failure?.message ?? 'no answer' };
}
