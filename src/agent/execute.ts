import {
  referenceOf,
  type AssignmentAnswer,
  type LowAltitudeIR,
  type RiskAnswer,
  type RouteAnswer,
  type SimulationAnswer,
  type StressLevel,
  type Task,
  type Verdict,
} from '#ir';
import { inputHash, runTool, type ToolContext, type ToolEnvelope, type ToolRegistry } from '#tools';
import type { DecisionCache } from './cache.ts';
import { riskArgs } from './certificate.ts';

/** What executing one IR came to. A field is null where its tool did not get as far. */
export type Execution = {
  readonly assignment: AssignmentAnswer | null;
  readonly route: RouteAnswer | null;
  readonly verdict: Verdict | null;
  readonly simulations: readonly SimulationAnswer[];
  readonly risk: RiskAnswer | null;
  /** The call that ended the execution early; null where all tools ran. */
  readonly stopped_by: ToolEnvelope | null;
};

/** What an execution needs beside the IR. */
export type ExecutePorts = {
  readonly registry: ToolRegistry;
  readonly context: ToolContext;
  readonly cache: DecisionCache;
  readonly stress: StressLevel;
  readonly simulation_seeds: readonly number[];
  /** Awaited before every call, so that a server can send what has happened so far. */
  readonly pause?: (() => Promise<void>) | undefined;
  readonly onCall: (step: number | null, args: unknown, envelope: ToolEnvelope) => void;
};

type Working = {
  -readonly [K in keyof Execution]: Execution[K] extends readonly (infer T)[] ? T[] : Execution[K];
};

/**
 * Walks the tool plan in its order. The task (who, where, which bounds) is bound to every call from the IR itself, so
 * an argument that a model wrote can choose a planner or an objective and can loosen nothing. What the plan leaves out and
 * a release needs (every simulation seed, the risk) is run after it.
 */
export async function executePlan(ir: LowAltitudeIR, ports: ExecutePorts): Promise<Execution> {
  const task: Task = { intent: ir.intent, entities: ir.entities, constraints: ir.constraints };
  const done: Working = {
    assignment: null,
    route: null,
    verdict: null,
    simulations: [],
    risk: null,
    stopped_by: null,
  };
  const results: unknown[] = [];
  for (const [i, step] of ir.tool_plan.entries()) {
    if (step.tool === 'explain_decision') {
      // It runs after the decision stands: its facts are the decision's.
      results.push(null);
      continue;
    }
    const written = resolveReferences(step.args, results);
    for (const args of boundCalls(step.tool, written, { ir, task, done, ports })) {
      const envelope = await call(step.tool, args, i, ports);
      results[i] = envelope.result;
      if (!take(step.tool, envelope, done)) return { ...done, stopped_by: envelope };
    }
  }
  for (const tool of ['assign_uav', 'plan_route', 'verify_ltl_stl', 'simulate_scenario', 'risk_assess']) {
    if (isDone(tool, done, ports)) continue;
    for (const args of boundCalls(tool, {}, { ir, task, done, ports })) {
      const envelope = await call(tool, args, null, ports);
      if (!take(tool, envelope, done)) return { ...done, stopped_by: envelope };
    }
  }
  return done;
}

async function call(
  tool: string,
  args: unknown,
  step: number | null,
  ports: ExecutePorts,
): Promise<ToolEnvelope> {
  await ports.pause?.();
  const key = `tool ${inputHash(tool, args, ports.context.state_hash)}`;
  const kept = ports.cache.get(key) as ToolEnvelope | undefined;
  const envelope = kept ?? runTool(ports.registry, tool, args, ports.context);
  if (kept === undefined) ports.cache.set(key, envelope);
  ports.onCall(step, args, envelope);
  return envelope;
}

/** Replaces `$<step>.<path>` by the value there; a path that leads nowhere becomes null and the tool refuses it. */
function resolveReferences(
  args: Readonly<Record<string, unknown>>,
  results: readonly unknown[],
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) {
    const reference = referenceOf(value);
    if (reference === null) {
      out[key] = value;
      continue;
    }
    let here: unknown = results[reference.step];
    for (const part of reference.path) {
      here =
        typeof here === 'object' && here !== null && Object.hasOwn(here, part)
          ? (here as Record<string, unknown>)[part]
          : null;
    }
    out[key] = here;
  }
  return out;
}

type Bind = {
  readonly ir: LowAltitudeIR;
  readonly task: Task;
  readonly done: Working;
  readonly ports: ExecutePorts;
};

/** The calls that one step of the plan means: the model's own choices where they are harmless, the IR's task everywhere. */
function boundCalls(
  tool: string,
  written: Record<string, unknown>,
  { ir, task, done, ports }: Bind,
): readonly unknown[] {
  const decision = { uav_id: done.assignment?.uav_id, trajectory: done.route?.waypoints, task };
  switch (tool) {
    case 'assign_uav':
      return [{ task, objective: written['objective'] ?? 'eta' }];
    case 'plan_route':
      return [{ task, uav_id: done.assignment?.uav_id, planner: written['planner'] ?? 'astar_3d' }];
    case 'verify_ltl_stl':
      return [{ ...decision, specs: ir.verification_specs }];
    case 'simulate_scenario':
      return ports.simulation_seeds.map((scenario_seed) => ({
        decision,
        scenario_seed,
        stress_level: ports.stress,
      }));
    case 'risk_assess':
      return [riskArgs(decision, done.verdict, done.simulations)];
    default:
      return [written];
  }
}

/** Keeps a call's result. False where nothing after it can be trusted: the execution stops there. */
function take(tool: string, envelope: ToolEnvelope, done: Working): boolean {
  if (envelope.result !== null) {
    if (tool === 'assign_uav') done.assignment = envelope.result as AssignmentAnswer;
    if (tool === 'plan_route') {
      done.route = envelope.result as RouteAnswer;
      // A new route makes every judgement of the old one worthless.
      done.verdict = null;
      done.simulations = [];
      done.risk = null;
    }
    if (tool === 'verify_ltl_stl') done.verdict = envelope.result as Verdict;
    if (tool === 'simulate_scenario') done.simulations.push(envelope.result as SimulationAnswer);
    if (tool === 'risk_assess') done.risk = envelope.result as RiskAnswer;
  }
  // A missed deadline is the verifier's to judge: it says by how much, and that is what repair needs.
  if (envelope.error?.type === 'deadline_risk') return true;
  return envelope.ok;
}

function isDone(tool: string, done: Working, ports: ExecutePorts): boolean {
  switch (tool) {
    case 'assign_uav':
      return done.assignment !== null;
    case 'plan_route':
      return done.route !== null;
    case 'verify_ltl_stl':
      return done.verdict !== null;
    case 'simulate_scenario':
      return done.simulations.length >= ports.simulation_seeds.length;
    default:
      return done.risk !== null;
  }
}
