import { type SurveyScenario } from '#world';
import { type ReadyUnit } from '../fleet/fleet.ts';
import { SiteClock } from '../search/landings.ts';
import { type Flight } from '../search/sortie.ts';
import { type Apart, type FlatTrack, firstConflict_s } from './separation.ts';

/** A flight that may be flown in any of a few ways (forwards, backwards); all have their tracks. */
export type PlannedFlight = {
  readonly ready: ReadyUnit;
  readonly ways: readonly { readonly flight: Flight; readonly track: () => FlatTrack }[];
};

/** A flight with its place in time. */
export type Slot = {
  readonly ready: ReadyUnit;
  readonly way: number;
  readonly planned: PlannedFlight;
  readonly track: FlatTrack;
  readonly start_s: number;
  readonly end_s: number;
  readonly pad: number;
  readonly landing_pad: number;
  readonly battery_set: number;
};

/** Seconds between tried launches. */
const STEP_S = 2;
/** Room kept over the separation: positions are rounded and flown in chords. */
const APART_ROOM = 1.01;

type PadUse = { readonly pad: number; readonly from: number; readonly to: number };

/** Everything already fixed. */
class Board {
  readonly slots: Slot[] = [];
  private readonly pads = new Map<string, PadUse[]>();
  private readonly events = new Map<string, { at: number; unit: string }[]>();
  private readonly scenario: SurveyScenario;
  private readonly apart: Apart;

  constructor(scenario: SurveyScenario) {
    this.scenario = scenario;
    this.apart = {
      horizontal_m: scenario.separation.horizontal_m * APART_ROOM,
      vertical_m: scenario.separation.vertical_m * APART_ROOM,
    };
  }

  /** A pad of the site free during a time, the lowest; null if all are taken. */
  freePad(site_id: string, pads: number, from: number, to: number): number | null {
    const uses = this.pads.get(site_id) ?? [];
    for (let pad = 0; pad < pads; pad++)
      if (!uses.some((u) => u.pad === pad && u.from <= to && u.to >= from)) return pad;
    return null;
  }

  /** Earliest time at or after `t` that keeps the launch spacing from other units' launches and landings. */
  spaced(site_id: string, unit: string, t: number): number {
    const gap = this.scenario.separation.launch_spacing_s;
    let at = t;
    const others = (this.events.get(site_id) ?? [])
      .filter((e) => e.unit !== unit)
      .sort((a, b) => a.at - b.at);
    for (const e of others) if (Math.abs(e.at - at) < gap) at = e.at + gap + 1e-3;
    return at;
  }

  conflict(track: FlatTrack, unit: string, start_s: number): boolean {
    for (const slot of this.slots) {
      if (slot.ready.unit.id === unit) continue;
      const other = slot.track;
      if (firstConflict_s(track, start_s, other, slot.start_s, this.apart) !== null) return true;
    }
    return false;
  }

  put(slot: Slot, turnaround_s: number): void {
    this.slots.push(slot);
    const site = slot.ready.place.site.id;
    const pads = this.pads.get(site) ?? [];
    pads.push({ pad: slot.pad, from: slot.start_s, to: slot.start_s });
    pads.push({ pad: slot.landing_pad, from: slot.end_s, to: slot.end_s + turnaround_s });
    this.pads.set(site, pads);
    const events = this.events.get(site) ?? [];
    const unit = slot.ready.unit.id;
    events.push({ at: slot.start_s, unit }, { at: slot.end_s, unit });
    this.events.set(site, events);
  }
}

/** Earliest slot of one way of a flight, launched at `ready_s` or later. */
function placeWay(
  board: Board,
  planned: PlannedFlight,
  way: number,
  c: { readonly ready_s: number; readonly set: number; readonly last: boolean; readonly latest_s: number },
): Slot | null {
  const { ready } = planned;
  const { site } = ready.place;
  const track = planned.ways[way]!.track();
  let start = c.ready_s;
  while (start + track.duration_s <= c.latest_s) {
    const launch = board.spaced(site.id, ready.unit.id, start);
    if (launch > start) {
      start = launch;
      continue;
    }
    const end = start + track.duration_s;
    const landing = board.spaced(site.id, ready.unit.id, end);
    if (landing > end) {
      start += landing - end;
      continue;
    }
    const pad = board.freePad(site.id, site.pads, start, start);
    const hold = c.last ? 0 : site.turnaround_s;
    const landing_pad = board.freePad(site.id, site.pads, end, end + hold);
    if (pad === null || landing_pad === null || board.conflict(track, ready.unit.id, start)) {
      start += STEP_S;
      continue;
    }
    return { ready, way, planned, track, start_s: start, end_s: end, pad, landing_pad, battery_set: c.set };
  }
  return null;
}

/** A finished timetable. */
export type Timetable = {
  readonly slots: readonly Slot[];
  readonly left: readonly PlannedFlight[];
  readonly end_s: number;
};

/**
 * Gives every flight its time: always the unit that is ready first; of its flights and their ways the one that has to
 * wait least, the longest of those that need not wait. A flight that finds no place before `latest_s` is left out, and
 * the rest of its unit's day with it. `order` says who goes first at the start.
 */
