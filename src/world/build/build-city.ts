import { LIMITS, type Result, err, ok, quantize } from '#base';
import { type Frame, createFrame } from '#geo';
import { type Zone } from '../airspace.ts';
import { type Building, type City, type GridSpec, type Place, type Provenance, type Road } from '../city.ts';
import { ASSUMED_HEIGHT_M } from './classify.ts';
import { derivedZones, outlineHolds } from './derived-zones.ts';
import { type MapExtract, type MapFeature } from './extract.ts';
import { RingIndex } from './near-index.ts';
import { obstaclesOf, shortId } from './obstacles.ts';
import { type PlaceDraft, draftPlaces } from './place-list.ts';
import { type EastNorth, eastNorthOf, lonLatOf } from './plane-kit.ts';
import { servicePoint } from './service-point.ts';

/** What a city is built from, and what the map cannot say. */
export type CityOptions = {
  readonly extract: MapExtract;
  readonly city_id: string;
  readonly name: string;
  /** [west, south, east, north]; null takes the extract's own bounds, or else the box of what is in it. */
  readonly bounds: readonly [number, number, number, number] | null;
  /** Elevation of the ground above mean sea level; null takes the median of the map's `ele` tags, said to be assumed. */
  readonly ground_amsl_m: number | null;
  readonly geoid_separation_m: number | null;
  readonly provenance: readonly Provenance[];
};

/** A city, the zones that its map implies, and what an importer should tell the user. */
export type BuiltCity = {
  readonly city: City;
  readonly zones: readonly Zone[];
  readonly notes: readonly string[];
};

/** Why no city can be built; the message says how to mend it. */
export type CityError = {
  readonly type: 'no_content' | 'invalid_bounds' | 'city_too_large' | 'ground_unknown';
  readonly message: string;
};

/** Most cells of a city's search grid; the cell grows in steps of 5 m until they fit. */
const GRID_CELLS = 8_000_000;
const LAYERS = 12;
const LAYER_M = 10;

const ROADS = /^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street)(_link)?$/;

/** Builds a city from a map extract. Pure: the same extract and options give the same city. */
export function buildCity(options: CityOptions): Result<BuiltCity, CityError> {
  const { extract } = options;
  const notes: string[] = [...extract.notes];
  const box = cityBounds(options);
  if (!box.ok) return box;
  const bounds = box.value;
  const origin: [number, number] = [
    quantize((bounds[0] + bounds[2]) / 2, 1e-7),
    quantize((bounds[1] + bounds[3]) / 2, 1e-7),
  ];
  const framed = createFrame(origin);
  if (!framed.ok) return err({ type: 'invalid_bounds', message: framed.error.message });
  const frame = framed.value;
  const size = cityGrid(frame, bounds);
  if (!size.ok) return size;
  const ground = groundOf(options, notes);
  if (!ground.ok) return ground;
  const [low, high] = [
    eastNorthOf(frame, [bounds[0], bounds[1]]),
    eastNorthOf(frame, [bounds[2], bounds[3]]),
  ];
  const isInside = ([x, y]: EastNorth): boolean => x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1];
  const buildings = obstaclesOf(extract.features, frame, isInside, ASSUMED_HEIGHT_M);
  if (buildings.length > LIMITS.city_entities) {
    return err({
      type: 'city_too_large',
      message: `${buildings.length} buildings are more than ${LIMITS.city_entities}: give smaller bounds`,
    });
  }
  notes.push(heightNote(buildings));
  const zones = derivedZones(extract.features, frame, isInside);
  const drafted = draftPlaces(extract.features, frame, isInside);
  notes.push(...drafted.notes);
  const places = withPads(drafted.drafts, { frame, buildings, zones, isInside }, notes);
  if (places.length === 0 && buildings.length === 0) {
    return err({
      type: 'no_content',
      message: 'no place and no building lies inside the bounds: check the bounds, or export more of the map',
    });
  }
  const city: City = {
    city_id: options.city_id,
    name: options.name,
    origin,
    bounds: [bounds[0], bounds[1], bounds[2], bounds[3]],
    ground: { amsl_m: ground.value, geoid_separation_m: options.geoid_separation_m },
    grid: size.value,
    places,
    buildings,
    roads: roadsOf(extract.features, frame, isInside),
    provenance: [...options.provenance],
  };
  return ok({ city, zones, notes });
}

function cityBounds(options: CityOptions): Result<readonly [number, number, number, number], CityError> {
  const stated = options.bounds ?? options.extract.bounds;
  if (stated !== null) {
    const [w, s, e, n] = stated;
    if (w >= -180 && e <= 180 && s >= -80 && n <= 80 && w < e && s < n) return ok(stated);
    return err({
      type: 'invalid_bounds',
      message: `bounds are west,south,east,north in degrees with west < east and south < north, not ${stated.join(',')}`,
    });
  }
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const f of options.extract.features) {
    if (f.geometry.type === 'line') continue;
    const points = f.geometry.type === 'point' ? [f.geometry.at] : f.geometry.rings[0]!;
    const lon = points.reduce((sum, p) => sum + p[0], 0) / points.length;
    const lat = points.reduce((sum, p) => sum + p[1], 0) / points.length;
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  if (!(box[0] <= box[2])) {
    return err({ type: 'no_content', message: 'the map holds only lines: export places and buildings too' });
  }
  const margin = 0.001;
  const grown = [box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin] as const;
  return ok([
    quantize(grown[0], 1e-7),
    quantize(grown[1], 1e-7),
    quantize(grown[2], 1e-7),
    quantize(grown[3], 1e-7),
  ]);
}

