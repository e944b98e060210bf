import { type Result, canonicalJson, err, hashOf, ok, parseStrictJson, quantize } from '#base';
import {
  LowAltitudeIR,
  type RiskAnswer,
  type SimulationAnswer,
  type StressLevel,
  type Task,
  type Verdict,
} from '#ir';
import { runTool, type ToolContext, type ToolRegistry } from '#tools';
import { parseSystemState, type SystemState, type TrajectoryPoint } from '#world';
import type { DecisionRecord } from './decision.ts';

/** Versions that a replay must share with the run that wrote the certificate. */
export const CERTIFICATE_VERSION = 'cloudbrain-certificate-1';

/**
 * Rules that certificates may lack because the verifier judged without them when they were written. Their decisions are
 * judged by them now, and only the stated rows are compared.
 */
const LATER_SPECS: ReadonlySet<string> = new Set(['program way_home', 'program pad_free']);

/** A released decision with all that a stranger needs to judge it again, offline. */
export type Certificate = {
  readonly format: typeof CERTIFICATE_VERSION;
  readonly instruction: string;
  readonly proposer: DecisionRecord['proposer'];
  readonly ir: LowAltitudeIR;
  readonly state_hash: string;
  readonly state: SystemState;
  readonly uav_id: string;
  readonly trajectory: readonly TrajectoryPoint[];
  readonly specs: readonly {
    readonly spec: string;
    readonly rule: string;
    readonly robustness: number | null;
    readonly satisfied: boolean | null;
  }[];
  readonly simulations: readonly {
    readonly scenario_seed: number;
    readonly stress_level: StressLevel;
    readonly outcome_hash: string;
  }[];
  readonly risk: { readonly risk_level: string; readonly risk_score: number };
  /** SHA-256 over the canonical JSON of all the rest. */
  readonly digest: string;
};

/** Why a certificate does not verify. `malformed` is bad input; the others are failed checks. */
export type CertificateFailure = {
  readonly type:
    | 'malformed'
    | 'altered'
    | 'state_mismatch'
    | 'not_verified'
    | 'verdict_differs'
    | 'simulation_differs'
    | 'risk_differs';
  readonly message: string;
};

/** Rounds a robustness as certificates and hashes carry it. */
const rounded = (value: number | null): number | null => (value === null ? null : quantize(value, 1e-6));

/** The certificate of a released decision, as the exact text that verifies. Null for a run that released nothing. */
export function certificateOf(
  record: DecisionRecord,
  context: ToolContext,
  instruction: string,
): string | null {
  const { ir, verdict, risk, decision } = record;
  if (
    record.final_status !== 'success' ||
    ir === null ||
    verdict === null ||
    risk === null ||
    decision.uav_id === null
  )
    return null;
  const body: Omit<Certificate, 'digest'> = {
    format: CERTIFICATE_VERSION,
    instruction,
    proposer: record.proposer,
    ir,
    state_hash: context.state_hash,
    state: context.state,
    uav_id: decision.uav_id,
    trajectory: decision.trajectory.map(({ t_sec, x_m, y_m, z_m, stop_id }) => ({
      t_sec,
      x_m,
      y_m,
      z_m,
      stop_id,
    })),
    specs: specsOf(verdict),
    simulations: record.simulation.map((s) => ({
      scenario_seed: s.scenario_seed,
      stress_level: s.stress_level,
      outcome_hash: outcomeHash(s),
    })),
    risk: { risk_level: risk.risk_level, risk_score: quantize(risk.risk_score, 1e-6) },
  };
  return canonicalJson({ ...body, digest: hashOf(body) });
}

function specsOf(verdict: Verdict): Certificate['specs'] {
  return verdict.specs.map(({ spec, rule, robustness, satisfied }) => ({
    spec,
    rule,
    robustness: rounded(robustness),
    satisfied,
  }));
}

/** The rows of a verdict that a certificate must state: all, but for later rules that it does not know. */
function comparable(verdict: Verdict, certificate: Certificate): Certificate['specs'] {
  const stated = new Set(certificate.specs.map((s) => s.spec));
  return specsOf(verdict).filter((s) => stated.has(s.spec) || !LATER_SPECS.has(s.spec));
}

/** Hash of a simulated flight's outcome, numbers rounded to 1e-6 so that it is the same on every machine. */
function outcomeHash(simulation: SimulationAnswer): string {
  const round = (value: unknown): unknown => {
    if (typeof value === 'number') return quantize(value, 1e-6);
    if (Array.isArray(value)) return value.map(round);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, round(v)]));
  };
  return hashOf(round(simulation));
}

/**
 * Replays a certificate: its bytes are exactly those that were written, its state is the one that it names, and verifier,
 * simulator and risk come to the same answers again. One changed byte fails it, also where the digest was made to fit. It
 * is judged by the rules of today: one written before a rule was known must pass it too (`LATER_SPECS`).
 */
