import { type Result, createRng, err, ok } from '#base';
import { chooseReport, isStale, modelWeather, weatherOf } from '#formats';
import {
  type AirportPoint,
  type Airspace,
  type BuiltCity,
  type CeilingCell,
  type City,
  type Provenance,
  type SystemState,
  type Weather,
  type Zone,
  buildCity,
  mergeExtracts,
  parseSystemState,
  standinCeilings,
  syntheticFleet,
} from '#world';
import { issueSentence } from '../load-city.ts';
import { type StoreError, storeError } from '../store-error.ts';
import { type DataSources } from './city-dir.ts';
import { type Readings } from './read-sources.ts';

/** What a directory amounts to: a state where the map is there, and what is missing or assumed. */
export type Assembled = {
  readonly state: SystemState | null;
  readonly missing: readonly string[];
  readonly notes: readonly string[];
};

/** The ceiling that holds where no cell says less: 120 m, the 400 ft of 14 CFR 107.51(b), rounded down. */
const GENERAL_CEILING_M = 120;

/** A generated hub needs this much air above it: the least cruise height of 30 m with room to climb out. */
const HUB_CEILING_M = 50;

/** Moderate wind from the worst direction: what is assumed while no report is imported. */
const ASSUMED_WIND_MPS = 6;

const MAP_MISSING = 'map: the city cannot be used before one is imported (data import osm)';

/** Puts a city's state together from what its sources say. */
export function assembleState(
  record: DataSources,
  readings: Readings,
  dir: string,
): Result<Assembled, StoreError> {
  const refuse = (message: string): Result<Assembled, StoreError> =>
    err(storeError('invalid_input', `${dir}: ${message}`, dir));
  const extract = mergeExtracts(readings.maps);
  const missing: string[] = [];
  const notes = [...readings.notes];
  if (extract === null) return ok({ state: null, missing: [MAP_MISSING], notes });
  const { settings } = record;
  const built = buildCity({
    extract,
    city_id: record.city_id,
    name: record.name,
    bounds: settings.bounds,
    ground_amsl_m: settings.ground_amsl_m,
    geoid_separation_m: settings.geoid_separation_m,
    provenance: [],
  });
  if (!built.ok) return refuse(built.error.message);
  notes.push(...built.value.notes);
  const weather = weatherFor(built.value.city, record, readings);
  if (!weather.ok) return refuse(weather.error);
  if (weather.value.assumed) missing.push(ASSUMED_WEATHER);
  notes.push(...weather.value.notes);
  const ceilings = ceilingsFor(built.value.city, record, readings);
  if (!ceilings.ok) return refuse(ceilings.error);
  if (ceilings.value.cells.length === 0) missing.push(NO_CEILINGS);
  notes.push(...ceilings.value.notes);
  const published = zonesFor(built.value, readings);
  notes.push(...published.notes);
  const state = stateOf(record, readings, built.value, {
    zones: published.zones,
    weather: weather.value,
    cells: ceilings.value.cells,
    standin: ceilings.value.standin,
  });
  const checked = parseSystemState(state);
  if (!checked.ok) return refuse(`the city that came out is not valid: ${issueSentence(checked.error)}`);
  if (state.fleet.length === 0) missing.push('fleet: no place for a hub was found, so there are no aircraft');
  return ok({ state: checked.value, missing, notes });
}

const ASSUMED_WEATHER = `weather: none imported, so ${ASSUMED_WIND_MPS} m/s from an unknown direction is assumed (data import metar)`;
const NO_CEILINGS = `ceilings: none imported, so only the general ${GENERAL_CEILING_M} m holds (data import uasfm, or a stand-in around airports)`;

type ChosenWeather = {
  readonly weather: Weather;
  readonly assumed: boolean;
  readonly notes: readonly string[];
};

function weatherFor(city: City, record: DataSources, readings: Readings): Result<ChosenWeather, string> {
  const now = record.settings.time ?? record.created_at;
  if (readings.reports.length === 0 && readings.models.length > 0) {
    const weather = modelWeather(readings.models, city.origin, now);
    if (!weather.ok) return err(weather.error.message);
    const notes = [`weather: a model's hour, ${weather.value.observed_at}; no observation`];
    return ok({ weather: weather.value, assumed: false, notes });
  }
  if (readings.reports.length === 0) {
    const weather: Weather = {
      observed_at: record.settings.time ?? record.created_at,
      wind_mps: ASSUMED_WIND_MPS,
      wind_from_deg: null,
      gust_mps: null,
      visibility_m: null,
      precipitation: 'unknown',
      temperature_c: null,
      source: 'assumed: no weather report was imported',
    };
    return ok({ weather, assumed: true, notes: [] });
  }
  const report = chooseReport(readings.reports, { station: record.settings.station, near: city.origin });
  if (!report.ok) return err(report.error.message);
  const weather = weatherOf(report.value);
  if (!weather.ok) return err(weather.error.message);
  const notes = [`weather: ${report.value.station} at ${report.value.observed_at}`];
  if (record.settings.time !== null && isStale(report.value, now)) {
    notes.push(`the report of ${report.value.station} is stale at ${now}: import a newer one`);
  }
  return ok({ weather: weather.value, assumed: false, notes });
}

