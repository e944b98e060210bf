import { dictionary } from '../i18n/language.ts';

/** Texts of the frame around both halves. */
export const shellTexts = dictionary(
  {
    halves: 'Part of the product',
    traffic: 'Traffic',
    survey: 'Survey',
    language: 'Language',
    loading: 'Loading',
    close: 'Close',
    crashed: 'The page stumbled',
    crashed_text: 'Your edits are kept in this browser. Load the page again.',
    reload: 'Load again',
    model_on: 'Model: {model}',
    model_simulated: 'Built-in phrases',
    model_simulated_hint: 'No language model: fixed operator phrases are understood',
    model_off: 'Model off',
    model_off_hint: 'The chat is off; planning, validation and the search work.',
    model_unknown: 'Server unreachable',
  },
  {
    halves: 'Часть продукта',
    traffic: 'Движение',
    survey: 'Съёмка',
    language: 'Язык',
    loading: 'Загружается',
    close: 'Закрыть',
    crashed: 'Сбой страницы',
    crashed_text: 'Ваши правки сохранены в браузере. Загрузите страницу заново.',
    reload: 'Загрузить заново',
    model_on: 'Модель: {model}',
    model_simulated: 'Встроенные фразы',
    model_simulated_hint: 'Без языковой модели: понимаются заданные фразы оператора',
    model_off: 'Модель выключена',
    model_off_hint: 'Чат выключен; расчёт, проверка и поиск работают.',
    model_unknown: 'Сервер недоступен',
  },
);
