import { type PlanRefusal } from '#ir';
import { refusal } from '../fleet/refusal.ts';
import { type Setup } from '../setup.ts';
import { type FlatTrack, flatten } from '../document/separation.ts';
import { type PlannedFlight, type Slot, scheduleFlights } from '../document/schedule.ts';
import { trackOf } from '../document/sections.ts';
import { reversed } from '../lanes/lane.ts';
import { type ClassWork } from './class-work.ts';
import { type Decoded } from './decode.ts';
import { type Flight, flightOf, sortieLimits } from './sortie.ts';
import { type Stop } from './network.ts';

/** Puts the chosen flights of all classes on the clock. What finds no time before the window's end is refused. */
export function timetable(
  setup: Setup,
  works: readonly ClassWork[],
  picks: readonly Decoded[],
): { readonly slots: readonly Slot[]; readonly refusals: readonly PlanRefusal[] } {
  const reserve = setup.scenario.objective.energy_reserve;
  const days = picks.flatMap((d, i) =>
    d.days
      .filter((day) => day.flights.length > 0)
      .map((day) => day.flights.map((f) => plannedFlight(f, day.ready, works[i]!, reserve))),
  );
  const window_s = setup.scenario.work_window.duration_s ?? 30 * 86_400;
  const done = scheduleFlights(setup.scenario, days, window_s);
  const refusals = done.left.map((planned) =>
    refusal(
      'G4-04',
      [planned.ready.unit.id],
      { limit: window_s, unit: 's' },
      {
        en: `a sortie of ${planned.ready.unit.id} finds no time within the work window`,
        ru: `вылет борта ${planned.ready.unit.id} не помещается в рабочее окно`,
      },
    ),
  );
  return { slots: done.slots, refusals };
}

function plannedFlight(
  flight: Flight,
  ready: PlannedFlight['ready'],
  work: ClassWork,
  reserve: number,
): PlannedFlight {
  const track = (f: Flight) => {
    let kept: FlatTrack | null = null;
    return { flight: f, track: () => (kept ??= flatten(trackOf(f, work.mover), f.place.site.id)) };
  };
  const back = flight.stops.map((s) => work.net.part(reversed(s.piece))).reverse();
  const other = back.every((s) => s !== null)
    ? flightOf(work.net, flight.place, back as Stop[], sortieLimits(ready, reserve))
    : null;
  return { ready, ways: other === null ? [track(flight)] : [track(flight), track(other)] };
}
