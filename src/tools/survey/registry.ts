import { assert } from '#base';
import { addSiteTool } from './add-site.ts';
import { addUnitTool } from './add-unit.ts';
import { adoptVariantTool } from './adopt-variant.ts';
import { computePlanTool } from './compute-plan.ts';
import type { SurveyTool } from './contract.ts';
import { evaluateVariantsTool } from './evaluate-variants.ts';
import { getCatalogTool } from './get-catalog.ts';
import { getPlanReportTool } from './get-plan-report.ts';
import { getScenarioTool } from './get-scenario.ts';
import { recommendTool } from './recommend.ts';
import { removeSiteTool } from './remove-site.ts';
import { removeUnitTool } from './remove-unit.ts';
import { setObjectiveTool } from './set-objective.ts';
import { setSolverTool } from './set-solver.ts';
import { setWeatherTool } from './set-weather.ts';
import { updateSiteTool } from './update-site.ts';
import { updateTaskTool } from './update-task.ts';
import { updateUnitTool } from './update-unit.ts';
import { strictWireSchema } from './wire-schema.ts';
import { writeReportNoteTool } from './write-report-note.ts';

/** A tool as a model is given it. */
export type SurveyToolSpec = {
  readonly name: string;
  readonly description: string;
  /** Strict JSON Schema: no further properties, every property required. */
  readonly parameters: Record<string, unknown>;
};

/** Tools by name, in a fixed order. Built by a function and passed on: there is no global list. */
export class SurveyToolSet {
  readonly tools: readonly SurveyTool[];
  private readonly byName: ReadonlyMap<string, SurveyTool>;

  constructor(tools: readonly SurveyTool[]) {
    this.tools = tools;
    this.byName = new Map(tools.map((t) => [t.name, t]));
    assert(this.byName.size === tools.length, 'tool names are unique');
  }

  get(name: string): SurveyTool | undefined {
    return this.byName.get(name);
  }

  names(): readonly string[] {
    return this.tools.map((t) => t.name);
  }

  specs(): readonly SurveyToolSpec[] {
    return this.tools.map((t) => ({
      name: t.name,
      description: t.summary,
      parameters: strictWireSchema(t.args),
    }));
  }
}

/** The eighteen tools of the survey assistant. */
export function surveyTools(): SurveyToolSet {
  return new SurveyToolSet([
    getScenarioTool,
    getCatalogTool,
    setWeatherTool,
    setObjectiveTool,
    setSolverTool,
    updateTaskTool,
    updateUnitTool,
    addUnitTool,
    removeUnitTool,
    addSiteTool,
    updateSiteTool,
    removeSiteTool,
    computePlanTool,
    recommendTool,
    evaluateVariantsTool,
    adoptVariantTool,
    getPlanReportTool,
    writeReportNoteTool,
  ]);
}
