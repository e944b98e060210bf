/** G3: can the aircraft fly this. Mean accelerations between chords never exceed the true ones. */
import { type AircraftFigures, SURVEY_RULES } from '#world';
import { type Context } from './context.ts';
import { type Track, legKind, turnBetween } from './track.ts';
import { comma } from './words.ts';

/** Positions are written to a tenth of a millimetre; what that does to a velocity over a short time is not a fault. */
const NOISE_M = 3e-4;
/** Beyond this share of the greatest airspeed a take-off or landing leg is a leap. */
const LEAP_RATIO = 1.2;
/** Planes of two projections differ by less than this over a survey. */
const PLANE_RATIO = 1e-3;

/** Checks G3-01, -03, -04, -05, -06, -07 on all tracks. */
export function checkKinematics(context: Context): void {
  for (const track of context.tracks) {
    checkContinuity(context, track);
    if (track.craft === null) continue;
    checkSpeeds(context, track, track.craft);
    checkTurns(context, track, track.craft);
  }
}

function at(track: Track, i: number) {
  return { at: { x: track.x[i]!, y: track.y[i]!, z: track.z[i]! }, t: track.t[i]! };
}

function checkContinuity(context: Context, track: Track): void {
  const { sortie } = track;
  for (let i = 0; i + 1 < track.n; i++) {
    const jump = Math.hypot(
      track.x[i + 1]! - track.x[i]!,
      track.y[i + 1]! - track.y[i]!,
      track.z[i + 1]! - track.z[i]!,
    );
    if (track.leg[i] === -1)
      context.report.add({
        code: 'G3-06',
        ids: [sortie.id],
        ...at(track, i),
        measured: jump,
        limit: 0,
        unit: 'm',
        detail: {
          en: 'a leg does not start where the one before it ends',
          ru: 'участок начинается не там, где кончился предыдущий',
        },
      });
    else if (!(track.dt[i]! > 0))
      context.report.add({
        code: 'G3-06',
        ids: [sortie.id],
        ...at(track, i),
        measured: track.dt[i]!,
        limit: 0,
        least: true,
        unit: 's',
        detail: { en: 'time does not advance', ru: 'время не растёт' },
      });
  }
  checkEnds(context, track);
}

/** A sortie starts and ends on its sites. */
function checkEnds(context: Context, track: Track): void {
  const { sortie } = track;
  const ends: [string, number][] = [
    [sortie.site_id, 0],
    [sortie.landing_site_id, track.n - 1],
  ];
  for (const [siteId, i] of ends) {
    const placed = context.sites.get(siteId);
    if (placed === undefined) continue;
    const measured = Math.hypot(
      track.x[i]! - placed.x,
      track.y[i]! - placed.y,
      track.z[i]! - placed.site.elevation_amsl_m,
    );
    // Pads of one site lie beside each other.
    const limit = 50;
    if (measured > limit)
      context.report.add({
        code: 'G3-06',
        ids: [sortie.id, siteId],
        ...at(track, i),
        measured,
        limit,
        unit: 'm',
        detail: {
          en: 'the sortie does not start or end at its site',
          ru: 'вылет начинается или кончается не на площадке',
        },
      });
  }
}

function checkSpeeds(context: Context, track: Track, craft: AircraftFigures): void {
  for (let i = 0; i + 1 < track.n; i++) {
    const dt = track.dt[i]!;
    if (!(dt > 0) || track.leg[i] === -1) continue;
    const vertical = NOISE_M / dt + 2e-3;
    const up = track.vz[i]!;
    const common = { ids: [track.sortie.id], ...at(track, i), unit: 'm/s' };
    if (up > craft.climb_max_mps * (1 + PLANE_RATIO) + vertical)
      context.report.add({
        ...common,
        code: 'G3-03',
        measured: up,
        limit: craft.climb_max_mps,
        detail: longer(up, craft.climb_max_mps, dt),
      });
    if (-up > craft.descent_max_mps * (1 + PLANE_RATIO) + vertical)
      context.report.add({
        ...common,
        code: 'G3-04',
        measured: -up,
        limit: craft.descent_max_mps,
        detail: longer(-up, craft.descent_max_mps, dt),
      });
    const kind = legKind(track, i);
    const air = Math.hypot(track.vx[i]! - context.wind.x, track.vy[i]! - context.wind.y);
    const slack = PLANE_RATIO * craft.speed_max_mps + NOISE_M / dt;
    if (kind === 'takeoff' || kind === 'landing') {
      // Released from the range of speeds, but not from being an aircraft.
      if (air > LEAP_RATIO * craft.speed_max_mps + slack)
        context.report.add({ ...common, code: 'G3-06', measured: air, limit: craft.speed_max_mps }, 'leap');
      continue;
    }
    if (air > craft.speed_max_mps + slack)
      context.report.add({ ...common, code: 'G3-05', measured: air, limit: craft.speed_max_mps }, 'fast');
    if (craft.kind !== 'multirotor' && air < craft.speed_min_mps - slack)
      context.report.add(
        { ...common, code: 'G3-05', measured: air, limit: craft.speed_min_mps, least: true },
        'slow',
      );
  }
}

