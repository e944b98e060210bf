/** Faults of flight (G3), energy and time (G4), weather (G5). */
import { quad, quadTwice, towed, wing } from './bases.ts';
import { type Mutant } from './mutant.ts';
import { type Bundle, mapPoints, moved, put, rehash, shifted, stretched, withFigure } from './mutate.ts';
import { buildTestPlan } from './build-plan.ts';

const onPlan = (change: (b: Bundle) => Bundle['plan']) => (b: Bundle) => rehash({ ...b, plan: change(b) });
const figure = (id: string, name: string, value: number | null) => (b: Bundle) =>
  rehash({ ...b, catalogue: withFigure(b.catalogue, id, name, value) });
const onScenario = (path: readonly (string | number)[], value: unknown) => (b: Bundle) =>
  rehash({ ...b, scenario: put(b.scenario, path, value) });

const legAt = (b: Bundle, kind: string, nth = 0) =>
  b.plan.sorties[0]!.legs.map((l, k) => ({ l, k })).filter(({ l }) => l.kind === kind)[nth]!.k;

/** The same scenario with another wind, planned for it, so that only what the wind itself forbids is wrong. */
const inWind = (wind_mps: number, from: number) => (b: Bundle) => {
  const scenario = put(b.scenario, ['weather'], {
    ...b.scenario.weather,
    wind_mps,
    gust_mps: wind_mps,
    wind_from_deg: from,
  });
  return { ...b, scenario, plan: buildTestPlan(scenario, b.catalogue) };
};

