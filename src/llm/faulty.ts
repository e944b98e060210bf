import { createRng, ok } from '#base';
import type { ModelPort } from '#agent';
import { builtinProposal } from './builtin.ts';
import { FAULT_NAMES, type Fault, withFault } from './faults.ts';

/** How a faulty model errs. */
export type FaultyOptions = {
  readonly seed: number;
  /** Always this fault; a seeded draw from all of them where absent. */
  readonly fault?: Fault;
  /** It errs in this many rounds and is right afterwards; in every round where absent. */
  readonly rounds?: number;
  /** Chance of an error in a round that may err; 1 where absent. */
  readonly rate?: number;
};

/**
 * A double that gives the built-in interpreter's replies with a seeded, documented error in them (see FAULTS), so that every
 * guard behind it can be driven. Always labelled as simulation: it says nothing about any real model.
 */
export function faultyModel(options: FaultyOptions): ModelPort {
  return {
    provider: 'faulty',
    model: options.fault === undefined ? 'faults-mixed' : `faults-${options.fault}`,
    simulated: true,
    complete: (request) => {
      const { context } = request;
      const gold = builtinProposal(context);
      const rng = createRng(options.seed).fork(`${context.instruction}|${context.round}`);
      const errs = context.round < (options.rounds ?? Infinity) && rng.next() < (options.rate ?? 1);
      const fault = options.fault ?? rng.pick(FAULT_NAMES);
      const stale = context.state.fleet.filter((u) => u.status !== 'available').map((u) => u.id);
      const text = errs ? withFault(fault, gold, rng, stale) : JSON.stringify(gold);
      return Promise.resolve(ok({ text, stop: 'done' as const, usage: null }));
    },
  };
}
