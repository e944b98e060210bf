/** A state that a scenario sets: WGS84 degrees, heading clockwise from north, feet above mean sea level, knots, feet a minute. */
export type ScnState = {
  readonly lat: number;
  readonly lon: number;
  readonly heading_deg: number | null;
  readonly alt_ft: number | null;
  readonly speed_kt: number | null;
  readonly climb_fpm: number | null;
};

/** One aircraft of a scenario: created, sent along waypoints or moved at given times, and deleted. Times in seconds. */
export type ScnFlight = {
  readonly id: string;
  /** Aircraft type designator as BlueSky knows it, e.g. M600 or C172. */
  readonly type: string;
  readonly created_sec: number;
  readonly created: ScnState;
  readonly waypoints: readonly ScnState[];
  readonly moves: readonly { readonly t_sec: number; readonly state: ScnState }[];
  readonly deleted_sec: number | null;
};

/** A scenario file: its flights in order of creation, and the commands that were not read, by name with their count. */
export type ScnScenario = {
  readonly flights: readonly ScnFlight[];
  readonly ignored: Readonly<Record<string, number>>;
};
