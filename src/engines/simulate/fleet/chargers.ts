import type { Pad } from './scenario.ts';

/** One charging place with its queue: first come, first served, the lower number first at the same moment. */
type Station = {
  readonly pad: number;
  readonly slots: number;
  busy: number;
  readonly queue: { agent: number; since: number }[];
};

/** What charging came to. Waits are of aircraft that have been served. */
export type ChargingReport = {
  readonly sessions: number;
  readonly mean_wait_sec: number;
  readonly max_wait_sec: number;
  readonly still_waiting: number;
};

/** Charging queues of a fleet. */
export type Chargers = {
  /** Pad numbers that have chargers, ascending; empty where the fleet cannot charge. */
  readonly pads: readonly number[];
  /** An aircraft asks for a charger at a pad. */
  readonly arrive: (pad: number, agent: number, t_sec: number) => void;
  /** An aircraft has finished at a pad. */
  readonly leave: (pad: number) => void;
  /** Aircraft that start charging now, in order of station and queue. */
  readonly serve: (t_sec: number) => readonly number[];
  readonly report: () => ChargingReport;
};

/** Empty queues at every pad that has chargers. */
export function createChargers(pads: readonly Pad[]): Chargers {
  const stations = new Map<number, Station>();
  pads.forEach((p, pad) => {
    if (p.chargers > 0) stations.set(pad, { pad, slots: p.chargers, busy: 0, queue: [] });
  });
  let sessions = 0;
  let waited = 0;
  let longest = 0;
  return {
    pads: [...stations.keys()],
    arrive: (pad, agent, since) => {
      const station = stations.get(pad);
      if (station === undefined) return;
      station.queue.push({ agent, since });
      station.queue.sort((a, b) => a.since - b.since || a.agent - b.agent);
    },
    leave: (pad) => {
      const station = stations.get(pad);
      if (station !== undefined && station.busy > 0) station.busy--;
    },
    serve: (t_sec) => {
      const started: number[] = [];
      for (const s of stations.values()) {
        while (s.busy < s.slots && s.queue.length > 0) {
          const next = s.queue.shift()!;
          const wait = t_sec - next.since;
          s.busy++;
          sessions++;
          waited += wait;
          longest = Math.max(longest, wait);
          started.push(next.agent);
        }
      }
      return started;
    },
    report: () => ({
      sessions,
      mean_wait_sec: sessions === 0 ? 0 : waited / sessions,
      max_wait_sec: longest,
      still_waiting: [...stations.values()].reduce((n, s) => n + s.queue.length, 0),
    }),
  };
}
