/** G2 between lanes: side overlap, line spacing, tie lines. Neighbours are found from the flown lines. */
import { SURVEY_RULES, type SurveyTask } from '#world';
import { type Capture, type Frame } from './captures.ts';
import { type Context } from './context.ts';
import { imageSize } from './footprint.ts';
import { OtherSwaths } from './g2-seams.ts';
import { type Disc, discsOf } from './masts.ts';
import { type Poly, apart, cuts, isInside, pointSegment, segmentDistance } from './poly.ts';
import { comma } from './words.ts';

/** A capture in the frame of its set: u along, v across. */
type Line = {
  readonly capture: Capture;
  readonly v: number;
  readonly u0: number;
  readonly u1: number;
};

/** Directions that differ by less than this are parallel. */
const PARALLEL_DEG = 1;
const SAMPLES_PER_LINE = 24;
/** Lines that end within this of one another end together. */
const SAME_END_M = 0.5;

/** Checks G2-04, G2-06 and G2-12 (tie lines); returns side overlaps seen. */
export function checkLines(context: Context, captures: readonly Capture[]): number[] {
  const seen: number[] = [];
  for (const task of context.scenario.tasks) {
    const own = captures.filter((c) => c.task.id === task.id && c.payload.type === task.survey_type);
    const ground: Ground = { area: context.areas.get(task.id)!, discs: discsOf(context, own) };
    for (const role of ['main', 'cross'] as const) {
      const captures = own.filter((c) => c.role === role);
      for (const set of parallelSets(captures)) checkSet(context, { task, ground, seen, ...set }, captures);
    }
    if (task.tie_line_every !== null) checkTies(context, task, own);
  }
  return seen;
}

/** What is to be imaged of a task, zones and their buffer apart. */
type Ground = { readonly area: Poly; readonly discs: readonly Disc[] };

/** Parallel lines of one role of a task, in order across them. */
type LineSet = {
  readonly task: SurveyTask;
  readonly ground: Ground;
  readonly seen: number[];
  readonly lines: readonly Line[];
  readonly ux: number;
  readonly uy: number;
};

/** Groups of parallel captures, each with its axes from its longest member. */
function parallelSets(captures: readonly Capture[]): { lines: Line[]; ux: number; uy: number }[] {
  const rest = [...captures].sort((a, b) => b.length_m - a.length_m || (a.lane!.id < b.lane!.id ? -1 : 1));
  const sets: { lines: Line[]; ux: number; uy: number }[] = [];
  const sin = Math.sin((PARALLEL_DEG * Math.PI) / 180);
  for (const capture of rest) {
    const set = sets.find((s) => Math.abs(s.ux * capture.uy - s.uy * capture.ux) < sin);
    if (set === undefined)
      sets.push({ lines: [lineIn(capture, capture.ux, capture.uy)], ux: capture.ux, uy: capture.uy });
    else set.lines.push(lineIn(capture, set.ux, set.uy));
  }
  for (const set of sets) set.lines.sort((a, b) => a.v - b.v || a.u0 - b.u0);
  return sets;
}

function lineIn(capture: Capture, ux: number, uy: number): Line {
  const [first, last] = [capture.frames[0]!, capture.frames[capture.frames.length - 1]!];
  const u = (f: Frame) => f.x * ux + f.y * uy;
  const v = (f: Frame) => f.y * ux - f.x * uy;
  // The last image reaches half its length further than its middle.
  const agl = Math.min(first.agl ?? 0, last.agl ?? 0);
  const reach = Math.max(0.5, imageSize(capture, Math.max(0, agl)).along / 2);
  return {
    capture,
    v: (v(first) + v(last)) / 2,
    u0: Math.min(u(first), u(last)) - reach,
    u1: Math.max(u(first), u(last)) + reach,
  };
}

/** Neighbours are looked for among parallel lines; where lines of another direction lie between, there is a seam. */
function checkSet(context: Context, set: LineSet, captures: readonly Capture[]): void {
  const own = new Set(set.lines.map((l) => l.capture));
  const others = new OtherSwaths(
    captures.filter((c) => !own.has(c)),
    context.wind,
  );
  set.lines.forEach((line, i) => {
    const count = Math.max(2, Math.min(SAMPLES_PER_LINE, Math.ceil((line.u1 - line.u0) / 10)));
    for (let k = 0; k <= count; k++)
      checkPlace(context, set, others, { i, u: line.u0 + ((line.u1 - line.u0) * k) / count });
  });
}

/** One place on a line: the pair with the next line, or the seams on both sides where there is none. */
function checkPlace(
  context: Context,
  set: LineSet,
  others: OtherSwaths,
  place: { readonly i: number; readonly u: number },
): void {
  const { task, ground, seen, lines, ux, uy } = set;
  const { i, u } = place;
  const line = lines[i]!;
  const a = pointOn(line, u, ux, uy);
  for (const way of [1, -1] as const) {
    const next = nextLine(lines, i, u, way);
    const b = next === null ? null : pointOn(next, u, ux, uy);
    const seam = b === null ? others.captures.length > 0 : others.captures.some((c) => liesBetween(c, a, b));
    if (seam) judgeSeam(context, set, others, { line, a, way });
    else if (way === 1 && next !== null && b !== null && openBetween(context, ground, a, b))
      judgePair(context, task, { line, next, a, b }, seen);
  }
}

