/** An exported plan, read back, laid over the plan it came from: what the file carries replaces what the plan says. */
import { type PlanCapture, type PlanLeg, type PlanPoint, type PlanSortie, type SurveyPlan } from '#ir';
import { surveyPlanHash } from '#ir';
import { type Plane, planeAt } from './plane.ts';
import { type ReimportTolerance } from './reimport.ts';

/** A place that a file names, in order of flight. */
export type ReadPoint = {
  readonly lon_deg: number;
  readonly lat_deg: number;
  readonly amsl_m: number;
  /** Seconds from the work window's start; null where the format has no times. */
  readonly t_sec: number | null;
  /** Frames every so many metres begin here; 0: they end here; null: the file says nothing at this place. */
  readonly trigger_m: number | null;
};

/** One flight of a file. */
export type ReadFlight = { readonly sortie_id: string; readonly points: readonly ReadPoint[] };

/** What a kind of file is: all points of the flights, or only the waypoints between take-off and landing. */
export type ReadKind = 'track' | 'waypoints';

/** A place of the file that is no place of the plan, or a flight that is missing. */
export type Mismatch = {
  readonly sortie_id: string;
  readonly at: ReadPoint | null;
  /** Distance to the nearest place of the plan that may follow, metres; null where a whole flight is concerned. */
  readonly off_m: number | null;
};

/**
 * The plan as the file has it. A track gives every position, and the times where it has any. Of waypoints the flight is
 * the straight line from each to the next: points of the plan between them are put onto it, at their share of the way.
 * Frames come from the triggers; what a file never carries (legs, lanes, take-off, landing, energies, times of
 * waypoints) is the plan's. Places that match no place of the plan are returned beside it and change nothing.
 */
export function rebuildPlan(
  plan: SurveyPlan,
  flights: readonly ReadFlight[],
  kind: ReadKind,
  tolerance: ReimportTolerance,
): { readonly plan: SurveyPlan; readonly mismatches: Mismatch[] } {
  const mismatches: Mismatch[] = [];
  const known = new Map(flights.map((f) => [f.sortie_id, f]));
  for (const f of flights)
    if (!plan.sorties.some((s) => s.id === f.sortie_id))
      mismatches.push({ sortie_id: f.sortie_id, at: null, off_m: null });
  const sorties: PlanSortie[] = [];
  for (const sortie of plan.sorties) {
    const flight = known.get(sortie.id);
    if (flight === undefined || flight.points.length < 2) {
      mismatches.push({ sortie_id: sortie.id, at: null, off_m: null });
      continue;
    }
    sorties.push(rebuildSortie(sortie, flight, { kind, tolerance, mismatches }));
  }
  const whole = { ...plan, sorties };
  return { plan: { ...whole, plan_hash: surveyPlanHash(whole) }, mismatches };
}

type Rest = {
  readonly kind: ReadKind;
  readonly tolerance: ReimportTolerance;
  readonly mismatches: Mismatch[];
};

/** Points of a sortie, each once, and where each leg begins among them. */
type Path = { readonly points: readonly PlanPoint[]; readonly starts: readonly number[] };

function pathOf(sortie: PlanSortie): Path {
  const points: PlanPoint[] = [];
  const starts: number[] = [];
  for (const leg of sortie.legs) {
    starts.push(Math.max(0, points.length - 1));
    points.push(...(points.length === 0 ? leg.points : leg.points.slice(1)));
  }
  return { points, starts };
}

function rebuildSortie(sortie: PlanSortie, flight: ReadFlight, rest: Rest): PlanSortie {
  const path = pathOf(sortie);
  const [from, to] = rest.kind === 'track' ? [0, path.points.length - 1] : spanOf(sortie, path);
  const plane = planeAt(path.points[0]!.lon_deg, path.points[0]!.lat_deg);
  const places = matched(path, flight, { from, to, plane, rest });
  const points = laid(path.points, places, plane);
  const legs = sortie.legs.map((leg, k): PlanLeg => {
    const start = path.starts[k]!;
    const own = points.slice(start, start + leg.points.length);
    const told = own.map((_, i) => places.get(start + i)?.trigger_m ?? null);
    return { ...leg, points: own, capture: captureOf(leg, own, told, { plane, kind: rest.kind }) };
  });
  return {
    ...sortie,
    legs,
    start_sec: points[0]!.t_sec,
    end_sec: points[points.length - 1]!.t_sec,
  };
}

