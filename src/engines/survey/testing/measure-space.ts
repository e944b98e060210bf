/** For tests of the planner only: airspace, coverage and separation, measured by plain sampling. */
import { type PlanSortie, type SurveyPlan } from '#ir';
import { type LonLatPolygon, type SurveyCatalogue, type SurveyScenario, payloadFigures } from '#world';
import { gridHeight } from '../sensing/ground.ts';
import { chords, step } from './measure.ts';

type Xy = [number, number];

/** Rings of a polygon as metres from an origin. */
function rings(polygon: LonLatPolygon, o: { lon_deg: number; lat_deg: number }): Xy[][] {
  return polygon.coordinates.map((ring) => ring.map(([lon_deg, lat_deg]) => step(o, { lon_deg, lat_deg })));
}

function inside(rs: readonly Xy[][], [x, y]: Xy): boolean {
  let yes = false;
  for (const ring of rs)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [ax, ay] = ring[i]!;
      const [bx, by] = ring[i + 1]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) yes = !yes;
    }
  return yes;
}

function edgeDistance(rs: readonly Xy[][], [x, y]: Xy): number {
  let best = Infinity;
  for (const ring of rs)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [ax, ay] = ring[i]!;
      const [dx, dy] = [ring[i + 1]![0] - ax, ring[i + 1]![1] - ay];
      const l = dx * dx + dy * dy;
      const s = l > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / l)) : 0;
      best = Math.min(best, Math.hypot(x - ax - s * dx, y - ay - s * dy));
    }
  return best;
}

/** Ground under a position; null where unknown or kept in a file. */
export function groundAt(scenario: SurveyScenario, lon: number, lat: number): number | null {
  const t = scenario.terrain;
  if (t.type === 'flat') return t.ground_amsl_m;
  return t.type === 'grid' ? gridHeight(t, lon, lat) : null;
}

/** Points every few metres along a sortie. */
function samples(
  sortie: PlanSortie,
  gap_m: number,
): { lon: number; lat: number; z: number; t: number; kind: string }[] {
  return chords(sortie).flatMap((c) => {
    const n = Math.max(1, Math.ceil((Math.hypot(...c.v) * c.dt) / gap_m));
    return Array.from({ length: n }, (_, i) => {
      const k = (i + 1) / n;
      return {
        lon: c.a.lon_deg + k * (c.b.lon_deg - c.a.lon_deg),
        lat: c.a.lat_deg + k * (c.b.lat_deg - c.a.lat_deg),
        z: c.a.amsl_m + k * (c.b.amsl_m - c.a.amsl_m),
        t: c.a.t_sec + k * c.dt,
        kind: c.leg.kind,
      };
    });
  });
}

type Sample = ReturnType<typeof samples>[number];

/** What is wrong with one sample, in a word or two; empty for nothing. */
function zoneFaults(
  p: Sample,
  xy: Xy,
  scenario: SurveyScenario,
  zones: readonly Xy[][][],
  slack_m: number,
): string[] {
  const a = scenario.airspace;
  const out: string[] = [];
  a.no_fly_zones.forEach((z, i) => {
    if (p.z < (z.floor_amsl_m ?? -Infinity) || p.z > (z.ceiling_amsl_m ?? Infinity)) return;
    if (p.t < (z.active_from_sec ?? -Infinity) || p.t > (z.active_to_sec ?? Infinity)) return;
    if (inside(zones[i]!, xy) || edgeDistance(zones[i]!, xy) < a.nfz_buffer_m - slack_m)
      out.push(`in ${z.id}`);
  });
  for (const ob of a.obstacles) {
    const d = Math.hypot(...step(ob, { lon_deg: p.lon, lat_deg: p.lat })) - ob.radius_m;
    if (d < a.obstacle_clearance_m - slack_m && p.z < ob.top_amsl_m + a.obstacle_clearance_m)
      out.push(`near ${ob.id}`);
  }
  return out;
}

