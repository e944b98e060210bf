/** G3 on lanes: lead-in (G3-02), crab (G3-08), headway (G5-05). */
import { SURVEY_RULES } from '#world';
import { type Capture } from './captures.ts';
import { type Context } from './context.ts';
import { groundSpeed } from './energy.ts';
import { intoWind } from './remedies.ts';
import { type Track } from './track.ts';
import { comma } from './words.ts';

/** Sideways room within which a path still runs on the lane's line. */
const ON_LINE_M = 2 * SURVEY_RULES.position_slack_m;

/** Checks all captures. */
export function checkLanes(context: Context, captures: readonly Capture[]): void {
  for (const capture of captures) {
    checkLeadIn(context, capture);
    checkCrab(context, capture);
  }
  for (const track of context.tracks) checkHeadway(context, track);
}

function checkLeadIn(context: Context, capture: Capture): void {
  const first = capture.frames[0]!;
  const run = straightBefore(capture);
  const ids = [capture.lane!.id, capture.track.sortie.id];
  const common = { code: 'G3-02' as const, ids, at: first, t: first.t, least: true };
  if (context.scenario.objective.turn_mode === 'track_line') {
    const limit = SURVEY_RULES.track_line_settle_s;
    if (run.seconds < limit - 0.01)
      context.report.add({
        ...common,
        measured: run.seconds,
        limit,
        unit: 's',
        detail: {
          en: `lengthen the lead-in by ${((limit - run.seconds) * first.speed_mps).toFixed(1)} m`,
          ru: `удлинить заход на ${comma(((limit - run.seconds) * first.speed_mps).toFixed(1))} м`,
        },
      });
  }
  const cable = capture.payload.type === 'magnetometer' ? capture.payload.cable_m : 0;
  if (cable > 0 && run.metres < cable - SURVEY_RULES.position_slack_m)
    context.report.add({ ...common, measured: run.metres, limit: cable, unit: 'm' }, 'cable');
}

/** Time and distance flown forward on the lane's line just before the sensor starts. */
function straightBefore(capture: Capture): { readonly seconds: number; readonly metres: number } {
  const { track, ux, uy } = capture;
  const first = capture.frames[0]!;
  const offset = (i: number) => Math.abs((track.y[i]! - first.y) * ux - (track.x[i]! - first.x) * uy);
  let start = first.t;
  let metres = 0;
  for (let i = first.segment; i >= 0; i--) {
    const forward = track.vx[i]! * ux + track.vy[i]! * uy;
    if (track.leg[i] === -1 || !(track.dt[i]! > 0) || !(forward > 0.05)) break;
    if (offset(i) > ON_LINE_M || (i < first.segment && offset(i + 1) > ON_LINE_M)) break;
    const until = Math.min(first.t, track.t[i + 1]!);
    metres += forward * (until - track.t[i]!);
    start = track.t[i]!;
  }
  return { seconds: first.t - start, metres };
}

function checkCrab(context: Context, capture: Capture): void {
  if (capture.payload.type === 'magnetometer') return;
  for (const frame of capture.frames) {
    const measured = (frame.crab * 180) / Math.PI;
    if (measured > SURVEY_RULES.crab_max_deg + 0.1)
      context.report.add({
        code: 'G3-08',
        ids: [capture.lane!.id, capture.track.sortie.id, capture.task.id],
        at: frame,
        t: frame.t,
        measured,
        limit: SURVEY_RULES.crab_max_deg,
        unit: 'deg',
        remedy: () => intoWind(context, capture.task.id),
      });
  }
}

/** A direction of flight in which even the greatest airspeed makes no way over the ground. */
function checkHeadway(context: Context, track: Track): void {
  if (track.craft === null) return;
  for (let i = 0; i + 1 < track.n; i++) {
    const length = track.flat[i]!;
    if (track.leg[i] === -1 || length < 0.5) continue;
    const [ux, uy] = [(track.x[i + 1]! - track.x[i]!) / length, (track.y[i + 1]! - track.y[i]!) / length];
    if (groundSpeed(track.craft.speed_max_mps, context.wind, ux, uy) !== null) continue;
    const cross = Math.abs(context.wind.y * ux - context.wind.x * uy);
    context.report.add({
      code: 'G5-05',
      ids: [track.sortie.id],
      at: { x: track.x[i]!, y: track.y[i]!, z: track.z[i]! },
      t: track.t[i]!,
      measured: Math.max(cross, context.wind.speed_mps),
      limit: track.craft.speed_max_mps,
      unit: 'm/s',
    });
  }
}
