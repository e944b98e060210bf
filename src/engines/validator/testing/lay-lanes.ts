/** Lays lanes over one task for one payload, for tests: evenly spread, one height a task. */
import { type AircraftFigures, type PayloadFigures, type SurveyTask } from '#world';
import { type TestFrame } from './frame.ts';

/** A lane in the test frame. */
export type TestLane = {
  readonly id: string;
  readonly role: 'main' | 'cross' | 'tie';
  readonly line: number;
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
};

/** Lanes of one task with the numbers they were laid by. */
export type TestLayout = {
  readonly lanes: readonly TestLane[];
  readonly angle_deg: number;
  /** Aircraft height, metres above the datum. */
  readonly amsl_m: number;
  readonly agl_m: number;
  readonly spacing_m: number;
  readonly photo_m: number | null;
  readonly speed_mps: number;
  readonly rim_m: number;
};

/** What the layout is computed from. */
export type LayInput = {
  readonly task: SurveyTask;
  readonly craft: AircraftFigures;
  readonly payload: PayloadFigures;
  readonly frame: TestFrame;
  readonly wind: readonly [number, number];
  readonly ground: { readonly low: number; readonly high: number };
  /** Where to put the first lane ids. */
  readonly prefix: string;
  /** Where the main lanes lie, or null for evenly. */
  readonly offsets_m: readonly number[] | null;
};

type Sizes = { height: number; swath: number; spacing: number; photo: number | null; speed: number };

function sizes(input: LayInput, crab: number): Sizes {
  const { task, craft, payload, ground } = input;
  const wing = craft.kind !== 'multirotor';
  const windSpeed = Math.hypot(...input.wind);
  const fast = wing
    ? craft.cruise_mps + windSpeed
    : Math.min(craft.cruise_mps, craft.speed_max_mps - windSpeed - 0.5);
  const relief = ground.high - ground.low;
  const q = task.quality;
  if (q.type === 'line_spacing') {
    const cable = payload.type === 'magnetometer' ? payload.cable_m : 0;
    return {
      height: q.sensor_agl_m + cable,
      swath: q.line_spacing_m,
      spacing: q.line_spacing_m,
      photo: null,
      speed: fast,
    };
  }
  if (q.type === 'point_density') {
    if (payload.type !== 'lidar') throw new Error('a lidar is needed');
    const swath = payload.pulses_per_s / (fast * q.point_density_per_m2) / 1.01;
    const height = Math.min(
      swath / (2 * Math.tan((payload.usable_fov_deg * Math.PI) / 360)),
      payload.agl_max_m,
      140,
    );
    const low = 2 * (height - relief) * Math.tan((payload.usable_fov_deg * Math.PI) / 360) * Math.cos(crab);
    return { height, swath: low, spacing: low * (1 - task.side_overlap), photo: null, speed: fast };
  }
  if (payload.type !== 'camera') throw new Error('a camera is needed');
  const [long, short] = [
    Math.max(payload.sensor_w_mm, payload.sensor_h_mm),
    Math.min(payload.sensor_w_mm, payload.sensor_h_mm),
  ];
  const pitch = Math.max(payload.sensor_w_mm / payload.px_w, payload.sensor_h_mm / payload.px_h);
  const height = (q.gsd_cm / 100 / pitch) * payload.focal_mm;
  const [across, along] = task.camera_orientation === 'landscape' ? [long, short] : [short, long];
  const swath = ((across * (height - relief)) / payload.focal_mm) * Math.cos(crab);
  const photo = ((along * (height - relief)) / payload.focal_mm) * (1 - task.forward_overlap);
  const blur =
    payload.exposure_s === null
      ? Infinity
      : ((0.5 * pitch * (height - relief)) / payload.focal_mm / payload.exposure_s) * 0.98;
  const speed = wing ? fast : Math.min(fast, (photo / payload.min_trigger_s) * 0.98, blur);
  return { height, swath, spacing: swath * (1 - task.side_overlap), photo, speed };
}

