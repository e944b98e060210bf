import type { Desk } from './reading.ts';
import { ANGLE_NAME, tasksFor } from './read-task.ts';
import { TO } from './units.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';
const g = (source: string): RegExp => new RegExp(source, 'gu');

/** Variants of one call of the tool. */
const MOST_VARIANTS = 8;

/** What to compute, search, accept, explain, write and show. Runs before the changes: "try angle 30" changes nothing. */
export function readActions(desk: Desk): void {
  const { sheet } = desk;
  sheet.take(
    g(
      `${L}(?:сценарий\\s+не\\s+(?:меняй|трогай|изменяй)(?:те)?|не\\s+(?:меняй|трогай|изменяй)(?:те)?\\s+сценарий|(?:do\\s+not|don'?t)\\s+change\\s+(?:the\\s+)?scenario|leave\\s+the\\s+scenario\\s+(?:as\\s+it\\s+is|unchanged))${R}`,
    ),
    () => void (desk.keep = true),
  );
  readAngleVariants(desk);
  readNote(desk);
  readReport(desk);
  readAdopt(desk);
  readPronoun(desk);
  readRecommend(desk);
  readShow(desk);
  sheet.take(
    g(
      `${L}(?:(?:рас|пере|по|про)считай(?:те)?|рассчитать|пересчитать|посчитать|выполни(?:те)?\\s+расчет|сделай(?:те)?\\s+расчет|запусти(?:те)?\\s+расчет|(?:re)?comput(?:e|ation)|(?:re)?calculate|run\\s+the\\s+(?:planner|computation|plan)|make\\s+(?:the|a)\\s+plan|plan\\s+it)(?:\\s+(?:the\\s+|a\\s+)?(?:план|plan))?(?:\\s+(?:заново|снова|again))?(?:\\s+(?:по\\s+(?:текущему\\s+)?сценарию|for\\s+the\\s+(?:current\\s+)?scenario))?${R}`,
    ),
    ({ at }) => desk.do(at, 'compute_plan', {}),
  );
  sheet.take(
    g(`${L}(?:помощь|справка|что\\s+ты\\s+умеешь|help|what\\s+can\\s+you\\s+do)${R}`),
    () => void (desk.help = true),
  );
}

