import { useMemo } from 'react';
import { unitText } from '../../i18n/format.ts';
import type { Language, Translate } from '../../i18n/language.ts';
import { useText } from '../../shell/settings.ts';
import type { NumberWords } from '../../ui/number-rule.ts';
import { editTexts, type EditKey } from './texts.ts';

/** Texts and units of the forms in the page's language. */
export function useForm(): {
  readonly t: Translate<EditKey>;
  readonly language: Language;
  readonly words: NumberWords;
  readonly unit: (name: string) => string;
} {
  const { t, language } = useText(editTexts);
  const words = useMemo(
    () => ({
      not_a_number: t('not_a_number'),
      whole: t('whole_number'),
      range: (min: number, max: number) => t('range', { min, max }),
    }),
    [language],
  );
  return { t, language, words, unit: (name) => unitText(name, language) };
}
