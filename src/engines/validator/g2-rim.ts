/** G2-10 frames beyond the rim, and G2-14 the sun. */
import { SURVEY_RULES } from '#world';
import { type Capture } from './captures.ts';
import { type Context } from './context.ts';
import { discsOf } from './masts.ts';
import { cuts, isInside, pointSegment, segmentDistance } from './poly.ts';

/** Frames outside the area at both ends of every lane, where the airspace has room for them. */
export function checkRim(context: Context, captures: readonly Capture[]): void {
  for (const capture of captures) {
    const { task } = capture;
    if (task.survey_type !== 'camera' || task.rim_photos === 0 || capture.role === 'tie') continue;
    for (const forward of [false, true]) checkEnd(context, captures, capture, forward);
  }
}

function checkEnd(context: Context, all: readonly Capture[], capture: Capture, forward: boolean): void {
  const { task, frames } = capture;
  const area = context.areas.get(task.id)!;
  const sign = forward ? 1 : -1;
  const end = forward ? frames[frames.length - 1]! : frames[0]!;
  const step =
    frames.length > 1
      ? Math.abs(frames[1]!.along - frames[0]!.along)
      : (capture.block?.photo_spacing_m ?? 10);
  // A lane that goes on in another leg has its rim there.
  const goesOn = all.some(
    (c) =>
      c !== capture &&
      c.lane!.id === capture.lane!.id &&
      c.frames.some((f) => sign * ((f.x - end.x) * capture.ux + (f.y - end.y) * capture.uy) > step / 2),
  );
  if (goesOn) return;
  let outside = 0;
  for (let i = frames.length - 1; i >= 0; i--) {
    const f = frames[forward ? i : frames.length - 1 - i]!;
    if (isInside(area, f.x, f.y)) break;
    outside += 1;
  }
  const need = task.rim_photos;
  if (outside >= need) return;
  const missing = need - outside;
  const seg = {
    ax: end.x,
    ay: end.y,
    bx: end.x + sign * capture.ux * step * missing,
    by: end.y + sign * capture.uy * step * missing,
  };
  const buffer = context.scenario.airspace.nfz_buffer_m;
  if (cuts(context.boundary, seg).length > 2 || !isInside(context.boundary, seg.bx, seg.by)) return;
  if (context.zones.some(({ poly }) => segmentDistance(poly, seg).distance_m < buffer)) return;
  if (discsOf(context, [capture]).some((d) => pointSegment([d.x, d.y], seg) < d.r)) return;
  context.report.add(
    {
      code: 'G2-10',
      ids: [capture.lane!.id, capture.track.sortie.id, task.id],
      at: end,
      t: end.t,
      measured: outside,
      limit: need,
      least: true,
      unit: '1',
    },
    forward ? 'end' : 'start',
  );
}

/** Elevation of the sun when the first and the last frame are taken. */
export function checkSun(context: Context, captures: readonly Capture[]): void {
  const cameras = captures.filter((c) => c.payload.type === 'camera');
  if (cameras.length === 0) return;
  const start = Date.parse(context.scenario.work_window.start_utc);
  if (!Number.isFinite(start)) return;
  for (const c of cameras)
    for (const f of [c.frames[0]!, c.frames[c.frames.length - 1]!]) {
      const [lon, lat] = context.plane.lonLat(f.x, f.y);
      const measured = sunElevation(start + f.t * 1000, lon, lat);
      if (measured < SURVEY_RULES.sun_elevation_min_deg)
        context.report.add({
          code: 'G2-14',
          ids: [c.task.id],
          at: f,
          t: f.t,
          measured,
          limit: SURVEY_RULES.sun_elevation_min_deg,
          least: true,
          unit: 'deg',
        });
    }
}

/**
 * Elevation of the sun's centre, degrees, without refraction. Low-precision solar coordinates of the Astronomical
 * Almanac (about 0.01 degrees between 1950 and 2050).
 */
export function sunElevation(ms: number, lon_deg: number, lat_deg: number): number {
  const rad = Math.PI / 180;
  const n = ms / 86_400_000 - 10957.5;
  const mean = (280.46 + 0.9856474 * n) * rad;
  const anomaly = (357.528 + 0.9856003 * n) * rad;
  const ecliptic = mean + (1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const tilt = (23.439 - 4e-7 * n) * rad;
  const right = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const sidereal = (18.697374558 + 24.06570982441908 * n) * 15 * rad + lon_deg * rad;
  const hour = sidereal - right;
  const lat = lat_deg * rad;
  return (
    Math.asin(
      Math.sin(lat) * Math.sin(declination) + Math.cos(lat) * Math.cos(declination) * Math.cos(hour),
    ) / rad
  );
}
