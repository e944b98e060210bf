import type { Rng } from '#base';
import { type Scene, lonLat, ring } from './scene.fixture.test.ts';

/** Everything at once: turned zones with windows and bands, buildings, ceilings, corridors, traffic, wind, stops. */
export function randomScene(rng: Rng): Scene {
  const turned = (size: number): [number, number][] => {
    const [x, y] = [rng.between(-200, 200), rng.between(-200, 200)];
    const [w, h, a] = [rng.between(4, size), rng.between(4, size), rng.between(0, 3.2)];
    const at = (u: number, v: number): [number, number] => [
      x + u * w * Math.cos(a) - v * h * Math.sin(a),
      y + u * w * Math.sin(a) + v * h * Math.cos(a),
    ];
    return ring(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
  };
  const minute = (m: number): string => `2026-05-01T12:${String(m).padStart(2, '0')}:00Z`;
  const spot = (): [number, number] => [rng.between(-230, 230), rng.between(-230, 230)];
  const operation = (id: string): object => {
    let t = rng.between(0, 60);
    const z = rng.between(20, 110);
    return {
      operation_id: id,
      uav_id: id,
      priority: 'normal',
      start: '2026-05-01T12:00:00Z',
      trajectory: Array.from({ length: 5 }, () => {
        const [x_m, y_m] = spot();
        t += rng.between(10, 40);
        return { t_sec: t, x_m, y_m, z_m: z, stop_id: null };
      }),
    };
  };
  return {
    half_m: 250,
    layer_m: rng.pick([10, 20]),
    places: { home: spot(), a: spot(), b: spot(), goal: spot() },
    uavs: [{ at_m: spot(), radius_m: rng.between(0.2, 1.5), wind_limit_mps: 12 }],
    wind: { mps: rng.between(0, 9), from_deg: rng.pick([null, 0, 45, 200]), gust_mps: rng.pick([null, 10]) },
    zones: Array.from({ length: 5 }, (_, k) => ({
      id: `z${k}`,
      kind: rng.pick(['no_fly', 'restricted', 'sensitive', 'temporary_no_fly', 'advisory']),
      rings: [turned(45)],
      ...(rng.next() < 0.3 ? { floor_m: 50 } : {}),
      ...(rng.next() < 0.3 ? { ceiling_m: 70 } : {}),
      ...(rng.next() < 0.5
        ? {
            window: rng.pick([
              { start: null, end: minute(2) },
              { start: minute(3), end: null },
            ]),
          }
        : {}),
    })),
    buildings: Array.from({ length: 6 }, (_, k) => ({
      id: `b${k}`,
      ring: turned(35),
      height_m: rng.between(5, 130),
    })),
    ceilings: Array.from({ length: 2 }, (_, k) => ({
      id: `c${k}`,
      ring: turned(80),
      ceiling_m: rng.pick([60, 90, null]),
    })),
    corridors: [
      {
        id: 'corridor',
        name: 'corridor',
        line: [lonLat(spot()), lonLat(spot())],
        width_m: 30,
        floor: { value_m: 20, reference: 'AGL' },
        ceiling: { value_m: 80, reference: 'AGL' },
        capacity: rng.pick([1, 2]),
      },
    ],
    operations: ['op0', 'op1', 'op2'].map(operation),
  };
}
