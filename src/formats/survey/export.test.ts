/** Exports read back by readers of their own: nothing of the writers is used to judge them. */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { unzipSync } from 'fflate';
import { DOMParser } from '@xmldom/xmldom';
import { type SurveyPlan } from '#ir';
import { planSurvey } from '#engines/survey';
import { bundledSurveyCatalogue, bundledSurveyScenario } from '../../store/bundled/survey.ts';
import { type SurveyExportFormat, exportSurveyPlan } from './export-plan.ts';
import { surveyPlanSvg } from './picture.ts';
import { clockText, surveyReportHtml, surveyReportText } from './report.ts';

const catalogue = bundledSurveyCatalogue();
const base = bundledSurveyScenario('s01')!;
const scenario = { ...base, solver: { ...base.solver, iteration_budget: 100 } };
const planned = planSurvey(scenario, catalogue);
assert.ok(planned.ok);
const plan: SurveyPlan = planned.value;
const sortie = plan.sorties[0]!;
const home = sortie.legs[0]!.points[0]!;
const laneLegs = sortie.legs.filter((l) => l.kind === 'lane');

const text = (format: SurveyExportFormat): string => {
  const r = exportSurveyPlan(plan, format, { scenario, catalogue });
  assert.ok(r.ok);
  return new TextDecoder().decode(r.value[0]!.bytes);
};
const xml = (s: string) =>
  new DOMParser({ onError: (level, message) => assert.fail(`${level}: ${message}`) }).parseFromString(
    s,
    'text/xml',
  );

/** Every lane has its first and last point among the places read, to a centimetre, and the relative or absolute height. */
function lanesAmong(places: readonly { lon: number; lat: number; alt: number }[], zero_m: number): void {
  for (const leg of laneLegs)
    for (const p of [leg.points[0]!, leg.points.at(-1)!])
      assert.ok(
        places.some(
          (q) =>
            Math.hypot((q.lon - p.lon_deg) * 78_000, (q.lat - p.lat_deg) * 111_000) < 0.01 &&
            Math.abs(q.alt + zero_m - p.amsl_m) < 0.01,
        ),
        `${leg.lane_id} at ${p.lon_deg}, ${p.lat_deg}`,
      );
}

type Row = { cmd: number; frame: number; p: number[]; lat: number; lon: number; alt: number };

/** One series of frames a lane: begun right after its first point with a frame at once, ended right after its last. */
function triggersMatch(rows: readonly Row[]): void {
  const starts = rows.filter((r) => r.cmd === 206 && r.p[0]! > 0);
  assert.equal(starts.length, laneLegs.length);
  assert.equal(rows.filter((r) => r.cmd === 206 && r.p[0] === 0).length, laneLegs.length);
  starts.forEach((s, i) => {
    const capture = laneLegs[i]!.capture;
    assert.ok(capture?.type === 'distance' && Math.abs(s.p[0]! - capture.spacing_m) < 1e-4);
    assert.equal(s.p[2], 1);
  });
}

test('QGC WPL 110: home absolute in row 0, then relative heights, latitude before longitude, triggers per lane', () => {
  const lines = text('wpl').trim().split('\n');
  assert.equal(lines[0], 'QGC WPL 110');
  const rows = lines.slice(1).map((line) => {
    const c = line.split('\t').map(Number);
    assert.equal(c.length, 12);
    return { seq: c[0]!, frame: c[2]!, cmd: c[3]!, p: c.slice(4, 8), lat: c[8]!, lon: c[9]!, alt: c[10]! };
  });
  rows.forEach((r, i) => assert.equal(r.seq, i));
  assert.equal(rows[0]!.frame, 0);
  assert.ok(Math.abs(rows[0]!.alt - home.amsl_m) < 1e-3 && Math.abs(rows[0]!.lat - home.lat_deg) < 1e-8);
  assert.ok(rows.slice(1).every((r) => r.frame === 3));
  assert.equal(rows[1]!.cmd, 22);
  assert.equal(rows.at(-1)!.cmd, 21);
  lanesAmong(rows.filter((r) => r.cmd === 16).slice(1), home.amsl_m);
  triggersMatch(rows);
});

test('QGroundControl plan: simple items only, ids from 1, the same mission', () => {
  const doc = JSON.parse(text('qgc')) as {
    fileType: string;
    version: number;
    mission: {
      version: number;
      plannedHomePosition: number[];
      items: { type: string; doJumpId: number; command: number; frame: number; params: number[] }[];
    };
    geoFence: { version: number };
    rallyPoints: { version: number };
  };
  assert.deepEqual(
    [doc.fileType, doc.version, doc.mission.version, doc.geoFence.version, doc.rallyPoints.version],
    ['Plan', 1, 2, 2, 2],
  );
  const { items } = doc.mission;
  items.forEach((item, i) =>
    assert.deepEqual([item.type, item.doJumpId, item.params.length], ['SimpleItem', i + 1, 7]),
  );
  const rows = items.map((i) => ({
    cmd: i.command,
    frame: i.frame,
    p: i.params,
    lat: i.params[4]!,
    lon: i.params[5]!,
    alt: i.params[6]!,
  }));
  lanesAmong(
    rows.filter((r) => r.cmd === 16),
    doc.mission.plannedHomePosition[2]!,
  );
  triggersMatch(rows);
});

