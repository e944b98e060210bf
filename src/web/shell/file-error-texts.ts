/**
 * Faults of files in Russian, by the server's code, and what to do. Where they lie is said by the server's own message.
 */
export const FILE_ERRORS_RU: Readonly<Record<string, string>> = {
  EMPTY_INPUT: 'Файл пуст.',
  WRONG_ENCODING: 'Кодировка файла не читается; сохраните его в UTF-8.',
  WRONG_TYPE: 'Это файл другого вида, чем говорит его имя.',
  TRUNCATED: 'Файл обрывается на середине.',
  INVALID_JSON: 'Файл не читается как JSON.',
  INVALID_DATA: 'В файле ошибка; читаемых данных нет.',
  INCOMPLETE_DATA: 'В файле не хватает данных.',
  SERVICE_ERROR: 'Файл не удалось прочитать; повторите.',
  UNSUPPORTED: 'Такой вид файла не поддерживается.',
  DATUM_MISSING: 'Система координат или высот не названа; выберите её.',
  DATUM_UNKNOWN: 'Система координат или высот не распознана; выберите её.',
  RING_CROSSES: 'Контур пересекает сам себя; исправьте его.',
  RING_FLAT: 'Контур не охватывает площади; исправьте его.',
  AXES_SWAPPED: 'Широта и долгота, похоже, переставлены; исправьте порядок.',
  NO_AREAS: 'В файле нет ни одного контура.',
  MODEL_NOT_DJI: 'Этот вид файла летает только на бортах DJI; в плане есть другие.',
  TOO_MANY_WAYPOINTS: 'Точек больше, чем берёт этот вид файла.',
  NOTHING_FLOWN: 'В плане нет ни одного вылета.',
};
