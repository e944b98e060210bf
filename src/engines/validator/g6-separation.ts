/** G6-01 separation in continuous time, G6-04 crossing transits, G6-05 areas flown twice, G6-06 lost-link returns. */
import { type Capture } from './captures.ts';
import { type Context } from './context.ts';
import { groundSpeed } from './energy.ts';
import { imageSize } from './footprint.ts';
import { type Track, legKind, positionAt } from './track.ts';
import { comma } from './words.ts';

const SLACK_M = 0.1;

/** Checks all pairs of sorties of different units; returns the least distance in three dimensions, null without a pair. */
export function checkSeparation(context: Context): number | null {
  let least: number | null = null;
  const { tracks } = context;
  for (let i = 0; i < tracks.length; i++)
    for (let j = i + 1; j < tracks.length; j++) {
      const [a, b] = [tracks[i]!, tracks[j]!];
      if (a.sortie.unit_id === b.sortie.unit_id) continue;
      const from = Math.max(a.t[0]!, b.t[0]!);
      const to = Math.min(a.t[a.n - 1]!, b.t[b.n - 1]!);
      if (!(from < to)) continue;
      const seen = checkPair(context, a, b, [from, to]);
      if (seen < Infinity) least = Math.min(least ?? Infinity, seen);
      checkCrossing(context, a, b);
      checkLostLink(context, a, b, [from, to]);
    }
  return least;
}

/** Both aircraft move uniformly between two neighbouring points of either; each such span is solved in closed form. */
function checkPair(context: Context, a: Track, b: Track, span: readonly [number, number]): number {
  let t = span[0];
  let i = positionAt(a, t).i;
  let j = positionAt(b, t).i;
  let least = Infinity;
  while (t < span[1]) {
    while (i + 2 < a.n && a.t[i + 1]! <= t) i++;
    while (j + 2 < b.n && b.t[j + 1]! <= t) j++;
    let end = Math.min(span[1], a.t[i + 1]!, b.t[j + 1]!);
    if (!(end > t)) end = Math.min(span[1], t + 1e-6);
    if (!exempt(a, i, b, j)) least = Math.min(least, checkSpan(context, { a, b, i, j, t, end }));
    t = end;
  }
  return least;
}

/** Take-off and landing legs at one site are judged by launch spacing. */
function exempt(a: Track, i: number, b: Track, j: number): boolean {
  const siteOf = (track: Track, s: number) => {
    const kind = legKind(track, s);
    if (kind === 'takeoff') return track.sortie.site_id;
    return kind === 'landing' ? track.sortie.landing_site_id : null;
  };
  const site = siteOf(a, i);
  return site !== null && site === siteOf(b, j);
}

type Span = {
  readonly a: Track;
  readonly b: Track;
  readonly i: number;
  readonly j: number;
  readonly t: number;
  readonly end: number;
};

function checkSpan(context: Context, s: Span): number {
  const { horizontal_m, vertical_m } = context.scenario.separation;
  const d = s.end - s.t;
  const pa = at(s.a, s.i, s.t);
  const pb = at(s.b, s.j, s.t);
  const [x, y, z] = [pb.x - pa.x, pb.y - pa.y, pb.z - pa.z];
  const vx = s.b.vx[s.j]! - s.a.vx[s.i]!;
  const vy = s.b.vy[s.j]! - s.a.vy[s.i]!;
  const vz = s.b.vz[s.j]! - s.a.vz[s.i]!;
  const least = closest(x, y, z, [vx, vy, vz, d]);
  const flat = below(
    vx * vx + vy * vy,
    2 * (x * vx + y * vy),
    x * x + y * y - (horizontal_m - SLACK_M) ** 2,
    d,
  );
  if (flat === null || horizontal_m <= SLACK_M || vertical_m <= SLACK_M) return least;
  const tall = below(vz * vz, 2 * z * vz, z * z - (vertical_m - SLACK_M) ** 2, d);
  if (tall === null) return least;
  const from = Math.max(flat[0], tall[0]);
  const to = Math.min(flat[1], tall[1]);
  if (from > to) return least;
  // Of the moments too close the one of least horizontal distance is named.
  const rate = vx * vx + vy * vy;
  const when = rate > 0 ? Math.min(to, Math.max(from, -(x * vx + y * vy) / rate)) : from;
  context.report.add(
    {
      code: 'G6-01',
      ids: [s.a.sortie.id, s.b.sortie.id, s.a.sortie.unit_id, s.b.sortie.unit_id],
      at: { x: pa.x + when * s.a.vx[s.i]!, y: pa.y + when * s.a.vy[s.i]!, z: pa.z + when * s.a.vz[s.i]! },
      t: s.t + when,
      measured: Math.hypot(x + when * vx, y + when * vy),
      limit: horizontal_m,
      least: true,
      unit: 'm',
      detail: {
        en: `${Math.abs(z + when * vz).toFixed(1)} m apart in height, ${vertical_m} m would do`,
        ru: `по высоте ${comma(Math.abs(z + when * vz).toFixed(1))} м, достаточно было бы ${vertical_m} м`,
      },
    },
    s.b.sortie.id,
  );
  return least;
}