type Seam = { readonly line: Line; readonly a: Point; readonly way: 1 | -1 };

/** Where the area goes on beyond the swath of a line, lanes of other directions have to take over from it. */
function judgeSeam(context: Context, set: LineSet, others: OtherSwaths, seam: Seam): void {
  const { task, ground, seen, ux, uy } = set;
  const { line, a, way } = seam;
  if (task.quality.type === 'line_spacing') {
    context.report.cannotJudge(
      'G2-06',
      'lanes of another direction lie beside a lane: across such a seam no line spacing exists, and only the coverage by exact area is judged',
      'рядом с галсом лежат галсы другого направления: на таком стыке межгалсового расстояния нет, оценено только покрытие по точной площади',
    );
    return;
  }
  const ends = (half: number) =>
    [-1, 1].map((s) => ({ ...a, x: a.x - s * uy * half, y: a.y + s * ux * half }));
  const level = imageSize(line.capture, Math.max(0, line.capture.frames[0]!.agl ?? 0)).across;
  const [left, right] = ends(level / 2) as [Point, Point];
  const high = highestBetween(context, left, right);
  if (high === null) return;
  const width = imageSize(line.capture, Math.max(0, a.z - high)).across * Math.cos(a.crab);
  const beyond = ends(width / 2 + 0.5)[way === 1 ? 1 : 0]!;
  if (!(width > 0) || !openBetween(context, ground, a, beyond)) return;
  const measured = others.shareOf(a, [-uy, ux], width);
  seen.push(measured);
  const slack = SURVEY_RULES.position_slack_m / Math.max(1, width) + SURVEY_RULES.rounding_ratio;
  if (measured >= task.side_overlap - slack) return;
  context.report.add(
    {
      code: 'G2-04',
      ids: [line.capture.lane!.id, line.capture.track.sortie.id, task.id],
      at: { x: beyond.x, y: beyond.y, z: null },
      t: a.t,
      measured,
      limit: task.side_overlap,
      least: true,
      unit: '1',
      detail: {
        en: 'share of the swath that lanes of other directions show as well, across the seam with them',
        ru: 'доля полосы захвата, которую на стыке снимают и галсы другого направления',
      },
    },
    'seam',
  );
}

type Spot = { readonly x: number; readonly y: number };

/** Which side of the line from p to q a spot is on: the sign of twice the triangle's area. */
function side(p: Spot, q: Spot, at: Spot): number {
  return (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x);
}

/** Whether a flown line crosses the way from one point to another. */
function liesBetween(capture: Capture, a: Spot, b: Spot): boolean {
  const first = capture.frames[0]!;
  const last = capture.frames[capture.frames.length - 1]!;
  return side(a, b, first) * side(a, b, last) < 0 && side(first, last, a) * side(first, last, b) < 0;
}

/** The nearest line to one side that covers the same u; pieces of the same line are passed over. */
function nextLine(lines: readonly Line[], i: number, u: number, way: 1 | -1): Line | null {
  const own = lines[i]!.v;
  for (let k = i + way; k >= 0 && k < lines.length; k += way) {
    const line = lines[k]!;
    if (way * (line.v - own) < 0.5 || u < line.u0 - SAME_END_M || u > line.u1 + SAME_END_M) continue;
    return line;
  }
  return null;
}

type Point = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly t: number;
  readonly crab: number;
};

function pointOn(line: Line, u: number, ux: number, uy: number): Point {
  const { frames } = line.capture;
  const [first, last] = [frames[0]!, frames[frames.length - 1]!];
  const uf = (f: Frame) => f.x * ux + f.y * uy;
  const span = uf(last) - uf(first);
  const f = Math.abs(span) < 1e-6 ? 0 : (u - uf(first)) / span;
  const at = Math.min(frames.length - 1, Math.max(0, Math.round(f * (frames.length - 1))));
  const near = frames[at]!;
  return {
    x: first.x + f * (last.x - first.x),
    y: first.y + f * (last.y - first.y),
    z: near.z,
    t: near.t,
    crab: near.crab,
  };
}

/** Whether everything between two points belongs to the plannable area. */
function openBetween(context: Context, ground: Ground, a: Point, b: Point): boolean {
  const seg = { ax: a.x, ay: a.y, bx: b.x, by: b.y };
  if (ground.discs.some((d) => pointSegment([d.x, d.y], seg) <= d.r + 0.5)) return false;
  for (const poly of [ground.area, context.boundary])
    if (!isInside(poly, a.x, a.y) || !isInside(poly, b.x, b.y) || cuts(poly, seg).length > 2) return false;
  const buffer = context.scenario.airspace.nfz_buffer_m;
  return !context.zones.some(
    ({ poly }) => !apart(poly, seg, buffer) && segmentDistance(poly, seg).distance_m <= buffer + 0.5,
  );
}

