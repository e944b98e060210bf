/** Faults between aircraft (G6) and of sites and fleet (G7). */
import { type SurveyPlan } from '#ir';
import { corridor, pair, quad, quadTwice, shared, wing } from './bases.ts';
import { buildTestPlan } from './build-plan.ts';
import { type Mutant } from './mutant.ts';
import { type Bundle, put, rehash, shifted } from './mutate.ts';
import { box } from './scenes.ts';

const onPlan = (change: (b: Bundle) => SurveyPlan) => (b: Bundle) => rehash({ ...b, plan: change(b) });
const onScenario = (path: readonly (string | number)[], value: unknown) => (b: Bundle) =>
  rehash({ ...b, scenario: put(b.scenario, path, value) });

/** The second sortie replaced by the first one's path, flown by the second unit some seconds later. */
function follows(b: Bundle, seconds: number): SurveyPlan {
  const copy = structuredClone(b.plan);
  const [first, second] = [copy.sorties[0]!, copy.sorties[1]!];
  copy.sorties[1] = {
    ...structuredClone(first),
    id: second.id,
    unit_id: second.unit_id,
    site_id: first.site_id,
  };
  return shifted(copy, 1, seconds);
}

/** Fields exchanged, so that each unit crosses the other's way. */
function crossed(b: Bundle): Bundle {
  const units = b.scenario.units.map((u) => ({
    ...u,
    home_site_id: u.home_site_id === 'base' ? 'other' : 'base',
  }));
  const scenario = { ...b.scenario, units };
  return {
    ...b,
    scenario,
    plan: buildTestPlan(scenario, b.catalogue, { parallel: true, own: true, stagger_s: 0 }),
  };
}

/** The mutants of this file. */
export const FLEET_MUTANTS: readonly Mutant[] = [
  {
    code: 'G6-01',
    name: 'one aircraft three seconds behind another',
    base: pair,
    make: onPlan((b) => follows(b, 3)),
    also: ['G2-01', 'G4-05', 'G6-07', 'G6-02', 'G6-03', 'G7-04', 'G3-06'],
  },
  {
    code: 'G6-02',
    name: 'a launch from the pad on which a battery is being changed',
    base: quadTwice,
    make: (b) => {
      const scenario = put(
        b.scenario,
        ['units'],
        [b.scenario.units[0]!, { ...b.scenario.units[0]!, id: 'unit-2' }],
      );
      const plan = structuredClone(b.plan);
      const third = {
        ...structuredClone(plan.sorties[0]!),
        id: 's-third',
        unit_id: 'unit-2',
        battery_set: 0,
      };
      plan.sorties.push(third);
      return rehash({ ...b, scenario, plan: shifted(plan, 2, plan.sorties[0]!.end_sec + 100) });
    },
    also: ['G4-05', 'G6-01', 'G6-03'],
  },
  {
    code: 'G6-03',
    name: 'a pad that the site does not have',
    base: quad,
    make: onPlan((b) => put(b.plan, ['sorties', 0, 'pad'], 1)),
  },
  {
    code: 'G6-03',
    name: 'two aircraft at once on a site with one pad',
    base: shared,
    make: (b) => {
      const first = b.plan.sorties[0]!;
      const later = structuredClone(b.plan);
      const again = { ...structuredClone(first), id: 's-again', battery_set: 1, pad: 0, landing_pad: 0 };
      later.sorties[1]!.pad = 1;
      later.sorties[1]!.landing_pad = 1;
      later.sorties.push(again);
      const plan = shifted(later, 2, b.plan.sorties[1]!.end_sec + 700);
      return rehash({
        ...b,
        scenario: put(put(b.scenario, ['sites', 0, 'pads'], 1), ['sites', 0, 'turnaround_s'], 600),
        plan,
      });
    },
    also: ['G4-05', 'G6-01', 'G6-02'],
  },
  { code: 'G6-04', name: 'ways that cross at one height', base: pair, make: crossed, also: ['G6-01'] },
  {
    code: 'G6-05',
    name: 'one set of lanes flown twice',
    base: quadTwice,
    make: onPlan((b) => {
      const copy = structuredClone(b.plan);
      const by = copy.sorties[1]!.start_sec - copy.sorties[0]!.start_sec;
      copy.sorties[1] = { ...structuredClone(copy.sorties[0]!), id: copy.sorties[1]!.id, battery_set: 1 };
      return shifted(copy, 1, by);
    }),
    also: ['G2-01', 'G4-05'],
  },
  { code: 'G6-06', name: 'ways home that meet', base: pair, make: crossed, also: ['G6-01'] },
  {
    code: 'G6-07',
    name: 'a landing twenty seconds after another aircraft’s launch',
    base: shared,
    make: onPlan((b) => shifted(b.plan, 1, b.plan.sorties[0]!.end_sec - b.plan.sorties[1]!.start_sec + 20)),
    also: ['G4-05', 'G6-01'],
  },
  {
    code: 'G7-01',
    name: 'a site for other aircraft',
    base: quad,
    make: onScenario(['sites', 0, 'accepts'], ['fixed_wing']),
  },
  {
    code: 'G7-02',
    name: 'a site in a zone',
    base: quad,
    make: onScenario(
      ['airspace', 'no_fly_zones'],
      [
        {
          id: 'z',
          name: 'z',
          area: box(-400, -300, 60, 60),
          floor_amsl_m: null,
          ceiling_amsl_m: 100,
          active_from_sec: null,
          active_to_sec: null,
        },
      ],
    ),
    also: ['G1-01', 'G1-02'],
  },
  {
    code: 'G7-02',
    name: 'a site outside the boundary',
    base: quad,
    make: onScenario(['airspace', 'boundary'], box(1700, 0, 4100, 4000)),
    also: ['G1-03'],
  },
  {
    code: 'G7-03',
    name: 'a corridor that lies elsewhere',
    base: corridor,
    make: onScenario(['sites', 0, 'corridor', 'landing_toward_deg'], 300),
  },
  {
    code: 'G7-03',
    name: 'a landing against the corridor',
    base: corridor,
    make: onScenario(['sites', 0, 'corridor', 'landing_toward_deg'], 90),
  },
  {
    code: 'G7-04',
    name: 'a disabled unit flies',
    base: quad,
    make: onScenario(['units', 0, 'enabled'], false),
  },
  {
    code: 'G7-04',
    name: 'a unit flies from another site than its own',
    base: pair,
    make: onScenario(['units', 0, 'home_site_id'], 'other'),
  },
  {
    code: 'G7-05',
    name: 'the plan names another payload',
    base: quad,
    make: onPlan((b) => put(b.plan, ['sorties', 0, 'payload_id'], 'cam-slow')),
  },
  {
    code: 'G7-05',
    name: 'the unit carries a lidar now',
    base: quad,
    make: onScenario(['units', 0, 'payload_id'], 'lidar'),
    also: ['G2-01'],
  },
  {
    code: 'G7-05',
    name: 'the block is laid out for another camera',
    base: wing,
    make: onPlan((b) => put(b.plan, ['blocks', 0, 'payload_id'], 'cam-fixed')),
  },
];
