import { type Rng, createRng, quantize } from '#base';
import { type Frame } from '#geo';
import { type Airspace, type Corridor, type Zone } from '../airspace.ts';
import { type City, type Place } from '../city.ts';
import { type Uav } from '../fleet.ts';
import { type SystemState } from '../system-state.ts';
import { type Weather } from '../weather.ts';
import { MODELS } from './aircraft-models.ts';
import { CITY_PLANS, type CityPlan, type CityType } from './city-kinds.ts';
import { type PlannedPlace } from './demo-places.ts';
import { generatedPlaces } from './generated-places.ts';
import {
  type EastNorth,
  boundsOf,
  distance_m,
  frameAt,
  lonLatOf,
  regularPolygon,
  ringOf,
} from './plane-kit.ts';
import { namesWith, shortNames } from './short-names.ts';
import { type TownPlan, fillBlocks, streetsOf } from './town-blocks.ts';

/** What may be varied in a generated city; what is left out is drawn from the seed. */
export type GeneratedCityOptions = {
  /** 5 to 20 m. */
  readonly cell_m?: number;
  readonly ceiling_m?: number;
  readonly corridor_width_m?: number;
  /** Closed zones, permanent and temporary together. */
  readonly zones?: number;
  readonly sensitive_zones?: number;
  readonly chargers?: number;
  readonly uavs?: number;
  readonly weather?: 'none' | 'low' | 'medium' | 'high';
};

/** The moment at which every generated city stands. */
export const GENERATED_TIME = '2026-06-01T08:00:00Z';

/** Where generated cities stand: in the South Atlantic, far from any real one. */
const ORIGIN: [number, number] = [-15, -30];

/**
 * A synthetic city of a kind: buildings, places with names in three languages, zones, corridors, fleet and weather.
 * Pure: the same kind, seed and options give the same document.
 */
export function generateCity(kind: CityType, seed: number, options: GeneratedCityOptions = {}): SystemState {
  const plan = CITY_PLANS[kind];
  const rng = createRng(seed).fork(kind);
  const frame = frameAt(ORIGIN);
  const cell_m = options.cell_m ?? 10;
  const half_m = (plan.cells * cell_m) / 2;
  const ceiling_m = options.ceiling_m ?? 120;
  const places = placesFor(plan, half_m, options, rng);
  const id = `${kind}_${seed}`;
  const city: City = {
    city_id: id,
    name: `${kind.replace('_', ' ')} ${seed} (synthetic)`,
    origin: ORIGIN,
    bounds: boundsOf(frame, half_m, half_m),
    ground: { amsl_m: 10, geoid_separation_m: null },
    grid: { cell_m, layer_m: quantize(ceiling_m / plan.layers, 0.01), layers: plan.layers },
    places: places.map((p) => placeOf(frame, p)),
    ...fabric(frame, plan, half_m, places, rng),
    provenance: [
      {
        source: `generated: ${kind}, seed ${seed}`,
        sha256: null,
        snapshot: null,
        attribution: null,
        synthetic: true,
      },
    ],
  };
  return {
    schema_version: 'state-1',
    region_id: id,
    time: GENERATED_TIME,
    city,
    airspace: airspaceFor(frame, half_m, ceiling_m, { places, options, rng }),
    fleet: fleetFor(frame, places, options.uavs ?? rng.fork('uavs').pick([10, 30, 50]), rng),
    weather: weatherFor(options.weather ?? rng.fork('weather level').pick(['low', 'medium'] as const), rng),
    operations: [],
    tasks: [],
  };
}

function placesFor(plan: CityPlan, half_m: number, options: GeneratedCityOptions, rng: Rng): PlannedPlace[] {
  const chargers = options.chargers ?? 3 + rng.fork('chargers').int(8);
  const counts = [
    ['hub', plan.hubs],
    ['hospital', plan.hospitals],
    ['school', plan.schools],
    ['fire_station', 2],
    ['police', 1],
    ['warehouse', 2],
    ['park', 2],
    ['residential', 3],
    ['accident_site', plan.accident_sites],
    ['handoff_point', 3],
    ['charger', chargers],
  ] as const;
  return generatedPlaces(counts, half_m - 40, 70, rng.fork('places'));
}

