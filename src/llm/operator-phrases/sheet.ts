import { type ObjectKind, type ScenarioObject, findMentions } from './mentions.ts';

/** What one match gives: the text that matched and its groups, in the source's own letters where asked for. */
export type Take = {
  readonly at: number;
  readonly groups: readonly (string | undefined)[];
  /** A group as the operator wrote it. */
  readonly written: (group: number) => string;
};

/** Stands for what was read. */
const READ = '¤';

/**
 * An operator's message while it is read: lower case, ё as е, objects as `@u0`, quoted texts as `@q0`. What has been read is
 * blotted out, so that what is left was not understood.
 */
export class Sheet {
  /** The text to read; as long as `source`. */
  text: string;
  readonly objects: readonly ScenarioObject[];
  readonly quotes: readonly string[];
  /** Names that more than one object has. */
  readonly ambiguous: readonly string[];
  private readonly source: string;

  constructor(message: string, objects: readonly ScenarioObject[]) {
    const { quotes, rest } = takeQuotes(message.normalize('NFC'), objects);
    const marked = findMentions(rest, objects);
    this.text = marked.text;
    this.source = marked.source;
    this.ambiguous = marked.ambiguous;
    this.objects = objects;
    this.quotes = quotes;
  }

  /** Reads every match of a pattern, first to last. A handler that answers false leaves its match unread. */
  take(pattern: RegExp, handler: (take: Take) => boolean | void): void {
    for (const match of [...this.text.matchAll(pattern)]) {
      const at = match.index;
      const written = (group: number): string => {
        const text = match[group];
        if (text === undefined) return '';
        const from = this.text.indexOf(text, at);
        return this.source.slice(from, from + text.length);
      };
      const used = handler({ at, groups: [...match], written });
      if (used !== false) this.blot(at, at + match[0].length);
    }
  }

  /** Whether a pattern stands in what is not read yet. */
  has(pattern: RegExp): boolean {
    return new RegExp(pattern.source, pattern.flags.replace('g', '')).test(this.text);
  }

  /** The object that a mark such as `@u0` stands for. */
  object(mark: string): ScenarioObject {
    return this.objects[Number(mark.slice(2))]!;
  }

  /** Marks of some kinds in a stretch of the text, read or not, in order. */
  marks(kinds: string, from = 0, to = this.text.length): { readonly mark: string; readonly at: number }[] {
    return [...this.text.slice(from, to).matchAll(new RegExp(`@[${kinds}]\\d+`, 'g'))].map((m) => ({
      mark: m[0],
      at: from + m.index,
    }));
  }

  /** Puts an object's name or a quoted text back for a mark. */
  spoken(word: string): string {
    if (/^@q\d+$/.test(word)) return `«${this.quotes[Number(word.slice(2))] ?? ''}»`;
    return /^@[a-z]\d+$/.test(word) ? this.object(word).id : word;
  }

  private blot(from: number, to: number): void {
    // Marks of objects stay: the next phrase may be about the same one.
    const inside = this.text
      .slice(from, to)
      .replace(/@[utsc]\d+|./gsu, (c) => (c.startsWith('@') ? c : READ));
    this.text = this.text.slice(0, from) + inside + this.text.slice(to);
  }
}

/** Quoted texts that name no object become `@q0`, `@q1`; quotes round an object's name go. */
function takeQuotes(
  message: string,
  objects: readonly ScenarioObject[],
): { readonly quotes: string[]; readonly rest: string } {
  const names = new Set(objects.flatMap((o) => [o.id.toLowerCase(), o.name.toLowerCase()]));
  const quotes: string[] = [];
  const rest = message.replace(/[«“"„]([^«»“”"„\n]{1,200})[»”"“]/gu, (_, inside: string) =>
    names.has(inside.trim().toLowerCase()) ? inside : `@q${quotes.push(inside.trim()) - 1}`,
  );
  return { quotes, rest };
}

export type { ObjectKind };
