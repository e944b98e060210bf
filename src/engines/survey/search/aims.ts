import { type Rng } from '#base';
import { type DecodeContext, type Decoded, type Tour, decodeTour } from './decode.ts';
import { evenOut } from './even-out.ts';
import { decodeFlights, quickFlights } from './flights.ts';
import { turnedRound } from './tour.ts';
import { type CostTable, type QuickUnit, quickMakespan } from './quick.ts';
import { type Aim, type RouteSpace, type Routes, decodeRoutes, routesOfTour } from './routes.ts';
import { searchRoutes } from './ruin.ts';

/** Value of a tour cut into sorties: seconds, infinite if it cannot be finished within the window. */
export function valueOf(
  t: CostTable,
  tour: Tour,
  units: readonly QuickUnit[],
  c: { readonly aim: Aim; readonly window_s: number },
): number {
  if (c.aim === 'flight') return quickFlights(t, tour, units);
  return quickMakespan(t, tour, units, { low_s: 0, high_s: c.window_s, ratio: 2e-4 });
}

/** What is searched: lanes in a first tour, who flies, and what for. */
export type AimInput = {
  readonly table: CostTable;
  readonly tour: Tour;
  readonly units: readonly QuickUnit[];
  readonly context: DecodeContext;
  readonly usable: (key: number) => boolean;
  readonly aim: Aim;
  /** Whether ways with fewer units are wanted as well. */
  readonly several: boolean;
};

/** How a search runs: moves, chance, and the clock that may cut it. */
export type SearchRun = {
  readonly iterations: number;
  readonly rng: Rng;
  readonly shouldStop: () => boolean;
};

/** Room that first sorties of whole lanes get beyond the tour with cut lanes. */
const WHOLE_ROOM = 1.02;

/**
 * Searches sorties of whole lanes for one aim and gives the ways to fly what is found: as it is and evened out by cuts,
 * and as tours that are cut wherever a sortie ends. Those serve where lanes are too long for whole sorties.
 */
export function searchAim(
  c: AimInput,
  run: SearchRun,
): { readonly options: Decoded[]; readonly iterations: number; readonly stopped: boolean } {
  const { table, context, units, aim } = c;
  const space: RouteSpace = {
    table,
    units,
    lanes: Array.from(c.tour, (key) => key >> 1),
    window_s: context.window_s,
  };
  const first_s = valueOf(table, c.tour, units, { aim: 'work', window_s: context.window_s });
  const until_s = Number.isFinite(first_s) ? WHOLE_ROOM * first_s : context.window_s;
  const found = searchRoutes(space, routesOfTour(space, c.tour, until_s), run.rng, { aim, ...run });
  const options: Decoded[] = [];
  if (found.best.absent.length === 0) {
    const whole = decodeRoutes(context.net, space, found.best);
    if (whole !== null) options.push(aim === 'flight' ? whole : evenOut(context.net, context.reserve, whole));
  }
  const joined = tourOf(c.tour, found.best);
  options.push(...waysOf(c, joined, true), ...waysOf(c, c.tour, false));
  return { options, iterations: found.done, stopped: found.stopped };
}

/** Sorties one after the other, unit by unit; lanes that none of them flies come last. */
function tourOf(tour: Tour, now: Routes): Tour {
  const flown = [...now.routes].sort((a, b) => a.unit - b.unit).flatMap((r) => r.keys);
  const absent = new Set(now.absent);
  return Int32Array.from([...flown, ...tour.filter((key) => absent.has(key >> 1))]);
}

/** A tour flown exactly, cut where sorties end: with `all` in every order that may part units better, too. */
function waysOf(c: AimInput, tour: Tour, all: boolean): Decoded[] {
  const { context, aim } = c;
  const order = c.units.map((u) => u.ready);
  if (aim === 'flight') return made([decodeFlights(context, tour, order)]);
  const range = { low_s: 0, high_s: context.window_s, ratio: 2e-4 };
  const ways = [decodeTour(context, tour, order, range)];
  if (all) ways.push(decodeTour({ ...context, cutEnergy: false }, tour, order, range));
  // As quick but for separation: the same tour the other way round, and taken over in the other order.
  if (all && order.length > 1) {
    const back = turnedRound(tour.map((key) => key ^ 1).reverse(), c.usable);
    ways.push(decodeTour(context, back, order, range));
    ways.push(decodeTour(context, tour, [...order].reverse(), range));
  }
  if (all && c.several)
    for (let m = order.length - 1; m >= 1; m--)
      ways.push(decodeTour(context, tour, order.slice(0, m), range));
  return made(ways);
}

const made = (ways: readonly (Decoded | null)[]): Decoded[] => ways.filter((d) => d !== null);