function heightFaults(p: Sample, scenario: SurveyScenario): string[] {
  const a = scenario.airspace;
  if (p.kind === 'takeoff' || p.kind === 'landing') return [];
  const out: string[] = [];
  if (p.z < a.floor_amsl_m - 0.01 || p.z > a.ceiling_amsl_m + 0.01) out.push(`height ${p.z}`);
  const g = groundAt(scenario, p.lon, p.lat);
  if (g !== null && p.z - g < a.min_agl_m - 0.05) out.push(`${(p.z - g).toFixed(1)} m over ground`);
  return out;
}

/** Places where a plan leaves its airspace. `slack_m` is for the curvature of long edges. */
export function airspaceFaults(plan: SurveyPlan, scenario: SurveyScenario, slack_m = 0.05): string[] {
  const o = { lon_deg: scenario.sites[0]!.lon_deg, lat_deg: scenario.sites[0]!.lat_deg };
  const boundary = rings(scenario.airspace.boundary, o);
  const zones = scenario.airspace.no_fly_zones.map((z) => rings(z.area, o));
  const faults: string[] = [];
  for (const s of plan.sorties)
    for (const p of samples(s, 5)) {
      const xy = step(o, { lon_deg: p.lon, lat_deg: p.lat });
      const out = !inside(boundary, xy) && edgeDistance(boundary, xy) > slack_m;
      const all = [
        ...(out ? ['outside'] : []),
        ...zoneFaults(p, xy, scenario, zones, slack_m),
        ...heightFaults(p, scenario),
      ];
      faults.push(...all.map((f) => `${s.id} ${p.kind} at ${p.t.toFixed(1)} ${f}`));
    }
  return faults.slice(0, 20);
}

/** Frames of a plan: place, height, heading and camera, as read from captures. */
function frames(
  plan: SurveyPlan,
): { sortie: PlanSortie; lane: string; lon: number; lat: number; z: number; u: Xy }[] {
  const out: ReturnType<typeof frames> = [];
  for (const s of plan.sorties)
    for (const leg of s.legs) {
      if (leg.capture === null) continue;
      const a = leg.points[0]!;
      const b = leg.points.at(-1)!;
      const d = step(a, b);
      const length = Math.hypot(...d);
      const u: Xy = [d[0] / length, d[1] / length];
      const cap = leg.capture;
      const alongs =
        cap.type === 'distance'
          ? Array.from({ length: cap.count }, (_, i) => cap.first_m + i * cap.spacing_m)
          : cap.type === 'list'
            ? cap.along_m
            : Array.from({ length: Math.ceil((cap.to_m - cap.from_m) / 4) + 1 }, (_, i) =>
                Math.min(cap.to_m, cap.from_m + 4 * i),
              );
      for (const x of alongs) {
        const k = x / length;
        out.push({
          sortie: s,
          lane: leg.lane_id!,
          lon: a.lon_deg + k * (b.lon_deg - a.lon_deg),
          lat: a.lat_deg + k * (b.lat_deg - a.lat_deg),
          z: a.amsl_m + k * (b.amsl_m - a.amsl_m),
          u,
        });
      }
    }
  return out;
}

