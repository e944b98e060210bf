import type { SystemState } from './system-state.ts';

const names = { ru: [], zh: [], en: [] };

const square = (lon: number, lat: number, half: number): [number, number][] => [
  [lon - half, lat - half],
  [lon + half, lat - half],
  [lon + half, lat + half],
  [lon - half, lat + half],
  [lon - half, lat - half],
];

const uav = (
  id: string,
  status: 'available' | 'busy',
  battery_ratio: number,
): SystemState['fleet'][number] => ({
  id,
  name: id,
  model: 'sample quadrotor',
  status,
  at: [0.002, 50.002],
  home_place_id: 'hub_1',
  battery_capacity_wh: 500,
  battery_ratio,
  cruise_mps: 15,
  climb_mps: 3,
  descent_mps: 2,
  max_payload_kg: 2,
  wind_limit_mps: 12,
  hover_w: 700,
  cruise_w: 600,
  climb_w: 900,
  radius_m: 0.6,
  equipment: ['cargo_bay', 'camera'],
});

/**
 * The smallest state that exercises everything, for tests: a square of about 2 km near (0 E, 50 N) with two hospitals, a
 * school, a hub with a charger, a hand-off point, one zone of each kind, a corridor and three aircraft. Synthetic.
 */
export function sampleState(): SystemState {
  return {
    schema_version: 'state-1',
    region_id: 'sample',
    time: '2026-06-01T12:00:00Z',
    city: {
      city_id: 'sample',
      name: 'Sample',
      origin: [0.01, 50.005],
      bounds: [0, 50, 0.02, 50.01],
      ground: { amsl_m: 40, geoid_separation_m: 45 },
      grid: { cell_m: 10, layer_m: 15, layers: 8 },
      places: samplePlaces(),
      buildings: [
        { id: 'b_1', footprint: square(0.0065, 50.005, 0.0003), height_m: 50, height_source: 'measured' },
      ],
      roads: [],
      provenance: [
        { source: 'sample state', sha256: null, snapshot: null, attribution: null, synthetic: true },
      ],
    },
    airspace: {
      ceiling_agl_m: 120,
      zones: sampleZones(),
      corridors: [
        {
          id: 'cor_1',
          name: 'Corridor 1',
          line: [
            [0.002, 50.001],
            [0.018, 50.001],
          ],
          width_m: 40,
          floor: { value_m: 40, reference: 'AGL' },
          ceiling: { value_m: 80, reference: 'AGL' },
          capacity: 2,
        },
      ],
      ceiling_cells: [],
    },
    fleet: [uav('uav_1', 'available', 0.9), uav('uav_2', 'available', 0.5), uav('uav_3', 'busy', 1)],
    weather: {
      observed_at: '2026-06-01T11:50:00Z',
      wind_mps: 3,
      wind_from_deg: 270,
      gust_mps: null,
      visibility_m: 10000,
      precipitation: 'none',
      temperature_c: 18,
      source: 'sample',
    },
    operations: [],
    tasks: [],
  };
}

function samplePlaces(): SystemState['city']['places'] {
  return [
    { id: 'hub_1', kind: 'hub', name: 'Hub 1', other_names: names, at: [0.002, 50.002], chargers: 2 },
    {
      id: 'hospital_a',
      kind: 'hospital',
      name: 'Hospital A',
      other_names: names,
      at: [0.004, 50.004],
      chargers: null,
    },
    {
      id: 'hospital_b',
      kind: 'hospital',
      name: 'Hospital B',
      other_names: names,
      at: [0.016, 50.007],
      chargers: null,
    },
    {
      id: 'school_1',
      kind: 'school',
      name: 'School 1',
      other_names: names,
      at: [0.01, 50.0085],
      chargers: null,
    },
    {
      id: 'handoff_1',
      kind: 'handoff_point',
      name: 'Hand-off 1',
      other_names: names,
      at: [0.012, 50.002],
      chargers: null,
    },
  ];
}

function sampleZones(): SystemState['airspace']['zones'] {
  return [
    {
      id: 'nfz_1',
      kind: 'no_fly',
      name: 'Prison',
      other_names: names,
      outline: { type: 'polygon', rings: [square(0.01, 50.0055, 0.0008)] },
      floor: null,
      ceiling: null,
      window: null,
      reason: null,
    },
    {
      id: 'tfz_1',
      kind: 'temporary_no_fly',
      name: 'Fire',
      other_names: names,
      outline: { type: 'circle', center: [0.013, 50.0085], radius_m: 60 },
      floor: null,
      ceiling: { value_m: 100, reference: 'AGL' },
      window: { start: '2026-06-01T11:00:00Z', end: '2026-06-01T13:00:00Z' },
      reason: 'fire',
    },
    {
      id: 'sens_1',
      kind: 'sensitive',
      name: 'School yard',
      other_names: names,
      outline: { type: 'circle', center: [0.01, 50.0085], radius_m: 40 },
      floor: null,
      ceiling: { value_m: 60, reference: 'AGL' },
      window: null,
      reason: null,
    },
  ];
}