/** Lays the lanes. Concave areas and holes are handled by cutting each lane's middle line. */
export function layLanes(input: LayInput): TestLayout {
  const { task, craft, frame, wind } = input;
  const angle_deg = (task.swath_angle_deg ?? 0) % 180;
  const angle = (angle_deg * Math.PI) / 180;
  const u: [number, number] = [Math.sin(angle), Math.cos(angle)];
  const crab =
    craft.kind === 'multirotor'
      ? 0
      : Math.asin(Math.min(1, Math.abs(wind[1] * u[0] - wind[0] * u[1]) / craft.cruise_mps));
  const size = sizes(input, crab);
  const rings = task.area.coordinates.map((r) => r.slice(0, -1).map(([lon, lat]) => frame.xy(lon, lat)));
  const set = { rings, spacing: size.spacing, prefix: input.prefix };
  const main = lineSet({ ...set, u, role: 'main', offsets_m: input.offsets_m });
  // A drifting scan line lies askew; the scanner starts early and stops late by half of what it leans.
  const lean = input.payload.type === 'lidar' ? (size.swath / 2) * Math.tan(crab) + 1 : 0;
  const lanes = main.lanes.map((lane) => longer(lane, u, lean));
  const v: [number, number] = [u[1], -u[0]];
  if (task.crosshatch)
    lanes.push(...lineSet({ ...set, u: v, role: 'cross', prefix: `${input.prefix}x` }).lanes);
  if (task.tie_line_every !== null && task.quality.type === 'line_spacing')
    lanes.push(
      ...lineSet({
        ...set,
        u: v,
        role: 'tie',
        prefix: `${input.prefix}t`,
        spacing: task.tie_line_every * size.spacing,
      }).lanes,
    );
  return {
    lanes,
    angle_deg,
    amsl_m: input.ground.low + size.height,
    agl_m: size.height,
    spacing_m: main.spacing,
    photo_m: size.photo,
    speed_mps: size.speed,
    rim_m: size.photo === null ? 0 : task.rim_photos * size.photo,
  };
}

function longer(lane: TestLane, u: readonly [number, number], by: number): TestLane {
  const { a, b } = lane;
  return { ...lane, a: [a[0] - u[0] * by, a[1] - u[1] * by], b: [b[0] + u[0] * by, b[1] + u[1] * by] };
}

type SetInput = {
  readonly rings: readonly (readonly (readonly [number, number])[])[];
  readonly u: readonly [number, number];
  readonly spacing: number;
  readonly role: TestLane['role'];
  readonly prefix: string;
  readonly offsets_m?: readonly number[] | null;
};

function lineSet(input: SetInput): { lanes: TestLane[]; spacing: number } {
  const { rings, u } = input;
  const n: [number, number] = [-u[1], u[0]];
  const turned = rings.map((r) => r.map(([x, y]) => [x * u[0] + y * u[1], x * n[0] + y * n[1]] as const));
  const vs = turned[0]!.map((p) => p[1]);
  const [low, high] = [Math.min(...vs), Math.max(...vs)];
  const count = input.offsets_m?.length ?? Math.max(1, Math.ceil((high - low) / input.spacing - 1e-9));
  const spacing = (high - low) / count;
  const lanes: TestLane[] = [];
  for (let i = 0; i < count; i++) {
    const v = low + (input.offsets_m?.[i] ?? (i + 0.5) * spacing);
    spans(turned, v, spacing / 2).forEach(([from, to], k) => {
      const at = (s: number): [number, number] => [s * u[0] + v * n[0], s * u[1] + v * n[1]];
      lanes.push({ id: `${input.prefix}${i}-${k}`, role: input.role, line: i, a: at(from), b: at(to) });
    });
  }
  return { lanes, spacing };
}

type Turned = readonly (readonly (readonly [number, number])[])[];

/** Pieces of a lane: of a convex outline all that its band touches, of others where its middle line is inside. */
function spans(rings: Turned, v: number, half: number): [number, number][] {
  const middle = crossings(rings, v);
  if (rings.length > 1 || middle.length > 2) {
    const out: [number, number][] = [];
    for (let i = 0; i + 1 < middle.length; i += 2) out.push([middle[i]!, middle[i + 1]!]);
    return out;
  }
  const inBand = rings[0]!.filter((p) => Math.abs(p[1] - v) <= half).map((p) => p[0]);
  const all = [
    ...middle,
    ...inBand,
    ...crossings(rings, v - half + 1e-6),
    ...crossings(rings, v + half - 1e-6),
  ];
  return [[Math.min(...all), Math.max(...all)]];
}

function crossings(rings: Turned, v: number): number[] {
  const out: number[] = [];
  for (const ring of rings)
    ring.forEach((p, i) => {
      const q = ring[(i + 1) % ring.length]!;
      if (p[1] > v !== q[1] > v) out.push(p[0] + ((v - p[1]) / (q[1] - p[1])) * (q[0] - p[0]));
    });
  return out.sort((a, b) => a - b);
}
