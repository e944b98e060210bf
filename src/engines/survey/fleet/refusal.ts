import { type PlanRefusal } from '#ir';

/** A number that stands alone, with its decimals: not part of a name or an id. */
const DECIMAL = /(?<![\w.-])(\d+)\.(\d+)(?![\w.-]*\w)/g;

/** Builds a refusal; absent members are null. Numbers of the Russian text get their decimal comma. */
export function refusal(
  code: string,
  object_ids: readonly string[],
  parts: { readonly measured?: number; readonly limit?: number; readonly unit?: string },
  text: { readonly en: string; readonly ru: string },
): PlanRefusal {
  const number = (x: number | undefined): number | null => (x !== undefined && Number.isFinite(x) ? x : null);
  return {
    code,
    object_ids: [...object_ids],
    measured: number(parts.measured),
    limit: number(parts.limit),
    unit: parts.unit ?? null,
    text: { en: text.en, ru: text.ru.replace(DECIMAL, '$1,$2') },
  };
}
