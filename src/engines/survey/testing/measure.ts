/** For tests of the planner only: measures a written plan from its positions, with none of the planner's geometry. */
import { type PlanLeg, type PlanPoint, type PlanSortie, type SurveyPlan } from '#ir';
import {
  SURVEY_RULES,
  type AircraftFigures,
  type SurveyScenario,
  aircraftFigures,
  type SurveyCatalogue,
} from '#world';

const RAD = Math.PI / 180;
const A = 6378137;
const E2 = 0.00669437999014;

/** East and north metres from one position to another, by the radii of curvature at their middle (WGS 84). */
export function step(
  a: { readonly lon_deg: number; readonly lat_deg: number },
  b: { readonly lon_deg: number; readonly lat_deg: number },
): [number, number] {
  const lat = ((a.lat_deg + b.lat_deg) / 2) * RAD;
  const w = 1 - E2 * Math.sin(lat) ** 2;
  const n = A / Math.sqrt(w);
  const m = (A * (1 - E2)) / (w * Math.sqrt(w));
  let dl = b.lon_deg - a.lon_deg;
  if (dl > 180) dl -= 360;
  if (dl < -180) dl += 360;
  return [n * Math.cos(lat) * dl * RAD, m * (b.lat_deg - a.lat_deg) * RAD];
}

type Chord = {
  readonly leg: PlanLeg;
  readonly a: PlanPoint;
  readonly b: PlanPoint;
  readonly dt: number;
  readonly v: [number, number];
  readonly w: number;
};

/** All chords of a sortie with their velocities. */
export function chords(sortie: PlanSortie): Chord[] {
  return sortie.legs.flatMap((leg) =>
    leg.points.slice(1).map((b, i) => {
      const a = leg.points[i]!;
      const dt = b.t_sec - a.t_sec;
      const [x, y] = step(a, b);
      return { leg, a, b, dt, v: [x / dt, y / dt] as [number, number], w: (b.amsl_m - a.amsl_m) / dt };
    }),
  );
}

function power(craft: AircraftFigures, air: number, climb: number, hover: boolean): number {
  const ratio = air / craft.cruise_mps;
  const wing = craft.kind !== 'multirotor';
  let level = wing
    ? craft.cruise_power_w
    : craft.hover_power_w + (craft.cruise_power_w - craft.hover_power_w) * ratio;
  if (ratio > 1) level = craft.cruise_power_w * ratio ** 3;
  if (hover) level = craft.hover_power_w;
  return level + craft.climb_power_w_per_mps * Math.max(0, climb);
}

/** Faults of motion and energy of one sortie, in words; empty for none. */
export function sortieFaults(
  sortie: PlanSortie,
  scenario: SurveyScenario,
  catalogue: SurveyCatalogue,
): string[] {
  const figures = aircraftFigures(catalogue, sortie.model_id);
  if (!figures.ok) return ['no figures'];
  const craft = figures.value;
  const wing = craft.kind !== 'multirotor';
  const toward = (scenario.weather.wind_from_deg + 180) * RAD;
  const wind = [
    scenario.weather.wind_mps * Math.sin(toward),
    scenario.weather.wind_mps * Math.cos(toward),
  ] as const;
  const faults: string[] = [];
  const say = (what: string, at: number, value: number, limit: number): void => {
    faults.push(`${sortie.id} ${what} at ${at.toFixed(2)}: ${value.toFixed(4)} against ${limit.toFixed(4)}`);
  };
  const all = chords(sortie);
  let used = 0;
  const air = (c: Chord): number => Math.hypot(c.v[0] - wind[0], c.v[1] - wind[1]);
  all.forEach((c, i) => {
    const ground = c.leg.kind === 'takeoff' || c.leg.kind === 'landing';
    if (!(c.dt > 0)) say('time', c.a.t_sec, c.dt, 0);
    const slack = 1 + 1e-4;
    if (!ground && air(c) > craft.speed_max_mps * slack)
      say('too fast', c.a.t_sec, air(c), craft.speed_max_mps);
    if (!ground && wing && air(c) < craft.speed_min_mps / slack)
      say('too slow', c.a.t_sec, air(c), craft.speed_min_mps);
    if (c.w > craft.climb_max_mps * slack) say('climb', c.a.t_sec, c.w, craft.climb_max_mps);
    if (-c.w > craft.descent_max_mps * slack) say('descent', c.a.t_sec, -c.w, craft.descent_max_mps);
    used += (power(craft, air(c), c.w, craft.kind === 'vtol' && ground) * c.dt) / 3600;
    if (Math.abs(used - c.b.energy_wh) > 1e-3 * used + 1e-3) say('energy', c.b.t_sec, c.b.energy_wh, used);
    const before = all[i - 1];
    if (before === undefined) return;
    const half = (before.dt + c.dt) / 2;
    const acc = [(c.v[0] - before.v[0]) / half, (c.v[1] - before.v[1]) / half] as const;
    if (!wing) {
      const limit = craft.acceleration_mps2 * 1.02;
      if (Math.hypot(...acc) > limit)
        say(`acceleration ${before.leg.kind}>${c.leg.kind}`, c.a.t_sec, Math.hypot(...acc), limit);
    } else {
      const m = [c.v[0] + before.v[0], c.v[1] + before.v[1]] as const;
      const lateral = Math.abs(acc[0] * m[1] - acc[1] * m[0]) / Math.max(1e-9, Math.hypot(...m));
      const limit = (craft.cruise_mps ** 2 / craft.turn_radius_m) * 1.02;
      if (lateral > limit) say(`lateral ${before.leg.kind}>${c.leg.kind}`, c.a.t_sec, lateral, limit);
    }
    if (c.leg.kind === 'turn') {
      const turned = Math.abs(
        Math.atan2(before.v[0] * c.v[1] - before.v[1] * c.v[0], before.v[0] * c.v[0] + before.v[1] * c.v[1]),
      );
      const slow = Math.min(Math.hypot(...before.v), Math.hypot(...c.v)) < 0.5;
      if (!slow && turned > SURVEY_RULES.turn_step_max_deg * RAD * 1.001 && before.leg.kind === 'turn')
        say('turn step', c.a.t_sec, turned / RAD, SURVEY_RULES.turn_step_max_deg);
    }
  });
  const reserve = scenario.objective.energy_reserve * craft.usable_wh;
  if (craft.usable_wh - used < reserve) say('reserve', sortie.end_sec, craft.usable_wh - used, reserve);
  if (craft.endurance_s !== null && sortie.end_sec - sortie.start_sec > craft.endurance_s)
    say('endurance', sortie.end_sec, sortie.end_sec - sortie.start_sec, craft.endurance_s);
  faults.push(...homeFaults(sortie, scenario, craft, wind), ...settleFaults(sortie, scenario));
  return faults;
}

