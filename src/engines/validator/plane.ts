/** The validator's own map projection: a transverse Mercator plane through the scenario, by proj4. */
import proj4 from 'proj4';
import { type LonLat, type LonLatPolygon } from '#world';

/** A local plane: metres east and north of its centre. */
export type Plane = {
  readonly lon0_deg: number;
  readonly lat0_deg: number;
  /** Degrees (WGS 84) to metres. Longitudes are taken the short way round, so the date line is no seam. */
  readonly xy: (lon_deg: number, lat_deg: number) => readonly [number, number];
  readonly lonLat: (x: number, y: number) => readonly [number, number];
};

/**
 * Ellipsoidal transverse Mercator with scale 1 on its central meridian (Karney/Poder series inside proj4). At a distance
 * d from that meridian lengths are too long by d^2 / (2 R^2): 1e-6 at 9 km, 3e-5 at 50 km.
 */
export function planeAt(lon0_deg: number, lat0_deg: number): Plane {
  const local = proj4(
    '+proj=longlat +datum=WGS84 +no_defs',
    `+proj=tmerc +lat_0=${lat0_deg} +lon_0=${lon0_deg} +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs`,
  );
  return {
    lon0_deg,
    lat0_deg,
    xy: (lon, lat) => {
      const p = local.forward([near(lon, lon0_deg), lat]);
      return [p[0]!, p[1]!];
    },
    lonLat: (x, y) => {
      const p = local.inverse([x, y]);
      return [p[0]!, p[1]!];
    },
  };
}

/** The longitude that differs from `ref` by less than half a turn. */
export function near(lon_deg: number, ref_deg: number): number {
  let lon = lon_deg;
  while (lon - ref_deg > 180) lon -= 360;
  while (lon - ref_deg < -180) lon += 360;
  return lon;
}

/** Centre of the box around some rings, longitudes unrolled from the first position. */
export function boxCentre(polygons: readonly LonLatPolygon[]): LonLat {
  const ref = polygons[0]!.coordinates[0]![0]![0];
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const polygon of polygons)
    for (const ring of polygon.coordinates)
      for (const [x, y] of ring) {
        const lon = near(x, ref);
        west = Math.min(west, lon);
        east = Math.max(east, lon);
        south = Math.min(south, y);
        north = Math.max(north, y);
      }
  return [near((west + east) / 2, 0), (south + north) / 2];
}
