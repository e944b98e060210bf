import type { SurveyChange } from '#tools';
import type { SurveyScenario } from '#world';
import { brief, unitText } from '../i18n/format.ts';
import type { Language, Translate } from '../i18n/language.ts';
import { useText } from '../shell/settings.ts';
import { editTexts, type EditKey } from '../survey/edit/texts.ts';
import { useDocument } from '../survey/state/document.ts';
import { Icon } from '../ui/icon.tsx';
import { assistantTexts, type AssistantKey } from './texts.ts';

/** Members of the scenario by the name that the forms give them, with the unit. */
const NAMES: Readonly<Record<string, readonly [EditKey, string]>> = {
  wind_mps: ['wind', 'm/s'],
  wind_from_deg: ['wind_from', 'deg'],
  gust_mps: ['gust', 'm/s'],
  ground_wind_mps: ['ground_wind', 'm/s'],
  temperature_c: ['temperature', 'C'],
  kind: ['kind', ''],
  lambda: ['lambda', ''],
  energy_reserve: ['reserve', 'ratio'],
  turn_mode: ['turn_mode', ''],
  nfz_buffer_m: ['buffer', 'm'],
  time_limit_s: ['time_limit', 's'],
  seed: ['seed', ''],
  name: ['name', ''],
  forward_overlap: ['forward', 'ratio'],
  side_overlap: ['side', 'ratio'],
  swath_angle_deg: ['angle', 'deg'],
  home_site_id: ['home', ''],
  payload_id: ['payload', ''],
  model_id: ['model', ''],
  enabled: ['enabled', ''],
  battery_sets: ['battery_sets', ''],
  pads: ['pads', ''],
  turnaround_s: ['turnaround', 's'],
  accepts: ['accepts', ''],
  lat_deg: ['latitude', 'deg'],
  lon_deg: ['longitude', 'deg'],
  elevation_amsl_m: ['elevation', 'm'],
};

const QUALITY: Readonly<Record<string, readonly [EditKey, string]>> = {
  gsd: ['gsd', 'cm'],
  point_density: ['density', ''],
  line_spacing: ['spacing', 'm'],
};

type Words = {
  readonly t: Translate<AssistantKey>;
  readonly e: Translate<EditKey>;
  readonly language: Language;
  readonly scenario: SurveyScenario | null;
};

type Quality = { readonly type: string } & Readonly<Record<string, unknown>>;

function isQuality(value: unknown): value is Quality {
  return typeof value === 'object' && value !== null && 'type' in value && String(value.type) in QUALITY;
}

/** A value in words: booleans, ratios, enumerations, ids by their objects' names. */
function valueText(value: unknown, unit: string, w: Words): string {
  if (value === null || value === undefined) return unit === 'deg' ? w.t('planner') : w.t('none');
  if (typeof value === 'boolean') return w.t(value ? 'yes' : 'no');
  if (typeof value === 'number') return numberText(value, unit, w);
  if (typeof value === 'string') return wordText(value, w);
  if (Array.isArray(value)) return value.map((v) => valueText(v, '', w)).join(', ');
  if (isQuality(value)) {
    const number = Object.entries(value).find(([k]) => k.startsWith(value.type));
    return valueText(number?.[1] ?? null, QUALITY[value.type]![1], w);
  }
  const { name } = value as { readonly name?: unknown };
  return typeof name === 'string' ? name : JSON.stringify(value).slice(0, 120);
}

function numberText(value: number, unit: string, w: Words): string {
  if (unit === 'ratio') return `${brief(value * 100, 2, w.language)} %`;
  const text = brief(value, 6, w.language);
  return unit === '' ? text : `${text} ${unitText(unit, w.language)}`;
}

function wordText(value: string, w: Words): string {
  const site = objectsOf(w.scenario).find((x) => x.id === value);
  if (site !== undefined) return site.name;
  return value in editTexts.en ? w.e(value as EditKey) : value;
}

function objectsOf(s: SurveyScenario | null): readonly { readonly id: string; readonly name: string }[] {
  return s === null ? [] : [...s.tasks, ...s.units, ...s.sites, ...s.candidate_sites];
}

function nameOf(
  change: SurveyChange,
  w: Words,
): { readonly object: string; readonly member: string; readonly unit: string } {
  const parts = change.path.split('/').slice(1);
  const member = parts.at(-1) ?? '';
  const whole = change.object_id !== null && parts.length === 2;
  const object = change.object_id === null ? '' : objectName(change, change.object_id, w);
  if (whole) return { object, member: '', unit: '' };
  const quality = [change.became, change.was].find(isQuality);
  const known = quality === undefined ? NAMES[member] : QUALITY[quality.type];
  return {
    object,
    member: known === undefined ? member : w.e(known[0]),
    unit: known?.[1] ?? '',
  };
}

function objectName(change: SurveyChange, id: string, w: Words): string {
  const found = objectsOf(w.scenario).find((x) => x.id === id);
  const value = (change.became ?? change.was) as { readonly name?: unknown } | null;
  return found?.name ?? (typeof value?.name === 'string' ? value.name : id);
}

/** Whether a candidate leaves its list because it becomes a site: one thing to the operator, two in the document. */
function isOpened(c: SurveyChange, changes: readonly SurveyChange[]): boolean {
  return (
    c.became === null &&
    /^\/candidate_sites\/\d+$/.test(c.path) &&
    changes.some((x) => x.object_id === c.object_id && x.was === null && /^\/sites\/\d+$/.test(x.path))
  );
}

/** What changed: before and after, a line a value. */
export function ChangeList({ changes }: { readonly changes: readonly SurveyChange[] }): React.JSX.Element {
  const { t, language } = useText(assistantTexts);
  const { t: e } = useText(editTexts);
  const scenario = useDocument((s) => s.scenario);
  const w: Words = { t, e, language, scenario };
  return (
    <ul className="changes">
      {changes
        .filter((c) => !isOpened(c, changes))
        .map((c, i) => {
          const { object, member, unit } = nameOf(c, w);
          const added = member === '' && c.was === null;
          const removed = member === '' && c.became === null;
          return (
            <li key={i}>
              <span className="change-name">{[object, member].filter((x) => x !== '').join(': ')}</span>
              {added || removed ? (
                <span className="change-value">
                  {t(
                    changes.some((x) => isOpened(x, changes) && x.object_id === c.object_id)
                      ? 'opened'
                      : added
                        ? 'added'
                        : 'removed',
                  )}
                </span>
              ) : (
                <span className="change-value">
                  <del>{valueText(c.was, unit, w)}</del> → <ins>{valueText(c.became, unit, w)}</ins>
                </span>
              )}
              {c.safety_risk ? (
                <span className="tag warning">
                  <Icon name="warning" size={12} /> {t('safety')}
                </span>
              ) : null}
            </li>
          );
        })}
    </ul>
  );
}