function scheduleInOrder(
  scenario: SurveyScenario,
  days: readonly (readonly PlannedFlight[])[],
  order: readonly number[],
  latest_s: number,
): Timetable {
  const board = new Board(scenario);
  const open = days.map((day) => [...day]);
  const ready_s = days.map(() => 0);
  const left: PlannedFlight[] = [];
  for (;;) {
    let unit = -1;
    for (const i of order) if (open[i]!.length > 0 && (unit < 0 || ready_s[i]! < ready_s[unit]!)) unit = i;
    if (unit < 0) break;
    const c = {
      ready_s: ready_s[unit]!,
      set: days[unit]!.length - open[unit]!.length,
      last: open[unit]!.length === 1,
      latest_s,
    };
    const best = leastWait(board, open[unit]!, c);
    if (best === null) {
      left.push(...open[unit]!.splice(0));
      continue;
    }
    const { turnaround_s } = best.ready.place.site;
    board.put(best, c.last ? 0 : turnaround_s);
    // A hair later: written times are rounded.
    ready_s[unit] = best.end_s + turnaround_s + 1e-4;
    open[unit]!.splice(open[unit]!.indexOf(best.planned), 1);
  }
  return { slots: board.slots, left, end_s: Math.max(0, ...board.slots.map((s) => s.end_s)) };
}

function leastWait(
  board: Board,
  flights: readonly PlannedFlight[],
  c: { readonly ready_s: number; readonly set: number; readonly last: boolean; readonly latest_s: number },
): Slot | null {
  let best: Slot | null = null;
  // Short of waiting, the first of the day goes first: that order was searched for.
  for (const planned of flights) {
    const slot = soonest(board, planned, c);
    if (slot !== null && (best === null || slot.start_s < best.start_s - 1)) best = slot;
    if (best !== null && best.start_s <= c.ready_s + 2 * STEP_S) return best;
  }
  return best;
}

/** The way of a flight that ends first; the way it was planned where that need not wait. */
function soonest(board: Board, planned: PlannedFlight, c: Parameters<typeof placeWay>[3]): Slot | null {
  let best: Slot | null = null;
  for (let way = 0; way < planned.ways.length; way++) {
    const slot = placeWay(board, planned, way, c);
    if (slot !== null && (best === null || slot.end_s < best.end_s - 1)) best = slot;
    if (best !== null && best.start_s <= c.ready_s + 2 * STEP_S) return best;
  }
  return best;
}

/** Days with the first flights of some units the other way round: they meet the others elsewhere. */
function flipped(days: readonly (readonly PlannedFlight[])[], bits: number): (readonly PlannedFlight[])[] {
  return days.map((day, i) =>
    ((bits >> i) & 1) === 0 ? day : day.map((f) => ({ ...f, ways: [...f.ways].reverse() })),
  );
}

/**
 * Orders of units to try: `first`, in which their landings would end first if nobody met in flight, as they stand and
 * turned round, then all of a few units, or each of many first.
 */
function ordersOf(n: number, first: readonly number[]): number[][] {
  const natural = Array.from({ length: n }, (_, i) => i);
  const out = [[...first], natural, [...natural].reverse()];
  if (n <= 4) out.push(...permutations(natural));
  else for (let k = 1; k < n; k++) out.push([...natural.slice(k), ...natural.slice(0, k)]);
  const seen = new Set<string>();
  return out.filter((o) => (seen.has(o.join()) ? false : (seen.add(o.join()), true)));
}

const lengthOf = (day: readonly PlannedFlight[]): number =>
  day.reduce((sum, f, i) => sum + f.ways[0]!.flight.t_s + (i > 0 ? f.ready.place.site.turnaround_s : 0), 0);

/** Launches and the end of work if nobody met in flight. */
type Ideal = { readonly order: readonly number[]; readonly end_s: number };

function idealOf(days: readonly (readonly PlannedFlight[])[]): Ideal {
  const order: number[] = [];
  const ends_s = new Float64Array(days.length);
  new SiteClock(days.map((day) => day[0]!.ready)).land(days.map(lengthOf), ends_s, order);
  return { order, end_s: Math.max(0, ...ends_s) };
}

function permutations(of: readonly number[]): number[][] {
  if (of.length <= 1) return [[...of]];
  return of.flatMap((first) => permutations(of.filter((x) => x !== first)).map((rest) => [first, ...rest]));
}

/** Timetables tried for one set of days. */
const MOST_TRIES = 40;
/** How close to the ideal end a timetable has to come for no other to be tried. */
const CLOSE = 1.002;

/** The timetable that ends first of a few orders in which units may start. */
export function scheduleFlights(
  scenario: SurveyScenario,
  days: readonly (readonly PlannedFlight[])[],
  latest_s: number,
): Timetable {
  const ideal = idealOf(days);
  const orders = ordersOf(days.length, ideal.order);
  let best: Timetable | null = null;
  const tries = (days.length === 1 ? [0] : [0, 1, 2, 3])
    .flatMap((bits) => orders.map((order) => ({ order, bits })))
    .slice(0, MOST_TRIES);
  for (const { order, bits } of tries) {
    const table = scheduleInOrder(scenario, flipped(days, bits), order, latest_s);
    const better =
      best === null ||
      table.left.length < best.left.length ||
      (table.left.length === best.left.length && table.end_s < best.end_s - 1e-6);
    if (better) best = table;
    if (best!.left.length === 0 && best!.end_s <= ideal.end_s * CLOSE) break;
  }
  return best!;
}
