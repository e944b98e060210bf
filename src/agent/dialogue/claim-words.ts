/**
 * Words that say of a plan that it may be flown, in Russian and English, for folded text (see `fold`). `admitted`: the plan is
 * admitted or free of errors. `spotless`: it has no warnings either. `affirm` is a bare sign of approval.
 */
export type ClaimKind = 'admitted' | 'spotless';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}])';
/** Up to n words between two others, inside a clause, none of them a denial. */
const gap = (n: number): string => `(?:(?!(?:не|нет|not|no|never)\\s)[^\\s,;:.!?()|]+\\s+){0,${n}}`;

const PLAN_RU = '(?:план|вариант|полет|вылет|маршрут|съемк|расчет|миссия|миссию|миссии|задани)[а-я]*';
const FLY_RU =
  '(?:лететь|летать|взлетать|взлететь|вылетать|вылететь|стартовать|поднимать[а-я]*|запускать|запустить|выполнять|выполнить|исполнять|приступать|приступить|начинать|начать|отправлять[а-я]*)';
const FLIGHT_RU = '(?:полет|вылет|взлет|запуск|старт|выполнен|исполнен|работ|съемк|эксплуатац)[а-я]*';

const RU: readonly string[] = [
  `${L}(?:пред)?допущен(?:а|о|ы|ъ|н[а-я]+)?${R}`,
  `${L}допустил[аио]?${R}`,
  `${PLAN_RU}\\s+${gap(2)}допустим[аоы]?${R}`,
  `${L}допуск[а-я]*\\s+${gap(1)}(?:получен|выдан|есть|дан|подтвержд|открыт|оформлен|имеется|удовлетворен)[а-я]*`,
  `${L}(?:получил[аио]?|имеет|дает|дал[аио]?|выдал[аио]?|открыл[аио]?)\\s+${gap(1)}допуск${R}`,
  `${L}(?:одобрен|утвержден|согласован|санкционирован|валидирован|верифицирован|сертифицирован|легализован)(?:а|о|ы|н[а-я]+)?${R}`,
  `${L}(?:одобрил|утвердил|согласовал)[аио]?${R}`,
  `${L}(?:одобря|утвержда|разреша|допуска)(?:ю|ем|ет)(?:ся)?\\s+${gap(2)}(?:${PLAN_RU}|${FLY_RU}|${FLIGHT_RU})`,
  `${PLAN_RU}\\s+${gap(2)}разрешен[аоы]?${R}`,
  `${L}разрешен[аоы]?\\s+${gap(1)}(?:${FLIGHT_RU}|${FLY_RU})`,
  `${L}можно\\s+${gap(3)}${FLY_RU}`,
  `${L}(?:летите|лети|взлетайте|вылетайте|запускайте|приступайте|стартуйте)${R}`,
  `${L}готов[аоы]?\\s+(?:к|для)\\s+${gap(1)}${FLIGHT_RU}`,
  `${L}(?:безопасен|безопасна|безопасно|безопасны|безопасный|безопасным)${R}`,
  `${L}(?:прошел|прошла|прошло|прошли|проходит|пройдет|выдержал[аио]?)\\s+${gap(2)}(?:проверк|валидаци|валидатор|контрол|верификаци|экспертиз)[а-я]*`,
  `${L}(?:проверк|валидаци|верификаци)[а-я]*\\s+${gap(1)}пройден[аоы]?${R}`,
  `${L}(?:успешно|полностью)\\s+(?:проверен|подтвержден)[аоы]?${R}`,
  `${L}валидатор[а-я]*\\s+${gap(2)}(?:принял|принимает|пропустил|пропускает|подтвердил|подтверждает|согласен|доволен|за)${R}`,
  `${L}(?:принят|пропущен|подтвержден)[аоы]?\\s+${gap(1)}валидатор[а-я]*`,
  `${L}(?:валиден|валидна|валидны|легален|легальна|годен|годна|пригоден|пригодна)${R}`,
  `${L}(?:соответствует|удовлетворяет|отвечает)\\s+${gap(2)}(?:требовани|норм|правил|ограничени|критери)[а-я]*`,
  `${L}(?:нарушений|ошибок|отказов)\\s+${gap(2)}(?:нет|не\\s+(?:найдено|выявлено|обнаружено|имеет|содержит|имеется|осталось))${R}`,
  `${L}(?:без|нет|ноль|0)\\s+${gap(1)}(?:нарушений|ошибок)${R}`,
  `${L}ни\\s+одно(?:й|го)\\s+(?:ошибки|нарушения)${R}`,
  `${L}(?:вердикт|решени|статус|валидатор|ответ)[а-я]*(?:\\s+валидатора)?\\s*[:=—–-]+\\s*["«]?(?:да|ок|окей|допустить|допуск|годен|можно|хорошо)${R}`,
  `${PLAN_RU}\\s+${gap(1)}допускается${R}|${L}допускается\\s+к\\s`,
  `${FLY_RU}\\s+${gap(1)}(?:можно|разрешено|разрешаю|разрешается|допускается)${R}`,
  `${L}(?:полет|вылет|взлет|запуск|старт)[а-я]*\\s+${gap(1)}разреша(?:ю|ем|ется)${R}`,
  `${L}(?:ничто|ничего)\\s+не\\s+(?:мешает|препятствует)\\s+${gap(1)}(?:${FLY_RU}|${FLIGHT_RU})`,
  `${L}(?:план|вариант|маршрут)[а-я]*\\s+${gap(2)}(?:корректен|выполним|исправен|безошибочен|легитимен|правомерен|подходит|годится|чист|в\\s+силе|проходит(?!\\s+(?:через|над|вдоль|мимо)))${R}`,
  `${L}принят[аоы]?\\s+к\\s+${FLIGHT_RU}`,
  `${L}(?:проверк|валидаци|верификаци)[а-я]*\\s+${gap(1)}(?:успешн[а-я]+|прошл[аи]|завершен[аоы]?\\s+успешно)${R}`,
  `${L}валидатор[а-я]*\\s+ничего\\s+не\\s+(?:нашел|обнаружил|выявил)`,
  `${L}(?:вылетаем|летим|взлетаем|стартуем|запускаем)${R}`,
  `${L}(?:ошибки|нарушения|отказы)\\s+${gap(1)}отсутствуют${R}`,
  `${L}(?:ошибок|нарушений)\\s*[:=—–-]+\\s*(?:0|нет|ноль)${R}`,
  `${L}безопасност[ьи]\\s+${gap(1)}(?:обеспечен|гарантирован|подтвержден)[а-я]*`,
  `${L}все\\s+(?:в\\s+порядке|чисто|ок|корректно)${R}`,
  `${L}зелен[а-я]+\\s+свет${R}`,
  `${L}(?:дает|дал[аио]?|даю|есть|получено)\\s+добро${R}`,
  `${L}добро\\s+на\\s+${FLIGHT_RU}`,
  `${L}положительн[а-я]+\\s+(?:вердикт|заключени|решени)[а-я]*`,
  `${L}(?:вердикт|заключени)[а-я]*\\s+${gap(2)}положительн[а-я]+`,
];

