import { nearestNames } from '#base';
import { type Dialect, parseSpec } from '#logic';
import type { VerificationSpecs } from './low-altitude-ir.ts';
import { PROGRAM_RULES, SPEC_CONSTANTS, VERIFY_SIGNALS } from './signals.ts';

/** A specification text that does not parse or names something that no trajectory has. */
export type SpecIssue = {
  readonly list: 'ltl' | 'stl' | 'program_rules';
  readonly index: number;
  readonly text: string;
  readonly type: 'unparsable_spec' | 'unknown_proposition';
  readonly message: string;
  readonly nearest: readonly string[];
};

/** The dialect in which each list of specifications is read. */
export const SPEC_DIALECT: Readonly<Record<'ltl' | 'stl', Dialect>> = { ltl: 'spot', stl: 'rtamt' };

/** Names that a text of a list may use. LTL speaks of propositions only: a quantity needs a comparison, so it is STL's. */
export function signalNames(list: 'ltl' | 'stl'): string[] {
  return VERIFY_SIGNALS.filter((s) => list === 'stl' || s.kind === 'proposition').map((s) => s.name);
}

/** Units of all signals, for the reader's warnings. */
export const SIGNAL_UNITS: Readonly<Record<string, string>> = Object.fromEntries(
  VERIFY_SIGNALS.map((s) => [s.name, s.unit]),
);

/**
 * Everything wrong with the texts of an IR's specifications, before any trajectory exists: texts that do not parse, names
 * that no trajectory has, program rules that are not on the closed list. Empty where the verifier can judge all of them.
 */
export function checkSpecTexts(specs: VerificationSpecs): readonly SpecIssue[] {
  const issues: SpecIssue[] = [];
  const constants = Object.fromEntries(SPEC_CONSTANTS.map((name) => [name, 1]));
  for (const list of ['ltl', 'stl'] as const) {
    specs[list].forEach((text, index) => {
      const signals = signalNames(list);
      const parsed = parseSpec(text, { dialect: SPEC_DIALECT[list], signals, constants });
      if (parsed.ok) return;
      const { type, message, nearest, mend, line, column } = parsed.error;
      const unknown = type === 'unknown_name';
      issues.push({
        list,
        index,
        text,
        type: unknown ? 'unknown_proposition' : 'unparsable_spec',
        message: `${message} (line ${line}, column ${column}). ${mend}`,
        nearest: unknown ? [...(nearest ?? nearestNames(text, signals))].slice(0, 12) : [],
      });
    });
  }
  const rules = PROGRAM_RULES.map((r) => r.name);
  specs.program_rules.forEach((text, index) => {
    if (rules.includes(text)) return;
    issues.push({
      list: 'program_rules',
      index,
      text,
      type: 'unknown_proposition',
      message: `no program rule is called ${text.slice(0, 80)}`,
      nearest: nearestNames(text, rules),
    });
  });
  return issues;
}
