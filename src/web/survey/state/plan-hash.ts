import type { SurveyPlan } from '#ir';

/** Canonical JSON: members sorted by code units, no spaces, numbers as JavaScript writes them. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  return `{${Object.keys(members)
    .filter((k) => members[k] !== undefined)
    .sort()
    .map((k) => `${JSON.stringify(k)}:${canonicalText(members[k])}`)
    .join(',')}}`;
}

/** The plan with the hash of what it says now; null where the browser cannot hash. */
export async function sealPlan(plan: SurveyPlan): Promise<SurveyPlan | null> {
  // Absent on a page that came over plain HTTP from another machine.
  if (!('subtle' in crypto)) return null;
  const { plan_hash: _, ...rest } = plan;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalText(rest)));
  const hex = [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, '0')).join('');
  return { ...plan, plan_hash: `sha256:${hex}` };
}