const RU_SPOTLESS: readonly string[] = [
  `${L}(?:замечания|предупреждения)\\s+${gap(1)}отсутствуют${R}`,
  `${L}(?:замечаний|предупреждений)\\s*[:=—–-]+\\s*(?:0|нет|ноль)${R}`,
  `${L}(?:замечаний|предупреждений|претензий)\\s+${gap(2)}(?:нет|не\\s+(?:найдено|выявлено|обнаружено|имеет|имеется|осталось))${R}`,
  `${L}(?:без|нет|ноль|0)\\s+${gap(1)}(?:замечаний|предупреждений|претензий)${R}`,
  `${L}ни\\s+одного\\s+(?:замечания|предупреждения)${R}`,
];

const FLY_EN =
  '(?:fly|flown|launch|launched|take\\s?off|takeoff|depart|go\\s+ahead|execute|executed|start\\s+flying|go\\s+flying|be\\s+flown|be\\s+launched|be\\s+executed)';
const PLAN_EN = '(?:plan|variant|flight|mission|route|option|survey|it|this|that|everything|all)s?';

const EN: readonly string[] = [
  `${L}(?:pre)?(?:admitted|admissible|approved|authori[sz]ed|certified|validated|verified|compliant|flyable|airworthy|sanctioned)${R}`,
  `${L}(?:admits|approves|authori[sz]es|i\\s+(?:admit|approve|authori[sz]e))${R}`,
  `${L}(?:grants?|granted|gives?|gave|given|has|have|got|received|receives?)\\s+${gap(2)}(?:approval|admission|clearance|authori[sz]ation)${R}`,
  `${L}(?:approval|admission|clearance|authori[sz]ation)\\s+(?:is|was|has\\s+been|:|=)?\\s*(?:granted|given|received|confirmed)${R}`,
  `${L}clear(?:ed)?\\s+(?:for|to)\\s+${gap(1)}(?:fly|flight|take\\s?off|takeoff|launch|execution|go|operation)[a-z]*`,
  `${L}${PLAN_EN}\\s+(?:is|are|s|was|were|looks?|seems?|remains?)\\s+${gap(2)}(?:valid|legal|ok|okay|clean|permitted|allowed|fine\\s+to\\s+fly)${R}`,
  `${L}(?:flying|take\\s?off|launch)\\s+is\\s+${gap(1)}(?:permitted|allowed|ok|okay|fine)${R}`,
  `${L}(?:can|may|should|free\\s+to|ready\\s+to|ok\\s+to|okay\\s+to|clear\\s+to|allowed\\s+to|able\\s+to)\\s+(?:now\\s+|already\\s+|safely\\s+|just\\s+)?${FLY_EN}${R}`,
  `${L}ready\\s+for\\s+${gap(1)}(?:flight|take\\s?off|takeoff|launch|execution)${R}`,
  `${L}(?:good\\s+to\\s+go|green\\s*light|goahead|all\\s+clear|thumbs\\s*up)${R}`,
  `${L}(?:safe|safely)${R}`,
  `${L}pass(?:es|ed)?\\s+${gap(3)}(?:validation|validator|verification|checks?|inspection|judge)${R}`,
  `${L}validator\\s+${gap(2)}(?:accepts?|accepted|pass(?:es|ed)?|confirms?|confirmed|agrees?|agreed|happy|satisfied)${R}`,
  `${L}(?:accepted|confirmed|passed)\\s+by\\s+${gap(1)}validator${R}`,
  `${L}(?:meets?|satisf(?:y|ies)|compl(?:y|ies)\\s+with|fulfils?|fulfills?)\\s+${gap(3)}(?:requirement|rule|limit|constraint|regulation|norm)s?${R}`,
  `${L}(?:no|zero|0|without(?:\\s+any)?|free\\s+of)\\s+${gap(2)}(?:errors?|violations?)${R}`,
  `${L}(?:plan|variant|mission|status|result)\\s*[:=-]+\\s*(?:ok|okay|good|go|pass(?:ed)?|yes|clean)${R}`,
  `${L}(?:fit|go)\\s+(?:to|for)\\s+${gap(1)}(?:fly|flight|launch|take\\s?off)${R}|${L}its\\s+a\\s+go${R}`,
  `${L}nothing\\s+(?:prevents|stops|blocks|hinders)${R}`,
  `${L}(?:proceed|go\\s+ahead)\\s+with\\s+${gap(1)}(?:flight|launch|take\\s?off|execution|mission)${R}`,
  `${L}(?:validation|verification|checks?|inspection)\\s+${gap(2)}(?:succeed(?:s|ed)|successful(?:ly)?|passed|ok|green)${R}`,
  `${L}validator\\s+(?:found|reports?|sees|has)\\s+(?:nothing|no\\s)`,
  `${L}permission\\s+(?:to\\s+fly\\s+)?(?:is\\s+|was\\s+|has\\s+been\\s+)?granted${R}`,
  `${L}(?:all|everything|plan|check)\\s+(?:is\\s+|are\\s+)?(?:green|fine|in\\s+order|clean)${R}|${L}green\\s+across${R}`,
  `${L}(?:errors?|violations?)\\s*[:=]+\\s*(?:0|none|no|zero)${R}`,
  `${L}safety\\s+is\\s+${gap(1)}(?:guaranteed|assured|ensured|confirmed)${R}`,
  `${L}(?:positive|favou?rable)\\s+(?:verdict|decision)${R}`,
  `${L}verdict\\s+(?:is|was|:|=)?\\s*${gap(1)}(?:positive|favou?rable|pass|ok|yes)${R}`,
];