function at(track: Track, i: number, t: number) {
  const f = t - track.t[i]!;
  return {
    x: track.x[i]! + f * track.vx[i]!,
    y: track.y[i]! + f * track.vy[i]!,
    z: track.z[i]! + f * track.vz[i]!,
  };
}

function closest(x: number, y: number, z: number, v: readonly [number, number, number, number]): number {
  const rate = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const t = rate > 0 ? Math.min(v[3], Math.max(0, -(x * v[0] + y * v[1] + z * v[2]) / rate)) : 0;
  return Math.hypot(x + t * v[0], y + t * v[1], z + t * v[2]);
}

/** Where a t^2 + b t + c < 0 within [0, d]. */
function below(a: number, b: number, c: number, d: number): readonly [number, number] | null {
  if (a < 1e-12) return c < 0 || b * d + c < 0 ? [0, d] : null;
  const disc = b * b - 4 * a * c;
  if (!(disc > 0)) return null;
  const root = Math.sqrt(disc);
  const from = Math.max(0, (-b - root) / (2 * a));
  const to = Math.min(d, (-b + root) / (2 * a));
  return from < to ? [from, to] : null;
}

/** Transits of two units in the air in one time whose paths cross at nearly one height, whenever each passes there. */
function checkCrossing(context: Context, a: Track, b: Track): void {
  const { vertical_m, horizontal_m } = context.scenario.separation;
  const [ta, tb] = [transits(a), transits(b)];
  for (const i of ta)
    for (const j of tb) {
      const hit = crossing(a, i, b, j);
      if (hit === null || Math.abs(hit.dz) >= vertical_m) continue;
      const home = [...context.sites.values()].some(
        (s) => Math.hypot(hit.x - s.x, hit.y - s.y) < 2 * horizontal_m + 100,
      );
      if (home) continue;
      context.report.add(
        {
          code: 'G6-04',
          ids: [a.sortie.id, b.sortie.id],
          at: { x: hit.x, y: hit.y, z: hit.z },
          t: hit.t,
          measured: Math.abs(hit.dz),
          limit: vertical_m,
          least: true,
          unit: 'm',
        },
        b.sortie.id,
      );
    }
}

function transits(track: Track): number[] {
  const out: number[] = [];
  for (let i = 0; i + 1 < track.n; i++) if (legKind(track, i) === 'transit') out.push(i);
  return out;
}

function crossing(a: Track, i: number, b: Track, j: number) {
  const [dx, dy] = [a.x[i + 1]! - a.x[i]!, a.y[i + 1]! - a.y[i]!];
  const [ex, ey] = [b.x[j + 1]! - b.x[j]!, b.y[j + 1]! - b.y[j]!];
  const det = dx * ey - dy * ex;
  if (Math.abs(det) < 1e-9) return null;
  const [ox, oy] = [b.x[j]! - a.x[i]!, b.y[j]! - a.y[i]!];
  const f = (ox * ey - oy * ex) / det;
  const g = (ox * dy - oy * dx) / det;
  if (f < 0 || f > 1 || g < 0 || g > 1) return null;
  const z = a.z[i]! + f * (a.z[i + 1]! - a.z[i]!);
  const dz = b.z[j]! + g * (b.z[j + 1]! - b.z[j]!) - z;
  return { x: a.x[i]! + f * dx, y: a.y[i]! + f * dy, z, dz, t: a.t[i]! + f * a.dt[i]! };
}

