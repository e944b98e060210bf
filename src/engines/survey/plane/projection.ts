import { degrees, radians } from '#base';

/** A point of the plane: metres east (x) and north (y) of the projection's origin. */
export type Pt = { readonly x: number; readonly y: number };

/** The scenario's plane: transverse Mercator with scale 1 on the meridian of its origin, so that lengths are true there. */
export type Plane = {
  readonly origin: { readonly lon_deg: number; readonly lat_deg: number };
  readonly toPlane: (lon_deg: number, lat_deg: number) => Pt;
  readonly toLonLat: (at: Pt) => readonly [lon_deg: number, lat_deg: number];
  /** Direction of true north at a point, radians counter-clockwise from the plane's y axis. */
  readonly convergence_rad: (at: Pt) => number;
};

/** WGS 84: semi-major axis (m) and flattening (NIMA TR8350.2). */
const A_M = 6378137;
const F = 1 / 298.257223563;
const N = F / (2 - F);
const E1 = (2 * Math.sqrt(N)) / (1 + N);
/** Rectifying radius (m), to the fourth order of the third flattening. */
const A_RECT_M = (A_M / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);

/** Series of Krueger (1912) to the fourth order, as in Karney (2011), equations 35 and 36: below a micrometre here. */
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49561 / 161280) * N ** 4,
];
const BETA = [
  N / 2 - (2 / 3) * N ** 2 + (37 / 96) * N ** 3 - (1 / 360) * N ** 4,
  (1 / 48) * N ** 2 + (1 / 15) * N ** 3 - (437 / 1440) * N ** 4,
  (17 / 480) * N ** 3 - (37 / 840) * N ** 4,
  (4397 / 161280) * N ** 4,
];

/** A longitude folded into [-180, 180]: an area may straddle the antimeridian. */
function fold(deg: number): number {
  return deg > 180 ? deg - 360 : deg < -180 ? deg + 360 : deg;
}

/** Conformal tangent of a geographic one (Karney, 2011, equation 7). */
function conformal(tan: number): number {
  const root = Math.hypot(1, tan);
  const sigma = Math.sinh(E1 * Math.atanh((E1 * tan) / root));
  return tan * Math.hypot(1, sigma) - sigma * root;
}

/** Inverse of `conformal` by Newton's method; five steps reach rounding. */
function geographic(tau: number): number {
  let t = tau / (1 - E1 * E1);
  for (let i = 0; i < 5; i++) {
    const c = conformal(t);
    const slope = ((1 - E1 * E1) * Math.hypot(1, c) * Math.hypot(1, t)) / (1 + (1 - E1 * E1) * t * t);
    t += (tau - c) / slope;
  }
  return t;
}

function meridian(lat_deg: number): number {
  const xi = Math.atan(conformal(Math.tan(radians(lat_deg))));
  let sum = xi;
  for (let j = 0; j < 4; j++) sum += ALPHA[j]! * Math.sin(2 * (j + 1) * xi);
  return A_RECT_M * sum;
}

/**
 * The plane at an origin. Lengths x metres east of it are long by x^2 / (2 R^2): 3e-7 at 5 km, 3e-5 at 50 km. Poles are
 * beyond its use.
 */
export function createPlane(origin: { readonly lon_deg: number; readonly lat_deg: number }): Plane {
  const north0 = meridian(origin.lat_deg);
  const toPlane = (lon_deg: number, lat_deg: number): Pt => {
    const lambda = radians(fold(lon_deg - origin.lon_deg));
    const tau = conformal(Math.tan(radians(lat_deg)));
    const xi0 = Math.atan2(tau, Math.cos(lambda));
    const eta0 = Math.asinh(Math.sin(lambda) / Math.hypot(tau, Math.cos(lambda)));
    let xi = xi0;
    let eta = eta0;
    for (let j = 0; j < 4; j++) {
      const k = 2 * (j + 1);
      xi += ALPHA[j]! * Math.sin(k * xi0) * Math.cosh(k * eta0);
      eta += ALPHA[j]! * Math.cos(k * xi0) * Math.sinh(k * eta0);
    }
    return { x: A_RECT_M * eta, y: A_RECT_M * xi - north0 };
  };
  const toLonLat = (at: Pt): readonly [number, number] => {
    const xi0 = (at.y + north0) / A_RECT_M;
    const eta0 = at.x / A_RECT_M;
    let xi = xi0;
    let eta = eta0;
    for (let j = 0; j < 4; j++) {
      const k = 2 * (j + 1);
      xi -= BETA[j]! * Math.sin(k * xi0) * Math.cosh(k * eta0);
      eta -= BETA[j]! * Math.cos(k * xi0) * Math.sinh(k * eta0);
    }
    const tau = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi));
    const lambda = Math.atan2(Math.sinh(eta), Math.cos(xi));
    return [fold(origin.lon_deg + degrees(lambda)), degrees(Math.atan(geographic(tau)))];
  };
  const convergence_rad = (at: Pt): number => {
    const [lon, lat] = toLonLat(at);
    const step = toPlane(lon, Math.min(lat + 1e-4, 89.9999));
    return Math.atan2(at.x - step.x, step.y - at.y);
  };
  return { origin, toPlane, toLonLat, convergence_rad };
}

/** Unit vector of a course (degrees clockwise from true north) at a place whose meridian convergence is given. */
export function courseVector(course_deg: number, convergence_rad: number): Pt {
  const a = radians(course_deg) - convergence_rad;
  return { x: Math.sin(a), y: Math.cos(a) };
}

/** Course of a vector, degrees clockwise from true north in [0, 360), with the convergence of its place. */
export function courseOf(v: Pt, convergence_rad: number): number {
  const deg = degrees(Math.atan2(v.x, v.y) + convergence_rad) % 360;
  return deg < 0 ? deg + 360 : deg + 0;
}
