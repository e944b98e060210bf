import type { TimedPoint } from '#geo';
import type { TrafficArrays } from './kernel.ts';

/** One flight of one drone from take-off to landing, straight between its points; open at the end where it was aborted. */
export type FleetTrack = { readonly agent: number; readonly points: readonly TimedPoint[] };

/**
 * Records flights by their changes of velocity, which are all that straight motion has. `see` is called once a step
 * before the motion; crewed aircraft, which wrap around the city, are not recorded.
 */
export function createRecorder(
  traffic: TrafficArrays,
  drones: number,
): { readonly see: (t_sec: number) => void; readonly close: (t_sec: number) => readonly FleetTrack[] } {
  const open: (TimedPoint[] | null)[] = new Array<TimedPoint[] | null>(drones).fill(null);
  const done: FleetTrack[] = [];
  const [vx, vy, vz] = [0, 1, 2].map(() => new Float64Array(drones)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const put = (i: number, t_sec: number): void => {
    const points = open[i]!;
    const point = { t_sec, x_m: traffic.x[i]!, y_m: traffic.y[i]!, z_m: traffic.z[i]! };
    if (points.length === 0 || points.at(-1)!.t_sec < t_sec) points.push(point);
  };
  const end = (i: number, t_sec: number): void => {
    put(i, t_sec);
    if (open[i]!.length > 1) done.push({ agent: i, points: open[i]! });
    open[i] = null;
  };
  return {
    see: (t_sec) => {
      for (let i = 0; i < drones; i++) {
        const isFlying = traffic.flying[i] === 1;
        if (open[i] !== null && !isFlying) end(i, t_sec);
        if (!isFlying) continue;
        const same =
          open[i] !== null && vx[i] === traffic.vx[i] && vy[i] === traffic.vy[i] && vz[i] === traffic.vz[i];
        if (same) continue;
        open[i] ??= [];
        put(i, t_sec);
        [vx[i], vy[i], vz[i]] = [traffic.vx[i]!, traffic.vy[i]!, traffic.vz[i]!];
      }
    },
    close: (t_sec) => {
      open.forEach((points, i) => {
        if (points !== null) end(i, t_sec);
      });
      return done.sort((a, b) => a.points[0]!.t_sec - b.points[0]!.t_sec || a.agent - b.agent);
    },
  };
}
