import { assert, createRng, quantize, sha256Hex } from '#base';
import { createFleet, type AgentEvent, type Fleet } from './agents.ts';
import type { ChargingReport } from './chargers.ts';
import { createPairFinder } from './finders.ts';
import { PAIR_CLASSES, moveTraffic, type PairMeeting } from './kernel.ts';
import type { FleetScenario } from './scenario.ts';
import { type FleetTrack, createRecorder } from './tracks.ts';

/** A loss of separation between two aircraft: when and where it began, and how near they came before it ended. */
export type PairEvent = {
  readonly t_sec: number;
  readonly type: 'lowc' | 'nmac';
  readonly i: number;
  readonly j: number;
  readonly pair_class: (typeof PAIR_CLASSES)[number];
  readonly x_m: number;
  readonly y_m: number;
  readonly z_m: number;
  readonly closest_m: number;
};

/** Losses of separation of one class of pair. Pairs are distinct; proxies, not certified encounter models. */
export type FleetSeparation = {
  readonly pair_class: (typeof PAIR_CLASSES)[number];
  readonly lowc_pairs: number;
  readonly nmac_pairs: number;
  readonly lowc_events: number;
  readonly nmac_events: number;
  readonly closest_m: number | null;
};

/** What a fleet did. */
export type FleetReport = {
  readonly agents: number;
  readonly steps: number;
  readonly end_sec: number;
  readonly flights: number;
  /** Drones still in the air at the hard end. */
  readonly aborted: number;
  readonly flight_hours: number;
  readonly pair_events: readonly PairEvent[];
  readonly agent_events: readonly AgentEvent[];
  readonly separation: readonly FleetSeparation[];
  readonly charging: ChargingReport;
  /** Every drone's flights in order of take-off; null where they were not asked for. */
  readonly tracks: readonly FleetTrack[] | null;
  /** Over final positions in millimetres and all events: equal runs have equal hashes. */
  readonly snapshot_hash: string;
};

export type FleetRequest = {
  readonly scenario: FleetScenario;
  readonly seed: number;
  /** No mission starts after this. */
  readonly duration_sec: number;
  readonly dt_sec: number;
  /** Keep the flights themselves; false where absent. */
  readonly record_tracks?: boolean;
};

/** After the last start, flights get this long to end; then they are aborted. */
const GRACE_SEC = 3600;

/** An encounter that is going on: its events are written when it ends. */
type Ongoing = { step: number; lowc: Open; nmac: Open | null };
type Open = { t_sec: number; x_m: number; y_m: number; z_m: number; closest_m: number; pair_class: number };

/** Runs a fleet. Every mission ends: landed, out of battery, or aborted at the hard end. The same request gives the same bytes. */
export function simulateFleet(request: FleetRequest): FleetReport {
  const { scenario, duration_sec, dt_sec } = request;
  assert(dt_sec > 0 && duration_sec >= 0, 'time runs forward');
  const fleet = createFleet(scenario, createRng(request.seed).fork('fleet'));
  const { traffic } = fleet;
  const find = createPairFinder(scenario.minima, traffic.count, scenario.world);
  const watch = createWatch(traffic.count, fleet);
  const recorder = request.record_tracks === true ? createRecorder(traffic, scenario.drones) : null;
  const lastStep = Math.ceil((duration_sec + GRACE_SEC) / dt_sec);
  let step = 0;
  for (; step < lastStep; step++) {
    const t = step * dt_sec;
    if (!fleet.prepare(t, dt_sec, duration_sec) && t >= duration_sec) {
      recorder?.see(t);
      break;
    }
    recorder?.see(t);
    watch.begin(step, t);
    find(traffic, dt_sec, watch.meet);
    moveTraffic(traffic, dt_sec);
  }
  const pair_events = watch.close();
  const aborted = traffic.flying.reduce((n, f, i) => n + (i < scenario.drones ? f : 0), 0);
  return {
    agents: traffic.count,
    steps: step,
    end_sec: step * dt_sec,
    flights: fleet.flights(),
    aborted,
    flight_hours: quantize(fleet.flightSeconds() / 3600, 1e-6),
    pair_events,
    agent_events: fleet.events,
    separation: PAIR_CLASSES.map((c) => separationOf(c, pair_events)),
    charging: roundReport(fleet.chargers.report()),
    tracks: recorder?.close(step * dt_sec) ?? null,
    snapshot_hash: snapshotHash(fleet, pair_events),
  };
}

