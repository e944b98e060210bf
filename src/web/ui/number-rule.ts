/** What a number may be. */
export type NumberRule = {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  readonly above_min?: boolean;
  readonly below_max?: boolean;
};

/** Words for what is wrong with a number. */
export type NumberWords = {
  readonly not_a_number: string;
  readonly whole: string;
  readonly range: (min: number, max: number) => string;
};

/** The number that a text says, in the rule; or what is wrong. A decimal comma is a decimal point. */
export function readNumber(
  text: string,
  rule: NumberRule,
  words: NumberWords,
): { readonly value: number } | { readonly error: string } {
  const clean = text.trim().replace(',', '.').replace('−', '-');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(clean)) return { error: words.not_a_number };
  const value = Number(clean);
  if (!Number.isFinite(value)) return { error: words.not_a_number };
  if (rule.whole === true && !Number.isInteger(value)) return { error: words.whole };
  const low = rule.above_min === true ? value <= rule.min : value < rule.min;
  const high = rule.below_max === true ? value >= rule.max : value > rule.max;
  return low || high ? { error: words.range(rule.min, rule.max) } : { value };
}
