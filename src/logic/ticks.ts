import { err, ok, type Result } from '#base';
import type { Bound } from './formula.ts';

/**
 * Whole-number time. A position is twice a tick; even positions are instants, odd ones the open interval
 * up to the next tick. So a step function with closed and open ends is a plain list of whole numbers, and
 * a closed window [t+a, t+b] is a shift by 2a and 2b (exactly as for samples).
 */
export type TickGrid = { readonly ticksPerSec: number };

/** A time or bound that has no exact place on the grid. */
export type TickError = { readonly type: 'time_out_of_range' | 'bound_too_fine'; readonly message: string };

const LARGEST_POSITION = 2 ** 52;
/** Extra binary digits below a nanosecond, for instants where lines cross. */
const CROSSING_BITS = 10;

/**
 * The finest of ns, us, ms in which every time up to `largest_sec` is a safe whole number. With crossings,
 * up to ten more binary digits, so that rounding a crossing is no coarser than a double would be.
 */
export function chooseGrid(largest_sec: number, withCrossings: boolean): Result<TickGrid, TickError> {
  for (const perSec of [1e9, 1e6, 1e3]) {
    const largest = 2 * (largest_sec + 1) * perSec;
    if (!(largest < LARGEST_POSITION)) continue;
    let scale = 1;
    for (let bit = 0; withCrossings && bit < CROSSING_BITS && largest * scale * 2 < LARGEST_POSITION; bit++) {
      scale *= 2;
    }
    return ok({ ticksPerSec: perSec * scale });
  }
  return err({ type: 'time_out_of_range', message: `times up to ${largest_sec} s do not fit` });
}

/** The even position of an instant, to the nearest tick. */
export function positionOf(grid: TickGrid, sec: number): number {
  // Rounds to the decimal tick first: 0.7 s is 700,000,000 ns whatever the binary scale.
  const decimal = grid.ticksPerSec >= 1e9 ? 1e9 : grid.ticksPerSec >= 1e6 ? 1e6 : 1e3;
  const scale = grid.ticksPerSec / decimal;
  return 2 * scale * Math.round(sec * decimal);
}

/** The instant at (or just before) a position, in seconds. */
export function secondsOf(grid: TickGrid, position: number): number {
  return Math.floor(position / 2) / grid.ticksPerSec;
}

/** A bound as shifts of positions; refused where it is finer than the grid. */
export function boundPositions(
  grid: TickGrid,
  bound: Bound,
): Result<{ from: number; to: number }, TickError> {
  const from = positionOf(grid, bound.from);
  const to = bound.to === Infinity ? Infinity : positionOf(grid, bound.to);
  const exact = (sec: number, position: number) =>
    Math.abs(sec - secondsOf(grid, position)) <= 1e-12 * Math.max(1, Math.abs(sec));
  if (!exact(bound.from, from) || (to !== Infinity && !exact(bound.to, to))) {
    return err({
      type: 'bound_too_fine',
      message: `the bound [${bound.from}, ${bound.to}] is finer than a tick`,
    });
  }
  return ok({ from, to });
}

/** A bound in whole samples of `period_sec`; refused where it is no multiple of the period. */
export function boundSteps(
  bound: Bound,
  period_sec: number,
): Result<{ from: number; to: number }, TickError> {
  if (bound.unit === 'step') return ok({ from: bound.from, to: bound.to });
  const from = stepsIn(bound.from, period_sec);
  const to = bound.to === Infinity ? Infinity : stepsIn(bound.to, period_sec);
  if (from === null || to === null) {
    const which = from === null ? bound.from : bound.to;
    const message = `the bound ${which} s is not a multiple of the sampling period ${period_sec} s`;
    return err({ type: 'bound_too_fine', message });
  }
  return ok({ from, to });
}

/** Whole periods in a time, through decimal nanoseconds so that 0.3 s is three periods of 0.1 s. */
function stepsIn(sec: number, period_sec: number): number | null {
  const time_ns = Math.round(sec * 1e9);
  const period_ns = Math.round(period_sec * 1e9);
  const whole = Math.abs(sec * 1e9 - time_ns) <= 1e-3 + sec * 1e-6;
  if (!whole || period_ns <= 0) return null;
  const steps = time_ns / period_ns;
  return Number.isInteger(steps) ? steps : null;
}
