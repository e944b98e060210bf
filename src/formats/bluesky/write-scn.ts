import { M_PER_FT, MPS_PER_KT, type Result, err, fullCircle, ok } from '#base';
import type { Frame } from '#geo';
import { type Ground, type TrajectoryPoint, toAmsl_m } from '#world';
import { type FormatError, formatError } from '../format-error.ts';

/** One aircraft to be written: `start_sec` after the scenario's start, on a trajectory in the city's plane. */
export type ScnExport = {
  readonly id: string;
  readonly type: string;
  readonly start_sec: number;
  readonly points: readonly Pick<TrajectoryPoint, 't_sec' | 'x_m' | 'y_m' | 'z_m'>[];
};

/**
 * `replay`: the aircraft is moved to each point of its trajectory at its time, so that BlueSky shows our motion.
 * `waypoints`: it is created with a route, and BlueSky's own flight model flies it at the legs' heights and speeds.
 */
export type ScnStyle = 'replay' | 'waypoints';

/** Where the plane lies on the earth. */
export type ScnSetting = { readonly frame: Frame; readonly ground: Ground; readonly style: ScnStyle };

const ID = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * A BlueSky scenario (.scn) of trajectories. Heights above ground become feet above mean sea level with the city's ground;
 * speeds are ground speeds in knots, which BlueSky reads as calibrated air speeds: the same at city heights in still air.
 * Refused: an id or type that would break a command, the same id twice, a trajectory of fewer than two points.
 */
export function writeScn(exports: readonly ScnExport[], setting: ScnSetting): Result<string, FormatError> {
  const lines: { readonly t_sec: number; readonly text: string }[] = [];
  const seen = new Set<string>();
  for (const [i, e] of exports.entries()) {
    const id = e.id.toUpperCase();
    if (!ID.test(e.id) || !ID.test(e.type)) {
      return err(
        formatError('invalid_data', 'an aircraft id and type are letters, digits, - and _', `[${i}]`),
      );
    }
    if (seen.has(id))
      return err(
        formatError('invalid_data', `the id ${id} is written twice (case does not count)`, `[${i}]`),
      );
    if (e.points.length < 2) return err(formatError('invalid_data', `${id} needs two points`, `[${i}]`));
    seen.add(id);
    lines.push(...flightLines(e, id, setting));
  }
  const body = lines
    .map((line, order) => ({ ...line, order }))
    .sort((a, b) => a.t_sec - b.t_sec || a.order - b.order)
    .map((line) => `${clock(line.t_sec)}>${line.text}`);
  const head = [
    '# Trajectories in feet above mean sea level, knots over ground; times from the start of the scenario.',
    `# Style ${setting.style}; ground at ${setting.ground.amsl_m} m.`,
  ];
  return ok(`${[...head, ...body].join('\n')}\n`);
}

function flightLines(e: ScnExport, id: string, setting: ScnSetting): { t_sec: number; text: string }[] {
  const legs = e.points.slice(1).map((to, i) => legOf(e.points[i]!, to));
  let heading = legs.find((l) => l.heading_deg !== null)?.heading_deg ?? 0;
  const out: { t_sec: number; text: string }[] = [];
  const first = e.points[0]!;
  const start = e.start_sec + first.t_sec;
  const at = (p: ScnExport['points'][number]): string => {
    const [lon, lat] = setting.frame.toLonLat(p);
    return `${lat.toFixed(8)},${lon.toFixed(8)}`;
  };
  const feet = (p: ScnExport['points'][number]): string =>
    (toAmsl_m(p.z_m, setting.ground) / M_PER_FT).toFixed(3);
  out.push({
    t_sec: start,
    text: `CRE ${id},${e.type},${at(first)},${heading.toFixed(3)},${feet(first)},${legs[0]!.speed_kt.toFixed(4)}`,
  });
  e.points.forEach((p, i) => {
    const leg = legs[i];
    if (setting.style === 'waypoints') {
      if (i > 0)
        out.push({
          t_sec: start,
          text: `${id} ADDWPT ${at(p)},${feet(p)},${legs[i - 1]!.speed_kt.toFixed(4)}`,
        });
      return;
    }
    if (leg === undefined) return;
    heading = leg.heading_deg ?? heading;
    out.push({
      t_sec: e.start_sec + p.t_sec,
      text: `MOVE ${id},${at(p)},${feet(p)},${heading.toFixed(3)},${leg.speed_kt.toFixed(4)},${leg.climb_fpm.toFixed(2)}`,
    });
  });
  const last = e.points.at(-1)!;
  if (setting.style === 'replay') {
    const end = e.start_sec + last.t_sec;
    out.push({ t_sec: end, text: `MOVE ${id},${at(last)},${feet(last)},${heading.toFixed(3)},0,0` });
    out.push({ t_sec: end, text: `DEL ${id}` });
  }
  return out;
}

type Leg = { readonly heading_deg: number | null; readonly speed_kt: number; readonly climb_fpm: number };

function legOf(a: ScnExport['points'][number], b: ScnExport['points'][number]): Leg {
  const dt = b.t_sec - a.t_sec;
  const dx = b.x_m - a.x_m;
  const dy = b.y_m - a.y_m;
  const length = Math.hypot(dx, dy);
  return {
    heading_deg: length > 1e-6 ? fullCircle((Math.atan2(dx, dy) * 180) / Math.PI) : null,
    speed_kt: length / dt / MPS_PER_KT,
    climb_fpm: ((b.z_m - a.z_m) / dt / M_PER_FT) * 60,
  };
}

/** HH:MM:SS.mmm; hours may pass 24. */
function clock(t_sec: number): string {
  const ms = Math.round(t_sec * 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const fraction = String(ms % 1000).padStart(3, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${fraction}`;
}
