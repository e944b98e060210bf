import { claimsIn } from './claims.ts';
import type { DecisionFacts, NumberFact } from './facts.ts';
import { type ShownNumber, shownNumbers } from './numbers.ts';
import { unitAt } from './units.ts';

/** Something that a text says and the facts do not. */
export type Unfounded = {
  readonly type: 'unknown_id' | 'unknown_tool' | 'unknown_rule' | 'unknown_number' | 'unsupported_claim';
  readonly text: string;
  /** Where it starts in the text, in UTF-16 code units after NFKC normalisation. */
  readonly at: number;
  readonly message: string;
};

/** Words with digits that name no entity. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(['WGS84', '3D', '4D', '2D', 'NEXT']);

/** Tokens that look like an id, a tool, a rule or a field: Latin or Cyrillic letters with digits or joining signs. */
const TOKEN =
  /(?<![A-Za-zА-Яа-яЁё0-9_])[A-Za-zА-Яа-яЁё][A-Za-z0-9А-Яа-яЁё]*(?:[_.:/№#-][A-Za-z0-9А-Яа-яЁё]+)*(?![A-Za-z0-9_])/gu;

/**
 * What a text says about a decision that its facts do not carry: ids, tools and rules that do not occur in them; numbers that
 * equal none of theirs when rounded as shown and measured in the same dimension; claims of approval without a verdict that
 * passed, and of permissions or certainty at all. English, Russian and Chinese. Number words ("twelve") are not read.
 * Empty means that nothing unfounded was found.
 */
export function checkExplanation(text: string, facts: DecisionFacts): readonly Unfounded[] {
  // Full-width punctuation would turn into commas and colons between figures.
  const plain = text.replace(/[，。、；：（）！？]/g, ';').normalize('NFKC');
  const named = maskIds(mask(plain, facts.names), facts);
  const { found, rest } = tokens(named, facts);
  for (const shown of shownNumbers(rest)) {
    if (facts.numbers.some((f) => agrees(shown, f))) continue;
    found.push({
      type: 'unknown_number',
      text: shown.text,
      at: shown.at,
      message: `no tool result has the ${shown.dimension === 'none' ? 'number' : shown.dimension} ${shown.text}`,
    });
  }
  for (const claim of claimsIn(plain)) {
    if (claim.needs === 'verdict' && facts.verified) continue;
    found.push({
      type: 'unsupported_claim',
      text: claim.text,
      at: claim.at,
      message:
        claim.needs === 'never'
          ? 'no tool grants a permission or certainty'
          : 'the decision has no verdict that passed',
    });
  }
  return found.sort((a, b) => a.at - b.at || (a.type < b.type ? -1 : 1));
}

/** Names are blanked out, so that a digit in a name is no figure; citation marks and list numbers too. */
function mask(text: string, names: readonly string[]): string {
  let out = text;
  for (const name of names) {
    if (name !== '') out = out.replaceAll(name.normalize('NFKC'), blank);
  }
  return out.replace(/\[\d{1,3}\]/g, blank).replace(/^\s*\d{1,2}[.)](?=\s)/gm, blank);
}

/** Whole ids of the facts, whatever signs they are made of; plain figures stay, whether or not an id looks like one. */
function maskIds(text: string, facts: DecisionFacts): string {
  return text.replace(/[A-Za-z0-9_.:/-]+/g, (run: string) => {
    // A full stop after an id may be the sentence's, or its own.
    let bare = run;
    while (!facts.ids.has(bare) && /[.:/-]$/.test(bare)) bare = bare.slice(0, -1);
    const isId = /[A-Za-z_]/.test(bare) && /[0-9_]/.test(bare) && facts.ids.has(bare);
    return isId ? blank(bare) + run.slice(bare.length) : run;
  });
}

const blank = (s: string): string => ' '.repeat(s.length);

function tokens(text: string, facts: DecisionFacts): { found: Unfounded[]; rest: string } {
  const found: Unfounded[] = [];
  const rest = text.replace(TOKEN, (token: string, at: number) => {
    const kind = kindOf(token, facts);
    if (kind === 'word') return token;
    if (kind !== 'known') found.push({ type: kind, text: token, at, message: `the facts have no ${token}` });
    return blank(token);
  });
  return { found, rest };
}

function kindOf(token: string, facts: DecisionFacts): Unfounded['type'] | 'known' | 'word' {
  const known = (t: string): boolean =>
    facts.ids.has(t) ||
    facts.tools.has(t) ||
    facts.rules.has(t) ||
    facts.names.includes(t) ||
    PLAIN_WORDS.has(t);
  const bare = token.replace(/[.:/-]+$/, '');
  // Words and units first: a unit such as "s" may also be a string of the facts.
  if (isWord(bare) || unitAt(bare)?.length === bare.length) return 'word';
  if (known(bare)) return 'known';
  // A range such as R1-R8 or w2-w3, and ids joined by a slash or a full stop between sentences.
  const parts = bare.split(/[-./:]/);
  if (parts.length > 1 && parts.every((p) => known(p) || isWord(p)))
    return parts.every(isWord) ? 'word' : 'known';
  if (/^R\d+$/.test(bare)) return 'unknown_rule';
  if (
    /^[a-z]+(?:_[a-z0-9]+)+$/.test(bare) &&
    /^(?:query|assign|plan|verify|simulate|risk|explain|get|set|run|check|compute)_/.test(bare)
  ) {
    return 'unknown_tool';
  }
  return 'unknown_id';
}

/** Letters and hyphens only: a word of the language, or a unit such as m/s. */
function isWord(token: string): boolean {
  return /^[A-Za-zА-Яа-яЁё]+(?:[-/.][A-Za-zА-Яа-яЁё]+)*$/u.test(token);
}

/** A bare number may be any fact's number; one with a unit only that of the same dimension. Signs are not compared. */
function agrees(shown: ShownNumber, fact: NumberFact): boolean {
  const comparable = shown.dimension === 'none' || shown.dimension === fact.dimension;
  if (!comparable) return false;
  return shown.readings.some((r) => {
    const gap = Math.abs(Math.abs(r.value) - Math.abs(fact.value));
    return gap <= r.half_step + 1e-9 * Math.max(1, Math.abs(fact.value));
  });
}