const EN_SPOTLESS: readonly string[] = [
  `${L}(?:findings?|warnings?|issues?)\\s*[:=]+\\s*(?:0|none|no|zero)${R}`,
  `${L}(?:no|zero|0|without(?:\\s+any)?|free\\s+of)\\s+${gap(2)}(?:findings?|issues?|warnings?|problems?|remarks?|objections?)${R}`,
];

/** Latin words of other languages that a model may reach for. */
const OTHER: readonly string[] = [
  `${L}(?:zugelassen|genehmigt|freigegeben|approuve|autorise|aprobado|autorizado|approvato|zatwierdzony|dopuszczony|onaylandi|aprovado|schvaleno|dozvoljeno|dopushchen|dopushen|odobren|razreshen)[a-z]*`,
];

const SIGNS = '[✅✔☑🟢👍👌🆗]';

const all = (sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'gu');

/** Each kind of claim with the pattern that finds it. */
export const CLAIMS: readonly { readonly kind: ClaimKind; readonly pattern: RegExp }[] = [
  { kind: 'admitted', pattern: all([...RU, ...EN, ...OTHER, SIGNS]) },
  { kind: 'spotless', pattern: all([...RU_SPOTLESS, ...EN_SPOTLESS]) },
];

const RU_BETWEEN =
  '(?:был|была|было|были|будет|будут|является|являются|считается|считаются|считать|может|могут|быть|еще|пока|признан|признана|окончательно|полностью|официально|валидатором|автоматически|план|вариант|такой|этот|до|сих|пор)';
