import { type PlanePoint, createFrame } from '#geo';
import type { LonLatPolygon, SurveyScenario } from '#world';

/** A place in degrees, rounded to about a tenth of a metre. */
export type ShownPlace = { readonly lon_deg: number; readonly lat_deg: number };

/** Area of a polygon in square kilometres, holes taken out, and its centroid. */
export function areaAndCentre(area: LonLatPolygon): {
  readonly area_km2: number | null;
  readonly centre: ShownPlace;
} {
  const [lon, lat] = area.coordinates[0]![0]!;
  const frame = createFrame([lon, lat]);
  if (!frame.ok) return { area_km2: null, centre: shownPlace(lon, lat) };
  let [sum, mx, my] = [0, 0, 0];
  area.coordinates.forEach((ring, i) => {
    const part = moments(ring.map(frame.value.toPlane));
    const sign = Math.sign(part.doubled) * (i === 0 ? 1 : -1);
    sum += sign * part.doubled;
    mx += sign * part.mx;
    my += sign * part.my;
  });
  if (!(sum > 0)) return { area_km2: 0, centre: shownPlace(lon, lat) };
  const [x, y] = frame.value.toLonLat({ x_m: mx / (3 * sum), y_m: my / (3 * sum) });
  return { area_km2: round(sum / 2e6, 4), centre: shownPlace(x, y) };
}

/** Doubled signed area of a closed ring, and its first moments times six (the shoelace formula). */
function moments(ring: readonly PlanePoint[]): { doubled: number; mx: number; my: number } {
  let [doubled, mx, my] = [0, 0, 0];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!];
    const cross = a.x_m * b.y_m - b.x_m * a.y_m;
    doubled += cross;
    mx += (a.x_m + b.x_m) * cross;
    my += (a.y_m + b.y_m) * cross;
  }
  return { doubled, mx, my };
}

/** Kilometres between two places on the local plane of the first; null near the poles. */
export function distance_km(a: ShownPlace, b: ShownPlace): number | null {
  const frame = createFrame([a.lon_deg, a.lat_deg]);
  if (!frame.ok) return null;
  const { x_m, y_m } = frame.value.toPlane([b.lon_deg, b.lat_deg]);
  return round(Math.hypot(x_m, y_m) / 1000, 2);
}

/** West, south, east, north of the boundary's outer ring. */
export function boundingBox(scenario: SurveyScenario): Record<string, number> {
  const ring = scenario.airspace.boundary.coordinates[0]!;
  const lons = ring.map((p) => p[0]);
  const lats = ring.map((p) => p[1]);
  return {
    west_deg: Math.min(...lons),
    south_deg: Math.min(...lats),
    east_deg: Math.max(...lons),
    north_deg: Math.max(...lats),
  };
}

function shownPlace(lon_deg: number, lat_deg: number): ShownPlace {
  return { lon_deg: round(lon_deg, 6), lat_deg: round(lat_deg, 6) };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
