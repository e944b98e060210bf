import type { Language } from './language.ts';

/** The language of the browser, for a first visit. */
export function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}
