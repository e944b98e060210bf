import type { IrError, IrErrorType } from '#ir';
import { type Language } from './phrases.ts';
import { commaDecimals, fieldIn } from './say.ts';
import { wordIn } from './words.ts';

/** An error of a task document with its sentences in a language; ids, paths and quoted words stay as they are. */
export function irErrorIn(language: Language, error: IrError): IrError {
  if (language !== 'ru') return error;
  const message = commaDecimals(messageOf(error));
  const suggestion = error.suggestion === undefined ? null : said(SUGGESTIONS, error.suggestion);
  const { suggestion: _, ...rest } = error;
  return { ...rest, message, ...(suggestion === null ? {} : { suggestion: commaDecimals(suggestion) }) };
}

type Say = readonly [english: RegExp, say: (match: RegExpExecArray) => string];

/** What is wrong, by its type: for a sentence that has no wording of its own. */
const GENERAL: Readonly<Record<IrErrorType, string>> = {
  invalid_json: 'ответ не читается как документ JSON',
  missing_field: 'поле не заполнено',
  unknown_field: 'такого поля в документе нет',
  wrong_type: 'значение не того вида',
  invalid_enum: 'значение не из списка',
  out_of_range: 'значение вне пределов',
  nonexistent_origin: 'такого места нет',
  nonexistent_destination: 'такого места нет',
  unknown_uav: 'такого борта нет',
  uav_unavailable: 'борт сейчас не летает',
  unknown_zone: 'такой зоны нет',
  unknown_handoff_point: 'такого пункта передачи нет',
  missing_destination: 'место назначения не названо',
  ceiling_exceeded: 'выше потолка воздушного пространства',
  unparsable_spec: 'спецификация не читается',
  unknown_proposition: 'спецификация называет то, чего нет',
  unknown_tool: 'такого инструмента нет',
  invalid_arguments: 'инструмент не берёт таких данных',
  missing_dependency: 'в плане нет нужного шага',
  wrong_tool_order: 'шаги плана стоят не по порядку',
  dependency_cycle: 'шаги плана зависят друг от друга по кругу',
  unsafe_override: 'ослаблять это нельзя',
  missing_human_confirmation: 'здесь нужно спросить человека',
  fallback_incompatible: 'запасной вариант не подходит к заданию',
};

function messageOf(error: IrError): string {
  const own = said(MESSAGES, error.message);
  if (own !== null) return own;
  const name = error.field === '' ? '' : nameOf(error.field);
  return name === '' ? GENERAL[error.error_type] : `${name}: ${GENERAL[error.error_type]}`;
}

function said(list: readonly Say[], text: string): string | null {
  for (const [english, say] of list) {
    const match = english.exec(text);
    if (match !== null) return say(match);
  }
  return null;
}

/** The last member of a path as a person says it; the path itself where it has no name. */
function nameOf(path: string): string {
  const last = path
    .replace(/\[\d+\]$/, '')
    .split('.')
    .at(-1)!;
  const name = fieldIn('ru', last);
  return name === last ? path : name;
}

const STATUS: Readonly<Record<string, string>> = {
  available: 'свободен',
  charging: 'заряжается',
  maintenance: 'на обслуживании',
  busy: 'занят',
};

const words = (list: string, split: string): string =>
  list
    .split(split)
    .map((w) => wordIn('ru', w))
    .join(', ');

/** What the operator's words demand of a field. */
function bound(text: string): string {
  const [, kind, value] = /^(at most|at least|no higher than|within|a visit of) (.+)$/.exec(text) ?? [];
  if (kind === undefined || value === undefined) return text === 'null' ? 'пусто' : words(text, ' or ');
  if (kind === 'at most') return `не больше ${value}`;
  if (kind === 'at least') return `не меньше ${value}`;
  if (kind === 'no higher than') return `не выше: ${wordIn('ru', value)}`;
  if (kind === 'within') return `один из: ${value}`;
  return `по порядку: ${value.replaceAll(', then ', ', ')}`;
}

const JSON_FAULTS: readonly Say[] = [
  [/^the document is empty$/, () => 'ответ пуст'],
  [/^the string is not closed$/, () => 'строка не закрыта'],
  [/^the key (".*") stands twice$/s, (m) => `ключ ${m[1]!} стоит дважды`],
  [/^the number (\S+) is too large to be finite$/, (m) => `число ${m[1]!} слишком велико`],
  [/^a number needs digits after its sign$/, () => 'после знака числа нет цифр'],
  [/^a control character in a string must be escaped$/, () => 'в строке незащищённый управляющий знак'],
  [/^the string has an unpaired surrogate$/, () => 'в строке половина суррогатной пары'],
  [/^unknown escape in a string$/, () => 'неизвестная последовательность в строке'],
  [/^nested deeper than (\d+) levels$/, (m) => `вложено глубже ${m[1]!} уровней`],
  [/^the key "__proto__" is not allowed$/, () => 'ключ "__proto__" запрещён'],
  [/^unexpected (.+) after the end of the document$/s, (m) => `лишнее после документа: ${seen(m[1]!)}`],
  [/^expected a value, found (.+)$/s, (m) => `ожидалось значение, стоит ${seen(m[1]!)}`],
  [/^expected a quoted key, found (.+)$/s, (m) => `ожидался ключ в кавычках, стоит ${seen(m[1]!)}`],
  [/^expected ':' after a key, found (.+)$/s, (m) => `после ключа ожидалось «:», стоит ${seen(m[1]!)}`],
  [/^expected ',' or '(.)', found (.+)$/s, (m) => `ожидалось «,» или «${m[1]!}», стоит ${seen(m[2]!)}`],
];

