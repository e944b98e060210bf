/** Faults of airspace and height (G1). */
import { quad, wing } from './bases.ts';
import { type Mutant } from './mutant.ts';
import { type Bundle, mapPoints, moved, put, rehash } from './mutate.ts';
import { HOME, box } from './scenes.ts';
import { testFrame } from './frame.ts';
import { type SurveyScenario } from '#world';

const onAirspace = (name: keyof SurveyScenario['airspace'], value: unknown) => (b: Bundle) =>
  rehash({ ...b, scenario: put(b.scenario, ['airspace', name], value) });

const zone = (area: object, parts: object = {}) => ({
  id: 'z',
  name: 'z',
  area,
  floor_amsl_m: null,
  ceiling_amsl_m: null,
  active_from_sec: null,
  active_to_sec: null,
  ...parts,
});
const zones = (...list: object[]) => onAirspace('no_fly_zones', list);

const frame = testFrame(HOME.lon, HOME.lat);

/** Extreme places of a plan in metres, over the points of some legs. */
function reach(b: Bundle, kind: string | null): { west: number; east: number; south: number; north: number } {
  const points = b.plan.sorties.flatMap((s) =>
    s.legs
      .filter((l) => kind === null || l.kind === kind)
      .flatMap((l) => l.points.map((p) => frame.xy(p.lon_deg, p.lat_deg))),
  );
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

function obstacle(x: number, y: number, top_amsl_m: number) {
  const [lon_deg, lat_deg] = frame.lonLat(x, y);
  return [{ id: 'mast', name: 'mast', lon_deg, lat_deg, radius_m: 1, top_amsl_m }];
}

const bump = Array.from({ length: 121 }, (_, i) => (i === 60 ? 85 : 60));

/** The mutants of this file. */
export const AIRSPACE_MUTANTS: readonly Mutant[] = [
  {
    code: 'G1-01',
    name: 'a zone across the lanes',
    base: quad,
    make: zones(zone(box(0, 0, 60, 20))),
    also: ['G1-02'],
  },
  {
    code: 'G1-01',
    name: 'a zone with a ceiling one metre above the flight',
    base: quad,
    make: (b) =>
      zones(zone(box(0, 0, 60, 20), { ceiling_amsl_m: b.plan.lanes[0]!.profile[0]!.amsl_m + 1 }))(b),
    also: ['G1-02'],
  },
  {
    code: 'G1-02',
    name: 'one metre into the buffer',
    base: quad,
    make: (b) => zones(zone(box(reach(b, null).east + 29 + 50, 0, 100, 100)))(b),
  },
  {
    code: 'G1-02',
    name: 'the buffer one metre wider than the room',
    base: quad,
    make: (b) => {
      const z = zone(box(reach(b, null).east + 80, 0, 100, 100));
      const s = put(b.scenario, ['airspace', 'no_fly_zones'], [z]);
      return rehash({ ...b, scenario: put(s, ['airspace', 'nfz_buffer_m'], 31) });
    },
  },
  {
    code: 'G1-03',
    name: 'the boundary half a metre inside the path',
    base: quad,
    make: (b) => onAirspace('boundary', box(reach(b, null).east - 0.5 - 2000, 0, 4000, 4000))(b),
    also: ['G1-08', 'G2-01'],
  },
  {
    code: 'G1-03',
    name: 'a hole in the boundary under the way',
    base: quad,
    make: (b) => {
      const hole = box(-300, -260, 40, 200).coordinates[0]!;
      return onAirspace('boundary', {
        type: 'Polygon',
        coordinates: [...b.scenario.airspace.boundary.coordinates, hole],
      })(b);
    },
  },
  {
    code: 'G1-04',
    name: 'the ceiling one metre under the flight',
    base: quad,
    make: (b) => onAirspace('ceiling_amsl_m', b.plan.lanes[0]!.profile[0]!.amsl_m - 1)(b),
  },
  {
    code: 'G1-04',
    name: 'the floor one metre above the flight',
    base: quad,
    make: (b) => onAirspace('floor_amsl_m', b.plan.lanes[0]!.profile[0]!.amsl_m + 1)(b),
  },
  {
    code: 'G1-05',
    name: 'one way flown 160 m over the ground',
    base: quad,
    make: (b) =>
      rehash({
        ...b,
        plan: mapPoints(
          b.plan,
          (l, _s, k) => l.kind === 'transit' && k > 2,
          (p) => ({ ...p, amsl_m: 220 }),
        ),
      }),
    also: ['G3-03', 'G3-04', 'G4-05'],
  },
  {
    code: 'G1-06',
    name: 'the least height one metre above the flight',
    base: quad,
    make: (b) => onAirspace('min_agl_m', b.plan.lanes[0]!.profile[0]!.amsl_m - 60 + 1)(b),
  },
  {
    code: 'G1-06',
    name: 'a take-off leg that flies off low and level',
    base: quad,
    make: (b) => {
      const legs = b.plan.sorties[0]!.legs;
      const first = legs[0]!.points[0]!;
      const far = moved(first, 60, 0, 5);
      return rehash({
        ...b,
        plan: put(
          b.plan,
          ['sorties', 0, 'legs', 0, 'points'],
          [first, { ...far, t_sec: first.t_sec + 5, energy_wh: 0.1 }, legs[0]!.points[1]!],
        ),
      });
    },
    also: ['G3-03', 'G3-07', 'G4-05'],
  },
  {
    code: 'G1-06',
    name: 'a hill under the field that the plan knows nothing of',
    base: quad,
    make: (b) =>
      rehash({
        ...b,
        scenario: put(
          put(b.scenario, ['terrain'], {
            type: 'grid',
            west_deg: 39.45,
            south_deg: 45.25,
            step_lon_deg: 0.01,
            step_lat_deg: 0.01,
            columns: 11,
            rows: 11,
            amsl_m: bump,
          }),
          ['airspace', 'min_agl_m'],
          70,
        ),
      }),
    also: ['G2-03', 'G2-04'],
  },
  {
    code: 'G1-07',
    name: 'a mast beside a lane',
    base: quad,
    make: (b) => onAirspace('obstacles', obstacle(reach(b, null).east + 30, 0, 200))(b),
  },
  {
    code: 'G1-07',
    name: 'a mast whose top is 29 m under the flight',
    base: quad,
    make: (b) => onAirspace('obstacles', obstacle(0, 0, b.plan.lanes[0]!.profile[0]!.amsl_m - 29))(b),
  },
  {
    code: 'G1-08',
    name: 'a zone in the bow of a turn, whose chord is clear',
    base: wing,
    make: (b) => zones(zone(box(0, reach(b, 'turn').north - 5, 200, 10)))(b),
    also: ['G1-01', 'G1-02'],
  },
  {
    code: 'G1-09',
    name: 'a timed zone while it is active',
    base: quad,
    make: zones(zone(box(0, 0, 60, 20), { active_from_sec: 0, active_to_sec: 5000 })),
    also: ['G1-02'],
  },
  {
    code: 'G1-10',
    name: 'out of sight',
    base: quad,
    make: (b) => rehash({ ...b, scenario: put(b.scenario, ['links', 'line_of_sight_m'], 300) }),
  },
  {
    code: 'G1-10',
    name: 'out of radio range',
    base: quad,
    make: (b) => rehash({ ...b, scenario: put(b.scenario, ['links', 'radio_range_m'], 400) }),
  },
  {
    code: 'G1-11',
    name: 'a zone on the straight way home from a lane',
    base: quad,
    make: (b) => zones(zone(box(-270, -178, 16, 16)))(b),
  },
];
