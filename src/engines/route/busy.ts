import { BusyTable, TIME_LIMIT, fullIntervals, indexOfCell } from '#search';
import type { Hazard } from './hazards.ts';
import { corridorHazards, wallOutline } from './hazards.ts';
import { type RouteLattice, forEachSpanOf } from './lattice.ts';
import { type ScheduleQuery, WINDOW_MARGIN_SEC, keptFrom_m, usesOf } from './schedule.ts';

/** Other operations are rastered in pieces of this length, seconds, and kept for as long before and after each. */
const PIECE_SEC = 4;
const AROUND_SEC = 2;

/**
 * When cells may not be flown in, milliseconds after the state's time: zones while they last, the surroundings of other
 * operations while they pass, corridors while they are full. Conservative in space, and in time by a margin.
 */
export function busyTable(lattice: RouteLattice, query: ScheduleQuery): BusyTable {
  const busy = new BusyTable(lattice.grid);
  for (const zone of query.timed_zones) {
    const { from_sec, to_sec } = zone.prism;
    take(busy, lattice, zone, [from_sec - WINDOW_MARGIN_SEC, to_sec + WINDOW_MARGIN_SEC]);
  }
  takeOperations(busy, lattice, query);
  for (const corridor of query.air.corridors) {
    const room = corridor.capacity - query.constraints.corridor_capacity_required;
    for (const span of fullSpans(usesOf(query.air, query.uav, corridor), room))
      for (const wall of corridorHazards(corridor)) take(busy, lattice, wall, span);
  }
  return busy;
}

function takeOperations(busy: BusyTable, lattice: RouteLattice, query: ScheduleQuery): void {
  for (const track of query.air.operations) {
    if (track.uav_id === query.uav.id) continue;
    const keep_m = keptFrom_m(track, query);
    for (let i = 1; i < track.points.length; i++) {
      const [p, q] = [track.points[i - 1]!, track.points[i]!];
      const pieces = Math.max(1, Math.ceil((q.t_sec - p.t_sec) / PIECE_SEC));
      for (let k = 0; k < pieces; k++) {
        const at = (s: number) => ({
          t_sec: p.t_sec + (q.t_sec - p.t_sec) * s,
          x_m: p.x_m + (q.x_m - p.x_m) * s,
          y_m: p.y_m + (q.y_m - p.y_m) * s,
          z_m: p.z_m + (q.z_m - p.z_m) * s,
        });
        const [a, b] = [at(k / pieces), at((k + 1) / pieces)];
        take(
          busy,
          lattice,
          {
            id: track.operation_id,
            kind: 'operation',
            prism: {
              outline: wallOutline(a, b),
              floor_m: Math.min(a.z_m, b.z_m),
              ceiling_m: Math.max(a.z_m, b.z_m),
              from_sec: -Infinity,
              to_sec: Infinity,
            },
            keep_m,
            keep_up_m: keep_m,
            pad_keep_m: keep_m,
          },
          [a.t_sec - AROUND_SEC, b.t_sec + AROUND_SEC],
        );
      }
    }
  }
}

/** When so many uses overlap that another would be more than there is room for; all the time where there is none. */
function fullSpans(
  uses: readonly (readonly [number, number])[],
  room: number,
): readonly (readonly [number, number])[] {
  if (room < 0) return [[0, Infinity]];
  // Closed intervals: a use that begins at the moment another ends overlaps it.
  const ms = uses.map(([from, to]) => ({ from: Math.floor(from * 1000) - 1, to: Math.ceil(to * 1000) + 1 }));
  return fullIntervals(ms, room + 1).map(({ from, to }) => [from / 1000, to / 1000]);
}

function take(
  busy: BusyTable,
  { grid, plane, layers_m }: RouteLattice,
  hazard: Hazard,
  [from_sec, to_sec]: readonly [number, number],
): void {
  const from = Math.max(0, Math.floor(from_sec * 1000));
  const to = Math.min(TIME_LIMIT, Math.ceil(to_sec * 1000));
  if (!(from < to)) return;
  forEachSpanOf(plane, layers_m, hazard, (span) => {
    for (let x = span.from; x <= span.to; x++)
      for (let z = span.first; z <= span.last; z++) {
        const cell = indexOfCell(grid, { x, y: span.row, z });
        if (grid.blocked[cell] === 0) busy.add(cell, from, to);
      }
  });
}
