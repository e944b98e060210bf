import { test } from 'node:test';
import assert from 'node:assert/strict';
import { SurveyPlan } from '#ir';
import { planIssues } from './plan-shape.ts';
import { quadTwice } from './testing/bases.ts';

const EDGES = [
  ...[NaN, Infinity, -Infinity, null, undefined, '1', true, [1], {}],
  ...[
    -1e9, -10_000.5, -1000, -1000.5, -500, -500.5, -180, -180.001, -1, -1e-9, -0, 0, 1e-9, 90, 180, 180.001,
  ],
  ...[359, 1000, 10_000, 10_000.5, 2_592_000, 2_592_000.5, 1_000_000, 1_000_000.5, 1e12],
];

/** The plan with another value in the place of one point, or of one member of it. */
function withPoint(change: (point: Record<string, unknown>) => unknown): SurveyPlan {
  const { plan } = quadTwice();
  const [sortie, leg] = [plan.sorties[1]!, plan.sorties[1]!.legs[4]!];
  const points = leg.points.map((p, i) => (i === 1 ? change({ ...p }) : p)) as typeof leg.points;
  const legs = sortie.legs.map((l) => (l === leg ? { ...leg, points } : l));
  return { ...plan, sorties: [plan.sorties[0]!, { ...sortie, legs }] };
}

function same(plan: SurveyPlan, name: string): void {
  const read = SurveyPlan.safeParse(plan);
  assert.deepEqual(planIssues(plan), read.success ? [] : read.error.issues, name);
}

test('a plan has the issues that its schema finds, whatever is wrong with a point', () => {
  same(quadTwice().plan, 'sound');
  const members = Object.keys(quadTwice().plan.sorties[0]!.legs[0]!.points[0]!);
  assert.equal(members.length, 6);
  for (const member of members) {
    for (const value of EDGES)
      same(
        withPoint((p) => ({ ...p, [member]: value })),
        `${member} ${String(value)}`,
      );
    same(
      withPoint((p) => Object.fromEntries(Object.entries(p).filter(([key]) => key !== member))),
      `no ${member}`,
    );
  }
  same(
    withPoint((p) => ({ ...p, extra: 1 })),
    'one too many',
  );
  for (const value of [null, undefined, 1, 'p', [1, 2, 3, 4, 5, 6]])
    same(
      withPoint(() => value),
      String(value),
    );
});

test('and whatever is wrong elsewhere', () => {
  const { plan } = quadTwice();
  const [first, second] = plan.sorties as [SurveyPlan['sorties'][number], SurveyPlan['sorties'][number]];
  const sorties = (x: unknown) => ({ ...plan, sorties: x }) as SurveyPlan;
  for (const x of [
    undefined,
    null,
    {},
    'all',
    [null],
    [1],
    [{ ...first, legs: null }],
    [{ ...first, legs: [] }],
  ])
    same(sorties(x), String(x));
  for (const points of [undefined, null, [], {}, first.legs[0]!.points.slice(0, 1)])
    same(sorties([first, { ...second, legs: [{ ...second.legs[0]!, points }] }]), String(points));
  same({ ...plan, extra: 1 } as SurveyPlan, 'extra');
  same({ ...plan, seed: -1 }, 'seed');
  same(sorties([{ ...first, pad: 64 }, second]), 'pad');
});
