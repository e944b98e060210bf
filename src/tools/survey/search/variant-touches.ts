import type { SurveyPolicy } from '../contract.ts';
import type { SurveyChange } from '../events.ts';
import { type SurveyTouch } from '../guard/gate.ts';

/** Members that a variant may change, with the switch that opens each; the swath angle needs none. */
const MEMBERS: Readonly<Record<string, { kind: 'unit' | 'task'; needs: keyof SurveyPolicy | null }>> = {
  home_site_id: { kind: 'unit', needs: 'rebase_units' },
  enabled: { kind: 'unit', needs: 'change_fleet' },
  swath_angle_deg: { kind: 'task', needs: null },
};

/** What the changes of a computed variant touch, for policy and pins. Anything else is a site that opens. */
export function variantTouches(changes: readonly SurveyChange[]): SurveyTouch[] {
  return changes.map(({ path, object_id }) => {
    const member = MEMBERS[path.split('/')[3] ?? ''];
    const id = object_id ?? '';
    if (member === undefined) return { needs: 'propose_new_sites', object: { kind: 'site', id } };
    return { needs: member.needs, object: { kind: member.kind, id } };
  });
}
