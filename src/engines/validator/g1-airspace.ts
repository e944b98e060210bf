/** G1, where: zones, buffers, the boundary, obstacles, on every segment and on the true arcs of turns. */
import { SURVEY_RULES } from '#world';
import { type SurveyCode } from '#ir';
import { type Context, type PlacedZone } from './context.ts';
import { type Seg, apart, depthOn, pointSegment, segmentDistance } from './poly.ts';
import { type Track, legKind } from './track.ts';

const SLACK_M = SURVEY_RULES.position_slack_m;

/** A piece of flight: on the chord or on one half of the arc it stands for. */
type Piece = Seg & {
  readonly track: Track;
  readonly segment: number;
  readonly az: number;
  readonly bz: number;
  readonly at: number;
  readonly bt: number;
  /** The piece is not the chord itself. */
  readonly arc: boolean;
};

/** Where a piece breaks a rule. */
type Breach = {
  readonly code: SurveyCode;
  readonly id: string;
  readonly f: number;
  readonly measured: number;
  readonly limit: number;
};

/** Checks G1-01, -02, -03, -07, -08, -09 on all tracks. */
export function checkAirspace(context: Context): void {
  for (const track of context.tracks)
    for (let i = 0; i + 1 < track.n; i++)
      for (const piece of piecesOf(track, i)) {
        const breaches = breachesOf(context, piece);
        for (const breach of breaches) file(context, piece, breach);
      }
}

function piecesOf(track: Track, i: number): Piece[] {
  const base = {
    track,
    segment: i,
    ax: track.x[i]!,
    ay: track.y[i]!,
    bx: track.x[i + 1]!,
    by: track.y[i + 1]!,
    az: track.z[i]!,
    bz: track.z[i + 1]!,
    at: track.t[i]!,
    bt: track.t[i + 1]!,
    arc: false,
  };
  const sag = track.bulge[i]!;
  if (Math.abs(sag) < 0.01) return [base];
  const length = Math.hypot(base.bx - base.ax, base.by - base.ay);
  const mx = (base.ax + base.bx) / 2 - (sag * (base.by - base.ay)) / length;
  const my = (base.ay + base.by) / 2 + (sag * (base.bx - base.ax)) / length;
  const [mz, mt] = [(base.az + base.bz) / 2, (base.at + base.bt) / 2];
  return [
    { ...base, bx: mx, by: my, bz: mz, bt: mt, arc: true },
    { ...base, ax: mx, ay: my, az: mz, at: mt, arc: true },
  ];
}

function breachesOf(context: Context, piece: Piece): Breach[] {
  const out: Breach[] = [];
  const outside = depthOn(context.boundary, piece, false);
  if (outside.depth_m > SLACK_M)
    out.push({ code: 'G1-03', id: 'boundary', f: outside.f, measured: outside.depth_m, limit: 0 });
  for (const zone of context.zones) out.push(...zoneBreach(context, piece, zone));
  for (const { obstacle, x, y } of context.obstacles) {
    const clearance = context.scenario.airspace.obstacle_clearance_m;
    const clip = clipped(piece, -Infinity, obstacle.top_amsl_m + clearance - SLACK_M, null);
    if (clip === null) continue;
    const away = pointSegment([x, y], clip.seg) - obstacle.radius_m;
    if (away < clearance - SLACK_M)
      out.push({
        code: 'G1-07',
        id: obstacle.id,
        f: clip.from,
        measured: Math.max(0, away),
        limit: clearance,
      });
  }
  return out;
}

function zoneBreach(context: Context, piece: Piece, placed: PlacedZone): Breach[] {
  const { zone, poly } = placed;
  const buffer = context.scenario.airspace.nfz_buffer_m;
  if (apart(poly, piece, buffer)) return [];
  const low = zone.floor_amsl_m === null ? -Infinity : zone.floor_amsl_m + SLACK_M;
  const high = zone.ceiling_amsl_m === null ? Infinity : zone.ceiling_amsl_m - SLACK_M;
  const timed = zone.active_from_sec !== null || zone.active_to_sec !== null;
  const span: readonly [number, number] = [zone.active_from_sec ?? -Infinity, zone.active_to_sec ?? Infinity];
  const clip = clipped(piece, low, high, timed ? span : null);
  if (clip === null) return [];
  const inside = depthOn(poly, clip.seg, true);
  const whole = (f: number) => clip.from + f * (clip.to - clip.from);
  if (inside.depth_m > SLACK_M)
    return [
      {
        code: timed ? 'G1-09' : 'G1-01',
        id: zone.id,
        f: whole(inside.f),
        measured: inside.depth_m,
        limit: 0,
      },
    ];
  const near = segmentDistance(poly, clip.seg);
  if (!(near.distance_m < buffer - SLACK_M)) return [];
  return [{ code: 'G1-02', id: zone.id, f: whole(near.f), measured: near.distance_m, limit: buffer }];
}

