/** Collects findings; of those about one code and one object only the worst is kept. */
import { byCodeUnits } from '#base';
import { type BilingualText } from '#world';
import {
  SURVEY_CODES,
  type SurveyCode,
  type SurveyFinding,
  type SurveyRemedy,
  type SurveySeverity,
} from '#ir';
import { type Plane } from './plane.ts';
import { quantity } from './words.ts';

/** What a check says; the rest is filled in. */
export type Fault = {
  readonly code: SurveyCode;
  readonly ids: readonly string[];
  /** Plane metres and height, where the fault has a place. */
  readonly at?: { readonly x: number; readonly y: number; readonly z: number | null } | undefined;
  readonly place?: SurveyFinding['place'];
  readonly t?: number | undefined;
  readonly measured?: number | undefined;
  readonly limit?: number | undefined;
  /** Positive on the allowed side; left out: `limit - measured` (or the reverse with `least`). */
  readonly margin?: number | undefined;
  /** The limit is a least value, not a greatest one. */
  readonly least?: boolean;
  readonly unit?: string | undefined;
  readonly severity?: SurveySeverity;
  /** Added to the code's own title. */
  readonly detail?: BilingualText;
  /** Computed only for a fault that is kept. */
  readonly remedy?: (() => SurveyRemedy | null) | undefined;
};

/** Findings and checks not made. */
export class Report {
  /** Turns plane metres into degrees; null until the input is known to have a plane. */
  plane: Plane | null = null;
  private readonly kept = new Map<string, { fault: Fault; badness: number }>();
  private readonly open = new Map<SurveyCode, BilingualText>();

  /** Files a fault; for the same code, first object and detail group the one with the worse margin stays. */
  add(fault: Fault, group = ''): void {
    const key = `${fault.code}|${fault.ids[0] ?? ''}|${group}`;
    const margin = marginOf(fault);
    const badness = margin === null ? 0 : -margin;
    const known = this.kept.get(key);
    if (known === undefined || badness > known.badness) this.kept.set(key, { fault, badness });
  }

  /** Says that a check could not be made; the first reason stays. */
  cannotJudge(code: SurveyCode, en: string, ru: string): void {
    if (!this.open.has(code)) this.open.set(code, { en, ru });
  }

  /** Whether a code has been filed. */
  has(code: SurveyCode): boolean {
    return [...this.kept.values()].some((k) => k.fault.code === code);
  }

  notJudged(): { code: SurveyCode; text: BilingualText }[] {
    return [...this.open].map(([code, text]) => ({ code, text })).sort((a, b) => byCodeUnits(a.code, b.code));
  }

  /** Errors first, then by code, time and first object id. */
  findings(): SurveyFinding[] {
    const rank = { error: 0, warning: 1, info: 2 };
    return [...this.kept.values()]
      .map(({ fault }) => this.finding(fault))
      .sort(
        (a, b) =>
          rank[a.severity] - rank[b.severity] ||
          byCodeUnits(a.code, b.code) ||
          (a.time_sec ?? -1) - (b.time_sec ?? -1) ||
          byCodeUnits(a.object_ids[0] ?? '', b.object_ids[0] ?? ''),
      );
  }

  private finding(fault: Fault): SurveyFinding {
    const entry = SURVEY_CODES[fault.code];
    return {
      code: fault.code,
      severity: fault.severity ?? entry.level,
      object_ids: [...new Set(fault.ids)].slice(0, 100),
      place: fault.place ?? this.placeOf(fault),
      time_sec: finite(fault.t),
      measured: finite(fault.measured),
      limit: finite(fault.limit),
      margin: finite(marginOf(fault)),
      unit: fault.unit ?? null,
      message_key: `survey.${fault.code}`,
      text: { en: sentence(entry.en, fault, 'en'), ru: sentence(entry.ru, fault, 'ru') },
      remedy: fault.remedy?.() ?? null,
    };
  }

  private placeOf(fault: Fault): SurveyFinding['place'] {
    if (fault.at === undefined || this.plane === null) return null;
    const [lon_deg, lat_deg] = this.plane.lonLat(fault.at.x, fault.at.y);
    if (!Number.isFinite(lon_deg) || !Number.isFinite(lat_deg)) return null;
    return { lon_deg, lat_deg, amsl_m: finite(fault.at.z) };
  }
}

function marginOf(fault: Fault): number | null {
  if (fault.margin !== undefined) return fault.margin;
  if (fault.measured === undefined || fault.limit === undefined) return null;
  return fault.least === true ? fault.measured - fault.limit : fault.limit - fault.measured;
}

function finite(x: number | null | undefined): number | null {
  return x != null && Number.isFinite(x) ? x : null;
}

function sentence(title: string, fault: Fault, language: 'en' | 'ru'): string {
  const parts = [title];
  if (finite(fault.measured) !== null) {
    const measured = quantity(fault.measured!, fault.unit, language);
    const limit = finite(fault.limit) === null ? null : quantity(fault.limit!, fault.unit, language);
    parts.push(limit === null ? measured : `${measured}, ${language === 'en' ? 'limit' : 'предел'} ${limit}`);
  }
  if (fault.detail !== undefined) parts.push(fault.detail[language]);
  return parts.join(': ').slice(0, 2000);
}