const seen = (text: string): string => (text === 'end of text' ? 'конец текста' : text);

const TYPES: Readonly<Record<string, string>> = {
  number: 'число',
  int: 'целое число',
  string: 'строка',
  array: 'список',
  object: 'объект',
  record: 'объект',
  boolean: 'да или нет',
  null: 'пусто',
  undefined: 'ничего',
  nan: 'не число',
};

const typeOf = (word: string): string => TYPES[word.toLowerCase()] ?? 'другое';

/** Sentences of the schema library. */
const SCHEMA_FAULTS: readonly Say[] = [
  [
    /^Invalid input: expected (\w+), received (\w+)$/,
    (m) => `нужно: ${typeOf(m[1]!)}, стоит: ${typeOf(m[2]!)}`,
  ],
  [/^Too small: expected (?:number|int) to be >=?\s?(\S+)$/, (m) => `не меньше ${m[1]!}`],
  [/^Too big: expected (?:number|int) to be <=?\s?(\S+)$/, (m) => `не больше ${m[1]!}`],
  [/^Too small: expected array to have >=(\d+) items$/, (m) => `записей не меньше ${m[1]!}`],
  [/^Too big: expected array to have <=(\d+) items$/, (m) => `записей не больше ${m[1]!}`],
  [/^Too small: expected string to have >=(\d+) characters$/, (m) => `знаков не меньше ${m[1]!}`],
  [/^Too big: expected string to have <=(\d+) characters$/, (m) => `знаков не больше ${m[1]!}`],
  [/^Unrecognized keys?: (.+)$/s, (m) => `таких полей нет: ${m[1]!}`],
  [
    /^Invalid option: expected one of (.+)$/s,
    (m) => `одно из: ${m[1]!.replaceAll('"', '').replaceAll('|', ', ')}`,
  ],
  [/^Invalid string: must match pattern /, () => 'строка не того вида'],
];

