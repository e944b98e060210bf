import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { type SurveyRow, SURVEY_ROW_KINDS, conformSurvey } from './conform-survey.ts';

const file = '../shared/data/vectors/survey_vectors.jsonl';

test('all rows of the shared survey vectors pass', (t) => {
  if (!existsSync(file)) {
    t.skip(`${file} is not here`);
    return;
  }
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SurveyRow);
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const result = conformSurvey(row);
    assert.ok(
      result.passed,
      `${row.id}: ${JSON.stringify(result.got)} for ${JSON.stringify(result.expected)}`,
    );
  }
});

const row = (kind: string, input: object, expect: object): SurveyRow =>
  ({ id: kind, kind, input, expect, tolerance: 0.001 }) as SurveyRow;

test('rows of the same kinds with other numbers, worked out by hand', () => {
  const rows = [
    row(
      'camera',
      {
        sensor_w_mm: 36,
        sensor_h_mm: 24,
        px_w: 6000,
        px_h: 4000,
        focal_mm: 50,
        agl_m: 100,
        front_overlap: 0.5,
        side_overlap: 0.5,
        landscape: false,
      },
      {
        gsd_cm_width: 1.2,
        gsd_cm_height: 1.2,
        footprint_side_m: 48,
        footprint_front_m: 72,
        line_spacing_m: 24,
        trigger_m: 36,
      },
    ),
    row(
      'photos_on_line',
      { line_m: 10, trigger_m: 0, trigger_at_entry: true },
      { photos_entry_plus_every: 0, photos_last_at_exit: 0, qgc_ceil: 0 },
    ),
    row(
      'lane_count_for_full_cover',
      { width_m: 30, spacing_m: 10, footprint_side_m: 20 },
      { min_lanes_full_cover: 2, min_lanes_every_point_sidelapped: 3 },
    ),
    row(
      'wind_triangle',
      { airspeed: 5, wind: 3, wind_from_deg: 90, track_deg: 0 },
      { feasible: true, groundspeed: 4, crab_deg: 36.8699 },
    ),
    row(
      'mean_groundspeed_two_opposite_lanes',
      { airspeed: 10, wind: 6, angle_wind_to_lane_deg: 90 },
      { harmonic_mean_mps: 8, closed_form_mps: 8 },
    ),
    row('dubins_u_turn_no_wind', { R: 10, lane_offset: 20, stagger: 0 }, { length_m: 31.4159 }),
    row('climb_rate', { dist_m: 36, dz_m: 20, gs: 12, max_vs: 2 }, { vs: 6.6667, ok: false }),
    row('motion_blur_px', { gs: 10, gsd_cm: 2, shutter_s: 0.001 }, { blur_px: 0.5 }),
  ];
  for (const r of rows)
    assert.deepEqual([r.kind, conformSurvey(r).passed], [r.kind, true], JSON.stringify(conformSurvey(r).got));
});

test('a wrong number, a missing result and an unknown kind fail', () => {
  assert.ok(!conformSurvey(row('turn_radius', { v: 15, bank_deg: 30 }, { radius_m: 39.9 })).passed);
  assert.ok(!conformSurvey(row('turn_radius', { v: 15 }, { radius_m: 39.74 })).passed);
  assert.ok(!conformSurvey(row('turn_radius', { v: 15, bank_deg: 30 }, { other: 1 })).passed);
  assert.equal(conformSurvey(row('constructor', {}, {})).got, 'unknown_kind');
  assert.equal(SURVEY_ROW_KINDS.length, 12);
});
