import { createRng, type Rng } from '#base';
import { type SurveyScenario } from '#world';
import { bundledSurveyScenario } from '../../src/store/bundled/survey.ts';

const LON = 39.5;
const LAT = 45.3;
const M_LAT = 111_130;
const M_LON = 78_400;

const at = (x: number, y: number): [number, number] => [
  Number((LON + x / M_LON).toFixed(9)),
  Number((LAT + y / M_LAT).toFixed(9)),
];

/** A closed ring of a field: a rectangle with its corners moved, or a comb, turned by a random angle. */
function field(rng: Rng, x: number, y: number, side_m: number): [number, number][] {
  const turn = rng.between(0, Math.PI);
  const wide = side_m * rng.between(0.8, 1.6);
  const high = side_m * rng.between(0.6, 1.2);
  const shaky = (): number => rng.between(-0.08, 0.08) * side_m;
  const corners: [number, number][] =
    rng.next() < 0.25
      ? [
          [0, 0],
          [wide, 0],
          [wide, high],
          [0.65 * wide, high],
          [0.65 * wide, 0.4 * high],
          [0.35 * wide, 0.4 * high],
          [0.35 * wide, high],
          [0, high],
        ]
      : [
          [shaky(), shaky()],
          [wide + shaky(), shaky()],
          [wide + shaky(), high + shaky()],
          [shaky(), high + shaky()],
        ];
  const ring = corners.map(([u, v]) => {
    const [p, q] = [u - wide / 2, v - high / 2];
    return at(x + p * Math.cos(turn) - q * Math.sin(turn), y + p * Math.sin(turn) + q * Math.cos(turn));
  });
  return [...ring, ring[0]!];
}

/** What a generated scenario is like. */
export type Size = {
  readonly units: number;
  readonly tasks: number;
  readonly side_m: number;
  readonly gsd_cm: number;
};

/** A scenario from a seed: fields round a centre, one or two sites, multirotors of one kind, wind of 0 to 7 m/s. */
export function seededScenario(seed: number, size: Size): SurveyScenario {
  const rng = createRng(seed);
  const base = bundledSurveyScenario('s01')!;
  const spread = size.tasks === 1 ? 0 : 1.6 * size.side_m;
  const tasks = Array.from({ length: size.tasks }, (_, i) => {
    const a = (2 * Math.PI * i) / size.tasks + rng.between(-0.2, 0.2);
    const area = {
      type: 'Polygon' as const,
      coordinates: [field(rng, spread * Math.cos(a), spread * Math.sin(a), size.side_m)],
    };
    return {
      ...base.tasks[0]!,
      id: `task-${i + 1}`,
      area,
      quality: { type: 'gsd' as const, gsd_cm: size.gsd_cm },
    };
  });
  const sites = Array.from({ length: size.units > 3 ? 2 : 1 }, (_, i) => {
    const [lon_deg, lat_deg] = at((i === 0 ? -0.9 : 0.9) * size.side_m, rng.between(-0.5, 0.5) * size.side_m);
    return { ...base.sites[0]!, id: `site-${i + 1}`, lon_deg, lat_deg, pads: 4 };
  });
  const units = Array.from({ length: size.units }, (_, i) => ({
    ...base.units[0]!,
    id: `unit-${i + 1}`,
    home_site_id: sites[i % sites.length]!.id,
  }));
  const half = 4 * size.side_m + 1500;
  const boundary = [at(-half, -half), at(half, -half), at(half, half), at(-half, half), at(-half, -half)];
  const wind_mps = Number(rng.between(0, 7).toFixed(1));
  return {
    ...base,
    id: `seeded-${seed}`,
    airspace: { ...base.airspace, boundary: { type: 'Polygon', coordinates: [boundary] } },
    tasks,
    sites,
    units,
    weather: {
      ...base.weather,
      wind_mps,
      gust_mps: wind_mps + 2,
      wind_from_deg: Math.floor(rng.between(0, 360)),
    },
    solver: { time_limit_s: 5, seed, iteration_budget: null },
  };
}
