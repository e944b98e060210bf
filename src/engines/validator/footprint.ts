/** What a sensor sees from a height: image sizes, swaths, and the polygons that a run of frames covers. */
import { type CameraFigures, type SurveyTask } from '#world';
import { type Capture, type Frame } from './captures.ts';
import { type Poly, polyFrom } from './poly.ts';

/** Size of an image on the ground per metre of height, and pixel sizes, dimensionless (metres per metre). */
export type Optics = {
  /** Across the airframe's axis. */
  readonly across: number;
  /** Along it. */
  readonly along: number;
  /** The coarser of both pixel sizes. */
  readonly pixel: number;
  /** The pixel along the airframe's axis. */
  readonly pixelAlong: number;
};

/** Pinhole camera looking straight down: ground size = height x sensor size / focal length on each axis. */
export function opticsOf(camera: CameraFigures, orientation: SurveyTask['camera_orientation']): Optics {
  const width = camera.sensor_w_mm / camera.focal_mm;
  const height = camera.sensor_h_mm / camera.focal_mm;
  const pixelW = width / camera.px_w;
  const pixelH = height / camera.px_h;
  const longIsWidth = width >= height;
  const widthAcross = (orientation === 'landscape') === longIsWidth;
  return {
    across: widthAcross ? width : height,
    along: widthAcross ? height : width,
    pixel: Math.max(pixelW, pixelH),
    pixelAlong: widthAcross ? pixelH : pixelW,
  };
}

/** Ground swath per metre of height of a lidar. */
export function lidarSwath(usable_fov_deg: number): number {
  return 2 * Math.tan((usable_fov_deg * Math.PI) / 360);
}

/** Size of the strip that a frame or a scan line adds: across and along the airframe, metres. */
export function imageSize(
  capture: Capture,
  agl: number,
): { readonly across: number; readonly along: number } {
  const { payload, task } = capture;
  if (payload.type === 'camera') {
    const optics = opticsOf(payload, task.camera_orientation);
    return { across: optics.across * agl, along: optics.along * agl };
  }
  if (task.quality.type === 'line_spacing')
    return { across: task.quality.line_spacing_m * (1 + 1e-6) + 0.1, along: 0 };
  return { across: payload.type === 'lidar' ? lidarSwath(payload.usable_fov_deg) * agl : 0, along: 0 };
}

/** The four corners of an image turned by the crab angle (towards the side the wind comes from), into `out`. */
export function frameCorners(capture: Capture, frame: Frame, turn: number, out: Float64Array): void {
  const size = imageSize(capture, frame.agl ?? 0);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const ax = capture.ux * cos - capture.uy * sin;
  const ay = capture.ux * sin + capture.uy * cos;
  const hx = (ax * size.along) / 2;
  const hy = (ay * size.along) / 2;
  const wx = (-ay * size.across) / 2;
  const wy = (ax * size.across) / 2;
  const { x, y } = frame;
  out[0] = x + hx + wx;
  out[1] = y + hy + wy;
  out[2] = x - hx + wx;
  out[3] = y - hy + wy;
  out[4] = x - hx - wx;
  out[5] = y - hy - wy;
  out[6] = x + hx - wx;
  out[7] = y + hy - wy;
}

/** The image of a frame as a polygon. */
export function framePoly(capture: Capture, frame: Frame, turn: number): Poly {
  const corners = new Float64Array(8);
  frameCorners(capture, frame, turn, corners);
  return polyFrom([corners]);
}

/** Signed angle from track to heading of a frame, radians, left positive. */
export function turnOf(capture: Capture, frame: Frame, wind: { x: number; y: number }): number {
  const { track } = capture;
  if (frame.crab === 0) return 0;
  const [vx, vy] = [track.vx[frame.segment]!, track.vy[frame.segment]!];
  const [hx, hy] = [vx - wind.x, vy - wind.y];
  return Math.atan2(vx * hy - vy * hx, vx * hx + vy * hy);
}

/**
 * Polygons that cover what a capture images: on even ground exactly, elsewhere a little less. Frames that overlap form a
 * run; a run at one height is a strip of one width, another has the width of each frame at that frame, with straight
 * edges between (two neighbours cover at least that where they overlap by half). End frames stay whole.
 */
export function coverPolys(capture: Capture, wind: { x: number; y: number }): Poly[] {
  const seen = capture.frames.filter((f) => f.agl !== null && f.agl > 0 && works(capture, f.agl));
  const camera = capture.payload.type === 'camera';
  const out: Poly[] = [];
  let from = 0;
  while (from < seen.length) {
    let to = from;
    let [low, high, step] = [seen[from]!.agl!, seen[from]!.agl!, 0];
    for (; to + 1 < seen.length; to++) {
      const next = seen[to + 1]!;
      const gap = next.along - seen[to]!.along;
      const least = Math.min(next.agl!, seen[to]!.agl!);
      const reach = camera ? imageSize(capture, least).along / Math.cos(next.crab) : 21;
      if (gap > reach + 1e-6) break;
      [low, high, step] = [Math.min(low, next.agl!), Math.max(high, next.agl!), Math.max(step, gap)];
    }
    const run = { frames: seen.slice(from, to + 1), agl: low, step };
    out.push(
      ...(high <= low * 1.002 || widthIsFixed(capture)
        ? evenRun(capture, run, wind)
        : unevenRun(capture, run, wind)),
    );
    from = to + 1;
  }
  return out;
}

function widthIsFixed(capture: Capture): boolean {
  return capture.payload.type === 'magnetometer' || capture.task.quality.type === 'line_spacing';
}

