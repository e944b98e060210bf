import { type Rng } from '#base';
import type { StressLevel } from '#ir';
import type { AirModel } from '#world';
import { STRESS } from '../decision/stress.ts';
import { NMAC_CREWED, NMAC_DRONES, WELL_CLEAR_CREWED } from '../detectors/volumes.ts';
import type { LossVolume } from '../detectors/well-clear.ts';
import { WELL_CLEAR_DRONES } from '../decision/traffic.ts';
import type { GridWorld } from './finders.ts';
import type { SeparationMatrix, SeparationMinima } from './kernel.ts';

/** A pad on the ground, plane metres. `chargers` is how many aircraft charge there at once; 0 where none. */
export type Pad = {
  readonly id: string;
  readonly x_m: number;
  readonly y_m: number;
  readonly chargers: number;
};

/** What all drones of a fleet share. */
export type FleetModel = {
  readonly cruise_mps: number;
  readonly climb_mps: number;
  readonly descent_mps: number;
  readonly battery_wh: number;
  readonly hover_w: number;
  readonly cruise_w: number;
  readonly climb_w: number;
  /** Power at the charger, W. */
  readonly charge_w: number;
  /** A drone flies to a charger when less than this share is left after a mission. */
  readonly charge_below_ratio: number;
};

/** Many aircraft over one city: what flies, from where, and how near is too near. */
export type FleetScenario = {
  readonly drones: number;
  /** Crewed aircraft that cross the city level, again and again. */
  readonly crewed: number;
  readonly pads: readonly Pad[];
  readonly model: FleetModel;
  readonly world: GridWorld;
  /** Cruise heights above ground; a cooperative drone takes the one of its course. */
  readonly layers_m: readonly number[];
  /** Share of drones that take any height between the lowest and highest layer. */
  readonly noncooperative_ratio: number;
  readonly wind: { readonly east_mps: number; readonly north_mps: number };
  readonly stress: StressLevel;
  readonly minima: SeparationMatrix;
  /** Mean pause between landing and the next mission, seconds. */
  readonly pause_sec: number;
};

/** Radius in metres around a pad below the lowest layer that counts as terminal. */
export const TERMINAL_M = 15;

const minimaOf = (lowc: LossVolume, nmac: LossVolume): SeparationMinima => ({
  lowc_horizontal_m: lowc.horizontal_m,
  lowc_vertical_m: lowc.vertical_m,
  nmac_horizontal_m: nmac.horizontal_m,
  nmac_vertical_m: nmac.vertical_m,
});

/**
 * Separation by class: drones among themselves (planning buffer and small near collision), drone and crewed (ASTM F3442
 * and the crewed near collision), terminal (twice the small near collision: no published set fits pads). Parameters, not law.
 */
export const DEFAULT_MINIMA: SeparationMatrix = [
  minimaOf(WELL_CLEAR_DRONES, NMAC_DRONES),
  minimaOf(WELL_CLEAR_CREWED, NMAC_CREWED),
  {
    lowc_horizontal_m: 2 * NMAC_DRONES.horizontal_m,
    lowc_vertical_m: 2 * NMAC_DRONES.vertical_m,
    nmac_horizontal_m: NMAC_DRONES.horizontal_m,
    nmac_vertical_m: NMAC_DRONES.vertical_m,
  },
];

/** An invented courier: numbers in the range of published multirotors of 4 kg. */
export const COURIER: FleetModel = {
  cruise_mps: 14,
  climb_mps: 3,
  descent_mps: 2,
  battery_wh: 260,
  hover_w: 480,
  cruise_w: 520,
  climb_w: 620,
  charge_w: 500,
  charge_below_ratio: 0.4,
};

/** A scenario over random pads in a square of `side_m`, every tenth pad with two chargers. */
export function randomScenario(
  size: { readonly drones: number; readonly crewed: number; readonly pads: number; readonly side_m: number },
  rng: Rng,
): FleetScenario {
  const pads = Array.from({ length: size.pads }, (_, i) => ({
    id: `pad-${i}`,
    x_m: rng.between(0, size.side_m),
    y_m: rng.between(0, size.side_m),
    chargers: i % 10 === 0 ? 2 : 0,
  }));
  return {
    drones: size.drones,
    crewed: size.crewed,
    pads,
    model: COURIER,
    world: { min_x_m: 0, min_y_m: 0, max_x_m: size.side_m, max_y_m: size.side_m },
    layers_m: [45, 60, 75, 90, 105, 120],
    noncooperative_ratio: 0.05,
    wind: { east_mps: 3, north_mps: 1 },
    stress: 'medium',
    minima: DEFAULT_MINIMA,
    pause_sec: 60,
  };
}

/** A scenario over the places of a city. Straight flights between pads: buildings and zones are not looked at here. */
export function cityScenario(
  air: AirModel,
  size: { readonly drones: number; readonly crewed: number; readonly stress: StressLevel },
): FleetScenario {
  const pads = [...air.places.values()]
    .map((p) => ({ id: p.place.id, x_m: p.x_m, y_m: p.y_m, chargers: p.place.chargers ?? 0 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const highest = Math.min(120, air.ceiling_agl_m);
  const lowest = Math.min(45, highest);
  return {
    drones: size.drones,
    crewed: size.crewed,
    pads,
    model: COURIER,
    world: {
      min_x_m: air.bounds.min_x_m,
      min_y_m: air.bounds.min_y_m,
      max_x_m: air.bounds.max_x_m,
      max_y_m: air.bounds.max_y_m,
    },
    layers_m: Array.from({ length: 6 }, (_, i) => lowest + ((highest - lowest) * i) / 5),
    noncooperative_ratio: STRESS[size.stress].drones[1] * 0.02,
    wind: air.wind.toward ?? { east_mps: air.wind.speed_mps, north_mps: 0 },
    stress: size.stress,
    minima: DEFAULT_MINIMA,
    pause_sec: 60,
  };
}
