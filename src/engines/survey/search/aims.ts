import { type Rng } from '#base';
import { type DecodeContext, type Decoded, type Tour, decodeTour } from './decode.ts';
import { evenOut } from './even-out.ts';
import { decodeFlights, quickFlights } from './flights.ts';
import { turnedRound } from './tour.ts';
import { type CostTable, type QuickUnit, quickMakespan } from './quick.ts';
import { type Aim, type RouteSpace, type Routes, decodeRoutes, routesOfTour } from './routes.ts';
import { type SortiesFound, searchRoutes } from './ruin.ts';

/** How finely the common end of a tour is halved. */
const RATIO = 2e-4;

/** Value of a tour cut into sorties: seconds, infinite if it cannot be finished within the window. */
export function valueOf(
  t: CostTable,
  tour: Tour,
  units: readonly QuickUnit[],
  c: { readonly aim: Aim; readonly window_s: number },
): number {
  if (c.aim === 'flight') return quickFlights(t, tour, units);
  return quickMakespan(t, tour, units, { window_s: c.window_s, ratio: RATIO });
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
  const until_s = Number.isFinite(first_s) ? WHOLE_ROOM * first_s : Infinity;
  const found = searchAgain(space, routesOfTour(space, c.tour, until_s), aim, run);
  const whole = found.bests
    .filter((routes) => routes.absent.length === 0)
    .flatMap((routes) => decodeRoutes(context.net, space, routes) ?? [])
    .map((d) => (aim === 'flight' ? d : evenOut(context.net, context.reserve, d)));
  const value = (d: Decoded): number => (aim === 'flight' ? d.flight_s : d.work_s);
  const options = whole.sort((a, b) => value(a) - value(b)).slice(0, WHOLE_KEPT);
  const joined = tourOf(c.tour, found.bests[0]!);
  options.push(...waysOf(c, joined, true), ...waysOf(c, c.tour, false));
  return { options, iterations: found.done, stopped: found.stopped };
}

/** Ways of whole lanes, evened out, that go on the clock. */
const WHOLE_KEPT = 3;
/** Weights of the longest day at the end of each run, for a search that has moves for several. */
const RUNS = [0.9, 0.6];
const MOVES_OF_A_RUN = 2000;

/** Searches sorties several times from the start, each time with other chance; the best of all runs. */
function searchAgain(space: RouteSpace, start: Routes, aim: Aim, run: SearchRun): SortiesFound {
  const weights = run.iterations >= RUNS.length * MOVES_OF_A_RUN ? RUNS : RUNS.slice(0, 1);
  const iterations = Math.ceil(run.iterations / weights.length);
  const bests: Routes[] = [];
  let done = 0;
  let stopped = false;
  for (const [i, weight] of weights.entries()) {
    if (stopped) break;
    const rng = run.rng.fork(`run ${i}`);
    const found = searchRoutes(space, start, rng, { ...run, aim, weight, iterations });
    bests.push(...found.bests);
    done += found.done;
    stopped = found.stopped;
  }
  return { bests, done, stopped };
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
  const ways = [decodeTour(context, tour, order, RATIO)];
  if (all) ways.push(decodeTour({ ...context, cutEnergy: false }, tour, order, RATIO));
  // As quick but for separation: the same tour the other way round, and taken over in the other order.
  if (all && order.length > 1) {
    const back = turnedRound(tour.map((key) => key ^ 1).reverse(), c.usable);
    ways.push(decodeTour(context, back, order, RATIO));
    ways.push(decodeTour(context, tour, [...order].reverse(), RATIO));
  }
  if (all && c.several)
    for (let m = order.length - 1; m >= 1; m--)
      ways.push(decodeTour(context, tour, order.slice(0, m), RATIO));
  return made(ways);
}

const made = (ways: readonly (Decoded | null)[]): Decoded[] => ways.filter((d) => d !== null);
