import { hashOf, nearestNames } from '#base';
import type { ToolContext, ToolEnvelope, ToolError, ToolOutcome, ToolWarning } from './contract.ts';
import type { ToolRegistry } from './registry.ts';

/** Errors that any call can end in, beside a tool's own. */
const COMMON: Readonly<Record<string, boolean>> = {
  unknown_tool: false,
  invalid_arguments: true,
  timeout: true,
};

/**
 * Runs one tool: finds it, checks its arguments, calls its engine, wraps the answer. The only place below the gateway
 * that makes envelopes. Bad arguments are an answer, never an exception; a broken promise of our own code throws.
 */
export function runTool(
  registry: ToolRegistry,
  name: string,
  args: unknown,
  context: ToolContext,
): ToolEnvelope {
  const started_ms = context.clock.elapsed_ms();
  const input_hash = inputHash(name, args, context.state_hash);
  const tool = registry.get(name);
  const done = (outcome: ToolOutcome<unknown>, sources: readonly string[]): ToolEnvelope => ({
    ok: outcome.ok,
    tool: name,
    request_id: `req_${input_hash.slice(7, 23)}`,
    result: (outcome.ok ? outcome.value.result : outcome.error.result) ?? null,
    warnings: warningsOf(outcome),
    error: outcome.ok ? null : errorOf(outcome.error, tool?.errors ?? {}),
    provenance: { input_hash, data_sources: sources, timestamp: context.clock.now() },
    latency_sec: (context.clock.elapsed_ms() - started_ms) / 1000,
  });
  if (tool === undefined) {
    const near = nearestNames(name, registry.names(), 3);
    return done(
      {
        ok: false,
        error: {
          type: 'unknown_tool',
          message: `no tool has the name ${name.slice(0, 80)}`,
          suggested_actions: [`use one of: ${near.join(', ')}`],
        },
      },
      [],
    );
  }
  const parsed = tool.args.safeParse(args);
  if (!parsed.success) {
    const all = parsed.error.issues
      .slice(0, 8)
      .map((i) => `${i.path.map(String).join('.') || 'arguments'}: ${i.message}`);
    return done(
      {
        ok: false,
        error: {
          type: 'invalid_arguments',
          message: all.join('; '),
          suggested_actions: [`see the argument schema of ${name}`],
        },
      },
      [],
    );
  }
  return done(tool.run(parsed.data, context), tool.data_sources(context));
}

/** The hash that names one call: tool, arguments and state. Arguments that cannot be written as JSON hash as such. */
export function inputHash(tool: string, args: unknown, state_hash: string): string {
  try {
    return hashOf({ tool, args, state_hash });
  } catch {
    return hashOf({ tool, args: 'not representable as JSON', state_hash });
  }
}

function warningsOf(outcome: ToolOutcome<unknown>): readonly ToolWarning[] {
  return (outcome.ok ? outcome.value.warnings : outcome.error.warnings) ?? [];
}

function errorOf(
  error: { readonly type: string; readonly message: string; readonly suggested_actions?: readonly string[] },
  own: Readonly<Record<string, { readonly recoverable: boolean }>>,
): ToolError {
  return {
    type: error.type,
    message: error.message,
    recoverable: own[error.type]?.recoverable ?? COMMON[error.type] ?? false,
    suggested_actions: error.suggested_actions ?? [],
  };
}
