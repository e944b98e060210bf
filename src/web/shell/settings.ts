import { create } from 'zustand';
import { browserLanguage } from '../i18n/browser-language.ts';
import { fill, type Dictionary, type Language, type Translate } from '../i18n/language.ts';
import { readLocal, writeLocal } from './local.ts';

/** What the operator has set for the page as a whole; kept in the browser. */
type Settings = {
  readonly language: Language;
  /** Address pattern of raster tiles, with {z}, {x} and {y}; empty for the blank base. */
  readonly tiles_url: string;
  readonly setLanguage: (language: Language) => void;
  readonly setTiles: (url: string) => void;
};

const KEY = 'cloudbrain.settings';
const kept = readLocal<{ language?: string; tiles_url?: string }>(KEY) ?? {};

/** The settings store. */
export const useSettings = create<Settings>()((set, get) => {
  const keep = (): void => {
    const { language, tiles_url } = get();
    writeLocal(KEY, { language, tiles_url });
  };
  return {
    language: kept.language === 'ru' || kept.language === 'en' ? kept.language : browserLanguage(),
    tiles_url: typeof kept.tiles_url === 'string' ? kept.tiles_url : '',
    setLanguage: (language) => {
      set({ language });
      keep();
    },
    setTiles: (tiles_url) => {
      set({ tiles_url });
      keep();
    },
  };
});

/** The language and a reader of a dictionary in it. */
export function useText<K extends string>(texts: Dictionary<K>): { t: Translate<K>; language: Language } {
  const language = useSettings((s) => s.language);
  return { t: (key, values) => fill(texts[language][key], values), language };
}
