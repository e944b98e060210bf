import { type SurveyScenario } from '#world';
import { byCodeUnits } from '#base';

/** What a search may change; the operator's switches. */
export type VariantPolicy = {
  readonly propose_new_sites: boolean;
  readonly rebase_units: boolean;
  readonly change_fleet: boolean;
};

/** Ids that are never changed. */
export type VariantPins = {
  readonly site_ids: readonly string[];
  readonly unit_ids: readonly string[];
  readonly task_ids: readonly string[];
};

/** One change of a scenario. `angle_deg` null lets the planner choose. */
export type VariantChange =
  | { readonly type: 'rebase_unit'; readonly unit_id: string; readonly site_id: string }
  | { readonly type: 'open_site'; readonly site_id: string }
  | { readonly type: 'enable_unit' | 'disable_unit'; readonly unit_id: string }
  | { readonly type: 'set_angle'; readonly task_id: string; readonly angle_deg: number | null };

/** A changed scenario. `new_site`: only the operator may accept it. */
export type SurveyVariant = {
  /** The changes written out, so that equal variants have equal ids. */
  readonly id: string;
  readonly changes: readonly VariantChange[];
  readonly new_site: boolean;
  readonly scenario: SurveyScenario;
};

/** Angles offered beside the planner's own choice, degrees from true north. */
const ANGLES = [0, 45, 90, 135];

/**
 * Variants of a scenario within a policy and pins, in a fixed order: single changes first (basing, sites, fleet, angle),
 * then pairs of them. No variant equals the scenario, and none leaves it without an enabled unit. The list is lazy:
 * take as many as are to be evaluated.
 */
export function* surveyVariants(
  scenario: SurveyScenario,
  policy: VariantPolicy,
  pins: VariantPins,
): Generator<SurveyVariant> {
  const singles = singleChanges(scenario, policy, pins);
  const seen = new Set<string>();
  const make = (groups: readonly (readonly VariantChange[])[]): SurveyVariant | null => {
    const changes = groups.flat();
    const id = changes.map(changeText).sort(byCodeUnits).join('; ');
    if (seen.has(id)) return null;
    seen.add(id);
    const changed = changes.reduce<SurveyScenario | null>(
      (s, c) => (s === null ? null : applied(s, c)),
      scenario,
    );
    if (changed === null || !changed.units.some((u) => u.enabled)) return null;
    return { id, changes, new_site: changes.some((c) => c.type === 'open_site'), scenario: changed };
  };
  for (const one of singles) {
    const variant = make([one]);
    if (variant !== null) yield variant;
  }
  for (let i = 0; i < singles.length; i++)
    for (let j = i + 1; j < singles.length; j++) {
      if (clash(singles[i]!, singles[j]!)) continue;
      const variant = make([singles[i]!, singles[j]!]);
      if (variant !== null) yield variant;
    }
}

/** The object that a change is about. */
function objectOf(change: VariantChange): string {
  switch (change.type) {
    case 'rebase_unit':
    case 'enable_unit':
    case 'disable_unit':
      return `unit ${change.unit_id}`;
    case 'open_site':
      return `site ${change.site_id}`;
    case 'set_angle':
      return `task ${change.task_id}`;
  }
}

/** Two groups clash where they change one object in two ways; opening the same site twice is one opening. */
function clash(a: readonly VariantChange[], b: readonly VariantChange[]): boolean {
  const own = new Set(a.map(objectOf));
  return b.some((c) => own.has(objectOf(c)));
}

function changeText(change: VariantChange): string {
  switch (change.type) {
    case 'rebase_unit':
      return `${change.unit_id} to ${change.site_id}`;
    case 'open_site':
      return `open ${change.site_id}`;
    case 'enable_unit':
      return `enable ${change.unit_id}`;
    case 'disable_unit':
      return `disable ${change.unit_id}`;
    case 'set_angle':
      return `${change.task_id} at ${change.angle_deg ?? 'the planner’s angle'}`;
  }
}

function singleChanges(s: SurveyScenario, policy: VariantPolicy, pins: VariantPins): VariantChange[][] {
  const units = s.units.filter((u) => !pins.unit_ids.includes(u.id)).sort((a, b) => byCodeUnits(a.id, b.id));
  const sites = s.sites.filter((x) => !pins.site_ids.includes(x.id)).sort((a, b) => byCodeUnits(a.id, b.id));
  const out: VariantChange[][] = [];
  const rebase = (unit_id: string, site_id: string): VariantChange => ({
    type: 'rebase_unit',
    unit_id,
    site_id,
  });
  if (policy.rebase_units)
    for (const unit of units)
      for (const site of sites)
        if (unit.enabled && unit.home_site_id !== site.id) out.push([rebase(unit.id, site.id)]);
  if (policy.propose_new_sites && policy.rebase_units)
    for (const site of [...s.candidate_sites].sort((a, b) => byCodeUnits(a.id, b.id))) {
      if (pins.site_ids.includes(site.id)) continue;
      // A site nobody uses changes nothing: it is opened together with a move, of one unit or of all.
      const open: VariantChange = { type: 'open_site', site_id: site.id };
      const enabled = units.filter((u) => u.enabled);
      for (const unit of enabled) out.push([open, rebase(unit.id, site.id)]);
      if (enabled.length > 1) out.push([open, ...enabled.map((u) => rebase(u.id, site.id))]);
    }
  if (policy.change_fleet)
    for (const unit of units)
      out.push([{ type: unit.enabled ? 'disable_unit' : 'enable_unit', unit_id: unit.id }]);
  for (const task of [...s.tasks].sort((a, b) => byCodeUnits(a.id, b.id))) {
    if (pins.task_ids.includes(task.id)) continue;
    if (task.swath_angle_deg !== null) out.push([{ type: 'set_angle', task_id: task.id, angle_deg: null }]);
    for (const angle_deg of ANGLES)
      if (task.swath_angle_deg !== angle_deg) out.push([{ type: 'set_angle', task_id: task.id, angle_deg }]);
  }
  return out;
}

/** The scenario after a change; null where it cannot be made. */
function applied(s: SurveyScenario, change: VariantChange): SurveyScenario | null {
  const withUnit = (id: string, part: Partial<SurveyScenario['units'][number]>): SurveyScenario => ({
    ...s,
    units: s.units.map((u) => (u.id === id ? { ...u, ...part } : u)),
  });
  switch (change.type) {
    case 'rebase_unit':
      return s.sites.some((x) => x.id === change.site_id)
        ? withUnit(change.unit_id, { home_site_id: change.site_id })
        : null;
    case 'enable_unit':
      return withUnit(change.unit_id, { enabled: true });
    case 'disable_unit':
      return withUnit(change.unit_id, { enabled: false });
    case 'set_angle':
      return {
        ...s,
        tasks: s.tasks.map((t) =>
          t.id === change.task_id ? { ...t, swath_angle_deg: change.angle_deg } : t,
        ),
      };
    case 'open_site': {
      const site = s.candidate_sites.find((x) => x.id === change.site_id);
      if (site === undefined) return null;
      return {
        ...s,
        sites: [...s.sites, site],
        candidate_sites: s.candidate_sites.filter((x) => x !== site),
      };
    }
  }
}