/** Whether the sensor works at this height at all: a lidar within its range, a magnetometer within its own. */
export function works(capture: Capture, agl: number): boolean {
  const { payload } = capture;
  if (payload.type === 'lidar') return agl <= payload.agl_max_m + 0.05;
  if (payload.type !== 'magnetometer') return true;
  const sensor = agl - payload.cable_m;
  return sensor >= payload.sensor_agl_min_m - 0.05 && sensor <= payload.sensor_agl_max_m + 0.05;
}

type Run = { readonly frames: readonly Frame[]; readonly agl: number; readonly step: number };

function evenRun(capture: Capture, run: Run, wind: { x: number; y: number }): Poly[] {
  const first = run.frames[0]!;
  const last = run.frames[run.frames.length - 1]!;
  const size = imageSize(capture, run.agl);
  if (widthIsFixed(capture)) {
    const r = size.across / 2;
    return [stripPoly(capture, [first, last], [-r, r], [0, 0]), disc(first, r), disc(last, r)];
  }
  const turn = turnOf(capture, first, wind);
  const camera = capture.payload.type === 'camera';
  if (camera && Math.abs(turn) < 1e-9) return [straightRun(capture, first, last, size)];
  const out = camera ? [framePoly(capture, first, turn), framePoly(capture, last, turn)] : [];
  if (last.along - first.along < 1e-6) return out;
  const [c, s] = [Math.cos(turn), Math.abs(Math.sin(turn))];
  const full = Math.max(0, (size.across * c - size.along * s) / 2);
  const half = halfWidth(capture, run.agl, run.step, s);
  const ys = [...new Set([-half, -Math.min(full, half), Math.min(full, half), half])];
  const lean = -Math.tan(turn);
  const skews = ys.map((y) => middle(y, { full, lean, s }));
  out.push(stripPoly(capture, [first, last], ys, skews));
  return out;
}

/** Without drift the images of a run make one rectangle, half an image longer than the run at both ends. */
function straightRun(
  capture: Capture,
  first: Frame,
  last: Frame,
  size: { readonly across: number; readonly along: number },
): Poly {
  const half = size.across / 2;
  const [dx, dy] = [(capture.ux * size.along) / 2, (capture.uy * size.along) / 2];
  const ends = [
    { ...first, x: first.x - dx, y: first.y - dy },
    { ...last, x: last.x + dx, y: last.y + dy },
  ] as const;
  return stripPoly(capture, ends, [-half, half], [0, 0]);
}

/** Half the width within which turned images, one every `step`, leave no gap along the track. */
function halfWidth(capture: Capture, agl: number, step: number, sin: number): number {
  const size = imageSize(capture, agl);
  const cos = Math.sqrt(1 - sin * sin);
  if (capture.payload.type !== 'camera') return (size.across * cos) / 2;
  // Beyond the full part the image is shorter along the track; the strip ends where it is as short as the step.
  return Math.max(0, (size.across * cos + size.along * sin) / 2 - step * sin * cos);
}

function unevenRun(capture: Capture, run: Run, wind: { x: number; y: number }): Poly[] {
  const { frames } = run;
  const camera = capture.payload.type === 'camera';
  const ends = camera ? [...new Set([...frames.slice(0, 3), ...frames.slice(-3)])] : [];
  const out = ends.map((f) => framePoly(capture, f, turnOf(capture, f, wind)));
  if (frames.length < 2) return out;
  const { ux, uy } = capture;
  const left: number[] = [];
  const right: number[] = [];
  for (const f of frames) {
    const half = halfWidth(capture, f.agl!, run.step, Math.sin(f.crab));
    left.push(f.x - uy * half, f.y + ux * half);
    right.unshift(f.x + uy * half, f.y - ux * half);
  }
  out.push(polyFrom([Float64Array.from([...left, ...right])]));
  return out;
}

/** Middle, along the track, of the turned image at a lateral offset. */
function middle(y: number, p: { full: number; lean: number; s: number }): number {
  const inner = Math.sign(y) * Math.min(Math.abs(y), p.full);
  const rest = y - inner;
  if (p.s < 1e-9 || rest === 0) return inner * p.lean;
  // Past `full` one side keeps its slope, the other is the image's short side: the middle moves by their mean.
  const slope = (p.lean + -1 / p.lean) / 2;
  return inner * p.lean + rest * slope;
}

function stripPoly(
  capture: Capture,
  ends: readonly [Frame, Frame],
  ys: readonly number[],
  skews: readonly number[],
): Poly {
  const { ux, uy } = capture;
  const point = (f: Frame, k: number) => [
    f.x + ux * skews[k]! - uy * ys[k]!,
    f.y + uy * skews[k]! + ux * ys[k]!,
  ];
  const ring: number[] = [];
  for (let k = 0; k < ys.length; k++) ring.push(...point(ends[1], k));
  for (let k = ys.length - 1; k >= 0; k--) ring.push(...point(ends[0], k));
  return polyFrom([Float64Array.from(ring)]);
}

/** A disc as a 96-gon inscribed in it: 0.05 % of the radius too small at most. */
function disc(at: { readonly x: number; readonly y: number }, r: number): Poly {
  return polyFrom([
    Float64Array.from({ length: 192 }, (_, i) => {
      const a = ((i >> 1) * 2 * Math.PI) / 96;
      return i % 2 === 0 ? at.x + r * Math.cos(a) : at.y + r * Math.sin(a);
    }),
  ]);
}
