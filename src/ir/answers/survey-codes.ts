/** The public registry of survey codes: every finding of the validator has one of these. */
import { z } from 'zod';

/** A line of the registry. `level` is the severity a finding of this code has unless its text says why it is lower. */
export type SurveyCodeEntry = {
  readonly level: 'error' | 'warning' | 'info';
  readonly en: string;
  readonly ru: string;
};

/** All codes. Groups: 0 input, 1 airspace and altitude, 2 coverage and quality, 3 kinematics, 4 energy and time, 5 weather, 6 several aircraft, 7 sites and fleet, 8 integrity. */
export const SURVEY_CODES = {
  'G0-01': {
    level: 'error',
    en: 'A ring crosses or touches itself, or is not closed',
    ru: 'Контур пересекает или касается сам себя либо не замкнут',
  },
  'G0-02': {
    level: 'error',
    en: 'The area is empty, also after zones are taken out',
    ru: 'Участок пуст, в том числе после вычитания зон',
  },
  'G0-03': {
    level: 'error',
    en: 'Unknown model, payload, site or other id',
    ru: 'Неизвестны модель, нагрузка, площадка или другой идентификатор',
  },
  'G0-04': { level: 'error', en: 'The model does not carry the payload', ru: 'Модель не несёт эту нагрузку' },
  'G0-05': {
    level: 'error',
    en: 'The catalogue row is inconsistent or lacks an essential figure',
    ru: 'Строка каталога противоречива или в ней нет необходимой величины',
  },
  'G0-06': {
    level: 'error',
    en: 'The terrain model is missing, void or does not reach',
    ru: 'Модель рельефа отсутствует, имеет пустоты или не покрывает район',
  },
  'G0-07': {
    level: 'error',
    en: 'The datum or height system is not stated or not accepted',
    ru: 'Система координат или высот не указана или не принята',
  },
  'G0-08': { level: 'error', en: 'An id is used twice', ru: 'Идентификатор использован дважды' },
  'G0-09': {
    level: 'error',
    en: 'Longitude and latitude look exchanged',
    ru: 'Похоже, долгота и широта переставлены',
  },
  'G0-10': {
    level: 'error',
    en: 'The document does not fit its schema or contradicts itself',
    ru: 'Документ не соответствует схеме или противоречит сам себе',
  },
  'G1-01': { level: 'error', en: 'Enters a no-fly zone', ru: 'Вход в запретную зону' },
  'G1-02': { level: 'error', en: 'Enters the buffer of a no-fly zone', ru: 'Вход в буфер запретной зоны' },
  'G1-03': { level: 'error', en: 'Leaves the allowed boundary', ru: 'Выход за разрешённую границу' },
  'G1-04': {
    level: 'error',
    en: 'Below the floor or above the ceiling',
    ru: 'Ниже нижней или выше верхней границы',
  },
  'G1-05': {
    level: 'warning',
    en: 'Above 150 m over the ground: a permission to use airspace is needed',
    ru: 'Выше 150 м над землёй: нужно разрешение на использование воздушного пространства',
  },
  'G1-06': {
    level: 'error',
    en: 'Below the least height over the ground',
    ru: 'Ниже наименьшей высоты над землёй',
  },
  'G1-07': { level: 'error', en: 'Too close to an obstacle', ru: 'Слишком близко к препятствию' },
  'G1-08': {
    level: 'error',
    en: 'A curved turn leaves the boundary or enters a zone although its chord is clear',
    ru: 'Дуга разворота выходит за границу или входит в зону, хотя хорда чиста',
  },
  'G1-09': { level: 'error', en: 'Enters a zone while it is active', ru: 'Вход в зону во время её действия' },
  'G1-10': {
    level: 'warning',
    en: 'Beyond line of sight or radio range',
    ru: 'Вне прямой видимости или радиосвязи',
  },
  'G1-11': {
    level: 'warning',
    en: 'The straight return from a point of the flight crosses a no-fly zone',
    ru: 'Прямой возврат из точки полёта пересекает запретную зону',
  },
  'G2-01': { level: 'error', en: 'Coverage below the required share', ru: 'Покрытие меньше требуемого' },
  'G2-02': {
    level: 'error',
    en: 'Ground sampling distance coarser than required',
    ru: 'Разрешение на местности грубее требуемого',
  },
  'G2-03': {
    level: 'error',
    en: 'Forward overlap below the required one',
    ru: 'Продольное перекрытие меньше требуемого',
  },
  'G2-04': {
    level: 'error',
    en: 'Side overlap below the required one',
    ru: 'Поперечное перекрытие меньше требуемого',
  },
  'G2-05': {
    level: 'error',
    en: 'Point density below the required one',
    ru: 'Плотность точек меньше требуемой',
  },
  'G2-06': {
    level: 'error',
    en: 'Line spacing wider than required',
    ru: 'Межгалсовое расстояние больше требуемого',
  },
  'G2-07': {
    level: 'error',
    en: 'Frames follow faster than the camera can take them',
    ru: 'Кадры чаще, чем успевает камера',
  },
  'G2-08': { level: 'error', en: 'Motion blur above the limit', ru: 'Смаз больше допустимого' },
  'G2-09': {
    level: 'error',
    en: 'Frames taken while banking beyond the limit',
    ru: 'Кадры сделаны в крене больше допустимого',
  },
  'G2-10': {
    level: 'warning',
    en: "Frames outside the block's rim are missing",
    ru: 'Нет кадров за краем блока',
  },
  'G2-11': {
    level: 'error',
    en: 'More frames than the storage holds',
    ru: 'Кадров больше, чем вмещает память',
  },
  'G2-12': {
    level: 'error',
    en: 'Tie lines or the crosshatch are missing',
    ru: 'Нет связующих или перекрёстных маршрутов',
  },
  'G2-13': {
    level: 'error',
    en: 'Points shown by fewer images than required',
    ru: 'Точки видны на меньшем числе кадров, чем требуется',
  },
  'G2-14': { level: 'info', en: 'The sun stands low', ru: 'Солнце стоит низко' },
  'G3-01': { level: 'error', en: 'Turn tighter than the aircraft can fly', ru: 'Разворот круче возможного' },
  'G3-02': { level: 'error', en: 'Lead-in onto the lane too short', ru: 'Заход на галс слишком короток' },
  'G3-03': {
    level: 'error',
    en: 'Climb faster than the aircraft can',
    ru: 'Набор высоты быстрее возможного',
  },
  'G3-04': { level: 'error', en: 'Descent faster than the aircraft can', ru: 'Снижение быстрее возможного' },
  'G3-05': {
    level: 'error',
    en: 'Airspeed outside the allowed range',
    ru: 'Воздушная скорость вне допустимых пределов',
  },
  'G3-06': { level: 'error', en: 'The trajectory is not continuous', ru: 'Траектория разрывна' },
  'G3-07': { level: 'error', en: 'Acceleration above the limit', ru: 'Ускорение больше допустимого' },
  'G3-08': {
    level: 'error',
    en: 'Crab angle above the limit while the sensor works',
    ru: 'Угол сноса на съёмке больше допустимого',
  },
  'G4-01': {
    level: 'error',
    en: 'Energy reserve at landing below the required one',
    ru: 'Остаток энергии при посадке меньше требуемого',
  },
  'G4-02': {
    level: 'error',
    en: 'A point from which the home site cannot be reached with the reserve',
    ru: 'Точка, из которой нельзя вернуться с требуемым остатком',
  },
  'G4-03': {
    level: 'error',
    en: 'The sortie is longer than the endurance',
    ru: 'Вылет длиннее продолжительности полёта',
  },
  'G4-04': {
    level: 'error',
    en: 'A sortie ends after the work window',
    ru: 'Вылет кончается после рабочего окна',
  },
  'G4-05': {
    level: 'error',
    en: 'Claimed totals differ from those of the trajectories',
    ru: 'Заявленные итоги расходятся с траекториями',
  },
  'G4-06': {
    level: 'error',
    en: 'Battery sets or turnaround time are not respected',
    ru: 'Не учтены комплекты батарей или время подготовки',
  },
  'G5-01': {
    level: 'error',
    en: "Wind above the aircraft's limit",
    ru: 'Ветер сильнее допустимого для борта',
  },
  'G5-02': {
    level: 'error',
    en: "Gusts above the aircraft's limit",
    ru: 'Порывы сильнее допустимых для борта',
  },
  'G5-03': {
    level: 'error',
    en: 'Ground wind above the limit for launch and landing',
    ru: 'Ветер у земли сильнее допустимого для взлёта и посадки',
  },
  'G5-04': {
    level: 'error',
    en: "Temperature outside the aircraft's limits",
    ru: 'Температура вне пределов борта',
  },
  'G5-05': {
    level: 'error',
    en: 'No headway against the wind on a leg',
    ru: 'Против ветра борт не продвигается',
  },
  'G6-01': {
    level: 'error',
    en: 'Two aircraft closer than the separation',
    ru: 'Два борта ближе нормы эшелонирования',
  },
  'G6-02': {
    level: 'error',
    en: 'Two aircraft on the same pad at once',
    ru: 'Два борта на одном месте одновременно',
  },
  'G6-03': {
    level: 'error',
    en: 'More aircraft at a site than it has pads',
    ru: 'На площадке бортов больше, чем мест',
  },
  'G6-04': {
    level: 'warning',
    en: 'Transits cross at the same height',
    ru: 'Перелёты пересекаются на одной высоте',
  },
  'G6-05': {
    level: 'warning',
    en: 'The same part of an area is flown twice',
    ru: 'Одна часть участка снимается дважды',
  },
  'G6-06': {
    level: 'warning',
    en: 'Returns after a lost link conflict',
    ru: 'Возвраты при потере связи конфликтуют',
  },
  'G6-07': {
    level: 'error',
    en: 'Launches or landings follow too closely',
    ru: 'Взлёты или посадки следуют слишком часто',
  },
  'G7-01': {
    level: 'error',
    en: 'The site does not accept this kind of aircraft',
    ru: 'Площадка не принимает борт этого типа',
  },
  'G7-02': {
    level: 'error',
    en: 'The site lies in a zone or outside the boundary',
    ru: 'Площадка в запретной зоне или вне границы',
  },
  'G7-03': {
    level: 'error',
    en: 'The landing corridor is not respected',
    ru: 'Не соблюдён посадочный коридор',
  },
  'G7-04': {
    level: 'error',
    en: 'A unit is disabled, or was changed against policy or pin',
    ru: 'Борт выключен либо изменён вопреки политике или закреплению',
  },
  'G7-05': {
    level: 'error',
    en: 'A payload is used that is not mounted, or not for this survey',
    ru: 'Использована нагрузка, которой нет на борту или не для этой съёмки',
  },
  'G8-01': {
    level: 'error',
    en: 'The plan does not belong to this scenario, catalogue or terrain',
    ru: 'План не от этого сценария, каталога или рельефа',
  },
  'G8-02': { level: 'error', en: 'The plan is stale or was altered', ru: 'План устарел или изменён' },
  'G8-03': { level: 'info', en: 'The solver stopped at its time limit', ru: 'Расчёт остановлен по времени' },
  'G8-04': {
    level: 'error',
    en: 'The exported plan, read back, differs',
    ru: 'Выгруженный план при чтении отличается',
  },
} as const satisfies Record<string, SurveyCodeEntry>;

/** A code of the registry. */
export type SurveyCode = keyof typeof SURVEY_CODES;

/** All codes in the registry's order. */
export const SURVEY_CODE_LIST = Object.keys(SURVEY_CODES) as readonly SurveyCode[];

/** A code of the registry, as a schema. */
export const SurveyCodeSchema = z.enum(SURVEY_CODE_LIST as readonly [SurveyCode, ...SurveyCode[]]);
