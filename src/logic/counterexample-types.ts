/** A span of time; ends are included unless said to be open. */
export type TimeSpan = {
  readonly from_sec: number;
  readonly to_sec: number;
  readonly from_open?: true;
  readonly to_open?: true;
};

/** A sub-formula and the times at which its truth is needed for the verdict. */
export type CounterexampleEpoch = {
  readonly formula: string;
  readonly holds: boolean;
  readonly atom: boolean;
  /** Of an atom: the signals that must keep their values at these times; nothing else matters. */
  readonly signals: readonly string[];
  readonly intervals: readonly TimeSpan[];
};

/** A comparison that the verdict rests on, at the instant where it is nearest to turning over. */
export type CounterexampleAtom = {
  /** The left side as written, e.g. a signal name. */
  readonly signal: string;
  readonly signals: readonly string[];
  readonly op: string;
  readonly threshold: number;
  readonly unit: string | null;
  readonly value: number;
  /** Robustness of the comparison there: negative where it fails. */
  readonly margin: number;
  readonly holds: boolean;
  readonly t_sec: number;
  /** Whether the instant lies between two samples. */
  readonly interpolated: boolean;
  readonly entity_ids: readonly string[];
};

/** The smallest shift of one signal that turns one atom over: a bound on what is missing, not a plan. */
export type SufficientFix = {
  readonly signal: string;
  readonly shift: number;
  readonly unit: string | null;
  readonly t_sec: number;
  readonly kind: 'bound_not_plan';
};

/** Why a specification is violated, complete enough to repair by and small enough to send. */
export type Counterexample = {
  readonly requirement_id: string | null;
  readonly source: string;
  readonly formula: string;
  /** Upper bound of the robustness: how badly it is violated at least. */
  readonly robustness: number;
  readonly verdict: false;
  readonly violation: {
    readonly formula: string;
    readonly t_start_sec: number;
    readonly t_end_sec: number;
    readonly t_worst_sec: number;
    readonly robustness_worst: number;
  };
  readonly epochs: readonly CounterexampleEpoch[];
  /** Whether no interval of an atom can be left out; false only where checking it would take too long. */
  readonly minimal: boolean;
  readonly atoms: readonly CounterexampleAtom[];
  readonly entity_ids: readonly string[];
  readonly sufficient_fix: readonly SufficientFix[];
  /** The earliest sample after which the verdict was certain. */
  readonly decided_at_sec: number;
  /** One or two sentences from a template. */
  readonly why: string;
};