export function verifyCertificate(
  text: string,
  registry: ToolRegistry,
  contextFor: (state: SystemState) => Result<ToolContext, string>,
): Result<{ readonly specs: number; readonly simulations: number }, CertificateFailure> {
  const fail = (type: CertificateFailure['type'], message: string): Result<never, CertificateFailure> =>
    err({ type, message });
  const json = parseStrictJson(text);
  if (!json.ok)
    return fail('malformed', `line ${json.error.line}, column ${json.error.column}: ${json.error.message}`);
  const certificate = json.value as Certificate;
  if (typeof certificate !== 'object' || certificate === null || certificate.format !== CERTIFICATE_VERSION) {
    return fail('malformed', `the file is no ${CERTIFICATE_VERSION}`);
  }
  const { digest, ...body } = certificate;
  if (canonicalJson(certificate) !== text)
    return fail('altered', 'the bytes are not those of a written certificate');
  if (hashOf(body) !== digest) return fail('altered', 'the content does not match its digest');
  const state = parseSystemState(certificate.state);
  if (!state.ok) return fail('malformed', `state: ${state.error[0]?.path}: ${state.error[0]?.message}`);
  if (hashOf(state.value) !== certificate.state_hash)
    return fail('state_mismatch', 'the state is not the one that the certificate names');
  const ir = LowAltitudeIR.safeParse(certificate.ir);
  if (!ir.success) return fail('malformed', `ir: ${ir.error.issues[0]?.message ?? ''}`);
  const context = contextFor(state.value);
  if (!context.ok) return fail('malformed', context.error);
  return replay({ ...certificate, ir: ir.data }, registry, context.value);
}

function replay(
  certificate: Certificate,
  registry: ToolRegistry,
  context: ToolContext,
): Result<{ readonly specs: number; readonly simulations: number }, CertificateFailure> {
  const fail = (type: CertificateFailure['type'], message: string): Result<never, CertificateFailure> =>
    err({ type, message });
  const { ir, uav_id, trajectory } = certificate;
  const task: Task = { intent: ir.intent, entities: ir.entities, constraints: ir.constraints };
  const decision = { uav_id, trajectory, task };
  const stated: unknown = certificate.specs;
  if (!Array.isArray(stated) || !stated.every((s) => typeof s === 'object' && s !== null))
    return fail('malformed', 'specs: a list of judged specifications is needed');
  const verified = runTool(
    registry,
    'verify_ltl_stl',
    { ...decision, specs: ir.verification_specs },
    context,
  );
  const verdict = verified.result as Verdict | null;
  if (!verified.ok || verdict === null || !verdict.passed) {
    return fail(
      'not_verified',
      `the trajectory does not verify: ${verified.error?.message ?? 'a specification is not satisfied'}`,
    );
  }
  if (canonicalJson(comparable(verdict, certificate)) !== canonicalJson(certificate.specs)) {
    return fail('verdict_differs', 'the verifier comes to other robustness values');
  }
  if (!Array.isArray(certificate.simulations) || certificate.simulations.length === 0)
    return fail('malformed', 'simulations: at least one is needed');
  const flights: SimulationAnswer[] = [];
  for (const { scenario_seed, stress_level, outcome_hash } of certificate.simulations) {
    const flown = runTool(registry, 'simulate_scenario', { decision, scenario_seed, stress_level }, context);
    const flight = flown.result as SimulationAnswer | null;
    if (!flown.ok || flight === null || outcomeHash(flight) !== outcome_hash) {
      return fail(
        'simulation_differs',
        `the simulated flight of seed ${String(scenario_seed)} comes out otherwise`,
      );
    }
    flights.push(flight);
  }
  const assessed = runTool(registry, 'risk_assess', riskArgs(decision, verdict, flights), context);
  const risk = assessed.result as RiskAnswer | null;
  if (
    risk === null ||
    quantize(risk.risk_score, 1e-6) !== certificate.risk.risk_score ||
    risk.risk_level !== certificate.risk.risk_level
  ) {
    return fail('risk_differs', 'the risk comes out otherwise');
  }
  return ok({ specs: verdict.specs.length, simulations: flights.length });
}

/** Arguments of `risk_assess` for a verified and simulated decision. */
export function riskArgs(
  decision: unknown,
  verdict: Verdict | null,
  simulations: readonly SimulationAnswer[],
): Record<string, unknown> {
  return {
    decision,
    simulations: simulations.map(({ success, min_distance_m }) => ({ success, min_distance_m })),
    clearances: { obstacle_m: clearance(verdict, 'R2'), zone_m: clearance(verdict, 'R1') },
  };
}

/** The least robustness in metres among a rule's specifications; null where it has none. */
function clearance(verdict: Verdict | null, rule: string): number | null {
  const values = (verdict?.specs ?? []).flatMap((s) =>
    s.rule === rule && s.unit === 'm' && s.robustness !== null ? [s.robustness] : [],
  );
  return values.length === 0 ? null : Math.min(...values);
}
