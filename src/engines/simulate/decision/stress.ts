import type { StressLevel } from '#ir';

/**
 * What a stress level adds to the weather report. Assumptions of this product, chosen so that `low` and `medium` are days
 * on which an operator still flies; they are no certified encounter or gust models.
 */
export type StressProfile = {
  /** Times the reported mean wind. */
  readonly wind_factor: number;
  /** Root mean square of the turbulence on each horizontal axis: ratio of the mean wind, plus a part in m/s. */
  readonly turbulence_ratio: number;
  readonly turbulence_mps: number;
  /** Discrete gusts: smallest and largest count over the flight, and their share of the reported gust margin. */
  readonly gusts: readonly [number, number];
  readonly gust_factor: number;
  /** Amplitude of the slow navigation error on each horizontal axis, metres. */
  readonly navigation_m: number;
  /** Chance that the link is lost once, and for how long in seconds. */
  readonly lost_link_ratio: number;
  readonly lost_link_sec: readonly [number, number];
  /** Non-cooperative aircraft: smallest and largest count. */
  readonly drones: readonly [number, number];
  readonly crewed: readonly [number, number];
};

const NONE: StressProfile = {
  wind_factor: 1,
  turbulence_ratio: 0,
  turbulence_mps: 0,
  gusts: [0, 0],
  gust_factor: 0,
  navigation_m: 0,
  lost_link_ratio: 0,
  lost_link_sec: [0, 0],
  drones: [0, 0],
  crewed: [0, 0],
};

/** The profile of each level. */
export const STRESS: Readonly<Record<StressLevel, StressProfile>> = {
  none: NONE,
  low: {
    ...NONE,
    turbulence_ratio: 0.05,
    turbulence_mps: 0.1,
    gusts: [0, 1],
    gust_factor: 0.5,
    navigation_m: 0.2,
    drones: [0, 1],
  },
  medium: {
    ...NONE,
    turbulence_ratio: 0.1,
    turbulence_mps: 0.2,
    gusts: [1, 2],
    gust_factor: 0.7,
    navigation_m: 0.4,
    lost_link_ratio: 0.3,
    lost_link_sec: [5, 20],
    drones: [1, 2],
  },
  high: {
    wind_factor: 1.15,
    turbulence_ratio: 0.15,
    turbulence_mps: 0.4,
    gusts: [2, 4],
    gust_factor: 1,
    navigation_m: 0.8,
    lost_link_ratio: 0.6,
    lost_link_sec: [10, 60],
    drones: [2, 4],
    crewed: [0, 1],
  },
  extreme: {
    wind_factor: 1.4,
    turbulence_ratio: 0.25,
    turbulence_mps: 0.8,
    gusts: [4, 6],
    gust_factor: 1.5,
    navigation_m: 1.5,
    lost_link_ratio: 1,
    lost_link_sec: [30, 180],
    drones: [4, 8],
    crewed: [1, 2],
  },
};