/** First and last point between take-off and landing. */
function spanOf(sortie: PlanSortie, path: Path): readonly [number, number] {
  const inner = sortie.legs.map((leg) => leg.kind !== 'takeoff' && leg.kind !== 'landing');
  const [first, last] = [inner.indexOf(true), inner.lastIndexOf(true)];
  if (first < 0) return [0, path.points.length - 1];
  return [path.starts[first]!, path.starts[last]! + sortie.legs[last]!.points.length - 1];
}

type Span = { readonly from: number; readonly to: number; readonly plane: Plane; readonly rest: Rest };

/** Which place of the file is which point of the plan: each matches the first one ahead that it coincides with. */
function matched(path: Path, flight: ReadFlight, span: Span): Map<number, ReadPoint> {
  const { plane, rest } = span;
  const out = new Map<number, ReadPoint>();
  const at = path.points.map((p) => plane.xy(p.lon_deg, p.lat_deg));
  let next = span.from;
  for (const q of flight.points) {
    const [x, y] = plane.xy(q.lon_deg, q.lat_deg);
    let off_m = Infinity;
    let i = next;
    for (; i <= span.to; i++) {
      const flat = Math.hypot(at[i]![0] - x, at[i]![1] - y);
      const tall = Math.abs(path.points[i]!.amsl_m - q.amsl_m);
      if (flat <= rest.tolerance.horizontal_m && tall <= rest.tolerance.vertical_m) break;
      off_m = Math.min(off_m, Math.hypot(flat, tall));
    }
    if (i > span.to) {
      rest.mismatches.push({ sortie_id: flight.sortie_id, at: q, off_m });
      continue;
    }
    out.set(i, q);
    next = i + 1;
  }
  // A track has every point; waypoints have at least both ends.
  const whole =
    rest.kind === 'track' ? out.size === path.points.length : out.has(span.from) && out.has(span.to);
  if (!whole) rest.mismatches.push({ sortie_id: flight.sortie_id, at: null, off_m: null });
  return out;
}

/** Points at the file's places; those between two of them on the straight line, at their share of the plan's way. */
function laid(
  points: readonly PlanPoint[],
  places: ReadonlyMap<number, ReadPoint>,
  plane: Plane,
): PlanPoint[] {
  const out = points.map((p, i) => {
    const q = places.get(i);
    return q === undefined
      ? p
      : { ...p, lon_deg: q.lon_deg, lat_deg: q.lat_deg, amsl_m: q.amsl_m, t_sec: q.t_sec ?? p.t_sec };
  });
  const kept = [...places.keys()];
  for (let k = 0; k + 1 < kept.length; k++) {
    const [i, j] = [kept[k]!, kept[k + 1]!];
    const way = [0];
    for (let n = i; n < j; n++) way.push(way[n - i]! + distance(plane, points[n]!, points[n + 1]!));
    const total = way[j - i]!;
    const [a, b] = [out[i]!, out[j]!];
    const [ax, ay] = plane.xy(a.lon_deg, a.lat_deg);
    const [bx, by] = plane.xy(b.lon_deg, b.lat_deg);
    for (let n = i + 1; n < j; n++) {
      const f = total > 0 ? way[n - i]! / total : (n - i) / (j - i);
      const [lon_deg, lat_deg] = plane.lonLat(ax + f * (bx - ax), ay + f * (by - ay));
      out[n] = { ...points[n]!, lon_deg, lat_deg, amsl_m: a.amsl_m + f * (b.amsl_m - a.amsl_m) };
    }
  }
  return out;
}

function distance(plane: Plane, a: PlanPoint, b: PlanPoint): number {
  const [ax, ay] = plane.xy(a.lon_deg, a.lat_deg);
  const [bx, by] = plane.xy(b.lon_deg, b.lat_deg);
  return Math.hypot(bx - ax, by - ay);
}

/** Frames of a lane as the file triggers them: at once at the lane's first place, then every so many metres to its last. */
function captureOf(
  leg: PlanLeg,
  points: readonly PlanPoint[],
  told: readonly (number | null)[],
  rest: { readonly plane: Plane; readonly kind: ReadKind },
): PlanCapture | null {
  if (leg.capture === null || leg.capture.type === 'continuous' || rest.kind === 'track') return leg.capture;
  const spacing_m = told[0] ?? 0;
  if (!(spacing_m > 0)) return null;
  let length = 0;
  for (let i = 0; i + 1 < points.length && (i === 0 || told[i] !== 0); i++)
    length += distance(rest.plane, points[i]!, points[i + 1]!);
  // A frame due within a centimetre of the lane's end is taken: the series is ended after that place.
  return { type: 'distance', first_m: 0, spacing_m, count: Math.floor((length + 0.01) / spacing_m) + 1 };
}
