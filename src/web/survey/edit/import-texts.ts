import { dictionary, type Language } from '../../i18n/language.ts';

/** Texts of the import. */
export const importTexts = dictionary(
  {
    title: 'Import areas',
    file: 'File: KML, KMZ, GeoJSON, Shapefile (zip), DXF, CSV or a QGroundControl plan, up to 32 MB',
    crs: 'Coordinate system, where the file does not say it',
    crs_hint: 'For example EPSG:32639 or EPSG:28409. Nothing is guessed.',
    close: 'Close',
    found: 'Areas: {n}, {format}, {crs}',
    as: 'Take them as',
    as_tasks: 'survey areas',
    as_zones: 'no-fly zones',
    as_boundary: 'boundary (the first one)',
    replace: 'Replace those that are there',
    fit: 'Fit the boundary to the areas with 500 m around',
    all: 'all',
    none: 'none',
    take: 'Take {n}',
    taken: 'Areas taken: {n}. Undo takes them back.',
    too_many: 'A scenario holds at most {limit} of them; {n} would be there. Choose fewer.',
    holes: 'holes: {n}',
    notes: 'Notes of the reader',
    nothing: 'Nothing chosen',
    more: 'and {n} more',
  },
  {
    title: 'Импорт участков',
    file: 'Файл: KML, KMZ, GeoJSON, Shapefile (zip), DXF, CSV или план QGroundControl, до 32 МБ',
    crs: 'Система координат, если файл её не называет',
    crs_hint: 'Например EPSG:32639 или EPSG:28409. Ничего не угадывается.',
    close: 'Закрыть',
    found: 'Участков: {n}, {format}, {crs}',
    as: 'Взять как',
    as_tasks: 'участки съёмки',
    as_zones: 'запретные зоны',
    as_boundary: 'границу (первый)',
    replace: 'Заменить имеющиеся',
    fit: 'Подогнать границу к участкам с запасом 500 м',
    all: 'все',
    none: 'ни одного',
    take: 'Взять: {n}',
    taken: 'Взято участков: {n}. Отмена вернёт как было.',
    too_many: 'В сценарии может быть не больше {limit}; получится {n}. Выберите меньше.',
    holes: 'вырезов: {n}',
    notes: 'Замечания при чтении',
    nothing: 'Ничего не выбрано',
    more: 'и ещё {n}',
  },
);

const NOTES: readonly (readonly [english: RegExp, ru: string])[] = [
  [/^(.+): no polygon in it, left out$/s, '$1: контура нет, пропущено'],
  [/^item (\d+) \((.*)\) has no polygon, left out$/s, 'элемент $1 ($2): контура нет, пропущен'],
  [/^(\w+) left out: only polygons are areas$/, '$1: пропущено, участком бывает только контур'],
  [/^(\d+) open polylines left out$/, 'незамкнутых линий пропущено: $1'],
];

/** A note of the reader in a language; one that is not known stays as the server wrote it. */
export function noteIn(language: Language, note: string): string {
  const known = language === 'ru' ? NOTES.find(([english]) => english.test(note)) : undefined;
  return known === undefined ? note : note.replace(known[0], known[1]);
}
