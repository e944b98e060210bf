import type { Feature, FeatureCollection } from 'geojson';
import type { WireDecision } from '../api/decision.ts';
import { EMPTY, collection, point } from '../map/features.ts';

/** A point of a path on the map. */
export type PathPoint = WireDecision['tried'][number];

/** The released path, or else the one that was tried; empty where nothing was planned. */
export function pathOf(decision: WireDecision | null): readonly PathPoint[] {
  const released = decision?.decision.trajectory ?? [];
  return released.length > 0 ? released : (decision?.tried ?? []);
}

/** The leg of a path that is flown at a moment, as a line; null without a path. A moment at a waypoint means the leg before it. */
export function legAt(decision: WireDecision | null, t_sec: number): Feature | null {
  const points = pathOf(decision);
  if (points.length < 2) return null;
  const i = points.findIndex((p) => p.t_sec >= t_sec);
  const end = i < 0 ? points.length - 1 : Math.max(1, i);
  // A vertical leg, or a wait, is a point on the map: the nearest leg before it that goes somewhere, or else after it.
  const moves = (k: number): boolean =>
    points[k]!.lon !== points[k - 1]!.lon || points[k]!.lat !== points[k - 1]!.lat;
  let at = end;
  while (at > 1 && !moves(at)) at--;
  while (at < points.length - 1 && !moves(at)) at++;
  const [a, b] = [points[at - 1]!, points[at]!];
  return {
    type: 'Feature',
    properties: { id: 'leg' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [a.lon, a.lat],
        [b.lon, b.lat],
      ],
    },
  };
}

/** Where the aircraft is at a moment of its path, straight between the path's points; null without a path. */
export function flyingAt(decision: WireDecision | null, t_sec: number): [number, number] | null {
  const points = pathOf(decision);
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const i = points.findIndex((p) => p.t_sec >= t_sec);
  if (i < 0) return [last.lon, last.lat];
  if (i === 0) return [first.lon, first.lat];
  const [a, b] = [points[i - 1]!, points[i]!];
  const share = (t_sec - a.t_sec) / Math.max(1e-9, b.t_sec - a.t_sec);
  return [a.lon + (b.lon - a.lon) * share, a.lat + (b.lat - a.lat) * share];
}

/**
 * Events of the simulated flights on the map. They are told in metres of the city's plane; the path's own points, which
 * have both forms, give the scale. A path that does not spread along an axis gives none, and its events are left out.
 */
export function simulatedEvents(decision: WireDecision | null): FeatureCollection {
  const points = decision?.decision.trajectory ?? [];
  const lon = axis(points.map((p) => [p.x_m, p.lon]));
  const lat = axis(points.map((p) => [p.y_m, p.lat]));
  if (decision === null || lon === null || lat === null) return EMPTY;
  return collection(
    decision.simulation.flatMap((run) =>
      run.events.map((e) => point([lon(e.x_m), lat(e.y_m)], { type: e.type })),
    ),
  );
}

/** The straight line through the two outermost pairs. */
function axis(pairs: readonly (readonly [number, number])[]): ((m: number) => number) | null {
  if (pairs.length < 2) return null;
  const low = pairs.reduce((a, b) => (b[0] < a[0] ? b : a));
  const high = pairs.reduce((a, b) => (b[0] > a[0] ? b : a));
  if (high[0] - low[0] < 1) return null;
  const per_m = (high[1] - low[1]) / (high[0] - low[0]);
  return (m) => low[1] + (m - low[0]) * per_m;
}
