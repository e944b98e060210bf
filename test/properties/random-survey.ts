/** Random survey scenarios for comparing planner and validator: small fields, whatever else a scenario may hold. */
import { type Rng } from '#base';
import { type SurveyScenario } from '#world';
import { bundledSurveyScenario } from '#store';

type Xy = readonly [number, number];
type Task = SurveyScenario['tasks'][number];
type Zone = SurveyScenario['airspace']['no_fly_zones'][number];

const LON = 39.5;
const LAT = 45.3;
const M_LAT = 111_130;
const M_LON = 78_400;
const GROUND_M = 60;
const REACH_M = 2600;

const position = ([x, y]: Xy): [number, number] => [
  Number((LON + x / M_LON).toFixed(9)),
  Number((LAT + y / M_LAT).toFixed(9)),
];

const closed = (ring: readonly Xy[]): [number, number][] => [...ring, ring[0]!].map(position);

/** Points of a shape about its middle, turned and moved. */
function placed(shape: readonly Xy[], at: Xy, turn: number): Xy[] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return shape.map(([u, v]) => [at[0] + u * c - v * s, at[1] + u * s + v * c]);
}

/** The outline of a field within a box of w by h: four-sided, many-sided, L, U, or a comb. */
function outline(rng: Rng, w: number, h: number): Xy[] {
  const shaky = (): number => rng.between(-0.07, 0.07) * Math.min(w, h);
  const [x, y] = [w / 2, h / 2];
  switch (rng.int(5)) {
    case 0:
      return [
        [-x + shaky(), -y + shaky()],
        [x + shaky(), -y + shaky()],
        [x + shaky(), y + shaky()],
        [-x + shaky(), y + shaky()],
      ];
    case 1: {
      const n = 5 + rng.int(6);
      return Array.from({ length: n }, (_, i) => {
        const a = (2 * Math.PI * (i + rng.between(0, 0.5))) / n;
        return [x * Math.cos(a), y * Math.sin(a)];
      });
    }
    case 2:
      return [
        [-x, -y],
        [x, -y],
        [x, rng.between(-0.4, 0.2) * y],
        [rng.between(-0.4, 0.3) * x, rng.between(-0.4, 0.2) * y],
        [rng.between(-0.4, 0.3) * x, y],
        [-x, y],
      ];
    case 3:
      return [
        [-x, -y],
        [x, -y],
        [x, y],
        [0.3 * x, y],
        [0.3 * x, -0.2 * y],
        [-0.3 * x, -0.2 * y],
        [-0.3 * x, y],
        [-x, y],
      ];
    default:
      return [
        [-x, -y],
        [x, -y],
        [x, y],
        [0.6 * x, y],
        [0.6 * x, -0.3 * y],
        [0.2 * x, -0.3 * y],
        [0.2 * x, 0.8 * y],
        [-0.2 * x, 0.8 * y],
        [-0.2 * x, -0.3 * y],
        [-0.6 * x, -0.3 * y],
        [-0.6 * x, y],
        [-x, y],
      ];
  }
}

/** A hole in the lower part of a field, which all outlines have. */
function hole(rng: Rng, w: number, h: number): Xy[] {
  const r = rng.between(0.02, 0.07) * Math.min(w, h);
  const n = 3 + rng.int(5);
  const middle: Xy = [rng.between(-0.2, 0.2) * w, -0.36 * h];
  const shape = Array.from({ length: n }, (_, i): Xy => {
    const a = (2 * Math.PI * i) / n;
    return [r * Math.cos(a), r * Math.sin(a)];
  });
  return placed(shape, middle, rng.between(0, 1));
}

type Kind = Task['survey_type'];

/** Models with a payload for each kind of survey. */
const CREWS: Readonly<Record<Kind, readonly (readonly [model: string, payload: string])[]>> = {
  camera: [
    ['dji-m3e', 'dji-m3e-wide'],
    ['dji-m3e', 'dji-m3e-wide'],
    ['dji-m350rtk', 'dji-p1-35'],
    ['dji-m350rtk', 'dji-p1-24'],
    ['dji-p4rtk', 'dji-p4rtk'],
    ['generic-survey-hexacopter', 'sony-a6000-16'],
    ['trinity-f90plus', 'sony-rx1r2-35'],
    ['ebee-x', 'sensefly-soda'],
  ],
  lidar: [
    ['dji-m350rtk', 'lidar-l2'],
    ['dji-m300rtk', 'lidar-l1'],
    ['trinity-f90plus', 'lidar-qube240'],
  ],
  magnetometer: [
    ['generic-survey-hexacopter', 'magnetometer-quspin-towed'],
    ['dji-m350rtk', 'magnetometer-quspin-towed'],
  ],
};

