import { type Frame } from '#geo';
import { type Uav } from '../fleet.ts';
import { type AcceptedOperation } from '../operation.ts';
import { type TrajectoryPoint } from '../trajectory.ts';
import { DEMO_PLACES } from './demo-places.ts';
import { type AircraftModel, MODELS } from './aircraft-models.ts';
import { type EastNorth, distance_m, lonLatOf } from './plane-kit.ts';

type Row = readonly [
  id: string,
  model: AircraftModel,
  home: string,
  status: Uav['status'],
  battery_ratio: number,
  equipment: Uav['equipment'],
];

const ROWS: readonly Row[] = [
  ['uav_01', MODELS.courier, 'hub_A', 'available', 0.94, ['cargo_bay']],
  ['uav_02', MODELS.courier, 'hub_A', 'available', 0.71, ['cargo_bay', 'camera']],
  ['uav_03', MODELS.scout, 'hub_A', 'available', 0.98, ['camera']],
  ['uav_04', MODELS.courier, 'hub_A', 'charging', 0.38, ['cargo_bay']],
  ['uav_05', MODELS.courier, 'hub_B', 'available', 0.88, ['cargo_bay']],
  ['uav_06', MODELS.scout, 'hub_B', 'available', 0.83, ['camera']],
  ['uav_07', MODELS.hauler, 'hub_B', 'available', 0.91, ['cargo_bay', 'camera']],
  ['uav_08', MODELS.courier, 'hub_B', 'available', 0.23, ['cargo_bay']],
  ['uav_09', MODELS.courier, 'hub_C', 'available', 0.9, ['cargo_bay', 'camera']],
  ['uav_10', MODELS.scout, 'hub_C', 'maintenance', 0.6, ['camera']],
  ['uav_11', MODELS.courier, 'hub_A', 'busy', 0.77, ['cargo_bay']],
  ['uav_12', MODELS.scout, 'hub_B', 'busy', 0.82, ['camera']],
  ['uav_13', MODELS.courier, 'hub_C', 'busy', 0.86, ['cargo_bay']],
];

/** The demo fleet: free, busy, charging, nearly empty and broken aircraft. Several at one hub stand 4 m apart. */
export function demoFleet(frame: Frame): Uav[] {
  const standing = new Map<string, number>();
  return ROWS.map(([id, model, home, status, battery_ratio, equipment]) => {
    const n = standing.get(home) ?? 0;
    standing.set(home, n + 1);
    const pad = DEMO_PLACES.find((p) => p.id === home)!.at;
    return {
      id,
      name: `${model.name} ${id.slice(-2)}`,
      status,
      at: lonLatOf(frame, [pad[0] + 4 * (n - 2), pad[1]]),
      home_place_id: home,
      battery_ratio,
      equipment,
      ...model.figures,
      model: model.name,
    };
  });
}

/** Operations that were accepted before 09:00: a delivery about to leave, a river patrol under way, a later delivery. */
export function demoOperations(): AcceptedOperation[] {
  const at = (id: string): EastNorth => DEMO_PLACES.find((p) => p.id === id)!.at;
  const patrol: EastNorth[] = [[300, -800], [-1300, -800], [300, -800], at('hub_B')];
  return [
    {
      operation_id: 'op_001',
      uav_id: 'uav_11',
      priority: 'normal',
      start: '2026-05-12T09:01:00Z',
      trajectory: flight([at('hub_A'), [400, 1090], at('hospital_C')], 75, 'hospital_C'),
    },
    {
      operation_id: 'op_002',
      uav_id: 'uav_12',
      priority: 'low',
      start: '2026-05-12T08:57:00Z',
      trajectory: flight([at('hub_B'), ...patrol], 75, 'hub_B'),
    },
    {
      operation_id: 'op_003',
      uav_id: 'uav_13',
      priority: 'high',
      start: '2026-05-12T09:05:00Z',
      trajectory: flight([at('hub_C'), at('station_A')], 108, 'station_A'),
    },
  ];
}

/** Straight up at 3 m/s, along the points at 12 m/s, straight down at 2 m/s. */
function flight(points: readonly EastNorth[], height_m: number, stop_id: string): TrajectoryPoint[] {
  const out: TrajectoryPoint[] = [];
  let t_sec = 0;
  const add = ([x_m, y_m]: EastNorth, z_m: number, stop: string | null): void => {
    out.push({ t_sec, x_m, y_m, z_m, stop_id: stop });
  };
  add(points[0]!, 0, null);
  t_sec += Math.ceil(height_m / 3);
  add(points[0]!, height_m, null);
  for (let i = 1; i < points.length; i++) {
    t_sec += Math.ceil(distance_m(points[i - 1]!, points[i]!) / 12);
    add(points[i]!, height_m, null);
  }
  t_sec += Math.ceil(height_m / 2);
  add(points.at(-1)!, 0, stop_id);
  return out;
}
