import type { Desk } from './reading.ts';
import { ratio } from './read-settings.ts';
import type { Take } from './sheet.ts';
import { DENSITY, GSD, LENGTH, N, SHARE, TO, type Units, inUnit } from './units.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';
const g = (source: string): RegExp => new RegExp(source, 'gu');

export const ANGLE_NAME = `${L}(?:уг(?:ол|ла|лу|лы|лом|лов|лами)(?:\\s+(?:галс[а-я]*|съемк[а-я]*))?|(?:направлени[а-я]+\\s+)?галс(?:ы|ов|ам)|(?:swath|lane|line)s?\\s+(?:angles?|directions?)|angles?)`;

type Figure = {
  readonly name: string;
  readonly member: string;
  readonly units: Units;
  readonly unit_words: readonly [en: string, ru: string];
};

const FIGURES: readonly Figure[] = [
  {
    name: '(?:gsd|гсд|разрешени[а-я]+(?:\\s+на\\s+местности)?|ground\\s+sampl(?:e|ing)\\s+distance)',
    member: 'gsd_cm',
    units: GSD,
    unit_words: ['cm', 'см'],
  },
  {
    name: '(?:плотност[а-я]+(?:\\s+точек)?|(?:point\\s+)?density)',
    member: 'point_density_per_m2',
    units: DENSITY,
    unit_words: ['points/m²', 'точек/м²'],
  },
  {
    name: '(?:межгалсов[а-я]+(?:\\s+расстояни[а-я]+)?|расстояни[а-я]+\\s+между\\s+галсами|шаг[а-я]*\\s+галсов|(?:line|lane)\\s+spacing)',
    member: 'line_spacing_m',
    units: LENGTH,
    unit_words: ['m', 'м'],
  },
];

/** What is asked of tasks: GSD, density or spacing, overlaps, angle, name. */
export function readTasks(desk: Desk): void {
  for (const figure of FIGURES) readFigure(desk, figure);
  readOverlaps(desk);
  readAngles(desk);
  readNames(desk);
}

function readFigure(desk: Desk, { name, member, units, unit_words }: Figure): void {
  desk.sheet.take(g(`${L}${name}${TO}${N}${units.after}`), (take) => {
    const value = inUnit(take.groups[1]!, take.groups[2], units);
    if (value === null) {
      return desk.ask(
        `In which unit is ${member.replace(/_.*/, '')}, ${take.groups[1]}? Say for example “${take.groups[1]} ${unit_words[0]}”.`,
        `В каких единицах задано значение ${take.groups[1]}? Скажите, например, «${take.groups[1]} ${unit_words[1]}».`,
      );
    }
    return forTasks(desk, take, { [member]: value });
  });
}

function readOverlaps(desk: Desk): void {
  const { sheet } = desk;
  const SIDES = [
    [
      'forward_overlap',
      '(?:продольн[а-я]+(?:\\s+перекрыти[а-я]+)?|перекрыти[а-я]+\\s+продольн[а-я]+|(?:forward|front)\\s*(?:over)?lap)',
    ],
    [
      'side_overlap',
      '(?:(?:поперечн|боков)[а-я]+(?:\\s+перекрыти[а-я]+)?|перекрыти[а-я]+\\s+(?:поперечн|боков)[а-я]+|(?:side|lateral)\\s*(?:over)?lap)',
    ],
  ] as const;
  for (const [member, name] of SIDES) {
    sheet.take(g(`${L}${name}${TO}${N}${SHARE.after}`), (take) => {
      const value = ratio(take.groups[1]!, take.groups[2]);
      if (value === null) {
        return desk.ask(
          `Is the overlap ${take.groups[1]} in percent? Say for example “${take.groups[1]} %”.`,
          `Перекрытие ${take.groups[1]} в процентах? Скажите, например, «${take.groups[1]} %».`,
        );
      }
      return forTasks(desk, take, { [member]: value });
    });
  }
  sheet.take(g(`${L}(?:перекрыти[а-я]+|overlaps?)${R}[^.;]*`), () =>
    desk.ask(
      'Which overlap, forward or side? Say “forward overlap” or “side overlap”.',
      'Какое перекрытие? Скажите «продольное перекрытие» или «поперечное перекрытие».',
    ),
  );
}

