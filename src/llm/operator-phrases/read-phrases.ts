import type { SurveySummary } from '#tools';
import type { DialogueLanguage } from '#agent';
import { readActions } from './read-actions.ts';
import { readFleet } from './read-fleet.ts';
import { readRefused } from './read-refused.ts';
import { readSettings } from './read-settings.ts';
import { readSites } from './read-sites.ts';
import { readTasks } from './read-task.ts';
import { readWeather } from './read-weather.ts';
import { Desk, type Reading, type Step } from './reading.ts';

/** Words that ask for nothing by themselves: courtesy, joints, verbs of setting, nouns of kinds. */
const EMPTY_WORDS = new Set(
  (
    'и а но с со в во на до к по для при за от у из же бы ли ну вот это этот теперь затем потом после этого далее еще также тоже ' +
    'пожалуйста привет здравствуйте добрый день спасибо прошу хочу нужно надо давай давайте можешь можете мне нам ' +
    'поставь поставьте установи установите задай задайте сделай сделайте измени измените смени смените поменяй поменяйте ' +
    'выставь выставьте укажи укажите пусть будет чтобы замени замените увеличь увеличьте уменьши уменьшите подними поднимите снизь снизьте опусти ' +
    'план плана сценарий сценарии сценарию участок участка участке участку участки участков все всех всем борт борта борту борты ' +
    'площадка площадку площадки площадке галсов галсы ' +
    'and then the a an to at of on in for with please hello hi thanks thank you i we want would like me us now also after that ' +
    'set make change replace put use let be increase decrease raise lower reduce keep it its is are should plan scenario task tasks area ' +
    'areas all every each unit units aircraft site sites next'
  ).split(' '),
);

/** Reads an operator's message in Russian or English against a scenario. Deterministic; what it cannot read it names. */
export function readPhrases(message: string, summary: SurveySummary, language: DialogueLanguage): Reading {
  const desk = new Desk(tidy(message), summary, language);
  for (const name of desk.sheet.ambiguous) {
    desk.ask(
      `More than one object is called “${name}”: use its id.`,
      `Так называется не один объект («${name}»): укажите id.`,
    );
  }
  for (const read of [readRefused, readActions, readSites, readFleet, readTasks, readWeather, readSettings])
    read(desk);
  readUnknown(desk);
  const unread = unreadWords(desk);
  if (desk.keep && desk.steps.some((s) => isEdit(s.tool) || s.tool === 'adopt_variant')) {
    desk.ask(
      'The scenario is to be left as it is and to be changed: which of the two?',
      'Сценарий нужно и менять, и не менять: что из двух?',
    );
  }
  const steps = merged(desk);
  return { steps, questions: desk.questions, refusals: desk.refusals, unread, help: desk.help };
}

/** Decimal points, plain dashes and signs. Lists such as 0,30,60 keep their commas. */
function tidy(message: string): string {
  return message
    .normalize('NFKC')
    .replace(/[\p{Cf}]+/gu, '')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/[\u2010-\u2015−]/gu, '-')
    .replace(/(?<![\d,.])(\d+),(\d+)(?!,?\d)/g, '$1.$2')
    .replace(/с\.\s?ш\.?/giu, 'сш')
    .replace(/в\.\s?д\.?/giu, 'вд')
    .replace(/(?:минус|minus)\s+(?=\d)/giu, '-')
    .replace(/(?:плюс|plus)\s+(?=\d)/giu, '+');
}

/** Tools that change the scenario itself. */
export function isEdit(tool: string): boolean {
  return /^(?:set|update|add|remove)_/.test(tool);
}

/** `борт gemini-99`: a kind with an id that nothing has. */
function readUnknown(desk: Desk): void {
  const KINDS = [
    ['борт[а-я]*|units?|aircraft', desk.summary.units, 'unit', 'борта'],
    ['участ[а-я]*|tasks?', desk.summary.tasks, 'task', 'участка'],
    ['площадк[а-я]*|sites?', [...desk.summary.sites, ...desk.summary.candidate_sites], 'site', 'площадки'],
  ] as const;
  for (const [noun, objects, en, ru] of KINDS) {
    desk.sheet.take(
      new RegExp(`(?<![\\p{L}])(?:${noun})\\s+([a-z][a-z0-9]*[-_.]?[0-9][a-z0-9._-]*)`, 'gu'),
      ({ written }) => {
        const ids = objects.map((o) => o.id).join(', ');
        desk.ask(
          `There is no ${en} ${written(1)}; there are: ${ids}.`,
          `Нет ${ru} ${written(1)}; есть: ${ids}.`,
        );
      },
    );
  }
}

function unreadWords(desk: Desk): string[] {
  const words = desk.sheet.text.match(/@[a-z]\d+|[\p{L}\p{N}][\p{L}\p{N}.'/-]*|%|°/gu) ?? [];
  const used = new Set(desk.steps.map((s) => s.object).filter((o) => o !== null));
  const about = new Set(desk.steps.flatMap((s) => idsIn(s.args)));
  return words
    .map((w) => w.replace(/[.'/-]+$/u, ''))
    .filter((w) => {
      if (EMPTY_WORDS.has(w) || w === '') return false;
      if (!/^@[utsc]/.test(w)) return true;
      // An object is known; what should happen to it is then already asked or refused.
      if (desk.questions.length + desk.refusals.length > 0) return false;
      const id = desk.id(w);
      return !used.has(id) && !about.has(id);
    })
    .map((w) => desk.sheet.spoken(w));
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

/** Steps in the order in which they were said; neighbouring changes of one object are one call. */
function merged(desk: Desk): Step[] {
  const out: Step[] = [];
  for (const step of [...desk.steps].sort((a, b) => a.at - b.at)) {
    const i = isEdit(step.tool) ? sameCall(out, step) : -1;
    if (i === -1) {
      out.push(step);
      continue;
    }
    const before = out[i]!;
    for (const [name, value] of Object.entries(step.args)) {
      const other = before.args[name];
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(value)) {
        desk.ask(
          `Two values for one thing: ${String(show(other))} and ${String(show(value))}.`,
          `Два значения для одного: ${String(show(other))} и ${String(show(value))}.`,
        );
      }
    }
    out[i] = { ...before, args: { ...before.args, ...step.args } };
  }
  return out;
}

function show(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The call that a change joins: of the same tool and object, with nothing but changes since. */
function sameCall(steps: readonly Step[], step: Step): number {
  for (let i = steps.length - 1; i >= 0; i--) {
    const other = steps[i]!;
    if (!isEdit(other.tool)) return -1;
    if (
      other.tool === step.tool &&
      other.object === step.object &&
      step.tool !== 'add_site' &&
      step.tool !== 'add_unit'
    )
      return i;
  }
  return -1;
}