/** The mutants of this file. */
export const FLIGHT_MUTANTS: readonly Mutant[] = [
  {
    code: 'G3-01',
    name: 'an aircraft that turns wider',
    base: wing,
    make: figure('wing', 'turn_radius_m', 90),
  },
  {
    code: 'G3-01',
    name: 'a turn cut to three points',
    base: wing,
    make: onPlan((b) => {
      const k = legAt(b, 'turn', 1);
      const points = b.plan.sorties[0]!.legs[k]!.points;
      return put(
        b.plan,
        ['sorties', 0, 'legs', k, 'points'],
        [points[0]!, points[points.length >> 1]!, points[points.length - 1]!],
      );
    }),
    also: ['G3-05', 'G4-05', 'G4-02', 'G3-02'],
  },
  {
    code: 'G3-02',
    name: 'the lead-in begins two metres beside the line',
    base: quad,
    make: onPlan((b) => {
      const k = legAt(b, 'lead_in', 1);
      const points = b.plan.sorties[0]!.legs[k]!.points;
      const bent = points.map((p, i) => (i === points.length - 1 ? p : moved(p, 2, 0)));
      const plan = put(b.plan, ['sorties', 0, 'legs', k, 'points'], bent);
      const before = plan.sorties[0]!.legs[k - 1]!.points;
      return put(plan, ['sorties', 0, 'legs', k - 1, 'points', before.length - 1], bent[0]!);
    }),
    also: ['G3-07'],
  },
  {
    code: 'G3-02',
    name: 'a cable longer than the lead-in',
    base: towed,
    make: figure('mag-tow', 'cable_m', 100),
    also: ['G2-01'],
  },
  {
    code: 'G3-03',
    name: 'an aircraft that climbs slower',
    base: quad,
    make: figure('quad', 'climb_max_mps', 3.9),
  },
  {
    code: 'G3-04',
    name: 'an aircraft that sinks slower',
    base: quad,
    make: figure('quad', 'descent_max_mps', 3.1),
  },
  {
    code: 'G3-03',
    name: 'a turn that climbs 20 m in a few seconds',
    base: quad,
    make: onPlan((b) => {
      const k = legAt(b, 'turn', 1);
      return put(
        b.plan,
        ['sorties', 0, 'legs', k, 'points'],
        b.plan.sorties[0]!.legs[k]!.points.map((p, i, all) =>
          i === all.length >> 1 ? { ...p, amsl_m: p.amsl_m + 20 } : p,
        ),
      );
    }),
    also: ['G3-04', 'G4-05'],
  },
  {
    code: 'G3-05',
    name: 'an aircraft that is not so fast',
    base: quad,
    make: figure('quad', 'speed_max_mps', 10),
  },
  {
    code: 'G3-05',
    name: 'a wing slower than it flies',
    base: wing,
    make: onPlan((b) => stretched(b.plan, 0, legAt(b, 'lane', 1), 1.6)),
    also: ['G4-05', 'G4-02'],
  },
  {
    code: 'G3-06',
    name: 'a leg begins five metres from where the last one ended',
    base: quad,
    make: onPlan((b) => {
      const k = legAt(b, 'turn', 1);
      return put(
        b.plan,
        ['sorties', 0, 'legs', k, 'points', 0],
        moved(b.plan.sorties[0]!.legs[k]!.points[0]!, 5, 0),
      );
    }),
    also: ['G3-05', 'G3-07', 'G4-05'],
  },
  {
    code: 'G3-06',
    name: 'a landing leg that leaps home',
    base: wing,
    make: onPlan((b) => stretched(b.plan, 0, legAt(b, 'landing'), 0.3)),
    also: ['G3-04', 'G4-05'],
  },
  {
    code: 'G3-06',
    name: 'time stands still',
    base: quad,
    make: onPlan((b) => {
      const k = legAt(b, 'turn', 1);
      const p = b.plan.sorties[0]!.legs[k]!.points;
      return put(b.plan, ['sorties', 0, 'legs', k, 'points', 2, 't_sec'], p[1]!.t_sec);
    }),
    also: ['G3-07', 'G4-05', 'G3-05'],
  },
  {
    code: 'G3-06',
    name: 'the flight begins beside its site',
    base: quad,
    make: onPlan((b) =>
      mapPoints(
        b.plan,
        (l) => l.kind === 'takeoff',
        (p) => moved(p, 0, -80),
      ),
    ),
    also: ['G3-07', 'G3-05', 'G4-05'],
  },
  {
    code: 'G3-07',
    name: 'an aircraft that accelerates less',
    base: quad,
    make: figure('quad', 'acceleration_mps2', 2),
  },
  {
    code: 'G3-07',
    name: 'a lane flown at once twice as fast',
    base: quad,
    make: onPlan((b) => stretched(b.plan, 0, legAt(b, 'lane', 1), 0.6)),
    also: ['G4-05', 'G2-07', 'G2-08', 'G3-05'],
  },
  { code: 'G3-08', name: 'a cross wind of 9 m/s', base: wing, make: inWind(9, 90), also: ['G2-04'] },
  {
    code: 'G4-01',
    name: 'a smaller battery',
    base: quad,
    make: (b) =>
      rehash({
        ...b,
        catalogue: withFigure(withFigure(b.catalogue, 'quad', 'battery_wh', 50), 'quad', 'endurance_s', null),
      }),
    also: ['G4-02'],
  },
  {
    code: 'G4-01',
    name: 'the reserve one percent above what is left',
    base: quad,
    make: onScenario(['objective', 'energy_reserve'], 0.9),
    also: ['G4-02'],
  },
  {
    code: 'G4-02',
    name: 'a battery that gives out under way',
    base: wing,
    make: (b) =>
      rehash({
        ...b,
        catalogue: withFigure(withFigure(b.catalogue, 'wing', 'battery_wh', 80), 'wing', 'endurance_s', null),
      }),
    also: ['G4-01'],
  },
  {
    code: 'G4-03',
    name: 'a shorter endurance',
    base: wing,
    make: (b) =>
      rehash({
        ...b,
        catalogue: withFigure(withFigure(b.catalogue, 'wing', 'endurance_s', 900), 'wing', 'battery_wh', 60),
      }),
    also: ['G4-01', 'G4-02'],
  },
  {
    code: 'G4-04',
    name: 'a shorter work window',
    base: quad,
    make: onScenario(['work_window', 'duration_s'], 300),
  },
  {
    code: 'G4-05',
    name: 'one photo too many',
    base: quad,
    make: onPlan((b) => put(b.plan, ['totals', 'photos'], b.plan.totals.photos + 1)),
  },
  {
    code: 'G4-05',
    name: 'energy claimed two percent low',
    base: quad,
    make: onPlan((b) => put(b.plan, ['sorties', 0, 'energy_wh'], b.plan.sorties[0]!.energy_wh * 0.98)),
  },
  {
    code: 'G4-05',
    name: 'distance claimed one percent short',
    base: quad,
    make: onPlan((b) => put(b.plan, ['totals', 'distance_m'], b.plan.totals.distance_m * 0.99)),
  },
  {
    code: 'G4-05',
    name: 'work time claimed ten seconds short',
    base: quad,
    make: onPlan((b) => put(b.plan, ['totals', 'work_time_s'], b.plan.totals.work_time_s - 10)),
  },
  {
    code: 'G4-06',
    name: 'one battery set for two sorties',
    base: quadTwice,
    make: onScenario(['units', 0, 'battery_sets'], 1),
  },
  {
    code: 'G4-06',
    name: 'a longer turnaround',
    base: quadTwice,
    make: onScenario(['sites', 0, 'turnaround_s'], 320),
  },
  {
    code: 'G4-06',
    name: 'the second sortie a minute early',
    base: quadTwice,
    make: onPlan((b) => shifted(b.plan, 1, -60)),
    also: claimsOfTime(),
  },
  {
    code: 'G4-06',
    name: 'one set flown twice',
    base: quadTwice,
    make: onPlan((b) => put(b.plan, ['sorties', 1, 'battery_set'], 0)),
  },
  { code: 'G5-01', name: 'wind above the limit', base: quad, make: figure('quad', 'wind_max_mps', 2.5) },
  { code: 'G5-02', name: 'gusts above the limit', base: quad, make: onScenario(['weather', 'gust_mps'], 16) },
  {
    code: 'G5-03',
    name: 'ground wind above the limit',
    base: quad,
    make: onScenario(['weather', 'ground_wind_mps'], 12.5),
  },
  { code: 'G5-04', name: 'frost', base: quad, make: onScenario(['weather', 'temperature_c'], -25) },
  { code: 'G5-04', name: 'heat', base: quad, make: onScenario(['weather', 'temperature_c'], 46) },
  {
    code: 'G5-05',
    name: 'wind that nobody flies against',
    base: quad,
    make: (b) =>
      rehash({
        ...b,
        scenario: put(b.scenario, ['weather'], { ...b.scenario.weather, wind_mps: 18, gust_mps: 18 }),
      }),
    also: ['G3-05', 'G4-01', 'G4-02', 'G4-05', 'G5-01', 'G5-02', 'G5-03'],
  },
];

function claimsOfTime() {
  return ['G4-05'] as const;
}
