import { z } from 'zod';
import type { Clock, Result } from '#base';
import type { AirModel, SystemState } from '#world';
import type { RouteCache } from '#engines/route';

/** What a tool works on. Nothing else is in reach: no network, no files, no hidden state. */
export type ToolContext = {
  readonly state: SystemState;
  /** Hash of the state's canonical JSON; part of every input hash. */
  readonly state_hash: string;
  readonly air: AirModel;
  readonly route_cache: RouteCache;
  readonly clock: Clock;
};

/** A remark that does not invalidate the result. */
export type ToolWarning = { readonly type: string; readonly message: string };

/** Why a tool's result is missing or may not be used. */
export type ToolError = {
  readonly type: string;
  readonly message: string;
  /** True where another call may succeed: other arguments, other aircraft, later. */
  readonly recoverable: boolean;
  readonly suggested_actions: readonly string[];
};

/** What every tool answers, in every transport. A recoverable error may come with the result that it is about. */
export type ToolEnvelope<R = unknown> = {
  readonly ok: boolean;
  readonly tool: string;
  readonly request_id: string;
  readonly result: R | null;
  readonly warnings: readonly ToolWarning[];
  readonly error: ToolError | null;
  readonly provenance: {
    /** SHA-256 over the canonical JSON of the tool, its arguments and the state's hash. */
    readonly input_hash: string;
    readonly data_sources: readonly string[];
    readonly timestamp: string;
  };
  readonly latency_sec: number;
};

/** What a tool's own code returns; the runner makes the envelope of it. */
export type ToolOutcome<R> = Result<
  { readonly result: R; readonly warnings?: readonly ToolWarning[] },
  {
    readonly type: string;
    readonly message: string;
    readonly suggested_actions?: readonly string[];
    readonly result?: R;
    readonly warnings?: readonly ToolWarning[];
  }
>;

/** One tool: its name, place in the order, arguments, errors and work. */
export type ToolDefinition<S extends z.ZodObject = z.ZodObject, R = unknown> = {
  readonly name: string;
  /** One sentence for people and models. */
  readonly summary: string;
  /** Position in the dependency order of a decision. */
  readonly order: number;
  readonly args: S;
  /** Schema of `result`, published beside the arguments. */
  readonly result: z.ZodType;
  /** Tools whose result this one needs, unless the named argument is given literally. */
  readonly needs: readonly { readonly tool: string; readonly unless_arg: string | null }[];
  /** Closed list of its own error types, with whether another call may succeed. */
  readonly errors: Readonly<Record<string, { readonly recoverable: boolean }>>;
  readonly data_sources: (context: ToolContext) => readonly string[];
  readonly run: (args: z.output<S>, context: ToolContext) => ToolOutcome<R>;
};

/** Ties a tool's argument type to its schema, then forgets it: a registry holds tools of many types. */
export function defineTool<S extends z.ZodObject, R>(definition: ToolDefinition<S, R>): ToolDefinition {
  return definition as unknown as ToolDefinition;
}

/** JSON Schema (draft 2020-12) of a tool's arguments, as models and transports are given it. */
export function argsJsonSchema(tool: ToolDefinition): Record<string, unknown> {
  return z.toJSONSchema(tool.args, { target: 'draft-2020-12', io: 'input' }) as Record<string, unknown>;
}

/** Data sources of a state, for provenance: every source named by the city, and the weather's. */
export function stateSources(state: SystemState): readonly string[] {
  const city = state.city.provenance.map((p) => (p.synthetic ? `${p.source} (synthetic)` : p.source));
  return [...new Set([...city, `weather: ${state.weather.source}`])];
}