function homeFaults(
  sortie: PlanSortie,
  scenario: SurveyScenario,
  craft: AircraftFigures,
  wind: readonly [number, number],
): string[] {
  const site = scenario.sites.find((s) => s.id === sortie.site_id)!;
  const reserve = scenario.objective.energy_reserve * craft.usable_wh;
  for (const leg of sortie.legs)
    for (const p of leg.points) {
      const [x, y] = step(p, site);
      const d = Math.hypot(x, y);
      const u = d > 0 ? [x / d, y / d] : [1, 0];
      const cross = u[0]! * wind[1] - u[1]! * wind[0];
      const speed =
        u[0]! * wind[0] + u[1]! * wind[1] + Math.sqrt(Math.max(0, craft.cruise_mps ** 2 - cross ** 2));
      const down = Math.max(0, p.amsl_m - site.elevation_amsl_m) / craft.descent_max_mps;
      const low = craft.kind === 'multirotor' ? craft.hover_power_w : craft.cruise_power_w;
      const need = ((d / speed) * craft.cruise_power_w + down * low) / 3600;
      if (craft.usable_wh - p.energy_wh - need < reserve * (1 - 1e-6))
        return [
          `${sortie.id} no safe return at ${p.t_sec.toFixed(1)}: ${(craft.usable_wh - p.energy_wh - need).toFixed(2)} against ${reserve.toFixed(2)}`,
        ];
    }
  return [];
}

/** Straight flight before each lane, under `track_line`. */
function settleFaults(sortie: PlanSortie, scenario: SurveyScenario): string[] {
  if (scenario.objective.turn_mode !== 'track_line') return [];
  const faults: string[] = [];
  const all = chords(sortie);
  sortie.legs.forEach((leg, i) => {
    if (leg.kind !== 'lane') return;
    const first = leg.points[0]!;
    const second = leg.points[leg.points.length - 1]!;
    const [x, y] = step(first, second);
    const d = Math.hypot(x, y);
    let straight = 0;
    for (let k = all.length - 1; k >= 0; k--) {
      const c = all[k]!;
      if (c.b.t_sec > first.t_sec + 1e-9) continue;
      const off = Math.abs(c.v[0] * y - c.v[1] * x) / d;
      if (off > 1e-3 * Math.hypot(...c.v) + 0.02 || c.v[0] * x + c.v[1] * y <= 0) break;
      straight += c.dt;
    }
    if (straight < SURVEY_RULES.track_line_settle_s)
      faults.push(`${sortie.id} leg ${i}: settled ${straight.toFixed(3)} s`);
  });
  return faults;
}

/** Faults of the plan as a document: legs joined, days in order, totals. */
export function bookFaults(plan: SurveyPlan, scenario: SurveyScenario): string[] {
  const faults: string[] = [];
  for (const s of plan.sorties) {
    s.legs.forEach((leg, i) => {
      const before = s.legs[i - 1];
      if (before !== undefined && JSON.stringify(before.points.at(-1)) !== JSON.stringify(leg.points[0]))
        faults.push(`${s.id} leg ${i} does not join`);
      if ((leg.kind === 'lane') !== (leg.capture !== null)) faults.push(`${s.id} leg ${i} capture`);
    });
    const site = scenario.sites.find((x) => x.id === s.site_id)!;
    const start = s.legs[0]!.points[0]!;
    if (Math.hypot(...step(start, site)) > 0.01) faults.push(`${s.id} does not start at its site`);
    if (Math.hypot(...step(s.legs.at(-1)!.points.at(-1)!, site)) > 0.01)
      faults.push(`${s.id} does not land at its site`);
  }
  for (const unit of scenario.units) {
    const own = plan.sorties.filter((s) => s.unit_id === unit.id);
    own.forEach((s, i) => {
      const before = own[i - 1];
      const site = scenario.sites.find((x) => x.id === s.site_id)!;
      if (before !== undefined && s.start_sec < before.end_sec + site.turnaround_s - 1e-6)
        faults.push(`${s.id} turnaround`);
      if (s.battery_set !== i) faults.push(`${s.id} battery set`);
    });
    if (unit.battery_sets !== null && own.length > unit.battery_sets) faults.push(`${unit.id} battery sets`);
  }
  const end = Math.max(0, ...plan.sorties.map((s) => s.end_sec));
  if (Math.abs(end - plan.totals.work_time_s) > 1e-3) faults.push('work time');
  const flight = plan.sorties.reduce((sum, s) => sum + s.end_sec - s.start_sec, 0);
  if (Math.abs(flight - plan.totals.flight_time_s) > 1e-2) faults.push('flight time');
  return faults;
}
