/** Why a dialogue ends without the model's own words. */
export const STOPPED = {
  length: {
    en: 'The model’s answer was cut off and is not shown.',
    ru: 'Ответ модели оборван и не показан.',
  },
  filter: {
    en: 'The model’s answer was withheld by its provider.',
    ru: 'Ответ модели задержан её поставщиком.',
  },
  refusal: { en: 'The model declined to answer.', ru: 'Модель отказалась отвечать.' },
  steps: {
    en: 'The steps of this request are used up; ask again to go on.',
    ru: 'Шаги этого запроса исчерпаны; повторите просьбу, чтобы продолжить.',
  },
  silent: { en: 'The model gave no answer.', ru: 'Модель не дала ответа.' },
} as const;

/** Said in place of a text that does not hold against the results. */
export const REPLACED = {
  en: 'The model’s text is not shown: it says what no result supports. What the planner and the validator say:',
  ru: 'Текст модели не показан: в нём есть то, чего нет в результатах. По данным планировщика и валидатора:',
} as const;