function readAngleVariants(desk: Desk): void {
  const VERB = '(?:проверь|проверить|попробуй|сравни|оцени|испытай|check|try|test|compare|evaluate)(?:те)?';
  desk.sheet.take(
    g(
      `${L}${VERB}(?:\\s|вариант[а-я]*|variants?|с|with|the|a|участ[а-я]*|task|@t\\d+|для|on|for|of)*${ANGLE_NAME}${TO}((?:\\d+(?:\\.\\d+)?\\s*(?:°|градус[а-я]*|deg(?:ree)?s?)?(?:\\s*(?:,|и|или|and|or|/)\\s*|(?![\\p{L}\\p{N}])))+)(?:\\s*(?:для|на|on|for|of)\\s+(?:всех\\s+участков|all\\s+tasks|(?:участк[а-я]*|task)?\\s*@t\\d+))?`,
    ),
    (take) => {
      const degs = (take.groups[1]!.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
      if (degs.length > MOST_VARIANTS) {
        return desk.ask(
          `At most ${MOST_VARIANTS} at once; you named ${degs.length}.`,
          `Не больше ${MOST_VARIANTS} за раз; названо ${degs.length}.`,
        );
      }
      const tasks = tasksFor(desk, take);
      if (tasks === null) return undefined;
      const variants = degs.map((deg) => ({
        label: `${deg}°`,
        open_sites: null,
        rebase: null,
        enable: null,
        disable: null,
        angles: tasks.map((task_id) => ({ task_id, swath_angle: { mode: 'fixed', deg } })),
      }));
      return desk.do(take.at, 'evaluate_variants', { variants });
    },
  );
}

function readRecommend(desk: Desk): void {
  const WORD =
    '(?:вариант[а-я]*|лучше|получше|лучший|лучшие|план[а-я]*|в\\s+пределах\\s+разрешенного|разрешенн[а-я]+|перебор[а-я]*|полным|полный|свои|по|из|better|best|the|a|an|good|variants?|options?|plans?|within\\s+what\\s+is\\s+allowed|of|by|with|для|мне|for|me)';
  const PART =
    '((?:только|only|включая|including)\\s+)?(угл[а-я]+(?:\\s+галс[а-я]*)?|угол(?:\\s+галс[а-я]*)?|приписк[а-я]+(?:\\s+борт[а-я]*)?|базирован[а-я]+|(?:состав[а-я]*\\s+)?парк[а-я]*|площадк[а-я]*|(?:the\\s+)?(?:swath\\s+)?angles?|basing|home\\s+sites?|fleet|sites?)';
  const GAP = '(?:\\s*,\\s*|\\s+)';
  desk.sheet.take(
    g(
      `${L}(?:подбери|подобрать|найди|найти|предложи|перебери|поищи|suggest|recommend|search|find|look)(?:те)?(?:${GAP}${WORD}${R})*(?:${GAP}${PART}(?:(?:\\s*,\\s*|\\s+и\\s+|\\s+and\\s+)${PART})*(?:\\s+only)?)?${R}`,
    ),
    (take) => {
      const { at, groups } = take;
      const whole = groups[0]!;
      // "Find" without an object of the search is somebody's ordinary word.
      if (
        !/вариант|лучш|угл|угол|приписк|базир|парк|состав|площад|перебор|better|best|variant|option|angle|basing|home|fleet|site|recommend|suggest|подбери|подобрать/u.test(
          whole,
        )
      )
        return false;
      const narrow = groups[2] !== undefined && !/включая|including/u.test(whole);
      const part = (pattern: RegExp): boolean => !narrow || pattern.test(whole);
      desk.do(at, 'recommend', {
        basing: part(/приписк|базир|basing|home/u),
        fleet: part(/парк|состав|fleet/u),
        sites: part(/площад|(?<!home )sites?/u),
        angle: part(/угл|угол|angle/u),
        combine: true,
      });
      return true;
    },
  );
}

const ADOPT = '(?:прими|принять|примени|применить|возьми|adopt|accept|apply|take)(?:те)?';

function readAdopt(desk: Desk): void {
  const { sheet } = desk;
  sheet.take(g(`${L}${ADOPT}\\s+(?:вариант\\s+|variant\\s+|the\\s+)*(v\\d{1,3})${R}`), ({ at, groups }) =>
    desk.do(at, 'adopt_variant', { variant_id: groups[1] }),
  );
  sheet.take(
    g(`${L}${ADOPT}\\s+(?:the\\s+)?(?:лучш[а-я]+(?:\\s+вариант[а-я]*)?|best(?:\\s+(?:variant|one))?)${R}`),
    ({ at }) => desk.do(at, 'adopt_variant', { variant_id: null }),
  );
}

function readPronoun(desk: Desk): void {
  const { sheet } = desk;
  sheet.take(g(`${L}${ADOPT}\\s+(?:его|ее|этот|it|that)${R}`), ({ at }) => {
    if (sheet.has(/подбери|подобрать|найди|найти|предложи|recommend|suggest|find/u)) {
      return desk.do(at, 'adopt_variant', { variant_id: null });
    }
    return desk.ask(
      'Which variant? Say its id, or “adopt the best” after a search.',
      'Какой вариант? Назовите его id или скажите «прими лучший» после подбора.',
    );
  });
}

function readReport(desk: Desk): void {
  desk.sheet.take(
    g(
      `${L}(?:(?:объясни|объяснить|поясни|разбери|покажи|прочитай|explain|show|read)(?:те)?(?:\\s|мне|the|me|to)*(?:отчет[а-я]*|вердикт[а-я]*|замечани[а-я]*|report|verdict|findings)(?:\\s+(?:валидатора|of\\s+the\\s+validator))?|почему\\s+(?:план\\s+)?не\\s+допущен|какие\\s+(?:есть\\s+)?(?:замечания|ошибки|предупреждения)|what\\s+are\\s+the\\s+findings|why\\s+is\\s+(?:the\\s+plan|it)\\s+not\\s+admitted|validator'?s?\\s+report|отчет\\s+валидатора)${R}`,
    ),
    ({ at }) => desk.do(at, 'get_plan_report', { evaluation_id: null, language: desk.language }),
  );
}

function readNote(desk: Desk): void {
  desk.sheet.take(
    g(
      `${L}(?:(?:оформи|оформить|напиши|составь|подготовь|сделай|создай|write|prepare|draft|make)(?:те)?\\s+(?:the\\s+|an?\\s+)?(?:(?:пояснительн[а-я]+\\s+)?записк[а-я]*|(?:explanatory\\s+)?note)|пояснительн[а-я]+\\s+записк[а-я]*|explanatory\\s+note)(?:\\s+(?:к\\s+(?:плану|отчету)|to\\s+the\\s+plan|for\\s+the\\s+plan))?${R}`,
    ),
    ({ at }) => desk.do(at, 'write_report_note', { evaluation_id: null, language: desk.language }),
  );
}

const PARTS: readonly (readonly [RegExp, string | null])[] = [
  [/участ|task/u, 'tasks'],
  [/площад|site/u, 'sites'],
  [/борт|парк|unit|fleet|aircraft/u, 'units'],
  [/настройк|услови|settings|weather|погод/u, 'settings'],
];

function readShow(desk: Desk): void {
  const SHOW =
    '(?:покажи|показать|выведи|прочитай|перечисли|расскажи\\s+про|что\\s+в|какие|какой|список|show|list|read|describe|what\\s+is\\s+in|which|what)(?:те)?';
  const { sheet } = desk;
  sheet.take(
    g(
      `${L}${SHOW}(?:\\s|есть|мне|the|me|are|is|there|доступны|available|in)*(?:каталог[а-я]*|справочник[а-я]*|модел[а-я]+|нагрузк[а-я]+|catalog(?:ue)?|models?|payloads?|equipment)(?:\\s+(?:техники|оборудования|есть|доступны|are|available))*${R}`,
    ),
    ({ at, groups }) =>
      desk.do(at, 'get_catalog', {
        what: /модел|model/u.test(groups[0]!)
          ? 'aircraft'
          : /нагруз|payload/u.test(groups[0]!)
            ? 'payloads'
            : null,
      }),
  );
  sheet.take(
    g(
      `${L}${SHOW}(?:\\s|есть|мне|the|me|are|is|there|сейчас|now|текущ[а-я]+|current|all|все)*(?:сценари[а-я]*|scenario|участк[а-я]*|tasks?|площадк[а-я]*|sites?|борт[а-я]*|парк[а-я]*|units?|fleet|aircraft|настройк[а-я]*|settings|услови[а-я]*|погод[а-я]*|weather)(?:\\s+(?:есть|сейчас|now|in\\s+the\\s+scenario|в\\s+сценарии))*${R}`,
    ),
    ({ at, groups }) =>
      desk.do(at, 'get_scenario', { part: PARTS.find(([p]) => p.test(groups[0]!))?.[1] ?? null }),
  );
}
