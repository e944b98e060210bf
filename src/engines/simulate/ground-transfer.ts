import { type Result, err, ok } from '#base';

/**
 * Travel times on the ground between places, e.g. from a road traffic simulator (SUMO): `seconds[i][j]` from `place_ids[i]` to
 * `place_ids[j]`, null where there is no way. Not symmetric: streets have directions.
 */
export type GroundTimes = {
  readonly place_ids: readonly string[];
  readonly seconds: readonly (readonly (number | null)[])[];
  /** Where the times come from, and whether they are a stand-in. */
  readonly source: string;
  readonly synthetic: boolean;
};

/** A delivery that goes on by road: flown to a handoff place, then driven. */
export type GroundTransfer = {
  readonly handoff_id: string;
  readonly flight_sec: number;
  readonly handover_sec: number;
  readonly ground_sec: number;
  readonly total_sec: number;
  /** Seconds before the deadline; null without one. */
  readonly slack_sec: number | null;
};

/** Why there is no transfer. `too_late` carries the earliest arrival that there is. */
export type GroundTransferError =
  | { readonly type: 'invalid_times'; readonly message: string }
  | { readonly type: 'no_way'; readonly message: string }
  | { readonly type: 'too_late'; readonly message: string; readonly earliest_sec: number };

/** What a transfer is chosen for. `flight_sec` is the flight to each handoff place; a place that cannot be reached is left out. */
export type GroundTransferRequest = {
  readonly times: GroundTimes;
  readonly destination: string;
  readonly flight_sec: ReadonlyMap<string, number>;
  readonly deadline_sec: number | null;
};

/** Time to hand a parcel from an aircraft to a vehicle, seconds: an assumption of this product. */
export const HANDOVER_SEC = 120;

/** Checks that a table is square over its places, with times that are finite and 0 or more. */
export function checkGroundTimes(times: GroundTimes): Result<GroundTimes, GroundTransferError> {
  const n = times.place_ids.length;
  const bad = (message: string): Result<GroundTimes, GroundTransferError> =>
    err({ type: 'invalid_times', message });
  if (new Set(times.place_ids).size !== n) return bad('a place has two rows');
  if (times.seconds.length !== n) return bad(`${n} places need ${n} rows, not ${times.seconds.length}`);
  for (const [i, row] of times.seconds.entries()) {
    if (row.length !== n) return bad(`row ${i} has ${row.length} times, not ${n}`);
    const wrong = row.findIndex((s) => s !== null && !(s >= 0 && Number.isFinite(s)));
    if (wrong >= 0)
      return bad(`the time from ${times.place_ids[i]} to ${times.place_ids[wrong]} is ${row[wrong]}`);
  }
  return ok(times);
}

/** The transfer that arrives first; ties fall to the lower id. A deadline is met when it is reached on the second. */
export function chooseGroundTransfer(
  request: GroundTransferRequest,
): Result<GroundTransfer, GroundTransferError> {
  const checked = checkGroundTimes(request.times);
  if (!checked.ok) return checked;
  const { times, destination, flight_sec, deadline_sec } = request;
  const to = times.place_ids.indexOf(destination);
  if (to < 0) return err({ type: 'no_way', message: `the ground times do not know ${destination}` });
  const options: GroundTransfer[] = [];
  for (const [handoff_id, flight] of flight_sec) {
    const from = times.place_ids.indexOf(handoff_id);
    const ground = from < 0 ? null : times.seconds[from]![to]!;
    if (ground === null || !(flight >= 0)) continue;
    const total_sec = flight + HANDOVER_SEC + ground;
    options.push({
      handoff_id,
      flight_sec: flight,
      handover_sec: HANDOVER_SEC,
      ground_sec: ground,
      total_sec,
      slack_sec: deadline_sec === null ? null : deadline_sec - total_sec,
    });
  }
  options.sort((a, b) => a.total_sec - b.total_sec || (a.handoff_id < b.handoff_id ? -1 : 1));
  const [best] = options;
  if (best === undefined)
    return err({ type: 'no_way', message: `no handoff place has a way to ${destination}` });
  if (best.slack_sec !== null && best.slack_sec < 0) {
    return err({
      type: 'too_late',
      message: `the earliest transfer, by ${best.handoff_id}, arrives ${-best.slack_sec} s after the deadline`,
      earliest_sec: best.total_sec,
    });
  }
  return ok(best);
}
