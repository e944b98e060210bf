/**
 * One nanometre. Times, clipped ends and circles are computed in doubles, where coordinates below 1000 km carry rounding
 * of about 1e-10 m; whatever comes nearer than this counts as touching, so rounding can only refuse, never admit.
 */
export const GUARD_M = 1e-9;
