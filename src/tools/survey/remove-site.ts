import { z } from 'zod';
import type { SurveyScenario } from '#world';
import type { SurveyToolError } from './contract.ts';
import { editTool } from './guard/edit.ts';
import { NOUNS, allSites, missing, ref } from './guard/args.ts';
import { surveyError } from './session/text.ts';

const Args = z.strictObject({
  site_id: ref('site or candidate'),
  rebase_to: ref('site to which its units move; null refuses the removal while units stand there').nullable(),
});
type Args = z.output<typeof Args>;

/** Takes a site or a candidate out of the scenario; its units move to a named site, or the removal is refused. */
export const removeSiteTool = editTool(
  {
    name: 'remove_site',
    summary:
      'Removes a site or a candidate. Units that stand there move to rebase_to, which needs “Rebase units”; with null the removal is refused while units stand there. The last site stays.',
    args: Args,
  },
  {
    touches: (args, scenario) => [
      { needs: null, object: { kind: 'site', id: args.site_id } },
      ...(args.rebase_to === null ? [] : basedAt(args.site_id, scenario)).map(
        (id) => ({ needs: 'rebase_units', object: { kind: 'unit', id } }) as const,
      ),
    ],
    ranges: (args, scenario) =>
      missing(NOUNS.site, args.site_id, allSites(scenario)) ??
      (args.rebase_to === null ? null : otherSite(args, scenario)) ??
      leftBehind(args, scenario),
    apply: (args, scenario) => ({
      ...scenario,
      sites: scenario.sites.filter((s) => s.id !== args.site_id),
      candidate_sites: scenario.candidate_sites.filter((s) => s.id !== args.site_id),
      units: scenario.units.map((u) =>
        u.home_site_id === args.site_id ? { ...u, home_site_id: args.rebase_to ?? u.home_site_id } : u,
      ),
    }),
    units: (args, scenario) => basedAt(args.site_id, scenario),
  },
);

function basedAt(site_id: string, scenario: SurveyScenario): string[] {
  return scenario.units.filter((u) => u.home_site_id === site_id).map((u) => u.id);
}

function otherSite(args: Args, scenario: SurveyScenario): SurveyToolError | null {
  return missing(
    NOUNS.site,
    args.rebase_to!,
    scenario.sites.filter((s) => s.id !== args.site_id),
  );
}

function leftBehind(args: Args, scenario: SurveyScenario): SurveyToolError | null {
  const units = basedAt(args.site_id, scenario).join(', ');
  if (units === '' || args.rebase_to !== null) return null;
  return surveyError(
    'breaks_scenario',
    `units stand at ${args.site_id}: ${units}; name the site to which they move in rebase_to`,
    `на площадке ${args.site_id} стоят борты: ${units}; укажите в rebase_to, куда их перебазировать`,
  );
}
