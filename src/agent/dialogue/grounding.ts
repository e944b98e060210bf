import type { SurveyEvaluation } from '#tools';
import { type Claim, claimsOf } from './claims.ts';
import { codesIn, type Facts } from './facts.ts';
import { fold, foreignLetters } from './fold.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';

/** What a check of a text found. */
export type Grounding = {
  readonly grounded: boolean;
  /** Words of the text that no result supports, in order of kind: verdicts, codes, evaluations, numbers, letters. */
  readonly unsupported: readonly string[];
  /** False where the text must not be shown: it states a verdict that is not supported, or one beside wrong figures. */
  readonly may_show: boolean;
};

/**
 * Checks what a model wrote against what the validator, the tools and the operator said. Nothing a model writes is evidence:
 * a claim of admission needs the validator's own verdict on the very scenario or variant that it is about. `about`: the
 * evaluation that the text is a note to; claims without a name are then about it.
 */
export function checkText(text: string, facts: Facts, about: string | null = null): Grounding {
  const claims = claimsOf(text).map((c) =>
    about === null || c.evaluation_ids.length > 0 ? c : of(c, about),
  );
  const verdicts = claims.filter((c) => !isSupported(c, facts)).map((c) => c.words);
  const codes = codesIn(text).filter((code) => !facts.codes.has(code));
  const known = new Set(facts.evaluations.map((e) => e.id));
  const evaluations = evaluationIds(text).filter((id) => !known.has(id));
  const numbers = unknownNumbers(text, facts);
  const letters = foreignLetters(text).slice(0, 5);
  const unsupported = [...new Set([...verdicts, ...codes, ...evaluations, ...numbers, ...letters])].map((w) =>
    w.slice(0, 80),
  );
  const states = claims.length > 0;
  const may_show = verdicts.length === 0 && letters.length === 0 && (!states || unsupported.length === 0);
  return { grounded: unsupported.length === 0, unsupported, may_show };
}

function of(claim: Claim, id: string): Claim {
  return { ...claim, evaluation_ids: [id] };
}

/** Whether a text says anything of a verdict: labels and names that a model chooses may not. */
export function statesVerdict(text: string): boolean {
  return claimsOf(text).length > 0 || foreignLetters(text).length > 0;
}

/** Whether a text says of anything that it is admitted, true or not. */
export function statesAdmission(text: string): boolean {
  return claimsOf(text).some((c) => c.positive);
}

function isSupported(claim: Claim, facts: Facts): boolean {
  const about = subjects(claim, facts);
  if (!claim.positive) return about === null || about.length === 0 || about.some((e) => e.admitted !== true);
  if (about === null || about.length === 0) return false;
  const holds = (e: SurveyEvaluation): boolean => e.admitted === true && isClean(e, claim);
  return claim.of_variants && !claim.each && claim.evaluation_ids.length === 0
    ? about.some(holds)
    : about.every(holds);
}

function isClean(e: SurveyEvaluation, claim: Claim): boolean {
  return claim.kind === 'admitted' || e.findings.every((f) => f.severity === 'info');
}

/** The evaluations that a claim is about; null where it names one that does not exist. */
function subjects(claim: Claim, facts: Facts): readonly SurveyEvaluation[] | null {
  if (claim.evaluation_ids.length > 0) {
    const found = claim.evaluation_ids.map((id) => facts.evaluations.find((e) => e.id === id));
    return found.every((e) => e !== undefined) ? found : null;
  }
  if (claim.each || claim.of_variants) return facts.evaluations;
  // Without a name a claim is about the scenario as it stands; where it was computed twice, both must agree.
  return facts.evaluations.filter((e) => facts.current_ids.has(e.id));
}

function evaluationIds(text: string): string[] {
  return [
    ...new Set(
      [...fold(text).matchAll(/(?<![\p{L}\p{N}._-])[ev]\d{1,3}(?![\p{L}\p{N}])/gu)].map((m) => m[0]),
    ),
  ];
}

/** Numbers with a unit that nobody said. Where a sentence names evaluations, results of others do not count in it. */
function unknownNumbers(text: string, facts: Facts): string[] {
  const sentences = text.split(/(?<=[.!?…])(?=\s|$)|\n+/u);
  return sentences.flatMap((sentence) => {
    const named = evaluationIds(sentence).filter((id) => facts.evaluations.some((e) => e.id === id));
    const counts = facts.numbers.filter((n) => n.of === null || named.length === 0 || named.includes(n.of));
    return quantitiesIn(sentence)
      .filter((q) => !counts.some((n) => isNear(q, n)))
      .map((q) => q.words);
  });
}

function isNear(q: Quantity, known: Facts['numbers'][number]): boolean {
  const near = (value: number, half: number): boolean =>
    Math.abs(value - Math.abs(known.value)) <= half * (1 + 1e-9) + 1e-9;
  if (known.dimension === 'any') return near(q.printed.value, q.printed.half);
  return q.readings.some((r) => r.dimension === known.dimension && near(r.value, r.half));
}