type Pair = { readonly line: Line; readonly next: Line; readonly a: Point; readonly b: Point };

function judgePair(context: Context, task: SurveyTask, pair: Pair, seen: number[]): void {
  const { line, next, a, b } = pair;
  const spacing = next.v - line.v;
  const ids = [line.capture.lane!.id, next.capture.lane!.id, line.capture.track.sortie.id, task.id];
  const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: null };
  if (task.quality.type === 'line_spacing') {
    const limit = task.quality.line_spacing_m;
    if (spacing > limit * (1 + SURVEY_RULES.rounding_ratio) + SURVEY_RULES.position_slack_m)
      context.report.add({ code: 'G2-06', ids, at, t: a.t, measured: spacing, limit, unit: 'm' });
    return;
  }
  const high = highestBetween(context, a, b);
  if (high === null) {
    context.report.cannotJudge(
      'G2-04',
      'the ground between lines is unknown',
      'рельеф между галсами неизвестен',
    );
    return;
  }
  const width = (p: Point, of: Line) =>
    Math.max(0, imageSize(of.capture, Math.max(0, p.z - high)).across) * Math.cos(p.crab);
  const mean = (width(a, line) + width(b, next)) / 2;
  const measured = mean > 0 ? Math.max(-1, 1 - spacing / mean) : -1;
  seen.push(measured);
  const slack = SURVEY_RULES.position_slack_m / Math.max(1, mean) + SURVEY_RULES.rounding_ratio;
  if (measured < task.side_overlap - slack)
    context.report.add({
      code: 'G2-04',
      ids,
      at,
      t: a.t,
      measured,
      limit: task.side_overlap,
      least: true,
      unit: '1',
      detail: {
        en: `lines ${spacing.toFixed(1)} m apart, at most ${(mean * (1 - task.side_overlap)).toFixed(1)} m here`,
        ru: `между галсами ${comma(spacing.toFixed(1))} м, здесь можно не более ${comma((mean * (1 - task.side_overlap)).toFixed(1))} м`,
      },
    });
}

function highestBetween(context: Context, a: Point, b: Point): number | null {
  const { step_m } = context.ground;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const steps = step_m === null ? 1 : Math.max(4, Math.min(40, Math.ceil(length / step_m)));
  let high = -Infinity;
  for (let k = 0; k <= steps; k++) {
    const f = k / steps;
    const [lon, lat] =
      step_m === null ? [0, 0] : context.plane.lonLat(a.x + f * (b.x - a.x), a.y + f * (b.y - a.y));
    const ground = context.ground.at(lon, lat);
    if (ground === null) return null;
    high = Math.max(high, ground);
  }
  return high;
}

/** Tie lines: across the lanes, one every so many required spacings and one within half of that of each end. */
function checkTies(context: Context, task: SurveyTask, own: readonly Capture[]): void {
  if (task.quality.type !== 'line_spacing') return;
  const limit = task.tie_line_every! * task.quality.line_spacing_m;
  const main = own.filter((c) => c.role === 'main').sort((a, b) => b.length_m - a.length_m)[0];
  if (main === undefined) return;
  const cos = Math.cos((88 * Math.PI) / 180);
  const across = own.filter((c) => c.role === 'tie' && Math.abs(c.ux * main.ux + c.uy * main.uy) < cos);
  const area = context.areas.get(task.id)!;
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < area.rings[0]!.length; i += 2) {
    const u = area.rings[0]![i]! * main.ux + area.rings[0]![i + 1]! * main.uy;
    low = Math.min(low, u);
    high = Math.max(high, u);
  }
  const at = across.map((c) => c.frames[0]!.x * main.ux + c.frames[0]!.y * main.uy).sort((a, b) => a - b);
  // Zones may push an end tie line inwards; what is left of the ends is judged with the buffer's room.
  const room = context.zones.length === 0 ? 0 : context.scenario.airspace.nfz_buffer_m;
  const gaps = at.length === 0 ? [{ gap: high - low, limit: limit / 2 }] : [];
  for (let i = 0; i + 1 < at.length; i++) gaps.push({ gap: at[i + 1]! - at[i]!, limit });
  if (at.length > 0)
    gaps.push(
      { gap: at[0]! - low, limit: limit / 2 + room },
      { gap: high - at[at.length - 1]!, limit: limit / 2 + room },
    );
  for (const { gap, limit: most } of gaps)
    if (gap > most * (1 + SURVEY_RULES.rounding_ratio) + SURVEY_RULES.position_slack_m)
      context.report.add({
        code: 'G2-12',
        ids: [task.id],
        measured: gap,
        limit: most,
        unit: 'm',
        detail: {
          en:
            at.length === 0
              ? 'no tie line at all'
              : 'between tie lines, or from the last one to the area’s end',
          ru:
            at.length === 0
              ? 'ни одного связующего маршрута'
              : 'между связующими маршрутами или от крайнего до края участка',
        },
      });
}
