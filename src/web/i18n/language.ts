/** Languages of the page. */
export type Language = 'en' | 'ru';

/** A text in both languages, as the wire carries it. */
export type Bilingual = Readonly<Record<Language, string>>;

/** Texts by key in both languages; the Russian ones are typed by the English keys. */
export type Dictionary<K extends string = string> = Readonly<Record<Language, Readonly<Record<K, string>>>>;

/** Values for the `{name}` places of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Reads a text by its key. */
export type Translate<K extends string> = (key: K, values?: TextValues) => string;

/** Pairs two records of texts; a key missing in Russian does not compile. */
export function dictionary<K extends string>(
  en: Readonly<Record<K, string>>,
  ru: Readonly<Record<NoInfer<K>, string>>,
): Dictionary<K> {
  return { en, ru };
}

/** Replaces `{name}` by its value; unknown names stay as they are, so that a slip is seen. */
export function fill(text: string, values: TextValues | undefined): string {
  if (values === undefined) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
