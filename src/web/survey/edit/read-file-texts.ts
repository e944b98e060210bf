import { dictionary } from '../../i18n/language.ts';

/** Texts of reading a file on the server. */
export const readFileTexts = dictionary(
  {
    read: 'Read',
    reading: 'Reading {name} ({size} MB)',
    stop: 'Stop',
  },
  {
    read: 'Прочитать',
    reading: 'Читается {name} ({size} МБ)',
    stop: 'Стоп',
  },
);
