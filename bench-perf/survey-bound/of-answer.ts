import { type Setup } from '../../src/engines/survey/setup.ts';
import { type ReadyUnit, readyFleet } from '../../src/engines/survey/fleet/fleet.ts';
import { type Answer } from '../../src/engines/survey/search/answer.ts';
import { laneSpeed } from '../../src/engines/survey/motion/ends.ts';
import { spacesOf, withGates } from '../../src/engines/survey/search/bands.ts';
import { type Stop } from '../../src/engines/survey/search/network.ts';
import { type Flight } from '../../src/engines/survey/search/sortie.ts';
import { type Bound, type Effort, boundWorkTime } from './bound.ts';
import { type Costs, costsOf, leastCut_m, unionNetwork } from './costs.ts';
import { type LinearModel } from './linear.ts';

/** A bound on the work time of the lanes that an answer flies, or why there is none. */
export type AnswerBound =
  | ({ readonly type: 'bounded'; readonly lanes: number; readonly plan_s: number } & Bound)
  | { readonly type: 'none'; readonly why: string };

/** Bounds the work time over the lanes of an answer as they are laid, whichever unit of the class flies them. */
export function boundOfAnswer(
  create: () => LinearModel,
  setup: Setup,
  answer: Answer,
  effort?: Effort,
): AnswerBound {
  const { scenario } = setup;
  const spaces = spacesOf(setup);
  const ready = readyFleet(scenario, setup.catalogue, { ...setup, space: spaces.whole.space });
  const fleet = withGates(ready, spaces.gate_m);
  if (fleet.classes.length !== 1) return { type: 'none', why: 'several kinds of aircraft' };
  if (fleet.classes[0]!.craft.kind !== 'multirotor') return { type: 'none', why: 'not multirotors' };
  if (answer.refusals.length > 0) return { type: 'none', why: 'not all is flown' };
  const offsets = new Map<string, number>();
  const blocks: number[][] = [];
  let count = 0;
  for (const work of answer.works) {
    for (const u of work.cls.units) offsets.set(u.unit.id, count);
    for (const set of work.laneSets) blocks.push(set.map((l) => l + count));
    count += work.net.lanes.length;
  }
  const [first] = answer.works;
  const net =
    answer.works.length === 1
      ? first!.net
      : unionNetwork(
          first!.mover,
          answer.works.map((w) => w.net.lanes),
        );
  const flights = answer.slots.map((slot) => ({
    flight: slot.planned.ways[slot.way]!.flight,
    offset: offsets.get(slot.ready.unit.id)!,
  }));
  const odd = flights.find(({ flight }) => !isBounded(flight));
  if (odd !== undefined) return { type: 'none', why: 'a lane is joined at its inside' };
  const units: readonly ReadyUnit[] = fleet.classes[0]!.units;
  const costs = costsOf(net, units, scenario.objective.energy_reserve);
  if (!keepsEnds(costs)) return { type: 'none', why: 'a cut may change how a lane is entered' };
  const plan_s = Math.max(0, ...answer.slots.map((s) => s.end_s));
  const bound = boundWorkTime(
    create(),
    {
      costs,
      launch_spacing_s: scenario.separation.launch_spacing_s,
      plan_s,
      start: flights.flatMap(({ flight, offset }) => linksOf(flight, offset)),
      blocks,
    },
    effort,
  );
  return { type: 'bounded', lanes: count, plan_s, ...bound };
}

/**
 * Whether every part of a lane begins (ends) at its lane's true end as the whole lane does: at the same speed, so at the
 * same gate. A part is slower there only where it is too short to change speed, and it is faster only where the whole
 * lane is: too short itself, or slowed for its frames, which may lie closer than those of a part.
 *
 * A part of the least length L has at its cut a speed c or more: that of a part cut at L from the lane's other end, which
 * has the least room beyond its cut. So it reaches its true end's speed v if v^2 <= c^2 + 2 a L.
 */
function keepsEnds(costs: Costs): boolean {
  const { net, stops } = costs;
  const { lane_acceleration_mps2: a, wind } = net.mover.rules;
  const room = 1 - 1e-6;
  return stops.every((stop) => {
    if (stop === null) return true;
    const { lane, from_m, to_m } = stop.piece;
    const least_m = leastCut_m(lane);
    if (lane.length_m < 2 * least_m) return true;
    const { in_mps, out_mps, cruise_mps, entry } = stop.ends;
    const whole = 2 * a * lane.length_m * room;
    if (cruise_mps < laneSpeed(lane.block, wind, entry.u) - 1e-9) return false;
    if (in_mps ** 2 > out_mps ** 2 + whole || out_mps ** 2 > in_mps ** 2 + whole) return false;
    const sign = to_m >= from_m ? 1 : -1;
    const tail = net.part({ lane, from_m: from_m + sign * least_m, to_m });
    const head = net.part({ lane, from_m, to_m: to_m - sign * least_m });
    const reached = (cut: number): number => (cut ** 2 + 2 * a * least_m) * room;
    return out_mps ** 2 <= reached(tail?.ends.in_mps ?? 0) && in_mps ** 2 <= reached(head?.ends.out_mps ?? 0);
  });
}

/**
 * Whether the bound covers a flight: parts of lanes are long enough, first or last, and joined to the next at their lane's
 * true ends; and of a lane it flies one piece.
 */
function isBounded(flight: Flight): boolean {
  const { stops } = flight;
  if (new Set(stops.map((s) => s.piece.lane)).size < stops.length) return false;
  return stops.every((stop, i) => {
    const { from_m, to_m, lane } = stop.piece;
    const [from, to] = to_m >= from_m ? [0, lane.length_m] : [lane.length_m, 0];
    const cut = Math.abs(from_m - from) > 1e-6 || Math.abs(to_m - to) > 1e-6;
    return (
      (!cut || Math.abs(to_m - from_m) >= leastCut_m(lane) - 1e-6) &&
      (i === 0 || Math.abs(from_m - from) < 1e-6) &&
      (i === stops.length - 1 || Math.abs(to_m - to) < 1e-6)
    );
  });
}

/** Links of a flight, by key. */
function linksOf(flight: Flight, offset: number): [number, number][] {
  const keyOf = ({ piece }: Stop): number =>
    2 * (piece.lane.index + offset) + (piece.to_m >= piece.from_m ? 0 : 1);
  return flight.stops.slice(1).map((stop, i) => [keyOf(flight.stops[i]!), keyOf(stop)]);
}
