import type { ApiError } from '../api/http.ts';
import { dictionary, type Language } from '../i18n/language.ts';
import { FILE_ERRORS_RU } from './file-error-texts.ts';

const texts = dictionary(
  {
    unreachable: 'The server does not answer. Your edits are kept; try again when it is back.',
    broken: 'The connection broke off in the middle. Nothing was taken over; your edits are kept.',
    stopped: 'Stopped.',
    page: 'The page stumbled: {message}',
    UPSTREAM_UNAVAILABLE: 'The language model is off or does not answer. The search works without it.',
    UPSTREAM_TIMEOUT: 'The language model did not answer in time.',
    TOO_LARGE: 'The file is too large for the server (32 MB at most).',
    HTTP_413: 'The file is too large for the server (32 MB at most).',
    TOO_MANY_REQUESTS: 'Too many requests at once; wait a moment.',
    NOT_FOUND: 'The server has no such thing (or is older than this page).',
    INVALID_SCENARIO: 'The scenario does not fit its schema. The places are marked in the form.',
    TIMEOUT: 'The time for this request is over.',
    INTERNAL: 'The server failed at this request. Your edits are kept.',
    UNAVAILABLE: 'The server is busy or starting; try again in a moment.',
    UNKNOWN_CITY: 'The server has no such city.',
    UNKNOWN_SCENARIO: 'The server has no such scenario.',
    INVALID_REQUEST: 'The server does not take this request.',
    BAD_REQUEST: 'The server does not take this request.',
    INVALID_PLAN: 'The plan does not fit its scenario; compute it again.',
    INVALID_FILE: 'The file cannot be read.',
    NOT_ADMITTED: 'The validator does not admit this plan.',
    BUSY: 'Too many computations are waiting; try again in some seconds.',
    SERVICE_UNAVAILABLE: 'The planning service does not answer; try again in a moment.',
    STORE_UNAVAILABLE: 'The operations store does not answer; try again in a moment.',
    STORE_BUSY: 'The operations store is busy; try again in a moment.',
    STORE_CORRUPT: 'The operations store is damaged; nothing was decided.',
    TOO_MUCH_TRAFFIC: 'Too many accepted operations are in this region.',
    CLIENT_CLOSED: 'Stopped.',
    CONFLICT: 'It meets an operation that is accepted already.',
    STATE_MISMATCH: 'The city has changed since the decision; decide again.',
    ID_TAKEN: 'The operation number is taken by another decision.',
    WINDOW_OVER: 'The time of this operation is over.',
    TOO_FAR_AHEAD: 'The operation starts too far ahead.',
    ALREADY_STARTED: 'The operation has begun already.',
    NOT_STARTED: 'The operation has not begun yet.',
    WRONG_STATE: 'The operation is no longer in a state that allows this.',
    NOT_RELEASED: 'Only a released decision can be accepted.',
    no_hash: 'Over plain HTTP from another machine this browser cannot seal a corrected plan.',
    UNAUTHORIZED: 'The server asks for a name and password.',
  },
  {
    unreachable: 'Сервер не отвечает. Правки сохранены; повторите, когда он вернётся.',
    broken: 'Связь прервалась на середине. Ничего не принято; правки сохранены.',
    stopped: 'Остановлено.',
    page: 'Сбой страницы: {message}',
    UPSTREAM_UNAVAILABLE: 'Языковая модель выключена или не отвечает. Поиск работает и без неё.',
    UPSTREAM_TIMEOUT: 'Языковая модель не ответила вовремя.',
    TOO_LARGE: 'Файл слишком велик для сервера (не больше 32 МБ).',
    HTTP_413: 'Файл слишком велик для сервера (не больше 32 МБ).',
    TOO_MANY_REQUESTS: 'Слишком много запросов сразу; подождите немного.',
    NOT_FOUND: 'У сервера такого нет (или он старее этой страницы).',
    INVALID_SCENARIO: 'Сценарий не соответствует схеме. Места отмечены в форме.',
    TIMEOUT: 'Время на этот запрос вышло.',
    INTERNAL: 'Сервер не справился с запросом. Правки сохранены.',
    UNAVAILABLE: 'Сервер занят или запускается; повторите через минуту.',
    UNKNOWN_CITY: 'Такого города у сервера нет.',
    UNKNOWN_SCENARIO: 'Такого сценария у сервера нет.',
    INVALID_REQUEST: 'Сервер не принимает этот запрос.',
    BAD_REQUEST: 'Сервер не принимает этот запрос.',
    INVALID_PLAN: 'План не подходит к сценарию; рассчитайте заново.',
    INVALID_FILE: 'Файл не читается.',
    NOT_ADMITTED: 'Проверка не допускает этот план.',
    BUSY: 'Слишком много расчётов ждут; повторите через несколько секунд.',
    SERVICE_UNAVAILABLE: 'Служба расчёта не отвечает; повторите через минуту.',
    STORE_UNAVAILABLE: 'Хранилище операций не отвечает; повторите через минуту.',
    STORE_BUSY: 'Хранилище операций занято; повторите через минуту.',
    STORE_CORRUPT: 'Хранилище операций повреждено; ничего не решено.',
    TOO_MUCH_TRAFFIC: 'В этом районе слишком много принятых операций.',
    CLIENT_CLOSED: 'Остановлено.',
    CONFLICT: 'Пересекается с уже принятой операцией.',
    STATE_MISMATCH: 'Обстановка с тех пор изменилась; решите заново.',
    ID_TAKEN: 'Номер операции занят другим решением.',
    WINDOW_OVER: 'Время этой операции прошло.',
    TOO_FAR_AHEAD: 'Начало операции слишком далеко.',
    ALREADY_STARTED: 'Операция уже началась.',
    NOT_STARTED: 'Операция ещё не началась.',
    WRONG_STATE: 'Операция уже не в том состоянии.',
    NOT_RELEASED: 'Принять можно только допущенное решение.',
    no_hash: 'По открытому HTTP с другой машины браузер не может заверить исправленный план.',
    UNAUTHORIZED: 'Сервер просит имя и пароль.',
  },
);

