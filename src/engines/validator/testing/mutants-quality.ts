/** Faults of coverage and image quality (G2). */
import { lidar, mag, quad, quadCross, quadFixed, quadLean, seamed } from './bases.ts';
import { type Mutant } from './mutant.ts';
import { type Bundle, mapPoints, moved, put, rehash, stretched, withFigure, withoutLanes } from './mutate.ts';

const onPlan = (change: (b: Bundle) => Bundle['plan']) => (b: Bundle) => rehash({ ...b, plan: change(b) });
const figure = (id: string, name: string, value: number | null) => (b: Bundle) =>
  rehash({ ...b, catalogue: withFigure(b.catalogue, id, name, value) });

/** The legs on which the sensor works. */
const lanesOf = (b: Bundle) =>
  b.plan.sorties[0]!.legs.map((l, k) => ({ l, k })).filter(({ l }) => l.capture !== null);

const dropLine = (pick: (lines: number) => number, role = 'main') =>
  onPlan((b) => {
    const lines = 1 + Math.max(...b.plan.lanes.filter((l) => l.role === role).map((l) => l.line_index));
    const gone = new Set(
      b.plan.lanes.filter((l) => l.role === role && l.line_index === pick(lines)).map((l) => l.id),
    );
    return withoutLanes(b.plan, (id) => gone.has(id));
  });

const claims = ['G4-05'] as const;

