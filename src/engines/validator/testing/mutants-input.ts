/** Faults of input (G0) and integrity (G8). */
import { type SurveyScenario } from '#world';
import { mag, quad, wing } from './bases.ts';
import { type Mutant } from './mutant.ts';
import { type Bundle, put, rehash } from './mutate.ts';
import { box } from './scenes.ts';

const onScenario = (path: readonly (string | number)[], value: unknown) => (b: Bundle) =>
  rehash({ ...b, scenario: put(b.scenario, path, value) });

const ring = (s: SurveyScenario) => s.tasks[0]!.area.coordinates[0]!;

/** The mutants of this file. */
export const INPUT_MUTANTS: readonly Mutant[] = [
  {
    code: 'G0-01',
    name: 'two corners of the area exchanged: a bow tie',
    base: quad,
    make: (b) => {
      const [p, q, r, s] = ring(b.scenario);
      return onScenario(['tasks', 0, 'area', 'coordinates', 0], [p, r, q, s, p])(b);
    },
  },
  {
    code: 'G0-01',
    name: 'the area is not closed',
    base: quad,
    make: (b) =>
      onScenario(['tasks', 0, 'area', 'coordinates', 0], [...ring(b.scenario).slice(0, 4), [39.6, 45.4]])(b),
  },
  {
    code: 'G0-02',
    name: 'the area shrunk to a line',
    base: quad,
    make: (b) => {
      const [p, q] = ring(b.scenario);
      return onScenario(['tasks', 0, 'area', 'coordinates', 0], [p, q, p, q, p])(b);
    },
  },
  {
    code: 'G0-02',
    name: 'a zone swallows the area',
    base: quad,
    make: (b) =>
      onScenario(
        ['airspace', 'no_fly_zones'],
        [
          {
            id: 'z',
            name: 'z',
            area: box(0, 0, 350, 250),
            floor_amsl_m: null,
            ceiling_amsl_m: null,
            active_from_sec: null,
            active_to_sec: null,
          },
        ],
      )(b),
    also: ['G1-01', 'G1-02', 'G1-08'],
  },
  {
    code: 'G0-03',
    name: 'unknown model',
    base: quad,
    make: onScenario(['units', 0, 'model_id'], 'quod'),
    also: ['G8-02'],
  },
  {
    code: 'G0-03',
    name: 'a sortie of an unknown unit',
    base: quad,
    make: (b) => rehash({ ...b, plan: put(b.plan, ['sorties', 0, 'unit_id'], 'nobody') }),
    also: ['G2-01', 'G4-05'],
  },
  {
    code: 'G0-03',
    name: 'a lane of an unknown block',
    base: quad,
    make: (b) => rehash({ ...b, plan: put(b.plan, ['lanes', 0, 'block_id'], 'block-9') }),
    also: ['G2-01'],
  },
  {
    code: 'G0-04',
    name: 'a payload that the model does not carry',
    base: quad,
    make: onScenario(['units', 0, 'payload_id'], 'cam-other'),
    also: ['G7-05'],
  },
  {
    code: 'G0-05',
    name: 'sensor and pixel counts do not belong together',
    base: quad,
    make: (b) => {
      const i = b.catalogue.payloads.findIndex((p) => p.id === 'cam');
      return rehash({ ...b, catalogue: put(b.catalogue, ['payloads', i, 'sensor_h_mm', 'value'], 6) });
    },
    also: ['G2-01'],
  },
  {
    code: 'G0-06',
    name: 'the terrain has a void under the field',
    base: quad,
    make: onScenario(['terrain'], {
      type: 'grid',
      west_deg: 39.45,
      south_deg: 45.25,
      step_lon_deg: 0.01,
      step_lat_deg: 0.01,
      columns: 11,
      rows: 11,
      amsl_m: Array.from({ length: 121 }, (_, i) => (i === 60 ? null : 60)),
    }),
    also: ['G2-01'],
  },
  {
    code: 'G0-06',
    name: 'the terrain file is not handed over',
    base: quad,
    make: onScenario(['terrain'], { type: 'dem', dem_id: 'dem', sha256: `sha256:${'0'.repeat(64)}` }),
    also: ['G2-01'],
  },
  { code: 'G0-07', name: 'no datum', base: quad, make: onScenario(['horizontal_datum'], 'unknown') },
  {
    code: 'G0-08',
    name: 'two sites of one name',
    base: quad,
    make: (b) => onScenario(['candidate_sites'], b.scenario.sites)(b),
  },
  {
    code: 'G0-08',
    name: 'two lanes of one name',
    base: quad,
    make: (b) => rehash({ ...b, plan: put(b.plan, ['lanes'], [...b.plan.lanes, b.plan.lanes[0]!]) }),
  },
  {
    code: 'G0-09',
    name: 'axes of the area exchanged',
    base: quad,
    make: (b) =>
      onScenario(
        ['tasks', 0, 'area', 'coordinates'],
        b.scenario.tasks[0]!.area.coordinates.map((r) => r.map(([x, y]) => [y, x])),
      )(b),
  },
  {
    code: 'G0-10',
    name: 'gusts weaker than the wind',
    base: quad,
    make: onScenario(['weather', 'gust_mps'], 1),
  },
  {
    code: 'G0-10',
    name: 'frames beyond the end of the leg',
    base: quad,
    make: (b) => {
      const k = b.plan.sorties[0]!.legs.findIndex((l) => l.capture !== null);
      return rehash({ ...b, plan: put(b.plan, ['sorties', 0, 'legs', k, 'capture', 'count'], 400) });
    },
  },
  {
    code: 'G0-10',
    name: 'a negative time',
    base: quad,
    make: (b) => rehash({ ...b, plan: put(b.plan, ['sorties', 0, 'legs', 0, 'points', 0, 't_sec'], -1) }),
  },
  {
    code: 'G8-01',
    name: 'the scenario has changed since',
    base: quad,
    make: (b) => ({ ...b, scenario: put(b.scenario, ['solver', 'seed'], 2) }),
  },
  {
    code: 'G8-01',
    name: 'the catalogue has changed since',
    base: quad,
    make: (b) => ({ ...b, catalogue: put(b.catalogue, ['sources', 0, 'text'], 'others') }),
  },
  {
    code: 'G8-02',
    name: 'the plan was altered',
    base: quad,
    make: (b) => ({ ...b, plan: put(b.plan, ['seed'], 9) }),
  },
  {
    code: 'G8-02',
    name: 'the unit was another model when this was planned',
    base: wing,
    make: (b) => rehash({ ...b, plan: put(b.plan, ['sorties', 0, 'model_id'], 'vtol') }),
  },
  {
    code: 'G8-02',
    name: 'the first launch lies in the past',
    base: mag,
    make: (b) => ({ ...b, options: { now: Date.parse('2025-06-13T07:00:00Z') } }),
  },
  {
    code: 'G8-03',
    name: 'stopped by the clock',
    base: quad,
    make: (b) => rehash({ ...b, plan: put(b.plan, ['status', 'stopped_by'], 'time_limit') }),
  },
];
