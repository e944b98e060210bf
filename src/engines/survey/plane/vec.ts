import { type Pt } from './projection.ts';

/** Small vector arithmetic of the plane. */
export const add = (a: Pt, b: Pt): Pt => ({ x: a.x + b.x, y: a.y + b.y });
export const sub = (a: Pt, b: Pt): Pt => ({ x: a.x - b.x, y: a.y - b.y });
export const scale = (a: Pt, k: number): Pt => ({ x: a.x * k, y: a.y * k });
/** a + k b. */
export const along = (a: Pt, b: Pt, k: number): Pt => ({ x: a.x + b.x * k, y: a.y + b.y * k });
export const dot = (a: Pt, b: Pt): number => a.x * b.x + a.y * b.y;
export const cross = (a: Pt, b: Pt): number => a.x * b.y - a.y * b.x;
export const norm = (a: Pt): number => Math.hypot(a.x, a.y);
export const dist = (a: Pt, b: Pt): number => Math.hypot(a.x - b.x, a.y - b.y);
/** Unit vector; the x axis for a zero vector. */
export const unit = (a: Pt): Pt => {
  const n = Math.hypot(a.x, a.y);
  return n > 0 ? { x: a.x / n, y: a.y / n } : { x: 1, y: 0 };
};
/** A quarter turn to the left. */
export const left = (a: Pt): Pt => ({ x: -a.y, y: a.x });
/** Angle between two vectors, 0..pi. */
export const angleBetween = (a: Pt, b: Pt): number => Math.abs(Math.atan2(cross(a, b), dot(a, b)));
