import { type SurveyVariant, type VariantChange, surveyVariants } from '#engines/survey';
import type { SurveyScenario } from '#world';
import type { SurveyToolContext } from '../contract.ts';
import { withMembers } from '../guard/args.ts';
import { unitsFit } from '../guard/equipment.ts';
import { sitesStandFree } from '../guard/place.ts';

/** What a search may vary, inside policy and pins. */
export type SurveySearchSpace = {
  /** Home sites of units. */
  readonly basing: boolean;
  /** Units switched on and off. */
  readonly fleet: boolean;
  /** Candidate sites opened. */
  readonly sites: boolean;
  /** Swath angles of tasks. */
  readonly angle: boolean;
  /** Two changes at once, after all single ones. */
  readonly combine: boolean;
};

/** Variants looked at before a count gives up and says that it is not exact. */
const LOOK_AT = 20_000;

/** The first variants of a search, and how many more there are. */
export type VariantList = {
  readonly variants: readonly SurveyVariant[];
  readonly left: number;
  readonly left_is_exact: boolean;
};

/** Variants within policy and pins that the equipment and the places allow, in the order of `surveyVariants`; at most `most`. */
export function listVariants(
  scenario: SurveyScenario,
  space: SurveySearchSpace,
  most: number,
  context: Pick<SurveyToolContext, 'catalogue' | 'policy' | 'pins'>,
): VariantList {
  const { policy, pins, catalogue } = context;
  const within = {
    // Opening a site moves units to it, so the switch alone decides there and the space is looked at below.
    rebase_units: policy.rebase_units && (space.basing || space.sites),
    change_fleet: policy.change_fleet && space.fleet,
    propose_new_sites: policy.propose_new_sites && space.sites,
  };
  const fits = fitness(scenario, catalogue);
  const variants: SurveyVariant[] = [];
  let left = 0;
  let seen = 0;
  for (const variant of surveyVariants(scenario, within, pins)) {
    if (seen++ >= LOOK_AT) return { variants, left, left_is_exact: false };
    if (!inSpace(variant.changes, space) || !variant.changes.every((c) => fits(c))) continue;
    if (variants.length < most) variants.push(variant);
    else left++;
  }
  return { variants, left, left_is_exact: true };
}

function inSpace(changes: readonly VariantChange[], space: SurveySearchSpace): boolean {
  const opened = openedBy(changes);
  const moves = changes.filter((c) => c.type === 'rebase_unit' && !opened.includes(c.site_id));
  if (!space.basing && moves.length > 0) return false;
  if (!space.angle && changes.some((c) => c.type === 'set_angle')) return false;
  return space.combine || isSingle(changes);
}

/** One change, or one opening together with the moves to the site it opens. */
function isSingle(changes: readonly VariantChange[]): boolean {
  const opened = openedBy(changes);
  if (opened.length === 0) return changes.length === 1;
  const rest = changes.filter(
    (c) => c.type !== 'open_site' && !(c.type === 'rebase_unit' && opened.includes(c.site_id)),
  );
  return opened.length === 1 && rest.length === 0;
}

function openedBy(changes: readonly VariantChange[]): string[] {
  return changes.flatMap((c) => (c.type === 'open_site' ? [c.site_id] : []));
}

/** Whether a change can be made at all: a unit that fits, at a site that takes it; a site that stands free. Each asked once. */
function fitness(
  scenario: SurveyScenario,
  catalogue: SurveyToolContext['catalogue'],
): (change: VariantChange) => boolean {
  const known = new Map<string, boolean>();
  const all = { ...scenario, sites: [...scenario.sites, ...scenario.candidate_sites] };
  const judge = (change: VariantChange): boolean => {
    if (change.type === 'open_site') return sitesStandFree(scenario, [change.site_id]) === null;
    if (change.type === 'enable_unit') return unitsFit(all, catalogue, [change.unit_id]) === null;
    if (change.type !== 'rebase_unit') return true;
    const units = withMembers(scenario.units, change.unit_id, { home_site_id: change.site_id });
    return unitsFit({ ...all, units }, catalogue, [change.unit_id]) === null;
  };
  return (change) => {
    const key = JSON.stringify(change);
    const answer = known.get(key) ?? judge(change);
    known.set(key, answer);
    return answer;
  };
}

/** A variant's changes as one short label, the same in every language. */
export function variantLabel(changes: readonly VariantChange[]): string {
  return changes
    .map((c) => {
      switch (c.type) {
        case 'rebase_unit':
          return `${c.unit_id} → ${c.site_id}`;
        case 'open_site':
          return `+ ${c.site_id}`;
        case 'enable_unit':
          return `+ ${c.unit_id}`;
        case 'disable_unit':
          return `− ${c.unit_id}`;
        case 'set_angle':
          return `${c.task_id} ∠ ${c.angle_deg === null ? 'auto' : `${c.angle_deg}°`}`;
      }
    })
    .join('; ');
}