const EN_BETWEEN =
  '(?:yet|currently|be|been|being|is|are|was|were|has|have|had|it|the|this|that|plan|plans|variant|variants|considered|necessarily|formally|fully|officially|get|got|by|validator|still|so|far|can|could|ever|a|an|any|called|found)';

/** A negation that reaches the claim: only words that carry no sense of their own may stand between. */
export const NEGATED_BEFORE = new RegExp(
  [
    `(?:^|[\\s(«"'])(?:не|нельзя|ни\\s+(?:один|одна|одно)(?:\\s+(?!не\\b)[а-я]+){0,3}\\s+не|никогда\\s+не)(?:\\s+${RU_BETWEEN}){0,4}\\s+$`,
    `(?:^|[\\s("'])(?:not|isnt|wasnt|arent|werent|hasnt|havent|hadnt|never|cannot|cant|wont|didnt|doesnt|dont|neither|nor|no\\s+(?:plan|variant|option|route|evaluation)s?|none(?:\\s+of\\s+(?:the\\s+|these\\s+|them\\s*)?[a-z]*)?|nothing|fails?\\s+to|failed\\s+to|without\\s+being|yet\\s+to|unable\\s+to|no|non)(?:\\s+${EN_BETWEEN}){0,4}\\s+$`,
  ].join('|'),
  'u',
);

/** A no that follows: `admitted: false`, `допущен — нет`, `допущен не был`. */
export const NEGATED_AFTER = new RegExp(
  [
    `^["'»”]?\\s*[:=—–?-]*\\s*["'«“]?(?:не|нет|false|no|not|null|none|unknown|неизвестно|n/a)["'»”]?\\s*(?=[.,;|)}\\]\\n]|$)`,
    `^\\s+(?:вариантов|планов|plans?|variants?)\\s+(?:пока\\s+)?(?:нет|не\\s+(?:найдено|нашлось|осталось))${R}`,
    `^\\s+(?:пока\\s+|еще\\s+)?не\\s+(?:был|была|было|были|будет|является)${R}`,
  ].join('|'),
  'u',
);

/** What makes of a clause no claim: a condition, an aim, a question, a refusal to say it. */
export const NO_CLAIM_CLAUSE = new RegExp(
  [
    `(?:^|\\s)(?:если|чтобы|пока\\s+не|прежде\\s+чем|для\\s+того|(?:можно|будет|может|есть|был|была|является)\\s+ли)\\s`,
    `(?:^|\\s)(?<!even\\s|as\\s)(?:if|whether|unless|until|so\\s+that|in\\s+order)\\s`,
    `(?:не\\s+(?:могу|вправе|буду|стану|имею\\s+права)|нельзя|отказываюсь)\\s+(?:[а-я]+\\s+){0,2}?(?:сказать|утверждать|подтвердить|подтверждать|заявить|заявлять|объявить|объявлять|назвать|называть|считать|признать|признавать|обещать|гарантировать|пометить)`,
    `(?:не\\s+(?:означает|значит|следует|говорит|доказывает))`,
    `(?:cannot|cant|can\\s+not|will\\s+not|wont|may\\s+not|must\\s+not|do\\s+not|dont|never|refuse\\s+to|unable\\s+to|not\\s+able\\s+to|not\\s+allowed\\s+to)\\s+(?:[a-z]+\\s+){0,2}?(?:say|tell|claim|state|confirm|declare|call|mark|promise|guarantee|know|consider|assume)${R}`,
    `(?:does\\s+not|doesnt)\\s+(?:mean|imply|prove|show)${R}`,
  ].join('|'),
  'u',
);

/** The same, where it stands right before the claim: `only admitted variants`, `must be admitted`, `признак «допущен»`. */
export const NO_CLAIM_ADJACENT =
  /(?:(?<!не\s)(?:только|лишь)|исключительно|каждый|любой|должен быть|должна быть|(?:признак[а-я]*|отметк[а-я]+|слово)\s*[«"'“]|(?<!not\s)only(?:\s+an?)?|must(?: be)?|should(?: be)?|needs? to(?: be)?|ha(?:s|ve) to(?: be)?|to be|than the aircraft|the (?:word|flag|mark))\s*["“']?$/u;

/** A question about the claim that stands after it: `допущен ли план`. */
export const ASKED_AFTER = /^\s+ли(?![\p{L}])/u;

/** Words with which a sentence says yes to the one before. */
export const YES =
  /^\s*[-–—•]?\s*(?:да|конечно|безусловно|разумеется|верно|так точно|именно так|yes|yep|yeah|sure|certainly|of course|absolutely|correct|affirmative)(?![\p{L}])/u;

/** Claims about each one of several. */
export const EACH =
  /(?<![\p{L}])(?:все|всех|каждый|каждая|любой|оба|обе|all|every|each|both|any)(?![\p{L}])/u;
