/** Refuses catalogue rows whose numbers cannot be right; each rule comes from a wrong row seen in a public catalogue. */
import {
  type CatalogueAircraft,
  type CameraPayload,
  type SurveyCatalogue,
  type SurveyPayload,
} from './catalogue.ts';

/** One suspect row. */
export type CatalogueSuspicion = {
  readonly row_id: string;
  readonly rule:
    | 'not_positive'
    | 'pixels_not_square'
    | 'sensor_size_absurd'
    | 'pixel_pitch_absurd'
    | 'view_too_wide'
    | 'focal_looks_like_equivalent'
    | 'family_sensor_differs'
    | 'sources_conflict'
    | 'speeds_out_of_order'
    | 'turns_on_the_spot'
    | 'cannot_hover'
    | 'power_per_mass_absurd'
    | 'endurance_contradicts_power'
    | 'out_of_range';
  readonly measured: number | null;
  readonly limit: number | null;
  readonly text: string;
};

/** Limits of the lint. Lengths in millimetres, pitch in micrometres, angles in degrees. */
export const CATALOGUE_LINT = {
  /** The two pixel pitches may differ by this much. */
  pixel_aspect_ratio: 0.02,
  sensor_min_mm: 2,
  /** Beyond medium format (53.4 x 40 mm). */
  sensor_max_mm: 60,
  pitch_min_um: 0.5,
  /** Uncooled thermal arrays have 17 and 25 um. */
  pitch_max_um: 30,
  view_max_deg: 120,
  /** A small sensor behind so long a lens: the focal length was given as for 35 mm film. */
  small_sensor_mm: 8,
  small_sensor_view_min_deg: 18,
  /** Sensors of one camera body may differ by this much between rows. */
  family_ratio: 0.03,
  /** Level flight of electric aircraft, W/kg, from a gliding wing to a loaded multirotor, with room. */
  power_per_mass_min: 5,
  power_per_mass_max: 400,
  /** Energy at cruise power may exceed or fall short of the stated endurance by this factor. */
  endurance_factor: 1.6,
} as const;

/** All suspicions of a catalogue, rows in the catalogue's order. Rows already marked refused are looked at as well. */
export function lintCatalogue(catalogue: SurveyCatalogue): CatalogueSuspicion[] {
  return [
    ...catalogue.aircraft.flatMap((row) => lintAircraft(row)),
    ...catalogue.payloads.flatMap((row) => lintPayload(row, catalogue.payloads)),
  ];
}

/** Suspicions about one payload; `all` is where the other rows of a camera family are found. */
export function lintPayload(row: SurveyPayload, all: readonly SurveyPayload[]): CatalogueSuspicion[] {
  const found = new Findings(row.id);
  switch (row.type) {
    case 'camera':
      lintCamera(row, all, found);
      break;
    case 'lidar':
      found.positive({ pulses_per_s: row.pulses_per_s.value, agl_max_m: row.agl_max_m.value });
      found.within('usable_fov_deg', row.usable_fov_deg.value, 1, 170);
      break;
    case 'magnetometer':
      found.within('cable_m', row.cable_m.value, 0, 200);
      found.positive({
        sensor_agl_min_m: row.sensor_agl_min_m.value,
        sensor_agl_max_m: row.sensor_agl_max_m.value,
      });
      if ((row.sensor_agl_min_m.value ?? 0) > (row.sensor_agl_max_m.value ?? Infinity))
        found.add(
          'out_of_range',
          row.sensor_agl_min_m.value,
          row.sensor_agl_max_m.value,
          'lowest height is above the highest',
        );
      break;
  }
  return found.list;
}

function lintCamera(row: CameraPayload, all: readonly SurveyPayload[], found: Findings): void {
  const [w, h, px, py, f] = [
    row.sensor_w_mm.value,
    row.sensor_h_mm.value,
    row.px_w.value,
    row.px_h.value,
    row.focal_mm.value,
  ];
  found.positive({ sensor_w_mm: w, sensor_h_mm: h, px_w: px, px_h: py, focal_mm: f });
  found.positive({ min_trigger_s: row.min_trigger_s.value, exposure_s: row.exposure_s.value });
  const conflict = [row.sensor_w_mm, row.sensor_h_mm, row.focal_mm].some((x) => x.confidence === 'conflict');
  if (conflict) found.add('sources_conflict', null, null, 'sources give different sensor or lens figures');
  if (w === null || h === null) return;
  const L = CATALOGUE_LINT;
  for (const side of [w, h])
    if (side < L.sensor_min_mm || side > L.sensor_max_mm)
      found.add(
        'sensor_size_absurd',
        side,
        side > L.sensor_max_mm ? L.sensor_max_mm : L.sensor_min_mm,
        `a sensor side of ${side} mm`,
      );
  if (px !== null && py !== null && px > 0 && py > 0) {
    const [pitch_w, pitch_h] = [w / px, h / py];
    const aspect = Math.max(pitch_w, pitch_h) / Math.min(pitch_w, pitch_h) - 1;
    if (!(aspect <= L.pixel_aspect_ratio))
      found.add(
        'pixels_not_square',
        aspect,
        L.pixel_aspect_ratio,
        'pixel pitches of the two axes differ: sensor and pixel counts do not belong together',
      );
    const pitch_um = Math.max(pitch_w, pitch_h) * 1000;
    if (!(pitch_um >= L.pitch_min_um && pitch_um <= L.pitch_max_um))
      found.add(
        'pixel_pitch_absurd',
        pitch_um,
        pitch_um > L.pitch_max_um ? L.pitch_max_um : L.pitch_min_um,
        `a pixel pitch of ${pitch_um.toFixed(2)} um`,
      );
  }
  if (f !== null && f > 0) lintView(w, f, found);
  lintFamily(row, w, all, found);
}

