/**
 * The text that the reader works on: lower case, compatibility forms folded, each character knowing where in the
 * instruction it came from. Passes replace what they have understood by marks, so that later passes cannot read it again.
 */
export type WorkText = {
  readonly text: string;
  /** Start and end of the source of each UTF-16 unit of `text`. */
  readonly from: readonly number[];
  readonly to: readonly number[];
};

/** Mentions of entities stand in the work text as one private-use character each: a name has no words left to obey. */
export const MENTION_BASE = 0xe000;
/** At most this many mentions; an instruction has 2000 characters. */
export const MENTION_LIMIT = 0xf8ff - MENTION_BASE;
/** Stands for text that a pass has understood. */
export const DONE = '\uf8ff';

const FOLDS: Readonly<Record<string, string>> = {
  ё: 'е',
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '`': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '«': '"',
  '»': '"',
  '「': '"',
  '」': '"',
  '『': '"',
  '』': '"',
  '《': '"',
  '》': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2192': '>',
  '\u21d2': '>',
  '。': '.',
};

/** Traditional characters of this domain and their simplified forms, in pairs. */
const TRADITIONAL =
  '醫医學学機机場场無无從从將将緊紧電电區区飛飞開开達达內内後后點点時时鐘钟間间檢检車车樓楼橋桥倉仓庫库園园東东離离繞绕過过經经運运遞递險险應应盡尽優优級级對对監监測测視视觀观請请則则' +
  '報报災灾護护據据給给與与備备劃划邏逻禁禁臨临時时這这裡里個个兩两務务務务護护溫温體体頂顶層层線线報报警警險险區区鐵铁號号種种給给須须須须當当現现實实覺觉話话詢询問问確确認认絕绝陸陆';
const SIMPLIFIED = new Map<string, string>();
for (let i = 0; i + 1 < TRADITIONAL.length; i += 2) SIMPLIFIED.set(TRADITIONAL[i]!, TRADITIONAL[i + 1]!);

/** The folded form of one code point. Private-use characters become spaces: they are the reader's own marks. */
function fold(point: string): string {
  const direct = FOLDS[point];
  if (direct !== undefined) return direct;
  const code = point.codePointAt(0)!;
  if (code < 0x80) return code < 0x20 || code === 0x7f ? ' ' : point.toLowerCase();
  // The letters that names are made of, without the slow road through normalisation.
  if (code >= 0x410 && code <= 0x44f) return code < 0x430 ? String.fromCharCode(code + 0x20) : point;
  if (code >= 0x4e00 && code <= 0x9fff) return SIMPLIFIED.get(point) ?? point;
  if ((code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000) return ' ';
  if (/\p{Cf}/u.test(point)) return '';
  const folded = point.normalize('NFKC').toLowerCase();
  let out = '';
  for (const c of folded) out += FOLDS[c] ?? SIMPLIFIED.get(c) ?? (/[\s\p{Cc}]/u.test(c) ? ' ' : c);
  return out;
}

/** Folds an instruction (or a name). Offsets are into `source`, which should be in NFC. */
export function workText(source: string): WorkText {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const point of source) {
    const end = at + point.length;
    const folded = fold(point);
    for (let k = 0; k < folded.length; k++) {
      text += folded[k]!;
      from.push(at);
      to.push(end);
    }
    at = end;
  }
  return { text, from, to };
}

const PLAIN_ASCII = /^[\x20-\x5f\x61-\x7e]*$/;

/** The folded text alone, for names. */
export function foldText(raw: string): string {
  return PLAIN_ASCII.test(raw) ? raw.toLowerCase() : workText(raw.normalize('NFC')).text;
}

/** Where a stretch of the work text stands in the source. */
export function sourceSpan(work: WorkText, start: number, end: number): { from: number; to: number } {
  if (start >= end) {
    const at = work.from[start] ?? work.to.at(-1) ?? 0;
    return { from: at, to: at };
  }
  return { from: work.from[start]!, to: work.to[end - 1]! };
}

/** One replacement: [start, end) of the work text becomes `by`. */
export type Edit = { readonly start: number; readonly end: number; readonly by: string };

/** Applies replacements that do not overlap, in order of their start. Replaced characters keep the source of the whole. */
export function applyEdits(work: WorkText, edits: readonly Edit[]): WorkText {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  const copy = (end: number): void => {
    for (; at < end; at++) {
      text += work.text[at]!;
      from.push(work.from[at]!);
      to.push(work.to[at]!);
    }
  };
  for (const edit of edits) {
    copy(edit.start);
    const span = sourceSpan(work, edit.start, edit.end);
    for (const unit of edit.by.split('')) {
      text += unit;
      from.push(span.from);
      to.push(span.to);
    }
    at = edit.end;
  }
  copy(work.text.length);
  return { text, from, to };
}

/** Replaces every match for which `by` gives a text; null leaves a match as it stands. `regex` has the flag g. */
export function rewrite(
  work: WorkText,
  regex: RegExp,
  by: (match: RegExpMatchArray, start: number) => string | null,
): WorkText {
  const edits: Edit[] = [];
  for (const match of work.text.matchAll(regex)) {
    if (match[0].length === 0) continue;
    const put = by(match, match.index);
    if (put !== null) edits.push({ start: match.index, end: match.index + match[0].length, by: put });
  }
  return edits.length === 0 ? work : applyEdits(work, edits);
}
