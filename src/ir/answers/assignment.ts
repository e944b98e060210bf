/** Why one aircraft can or cannot take a task. */
export type AssignmentCandidate = {
  readonly uav_id: string;
  /** Higher is better; null where the aircraft is refused. */
  readonly score: number | null;
  readonly eta_sec: number | null;
  readonly energy_wh: number | null;
  readonly battery_end_ratio: number | null;
  /** Null where it can take the task. */
  readonly refused: 'unavailable' | 'not_candidate' | 'low_battery' | 'payload' | 'equipment' | 'wind' | null;
};

/** The chosen aircraft and the ranked rest. */
export type AssignmentAnswer = {
  readonly uav_id: string;
  readonly assignment_score: number;
  readonly reason: string;
  readonly candidates: readonly AssignmentCandidate[];
};
