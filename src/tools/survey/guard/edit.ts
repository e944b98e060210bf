import type { z } from 'zod';
import { type Result, err, ok } from '#base';
import type { SurveyScenario } from '#world';
import type { SurveyTool, SurveyToolContext, SurveyToolError } from '../contract.ts';
import { surveyChanges } from '../session/changes.ts';
import { changed, refused } from '../session/session.ts';
import { unitsFit } from './equipment.ts';
import { type SurveyTouch, closedSwitch, pinnedObject } from './gate.ts';
import { sitesStandFree } from './place.ts';
import { stillWhole } from './whole.ts';

/** What a change of a scenario says about itself, so that the guards can judge it in their order. */
export type SurveyEdit<A> = {
  /** For policy and pins. */
  readonly touches: (args: A, scenario: SurveyScenario) => readonly SurveyTouch[];
  /** An id that names nothing, a value out of its range; null where all is in order. */
  readonly ranges: (args: A, scenario: SurveyScenario) => SurveyToolError | null;
  /** The scenario after the change; called only with arguments that are in range. */
  readonly apply: (args: A, scenario: SurveyScenario) => SurveyScenario;
  /** Of the scenario before the change: units to look up in the catalogue after it. */
  readonly units?: (args: A, scenario: SurveyScenario) => readonly string[];
  /** Sites whose place is to be looked at after the change. */
  readonly sites?: (args: A) => readonly string[];
};

type GuardContext = Pick<SurveyToolContext, 'catalogue' | 'policy' | 'pins'>;

/**
 * The guards behind a tool's argument schema, in order: policy and pins, ranges, catalogue, geometry, the whole scenario.
 * The first that objects is the answer and the scenario stays as it was.
 */
export function guardEdit<A>(
  edit: SurveyEdit<A>,
  args: A,
  scenario: SurveyScenario,
  context: GuardContext,
): Result<SurveyScenario, SurveyToolError> {
  const one = guardEdits(edit, [args], scenario, context);
  return one.ok ? ok(one.value[0]!) : err(one.error.error);
}

/** A refusal among several edits. */
export type EditRefusal = { readonly index: number; readonly error: SurveyToolError };

/** Several edits of one scenario, each on its own: every guard looks at all of them before the next guard looks at any. */
export function guardEdits<A>(
  edit: SurveyEdit<A>,
  all: readonly A[],
  scenario: SurveyScenario,
  context: GuardContext,
): Result<readonly SurveyScenario[], EditRefusal> {
  const { catalogue, policy, pins } = context;
  const before = firstRefusal(all, [
    (args) => closedSwitch(edit.touches(args, scenario), policy),
    (args) => pinnedObject(edit.touches(args, scenario), pins),
    (args) => edit.ranges(args, scenario),
  ]);
  if (before !== null) return err(before);
  const drafts = all.map((args) => ({ args, draft: edit.apply(args, scenario) }));
  const after = firstRefusal(drafts, [
    ({ args, draft }) => unitsFit(draft, catalogue, edit.units?.(args, scenario) ?? []),
    ({ args, draft }) => sitesStandFree(draft, edit.sites?.(args) ?? []),
    ({ draft }) => stillWhole(scenario, draft, catalogue),
  ]);
  return after === null ? ok(drafts.map((d) => d.draft)) : err(after);
}

function firstRefusal<T>(
  all: readonly T[],
  guards: readonly ((one: T) => SurveyToolError | null)[],
): EditRefusal | null {
  for (const guard of guards)
    for (const [index, one] of all.entries()) {
      const error = guard(one);
      if (error !== null) return { index, error };
    }
  return null;
}

/** A tool that changes the scenario and does nothing else. */
export function editTool<S extends z.ZodObject>(
  head: { readonly name: string; readonly summary: string; readonly args: S },
  edit: SurveyEdit<z.output<S>>,
): SurveyTool {
  const tool: SurveyTool<S> = {
    ...head,
    run: (args, session, context) => {
      const next = guardEdit(edit, args, session.scenario, context);
      if (!next.ok) return refused(session, next.error);
      return changed(session, head.name, next.value, surveyChanges(session.scenario, next.value));
    },
  };
  return defineSurveyTool(tool);
}

/** Ties a tool's argument type to its schema, then forgets it: a set holds tools of many types. */
export function defineSurveyTool<S extends z.ZodObject>(tool: SurveyTool<S>): SurveyTool {
  return tool as unknown as SurveyTool;
}