/** Share of a task's plannable area seen, by points on a grid of `cell_m`. Level cameras, crab of a wing ignored. */
export function coverage(
  plan: SurveyPlan,
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
  cell_m: number,
): number {
  let seen = 0;
  let all = 0;
  const every = frames(plan);
  for (const task of scenario.tasks) {
    const o = { lon_deg: task.area.coordinates[0]![0]![0], lat_deg: task.area.coordinates[0]![0]![1] };
    const area = rings(task.area, o);
    const boundary = rings(scenario.airspace.boundary, o);
    const zones = scenario.airspace.no_fly_zones.map((z) => rings(z.area, o));
    const blocks = new Set(plan.blocks.filter((b) => b.task_id === task.id).map((b) => b.id));
    const lanes = new Set(
      plan.lanes.filter((l) => blocks.has(l.block_id) && l.role === 'main').map((l) => l.id),
    );
    const shots = every
      .filter((f) => lanes.has(f.lane))
      .map((f) => {
        const p = payloadFigures(catalogue, f.sortie.payload_id);
        if (!p.ok) throw new Error('payload');
        const h = f.z - (groundAt(scenario, f.lon, f.lat) ?? 0);
        const land = task.camera_orientation === 'landscape';
        let [side, front] = [0, 0];
        if (p.value.type === 'camera') {
          const [w, hh] = [p.value.sensor_w_mm, p.value.sensor_h_mm];
          side = (h * (land ? w : hh)) / p.value.focal_mm / 2;
          front = (h * (land ? hh : w)) / p.value.focal_mm / 2;
        } else if (p.value.type === 'lidar') {
          side = h * Math.tan((p.value.usable_fov_deg * Math.PI) / 360);
          front = 2.01;
        } else if (task.quality.type === 'line_spacing') {
          side = task.quality.line_spacing_m / 2;
          front = side;
        }
        return { xy: step(o, { lon_deg: f.lon, lat_deg: f.lat }), u: f.u, side, front };
      });
    const xs = area[0]!.map((p) => p[0]);
    const ys = area[0]!.map((p) => p[1]);
    for (let x = Math.min(...xs) + cell_m / 2; x < Math.max(...xs); x += cell_m)
      for (let y = Math.min(...ys) + cell_m / 2; y < Math.max(...ys); y += cell_m) {
        const p: Xy = [x, y];
        if (!inside(area, p) || !inside(boundary, p)) continue;
        if (zones.some((z) => inside(z, p) || edgeDistance(z, p) < scenario.airspace.nfz_buffer_m + 0.1))
          continue;
        all++;
        const hit = shots.some((s) => {
          const [dx, dy] = [x - s.xy[0], y - s.xy[1]];
          const along = dx * s.u[0] + dy * s.u[1];
          const aside = dx * s.u[1] - dy * s.u[0];
          return Math.abs(along) <= s.front && Math.abs(aside) <= s.side;
        });
        if (hit) seen++;
      }
  }
  return all === 0 ? 0 : seen / all;
}

/** Moments at which two aircraft are too close, looked at every `every_s`. */
export function separationFaults(plan: SurveyPlan, scenario: SurveyScenario, every_s = 0.5): string[] {
  const faults: string[] = [];
  const at = (s: PlanSortie, t: number) => {
    for (const leg of s.legs) {
      const end = leg.points.at(-1)!;
      if (t > end.t_sec) continue;
      for (let i = 1; i < leg.points.length; i++) {
        const [a, b] = [leg.points[i - 1]!, leg.points[i]!];
        if (t > b.t_sec) continue;
        const k = (t - a.t_sec) / (b.t_sec - a.t_sec);
        const mix = (p: number, q: number): number => p + k * (q - p);
        return {
          lon_deg: mix(a.lon_deg, b.lon_deg),
          lat_deg: mix(a.lat_deg, b.lat_deg),
          z: mix(a.amsl_m, b.amsl_m),
          kind: leg.kind,
        };
      }
    }
    return null;
  };
  const { horizontal_m, vertical_m, launch_spacing_s } = scenario.separation;
  plan.sorties.forEach((a, i) =>
    plan.sorties.slice(i + 1).forEach((b) => {
      if (a.unit_id === b.unit_id) return;
      for (let t = Math.max(a.start_sec, b.start_sec); t <= Math.min(a.end_sec, b.end_sec); t += every_s) {
        const [p, q] = [at(a, t), at(b, t)];
        if (p === null || q === null) continue;
        const low = (k: string): boolean => k === 'takeoff' || k === 'landing';
        if (a.site_id === b.site_id && low(p.kind) && low(q.kind)) continue;
        if (Math.hypot(...step(p, q)) < horizontal_m && Math.abs(p.z - q.z) < vertical_m)
          faults.push(`${a.id} ${p.kind} and ${b.id} ${q.kind} at ${t.toFixed(1)}`);
      }
      if (a.site_id !== b.site_id) return;
      for (const x of [a.start_sec, a.end_sec])
        for (const y of [b.start_sec, b.end_sec])
          if (Math.abs(x - y) < launch_spacing_s - 1e-6)
            faults.push(`${a.id} ${b.id} launch spacing ${Math.abs(x - y)}`);
    }),
  );
  return faults.slice(0, 20);
}
