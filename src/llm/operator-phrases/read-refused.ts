import type { Desk } from './reading.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';

/** What cannot be done by saying it, with who can. */
const REFUSED: readonly (readonly [source: string, en: string, ru: string])[] = [
  [
    `${L}(?:нарисуй|рисуй|очерти|добавь|измени|удали|убери|сдвинь|расширь|уменьши|увеличь|подними|опусти|обойди|draw|add|change|remove|delete|move|extend|shrink|raise|lower)(?:те)?\\s+(?:[\\p{L}-]+\\s+){0,2}?(?:зон[ауы]|границ[ауы]|контур[а-я]*|полигон[а-я]*|потолок|потолка|пол(?=\\s+(?:воздуш|до|на|разреш)|\\s*$)|геометри[юи]|(?:no-?\\s?fly\\s+)?zones?|boundary|polygon|outline|ceiling|floor|geometry)${R}[^.;\\n]*`,
    'Areas, zones, boundary, floor and ceiling are drawn on the map by the operator.',
    'Участки, зоны, границу, пол и потолок правит оператор на карте.',
  ],
  [
    `${L}(?:смени|измени|поменяй|change|switch)(?:те)?\\s+(?:the\\s+)?(?:тип|вид|type|survey\\s+type)(?:\\s+(?:съемки|of\\s+(?:the\\s+)?survey))?${R}[^.;\\n]*`,
    'The survey type is fixed by the operator in the scenario.',
    'Тип съёмки задаёт оператор в сценарии.',
  ],
  [
    `${L}(?:разреши|позволь|включи\\s+(?:переключатель|разрешение)|сними\\s+(?:запрет|закрепление)|открепи|закрепи|измени\\s+(?:политику|разрешения)|allow|permit|unpin|pin|lift\\s+the\\s+(?:policy|ban)|change\\s+the\\s+policy|enable\\s+the\\s+switch)(?:те)?${R}[^.;\\n]*`,
    'What the system may change and what is pinned is set by the operator with the switches of the page.',
    'Разрешения и закрепления задаёт оператор переключателями в блоке «Что разрешено системе».',
  ],
  [
    `${L}(?:объяви|назови|считай|признай|пометь|сделай|declare|call|mark|consider|make)(?:те)?\\s+(?:the\\s+)?(?:план|его|plan|it)\\s+(?:as\\s+)?(?:допущен[а-я]*|admitted|approved)${R}[^.;\\n]*`,
    'Whether a plan is admitted is the validator’s word alone.',
    'Допуск плана определяет только валидатор.',
  ],
];

/** A change by so much instead of to so much: what is wanted may be meant in two ways, and is asked for. */
const BY = new RegExp(
  `${L}(?:увелич|уменьш|подним|повыс|пониз|сниз|опусти|добав|убав|increase|decrease|raise|lower|reduce)[а-яa-z]*(?:те)?\\s+[^.;\\n¤]*?(?<![\\p{L}])(?:на|by)\\s+[+-]?\\d[^.;\\n]*`,
  'gu',
);

/** Reads what is to be refused or asked for before anything else. */
export function readRefused(desk: Desk): void {
  for (const [source, en, ru] of REFUSED) {
    desk.sheet.take(new RegExp(source, 'gu'), () => desk.refuse(en, ru));
  }
  desk.sheet.take(BY, () =>
    desk.ask(
      'Say the new value itself, not by how much it changes.',
      'Назовите само новое значение, а не на сколько его изменить.',
    ),
  );
}
