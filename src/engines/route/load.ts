import { type Result, err, ok } from '#base';
import type { Uav } from '#world';
import { type EnergyTable, calibratedPowers } from './energy-table.ts';
import type { Powers } from './energy.ts';

/**
 * What an aircraft carries. Its stated powers hold at `rated_mass_kg`; it weighs `empty_mass_kg` without payload. Both
 * masses are asked for, since no power can be scaled from a payload alone.
 */
export type Load = {
  readonly payload_kg: number;
  readonly empty_mass_kg: number;
  readonly rated_mass_kg: number;
};

/** Why a load is refused. */
export type LoadError = { readonly type: 'bad_load'; readonly message: string };

/** Powers with the load aboard, and after it has been set down. */
export type LoadedPowers = { readonly aboard: Powers; readonly delivered: Powers };

/**
 * Powers under a load. Hover power of a rotor in momentum theory is proportional to mass to the power 1.5 (Leishman,
 * Principles of Helicopter Aerodynamics, 2006, section 2.2); drag, profile power and the lifting work of a climb grow
 * more slowly, so the whole power times that factor is an upper estimate. An aircraft lighter than rated gets no credit,
 * because the share of power that mass does not change is unknown.
 */
export function loadedPowers(
  uav: Pick<Uav, 'id' | 'max_payload_kg'>,
  powers: Powers,
  load: Load | undefined,
): Result<LoadedPowers, LoadError> {
  if (load === undefined) return ok({ aboard: powers, delivered: powers });
  const { payload_kg, empty_mass_kg, rated_mass_kg } = load;
  const bad = (message: string) => err({ type: 'bad_load' as const, message });
  if (!(payload_kg >= 0 && payload_kg <= uav.max_payload_kg))
    return bad(`a payload of ${payload_kg} kg is not within the ${uav.max_payload_kg} kg of ${uav.id}`);
  if (!(empty_mass_kg > 0 && empty_mass_kg < 1e5 && rated_mass_kg > 0 && rated_mass_kg < 1e5))
    return bad(
      `masses of ${empty_mass_kg} kg empty and ${rated_mass_kg} kg rated are no masses of an aircraft`,
    );
  return ok({
    aboard: scaled(powers, (empty_mass_kg + payload_kg) / rated_mass_kg),
    delivered: scaled(powers, empty_mass_kg / rated_mass_kg),
  });
}

function scaled({ hover_w, cruise_w, climb_w }: Powers, mass_ratio: number): Powers {
  const factor = Math.max(1, mass_ratio ** 1.5);
  return { hover_w: hover_w * factor, cruise_w: cruise_w * factor, climb_w: climb_w * factor };
}

/**
 * The most that an aircraft may carry, where its masses are known. A task does not say what is aboard, so this counts;
 * without masses the stated powers hold with it aboard already.
 */
function fullLoad({ masses, max_payload_kg }: Uav): Load | undefined {
  if (masses === undefined) return undefined;
  return { payload_kg: max_payload_kg, empty_mass_kg: masses.empty_kg, rated_mass_kg: masses.powers_kg };
}

/** What decides the powers of a request. */
export type PowerQuery = {
  readonly uav: Uav;
  readonly energy_table?: EnergyTable;
  readonly load?: Load;
  readonly tracking?: 'none' | 'horizon';
};

/**
 * The powers that a request is planned with; null where its load is none. Without a load of its own a request is planned
 * with the aircraft's full payload aboard to the end, since nobody says where it is set down.
 */
export function powersOf({ uav, energy_table, load, tracking }: PowerQuery): LoadedPowers | null {
  const stated = energy_table === undefined ? uav : calibratedPowers(uav, energy_table);
  // A tracked flight creeps round corners, where a multirotor draws hover power.
  const creeping = { ...stated, cruise_w: Math.max(stated.cruise_w, stated.hover_w) };
  const powers = tracking === 'horizon' ? creeping : stated;
  const loaded = loadedPowers(uav, powers, load ?? fullLoad(uav));
  if (!loaded.ok) return null;
  const { aboard } = loaded.value;
  return load === undefined ? { aboard, delivered: aboard } : loaded.value;
}