/** The part of a piece between two heights and within a time span, both linear along it; null: none. */
function clipped(
  piece: Piece,
  low: number,
  high: number,
  span: readonly [number, number] | null,
): { readonly seg: Seg; readonly from: number; readonly to: number } | null {
  let range: readonly [number, number] | null = between(piece.az, piece.bz, low, high);
  if (range !== null && span !== null) {
    const time = between(piece.at, piece.bt, span[0], span[1]);
    range = time === null ? null : [Math.max(range[0], time[0]), Math.min(range[1], time[1])];
  }
  if (range === null || range[0] > range[1]) return null;
  const [from, to] = range;
  const x = (f: number) => piece.ax + f * (piece.bx - piece.ax);
  const y = (f: number) => piece.ay + f * (piece.by - piece.ay);
  return { seg: { ax: x(from), ay: y(from), bx: x(to), by: y(to) }, from, to };
}

function between(a: number, b: number, low: number, high: number): readonly [number, number] | null {
  if (a === b) return a >= low && a <= high ? [0, 1] : null;
  const p = (low - a) / (b - a);
  const q = (high - a) / (b - a);
  const from = Math.max(0, Math.min(p, q));
  const to = Math.min(1, Math.max(p, q));
  return from <= to ? [from, to] : null;
}

function file(context: Context, piece: Piece, breach: Breach): void {
  const { track, segment } = piece;
  const mix = (a: number, b: number) => a + breach.f * (b - a);
  const fault = {
    ids: breach.id === 'boundary' ? [track.sortie.id] : [track.sortie.id, breach.id],
    at: { x: mix(piece.ax, piece.bx), y: mix(piece.ay, piece.by), z: mix(piece.az, piece.bz) },
    t: mix(piece.at, piece.bt),
    measured: breach.measured,
    limit: breach.limit,
    least: breach.code === 'G1-02' || breach.code === 'G1-07',
    unit: 'm',
  };
  const chordClear =
    piece.arc &&
    !breachesOf(context, chordOf(piece)).some((b) => b.code === breach.code && b.id === breach.id);
  if (!chordClear) context.report.add({ ...fault, code: breach.code }, breach.id);
  const curved = breach.code === 'G1-01' || breach.code === 'G1-03' || breach.code === 'G1-09';
  if (chordClear && !curved) context.report.add({ ...fault, code: breach.code }, breach.id);
  if (
    curved &&
    (chordClear || (legKind(track, segment) === 'turn' && turnChordClear(context, piece, breach)))
  )
    context.report.add({ ...fault, code: 'G1-08' }, breach.id);
}

function chordOf(piece: Piece): Piece {
  const { track, segment: i } = piece;
  return {
    ...piece,
    ax: track.x[i]!,
    ay: track.y[i]!,
    bx: track.x[i + 1]!,
    by: track.y[i + 1]!,
    arc: false,
  };
}

/** Whether the straight line from the first to the last point of the turn's leg is clear of what the turn breaks. */
function turnChordClear(context: Context, piece: Piece, breach: Breach): boolean {
  const { track } = piece;
  const k = track.leg[piece.segment]!;
  const [i, j] = [track.legFrom[k]!, track.legTo[k]!];
  const chord: Piece = {
    ...piece,
    ax: track.x[i]!,
    ay: track.y[i]!,
    bx: track.x[j]!,
    by: track.y[j]!,
    az: track.z[i]!,
    bz: track.z[j]!,
    at: track.t[i]!,
    bt: track.t[j]!,
    arc: false,
  };
  return !breachesOf(context, chord).some((b) => b.code === breach.code && b.id === breach.id);
}
