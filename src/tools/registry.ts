import { assert } from '#base';
import type { ToolCard } from '#ir';
import type { ToolDefinition } from './contract.ts';
import { assignUavTool } from './flight/assign-uav.ts';
import { explainDecisionTool } from './flight/explain-decision.ts';
import { planRouteTool } from './flight/plan-route.ts';
import { queryAirspaceTool } from './flight/query-airspace.ts';
import { queryCityStateTool } from './flight/query-city-state.ts';
import { riskAssessTool } from './flight/risk-assess.ts';
import { simulateScenarioTool } from './flight/simulate-scenario.ts';
import { verifyLtlStlTool } from './flight/verify-ltl-stl.ts';

/** A set of tools by name, in dependency order. Built by a function and passed on: there is no global registry. */
export class ToolRegistry {
  readonly tools: readonly ToolDefinition[];
  private readonly byName: ReadonlyMap<string, ToolDefinition>;

  constructor(tools: readonly ToolDefinition[]) {
    this.tools = [...tools].sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
    this.byName = new Map(tools.map((t) => [t.name, t]));
    assert(this.byName.size === tools.length, 'tool names are unique');
  }

  get(name: string): ToolDefinition | undefined {
    return this.byName.get(name);
  }

  names(): readonly string[] {
    return this.tools.map((t) => t.name);
  }

  /** What the IR's stage 5 needs to know of each tool. */
  cards(): readonly ToolCard[] {
    return this.tools.map(cardOf);
  }
}

/** The eight tools of a traffic decision. */
export function flightTools(): ToolRegistry {
  return new ToolRegistry([
    queryCityStateTool,
    queryAirspaceTool,
    assignUavTool,
    planRouteTool,
    verifyLtlStlTool,
    simulateScenarioTool,
    riskAssessTool,
    explainDecisionTool,
  ]);
}

function cardOf(tool: ToolDefinition): ToolCard {
  return {
    name: tool.name,
    order: tool.order,
    needs: tool.needs,
    arg_names: Object.keys(tool.args.shape),
    checkArgs: (args, referenced) => {
      const parsed = tool.args.safeParse(args);
      if (parsed.success) return [];
      return parsed.error.issues
        .filter((issue) => !(issue.path.length === 1 && referenced.has(String(issue.path[0]))))
        .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message, value: args }));
    },
  };
}