function placeOf(frame: Frame, p: PlannedPlace): Place {
  return {
    id: p.id,
    kind: p.kind,
    name: p.en,
    other_names: namesWith({ en: [], ru: [p.ru], zh: [p.zh] }, shortNames(p.kind, p.mark)),
    at: lonLatOf(frame, p.at),
    chargers: p.chargers,
  };
}

function fabric(
  frame: Frame,
  plan: CityPlan,
  half_m: number,
  places: readonly PlannedPlace[],
  rng: Rng,
): Pick<City, 'buildings' | 'roads'> {
  const town: TownPlan = {
    half_m,
    pitch_m: plan.pitch_m,
    street_m: plan.street_m,
    angle_rad: plan.turn_rad * rng.fork('turn').between(-1, 1),
    fabricAt: (at) => plan.fabricAt(at, half_m),
    keepOuts: places.map((p) => ({ at: p.at, radius_m: p.kind === 'park' ? 45 : 24 })),
    isOpen: () => true,
  };
  return { buildings: fillBlocks(frame, town, rng.fork('buildings')), roads: streetsOf(frame, town) };
}

type Around = {
  readonly places: readonly PlannedPlace[];
  readonly options: GeneratedCityOptions;
  readonly rng: Rng;
};

function airspaceFor(frame: Frame, half_m: number, ceiling_m: number, around: Around): Airspace {
  const { places, options, rng } = around;
  return {
    ceiling_agl_m: ceiling_m,
    zones: [...closedZones(frame, half_m, around), ...sensitiveZones(frame, places, options, rng)],
    corridors: corridorsFor(frame, places, ceiling_m, around),
    ceiling_cells: [],
  };
}

/** Turned polygons and circles; only residential places may lie inside one, as destinations that must be refused. */
function closedZones(frame: Frame, half_m: number, { places, options, rng }: Around): Zone[] {
  const draw = rng.fork('zones');
  const wanted = options.zones ?? 3 + draw.int(10);
  const out: Zone[] = [];
  for (let attempt = 0; out.length < wanted && attempt < 50 * wanted; attempt++) {
    const radius_m = half_m * draw.between(0.05, 0.13);
    const at: EastNorth = [draw.between(-half_m, half_m) * 0.9, draw.between(-half_m, half_m) * 0.9];
    const round = draw.next() < 0.25;
    const corners = regularPolygon(at, radius_m, 3 + draw.int(5), draw.between(0, Math.PI));
    const temporary = draw.next() < 0.35;
    const starts_min = draw.int(120) - 60;
    if (places.some((p) => p.kind !== 'residential' && distance_m(p.at, at) < radius_m + 30)) continue;
    const n = String(out.length + 1).padStart(2, '0');
    out.push({
      id: temporary ? `tfr_${n}` : `nfz_${n}`,
      kind: temporary ? 'temporary_no_fly' : 'no_fly',
      name: temporary ? `Temporary Zone ${n}` : `No-fly Zone ${n}`,
      other_names: {
        en: [],
        ru: [temporary ? `Временная зона ${n}` : `Запретная зона ${n}`],
        zh: [temporary ? `临时禁飞区${n}` : `禁飞区${n}`],
      },
      outline: round
        ? { type: 'circle', center: lonLatOf(frame, at), radius_m: quantize(radius_m, 0.1) }
        : { type: 'polygon', rings: [ringOf(frame, corners)] },
      floor: null,
      ceiling: null,
      window: temporary ? { start: shifted(starts_min), end: shifted(starts_min + 90) } : null,
      reason: null,
    });
  }
  return out;
}

function shifted(minutes: number): string {
  return new Date(Date.parse(GENERATED_TIME) + minutes * 60_000).toISOString().replace('.000Z', 'Z');
}