/** Gathers meetings of successive steps into encounters, each one event per volume. */
function createWatch(
  count: number,
  fleet: Fleet,
): {
  readonly begin: (step: number, t_sec: number) => void;
  readonly meet: (m: PairMeeting) => void;
  readonly close: () => readonly PairEvent[];
} {
  const { traffic } = fleet;
  const ongoing = new Map<number, Ongoing>();
  const events: PairEvent[] = [];
  let step = 0;
  let t = 0;
  const open = (m: PairMeeting, at: number): Open => ({
    t_sec: t + at,
    x_m: traffic.x[m.i]! + traffic.vx[m.i]! * at,
    y_m: traffic.y[m.i]! + traffic.vy[m.i]! * at,
    z_m: traffic.z[m.i]! + traffic.vz[m.i]! * at,
    closest_m: m.closest_m,
    pair_class: m.pair_class,
  });
  const write = (key: number, o: Ongoing): void => {
    const pair = { i: Math.floor(key / count), j: key % count };
    events.push(eventOf('lowc', pair, o.lowc));
    if (o.nmac !== null) events.push(eventOf('nmac', pair, o.nmac));
  };
  return {
    begin: (s, t_sec) => {
      step = s;
      t = t_sec;
    },
    meet: (m) => {
      const key = m.i * count + m.j;
      let o = ongoing.get(key);
      if (o !== undefined && o.step < step - 1) {
        write(key, o);
        o = undefined;
      }
      if (o === undefined) {
        o = { step, lowc: open(m, m.lowc_at), nmac: null };
        ongoing.set(key, o);
      }
      o.step = step;
      if (m.closest_m < o.lowc.closest_m) o.lowc.closest_m = m.closest_m;
      if (m.nmac_at < 0) return;
      o.nmac ??= open(m, m.nmac_at);
      if (m.closest_m < o.nmac.closest_m) o.nmac.closest_m = m.closest_m;
    },
    close: () => {
      for (const [key, o] of ongoing) write(key, o);
      ongoing.clear();
      return events.sort((a, b) => a.t_sec - b.t_sec || a.i - b.i || a.j - b.j || (a.type < b.type ? -1 : 1));
    },
  };
}

function eventOf(type: PairEvent['type'], pair: { i: number; j: number }, o: Open): PairEvent {
  return {
    t_sec: quantize(o.t_sec, 1e-3),
    type,
    ...pair,
    pair_class: PAIR_CLASSES[o.pair_class]!,
    x_m: quantize(o.x_m, 1e-3),
    y_m: quantize(o.y_m, 1e-3),
    z_m: quantize(o.z_m, 1e-3),
    closest_m: quantize(o.closest_m, 1e-3),
  };
}

function separationOf(
  pair_class: FleetSeparation['pair_class'],
  events: readonly PairEvent[],
): FleetSeparation {
  const mine = events.filter((e) => e.pair_class === pair_class);
  const pairs = (type: PairEvent['type']): number =>
    new Set(mine.filter((e) => e.type === type).map((e) => `${e.i} ${e.j}`)).size;
  return {
    pair_class,
    lowc_pairs: pairs('lowc'),
    nmac_pairs: pairs('nmac'),
    lowc_events: mine.filter((e) => e.type === 'lowc').length,
    nmac_events: mine.filter((e) => e.type === 'nmac').length,
    closest_m: mine.length === 0 ? null : mine.reduce((least, e) => Math.min(least, e.closest_m), Infinity),
  };
}

function roundReport(r: ChargingReport): ChargingReport {
  return {
    ...r,
    mean_wait_sec: quantize(r.mean_wait_sec, 1e-3),
    max_wait_sec: quantize(r.max_wait_sec, 1e-3),
  };
}

function snapshotHash(fleet: Fleet, events: readonly PairEvent[]): string {
  const { count, x, y, z } = fleet.traffic;
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) numbers.push(x[i]! * 1000, y[i]! * 1000, z[i]! * 1000);
  for (const e of events) {
    numbers.push(e.t_sec * 1000, e.i, e.j, e.type === 'nmac' ? 1 : 0, e.closest_m * 1000);
  }
  for (const e of fleet.events) numbers.push(e.t_sec * 1000, e.agent, e.type.length);
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((n, k) => view.setInt32(4 * k, Math.round(n)));
  return `sha256:${sha256Hex(new Uint8Array(view.buffer))}`;
}
