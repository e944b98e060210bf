import { lossInterval, violatedNow, type LossVolume } from '../detectors/well-clear.ts';
import type { RelativeState } from '../detectors/relative.ts';

/** One alert level: the volume protected and how long before its loss the level is raised. */
export type AlertThreshold = { readonly volume: LossVolume; readonly alert_sec: number };

/** Look-ahead of the reference configurations in seconds. */
export const LOOKAHEAD_S = 180;

/** Seconds until the volume is lost; 0 where it is lost now, infinite where it is not within the look-ahead. */
export function timeToLoss_s(volume: LossVolume, r: RelativeState): number {
  if (violatedNow(volume, r)) return 0;
  const found = lossInterval(volume, r, LOOKAHEAD_S);
  return found !== null && found.from_sec < found.to_sec ? found.from_sec : Infinity;
}

/** The highest level whose time to loss is within its alert time; levels count from 1, 0 is none. No filter over time. */
export function alertLevel(levels: readonly AlertThreshold[], r: RelativeState): number {
  let level = 0;
  levels.forEach((l, i) => {
    if (timeToLoss_s(l.volume, r) <= l.alert_sec) level = i + 1;
  });
  return level;
}