/** Over schools first, then over parks and homes, from the ground to 60 m. */
function sensitiveZones(
  frame: Frame,
  places: readonly PlannedPlace[],
  options: GeneratedCityOptions,
  rng: Rng,
): Zone[] {
  const draw = rng.fork('sensitive');
  const order = ['school', 'park', 'residential'];
  const pool = order.flatMap((k) => places.filter((p) => p.kind === k));
  const wanted = Math.min(pool.length, options.sensitive_zones ?? 5 + draw.int(6));
  return pool.slice(0, wanted).map((p) => ({
    id: `sensitive_${p.id}`,
    kind: 'sensitive',
    name: `${p.en} Zone`,
    other_names: { en: [], ru: [`Зона: ${p.ru}`], zh: [`${p.zh}区域`] },
    outline: { type: 'circle', center: lonLatOf(frame, p.at), radius_m: quantize(draw.between(20, 40), 0.1) },
    floor: null,
    ceiling: { value_m: 60, reference: 'AGL' },
    window: null,
    reason: null,
  }));
}

function corridorsFor(
  frame: Frame,
  places: readonly PlannedPlace[],
  ceiling_m: number,
  { options, rng }: Around,
): Corridor[] {
  const draw = rng.fork('corridors');
  const ends = places.filter((p) => p.kind === 'hub' || p.kind === 'hospital');
  const out: Corridor[] = [];
  for (let i = 1; i < ends.length && out.length < 4; i += 2) {
    out.push({
      id: `corridor_${out.length + 1}`,
      name: `Corridor ${out.length + 1}`,
      line: [lonLatOf(frame, ends[i - 1]!.at), lonLatOf(frame, ends[i]!.at)],
      width_m: options.corridor_width_m ?? 20,
      floor: { value_m: quantize(0.5 * ceiling_m, 0.1), reference: 'AGL' },
      ceiling: { value_m: quantize(0.8 * ceiling_m, 0.1), reference: 'AGL' },
      capacity: 1 + draw.int(3),
    });
  }
  return out;
}

function fleetFor(frame: Frame, places: readonly PlannedPlace[], count: number, rng: Rng): Uav[] {
  const hubs = places.filter((p) => p.kind === 'hub');
  const models = [MODELS.courier, MODELS.scout, MODELS.courier, MODELS.hauler];
  return Array.from({ length: count }, (_, i): Uav => {
    const draw = rng.fork(`uav ${i}`);
    const home = hubs[i % hubs.length]!;
    const n = Math.floor(i / hubs.length);
    const status = draw.next();
    // The fifth of six ordered uniform draws has the distribution Beta(5, 2): mostly full, seldom empty.
    const battery = Array.from({ length: 6 }, () => draw.next()).sort((a, b) => a - b)[4]!;
    const low = draw.next() < 0.1;
    const number = String(i + 1).padStart(2, '0');
    const model = models[i % 4]!;
    return {
      id: `uav_${number}`,
      name: `${model.name} ${number}`,
      model: model.name,
      status:
        status < 0.8
          ? 'available'
          : status < 0.88
            ? 'busy'
            : status < 0.94
              ? 'charging'
              : status < 0.98
                ? 'maintenance'
                : 'offline',
      at: lonLatOf(frame, [home.at[0] + 3 * ((n % 5) - 2), home.at[1] + 3 * ((Math.floor(n / 5) % 5) - 2)]),
      home_place_id: home.id,
      battery_ratio: quantize(low ? draw.between(0.05, 0.25) : battery, 0.01),
      equipment: i % 4 === 1 ? ['camera'] : i % 4 === 2 ? ['cargo_bay', 'camera'] : ['cargo_bay'],
      ...model.figures,
    };
  });
}

const WINDS: Readonly<Record<'none' | 'low' | 'medium' | 'high', readonly [number, number]>> = {
  none: [0, 0],
  low: [1, 4],
  medium: [4, 8],
  high: [8, 13],
};

function weatherFor(level: 'none' | 'low' | 'medium' | 'high', rng: Rng): Weather {
  const draw = rng.fork('weather');
  const wind_mps = quantize(draw.between(...WINDS[level]), 0.1);
  return {
    observed_at: GENERATED_TIME,
    wind_mps,
    wind_from_deg: level === 'none' ? null : Math.floor(draw.between(0, 36)) * 10,
    gust_mps: level === 'none' ? null : quantize(wind_mps * 1.4, 0.1),
    visibility_m: level === 'high' ? 6000 : 10_000,
    precipitation: level === 'high' ? 'light' : 'none',
    temperature_c: 15,
    source: `generated: weather level ${level}`,
  };
}
