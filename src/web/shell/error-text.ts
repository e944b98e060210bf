import type { ApiError } from '../api/http.ts';
import { dictionary, type Language } from '../i18n/language.ts';

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
    no_hash: 'По открытому HTTP с другой машины браузер не может заверить исправленный план.',
    UNAUTHORIZED: 'Сервер просит имя и пароль.',
  },
);

/** Codes whose server message adds what the fixed sentence cannot know. */
const WITH_MESSAGE = new Set(['NOT_FOUND', 'UNAVAILABLE']);

/** What happened, in the page's language. Codes without a sentence of ours show the server's message. */
export function errorText(error: ApiError, language: Language): string {
  const own = (texts[language] as Readonly<Record<string, string>>)[error.code];
  if (own === undefined) return `${error.message} (${error.code})`;
  if (WITH_MESSAGE.has(error.code) && error.message !== '') return `${own} ${error.message}`;
  return own.replace('{message}', error.message);
}
