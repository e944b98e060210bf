import { outlineContains } from './contains.ts';
import { signedDistance_m } from './distance.ts';
import { type PlaneOutline } from './outline.ts';

/** A place and time: seconds, metres east and north, metres above ground. */
export type TimedPoint = {
  readonly t_sec: number;
  readonly x_m: number;
  readonly y_m: number;
  readonly z_m: number;
};

/**
 * An outline raised over an altitude band and kept for a time window; every face, the first and the last moment belong
 * to it. Heights in metres above ground, times in seconds; minus and plus Infinity where a side is open.
 */
export type Prism = {
  readonly outline: PlaneOutline;
  readonly floor_m: number;
  readonly ceiling_m: number;
  readonly from_sec: number;
  readonly to_sec: number;
};

/** Whether a prism holds a point at its time; faces, edges, first and last moment count. */
export function prismContains(prism: Prism, at: TimedPoint): boolean {
  return (
    prism.from_sec <= at.t_sec &&
    at.t_sec <= prism.to_sec &&
    prism.floor_m <= at.z_m &&
    at.z_m <= prism.ceiling_m &&
    outlineContains(prism.outline, at.x_m, at.y_m)
  );
}

/**
 * Distance in metres from a point to the surface of a prism's solid in three dimensions, negative inside, whatever the
 * time. Outside it is the length of the way to the solid; inside, minus the length of the shortest way out.
 */
export function prismDistance_m(
  prism: Prism,
  at: { readonly x_m: number; readonly y_m: number; readonly z_m: number },
): number {
  return solidDistance_m(
    signedDistance_m(prism.outline, at.x_m, at.y_m),
    Math.max(prism.floor_m - at.z_m, at.z_m - prism.ceiling_m),
  );
}

/** Distance to an upright solid from its signed horizontal and vertical parts; exact, since the solid is a product. */
export function solidDistance_m(horizontal_m: number, vertical_m: number): number {
  if (horizontal_m <= 0) return Math.max(horizontal_m, vertical_m);
  return vertical_m <= 0 ? horizontal_m : Math.hypot(horizontal_m, vertical_m);
}
