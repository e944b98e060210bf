/** Kind of a scenario's object, and the letter of its mark. */
export type ObjectKind = 'unit' | 'task' | 'site' | 'candidate';

/** An object that an operator may name. */
export type ScenarioObject = { readonly kind: ObjectKind; readonly id: string; readonly name: string };

/** Letters of marks: `@u0` is a unit. */
export const LETTER: Readonly<Record<ObjectKind, string>> = {
  unit: 'u',
  task: 't',
  site: 's',
  candidate: 'c',
};

/** Words that mean something else unless the kind of object stands beside them. */
const ORDINARY = new Set(
  (
    'wind gust gusts plan route report note scenario site unit ' +
    'task field area all on off name angle base home best set add remove v1 v2 v3 v4 v5 v6 v7 v8 e1 e2 ' +
    'ветер план участок борт площадка отчет'
  ).split(' '),
);
/** Compass points: in a message about the wind they are directions. */
const COMPASS = new Set(
  'north south east west northeast northwest southeast southwest запад восток север юг'.split(' '),
);
const NOUN: Readonly<Record<ObjectKind, string>> = {
  unit: 'борт[а-я]*|units?|aircraft|drone|бпла|дрон[а-я]*',
  task: 'участ[а-я]*|task|area|field|пол[ея]',
  site: 'площадк[а-я]*|site|впп',
  candidate: 'площадк[а-я]*|кандидат[а-я]*|site|candidate',
};

/** A message with its objects marked, and the same letters as they were written; both of one length. */
export type Marked = {
  readonly text: string;
  readonly source: string;
  readonly ambiguous: readonly string[];
};

/** Lower case and ё as е, letter by letter, so that places in it are places in the source. */
export function plainLetters(text: string): string {
  return [...text]
    .map((c) => {
      const low = c.toLowerCase();
      return low.length === c.length ? (low === 'ё' ? 'е' : low) : c;
    })
    .join('');
}

/** Marks every id and name of an object, longest first. A name that two objects share is left and told of. */
export function findMentions(message: string, objects: readonly ScenarioObject[]): Marked {
  let source = message;
  let text = plainLetters(source);
  const ambiguous: string[] = [];
  for (const { words, pattern, indices } of keysOf(objects)) {
    const places = [...text.matchAll(pattern)].filter((m) =>
      isMeant(text, m.index, m[0], objects[indices[0]!]!),
    );
    if (places.length === 0) continue;
    if (indices.length > 1) {
      ambiguous.push(words);
      continue;
    }
    const index = indices[0]!;
    const mark = `@${LETTER[objects[index]!.kind]}${index}`;
    for (const m of places.reverse()) {
      const end = m.index + m[0].length;
      text = text.slice(0, m.index) + mark + text.slice(end);
      source = source.slice(0, m.index) + mark + source.slice(end);
    }
  }
  return { text, source, ambiguous };
}

type Key = { readonly words: string; readonly pattern: RegExp; readonly indices: readonly number[] };

function keysOf(objects: readonly ScenarioObject[]): Key[] {
  const keys = new Map<string, Set<number>>();
  objects.forEach((o, i) => {
    for (const words of new Set([plainLetters(o.id), plainLetters(o.name)])) {
      if (words.trim().length < 2 && !/^[a-z]\d?$/i.test(words)) continue;
      const set = keys.get(words) ?? new Set();
      keys.set(words, set.add(i));
    }
  });
  return [...keys]
    .map(([words, indices]) => ({ words, pattern: patternOf(words), indices: [...indices] }))
    .sort((a, b) => b.words.length - a.words.length || (a.words < b.words ? -1 : 1));
}

/** Dashes, dots and blanks are one to a speaker; a Russian word may take any ending. */
function patternOf(words: string): RegExp {
  const parts = words.split(/[\s._-]+/u).filter((w) => w !== '');
  const source = parts
    .map((w) => {
      const safe = w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return /^[а-я]{5,}$/u.test(w) ? `${w.slice(0, -2)}[а-я]{0,4}` : safe;
    })
    .join('[\\s._-]*');
  return new RegExp(`(?<![\\p{L}\\p{N}@._-])${source}(?![\\p{L}\\p{N}])(?![._-][\\p{L}\\p{N}])`, 'gu');
}

/** An ordinary word counts as a name only beside the noun of its kind: `task north`, `участок north`. */
function isMeant(text: string, at: number, words: string, object: ScenarioObject): boolean {
  const compass = COMPASS.has(words);
  if (
    !ORDINARY.has(words) &&
    !(compass && /(?<![\p{L}])(?:ветер|ветр[а-я]|порыв|дует|wind|gust|blow)/u.test(text))
  )
    return true;
  const noun = NOUN[object.kind];
  return (
    new RegExp(`(?:${noun})\\s+(?:the\\s+)?$`, 'u').test(text.slice(0, at)) ||
    new RegExp(`^\\s+(?:${noun})(?![\\p{L}])`, 'u').test(text.slice(at + words.length))
  );
}
