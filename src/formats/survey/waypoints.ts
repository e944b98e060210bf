import { type ExportPoint, type ExportSortie } from './export-types.ts';

/** What an autopilot is told at a place. Speeds over the ground. */
export type Waypoint = {
  readonly lon_deg: number;
  readonly lat_deg: number;
  readonly amsl_m: number;
  /** Speed on the way to the next waypoint. */
  readonly speed_mps: number;
  /** Course to the next waypoint, degrees from true north in [0, 360); kept at the last. */
  readonly course_deg: number;
  readonly kind: string;
  /** At a lane's first waypoint: frames every so many metres from here on; 0 for a sensor that works without frames. */
  readonly trigger_m: number | null;
  /** True at a lane's last waypoint. */
  readonly stop: boolean;
  /** Frames of the lane that begins here. */
  readonly frames: number;
};

const RAD = Math.PI / 180;

/** East and north metres between positions a few kilometres apart, on the sphere of mean radius; for speeds and courses. */
export function eastNorth(a: ExportPoint, b: ExportPoint): readonly [number, number] {
  const r = 6_371_000;
  let dl = b.lon_deg - a.lon_deg;
  if (dl > 180) dl -= 360;
  if (dl < -180) dl += 360;
  return [r * RAD * dl * Math.cos(((a.lat_deg + b.lat_deg) / 2) * RAD), r * RAD * (b.lat_deg - a.lat_deg)];
}

/** How far, sideways and in height, the straight way between two waypoints may run from the points it leaves out. */
const KEEP_ASIDE_M = 0.06;
const KEEP_LEVEL_M = 0.04;

/**
 * Points of a leg that a waypoint flight needs. Lanes are straight and stay exact; a curve is cut by a few centimetres
 * at most: ways may run along a buffer with no more room than positions have slack.
 */
function thinned(points: readonly ExportPoint[]): ExportPoint[] {
  const out: ExportPoint[] = [points[0]!];
  let from = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    let straight = true;
    for (let k = from + 1; k <= i && straight; k++)
      straight = isOnWay(points[k]!, points[from]!, points[i + 1]!);
    if (straight) continue;
    out.push(points[i]!);
    from = i;
  }
  out.push(points[points.length - 1]!);
  return out;
}

/** Whether a point lies on the straight way from one place to another, between both and on its height there. */
function isOnWay(p: ExportPoint, from: ExportPoint, to: ExportPoint): boolean {
  const [ax, ay] = eastNorth(from, p);
  const [cx, cy] = eastNorth(from, to);
  const chord = Math.hypot(cx, cy);
  const along = chord > 0 ? (ax * cx + ay * cy) / chord : 0;
  const aside = chord > 0 ? Math.abs(ax * cy - ay * cx) / chord : Math.hypot(ax, ay);
  const level = from.amsl_m + (chord > 0 ? along / chord : 0) * (to.amsl_m - from.amsl_m);
  return aside <= KEEP_ASIDE_M && along >= 0 && along <= chord && Math.abs(level - p.amsl_m) <= KEEP_LEVEL_M;
}

/** Waypoints of a sortie from the end of its take-off to the start of its landing. */
export function waypointsOf(sortie: ExportSortie): Waypoint[] {
  type Raw = { p: ExportPoint; kind: string; trigger_m: number | null; stop: boolean; frames: number };
  const raw: Raw[] = [];
  for (const leg of sortie.legs) {
    if (leg.kind === 'takeoff' || leg.kind === 'landing') continue;
    const isLane = leg.kind === 'lane';
    const points = thinned(leg.points);
    points.forEach((p, i) => {
      const first = i === 0;
      const last = i === points.length - 1;
      const capture = leg.capture;
      const trigger = capture === null || !first ? null : capture.type === 'distance' ? capture.spacing_m : 0;
      const frames = capture !== null && first && capture.type === 'distance' ? capture.count : 0;
      const before = raw[raw.length - 1];
      const same = before !== undefined && before.p.t_sec === p.t_sec;
      // A leg begins where the one before ended: one waypoint with both roles.
      if (same)
        raw[raw.length - 1] = {
          ...before,
          kind: isLane ? 'lane' : before.kind,
          trigger_m: trigger ?? before.trigger_m,
          frames: frames || before.frames,
        };
      else raw.push({ p, kind: leg.kind, trigger_m: trigger, stop: isLane && last, frames });
    });
  }
  return raw.map((r, i) => {
    const next = raw[i + 1] ?? r;
    const from = raw[i + 1] === undefined ? (raw[i - 1] ?? r) : r;
    const to = raw[i + 1] === undefined ? r : next;
    const [x, y] = eastNorth(from.p, to.p);
    const dt = to.p.t_sec - from.p.t_sec;
    const course = (((Math.atan2(x, y) / RAD) % 360) + 360) % 360;
    return {
      lon_deg: r.p.lon_deg,
      lat_deg: r.p.lat_deg,
      amsl_m: r.p.amsl_m,
      speed_mps: dt > 0 ? Math.hypot(x, y) / dt : 0,
      course_deg: course,
      kind: r.kind,
      trigger_m: r.trigger_m,
      stop: r.stop,
      frames: r.frames,
    };
  });
}

/** A number with at most so many decimals, without trailing zeros and never in exponents. */
export function decimal(x: number, digits: number): string {
  const text = x.toFixed(digits);
  const short = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** A distance between frames with so many decimals, never longer: a longer one loses the last frame of a lane. */
export function roundedDown(x: number, digits: number): number {
  return Math.floor(x * 10 ** digits + 1e-6) / 10 ** digits;
}

/** First point of a sortie: where it stands before launch. */
export const homeOf = (sortie: ExportSortie): ExportPoint => sortie.legs[0]!.points[0]!;

/** Text as bytes. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
