import { type ExportFile, type ExportPlan, type ExportPoint } from './export-types.ts';
import { decimal, homeOf, roundedDown, utf8, waypointsOf } from './waypoints.ts';
import { escapeXml } from './xml.ts';

/** All points of a sortie, each once. */
function pathOf(sortie: ExportPlan['sorties'][number]): ExportPoint[] {
  return sortie.legs.flatMap((leg, i) => (i === 0 ? leg.points : leg.points.slice(1)));
}

const tuple = (p: ExportPoint): string =>
  `${decimal(p.lon_deg, 9)},${decimal(p.lat_deg, 9)},${decimal(p.amsl_m, 2)}`;

/** KML for looking at: lanes and flights with absolute heights. Longitude first. */
export function exportKml(plan: ExportPlan): ExportFile[] {
  const line = (name: string, coordinates: string): string =>
    `<Placemark><name>${escapeXml(name)}</name><LineString><altitudeMode>absolute</altitudeMode><coordinates>${coordinates}</coordinates></LineString></Placemark>`;
  const lanes = plan.lanes.map((l) => {
    const [a, b] = [l.profile[0]!, l.profile[l.profile.length - 1]!];
    const at = ([lon_deg, lat_deg]: readonly [number, number], amsl_m: number): string =>
      tuple({ lon_deg, lat_deg, amsl_m, t_sec: 0 });
    return line(l.id, `${at(l.start, a.amsl_m)} ${at(l.end, b.amsl_m)}`);
  });
  const flights = plan.sorties.map((s) => line(`${s.id} ${s.unit_id}`, pathOf(s).map(tuple).join(' ')));
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(plan.scenario_id)}</name>
<Folder><name>lanes</name>${lanes.join('\n')}</Folder>
<Folder><name>flights</name>${flights.join('\n')}</Folder>
</Document></kml>
`;
  return [{ name: `${plan.scenario_id}.kml`, bytes: utf8(text) }];
}

/** An instant with nine decimals of a second: points of a tight turn follow each other faster than milliseconds tell. */
function instant(zero_ms: number, t_sec: number): string {
  const seconds = Math.floor(t_sec);
  const parts = decimal(t_sec - seconds, 9).split('.');
  const whole = new Date(zero_ms + 1000 * (seconds + Number(parts[0]))).toISOString();
  return whole.replace('.000Z', `.${(parts[1] ?? '').padEnd(9, '0')}Z`);
}

/** GPX tracks with times, one a sortie; heights above the plan's mean sea level. */
export function exportGpx(plan: ExportPlan, start_utc: string): ExportFile[] {
  const zero = Date.parse(start_utc);
  const tracks = plan.sorties.map((s) => {
    const points = pathOf(s).map(
      (p) =>
        `<trkpt lat="${decimal(p.lat_deg, 9)}" lon="${decimal(p.lon_deg, 9)}"><ele>${decimal(p.amsl_m, 2)}</ele><time>${instant(zero, p.t_sec)}</time></trkpt>`,
    );
    return `<trk><name>${escapeXml(`${s.id} ${s.unit_id}`)}</name><trkseg>${points.join('\n')}</trkseg></trk>`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="cloudbrain" xmlns="http://www.topografix.com/GPX/1/1">
${tracks.join('\n')}
</gpx>
`;
  return [{ name: `${plan.scenario_id}.gpx`, bytes: utf8(text) }];
}

/** GeoJSON (RFC 7946): lanes and flights, positions with height, times of flights as a list beside them. */
export function exportGeoJson(plan: ExportPlan): ExportFile[] {
  const round = (x: number, digits: number): number => Number(x.toFixed(digits));
  const at = (p: ExportPoint): number[] => [round(p.lon_deg, 9), round(p.lat_deg, 9), round(p.amsl_m, 2)];
  const lanes = plan.lanes.map((l) => ({
    type: 'Feature',
    properties: { kind: 'lane', id: l.id, block_id: l.block_id, role: l.role },
    geometry: {
      type: 'LineString',
      coordinates: [
        [...l.start, round(l.profile[0]!.amsl_m, 2)],
        [...l.end, round(l.profile[l.profile.length - 1]!.amsl_m, 2)],
      ],
    },
  }));
  const flights = plan.sorties.map((s) => {
    const path = pathOf(s);
    return {
      type: 'Feature',
      properties: {
        kind: 'sortie',
        id: s.id,
        unit_id: s.unit_id,
        times_sec: path.map((p) => round(p.t_sec, 9)),
      },
      geometry: { type: 'LineString', coordinates: path.map(at) },
    };
  });
  const text = JSON.stringify({ type: 'FeatureCollection', features: [...lanes, ...flights] });
  return [{ name: `${plan.scenario_id}.geojson`, bytes: utf8(`${text}\n`) }];
}

/** Litchi takes 15 pairs of actions a row, used or not. */
const LITCHI_ACTIONS = 15;

/**
 * Litchi mission CSV, one a sortie: heights above the take-off point (altitude mode 0), straight corners (a curve would
 * skip actions), frames by distance interval on lanes.
 */
export function exportLitchi(plan: ExportPlan): ExportFile[] {
  const actions = Array.from({ length: LITCHI_ACTIONS }, (_, i) => [
    `actiontype${i + 1}`,
    `actionparam${i + 1}`,
  ]).flat();
  const head = [
    'latitude',
    'longitude',
    'altitude(m)',
    'heading(deg)',
    'curvesize(m)',
    'rotationdir',
    'gimbalmode',
    'gimbalpitchangle',
    ...actions,
    'altitudemode',
    'speed(m/s)',
    'poi_latitude',
    'poi_longitude',
    'poi_altitude(m)',
    'poi_altitudemode',
    'photo_timeinterval',
    'photo_distinterval',
  ];
  const none = Array.from({ length: LITCHI_ACTIONS }, () => ['-1', '0']).flat();
  return plan.sorties.map((s) => {
    const home = homeOf(s);
    let series = '-1';
    const rows = waypointsOf(s).map((w) => {
      // A row's interval holds to the next row: it is repeated at a lane's bends and ends with the lane.
      if (w.stop) series = '-1';
      if (w.trigger_m !== null && w.trigger_m > 0) series = decimal(roundedDown(w.trigger_m, 2), 2);
      const interval = series;
      return [
        decimal(w.lat_deg, 9),
        decimal(w.lon_deg, 9),
        decimal(w.amsl_m - home.amsl_m, 2),
        decimal(w.course_deg, 1),
        '0',
        '0',
        '2',
        '-90',
        ...none,
        '0',
        decimal(w.speed_mps, 1),
        '0',
        '0',
        '0',
        '0',
        '-1',
        interval,
      ].join(',');
    });
    return {
      name: `${plan.scenario_id}-${s.id}-litchi.csv`,
      bytes: utf8(`${[head.join(','), ...rows].join('\n')}\n`),
    };
  });
}
