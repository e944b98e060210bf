import { type Result, err, ok, radians, degrees } from '#base';

/** A position on the WGS84 ellipsoid, GeoJSON order: [longitude, latitude] in degrees. */
export type LonLat = readonly [lon_deg: number, lat_deg: number];

/** East and north in metres in a frame's plane. */
export type PlanePoint = { readonly x_m: number; readonly y_m: number };

/** East, north and height above ground (AGL) in metres. */
export type SpacePoint = PlanePoint & { readonly z_m: number };

/** WGS84 semi-major axis (m) and first eccentricity squared (NIMA TR8350.2). */
const A_M = 6378137;
const E2 = 0.00669437999014;

/**
 * A local plane: x east, y north, metres from an origin. Longitude and latitude map linearly (equirectangular with the
 * ellipsoid's radii of curvature at the origin), so that an edge that is straight in GeoJSON (RFC 7946, 3.1.1) is
 * straight here, exactly. Lengths are true at the origin; `distortion_ratio` bounds their error inside `reach_m`.
 */
export type Frame = {
  readonly origin: LonLat;
  readonly m_per_deg_lon: number;
  readonly m_per_deg_lat: number;
  readonly toPlane: (at: LonLat) => PlanePoint;
  readonly toLonLat: (at: PlanePoint) => LonLat;
  /** Largest relative error of a length within `reach_m` of the origin: about tan(latitude) * reach / radius. */
  readonly distortionRatio: (reach_m: number) => number;
};

/** Why no frame can stand at an origin. */
export type FrameError = { readonly type: 'out_of_range'; readonly message: string };

/** The local plane at an origin. Refused beyond 80 degrees of latitude, where the plane distorts too much. */
export function createFrame(origin: LonLat): Result<Frame, FrameError> {
  const [lon0, lat0] = origin;
  if (!(lon0 >= -180 && lon0 <= 180) || !(lat0 >= -80 && lat0 <= 80)) {
    return err({
      type: 'out_of_range',
      message: `a frame needs longitude -180..180 and latitude -80..80, not ${lon0}, ${lat0}`,
    });
  }
  const s = Math.sin(radians(lat0));
  const w = Math.sqrt(1 - E2 * s * s);
  const m_per_deg_lat = radians((A_M * (1 - E2)) / (w * w * w));
  const m_per_deg_lon = radians((A_M / w) * Math.cos(radians(lat0)));
  return ok({
    origin,
    m_per_deg_lon,
    m_per_deg_lat,
    toPlane: ([lon, lat]) => ({ x_m: wrap(lon - lon0) * m_per_deg_lon, y_m: (lat - lat0) * m_per_deg_lat }),
    toLonLat: ({ x_m, y_m }) => [wrap(lon0 + x_m / m_per_deg_lon), lat0 + y_m / m_per_deg_lat],
    distortionRatio: (reach_m) =>
      Math.tan(radians(Math.abs(lat0) + degrees(reach_m / A_M))) * (reach_m / A_M),
  });
}

/** A difference of longitudes folded into [-180, 180]: a city may straddle the antimeridian. */
function wrap(deg: number): number {
  return deg > 180 ? deg - 360 : deg < -180 ? deg + 360 : deg;
}