/** Both lose their link at one moment and fly straight home at their heights: do they meet before they arrive? */
function checkLostLink(context: Context, a: Track, b: Track, span: readonly [number, number]): void {
  const { horizontal_m, vertical_m } = context.scenario.separation;
  const step = Math.max(5, (span[1] - span[0]) / 120);
  for (let t = span[0]; t <= span[1]; t += step) {
    const [ra, rb] = [homeward(context, a, t), homeward(context, b, t)];
    if (ra === null || rb === null || Math.abs(ra.z - rb.z) >= vertical_m) continue;
    if (Math.hypot(rb.x - ra.x, rb.y - ra.y) < horizontal_m) continue;
    // The last stretch before the sites is left out: who goes first there is the sites' own rule.
    const until = Math.min(ra.seconds, rb.seconds) - (2 * horizontal_m + 50) / Math.min(ra.speed, rb.speed);
    if (!(until > 0)) continue;
    const measured = closest(rb.x - ra.x, rb.y - ra.y, 0, [rb.vx - ra.vx, rb.vy - ra.vy, 0, until]);
    if (measured < horizontal_m)
      context.report.add(
        {
          code: 'G6-06',
          ids: [a.sortie.id, b.sortie.id],
          at: ra,
          t,
          measured,
          limit: horizontal_m,
          least: true,
          unit: 'm',
        },
        b.sortie.id,
      );
  }
}

function homeward(context: Context, track: Track, t: number) {
  const home = context.sites.get(track.sortie.landing_site_id);
  if (home === undefined || track.craft === null) return null;
  const p = positionAt(track, t);
  const kind = legKind(track, Math.min(p.i, track.n - 2));
  if (kind === 'takeoff' || kind === 'landing') return null;
  const distance = Math.hypot(home.x - p.x, home.y - p.y);
  if (distance < 1) return null;
  const [ux, uy] = [(home.x - p.x) / distance, (home.y - p.y) / distance];
  const speed = groundSpeed(track.craft.cruise_mps, context.wind, ux, uy);
  if (speed === null) return null;
  return { x: p.x, y: p.y, z: p.z, vx: ux * speed, vy: uy * speed, speed, seconds: distance / speed };
}

/** G6-05: two captures of one role lie on one line and overlap by more than an image. */
export function checkTwice(context: Context, captures: readonly Capture[]): void {
  const sorted = [...captures].sort((a, b) => a.track.t[0]! - b.track.t[0]!);
  for (let i = 0; i < sorted.length; i++)
    for (let j = i + 1; j < sorted.length; j++) {
      const [a, b] = [sorted[i]!, sorted[j]!];
      if (a.task.id !== b.task.id || a.role !== b.role || a.length_m < 1) continue;
      if (a.block?.payload_id !== b.block?.payload_id) continue;
      if (Math.abs(a.ux * b.uy - a.uy * b.ux) > 0.02) continue;
      const [f, l] = [b.frames[0]!, b.frames[b.frames.length - 1]!];
      const side = Math.abs((f.y - a.ay) * a.ux - (f.x - a.ax) * a.uy);
      const near = Math.min(5, (a.block?.line_spacing_m ?? 20) * 0.2);
      if (side > near) continue;
      const u = (p: { x: number; y: number }) => (p.x - a.ax) * a.ux + (p.y - a.ay) * a.uy;
      const low = Math.max(a.from_m, Math.min(u(f), u(l)));
      const high = Math.min(a.to_m, Math.max(u(f), u(l)));
      const image = imageSize(a, Math.max(0, a.frames[0]!.agl ?? 0)).along;
      if (high - low > image + 20)
        context.report.add(
          {
            code: 'G6-05',
            ids: [a.lane!.id, b.lane!.id, a.track.sortie.id, b.track.sortie.id, a.task.id],
            at: { x: f.x, y: f.y, z: f.z },
            t: f.t,
            measured: high - low,
            limit: image + 20,
            unit: 'm',
          },
          b.lane!.id,
        );
    }
}
