import { z } from 'zod';
import { editTool } from './guard/edit.ts';
import { type SurveyTouch } from './guard/gate.ts';
import { NOUNS, accepts, allSites, given, missing, name, number, ref, withMembers } from './guard/args.ts';
import { siteRanges } from './guard/site-ranges.ts';

/** Changes a site or a candidate. Another place is a new site and needs the same switch. */
export const updateSiteTool = editTool(
  {
    name: 'update_site',
    summary:
      'Changes a site or a candidate: name, place, elevation, kinds of aircraft, pads, turnaround. Null leaves a value unchanged. Another place needs “Propose new sites” and coordinates given by the operator.',
    args: z.strictObject({
      site_id: ref('site or candidate'),
      name: name.nullable(),
      lon_deg: number('longitude, degrees, WGS 84').nullable(),
      lat_deg: number('latitude, degrees, WGS 84').nullable(),
      elevation_amsl_m: number('elevation above mean sea level, m').nullable(),
      accepts: accepts.nullable(),
      pads: z.number().int().nullable().describe('aircraft at the same time, 1 to 64'),
      turnaround_s: number('seconds between a landing and the next launch of a unit, 0 to 86400').nullable(),
    }),
  },
  {
    touches: (args) => {
      const object = { kind: 'site', id: args.site_id } as const;
      const moved = args.lon_deg !== null || args.lat_deg !== null;
      const touches: SurveyTouch[] = [{ needs: moved ? 'propose_new_sites' : null, object }];
      return touches;
    },
    ranges: (args, scenario) => missing(NOUNS.site, args.site_id, allSites(scenario)) ?? siteRanges(args),
    apply: ({ site_id, ...members }, scenario) => ({
      ...scenario,
      sites: withMembers(scenario.sites, site_id, given(members)),
      candidate_sites: withMembers(scenario.candidate_sites, site_id, given(members)),
    }),
    units: (args, scenario) =>
      args.accepts === null
        ? []
        : scenario.units.filter((u) => u.home_site_id === args.site_id).map((u) => u.id),
    sites: (args) => (args.lon_deg === null && args.lat_deg === null ? [] : [args.site_id]),
  },
);
