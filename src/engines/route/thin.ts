import type { Vec } from './pursuit.ts';

/** A moment of a section, seconds after its start. */
export type Sample = { readonly t_sec: number; readonly at: Vec };

/** Looked ahead for a longer straight piece, in samples: a bound on the work. */
const MOST_IN_ONE = 4096;

/**
 * Fewer samples of the same motion: straight pieces at constant velocity in between, no sample left out being further
 * than `within_m` from where the piece is at its time.
 */
export function thinned(samples: readonly Sample[], within_m: number): readonly Sample[] {
  const kept = [samples[0]!];
  let i = 0;
  while (i < samples.length - 1) {
    // Doubling, then halving back: the furthest sample found that a straight piece reaches.
    let good = i + 1;
    for (let jump = 2; jump <= MOST_IN_ONE && i + jump < samples.length; jump *= 2) {
      if (!fits(samples, i, i + jump, within_m)) break;
      good = i + jump;
    }
    for (let add = Math.max(1, (good - i) >> 1); add >= 1; add >>= 1) {
      while (good + add < samples.length && fits(samples, i, good + add, within_m)) good += add;
    }
    kept.push(samples[good]!);
    i = good;
  }
  return kept;
}

function fits(samples: readonly Sample[], from: number, to: number, within_m: number): boolean {
  const [a, b] = [samples[from]!, samples[to]!];
  for (let k = from + 1; k < to; k++) {
    const s = samples[k]!;
    const u = (s.t_sec - a.t_sec) / (b.t_sec - a.t_sec);
    const off = Math.hypot(
      s.at[0] - a.at[0] - (b.at[0] - a.at[0]) * u,
      s.at[1] - a.at[1] - (b.at[1] - a.at[1]) * u,
      s.at[2] - a.at[2] - (b.at[2] - a.at[2]) * u,
    );
    if (off > within_m) return false;
  }
  return true;
}
