import { type TimedPoint } from '#geo';
import { type AirModel, type CorridorVolume, type OperationTrack, timesInCorridor } from '#world';

/** When one track is in a corridor: closed intervals in seconds, flat and ascending, neighbours merged. */
export function corridorUse(points: readonly TimedPoint[], corridor: CorridorVolume): number[] {
  const out: number[] = [];
  for (let i = 1; i < points.length; i++) {
    const times = timesInCorridor(points[i - 1]!, points[i]!, corridor);
    for (let k = 0; k < times.length; k += 2) {
      const end = out.length - 1;
      if (end > 0 && times[k]! <= out[end]!) out[end] = Math.max(out[end]!, times[k + 1]!);
      else out.push(times[k]!, times[k + 1]!);
    }
  }
  return out;
}

/** The highest number of operations in a corridor at one moment of [from_sec, to_sec], and the first such moment. */
export type PeakLoad = {
  readonly load: number;
  readonly t_sec: number;
  readonly operations: readonly string[];
};

/**
 * The peak of simultaneous use. Intervals are closed: one that ends when another starts overlaps it in that moment, so
 * loads can only be too high, never too low.
 */
export function peakLoad(
  operations: readonly OperationTrack[],
  corridor: CorridorVolume,
  from_sec: number,
  to_sec: number,
): PeakLoad {
  const events: { t: number; step: 1 | -1; id: string }[] = [];
  for (const o of operations) {
    const use = corridorUse(o.points, corridor);
    for (let k = 0; k < use.length; k += 2) {
      const start = Math.max(use[k]!, from_sec);
      const end = Math.min(use[k + 1]!, to_sec);
      if (start > end) continue;
      events.push({ t: start, step: 1, id: o.operation_id }, { t: end, step: -1, id: o.operation_id });
    }
  }
  // At one moment entries come before exits.
  events.sort((a, b) => a.t - b.t || b.step - a.step || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const inside: string[] = [];
  let best: PeakLoad = { load: 0, t_sec: from_sec, operations: [] };
  for (const e of events) {
    if (e.step === 1) {
      inside.push(e.id);
      if (inside.length > best.load)
        best = { load: inside.length, t_sec: e.t, operations: [...inside].sort() };
    } else inside.splice(inside.indexOf(e.id), 1);
  }
  return best;
}

/** Load and free places of every corridor of a model over a time range, in the model's order. */
export type CorridorLoad = {
  readonly corridor_id: string;
  readonly capacity: number;
  readonly peak_load: number;
  /** First moment of the peak, seconds after the state's time; null where nothing uses the corridor. */
  readonly peak_at_sec: number | null;
  readonly free: number;
};

/** The load of one corridor over a time range. */
export function loadOf(
  air: AirModel,
  corridor: CorridorVolume,
  from_sec: number,
  to_sec: number,
): CorridorLoad {
  const peak = peakLoad(air.operations, corridor, from_sec, to_sec);
  return {
    corridor_id: corridor.id,
    capacity: corridor.capacity,
    peak_load: peak.load,
    peak_at_sec: peak.load === 0 ? null : peak.t_sec,
    free: Math.max(0, corridor.capacity - peak.load),
  };
}
