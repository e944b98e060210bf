import type { SurveyScenario } from '#world';

/** Why a file is no scenario. */
export type FileFault = { readonly type: 'json' } | { readonly type: 'version'; readonly version: string };

/** Largest scenario file that the page opens, bytes. */
const LARGEST = 64 * 1024 * 1024;

/** Reads a scenario file. Shape and ranges are the server's to judge; here only what the page needs to show it at all. */
export async function readScenarioFile(file: File): Promise<SurveyScenario | FileFault> {
  if (file.size > LARGEST) return { type: 'json' };
  let document: unknown;
  try {
    document = JSON.parse(await file.text());
  } catch {
    return { type: 'json' };
  }
  if (typeof document !== 'object' || document === null) return { type: 'json' };
  const d = document as Record<string, unknown>;
  if (d['schema_version'] !== 'survey-1')
    return { type: 'version', version: String(d['schema_version'] ?? '-').slice(0, 40) };
  const airspace = d['airspace'] as Record<string, unknown> | undefined;
  const lists = [
    d['tasks'],
    d['sites'],
    d['units'],
    d['candidate_sites'],
    airspace?.['no_fly_zones'],
    airspace?.['obstacles'],
  ];
  const members = [
    'title',
    'terrain',
    'weather',
    'objective',
    'solver',
    'separation',
    'links',
    'work_window',
  ];
  const whole =
    lists.every(Array.isArray) &&
    members.every((m) => typeof d[m] === 'object' && d[m] !== null) &&
    airspace?.['boundary'] !== undefined;
  return whole ? (document as SurveyScenario) : { type: 'json' };
}

/** Whether a reading failed. */
export function isFault(read: SurveyScenario | FileFault): read is FileFault {
  return 'type' in read;
}

/** The scenario as a file. */
export function scenarioFile(s: SurveyScenario): { readonly name: string; readonly blob: Blob } {
  return {
    name: `${s.id}.json`,
    blob: new Blob([`${JSON.stringify(s, null, 2)}\n`], { type: 'application/json' }),
  };
}

/** A copy with an id and title of its own. */
export function copyOf(s: SurveyScenario, title: (t: string) => string): SurveyScenario {
  const id = `${s.id.slice(0, 40)}-${Date.now().toString(36)}`;
  return {
    ...s,
    id,
    title: { en: title(s.title.en).slice(0, 200), ru: title(s.title.ru).slice(0, 200) },
  };
}