/** Published zones that reach into the city's bounds; ids that the map's own zones have are numbered on. */
function zonesFor(built: BuiltCity, readings: Readings): { zones: Zone[]; notes: string[] } {
  if (readings.zones.length === 0) return { zones: [], notes: [] };
  const [west, south, east, north] = built.city.bounds;
  const taken = new Set(built.zones.map((z) => z.id));
  const zones: Zone[] = [];
  for (const z of readings.zones) {
    if (!reaches(z, [west, south, east, north])) continue;
    let id = z.id;
    for (let n = 2; taken.has(id); n++) id = `${z.id}_${n}`;
    taken.add(id);
    zones.push({ ...z, id });
  }
  return {
    zones,
    notes: [`zones: ${zones.length} of ${readings.zones.length} imported ones reach into the city`],
  };
}

function reaches(zone: Zone, [west, south, east, north]: readonly [number, number, number, number]): boolean {
  const { outline } = zone;
  if (outline.type === 'polygon') {
    const ring = outline.rings[0]!;
    return overlaps(ring, [west, south, east, north]);
  }
  const [lon, lat] = outline.center;
  const dlat = outline.radius_m / 110_000;
  const dlon = dlat / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  return lon + dlon >= west && lon - dlon <= east && lat + dlat >= south && lat - dlat <= north;
}

function overlaps(
  ring: readonly (readonly [number, number])[],
  [west, south, east, north]: readonly [number, number, number, number],
): boolean {
  const lons = ring.map((p) => p[0]);
  const lats = ring.map((p) => p[1]);
  return (
    Math.max(...lons) >= west &&
    Math.min(...lons) <= east &&
    Math.max(...lats) >= south &&
    Math.min(...lats) <= north
  );
}

type ChosenCeilings = {
  readonly cells: readonly CeilingCell[];
  readonly standin: boolean;
  readonly notes: readonly string[];
};

function ceilingsFor(city: City, record: DataSources, readings: Readings): Result<ChosenCeilings, string> {
  if (readings.ceilings.length > 0) {
    const all = new Map(readings.ceilings.flatMap((c) => c.cells).map((c) => [c.id, c]));
    const cells = [...all.values()].filter((c) =>
      overlaps(c.outline.type === 'polygon' ? c.outline.rings[0]! : [c.outline.center], city.bounds),
    );
    const notes = [`ceilings: ${cells.length} of ${all.size} imported cells touch the city`];
    return ok({ cells, standin: false, notes });
  }
  const airports: AirportPoint[] = [];
  for (const a of record.settings.airports) {
    const at = a.at ?? readings.reports.find((r) => r.station === a.code.toUpperCase())?.at ?? null;
    if (at === null) {
      return err(
        `where ${a.code} lies is not known: give its place as ${a.code}@LON,LAT, or import a METAR file that has it`,
      );
    }
    airports.push({ code: a.code, at });
  }
  const cells = airports.length === 0 ? [] : standinCeilings(airports, city.bounds);
  const notes =
    airports.length === 0
      ? []
      : [
          `ceilings: ${cells.length} stand-in cells around ${airports.map((a) => a.code).join(', ')}; not a published map`,
        ];
  return ok({ cells, standin: airports.length > 0, notes });
}

type Chosen = {
  readonly zones: readonly Zone[];
  readonly weather: ChosenWeather;
  readonly cells: readonly CeilingCell[];
  readonly standin: boolean;
};

function stateOf(record: DataSources, readings: Readings, built: BuiltCity, chosen: Chosen): SystemState {
  const { settings } = record;
  const { city, zones } = built;
  const closed = [...zones, ...chosen.zones].filter((z) => z.kind !== 'advisory');
  const low = chosen.cells.filter((c) => (c.ceiling_agl_m ?? 0) < HUB_CEILING_M);
  const { hubs, fleet } = syntheticFleet(
    city,
    { hubs: settings.hubs, uavs: settings.uavs, zones: [...closed, ...low] },
    createRng(settings.fleet_seed),
  );
  const airspace: Airspace = {
    ceiling_agl_m: GENERAL_CEILING_M,
    zones: [...zones, ...chosen.zones],
    corridors: [],
    ceiling_cells: [...chosen.cells],
  };
  const made = (source: string): Provenance => ({
    source,
    sha256: null,
    snapshot: null,
    attribution: null,
    synthetic: true,
  });
  const provenance: Provenance[] = [
    ...readings.provenance,
    made(`generated: fleet and hubs, seed ${settings.fleet_seed}`),
    ...(zones.length > 0 ? [made('derived: no-fly zones around aerodromes and helipads of the map')] : []),
    ...(chosen.standin ? [made('standin_uasfm: generated ceilings, not a published facility map')] : []),
    ...(chosen.weather.assumed ? [made('assumed: weather, no report was imported')] : []),
  ];
  return {
    schema_version: 'state-1',
    region_id: record.city_id,
    time: settings.time ?? chosen.weather.weather.observed_at,
    city: { ...city, places: [...city.places, ...hubs], provenance },
    airspace,
    fleet: [...fleet],
    weather: chosen.weather.weather,
    operations: [],
    tasks: [],
  };
}
