import type { Factor, FactorName } from '../factors.ts';

/** Factors whose effect on a flight the simulator knows: the learned model weighs these, rules weigh the rest. */
export const LEARNED_FACTORS = [
  'wind',
  'wind_direction_unknown',
  'battery_margin',
  'deadline_margin',
  'obstacle_clearance',
  'zone_clearance',
  'traffic',
  'exposure',
] as const satisfies readonly FactorName[];

/**
 * Pairs of factors that make each other worse: gusts eat margins, and long flights meet more of everything. A factor with
 * itself is its square: margins hurt little until they are nearly gone.
 */
export const PRODUCTS = [
  ['wind', 'wind'],
  ['battery_margin', 'battery_margin'],
  ['deadline_margin', 'deadline_margin'],
  ['obstacle_clearance', 'obstacle_clearance'],
  ['zone_clearance', 'zone_clearance'],
  ['wind', 'battery_margin'],
  ['wind', 'deadline_margin'],
  ['wind', 'obstacle_clearance'],
  ['wind', 'zone_clearance'],
  ['traffic', 'deadline_margin'],
  ['exposure', 'deadline_margin'],
] as const satisfies readonly (readonly [FactorName, FactorName])[];

/** Names of the features in the order of the weights. */
export const FEATURE_NAMES: readonly string[] = [
  ...LEARNED_FACTORS,
  ...PRODUCTS.map(([a, b]) => `${a} x ${b}`),
];

/** Severities of the learned factors and their products, each from 0 to 1; a factor that was not measured counts as 0. */
export function featuresOf(factors: readonly Factor[]): readonly number[] {
  const severity = (name: FactorName): number => factors.find((f) => f.factor === name)?.severity ?? 0;
  return [...LEARNED_FACTORS.map(severity), ...PRODUCTS.map(([a, b]) => severity(a) * severity(b))];
}
