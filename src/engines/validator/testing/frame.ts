/** The test builder's map: azimuth and distance on the ellipsoid by geographiclib, another path than the validator's. */
import geodesic from 'geographiclib-geodesic';

const WGS84 = geodesic.Geodesic.WGS84;

/** Azimuthal equidistant around a centre: metres east and north to degrees and back. */
export type TestFrame = {
  readonly lonLat: (x: number, y: number) => [number, number];
  readonly xy: (lon: number, lat: number) => [number, number];
};

/** A frame; distances and azimuths from its centre are exact. */
export function testFrame(lon0: number, lat0: number): TestFrame {
  return {
    lonLat: (x, y) => {
      const r = WGS84.Direct(lat0, lon0, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y));
      return [r.lon2!, r.lat2!];
    },
    xy: (lon, lat) => {
      const r = WGS84.Inverse(lat0, lon0, lat, lon);
      const azimuth = (r.azi1! * Math.PI) / 180;
      return [r.s12! * Math.sin(azimuth), r.s12! * Math.cos(azimuth)];
    },
  };
}