/** Codes whose server message, written in English, adds what the fixed sentence cannot know. */
const WITH_MESSAGE = new Set([
  'NOT_FOUND',
  'UNAVAILABLE',
  'INVALID_REQUEST',
  'BAD_REQUEST',
  'INVALID_PLAN',
  'INVALID_FILE',
  'NOT_ADMITTED',
  'UNKNOWN_CITY',
  'UNKNOWN_SCENARIO',
  'TOO_FAR_AHEAD',
]);

/** What happened, in the page's language. Codes without a sentence of ours show the server's message. */
export function errorText(error: ApiError, language: Language): string {
  const own = (texts[language] as Readonly<Record<string, string>>)[error.code];
  if (error.code === 'CONFLICT') return [own, ...conflictTexts(error.details, language)].join(' ');
  const of_file = language === 'ru' ? FILE_ERRORS_RU[error.code] : undefined;
  if (of_file !== undefined) return withServerMessage(of_file, error.message, language);
  if (own === undefined) return `${error.message} (${error.code})`;
  if (WITH_MESSAGE.has(error.code)) return withServerMessage(own, error.message, language);
  return own.replace('{message}', error.message);
}

/** A sentence of ours with the server's own, in English, which alone says where the fault lies. */
function withServerMessage(own: string, message: string, language: Language): string {
  if (message === '') return own;
  return language === 'ru' ? `${own} Сервер: ${message}` : `${own} ${message}`;
}

/** What an operation meets, as the server says it in both languages. */
function conflictTexts(details: unknown, language: Language): string[] {
  const { conflicts = [] } = (details ?? {}) as { conflicts?: { text?: Record<Language, string> }[] };
  return conflicts.slice(0, 3).flatMap((c) => c.text?.[language] ?? []);
}