const MESSAGES: readonly Say[] = [
  [
    /^line (\d+), column (\d+): (.+)$/s,
    (m) => `строка ${m[1]!}, знак ${m[2]!}: ${said(JSON_FAULTS, m[3]!) ?? GENERAL.invalid_json}`,
  ],
  [/^the number is not finite$/, () => 'число не конечно'],
  [/^the reply was cut off$/, () => 'ответ оборван'],
  [/^the model gave no document \((.+)\)$/, () => 'модель не дала документа'],
  [/^the reply is longer than (\d+) characters$/, (m) => `ответ длиннее ${m[1]!} знаков`],
  [/^no place has the id (\S+)$/, (m) => `места с именем ${m[1]!} нет`],
  [/^no aircraft has the id (\S+)$/, (m) => `борта с именем ${m[1]!} нет`],
  [/^no zone has the id (\S+)$/, (m) => `зоны с именем ${m[1]!} нет`],
  [/^(\S+) is no hand-off point$/, (m) => `${m[1]!} не пункт передачи`],
  [
    /^(\S+) is (available|charging|maintenance|busy)$/,
    (m) => `борт ${m[1]!} ${STATUS[m[2]!] ?? 'недоступен'}`,
  ],
  [/^a task of intent (\w+) needs a destination$/, (m) => `${wordIn('ru', m[1]!)}: нужно место назначения`],
  [
    /^a task of intent (\w+) needs at least one place to visit$/,
    (m) => `${wordIn('ru', m[1]!)}: нужно хотя бы одно место облёта`,
  ],
  [
    /^a task of intent (\w+) carries nothing that ground transport could take over$/,
    (m) => `${wordIn('ru', m[1]!)}: груза для наземного транспорта нет`,
  ],
  [
    /^waiting does not fit a task with a deadline or of critical priority$/,
    () => 'задание со сроком или критическое не ждёт',
  ],
  [
    /^the airspace's ceiling is ([\d.]+) m above ground$/,
    (m) => `потолок воздушного пространства ${m[1]!} м над землёй`,
  ],
  [
    /^the instruction says "(.*)", so (\S+) must name (.+)$/s,
    (m) => `в задании сказано «${m[1]!}»: ${nameOf(m[2]!)} должны включать ${m[3]!}`,
  ],
  [
    /^the instruction says "(.*)", so (\S+) must be (.+)$/s,
    (m) => `в задании сказано «${m[1]!}»: ${nameOf(m[2]!)}, должно быть ${bound(m[3]!)}`,
  ],
  [
    /^(\S+) may not go below ([\d.]+), whatever the priority \(R7\)$/,
    (m) => `${nameOf(m[1]!)}: нельзя ниже ${m[2]!} при любом приоритете (R7)`,
  ],
  [
    /^(\S+) is (below|above) the default ([\d.]+), and the instruction does not ask for that$/,
    (m) =>
      `${nameOf(m[1]!)}: ${m[2] === 'below' ? 'ниже' : 'выше'} обычного ${m[3]!}, а задание этого не просит`,
  ],
  [
    /^accepting high risk needs a fallback that asks a human$/,
    () => 'высокий риск требует запасного варианта с вопросом человеку',
  ],
  [
    /^the instruction leaves (\S+) open; ask the operator rather than fill it in \(R8\)$/,
    (m) => `задание оставляет открытым: ${nameOf(m[1]!)}; нужно спросить оператора (R8)`,
  ],
  [
    /^altitude_min_m ([\d.]+) must be below altitude_max_m ([\d.]+)$/,
    (m) => `наименьшая высота ${m[1]!} м должна быть меньше наибольшей ${m[2]!} м`,
  ],
  [
    /^(\S+) is not a field of (\S+|the document)$/,
    (m) => `${m[1]!}: такого поля нет (${m[2] === 'the document' ? 'документ' : m[2]!})`,
  ],
  [/^(\S+) is required$/, (m) => `${nameOf(m[1]!)}: поле обязательно`],
  [/^(\S+) must be one of (.+)$/s, (m) => `${nameOf(m[1]!)}, одно из: ${words(m[2]!, ', ')}`],
  [/^no tool has the name (.+)$/s, (m) => `инструмента ${m[1]!} нет`],
  [/^no program rule is called (.+)$/s, (m) => `программного правила ${m[1]!} нет`],
  [/^the steps (.+) depend on each other$/, (m) => `шаги зависят друг от друга: ${m[1]!}`],
  [/^a plan without (\S+) releases nothing$/, (m) => `без ${m[1]!} план ничего не выпускает`],
  [/^(\S+) has no argument (.+)$/s, (m) => `у ${m[1]!} нет поля ${m[2]!}`],
  [
    /^step (\d+) \((\S+)\) needs step (\d+), which does not exist$/,
    (m) => `шагу ${m[1]!} (${m[2]!}) нужен шаг ${m[3]!}, которого нет`,
  ],
  [
    /^step (\d+) \((\S+)\) needs step (\d+), which comes later$/,
    (m) => `шагу ${m[1]!} (${m[2]!}) нужен шаг ${m[3]!}, а он позже`,
  ],
  [
    /^(\S+) needs the result of (\S+), which the plan does not call$/,
    (m) => `${m[1]!}: нужен результат ${m[2]!}, которого в плане нет`,
  ],
  [
    /^(\S+) needs the result of (\S+), which comes later \(step (\d+)\)$/,
    (m) => `${m[1]!}: нужен результат ${m[2]!}, а он позже (шаг ${m[3]!})`,
  ],
  ...SCHEMA_FAULTS,
  [
    /^([\w.[\]]+): (.+)$/s,
    (m) => `${nameOf(m[1]!)}: ${said(SCHEMA_FAULTS, m[2]!) ?? 'значение не подходит'}`,
  ],
];

const SUGGESTIONS: readonly Say[] = [
  [/^Send one JSON object and nothing else\.$/, () => 'Нужен один объект JSON и ничего больше.'],
  [/^Answer with one JSON object as described\.$/, () => 'Нужен один объект JSON, как описано.'],
  [/^Give a finite number\.$/, () => 'Нужно конечное число.'],
  [/^Use at most (\S+)\.$/, (m) => `Не больше ${m[1]!}.`],
  [/^Use human_confirm, or max_risk_level medium\.$/, () => 'Спросить человека или взять средний риск.'],
  [/^Use (\S+)\.$/, (m) => `Взять ${m[1]!}.`],
  [/^Set it to (\S+)\.$/, (m) => `Поставить: ${wordIn('ru', m[1]!)}.`],
  [/^Add a step that calls (\S+)\.$/, (m) => `Добавить шаг ${m[1]!}.`],
  [/^Add (\S+) before it\.$/, (m) => `Добавить перед ним ${m[1]!}.`],
  [/^Add (.+)\.$/, (m) => `Добавить: ${m[1]!}.`],
  [/^Move (\S+) before it\.$/, (m) => `Поставить перед ним ${m[1]!}.`],
  [/^Remove it; the schema lists every field\.$/, () => 'Убрать: все поля перечислены в схеме.'],
  [
    /^Swap or correct the two heights \(metres above ground\)\.$/,
    () => 'Поменять или исправить высоты (метры над землёй).',
  ],
  [/^A step may depend on earlier steps only\.$/, () => 'Шаг зависит только от прежних.'],
  [/^Steps are numbered from 0 to (\d+)\.$/, (m) => `Шаги нумеруются от 0 до ${m[1]!}.`],
  [
    /^Put every producer before its consumer\.$/,
    () => 'Сначала шаг, который даёт данные, потом тот, который их берёт.',
  ],
  [
    /^Set uncertainty\.needs_human_confirmation and name what is missing\.$/,
    () => 'Спросить человека и назвать, чего не хватает.',
  ],
  ...SCHEMA_FAULTS,
];
