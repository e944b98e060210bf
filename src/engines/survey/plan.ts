import { type PlanRefusal, type SurveyPlan } from '#ir';
import { type SurveyCatalogue, type SurveyScenario, type SurveyTerrainGrid, checkScenario } from '#world';
import { type Result, err, ok } from '#base';
import { assemblePlan } from './document/assemble.ts';
import { type Setup, setUp } from './setup.ts';
import { type Solved, solve } from './search/solve.ts';
import { writeSlots } from './document/write-slots.ts';

function stoppedBy(solved: Solved): SurveyPlan['status']['stopped_by'] {
  if (solved.stopped) return 'time_limit';
  return solved.iterations > 0 ? 'iteration_budget' : 'finished';
}

/** What a caller may add to a planning run. */
export type PlanOptions = {
  /** Asked now and then; true ends the search with the best plan so far (`time_limit`). */
  readonly should_stop?: () => boolean;
  /** The loaded terrain model of a scenario whose terrain is `dem`. */
  readonly terrain?: SurveyTerrainGrid;
};

/** Why there is no plan. `invalid`: the documents cannot be used. `infeasible`: nothing of it can be flown. */
export type SurveyRefused = {
  readonly type: 'invalid' | 'infeasible';
  readonly refusals: readonly PlanRefusal[];
};

/**
 * Plans a survey: lanes, sorties, who flies what from where and when, as timed trajectories. Deterministic: the same
 * documents give the same bytes unless `should_stop` cuts the search. What cannot be flown is refused with its least
 * cause; a plan that leaves something out is `partial` and says what.
 */
export function planSurvey(
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  options: PlanOptions = {},
): Result<SurveyPlan, SurveyRefused> {
  const issues = checkScenario(scenario, catalogue);
  if (issues.length > 0)
    return err({
      type: 'invalid',
      refusals: issues.map(({ code, object_ids, measured, limit, unit, text }) => ({
        code,
        object_ids: object_ids.slice(0, 64),
        measured,
        limit,
        unit,
        text,
      })),
    });
  const made = setUp(scenario, catalogue, options.terrain ?? null);
  if (!made.ok) return err({ type: 'invalid', refusals: [made.error] });
  const setup = made.value;
  const solved = solve(setup, options.should_stop ?? (() => false));
  if (!solved.ok) return err({ type: 'infeasible', refusals: solved.error });
  return ok(writtenPlan(setup, solved.value));
}

/** A solved scenario written as a plan. */
export function writtenPlan(setup: Setup, solved: Solved): SurveyPlan {
  const { answer } = solved;
  return assemblePlan({
    scenario: setup.scenario,
    catalogue: setup.catalogue,
    terrain: setup.terrain,
    plane: setup.plane,
    blocks: answer.works.flatMap((w) => w.blocks),
    lanes: answer.works.flatMap((w) => w.net.lanes),
    slots: writeSlots(setup, answer),
    refusals: answer.refusals,
    status: {
      result: answer.refusals.length === 0 ? 'complete' : 'partial',
      stopped_by: stoppedBy(solved),
      iterations: solved.iterations,
    },
    bounds: answer.bounds,
  });
}