function task(
  rng: Rng,
  kind: Kind,
  c: { readonly id: string; readonly at: Xy; readonly turn: number },
): Task {
  const base = bundledSurveyScenario('s01')!.tasks[0]!;
  const [w, h] = [rng.between(240, 520), rng.between(200, 420)];
  const rings = [placed(outline(rng, w, h), c.at, c.turn)];
  if (rng.next() < 0.3) rings.push(placed(hole(rng, w, h), c.at, c.turn));
  const quality: Task['quality'] =
    kind === 'camera'
      ? { type: 'gsd', gsd_cm: Number(rng.between(1.6, 3.5).toFixed(2)) }
      : kind === 'lidar'
        ? { type: 'point_density', point_density_per_m2: Math.round(rng.between(30, 150)) }
        : { type: 'line_spacing', line_spacing_m: Math.round(rng.between(25, 60)), sensor_agl_m: 25 };
  const camera = kind === 'camera';
  return {
    ...base,
    id: c.id,
    survey_type: kind,
    area: { type: 'Polygon', coordinates: rings.map(closed) },
    quality,
    forward_overlap: camera ? Number(rng.between(0.6, 0.8).toFixed(2)) : 0,
    side_overlap: kind === 'magnetometer' ? 0 : Number(rng.between(0.3, 0.75).toFixed(2)),
    swath_angle_deg: rng.next() < 0.15 ? Math.floor(rng.between(0, 180)) : null,
    camera_orientation: rng.next() < 0.8 ? 'landscape' : 'portrait',
    crosshatch: camera && rng.next() < 0.08,
    tie_line_every: kind === 'magnetometer' && rng.next() < 0.5 ? 4 : null,
    terrain_follow: rng.next() < 0.4,
    rim_photos: camera && rng.next() < 0.1 ? 1 + rng.int(2) : 0,
    min_images_per_point: camera && rng.next() < 0.1 ? 2 + rng.int(3) : 1,
  };
}

/** Hills on a grid of 60 m, or level ground. */
function terrain(rng: Rng): SurveyScenario['terrain'] {
  if (rng.next() < 0.7) return { type: 'flat', ground_amsl_m: GROUND_M };
  const step_m = 60;
  const half = REACH_M + 400;
  const side = Math.ceil((2 * half) / step_m) + 1;
  const [long, high] = [rng.between(900, 2500), rng.between(2, 14)];
  const phase = rng.between(0, 6);
  const amsl_m = Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) * step_m, Math.floor(i / side) * step_m];
    const z = Math.sin((2 * Math.PI * x) / long + phase) + Math.cos((2 * Math.PI * y) / (1.3 * long));
    return Number((GROUND_M + 20 + high * z).toFixed(2));
  });
  const [west_deg, south_deg] = position([-half, -half]);
  const [step_lon_deg, step_lat_deg] = [step_m / M_LON, step_m / M_LAT];
  return { type: 'grid', west_deg, south_deg, step_lon_deg, step_lat_deg, columns: side, rows: side, amsl_m };
}

function heightAt(t: SurveyScenario['terrain'], [lon, lat]: readonly [number, number]): number {
  if (t.type !== 'grid') return GROUND_M;
  const c = Math.round((lon - t.west_deg) / t.step_lon_deg);
  const r = Math.round((lat - t.south_deg) / t.step_lat_deg);
  return t.amsl_m[r * t.columns + c]!;
}

function zones(rng: Rng): Zone[] {
  return Array.from({ length: rng.next() < 0.45 ? 1 + rng.int(3) : 0 }, (_, i) => {
    const at: Xy = [rng.between(-700, 700), rng.between(-700, 700)];
    const [x, y] = [rng.between(15, 90), rng.between(15, 90)];
    const box: Xy[] = [
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ];
    const banded = rng.next();
    return {
      id: `zone-${i + 1}`,
      name: 'Zone',
      area: { type: 'Polygon', coordinates: [closed(placed(box, at, rng.between(0, 3)))] },
      floor_amsl_m: banded < 0.15 ? GROUND_M + 250 : null,
      ceiling_amsl_m: banded > 0.85 ? GROUND_M + 30 : null,
      active_from_sec: null,
      active_to_sec: rng.next() < 0.1 ? 600 : null,
    };
  });
}

