import type { Bound, Formula } from './formula.ts';

/** Bounds of a step's value at every sample; `hi` is the same array as `lo` where the value is exact. */
export type Pair = { readonly lo: Float64Array; readonly hi: Float64Array };

/** How `iff` and `xor` measure: by the weaker implication (sound in sign) or RTAMT's distance. */
export type IffMeasure = 'minmax' | 'distance';

/** Interface-aware reading of a comparison (Ferrere et al., 2019): its sign only, or nothing. */
export type PredicateReading = 'robustness' | 'sign' | 'zero';

/** Everything a sampled evaluation needs; `total` counts known samples and the tail behind them. */
export type SampledSetup = {
  readonly known: number;
  readonly total: number;
  /** What a window beyond the last sample reads: nothing, or the last sample. */
  readonly beyond: 'nothing' | 'last';
  readonly signals: ReadonlyMap<string, Pair>;
  /** Present where windows go by timestamps; absent where they go by index. */
  readonly timestamps: TimestampWindows | null;
  readonly steps: (bound: Bound) => { readonly from: number; readonly to: number };
  readonly iff: IffMeasure;
  readonly reading: (formula: Formula) => PredicateReading;
  /** Results given instead of computed, by step: to ask what follows from part of the truth. */
  readonly given?: ReadonlyMap<number, Pair>;
};

/** First and last sample index of each window, ahead and behind. */
export type TimestampWindows = {
  readonly ahead: (bound: Bound) => IndexWindows;
  readonly behind: (bound: Bound) => IndexWindows;
};
/** Windows of sample indices whose ends never move back; empty where first > last. */
export type IndexWindows = { readonly first: Int32Array; readonly last: Int32Array; readonly count: number };
