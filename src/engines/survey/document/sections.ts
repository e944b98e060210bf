import { type PlanLegKind } from '#ir';
import { type Lane, type Piece, pointOn } from '../lanes/lane.ts';
import { heightAt } from '../lanes/heights.ts';
import { type Mover } from '../motion/mover.ts';
import { laneRun } from '../motion/ends.ts';
import { type Part, partDuration_s, partMoments } from '../motion/parts.ts';
import { type Passage, middleHeights, rate_mps } from '../motion/passage.ts';
import { type SiteLeg } from '../motion/site-legs.ts';
import { type Pt } from '../plane/projection.ts';
import { type Flight } from '../search/sortie.ts';
import { type Stop } from '../search/network.ts';

/** A moment of a sortie: seconds since launch, place in the plane, height. */
export type TrackPoint = { readonly t_s: number; readonly p: Pt; readonly z_m: number };

/** A leg of a track; its first point is the last one of the leg before. */
export type TrackLeg = {
  readonly kind: PlanLegKind;
  readonly piece: Piece | null;
  readonly points: readonly TrackPoint[];
};

/** Steps of written points: a little finer than the rules ask. */
const STEP_S = 0.9;
const TURN_RAD = (5.2 * Math.PI) / 180;

/** Collects points into legs of one kind each. */
class Track {
  readonly legs: { kind: PlanLegKind; piece: Piece | null; points: TrackPoint[] }[] = [];
  private last: TrackPoint;

  constructor(start: TrackPoint) {
    this.last = start;
  }

  get now(): number {
    return this.last.t_s;
  }

  /** Adds a point to the running leg of this kind, or begins one. Points closer than a microsecond are one. */
  add(kind: PlanLegKind, piece: Piece | null, point: TrackPoint): void {
    if (!(point.t_s - this.last.t_s > 2e-6)) return;
    const running = this.legs[this.legs.length - 1];
    if (running !== undefined && running.kind === kind && running.piece === piece) running.points.push(point);
    else this.legs.push({ kind, piece, points: [this.last, point] });
    this.last = point;
  }

  /** Parts whose height is a function of the time since their start; `stations` are further times to write. */
  parts(parts: readonly Part[], z: (t: number) => number, stations: readonly number[] = []): void {
    const start = this.now;
    let at = 0;
    for (const part of parts) {
      const moments = partMoments(part, STEP_S, TURN_RAD);
      let before = { t_s: 0, p: this.last.p };
      for (const m of moments) {
        for (const s of stations) {
          const t = s - at;
          if (!(t > before.t_s + 1e-4 && t < m.t_s - 1e-4)) continue;
          const k = (t - before.t_s) / (m.t_s - before.t_s);
          // Between the moments of a curve a station may leave it by a hair; straight parts are what stations are for.
          if (part.type === 'straight')
            this.add(part.kind, null, { t_s: start + s, p: mix(before.p, m.p, k), z_m: z(s) });
        }
        this.add(part.kind, null, { t_s: start + at + m.t_s, p: m.p, z_m: z(at + m.t_s) });
        before = m;
      }
      at += partDuration_s(part);
    }
  }
}

const mix = (a: Pt, b: Pt, k: number): Pt => ({ x: a.x + k * (b.x - a.x), y: a.y + k * (b.y - a.y) });

function siteLegs(track: Track, leg: SiteLeg): void {
  for (const s of leg.stretches) {
    const total = s.parts.reduce((sum, p) => sum + partDuration_s(p), 0);
    track.parts(s.parts, (t) => s.z0_m + ((s.z1_m - s.z0_m) * t) / total);
  }
}

function hover(track: Track, at: Pt, z0_m: number, dz_m: number, mover: Mover): void {
  if (dz_m === 0) return;
  const kind = dz_m > 0 ? 'climb' : 'descend';
  const duration_s = Math.abs(dz_m) / rate_mps(mover.craft, dz_m);
  track.parts([{ type: 'hover', kind, p: at, duration_s, dz_m }], (t) => z0_m + (dz_m * t) / duration_s);
}

function passage(track: Track, p: Passage, from: Pt, mover: Mover): void {
  track.parts(p.first, () => p.z0_m);
  const h = middleHeights(p.middle, { z0_m: p.z0_m, z1_m: p.z1_m }, mover.vertical);
  const stop = endOf(p.first) ?? from;
  hover(track, stop, p.z0_m, p.pre_m, mover);
  track.parts(p.middle, (t) => interpolate(h.t_s, h.z_m, t), h.t_s.length > 2 ? h.t_s : []);
  hover(track, endOf(p.middle) ?? stop, p.z1_m - p.post_m, p.post_m, mover);
  track.parts(p.last, () => p.z1_m);
}

function endOf(parts: readonly Part[]): Pt | null {
  const last = parts[parts.length - 1];
  if (last === undefined) return null;
  const moments = partMoments(last, STEP_S, TURN_RAD);
  return moments[moments.length - 1]?.p ?? null;
}