function obstacles(rng: Rng): SurveyScenario['airspace']['obstacles'] {
  return Array.from({ length: rng.next() < 0.25 ? 1 + rng.int(2) : 0 }, (_, i) => {
    const [lon_deg, lat_deg] = position([rng.between(-700, 700), rng.between(-700, 700)]);
    const top_amsl_m = GROUND_M + Math.round(rng.between(15, 120));
    return { id: `mast-${i + 1}`, name: 'Mast', lon_deg, lat_deg, radius_m: rng.int(8), top_amsl_m };
  });
}

/** Sites of a scenario: one or two, about its middle. */
function sitesFor(rng: Rng, ground: SurveyScenario['terrain']): SurveyScenario['sites'] {
  const base = bundledSurveyScenario('s01')!.sites[0]!;
  return Array.from({ length: 1 + rng.int(2) }, (_, i) => {
    const at = position([rng.between(-900, 900), rng.between(-900, 900)]);
    return {
      ...base,
      id: `site-${i + 1}`,
      lon_deg: at[0],
      lat_deg: at[1],
      elevation_amsl_m: heightAt(ground, at),
      accepts: ['multirotor', 'fixed_wing', 'vtol'] as const,
      pads: 1 + rng.int(3),
      turnaround_s: 60 * rng.int(6),
      corridor: null,
    } as SurveyScenario['sites'][number];
  });
}

/** A scenario of 1 to 4 fields, 1 to 3 units and whatever else chance adds. */
export function randomSurvey(rng: Rng, seed: number): SurveyScenario {
  const base = bundledSurveyScenario('s01')!;
  const kind = rng.pick(['camera', 'camera', 'camera', 'camera', 'lidar', 'magnetometer'] as const);
  const count = 1 + Math.floor(4 * rng.next() * rng.next());
  const turn = rng.between(0, Math.PI);
  const tasks = Array.from({ length: count }, (_, i) => {
    const at: Xy = count === 1 ? [0, 0] : [((i % 2) - 0.5) * 720, (Math.floor(i / 2) - 0.5) * 640];
    return task(rng, kind, { id: `task-${i + 1}`, at, turn: turn + rng.between(-0.2, 0.2) });
  });
  const ground = terrain(rng);
  const sites = sitesFor(rng, ground);
  const units = Array.from({ length: 1 + rng.int(3) }, (_, i) => {
    const [model_id, payload_id] = rng.pick(CREWS[kind]);
    const id = `unit-${i + 1}`;
    const home_site_id = rng.pick(sites).id;
    return { id, name: id, model_id, payload_id, home_site_id, enabled: true, battery_sets: null };
  });
  const far: Xy[] = [
    [-REACH_M, -REACH_M],
    [REACH_M, -REACH_M],
    [REACH_M, REACH_M],
    [-REACH_M, REACH_M],
  ];
  const wind_mps = Number(rng.between(0, 8).toFixed(1));
  return {
    ...base,
    id: `random-${seed}`,
    terrain: ground,
    airspace: {
      ...base.airspace,
      boundary: { type: 'Polygon', coordinates: [closed(far)] },
      floor_amsl_m: GROUND_M,
      ceiling_amsl_m: GROUND_M + 400,
      min_agl_m: 30,
      no_fly_zones: zones(rng),
      nfz_buffer_m: 5 * rng.int(7),
      obstacles: obstacles(rng),
    },
    tasks,
    sites,
    units,
    weather: {
      ...base.weather,
      wind_mps,
      gust_mps: wind_mps + 1,
      ground_wind_mps: null,
      wind_from_deg: Math.floor(rng.between(0, 360)),
    },
    separation: { horizontal_m: 10 * rng.int(6), vertical_m: 15, launch_spacing_s: 10 * rng.int(4) },
    objective: {
      kind: rng.pick(['work_time', 'work_time', 'flight_time', 'pareto'] as const),
      lambda: 0.5,
      energy_reserve: Number(rng.between(0.1, 0.3).toFixed(2)),
      turn_mode: rng.pick(['track_line', 'fly_by'] as const),
    },
    solver: { time_limit_s: 30, seed, iteration_budget: 120 },
  };
}