function longer(measured: number, limit: number, dt: number) {
  const need = (dt * measured) / limit;
  return {
    en: `this change of height takes ${need.toFixed(1)} s, the plan gives ${dt.toFixed(1)} s`,
    ru: `это изменение высоты занимает ${comma(need.toFixed(1))} с, в плане ${comma(dt.toFixed(1))} с`,
  };
}

/** Points at least a tenth of a second apart; their chords are mean velocities too, and noise stays small. */
function thinned(track: Track): number[] {
  const kept = [0];
  for (let i = 1; i < track.n; i++) {
    const last = kept[kept.length - 1]!;
    if (track.t[i]! - track.t[last]! >= 0.1 || (i === track.n - 1 && track.t[i]! > track.t[last]!))
      kept.push(i);
  }
  return kept;
}

type Chord = { readonly x: number; readonly y: number; readonly dt: number };

function chord(track: Track, i: number, j: number): Chord {
  const dt = track.t[j]! - track.t[i]!;
  return { x: (track.x[j]! - track.x[i]!) / dt, y: (track.y[j]! - track.y[i]!) / dt, dt };
}

function checkTurns(context: Context, track: Track, craft: AircraftFigures): void {
  const kept = thinned(track);
  for (let k = 1; k + 1 < kept.length; k++) {
    const a = chord(track, kept[k - 1]!, kept[k]!);
    const b = chord(track, kept[k]!, kept[k + 1]!);
    const v = { a, b, i: kept[k]!, steps: (kept[k + 1]! - kept[k - 1]!) / 2 };
    if (craft.kind === 'multirotor') checkPull(context, track, craft, v);
    else checkBend(context, track, craft, v);
  }
}

/** Two chords that meet at a point; `steps` of the plan go into each, in the mean. */
type Vertex = { readonly a: Chord; readonly b: Chord; readonly i: number; readonly steps: number };

function noiseOf(a: Chord, b: Chord, span: number): number {
  return (NOISE_M * (1 / a.dt + 1 / b.dt)) / span;
}

/** A multirotor's horizontal acceleration. A chord longer than the sampling step is uniform and lends no time to it. */
function checkPull(context: Context, track: Track, craft: AircraftFigures, v: Vertex): void {
  const { a, b, i } = v;
  const [speedA, speedB] = [Math.hypot(a.x, a.y), Math.hypot(b.x, b.y)];
  const bend = speedA > 0.1 && speedB > 0.1 ? Math.abs(turnBetween(a.x, a.y, b.x, b.y)) : Math.PI;
  const curve =
    bend < ((SURVEY_RULES.turn_step_max_deg + 0.5) * Math.PI) / 180 &&
    Math.abs(speedA - speedB) < 0.02 * Math.max(speedA, speedB);
  const step = SURVEY_RULES.speed_step_max_s;
  const span = curve ? (a.dt + b.dt) / 2 : (Math.min(a.dt, step) + Math.min(b.dt, step)) / 2;
  const measured = Math.hypot(b.x - a.x, b.y - a.y) / span;
  const limit = craft.acceleration_mps2;
  const slack = SURVEY_RULES.sampled_acceleration_slack_ratio * limit + noiseOf(a, b, span);
  if (measured > limit + slack)
    context.report.add({
      code: 'G3-07',
      ids: [track.sortie.id],
      ...at(track, i),
      measured,
      limit,
      unit: 'm/s2',
    });
}

/** A wing's radius over the ground from its lateral acceleration; a bend sharper than the sampling step is a corner. */
function checkBend(context: Context, track: Track, craft: AircraftFigures, v: Vertex): void {
  const { a, b, i, steps } = v;
  const [speedA, speedB] = [Math.hypot(a.x, a.y), Math.hypot(b.x, b.y)];
  if (speedA < 1 || speedB < 1) return;
  const bend = Math.abs(turnBetween(a.x, a.y, b.x, b.y));
  const speed = (speedA + speedB) / 2;
  const mx = a.x + b.x;
  const my = a.y + b.y;
  const norm = Math.hypot(mx, my) || 1;
  const span = (a.dt + b.dt) / 2;
  const lateral = Math.abs(((b.x - a.x) * -my + (b.y - a.y) * mx) / norm) / span;
  const most = (craft.cruise_mps * craft.cruise_mps) / craft.turn_radius_m;
  const limit = (speed * speed) / most;
  const slack = SURVEY_RULES.sampled_acceleration_slack_ratio * most + noiseOf(a, b, span);
  const corner =
    bend >
    ((steps * SURVEY_RULES.turn_step_max_deg + 0.3) * Math.PI) / 180 +
      NOISE_M / (speed * Math.min(a.dt, b.dt));
  if (!corner && lateral <= most + slack) return;
  // Of a corner the radius is that of the arc that its shorter side leaves room for.
  const room = Math.min(a.dt * speedA, b.dt * speedB) / 2 / Math.tan(Math.min(bend, 3.1) / 2) || 0;
  const measured = corner ? Math.min(room, limit * 0.999) : (speed * speed) / lateral;
  context.report.add({
    code: 'G3-01',
    ids: [track.sortie.id],
    ...at(track, i),
    measured,
    limit,
    least: true,
    unit: 'm',
    ...(corner
      ? {
          detail: {
            en: `a corner of ${((bend * 180) / Math.PI).toFixed(0)} degrees`,
            ru: `излом на ${((bend * 180) / Math.PI).toFixed(0)}°`,
          },
        }
      : {}),
  });
}