/** Value of a polyline over rising abscissae. */
export function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  if (x <= xs[0]!) return ys[0]!;
  for (let i = 1; i < xs.length; i++) {
    if (x > xs[i]!) continue;
    const w = xs[i]! - xs[i - 1]!;
    const k = w > 0 ? (x - xs[i - 1]!) / w : 1;
    return ys[i - 1]! + k * (ys[i]! - ys[i - 1]!);
  }
  return ys[ys.length - 1]!;
}

/** Distances along a stretch of a line at which points are written, with the time of each, for given speed phases. */
function runPoints(
  phases: readonly {
    readonly v0: number;
    readonly v1: number;
    readonly length_m: number;
    readonly duration_s: number;
  }[],
  bends: readonly number[],
): { readonly s_m: number; readonly t_s: number }[] {
  const out: { s_m: number; t_s: number }[] = [];
  let s0 = 0;
  let t0 = 0;
  for (const ph of phases) {
    const a = ph.duration_s > 0 ? (ph.v1 - ph.v0) / ph.duration_s : 0;
    const n = Math.abs(a) < 1e-12 ? 1 : Math.max(1, Math.ceil(ph.duration_s / STEP_S));
    const times = Array.from({ length: n }, (_, i) => (ph.duration_s * (i + 1)) / n);
    const marks = times.map((t) => ({ s: ph.v0 * t + (a * t * t) / 2, t }));
    for (const b of bends) {
      const s = b - s0;
      if (!(s > 0.01 && s < ph.length_m - 0.01)) continue;
      const t =
        Math.abs(a) < 1e-12 ? s / ph.v0 : (Math.sqrt(Math.max(0, ph.v0 * ph.v0 + 2 * a * s)) - ph.v0) / a;
      marks.push({ s, t });
    }
    marks.sort((p, q) => p.s - q.s);
    for (const m of marks) out.push({ s_m: s0 + m.s, t_s: t0 + m.t });
    s0 += ph.length_m;
    t0 += ph.duration_s;
  }
  return out;
}

/** Flies along a lane's line from one distance to another with given speed phases. */
function alongLine(
  track: Track,
  lane: Lane,
  line: {
    readonly from_m: number;
    readonly to_m: number;
    readonly kind: PlanLegKind;
    readonly piece: Piece | null;
  },
  phases: readonly {
    readonly v0: number;
    readonly v1: number;
    readonly length_m: number;
    readonly duration_s: number;
  }[],
): void {
  const sign = line.to_m >= line.from_m ? 1 : -1;
  const start = track.now;
  const bends = lane.heights.map((h) => sign * (h.along_m - line.from_m));
  for (const m of runPoints(phases, bends)) {
    const at = line.from_m + sign * m.s_m;
    track.add(line.kind, line.piece, {
      t_s: start + m.t_s,
      p: pointOn(lane, at),
      z_m: heightAt(lane.heights, at),
    });
  }
}

function flyStop(track: Track, stop: Stop, mover: Mover): void {
  const { piece, ends } = stop;
  const { lane, from_m, to_m } = piece;
  const sign = to_m >= from_m ? 1 : -1;
  const { lead } = ends;
  if (lead.length_m > 0) {
    const phases = [
      { v0: lead.start_mps, v1: lead.end_mps, length_m: lead.length_m, duration_s: lead.duration_s },
    ];
    alongLine(
      track,
      lane,
      { from_m: from_m - sign * lead.length_m, to_m: from_m, kind: 'lead_in', piece: null },
      phases,
    );
  }
  const length_m = Math.abs(to_m - from_m);
  const even = { v0: ends.cruise_mps, v1: ends.cruise_mps };
  const phases = mover.rules.winged
    ? [{ ...even, length_m, duration_s: length_m / ends.cruise_mps }]
    : laneRun(length_m, ends, mover.rules.lane_acceleration_mps2).phases;
  alongLine(track, lane, { from_m, to_m, kind: 'lane', piece }, phases);
  if (ends.run_out_m > 0) {
    const out = [{ ...even, length_m: ends.run_out_m, duration_s: ends.run_out_m / ends.cruise_mps }];
    alongLine(
      track,
      lane,
      { from_m: to_m, to_m: to_m + sign * ends.run_out_m, kind: 'run_out', piece: null },
      out,
    );
  }
}

/** The timed track of a flight, launch at second 0. The same functions priced it in the search. */
export function trackOf(flight: Flight, mover: Mover): TrackLeg[] {
  const { place, stops } = flight;
  const z0 = place.site.elevation_amsl_m;
  const track = new Track({ t_s: 0, p: place.p, z_m: z0 });
  const first = stops[0]!;
  const out = mover.depart(place, first.ends.entry)!;
  siteLegs(track, out.leg);
  passage(track, out.passage, out.leg.gate.p, mover);
  stops.forEach((stop, k) => {
    if (k > 0) {
      const before = stops[k - 1]!;
      const link = mover.connect(before.ends.exit, stop.ends.entry)!;
      passage(track, link, before.ends.exit.p, mover);
    }
    flyStop(track, stop, mover);
  });
  const last = stops[stops.length - 1]!;
  const back = mover.arrive(last.ends.exit, place)!;
  passage(track, back.passage, last.ends.exit.p, mover);
  siteLegs(track, back.leg);
  return track.legs;
}