function readAngles(desk: Desk): void {
  const { sheet } = desk;
  const PLANNER =
    '(?:пусть\\s+)?(?:выбирает|подбирает|определяет|задает)\\s+планировщик|(?:chosen\\s+|set\\s+)?by\\s+(?:the\\s+)?planner|автоматическ[а-я]+|автоматом|auto(?:matic)?(?:ally)?';
  const free = (take: Take): void => forTasks(desk, take, { swath_angle: { mode: 'planner' } });
  sheet.take(g(`${ANGLE_NAME}${TO}(?:${PLANNER})${R}`), free);
  sheet.take(
    g(
      `${L}(?:let\\s+the\\s+planner\\s+(?:choose|pick|set)\\s+(?:the\\s+)?${ANGLE_NAME}|автоматический\\s+${ANGLE_NAME})${R}`,
    ),
    free,
  );
  sheet.take(
    g(`${ANGLE_NAME}${TO}${N}\\s*(?:°|градус[а-я]*|deg(?:ree)?s?)?(?![\\p{L}\\p{N}.]*\\d)`),
    (take) => forTasks(desk, take, { swath_angle: { mode: 'fixed', deg: Number(take.groups[1]) } }),
  );
}

function readNames(desk: Desk): void {
  const { sheet } = desk;
  const KIND = '(?:(?:участок|площадку|task|area|site)\\s+)?';
  sheet.take(
    g(
      `${L}(?:переименуй|переименовать|назови|назвать|rename|call)(?:те)?\\s+${KIND}(@[tsc]\\d+)\\s*(?:в|на|как|to|as|:|-)?\\s*(@q\\d+)`,
    ),
    ({ at, groups }) => {
      const id = desk.id(groups[1]!);
      const name = sheet.quotes[Number(groups[2]!.slice(2))]!;
      if (groups[1]!.startsWith('@t')) desk.do(at, 'update_task', { task_id: id, name }, id);
      else desk.do(at, 'update_site', { site_id: id, name }, id);
    },
  );
  sheet.take(
    g(
      `${L}(?:названи[ея]|имя|name)\\s+(?:of\\s+)?(?:(?:участка|task)\\s+)?(?:@t\\d+)?\\s*(?:на|to|is|:|-|=)?\\s*(@q\\d+)`,
    ),
    (take) => forTasks(desk, take, { name: sheet.quotes[Number(take.groups[1]!.slice(2))] }),
  );
  sheet.take(g(`${L}(?:переименуй|назови|rename)(?:те)?${R}[^.;]*`), () =>
    desk.ask(
      'What should be renamed, and how? Say for example: rename task T1 to “Northern field”.',
      'Что и как переименовать? Скажите, например: переименуй участок T1 в «Северное поле».',
    ),
  );
}

/** The tasks that a phrase is about: named in its sentence, or all, or the only one. */
export function tasksFor(desk: Desk, take: Take): readonly string[] | null {
  const { sheet, summary } = desk;
  const { text } = sheet;
  const start = Math.max(...['.', ';', '\n'].map((c) => lastStop(text, c, take.at))) + 1;
  const length = take.groups[0]?.length ?? 0;
  const stop = /[.;\n](?!\d)/u.exec(text.slice(take.at + length));
  const end = stop === null ? text.length : take.at + length + stop.index;
  const within = sheet.marks('t', take.at, take.at + length);
  const before = sheet.marks('t', start, take.at);
  const after = sheet.marks('t', take.at + length, end);
  if (within.length > 0) return within.map((m) => desk.id(m.mark));
  const named = before.at(-1) ?? after[0];
  if (named !== undefined) {
    // "T1 and T2: 3 cm" names both: those that stand side by side belong together.
    const group = [named];
    for (const m of [...before].reverse()) {
      if (m === named) continue;
      const between = text.slice(m.at + m.mark.length, group[0]!.at);
      if (!/^[\s,¤]*(?:и|and|,)?[\s,]*(?:участ[а-я]*|tasks?)?\s*$/u.test(between)) break;
      group.unshift(m);
    }
    return group.map((m) => desk.id(m.mark));
  }
  if (
    /(?<![\p{L}])(?:все|всех|всем|каждого|all|every|each)\s+(?:участ[а-я]*|tasks?|areas?|fields?)/u.test(
      text.slice(start, end),
    )
  )
    return summary.tasks.map((t) => t.id);
  if (summary.tasks.length === 1) return [summary.tasks[0]!.id];
  const ids = summary.tasks.map((t) => t.id).join(', ');
  desk.ask(`For which task? There are: ${ids}.`, `Для какого участка? Есть: ${ids}.`);
  return null;
}

/** The last full stop of a kind before a place; a point inside a number is none. */
function lastStop(text: string, stop: string, before: number): number {
  for (let at = text.lastIndexOf(stop, before - 1); at >= 0; at = text.lastIndexOf(stop, at - 1)) {
    if (stop !== '.' || !/\d/.test(text[at + 1] ?? '')) return at;
    if (at === 0) break;
  }
  return -1;
}

function forTasks(desk: Desk, take: Take, args: Readonly<Record<string, unknown>>): void {
  for (const task_id of tasksFor(desk, take) ?? []) {
    desk.do(take.at, 'update_task', { task_id, ...args }, task_id);
  }
}
