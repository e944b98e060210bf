import { z } from 'zod';
import type { SurveyScenario } from '#world';
import { editTool } from './guard/edit.ts';
import { accepts, name, newId, number } from './guard/args.ts';
import { siteRanges } from './guard/site-ranges.ts';
import { surveyError } from './session/text.ts';

/** Adds a launch site, or a candidate for one, at coordinates that the operator gave. */
export const addSiteTool = editTool(
  {
    name: 'add_site',
    summary:
      'Adds a launch site or a candidate at coordinates given by the operator; never invent coordinates. A candidate is used by no plan until a variant opens it. The point must be strictly inside the boundary and outside every zone with its buffer. Null elevation: the ground of a flat terrain (any other terrain needs it stated); null pads: one; null turnaround: the longest of the present sites. Needs “Propose new sites”.',
    args: z.strictObject({
      site_id: newId('site'),
      as: z.enum(['site', 'candidate']),
      name,
      lon_deg: number('longitude, degrees, WGS 84'),
      lat_deg: number('latitude, degrees, WGS 84'),
      elevation_amsl_m: number('elevation above mean sea level, m').nullable(),
      accepts,
      pads: z.number().int().nullable().describe('aircraft at the same time, 1 to 64'),
      turnaround_s: number('seconds between a landing and the next launch of a unit, 0 to 86400').nullable(),
    }),
  },
  {
    touches: (args) => [{ needs: 'propose_new_sites', object: { kind: 'site', id: args.site_id } }],
    ranges: (args, { terrain }) =>
      siteRanges(args) ??
      (args.elevation_amsl_m !== null || terrain.type === 'flat'
        ? null
        : surveyError(
            'out_of_range',
            'elevation_amsl_m must be stated where the terrain is not flat',
            'укажите высоту площадки: рельеф не плоский',
          )),
    apply: (args, scenario) => {
      const list = args.as === 'site' ? 'sites' : 'candidate_sites';
      const site = {
        id: args.site_id,
        name: args.name,
        lon_deg: args.lon_deg,
        lat_deg: args.lat_deg,
        elevation_amsl_m: args.elevation_amsl_m ?? flatGround_m(scenario),
        accepts: args.accepts,
        pads: args.pads ?? 1,
        turnaround_s: args.turnaround_s ?? Math.max(...scenario.sites.map((s) => s.turnaround_s)),
        corridor: null,
      };
      return { ...scenario, [list]: [...scenario[list], site] };
    },
    sites: (args) => [args.site_id],
  },
);

/** The ground of a flat terrain; the range guard has refused every other terrain. */
function flatGround_m({ terrain }: SurveyScenario): number {
  return terrain.type === 'flat' ? terrain.ground_amsl_m : Number.NaN;
}
