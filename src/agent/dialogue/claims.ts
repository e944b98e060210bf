import {
  ASKED_AFTER,
  CLAIMS,
  type ClaimKind,
  EACH,
  NEGATED_AFTER,
  NEGATED_BEFORE,
  NO_CLAIM_ADJACENT,
  NO_CLAIM_CLAUSE,
  YES,
} from './claim-words.ts';
import { fold } from './fold.ts';

/** Something a text says about whether a plan may be flown. */
export type Claim = {
  readonly kind: ClaimKind;
  /** False for `not admitted`. */
  readonly positive: boolean;
  /** Evaluations that it is about; empty where none is named. */
  readonly evaluation_ids: readonly string[];
  /** About every one of them, as in `all variants`. */
  readonly each: boolean;
  /** Speaks of variants, not of the plan. */
  readonly of_variants: boolean;
  readonly words: string;
};

type Hit = { readonly kind: ClaimKind; readonly from: number; readonly to: number };

const EVALUATION = /(?<![\p{L}\p{N}._-])[evе]\d{1,3}(?![\p{L}\p{N}])/gu;
/** What begins a new clause; `что`, `that` and a plain `and` do not. */
const CLAUSE_START =
  /[,;:()|—–"«»“”]|\s-\s|\s(?:но|а|однако|зато|but|however|while|whereas|although|yet|so|поэтому|значит|then|то)\s/gu;
const AND_THAT = /^\s*(?:что|будто|that)\s/u;

/** Every claim of a text, in order. Conditions, aims, questions and refusals to say it are none. */
export function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  let asked: Claim | null = null;
  for (const sentence of sentencesOf(fold(text))) {
    if (asked !== null && YES.test(sentence)) claims.push(asked);
    asked = null;
    const hits = hitsIn(sentence);
    hits.forEach((hit, i) => {
      const claim = claimAt(sentence, hits, i);
      if (isQuestion(sentence, hit)) asked ??= { ...claim, positive: true };
      else if (!isNoClaim(sentence, hit)) claims.push(claim);
    });
  }
  return claims;
}

/** Sentences of folded text; a full stop inside a number or an id ends none. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…])(?=\s|$)|\n+/u).filter((s) => s.trim() !== '');
}

/** Hits in order; of two that overlap the first and longer one stays. */
function hitsIn(sentence: string): Hit[] {
  const found = CLAIMS.flatMap(({ kind, pattern }) =>
    [...sentence.matchAll(pattern)].map((m) => ({ kind, from: m.index, to: m.index + m[0].length })),
  ).sort((a, b) => a.from - b.from || b.to - a.to);
  return found.filter((hit, i) => !found.slice(0, i).some((earlier) => earlier.to > hit.from));
}

function claimAt(sentence: string, hits: readonly Hit[], i: number): Claim {
  const hit = hits[i]!;
  const before = sentence.slice(hits[i - 1]?.to ?? 0, hit.from);
  const after = sentence.slice(hit.to, hits[i + 1]?.from ?? sentence.length);
  const inside = sentence.slice(hit.from, hit.to);
  const named = idsIn(before);
  const near = clauseBefore(sentence, hit.from);
  return {
    kind: hit.kind,
    positive: !NEGATED_BEFORE.test(near) && !NEGATED_AFTER.test(sentence.slice(hit.to)),
    evaluation_ids: named.length > 0 ? named : idsIn(after),
    each: EACH.test(before) || EACH.test(after.slice(0, 40)),
    of_variants: /вариант[а-я]+|variants/u.test(before + inside + after.slice(0, 40)),
    words: inside.trim().slice(0, 80),
  };
}

function idsIn(text: string): string[] {
  return [...new Set([...text.matchAll(EVALUATION)].map((m) => m[0].replace('е', 'e')))];
}

/** The text of the clause up to the claim; a `that` clause goes on from the one before. */
function clauseBefore(sentence: string, at: number): string {
  const starts = [...sentence.slice(0, at).matchAll(CLAUSE_START)].map((m) => m.index + m[0].length);
  let start = starts.at(-1) ?? 0;
  if (AND_THAT.test(sentence.slice(start, at))) start = starts.at(-2) ?? 0;
  return sentence.slice(start, at).replace(/^\s+/u, '');
}

function isQuestion(sentence: string, hit: Hit): boolean {
  return sentence.trimEnd().endsWith('?') || ASKED_AFTER.test(sentence.slice(hit.to));
}

function isNoClaim(sentence: string, hit: Hit): boolean {
  return (
    NO_CLAIM_CLAUSE.test(` ${clauseBefore(sentence, hit.from)} `) ||
    NO_CLAIM_ADJACENT.test(sentence.slice(0, hit.from))
  );
}
