import { type EastNorth } from './plane-kit.ts';
import { type Fabric } from './town-blocks.ts';

/** The four kinds of generated city, from small and regular to large and mixed. */
export const CITY_TYPES = ['grid_city', 'downtown_city', 'suburban_city', 'mixed_city'] as const;
export type CityType = (typeof CITY_TYPES)[number];

/** How a kind of city is laid out. `cells` is its side in grid cells. */
export type CityPlan = {
  readonly cells: number;
  readonly layers: number;
  readonly pitch_m: number;
  readonly street_m: number;
  /** Largest angle by which the street grid is turned. */
  readonly turn_rad: number;
  readonly fabricAt: (at: EastNorth, half_m: number) => Fabric;
  /** Hospitals, schools, hubs and the rest per city. */
  readonly hospitals: number;
  readonly schools: number;
  readonly hubs: number;
  readonly accident_sites: number;
};

const TOWERS: Fabric = { lots: 2, built_ratio: 0.85, low_m: 18, high_m: 95 };
const BLOCKS: Fabric = { lots: 2, built_ratio: 0.7, low_m: 8, high_m: 30 };
const HOUSES: Fabric = { lots: 2, built_ratio: 0.35, low_m: 5, high_m: 10 };
const SHEDS: Fabric = { lots: 1, built_ratio: 0.5, low_m: 8, high_m: 16 };

/** Layouts by kind: sides of 50, 80, 100 and 120 cells with 6, 8, 5 and 10 layers. */
export const CITY_PLANS: Readonly<Record<CityType, CityPlan>> = {
  grid_city: {
    cells: 50,
    layers: 6,
    pitch_m: 100,
    street_m: 26,
    turn_rad: 0,
    fabricAt: () => ({ lots: 2, built_ratio: 0.9, low_m: 12, high_m: 24 }),
    hospitals: 2,
    schools: 2,
    hubs: 2,
    accident_sites: 3,
  },
  downtown_city: {
    cells: 80,
    layers: 8,
    pitch_m: 100,
    street_m: 20,
    turn_rad: 0.3,
    fabricAt: (at, half_m) => (Math.hypot(...at) < 0.75 * half_m ? TOWERS : BLOCKS),
    hospitals: 4,
    schools: 6,
    hubs: 3,
    accident_sites: 4,
  },
  suburban_city: {
    cells: 100,
    layers: 5,
    pitch_m: 90,
    street_m: 16,
    turn_rad: 0.5,
    fabricAt: () => HOUSES,
    hospitals: 2,
    schools: 5,
    hubs: 3,
    accident_sites: 4,
  },
  mixed_city: {
    cells: 120,
    layers: 10,
    pitch_m: 105,
    street_m: 20,
    turn_rad: 0.4,
    fabricAt: ([x, y], half_m) => {
      const r = Math.hypot(x, y) / half_m;
      if (r < 0.35) return TOWERS;
      if (x > 0.3 * half_m && y < -0.3 * half_m) return SHEDS;
      return r < 0.7 ? BLOCKS : HOUSES;
    },
    hospitals: 4,
    schools: 8,
    hubs: 4,
    accident_sites: 6,
  },
};
