import { type PlanRefusal } from '#ir';
import { type ReadyUnit } from '../fleet/fleet.ts';
import { refusal } from '../fleet/refusal.ts';
import { type ClassWork } from './class-work.ts';
import { type DecodeContext, type Decoded, type Mark, type Tour, flySortie, stopAt } from './decode.ts';
import { sortieLimits } from './sortie.ts';

/** What a sortie with the next lane alone lacks; no numbers where there is no way to it or back in the tour's direction. */
type Short =
  | { readonly code: 'G1-03' }
  | { readonly code: string; readonly measured: number; readonly limit: number; readonly unit: string };

/**
 * What is not flown of a tour that no day could finish, and why: battery sets are used up, the work window ends, or the
 * next lane does not fit a sortie of its own. Units take the tour over in order, so it is the last one that is stopped.
 */
export function leftOver(
  work: ClassWork,
  tour: Tour,
  part: Decoded,
  c: { readonly context: DecodeContext; readonly window_s: number | null },
): PlanRefusal[] {
  const lanes = Array.from(tour.subarray(part.rest));
  if (lanes.length === 0) return [];
  const left = lanes.length;
  const { units } = work.cls;
  const tasks = [...new Set(lanes.map((key) => work.net.lanes[key >> 1]!.block.task_id))];
  const ids = [...units.map((u) => u.unit.id), ...tasks];
  const flown = (u: ReadyUnit): number => part.days.find((d) => d.ready === u)?.flights.length ?? 0;
  if (units.some((u) => u.unit.battery_sets !== null && flown(u) >= u.unit.battery_sets)) {
    const text = {
      en: `the battery sets are used up with ${left} lanes left`,
      ru: `комплекты батарей исчерпаны, осталось галсов: ${left}`,
    };
    return [refusal('G4-06', ids, { measured: left, unit: '1' }, text)];
  }
  const last = units[units.length - 1]!;
  const mark = markOf(tour, part);
  const limits = sortieLimits(last, c.context.reserve);
  if (c.window_s !== null && flySortie(c.context, tour, { ...mark }, last.place, limits) !== null) {
    const text = {
      en: `the work window of ${c.window_s} s ends with ${left} lanes left`,
      ru: `рабочее окно ${c.window_s} с кончается, осталось галсов: ${left}`,
    };
    return [refusal('G4-04', ids, { measured: left, limit: c.window_s, unit: '1' }, text)];
  }
  const what = {
    lane: work.net.lanes[lanes[0]! >> 1]!.id,
    begun: mark.done_m > 0,
    unit: last.unit.id,
    left,
  };
  return [shortRefusal(shortOf(work, tour, mark, last, c.context.reserve), ids, what)];
}

/** Where a tour stopped: the next lane, and how much of it the last sortie took. */
function markOf(tour: Tour, part: Decoded): Mark {
  const stop = part.days
    .flatMap((d) => d.flights)
    .at(-1)
    ?.stops.at(-1);
  const at = part.rest;
  if (stop === undefined || stop.piece.lane.index !== tour[at]! >> 1) return { at, done_m: 0 };
  const { lane, to_m } = stop.piece;
  return { at, done_m: (tour[at]! & 1) === 0 ? to_m : lane.length_m - to_m };
}

function shortOf(work: ClassWork, tour: Tour, mark: Mark, ready: ReadyUnit, reserve: number): Short {
  const { net } = work;
  const stop = stopAt(net, tour, mark);
  const out = stop === null ? null : net.depart(ready.place, stop);
  const back = stop === null ? null : net.arrive(stop, ready.place);
  if (stop === null || out === null || back === null) return { code: 'G1-03' };
  const limits = sortieLimits(ready, reserve);
  const t_s = out.t_s + stop.cost.t_s + back.t_s;
  if (t_s > limits.duration_s) return { code: 'G4-03', measured: t_s, limit: limits.duration_s, unit: 's' };
  if (stop.photos > limits.photos)
    return { code: 'G2-11', measured: stop.photos, limit: limits.photos, unit: '1' };
  const onLane = out.e_wh + stop.cost.e_wh;
  // The way straight home from either end must be kept in hand as well.
  const e_wh = Math.max(
    onLane + back.e_wh,
    out.e_wh + net.homeNeed_wh(stop, ready.place, 'entry'),
    onLane + net.homeNeed_wh(stop, ready.place, 'exit'),
  );
  return { code: 'G4-02', measured: e_wh, limit: limits.energy_wh, unit: 'Wh' };
}

const UNITS: Readonly<Record<string, readonly [en: string, ru: string]>> = {
  Wh: ['Wh', 'Вт·ч'],
  s: ['s', 'с'],
  '1': ['images', 'кадров'],
};

function shortRefusal(
  short: Short,
  ids: readonly string[],
  c: { readonly lane: string; readonly begun: boolean; readonly unit: string; readonly left: number },
): PlanRefusal {
  const lane = c.begun ? `the rest of lane ${c.lane}` : `lane ${c.lane}`;
  const ru_lane = c.begun ? `остаток галса ${c.lane}` : `галс ${c.lane}`;
  if (!('measured' in short))
    return refusal(
      short.code,
      ids,
      { measured: c.left, unit: '1' },
      {
        en: `${c.unit} cannot fly to ${lane}, along it in the direction of the tour found, and back within the boundary and clear of zones; ${c.left} lanes are left`,
        ru: `${c.unit} не может пройти ${ru_lane} в направлении найденного обхода с дорогой туда и обратно внутри границы и вне зон; осталось галсов: ${c.left}`,
      },
    );
  const [measured, limit] = [short.measured.toFixed(1), short.limit.toFixed(1)];
  const [en, ru] = UNITS[short.unit]!;
  return refusal(short.code, ids, short, {
    en: `${lane} does not fit one sortie of ${c.unit} and cannot be cut to fit: with the way there and back it takes ${measured} ${en}, and ${limit} ${en} are there; ${c.left} lanes are left`,
    ru: `${ru_lane} не помещается в один вылет ${c.unit}, и разрезать его так, чтобы поместился, нельзя: с дорогой туда и обратно нужно ${measured} ${ru}, есть ${limit} ${ru}; осталось галсов: ${c.left}`,
  });
}
