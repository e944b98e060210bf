import type { Bilingual } from '../../i18n/language.ts';

const both = (en: string, ru: string): Bilingual => ({ en, ru });

/** Names of edits, as the undo buttons say them. */
export const EDIT = {
  add_area: both('add area', 'добавить участок'),
  add_hole: both('add hole', 'добавить вырез'),
  add_zone: both('add zone', 'добавить зону'),
  add_site: both('add site', 'добавить площадку'),
  add_candidate: both('add candidate site', 'добавить кандидата'),
  add_obstacle: both('add obstacle', 'добавить препятствие'),
  add_unit: both('add aircraft', 'добавить борт'),
  boundary: both('change boundary', 'изменить границу'),
  shape: both('change outline', 'изменить контур'),
  move: both('move object', 'переместить объект'),
  remove: both('remove object', 'удалить объект'),
  promote: both('open candidate site', 'открыть площадку-кандидата'),
  task: both('change area', 'изменить участок'),
  unit: both('change aircraft', 'изменить борт'),
  site: both('change site', 'изменить площадку'),
  airspace: both('change airspace', 'изменить воздушное пространство'),
  terrain: both('change terrain', 'изменить рельеф'),
  weather: both('change weather', 'изменить погоду'),
  objective: both('change objective', 'изменить цель'),
  solver: both('change solver', 'изменить расчёт'),
  title: both('rename scenario', 'переименовать сценарий'),
  import_areas: both('import areas', 'импорт участков'),
  remedy: both('apply remedy', 'применить исправление'),
  restore: both('restore the demo', 'вернуть исходный пример'),
  assistant: both('change by the assistant', 'изменение ассистента'),
  variant: both('accept variant', 'принять вариант'),
  give_back: both('give back the former scenario', 'вернуть прежний сценарий'),
} as const satisfies Record<string, Bilingual>;
