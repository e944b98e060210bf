/** Totals of some sorties, recomputed. Where a word has more than one honest reading, each is listed, the first is ours. */
import { exposures } from './captures.ts';
import { type Context } from './context.ts';
import { type SortieEnergy } from './g4-energy.ts';
import { type Track } from './track.ts';

/** Values of each total; several where the word can be read in several ways (flat or slant distance, for example). */
export type Totals = {
  readonly flight_time_s: readonly number[];
  readonly distance_m: readonly number[];
  readonly lane_length_m: readonly number[];
  readonly photos: readonly number[];
  readonly sorties: readonly number[];
  readonly turns: readonly number[];
  readonly energy_wh: readonly number[];
};

/** Totals of the given tracks with their energies. */
export function totalsOf(
  context: Context,
  tracks: readonly Track[],
  energies: readonly SortieEnergy[],
): Totals {
  let [flight, flat, slant, laneFlat, laneSlant, photos] = [0, 0, 0, 0, 0, 0];
  let [turnLegs, laneChanges, laneIdChanges] = [0, 0, 0];
  for (const track of tracks) {
    flight += track.t[track.n - 1]! - track.t[0]!;
    for (let i = 0; i + 1 < track.n; i++) {
      const across = track.flat[i]!;
      const along = track.slant[i]!;
      flat += across;
      slant += along;
      if (track.leg[i]! >= 0 && track.sortie.legs[track.leg[i]!]!.kind === 'lane') {
        laneFlat += across;
        laneSlant += along;
      }
    }
    const lanes = track.sortie.legs.filter((l) => l.kind === 'lane');
    laneChanges += Math.max(0, lanes.length - 1);
    laneIdChanges += Math.max(0, new Set(lanes.map((l) => l.lane_id)).size - 1);
    turnLegs += track.sortie.legs.filter((l) => l.kind === 'turn').length;
    photos += photosOf(track);
  }
  const energy = energies.reduce((sum, e) => sum + e.drawn_wh, 0);
  return {
    flight_time_s: [flight],
    distance_m: [slant, flat],
    lane_length_m: [laneFlat, laneSlant, ...plannedLanes(context, tracks)],
    photos: [photos],
    sorties: [tracks.length],
    turns: [turnLegs, laneChanges, laneIdChanges],
    energy_wh: tracks.some((t) => t.craft === null) ? [] : [energy],
  };
}

function photosOf(track: Track): number {
  let count = 0;
  track.sortie.legs.forEach((leg, k) => {
    if (leg.capture === null || leg.capture.type === 'continuous') return;
    let length = 0;
    for (let i = track.legFrom[k]!; i < track.legTo[k]!; i++) length += track.flat[i]!;
    count += exposures(leg.capture, length).length;
  });
  return count;
}

/** Length of the lanes as laid, of those that these tracks fly. */
function plannedLanes(context: Context, tracks: readonly Track[]): number[] {
  const flown = new Set(tracks.flatMap((t) => t.sortie.legs.map((l) => l.lane_id)));
  let sum = 0;
  for (const lane of context.plan.lanes) {
    if (!flown.has(lane.id)) continue;
    const [ax, ay] = context.plane.xy(lane.start[0], lane.start[1]);
    const [bx, by] = context.plane.xy(lane.end[0], lane.end[1]);
    sum += Math.hypot(bx - ax, by - ay);
  }
  return [sum];
}
