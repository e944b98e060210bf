import { type Frame, type PolygonOutline, createFrame, polygonOutline, signedDistance_m } from '#geo';
import type { LonLatPolygon, SurveyScenario, SurveySite } from '#world';
import type { SurveyToolError } from '../contract.ts';
import { surveyError } from '../session/text.ts';

/**
 * Whether the named sites, candidates included, stand strictly inside the boundary and farther from every zone than the
 * buffer, whatever the zone's heights and times. The plane's origin is the site, so distances near it are true; a
 * distance counts as its least true value under the plane's distortion, so doubt refuses.
 */
export function sitesStandFree(
  scenario: SurveyScenario,
  site_ids: readonly string[],
): SurveyToolError | null {
  for (const site of [...scenario.sites, ...scenario.candidate_sites])
    if (site_ids.includes(site.id)) {
      const error = standsFree(scenario, site);
      if (error !== null) return error;
    }
  return null;
}

function standsFree(scenario: SurveyScenario, site: SurveySite): SurveyToolError | null {
  const { boundary, no_fly_zones, nfz_buffer_m } = scenario.airspace;
  const frame = createFrame([site.lon_deg, site.lat_deg]);
  if (!frame.ok)
    return surveyError(
      'geometry',
      `${site.id} is too far north or south`,
      `${site.id}: слишком далеко к северу или югу`,
    );
  const inside = outlineOf(boundary, frame.value);
  if (inside === null || !(signedDistance_m(inside, 0, 0) < 0))
    return surveyError(
      'geometry',
      `${site.id} is not strictly inside the allowed boundary`,
      `${site.id}: точка не строго внутри разрешённой границы`,
    );
  for (const zone of no_fly_zones) {
    const outline = outlineOf(zone.area, frame.value);
    const distance_m = outline === null ? -Infinity : signedDistance_m(outline, 0, 0);
    const least_m = distance_m * (1 - frame.value.distortionRatio(Math.max(0, distance_m)));
    if (!(least_m > nfz_buffer_m))
      return surveyError(
        'geometry',
        `${site.id} is ${distance_m > 0 ? `${distance_m.toFixed(1)} m from` : 'in'} the zone ${zone.id}; the buffer is ${nfz_buffer_m} m`,
        `${site.id}: ${distance_m > 0 ? `${distance_m.toFixed(1)} м до зоны` : 'внутри зоны'} ${zone.id}; буфер ${nfz_buffer_m} м`,
      );
  }
  return null;
}

function outlineOf(polygon: LonLatPolygon, frame: Frame): PolygonOutline | null {
  const outline = polygonOutline(polygon.coordinates.map((ring) => ring.map(frame.toPlane)));
  return outline.ok ? outline.value : null;
}