/** The mutants of this file. */
export const QUALITY_MUTANTS: readonly Mutant[] = [
  {
    code: 'G2-01',
    name: 'the last lane is not photographed',
    base: quadLean,
    make: dropLine((n) => n - 1),
    also: claims,
  },
  {
    code: 'G2-01',
    name: 'the last magnetometer lane is missing',
    base: mag,
    make: dropLine((n) => n - 1),
    also: claims,
  },
  {
    code: 'G2-01',
    name: 'the camera stops in the middle of the first lane',
    base: quadLean,
    make: onPlan((b) => {
      const { k, l } = lanesOf(b)[0]!;
      if (l.capture?.type !== 'distance') throw new Error('frames expected');
      return put(b.plan, ['sorties', 0, 'legs', k, 'capture', 'count'], 3);
    }),
    also: claims,
  },
  {
    code: 'G2-02',
    name: 'a lane flown two metres too high',
    base: quad,
    make: onPlan((b) => {
      const id = lanesOf(b)[1]!.l.lane_id;
      return mapPoints(
        b.plan,
        (l) => l.lane_id === id,
        (p) => ({ ...p, amsl_m: p.amsl_m + 2 }),
      );
    }),
    also: ['G3-03', 'G3-04'],
  },
  {
    code: 'G2-03',
    name: 'every second frame of a lane',
    base: quad,
    make: onPlan((b) => {
      const { k, l } = lanesOf(b)[1]!;
      if (l.capture?.type !== 'distance') throw new Error('frames expected');
      const { count, spacing_m } = l.capture;
      return put(b.plan, ['sorties', 0, 'legs', k, 'capture'], {
        ...l.capture,
        spacing_m: spacing_m * 2,
        count: Math.floor((count + 1) / 2),
      });
    }),
    also: claims,
  },
  {
    code: 'G2-03',
    name: 'one frame of a lane fails',
    base: quad,
    make: onPlan((b) => {
      const { k, l } = lanesOf(b)[1]!;
      if (l.capture?.type !== 'distance') throw new Error('frames expected');
      const { count, spacing_m, first_m } = l.capture;
      const along_m = Array.from({ length: count }, (_, i) => first_m + i * spacing_m).filter(
        (_, i) => i !== 3,
      );
      return put(b.plan, ['sorties', 0, 'legs', k, 'capture'], { type: 'list', along_m });
    }),
    also: claims,
  },
  {
    code: 'G2-04',
    name: 'a lane in the middle is not photographed',
    base: quad,
    make: dropLine((n) => n >> 1),
    also: claims,
  },
  {
    code: 'G2-04',
    name: 'the lane beside lanes of another direction is not photographed',
    base: seamed,
    make: onPlan((b) => withoutLanes(b.plan, (id) => id === 't0-0-0')),
    also: claims,
  },
  {
    code: 'G2-04',
    name: 'a lane shifted three metres sideways',
    base: quad,
    make: onPlan((b) => {
      const id = lanesOf(b)[2]!.l.lane_id;
      const k = lanesOf(b)[2]!.k;
      return mapPoints(
        b.plan,
        (l, _s, i) => l.lane_id === id || i === k - 1 || i === k + 1,
        (p) => moved(p, 3, 0),
      );
    }),
    also: ['G3-07', 'G3-02', 'G4-05'],
  },
  {
    code: 'G2-05',
    name: 'a lane flown a tenth too fast for the lidar',
    base: lidar,
    make: onPlan((b) => stretched(b.plan, 0, lanesOf(b)[1]!.k, 1 / 1.1)),
    also: ['G4-05', 'G3-07'],
  },
  { code: 'G2-05', name: 'fewer pulses', base: lidar, make: figure('lidar', 'pulses_per_s', 90_000) },
  {
    code: 'G2-05',
    name: 'beyond the lidar’s range',
    base: lidar,
    make: figure('lidar', 'agl_max_m', 60),
    also: ['G2-01'],
  },
  {
    code: 'G2-06',
    name: 'a magnetometer lane in the middle is missing',
    base: mag,
    make: dropLine((n) => n >> 1),
    also: ['G4-05', 'G2-01'],
  },
  { code: 'G2-07', name: 'a slower camera', base: quad, make: figure('cam', 'min_trigger_s', 3) },
  {
    code: 'G2-07',
    name: 'a lane flown at three times the speed',
    base: quad,
    make: onPlan((b) => stretched(b.plan, 0, lanesOf(b)[1]!.k, 1 / 3.5)),
    also: ['G2-08', 'G3-05', 'G3-07', 'G4-05'],
  },
  { code: 'G2-08', name: 'a longer exposure', base: quad, make: figure('cam', 'exposure_s', 0.002) },
  {
    code: 'G2-09',
    name: 'frames while the tilting camera accelerates',
    base: quadFixed,
    make: onPlan((b) => {
      const k = lanesOf(b)[1]!.k;
      const lead = b.plan.sorties[0]!.legs[k - 1]!;
      return put(b.plan, ['sorties', 0, 'legs', k - 1], {
        ...lead,
        kind: 'lane',
        lane_id: lanesOf(b)[1]!.l.lane_id,
        capture: { type: 'list', along_m: [1, 5] },
      });
    }),
    also: ['G3-02', 'G4-05'],
  },
  {
    code: 'G2-10',
    name: 'frames beyond the rim are asked for and not taken',
    base: quad,
    make: (b) => rehash({ ...b, scenario: put(b.scenario, ['tasks', 0, 'rim_photos'], 2) }),
  },
  { code: 'G2-11', name: 'a smaller memory card', base: quad, make: figure('cam', 'photos_max', 20) },
  {
    code: 'G2-12',
    name: 'a tie line in the middle is missing',
    base: mag,
    make: dropLine((n) => n >> 1, 'tie'),
    also: claims,
  },
  {
    code: 'G2-12',
    name: 'the crosshatch is asked for and not flown',
    base: quad,
    make: (b) => rehash({ ...b, scenario: put(b.scenario, ['tasks', 0, 'crosshatch'], true) }),
  },
  {
    code: 'G2-12',
    name: 'a lane of the crosshatch is missing',
    base: quadCross,
    make: dropLine((n) => n - 1, 'cross'),
    also: claims,
  },
  {
    code: 'G2-13',
    name: 'fifty images of every point are asked for',
    base: quad,
    make: (b) => rehash({ ...b, scenario: put(b.scenario, ['tasks', 0, 'min_images_per_point'], 50) }),
  },
  {
    code: 'G2-14',
    name: 'the work begins before dawn',
    base: quad,
    make: (b) =>
      rehash({ ...b, scenario: put(b.scenario, ['work_window', 'start_utc'], '2025-06-12T02:30:00Z') }),
  },
];
