/** What a frame camera does: numbers of its sensor and lens. */
export type CameraGeometry = {
  readonly sensor_w_mm: number;
  readonly sensor_h_mm: number;
  readonly px_w: number;
  readonly px_h: number;
  readonly focal_mm: number;
};

/** Ground sampling distance (cm) of both sensor axes at a height over the ground: H x pitch / f. */
export function gsd_cm(camera: CameraGeometry, agl_m: number): { width: number; height: number } {
  return {
    width: (agl_m * camera.sensor_w_mm * 100) / (camera.focal_mm * camera.px_w),
    height: (agl_m * camera.sensor_h_mm * 100) / (camera.focal_mm * camera.px_h),
  };
}

/** Height at which the worse of both axes has the wanted ground sampling distance. */
export function heightForGsd_m(camera: CameraGeometry, wanted_cm: number): number {
  const at1 = gsd_cm(camera, 1);
  return wanted_cm / Math.max(at1.width, at1.height);
}

/** Footprint of a level frame: across the track and along it. Landscape puts the sensor's width across. */
export function footprint_m(
  camera: CameraGeometry,
  agl_m: number,
  landscape: boolean,
): { side: number; front: number } {
  const wide = (agl_m * camera.sensor_w_mm) / camera.focal_mm;
  const high = (agl_m * camera.sensor_h_mm) / camera.focal_mm;
  return landscape ? { side: wide, front: high } : { side: high, front: wide };
}

/** Frames on a line: at the entry and every `trigger_m`; a trigger distance of 0 takes none. */
export function photosOnLine(line_m: number, trigger_m: number): number {
  if (!(trigger_m > 0)) return 0;
  // A billionth of a spacing is rounding: 100 m by 25 m must count its last frame.
  return Math.floor(line_m / trigger_m + 1e-9) + 1;
}

/** The same with a frame forced at the exit where the last regular one falls short of it. */
export function photosWithExit(line_m: number, trigger_m: number): number {
  if (!(trigger_m > 0)) return 0;
  const steps = line_m / trigger_m;
  return Math.ceil(steps - 1e-9) + 1;
}

/** Lines needed over a width: every point within half a spacing of a line. */
export function linesForSpacing(width_m: number, spacing_m: number): number {
  return Math.max(1, Math.ceil(width_m / spacing_m - 1e-9));
}

/** Lines needed so that swaths alone cover the width: outer lines half a swath inside the edge. */
export function linesForCover(width_m: number, spacing_m: number, swath_m: number): number {
  return Math.max(1, 1 + Math.ceil((width_m - swath_m) / spacing_m - 1e-9));
}

/** Radius of a level turn: V^2 / (g tan bank). */
export function bankRadius_m(speed_mps: number, bank_rad: number, gravity_mps2: number): number {
  return (speed_mps * speed_mps) / (gravity_mps2 * Math.tan(bank_rad));
}

/** Swath of a lidar: 2 H tan(fov / 2). */
export function lidarSwath_m(agl_m: number, fov_rad: number): number {
  return 2 * agl_m * Math.tan(fov_rad / 2);
}

/** Single-pass density of a lidar, points per square metre. */
export function lidarDensity(pulses_per_s: number, groundspeed_mps: number, swath_m: number): number {
  return pulses_per_s / (groundspeed_mps * swath_m);
}

/** Motion during the exposure, in pixels. */
export function blur_px(groundspeed_mps: number, exposure_s: number, gsd_cm_: number): number {
  return (groundspeed_mps * exposure_s) / (gsd_cm_ / 100);
}

/**
 * Swath that frames turned by a crab angle cover without gaps, side W and front F: W cos - F sin. Overlap of successive
 * frames d apart along the track is (1 - d cos / F)(1 - d sin / W) of their area; the spacing for an overlap p is its
 * smaller root.
 */
export function crabbed(
  frame: { readonly side: number; readonly front: number },
  crab_rad: number,
  forward_overlap: number,
): { swath_m: number; photo_spacing_m: number; reach_front_m: number } {
  const c = Math.cos(crab_rad);
  const s = Math.abs(Math.sin(crab_rad));
  const { side: w, front: f } = frame;
  const swath_m = w * c - f * s;
  const free = 1 - forward_overlap;
  const qa = (c * s) / (f * w);
  const qb = c / f + s / w;
  const photo_spacing_m =
    qa < 1e-15 ? free / qb : (2 * free) / (qb + Math.sqrt(Math.max(0, qb * qb - 4 * qa * free)));
  return { swath_m, photo_spacing_m, reach_front_m: f / (2 * c) - (swath_m / 2) * (s / c) };
}
