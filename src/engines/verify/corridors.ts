import { boxOfSegment, boxesTouch } from '#geo';
import { type CorridorVolume, type OperationTrack, timesInCorridor } from '#world';
import type { TimedPoint } from '#geo';
import { type Finding, type Moment, NOWHERE, shown } from './finding.ts';
import type { Flight } from './flight.ts';

/** A closed stretch of time inside a corridor. */
export type Stay = { readonly from_sec: number; readonly to_sec: number };

/** When a track is in a corridor, in order, neighbours joined. */
export function staysIn(corridor: CorridorVolume, points: readonly TimedPoint[]): Stay[] {
  const stays: { from_sec: number; to_sec: number }[] = [];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    if (!boxesTouch(boxOfSegment(a.x_m, a.y_m, b.x_m, b.y_m), corridor.box)) continue;
    const times = timesInCorridor(a, b, corridor);
    for (let k = 0; k < times.length; k += 2) {
      const last = stays.at(-1);
      if (last !== undefined && times[k]! <= last.to_sec) last.to_sec = Math.max(last.to_sec, times[k + 1]!);
      else stays.push({ from_sec: times[k]!, to_sec: times[k + 1]! });
    }
  }
  return stays;
}

/** A corridor that the flight goes through, with its own stays and those of accepted operations. */
export type CorridorUse = {
  readonly corridor: CorridorVolume;
  readonly own: readonly Stay[];
  readonly others: readonly { readonly id: string; readonly stay: Stay }[];
};

/** The corridors flown through; those of which nothing is touched are left out. */
export function corridorUses(flight: Flight): CorridorUse[] {
  const uses: CorridorUse[] = [];
  for (const corridor of flight.air.corridors) {
    const own = staysIn(corridor, flight.trajectory);
    if (own.length === 0) continue;
    const others = flight.traffic.flatMap((o: OperationTrack) =>
      staysIn(corridor, o.points).map((stay) => ({ id: o.operation_id, stay })),
    );
    uses.push({ corridor, own, others });
  }
  return uses;
}

/** Ids of the other operations in a corridor at a moment; stays are closed, so a hand-over counts both. */
export function othersAt(use: CorridorUse, t_sec: number): string[] {
  const ids = use.others
    .filter(({ stay }) => stay.from_sec <= t_sec && t_sec <= stay.to_sec)
    .map((o) => o.id);
  return [...new Set(ids)].sort();
}

/** Moments at which the load of a corridor can be highest while the flight is in it: somebody's entry. */
export function entriesDuring({ own, others }: CorridorUse): number[] {
  const entries = others.map((o) => o.stay.from_sec);
  return own.flatMap((s) => [
    s.from_sec,
    ...entries.filter((t) => s.from_sec <= t && t <= s.to_sec).sort((a, b) => a - b),
  ]);
}

/** R6: in no corridor are there more operations at once than its capacity, counting the places that the task needs. */
export function checkCorridors(flight: Flight): Finding {
  const need = flight.constraints.corridor_capacity_required;
  const uses = corridorUses(flight);
  let free = Infinity;
  let worst: Moment = NOWHERE;
  let clear_sec = 0;
  let capacity = 0;
  for (const use of uses) {
    for (const t_sec of entriesDuring(use)) {
      const others = othersAt(use, t_sec);
      const left = use.corridor.capacity - others.length - need;
      if (!(left < free)) continue;
      free = left;
      capacity = use.corridor.capacity;
      const leg = flight.legs.find((l) => t_sec <= l.to.t_sec)?.index ?? null;
      worst = { t_sec, leg, entities: [use.corridor.id, ...others.slice(0, 5)] };
      clear_sec = use.others.reduce(
        (end, o) => (others.includes(o.id) ? Math.max(end, o.stay.to_sec) : end),
        t_sec,
      );
    }
  }
  const satisfied = free >= 0;
  const id = worst.entities[0] ?? '';
  return {
    spec: 'always (corridor_free >= 0)',
    check: 'corridor_capacity',
    rule: 'R6',
    unit: 'count',
    robustness: free,
    satisfied,
    note:
      uses.length === 0
        ? 'no corridor is flown through'
        : `${id} has ${shown(free)} of ${capacity} places left at its fullest, ${shown(worst.t_sec!)} s`,
    failure_type: 'corridor_overloaded',
    constraint: 'constraints.corridor_capacity_required',
    worst,
    repair: satisfied
      ? ''
      : clear_sec > (worst.t_sec ?? 0)
        ? `Enter ${id} after t=${Math.ceil(clear_sec)} s, or go around it.`
        : `Go around ${id}: it has ${capacity} places and the task needs ${need}.`,
  };
}