function lintView(w: number, f: number, found: Findings): void {
  const L = CATALOGUE_LINT;
  const view_deg = (2 * Math.atan(w / 2 / f) * 180) / Math.PI;
  if (view_deg > L.view_max_deg)
    found.add(
      'view_too_wide',
      view_deg,
      L.view_max_deg,
      `a view of ${view_deg.toFixed(0)} degrees: the focal length is a placeholder`,
    );
  if (w < L.small_sensor_mm && view_deg < L.small_sensor_view_min_deg)
    found.add(
      'focal_looks_like_equivalent',
      view_deg,
      L.small_sensor_view_min_deg,
      'so long a lens on so small a sensor: looks like a 35 mm equivalent focal length',
    );
}

/** A row is suspect when it differs from the median sensor width of its body, so that one wrong row does not taint the others. */
function lintFamily(row: CameraPayload, w: number, all: readonly SurveyPayload[], found: Findings): void {
  const widths = all
    .filter((o): o is CameraPayload => o.type === 'camera' && o.family === row.family)
    .map((o) => o.sensor_w_mm.value)
    .filter((x): x is number => x !== null)
    .sort((a, b) => a - b);
  if (widths.length < 2) return;
  const differs = widths.length === 2 ? widths[1]! : widths[widths.length >> 1]!;
  const ratio = Math.abs(w / differs - 1);
  if (ratio > CATALOGUE_LINT.family_ratio)
    found.add(
      'family_sensor_differs',
      ratio,
      CATALOGUE_LINT.family_ratio,
      `sensor width ${w} mm, other rows of ${row.family} have ${differs} mm`,
    );
}

/** Suspicions about one aircraft. */
export function lintAircraft(row: CatalogueAircraft): CatalogueSuspicion[] {
  const found = new Findings(row.id);
  const v = (name: 'cruise_mps' | 'speed_min_mps' | 'speed_max_mps') => row[name].value;
  const [cruise, slow, fast] = [v('cruise_mps'), v('speed_min_mps'), v('speed_max_mps')];
  found.positive({
    cruise_mps: cruise,
    speed_max_mps: fast,
    battery_wh: row.battery_wh.value,
    mass_kg: row.mass_kg.value,
    cruise_power_w: row.cruise_power_w.value,
    climb_max_mps: row.climb_max_mps.value,
    descent_max_mps: row.descent_max_mps.value,
    acceleration_mps2: row.acceleration_mps2.value,
    wind_max_mps: row.wind_max_mps.value,
  });
  found.within('endurance_s', row.endurance_s.value, 60, 48 * 3600);
  found.within('usable_ratio', row.usable_ratio.value, 0.05, 1);
  found.within('speed_min_mps', slow, 0, 100);
  found.within('hover_power_w', row.hover_power_w.value, 0, 1e6);
  found.within('climb_power_w_per_mps', row.climb_power_w_per_mps.value, 0, 1e5);
  if (cruise !== null && ((slow !== null && slow > cruise) || (fast !== null && fast < cruise)))
    found.add(
      'speeds_out_of_order',
      cruise,
      slow,
      'cruise does not lie between the slowest and the fastest speed',
    );
  const wing = row.kind !== 'multirotor';
  if (wing && row.turn_radius_m.value !== null && !(row.turn_radius_m.value > 0))
    found.add('turns_on_the_spot', row.turn_radius_m.value, 0, 'a wing cannot turn on the spot');
  if (wing && slow !== null && !(slow > 0))
    found.add('speeds_out_of_order', slow, 0, 'a wing needs a slowest airspeed above zero');
  if (row.kind !== 'fixed_wing' && row.hover_power_w.value === 0)
    found.add('cannot_hover', 0, 0, 'what takes off vertically draws power in hover');
  lintPower(row, found);
  return found.list;
}

function lintPower(row: CatalogueAircraft, found: Findings): void {
  const L = CATALOGUE_LINT;
  const [power, mass, battery, endurance] = [
    row.cruise_power_w.value,
    row.mass_kg.value,
    row.battery_wh.value,
    row.endurance_s.value,
  ];
  if (power === null) return;
  if (mass !== null && mass > 0) {
    const ratio = power / mass;
    if (!(ratio >= L.power_per_mass_min && ratio <= L.power_per_mass_max))
      found.add(
        'power_per_mass_absurd',
        ratio,
        ratio > L.power_per_mass_max ? L.power_per_mass_max : L.power_per_mass_min,
        `${ratio.toFixed(1)} W/kg at cruise`,
      );
  }
  if (battery !== null && endurance !== null && power > 0 && endurance > 0) {
    const factor = (battery * 3600) / power / endurance;
    if (!(factor <= L.endurance_factor && factor >= 1 / L.endurance_factor))
      found.add(
        'endurance_contradicts_power',
        factor,
        L.endurance_factor,
        'battery over cruise power does not give the stated endurance',
      );
  }
}

class Findings {
  readonly list: CatalogueSuspicion[] = [];
  private readonly row_id: string;

  constructor(row_id: string) {
    this.row_id = row_id;
  }

  add(rule: CatalogueSuspicion['rule'], measured: number | null, limit: number | null, text: string): void {
    this.list.push({ row_id: this.row_id, rule, measured, limit, text });
  }

  positive(figures: Readonly<Record<string, number | null>>): void {
    for (const [name, value] of Object.entries(figures))
      if (value !== null && !(value > 0)) this.add('not_positive', value, 0, `${name} must be above zero`);
  }

  within(name: string, value: number | null, low: number, high: number): void {
    if (value !== null && !(value >= low && value <= high))
      this.add('out_of_range', value, value < low ? low : high, `${name} is outside ${low}..${high}`);
  }
}
