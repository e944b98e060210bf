import { type SurveyScenario } from '#world';
import { type ReadyUnit } from '../fleet/fleet.ts';
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

/**
 * Gives every flight its time: always the unit that is ready first, each flight at its earliest time that keeps pads,
 * launch spacing and separation from what stands already; of its ways the one that ends first. A flight that finds no
 * place before `latest_s` is left out, and the rest of its unit's day with it.
 */
export function scheduleFlights(
  scenario: SurveyScenario,
  days: readonly (readonly PlannedFlight[])[],
  latest_s: number,
): { readonly slots: readonly Slot[]; readonly left: readonly PlannedFlight[] } {
  const board = new Board(scenario);
  const next = days.map(() => 0);
  const ready_s = days.map(() => 0);
  const left: PlannedFlight[] = [];
  for (;;) {
    let unit = -1;
    days.forEach((day, i) => {
      if (next[i]! < day.length && (unit < 0 || ready_s[i]! < ready_s[unit]!)) unit = i;
    });
    if (unit < 0) return { slots: board.slots, left };
    const day = days[unit]!;
    const planned = day[next[unit]!]!;
    const last = next[unit]! === day.length - 1;
    let best: Slot | null = null;
    for (let way = 0; way < planned.ways.length; way++) {
      // The other way round is only worth a look when the first has to wait.
      if (best !== null && best.start_s <= ready_s[unit]! + STEP_S) break;
      const c = { ready_s: ready_s[unit]!, set: next[unit]!, last, latest_s };
      const slot = placeWay(board, planned, way, c);
      if (slot !== null && (best === null || slot.end_s < best.end_s - 1e-9)) best = slot;
    }
    if (best === null) {
      left.push(...day.slice(next[unit]!));
      next[unit] = day.length;
      continue;
    }
    const { turnaround_s } = best.ready.place.site;
    board.put(best, last ? 0 : turnaround_s);
    // A hair later: written times are rounded.
    ready_s[unit] = best.end_s + turnaround_s + 1e-4;
    next[unit]!++;
  }
}