function cityGrid(
  frame: Frame,
  bounds: readonly [number, number, number, number],
): Result<GridSpec, CityError> {
  const width_m = (bounds[2] - bounds[0]) * frame.m_per_deg_lon;
  const height_m = (bounds[3] - bounds[1]) * frame.m_per_deg_lat;
  if (Math.max(width_m, height_m) / 2 > LIMITS.city_half_extent_m) {
    const km = (m: number): string => (m / 1000).toFixed(1);
    return err({
      type: 'city_too_large',
      message:
        `the map covers ${km(width_m)} km by ${km(height_m)} km, more than ${(2 * LIMITS.city_half_extent_m) / 1000} km ` +
        'a side: give bounds (west,south,east,north) of one city in it',
    });
  }
  for (let cell_m = 10; cell_m <= 50; cell_m += 5) {
    if ((width_m / cell_m) * (height_m / cell_m) * LAYERS <= GRID_CELLS) {
      return ok({ cell_m, layer_m: LAYER_M, layers: LAYERS });
    }
  }
  return err({
    type: 'city_too_large',
    message: 'the grid of the city has too many cells: give smaller bounds',
  });
}

function groundOf(options: CityOptions, notes: string[]): Result<number, CityError> {
  const given = options.ground_amsl_m;
  if (given !== null) {
    if (given >= -500 && given <= 9000) return ok(given);
    return err({
      type: 'ground_unknown',
      message: `the ground lies -500 to 9000 m above sea level, not ${given}`,
    });
  }
  const heights = options.extract.features
    .map((f) => Number(/^-?\d+(\.\d+)?( ?m)?$/.test(f.tags['ele'] ?? '') ? parseFloat(f.tags['ele']!) : NaN))
    .filter((h) => h >= -500 && h <= 9000)
    .sort((a, b) => a - b);
  if (heights.length === 0) {
    return err({
      type: 'ground_unknown',
      message: 'the map has no elevations (ele tags): give the ground above mean sea level in metres',
    });
  }
  const amsl_m = heights[Math.floor(heights.length / 2)]!;
  notes.push(
    `the ground is assumed flat at ${amsl_m} m above sea level, the median of ${heights.length} ele tags`,
  );
  return ok(amsl_m);
}

function heightNote(buildings: readonly Building[]): string {
  const count = (source: Building['height_source']): number =>
    buildings.filter((b) => b.height_source === source).length;
  return (
    `heights of ${buildings.length} obstacles: ${count('measured')} measured, ${count('levels')} from storeys, ` +
    `${count('assumed')} assumed`
  );
}

type Surroundings = {
  readonly frame: Frame;
  readonly buildings: readonly Building[];
  readonly zones: readonly Zone[];
  readonly isInside: (at: EastNorth) => boolean;
};

function withPads(drafts: readonly PlaceDraft[], around: Surroundings, notes: string[]): Place[] {
  const { frame, zones, isInside } = around;
  const index = new RingIndex(
    around.buildings.map((b) => b.footprint.slice(0, -1).map((p) => eastNorthOf(frame, p))),
  );
  let moved = 0;
  const stuck: string[] = [];
  const places = drafts.map((d): Place => {
    const isFlown = d.kind === 'airport' || d.kind === 'helipad';
    const isOpen = (at: EastNorth): boolean =>
      isInside(at) && (isFlown || !zones.some((z) => outlineHolds(z, frame, at, 10)));
    const pad = servicePoint(d.at, index, isOpen);
    if (pad.moved_m > 0) moved++;
    if (pad.clearance_m === 0) stuck.push(d.id);
    const { id, kind, name, other_names } = d;
    return { id, kind, name, other_names, at: lonLatOf(frame, pad.at), chargers: null };
  });
  if (moved > 0)
    notes.push(`${moved} places have their pad beside the building that the map marks, up to 250 m away`);
  if (stuck.length > 0) {
    notes.push(`no free pad was found for ${stuck.length} places: ${stuck.slice(0, 5).join(', ')}`);
  }
  return places;
}

/** Roads inside the city; a way that leaves it and comes back gives several. */
function roadsOf(
  features: readonly MapFeature[],
  frame: Frame,
  isInside: (at: EastNorth) => boolean,
): Road[] {
  const out: Road[] = [];
  for (const f of features) {
    const kind = f.tags['highway'] ?? '';
    if (f.geometry.type !== 'line' || !ROADS.test(kind)) continue;
    let part = 0;
    let line: [number, number][] = [];
    const close = (): void => {
      if (line.length >= 2) {
        part++;
        out.push({ id: `road_${shortId(f.source_id)}${part === 1 ? '' : `_${part}`}`, class: kind, line });
      }
      line = [];
    };
    for (const stretch of f.geometry.lines) {
      for (const p of stretch) {
        if (!isInside(eastNorthOf(frame, p))) close();
        else if (line.push([p[0], p[1]]) === 5000) close();
      }
      close();
    }
  }
  return out.slice(0, LIMITS.city_entities);
}
