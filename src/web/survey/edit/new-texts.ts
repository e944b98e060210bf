import { dictionary } from '../../i18n/language.ts';
import type { Part } from '../state/new-scenario.ts';

/** Texts of a scenario that is begun from nothing. */
export const newTexts = dictionary(
  {
    title: 'New scenario',
    menu: 'New scenario',
    name: 'Name',
    name_missing: 'Give it a name of up to 200 characters',
    place: 'Place: latitude, longitude',
    place_hint: 'For example 45.3180, 39.5120. The boundary is laid around it; it can be changed later.',
    place_wrong: 'Latitude and longitude in degrees, for example 45.3180, 39.5120',
    from_map: 'Middle of the map',
    ground: 'Ground height there',
    needed: 'Needed: nothing is guessed',
    gust_low: 'Gusts are not below the wind',
    create: 'Create',
    created: 'Created. Draw an area, place a site, add an aircraft.',
    steps: 'Still to do',
    steps_text: 'A plan needs an area, a site and an aircraft.',
    tasks: 'Draw a survey area',
    sites: 'Place a launch site',
    units: 'Add an aircraft',
    after_site: 'after the site',
    incomplete: 'Not yet computable: {list}.',
    check: 'Then look at Airspace and Conditions: heights, weather and window are yours to say.',
  },
  {
    title: 'Новый сценарий',
    menu: 'Новый сценарий',
    name: 'Название',
    name_missing: 'Дайте название до 200 знаков',
    place: 'Место: широта, долгота',
    place_hint: 'Например 45.3180, 39.5120. Вокруг него ляжет граница; её можно изменить.',
    place_wrong: 'Широта и долгота в градусах, например 45.3180, 39.5120',
    from_map: 'Середина карты',
    ground: 'Высота земли там',
    needed: 'Нужно указать: ничего не угадывается',
    gust_low: 'Порывы не меньше ветра',
    create: 'Создать',
    created: 'Создано. Нарисуйте участок, поставьте площадку, добавьте борт.',
    steps: 'Осталось сделать',
    steps_text: 'Для расчёта нужны участок, площадка и борт.',
    tasks: 'Нарисовать участок',
    sites: 'Поставить площадку',
    units: 'Добавить борт',
    after_site: 'после площадки',
    incomplete: 'Рассчитать пока нельзя: {list}.',
    check: 'Затем проверьте «Воздух» и «Условия»: высоты, погоду и окно задаёте вы.',
  },
);

/** Key of these texts. */
export type NewKey = keyof (typeof newTexts)['en'];

/** What a missing part asks for, by its text. */
export const PART_TEXT: Readonly<Record<Part, NewKey>> = { tasks: 'tasks', sites: 'sites', units: 'units' };
