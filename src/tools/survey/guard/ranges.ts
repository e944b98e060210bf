import type { SurveyToolError } from '../contract.ts';
import { surveyError } from '../session/text.ts';

/** A value with the range it must be in; null stands for "leave unchanged" and is always in range. */
export type Ranged = {
  readonly value: number | null;
  readonly en: string;
  readonly ru: string;
  readonly min: number;
  readonly max: number;
  readonly unit?: { readonly en: string; readonly ru: string };
};

/** The first value out of its range, refused and never moved into it. */
export function outOfRange(values: readonly Ranged[]): SurveyToolError | null {
  const bad = values.find((v) => v.value !== null && !(v.value >= v.min && v.value <= v.max));
  if (bad === undefined) return null;
  const [en, ru] = [bad.unit?.en ?? '', bad.unit?.ru ?? ''];
  return surveyError(
    'out_of_range',
    `${bad.en} must be from ${bad.min} to ${bad.max}${en}, not ${String(bad.value)}`,
    `${bad.ru}: допустимо от ${bad.min} до ${bad.max}${ru}, а не ${String(bad.value)}`,
  );
}

/** Units after a number. */
export const UNIT = {
  mps: { en: ' m/s', ru: ' м/с' },
  m: { en: ' m', ru: ' м' },
  s: { en: ' s', ru: ' с' },
  deg: { en: ' degrees', ru: '°' },
  c: { en: ' °C', ru: ' °C' },
  cm: { en: ' cm', ru: ' см' },
} as const;
