import { parseStrictJson } from '#base';
import type { SurveyEvaluation, SurveyToolError } from '#tools';
import type { DialogueMessage } from './request.ts';
import { codesIn } from './facts.ts';
import { type Dimension, bareNumbersIn, quantitiesIn } from './quantities.ts';

type Guarded = Readonly<
  Record<string, readonly [dimension: Dimension, to_base: number, en: string, ru: string]>
>;

/** What changes only at the operator's direct request: the value itself must have been said. */
const GUARDED: Readonly<Record<string, Guarded>> = {
  set_weather: {
    wind_mps: ['speed_mps', 1, 'wind', 'ветер'],
    gust_mps: ['speed_mps', 1, 'gusts', 'порывы'],
  },
  set_objective: {
    energy_reserve: ['ratio', 1, 'energy reserve', 'резерв энергии'],
    nfz_buffer_m: ['length_m', 1, 'buffer of zones', 'буфер от зон'],
  },
  update_task: {
    gsd_cm: ['length_m', 0.01, 'GSD', 'GSD'],
    point_density_per_m2: ['density_per_m2', 1, 'point density', 'плотность точек'],
    line_spacing_m: ['length_m', 1, 'line spacing', 'межгалсовое расстояние'],
    forward_overlap: ['ratio', 1, 'forward overlap', 'продольное перекрытие'],
    side_overlap: ['ratio', 1, 'side overlap', 'поперечное перекрытие'],
  },
};

/** Rounding that a conversion of units may bring, as a share of the value. */
const ROUNDING = 0.01;
/** An answer that takes up what the assistant proposed in the turn before. */
const CONSENT =
  /^\s*(?:да|давай(?:те)?|хорошо|согласен|согласна|ок(?:ей)?|примени(?:те)?|сделай(?:те)? так|подтверждаю|yes|ok(?:ay)?|sure|agreed|do (?:it|so|that)|apply (?:it|that)|go ahead|please do)(?![\p{L}])/iu;

/**
 * The objection to a call that sets the wind, a reserve, a buffer or a requirement to a value that the operator never said;
 * null where there is none. A name in a scenario, a tool's answer and the model itself are nobody's request.
 */
export function objectionToUnasked(
  name: string,
  args: string,
  messages: readonly DialogueMessage[],
  evaluations: readonly SurveyEvaluation[],
): SurveyToolError | null {
  const guarded = GUARDED[name];
  const parsed = parseStrictJson(args);
  if (guarded === undefined || !parsed.ok || typeof parsed.value !== 'object' || parsed.value === null)
    return null;
  const said = [...saidBy(messages), ...fromRemedies(messages, evaluations)];
  for (const [member, [dimension, to_base, en, ru]] of Object.entries(guarded)) {
    const value = (parsed.value as Readonly<Record<string, unknown>>)[member];
    if (typeof value !== 'number' || said.some((s) => isSame(s, value, dimension, to_base))) continue;
    return {
      type: 'needs_operator',
      message: {
        en: `the operator has not said this value of the ${en}: ask for the value, with its unit`,
        ru: `оператор не называл такое значение (${ru}): спросите значение с единицей`,
      },
    };
  }
  return null;
}

type Said = { readonly dimension: Dimension | null; readonly value: number };

function saidBy(messages: readonly DialogueMessage[]): Said[] {
  const texts = messages.filter((m) => m.role === 'user').map((m) => m.content);
  const proposal = messages.at(-2);
  if (proposal?.role === 'assistant' && CONSENT.test(messages.at(-1)?.content ?? ''))
    texts.push(proposal.content);
  return texts.flatMap((text) => [
    ...quantitiesIn(text).flatMap((q) => q.readings),
    ...bareNumbersIn(text).map((value) => ({ dimension: null, value })),
    ...spelledIn(text).map((value) => ({ dimension: null, value })),
  ]);
}

/** Values of the validator's remedies for the findings that the operator names: "clear G1-05 as the validator says". */
function fromRemedies(
  messages: readonly DialogueMessage[],
  evaluations: readonly SurveyEvaluation[],
): Said[] {
  const codes = codesIn(messages.at(-1)?.content ?? '');
  return evaluations
    .flatMap((e) => e.findings)
    .flatMap((f) => (codes.includes(f.code) && f.remedy !== null ? [f.remedy.text.ru, f.remedy.text.en] : []))
    .flatMap((text) => quantitiesIn(text).flatMap((q) => q.readings));
}

function isSame(said: Said, value: number, dimension: Dimension, to_base: number): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= Math.abs(b) * ROUNDING;
  if (said.dimension === null)
    return near(value, said.value) || (dimension === 'ratio' && near(value * 100, said.value));
  return said.dimension === dimension && near(value * to_base, said.value);
}

const SPELLED: readonly (readonly [source: string, value: number])[] = [
  ['ноль|нуля|zero', 0],
  ['один|одного|одна|one', 1],
  ['два|двух|две|two', 2],
  ['три|трех|трёх|three', 3],
  ['четыре|четырех|четырёх|four', 4],
  ['пять|пяти|five', 5],
  ['шесть|шести|six', 6],
  ['семь|семи|seven', 7],
  ['восемь|восьми|eight', 8],
  ['девять|девяти|nine', 9],
  ['десять|десяти|ten', 10],
  ['одиннадцать|eleven', 11],
  ['двенадцать|двенадцати|twelve', 12],
  ['пятнадцать|пятнадцати|fifteen', 15],
  ['двадцать|двадцати|twenty', 20],
  ['двадцать пять|двадцати пяти|twenty[- ]five', 25],
  ['тридцать|тридцати|thirty', 30],
  ['сорок|сорока|forty', 40],
  ['пятьдесят|пятидесяти|fifty', 50],
  ['сто|ста|hundred', 100],
];
const COMPILED = SPELLED.map(([source, value]) => ({
  at: new RegExp(`(?<![\\p{L}])(?:${source})(?![\\p{L}])`, 'iu'),
  value,
}));

/** Round numbers in words; rarer ones are asked for in digits. */
function spelledIn(text: string): number[] {
  return COMPILED.filter(({ at }) => at.test(text)).map(({ value }) => value);
}