test('DJI WPML: both files, indices without gaps, one distance trigger a lane; other makers are refused', () => {
  const r = exportSurveyPlan(plan, 'wpml', { scenario, catalogue });
  assert.ok(r.ok);
  const files = unzipSync(r.value[0]!.bytes);
  assert.deepEqual(Object.keys(files).sort(), ['wpmz/template.kml', 'wpmz/waylines.wpml']);
  const doc = xml(new TextDecoder().decode(files['wpmz/waylines.wpml']!));
  const all = (name: string) => [...doc.getElementsByTagName(name)].map((n) => n.textContent ?? '');
  const indices = all('wpml:index').map(Number);
  indices.forEach((x, i) => assert.equal(x, i));
  const places = all('coordinates').map((c, i) => {
    const [lon, lat] = c.split(',').map(Number);
    return { lon: lon!, lat: lat!, alt: Number(all('wpml:executeHeight')[i]) };
  });
  lanesAmong(places, home.amsl_m);
  assert.equal(all('wpml:actionTriggerType').length, laneLegs.length);
  assert.equal(all('wpml:executeHeightMode')[0], 'relativeToStartPoint');
  assert.equal(all('wpml:droneEnumValue')[0], '77');
  xml(new TextDecoder().decode(files['wpmz/template.kml']!));
  const other = { ...plan, sorties: [{ ...sortie, model_id: 'trinity-f90plus' }] };
  const refused = exportSurveyPlan(other, 'wpml', { scenario, catalogue });
  assert.ok(!refused.ok && refused.error.type === 'model_not_dji');
});

test('KML, GPX and GeoJSON hold the whole flight, longitude where it belongs', () => {
  const points = sortie.legs.flatMap((l, i) => (i === 0 ? l.points : l.points.slice(1)));
  const kml = [...xml(text('kml')).getElementsByTagName('coordinates')].map((n) =>
    n.textContent!.trim().split(/\s+/),
  );
  assert.equal(kml.at(-1)!.length, points.length);
  lanesAmong(
    kml.at(-1)!.map((c) => {
      const [lon, lat, alt] = c.split(',').map(Number);
      return { lon: lon!, lat: lat!, alt: alt! };
    }),
    0,
  );
  const track = [...xml(text('gpx')).getElementsByTagName('trkpt')];
  assert.equal(track.length, points.length);
  assert.ok(Math.abs(Number(track[0]!.getAttribute('lon')) - home.lon_deg) < 1e-8);
  const last = track.at(-1)!.getElementsByTagName('time')[0]!.textContent!;
  assert.ok(
    Math.abs((Date.parse(last) - Date.parse(scenario.work_window.start_utc)) / 1000 - sortie.end_sec) < 0.002,
  );
  const geo = JSON.parse(text('geojson')) as {
    features: { properties: { kind: string }; geometry: { coordinates: number[][] } }[];
  };
  const flight = geo.features.find((f) => f.properties.kind === 'sortie')!;
  lanesAmong(
    flight.geometry.coordinates.map(([lon, lat, alt]) => ({ lon: lon!, lat: lat!, alt: alt! })),
    0,
  );
  assert.equal(geo.features.filter((f) => f.properties.kind === 'lane').length, plan.lanes.length);
});

test('Litchi: 46 columns in every row, straight corners, heights over the take-off point', () => {
  const rows = text('litchi')
    .trim()
    .split('\n')
    .map((r) => r.split(','));
  assert.ok(rows.every((r) => r.length === 46));
  assert.deepEqual(rows[0]!.slice(0, 2), ['latitude', 'longitude']);
  const body = rows.slice(1);
  assert.ok(body.every((r) => r[4] === '0' && r[38] === '0'));
  lanesAmong(
    body.map((r) => ({ lat: Number(r[0]), lon: Number(r[1]), alt: Number(r[2]) })),
    home.amsl_m,
  );
  assert.equal(body.filter((r) => Number(r[45]) > 0).length, laneLegs.length);
});

test('the same plan gives the same bytes in every format', () => {
  for (const format of ['qgc', 'wpl', 'wpml', 'kml', 'gpx', 'litchi', 'geojson'] as const) {
    const [a, b] = [0, 1].map(() => exportSurveyPlan(plan, format, { scenario, catalogue }));
    assert.deepEqual(a, b);
  }
});

test('picture and report: well formed, names escaped, an unchecked plan is said to be unchecked', () => {
  const nasty = { ...scenario, sites: scenario.sites.map((s) => ({ ...s, name: '<script>"&' })) };
  const svg = surveyPlanSvg(plan, nasty);
  const doc = xml(svg);
  assert.equal(doc.getElementsByTagName('script').length, 0);
  assert.ok(doc.getElementsByTagName('path').length > plan.lanes.length);
  const html = surveyReportHtml(plan, nasty, null, 'ru');
  assert.ok(!html.includes('<script>') && html.includes('не проверен'));
  const report = surveyReportText(plan, scenario, { admitted: true, findings: [] }, 'en');
  assert.ok(
    report.includes('admitted') &&
      report.includes(sortie.id) &&
      report.includes(clockText(plan.totals.work_time_s)),
  );
});
