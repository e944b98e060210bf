import { type Uav } from '../fleet.ts';

/** Figures of an invented multirotor, and what it is built for. */
export type AircraftModel = {
  readonly name: string;
  readonly figures: Omit<
    Uav,
    'id' | 'name' | 'model' | 'status' | 'at' | 'home_place_id' | 'battery_ratio' | 'equipment'
  >;
};

/**
 * Three invented aircraft. Masses, batteries and powers are in the range of published multirotors of their size; they
 * describe no product. Powers are those with the payload aboard.
 */
export const MODELS = {
  /** About 4 kg with payload: parcels and samples. */
  courier: {
    name: 'Courier 4',
    figures: {
      battery_capacity_wh: 260,
      cruise_mps: 14,
      climb_mps: 3,
      descent_mps: 2,
      max_payload_kg: 2,
      wind_limit_mps: 11,
      hover_w: 480,
      cruise_w: 520,
      climb_w: 620,
      radius_m: 0.6,
    },
  },
  /** About 2 kg: camera work. */
  scout: {
    name: 'Scout 2',
    figures: {
      battery_capacity_wh: 180,
      cruise_mps: 12,
      climb_mps: 4,
      descent_mps: 3,
      max_payload_kg: 0.5,
      wind_limit_mps: 10,
      hover_w: 230,
      cruise_w: 260,
      climb_w: 320,
      radius_m: 0.4,
    },
  },
  /** About 12 kg: heavy loads. */
  hauler: {
    name: 'Hauler 12',
    figures: {
      battery_capacity_wh: 900,
      cruise_mps: 13,
      climb_mps: 2.5,
      descent_mps: 2,
      max_payload_kg: 6,
      wind_limit_mps: 12,
      hover_w: 1500,
      cruise_w: 1650,
      climb_w: 1950,
      radius_m: 0.9,
    },
  },
} as const satisfies Record<string, AircraftModel>;
