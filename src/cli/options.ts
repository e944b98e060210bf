import { InvalidArgumentError } from 'commander';
import type { SystemState } from '#world';
import { loadCity, loadState, nodeClock } from '#store';
import { toolContext, type ToolContext } from '#tools';
import { BadInput, orBadInput } from './output.ts';

/** How a command says its exit code when it did its work. */
export type SetExit = (code: number) => void;

/** Parses a whole number of a flag, within bounds. */
export function wholeNumber(name: string, low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value) || !(value >= low && value <= high)) {
      throw new InvalidArgumentError(
        `${name} must be a whole number from ${low} to ${high}, not ${text.slice(0, 40)}`,
      );
    }
    return value;
  };
}

/** Exactly one of --city and --state. */
export function stateFrom(options: { readonly city?: string; readonly state?: string }): SystemState {
  if (options.state !== undefined) return orBadInput(loadState(options.state));
  if (options.city !== undefined) return orBadInput(loadCity(options.city));
  throw new BadInput('usage', 'give --city ID or DIR, or --state FILE');
}

/** The tools' context of a state: its air model is built here, and a missing datum is bad input. */
export function contextOf(state: SystemState): ToolContext {
  const context = toolContext(state, nodeClock());
  if (context.ok) return context.value;
  const issue = context.error[0];
  throw new BadInput(
    'invalid_state',
    `${issue?.path ?? 'state'}: ${issue?.message ?? 'no air model'}`,
    issue?.path ?? '',
  );
}

/** Resolves when the process is asked to end (Ctrl-C, or a supervisor). */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
