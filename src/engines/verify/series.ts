/** One signal as straight lines between its own times: times in seconds, strictly increasing. */
export type Series = { readonly t_sec: Float64Array; readonly value: Float64Array };

/**
 * Stands for "nothing there" in a distance or a height, metres: more than the size of any city, and finite, since a
 * monitor takes finite numbers only.
 */
export const FAR_M = 1e6;

/** Free places outside corridors, where nothing limits. */
export const NO_LIMIT = 1e6;

/**
 * How long a jump takes when drawn as a straight line, seconds. A jump is drawn so that the worse value holds in the
 * jump's own moment.
 */
export const RAMP_SEC = 1e-6;

/** Times nearer to each other than this are one, seconds. */
const SAME_SEC = 1e-7;

/** Collects a signal's points in any order. */
export class SeriesWriter {
  private readonly points: { readonly t: number; readonly v: number }[] = [];

  add(t_sec: number, value: number): void {
    this.points.push({ t: t_sec, v: value });
  }

  /** The points in order; of points at one time the lowest value stays, or the last one added. */
  done(keep: 'lowest' | 'last'): Series {
    const sorted = this.points.map((p, i) => ({ ...p, i })).sort((a, b) => a.t - b.t || a.i - b.i);
    const t: number[] = [];
    const v: number[] = [];
    for (const p of sorted) {
      const end = t.length - 1;
      if (end >= 0 && p.t - t[end]! < SAME_SEC) v[end] = keep === 'lowest' ? Math.min(v[end]!, p.v) : p.v;
      else {
        t.push(p.t);
        v.push(p.v);
      }
    }
    return { t_sec: Float64Array.from(t), value: Float64Array.from(v) };
  }
}

/** A closed stretch of time. */
export type Span = readonly [from_sec: number, to_sec: number];

/** Closed spans in order, those that touch or overlap joined. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const out: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** Whether a moment is in one of some closed spans. */
export function inSpans(spans: readonly Span[], t_sec: number): boolean {
  return spans.some(([from, to]) => from <= t_sec && t_sec <= to);
}

/** The times around the ends of spans at which a signal may jump: each end and one ramp outside it, within [start, end]. */
export function jumpTimes(spans: readonly Span[], start: number, end: number): number[] {
  return spans.flatMap(([a, b]) => [a - RAMP_SEC, a, b, b + RAMP_SEC]).filter((t) => t >= start && t <= end);
}

/** A proposition over [start, end] as a signal: 1 in the closed spans, -1 outside, ramps outside; or its opposite. */
export function propositionSeries(
  spans: readonly Span[],
  start: number,
  end: number,
  holds_inside: boolean,
): Series {
  const w = new SeriesWriter();
  const sign = holds_inside ? 1 : -1;
  const times = [start, end, ...jumpTimes(spans, start, end)];
  for (const t of times) w.add(t, inSpans(spans, t) ? sign : -sign);
  return w.done(holds_inside ? 'last' : 'lowest');
}
