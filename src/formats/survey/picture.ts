import { type LonLat, type SurveyScenario } from '#world';
import { type ExportPlan, type ExportPoint } from './export-types.ts';
import { eastNorth } from './waypoints.ts';
import { escapeXml } from './xml.ts';

/** Colours of units: dark enough on white, told apart without red and green. */
const COLOURS = ['#0b5fa5', '#b3541e', '#5b3a99', '#00796b', '#9c1f5c', '#6b6b00'];

/** A place on the drawing, in its own units. */
type At = (p: readonly [number, number]) => string;

/**
 * A plan as an SVG picture, north up: boundary, zones with their buffer drawn as a thick edge, areas with holes, lanes,
 * flights in the colour of their unit, sites, and an arrow along which the wind blows. Widths are in pixels.
 */
export function surveyPlanSvg(plan: ExportPlan, scenario: SurveyScenario, width = 900): string {
  const boundary = scenario.airspace.boundary.coordinates[0]!;
  const origin: ExportPoint = { lon_deg: boundary[0]![0], lat_deg: boundary[0]![1], amsl_m: 0, t_sec: 0 };
  const metres = ([lon_deg, lat_deg]: readonly [number, number]): readonly [number, number] =>
    eastNorth(origin, { lon_deg, lat_deg, amsl_m: 0, t_sec: 0 });
  const shown = [...focus(plan, scenario)].map(metres);
  const xs = shown.map((p) => p[0]);
  const ys = shown.map((p) => p[1]);
  const pad = 0.06 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 50);
  const [x0, x1, y0, y1] = [
    Math.min(...xs) - pad,
    Math.max(...xs) + pad,
    Math.min(...ys) - pad,
    Math.max(...ys) + pad,
  ];
  const k = width / (x1 - x0);
  const height = Math.round((y1 - y0) * k);
  const at: At = (p) => {
    const [x, y] = metres(p);
    return `${((x - x0) * k).toFixed(1)} ${((y1 - y) * k).toFixed(1)}`;
  };
  const parts = [
    ringPath(boundary, at, 'fill="none" stroke="#888" stroke-dasharray="8 5"'),
    ...scenario.airspace.no_fly_zones.map((z) => {
      const edge = Math.max(1, 2 * scenario.airspace.nfz_buffer_m * k);
      const d = polygonData(z.area.coordinates, at);
      return `<path d="${d}" fill="#d33" fill-opacity="0.25" stroke="#d33" stroke-opacity="0.2" stroke-width="${edge.toFixed(1)}" stroke-linejoin="round"><title>${escapeXml(z.name)}</title></path>`;
    }),
    ...scenario.tasks.map(
      (t) =>
        `<path d="${polygonData(t.area.coordinates, at)}" fill="#7a5" fill-opacity="0.25" stroke="#471" stroke-width="1.5" fill-rule="evenodd"><title>${escapeXml(t.name)}</title></path>`,
    ),
    ...plan.lanes.map(
      (l) => `<path d="M${at(l.start)}L${at(l.end)}" stroke="#471" stroke-width="0.7" fill="none"/>`,
    ),
    ...flights(plan, at),
    ...scenario.sites.map((s) => site([s.lon_deg, s.lat_deg], s.name, at)),
    windArrow(scenario, width),
    scaleBar(k, height),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13" role="img" aria-label="${escapeXml(scenario.title.en)}">
<rect width="${width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

/** What the picture has to show: areas, sites, flights; the boundary may run out of it. */
function* focus(plan: ExportPlan, scenario: SurveyScenario): Generator<readonly [number, number]> {
  for (const t of scenario.tasks) yield* t.area.coordinates[0]!;
  for (const s of scenario.sites) yield [s.lon_deg, s.lat_deg];
  for (const s of plan.sorties)
    for (const l of s.legs) for (const p of l.points) yield [p.lon_deg, p.lat_deg];
}

function polygonData(rings: readonly (readonly LonLat[])[], at: At): string {
  return rings.map((ring) => `M${ring.map((p) => at(p)).join('L')}Z`).join('');
}

function ringPath(ring: readonly LonLat[], at: At, style: string): string {
  return `<path d="${polygonData([ring], at)}" ${style}/>`;
}

function flights(plan: ExportPlan, at: At): string[] {
  const units = [...new Set(plan.sorties.map((s) => s.unit_id))].sort();
  return plan.sorties.map((s) => {
    const colour = COLOURS[units.indexOf(s.unit_id) % COLOURS.length]!;
    const points = s.legs.flatMap((leg, i) => (i === 0 ? leg.points : leg.points.slice(1)));
    const d = points.map((p) => at([p.lon_deg, p.lat_deg])).join('L');
    return `<path d="M${d}" stroke="${colour}" stroke-width="1.4" stroke-opacity="0.85" fill="none"><title>${escapeXml(`${s.id} ${s.unit_id}`)}</title></path>`;
  });
}

function site(p: readonly [number, number], name: string, at: At): string {
  const [x, y] = at(p).split(' ');
  return `<g><rect x="${Number(x) - 5}" y="${Number(y) - 5}" width="10" height="10" fill="#111"/><text x="${Number(x) + 9}" y="${Number(y) + 5}">${escapeXml(name)}</text></g>`;
}

/** Points where the wind goes to, that is away from where it blows from. */
function windArrow(scenario: SurveyScenario, width: number): string {
  const { wind_mps, wind_from_deg } = scenario.weather;
  const label = `${wind_mps} m/s`;
  return `<g transform="translate(${width - 60} 60)"><g transform="rotate(${(wind_from_deg + 180) % 360})"><path d="M0 28V-28M-8 -14L0 -28L8 -14" stroke="#036" stroke-width="3" fill="none"/></g><text x="-24" y="52" fill="#036">${label}</text></g>`;
}

function scaleBar(k: number, height: number): string {
  const steps = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
  const length_m = steps.find((s) => s * k >= 80) ?? 50_000;
  const text = length_m >= 1000 ? `${length_m / 1000} km` : `${length_m} m`;
  return `<g><path d="M16 ${height - 16}h${(length_m * k).toFixed(1)}" stroke="#111" stroke-width="3"/><text x="16" y="${height - 24}">${text}</text></g>`;
}
