import { type Rng, quantize } from '#base';
import { type Zone } from '../airspace.ts';
import { type City, type Place, type PlaceKind } from '../city.ts';
import { type Uav } from '../fleet.ts';
import { MODELS } from './aircraft-models.ts';
import { outlineHolds } from './derived-zones.ts';
import { usableName } from './names.ts';
import { RingIndex } from './near-index.ts';
import { type EastNorth, distance_m, eastNorthOf, frameAt, lonLatOf } from './plane-kit.ts';
import { servicePoint } from './service-point.ts';
import { shortNames } from './short-names.ts';

/** How large a fleet is generated, and where no hub may stand: closed zones, and cells under a ceiling too low to fly. */
export type FleetOptions = {
  readonly hubs: number;
  readonly uavs: number;
  readonly zones: readonly Pick<Zone, 'outline'>[];
};

/** Hubs as new places, and aircraft that live at them. All of it is invented, and says so in its names. */
export type SyntheticFleet = { readonly hubs: readonly Place[]; readonly fleet: readonly Uav[] };

/** Kinds of place beside which a hub may stand, best first. */
const HUB_KINDS: readonly PlaceKind[] = [
  'fire_station',
  'park',
  'police',
  'hospital',
  'warehouse',
  'university',
  'school',
];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A fleet for a city of which no real fleet is known: hubs beside fire stations and parks, spread far apart. */
export function syntheticFleet(city: City, options: FleetOptions, rng: Rng): SyntheticFleet {
  const hubs = chooseHubs(city, options);
  if (hubs.length === 0) return { hubs: [], fleet: [] };
  const frame = frameAt(city.origin);
  const models = Object.values(MODELS);
  const fleet = Array.from({ length: options.uavs }, (_, i): Uav => {
    const draw = rng.fork(`uav ${i}`);
    const model = models[i % 4 === 3 ? 2 : i % 2]!;
    const home = hubs[i % hubs.length]!;
    const [x, y] = eastNorthOf(frame, home.at);
    const n = Math.floor(i / hubs.length);
    const status = i % 12 === 9 ? 'charging' : i % 12 === 11 ? 'maintenance' : 'available';
    const battery_ratio = i % 12 === 7 ? draw.between(0.15, 0.25) : draw.between(0.65, 1);
    const number = String(i + 1).padStart(2, '0');
    return {
      id: `uav_${number}`,
      name: `${model.name} ${number} (synthetic)`,
      model: model.name,
      status,
      at: lonLatOf(frame, [x + 3 * ((n % 5) - 2), y + 3 * (Math.floor(n / 5) % 3)]),
      home_place_id: home.id,
      battery_ratio: quantize(battery_ratio, 0.01),
      equipment: i % 2 === 0 ? ['cargo_bay', 'camera'] : i % 4 === 1 ? ['camera'] : ['cargo_bay'],
      ...model.figures,
    };
  });
  return { hubs, fleet };
}

/** Farthest-point choice from the one nearest to the middle; ties fall to the lower id. */
function chooseHubs(city: City, options: FleetOptions): Place[] {
  const frame = frameAt(city.origin);
  const wanted = Math.min(options.hubs, LETTERS.length);
  const pool: { place: Place; at: EastNorth }[] = [];
  for (const kind of HUB_KINDS) {
    if (pool.length >= 3 * wanted) break;
    for (const place of city.places) {
      if (place.kind === kind) pool.push({ place, at: eastNorthOf(frame, place.at) });
    }
  }
  const index = new RingIndex(
    city.buildings.map((b) => b.footprint.slice(0, -1).map((p) => eastNorthOf(frame, p))),
  );
  const isOpen = (at: EastNorth): boolean => !options.zones.some((z) => outlineHolds(z, frame, at, 20));
  const chosen: { place: Place; at: EastNorth }[] = [];
  const tried = new Set<string>();
  while (chosen.length < wanted) {
    let best: (typeof pool)[number] | null = null;
    let far = -Infinity;
    for (const p of pool) {
      if (tried.has(p.place.id)) continue;
      const d =
        chosen.length === 0 ? -Math.hypot(...p.at) : Math.min(...chosen.map((c) => distance_m(c.at, p.at)));
      if (d > far) [far, best] = [d, p];
    }
    if (best === null) break;
    tried.add(best.place.id);
    const pad = servicePoint([best.at[0] + 40, best.at[1]], index, isOpen);
    if (pad.clearance_m > 0) chosen.push({ place: best.place, at: pad.at });
  }
  return chosen.map(({ place, at }, i): Place => {
    const letter = LETTERS[i]!;
    return {
      id: `hub_${letter}`,
      kind: 'hub',
      name: usableName(`Hub ${letter} by ${place.name}`.slice(0, 68) + ' (synthetic)')!,
      other_names: shortNames('hub', letter),
      at: lonLatOf(frame, at),
      chargers: 3,
    };
  });
}
