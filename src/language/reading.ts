/** The languages that are read. */
export type Language = 'en' | 'ru' | 'zh';

export type ReadIntent =
  'delivery' | 'inspection' | 'patrol' | 'emergency' | 'return' | 'charge' | 'monitoring';
export type ReadPriority = 'low' | 'normal' | 'high' | 'critical';
export type ReadRisk = 'low' | 'medium' | 'high';
export type ReadFallback =
  'ground_transfer' | 'wait' | 'human_confirm' | 'safe_refusal' | 'ground_transfer_or_human_confirm';

/** The field of a reading that a piece of text speaks about. */
export type ReadField =
  | 'intent'
  | 'priority'
  | 'origin'
  | 'destination'
  | 'waypoints'
  | 'avoid_zones'
  | 'candidate_uavs'
  | 'sensitive_zones'
  | 'handoff_points'
  | 'deadline_sec'
  | 'altitude_min_m'
  | 'altitude_max_m'
  | 'min_separation_m'
  | 'battery_reserve_ratio'
  | 'max_risk_level'
  | 'fallback'
  | 'payload_kg'
  | 'instruction';

/** Where a field was said: offsets into the instruction in Unicode NFC, the text there, and what was assumed, if anything. */
export type Evidence = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly note: string | null;
};

/** A mention that fits several entities. Candidates are ids in code unit order, at most 12. */
export type Ambiguity = {
  readonly field: ReadField;
  readonly mention: string;
  readonly candidates: readonly string[];
};

/** A named thing that the state does not have, and the ids whose names come nearest. */
export type UnknownMention = {
  readonly field: ReadField;
  readonly mention: string;
  readonly nearest: readonly string[];
};

/**
 * Something said that cannot be taken over as it stands: two statements that exclude each other, something that the task
 * document has no place for, a number outside its range, a number without a unit, or a moment that has passed.
 */
export type ReadingProblem = {
  readonly type:
    'contradiction' | 'unsupported' | 'out_of_range' | 'unit_missing' | 'deadline_passed' | 'too_long';
  readonly field: ReadField;
  readonly mention: string;
  readonly message: string;
};

/**
 * What an instruction says, by ids of the state. Null or empty means: not said. Nothing here is a decision: a reading
 * holds no route and no verdict, and every id in it exists in the state. `missing`, `ambiguous`, `unknown_mentions` and
 * `problems` must all be empty before anybody acts on it.
 */
export type Reading = {
  readonly language: Language;
  readonly intent: ReadIntent | null;
  readonly priority: ReadPriority | null;
  readonly origin: string | null;
  readonly destination: string | null;
  /** In the order in which they are to be visited. */
  readonly waypoints: readonly string[];
  readonly avoid_zones: readonly string[];
  readonly candidate_uavs: readonly string[];
  readonly sensitive_zones: readonly string[];
  readonly handoff_points: readonly string[];
  /** Seconds from the state's time. */
  readonly deadline_sec: number | null;
  /** Metres above ground. */
  readonly altitude_min_m: number | null;
  readonly altitude_max_m: number | null;
  readonly min_separation_m: number | null;
  readonly battery_reserve_ratio: number | null;
  readonly max_risk_level: ReadRisk | null;
  readonly fallback: ReadFallback | null;
  /** The whole mass to carry; it binds `candidate_uavs`, since a task document has no field for it. */
  readonly payload_kg: number | null;
  /** What must be asked. */
  readonly missing: readonly ReadField[];
  readonly ambiguous: readonly Ambiguity[];
  readonly unknown_mentions: readonly UnknownMention[];
  readonly problems: readonly ReadingProblem[];
  /** Per field, where it was said. */
  readonly evidence: Readonly<Partial<Record<ReadField, readonly Evidence[]>>>;
};

/** True where nothing is left to ask. */
export function isComplete(reading: Reading): boolean {
  return (
    reading.missing.length === 0 &&
    reading.ambiguous.length === 0 &&
    reading.unknown_mentions.length === 0 &&
    reading.problems.length === 0
  );
}
