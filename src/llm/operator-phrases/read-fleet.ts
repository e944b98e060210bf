import type { Desk } from './reading.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';
const g = (source: string): RegExp => new RegExp(source, 'gu');

const UNIT = '(?:(?:борт[а-я]*|units?|aircraft|drones?|the)\\s+)*';
const SITE = '(?:(?:площадк[а-я]*|the|site|впп)\\s+)*';
const UNITS = `${UNIT}(@u\\d+(?:\\s*(?:,|и|and|,\\s*and)\\s*${UNIT}@u\\d+)*)`;
/** An id of the catalogue, or of a new object. */
const ID = '([a-z0-9][a-z0-9._-]*)';

/** Units on and off, home sites, payloads, added and removed units. */
export function readFleet(desk: Desk): void {
  readAdded(desk);
  readPayloads(desk);
  readBases(desk);
  readSwitches(desk);
  desk.sheet.take(
    g(`${L}(?:удали|удалить|убери|убрать|спиши|remove|delete|drop)(?:те)?\\s+${UNITS}`),
    ({ at, groups }) => each(desk, groups[1]!, (unit_id) => desk.do(at, 'remove_unit', { unit_id }, unit_id)),
  );
}

function each(desk: Desk, text: string, then: (id: string) => void): void {
  for (const mark of text.match(/@u\d+/g) ?? []) then(desk.id(mark));
}

function readSwitches(desk: Desk): void {
  const { sheet } = desk;
  const turn =
    (enabled: boolean) =>
    ({ at, groups }: { at: number; groups: readonly (string | undefined)[] }) =>
      each(desk, groups[1]!, (unit_id) => desk.do(at, 'update_unit', { unit_id, enabled }, unit_id));
  sheet.take(
    g(`${L}(?:включи|включить|задействуй|подключи|enable|activate|(?:turn|switch)\\s+on)(?:те)?\\s+${UNITS}`),
    turn(true),
  );
  sheet.take(
    g(
      `${L}(?:выключи|выключить|отключи|отключить|исключи|деактивируй|disable|deactivate|(?:turn|switch)\\s+off)(?:те)?\\s+${UNITS}`,
    ),
    turn(false),
  );
  sheet.take(g(`${L}(?:turn|switch)\\s+${UNITS}\\s+on${R}`), turn(true));
  sheet.take(g(`${L}(?:turn|switch)\\s+${UNITS}\\s+off${R}`), turn(false));
}

function readBases(desk: Desk): void {
  const { sheet } = desk;
  const move = ({ at, groups }: { at: number; groups: readonly (string | undefined)[] }): void => {
    if (groups[2]!.startsWith('@c')) return notOpen(desk, groups[2]!);
    const home_site_id = desk.id(groups[2]!);
    return each(desk, groups[1]!, (unit_id) =>
      desk.do(at, 'update_unit', { unit_id, home_site_id }, unit_id),
    );
  };
  sheet.take(
    g(
      `${L}(?:перебазируй|перебазировать|перенеси|переведи|перевези|переприпиши|припиши|приписать|базируй|rebase|move|relocate|transfer|station|base)(?:те)?\\s+${UNITS}\\s+(?:на|в|к|to|at|on)\\s+${SITE}(@[sc]\\d+)`,
    ),
    move,
  );
  sheet.take(
    g(
      `${L}(?:приписк[а-я]*|домашн[а-я]+\\s+площадк[а-я]*|home(?:\\s+site)?)\\s+(?:of\\s+|для\\s+)?${UNITS}\\s*(?:на|в|to|at|is|=|:|-)?\\s*${SITE}(@[sc]\\d+)`,
    ),
    move,
  );
}

function notOpen(desk: Desk, mark: string): void {
  const id = desk.id(mark);
  desk.refuse(
    `${id} is a candidate: a unit can stand there only after a variant with this site was accepted by the operator.`,
    `${id} — кандидат: борт встанет там только после того, как оператор примет вариант с этой площадкой.`,
  );
}

function readPayloads(desk: Desk): void {
  const { sheet } = desk;
  const SET =
    '(?:\\s|[=:-]|(?:на|в|смени|поменяй|замени|поставь|установи|to|with|is|change|set)(?:те)?(?![\\p{L}]))*';
  for (const [source, unit, payload] of [
    [
      `${L}(?:нагрузк[а-я]*|payload)\\s+(?:of\\s+|on\\s+|for\\s+|на\\s+|для\\s+)?${UNIT}(@u\\d+)${SET}${ID}`,
      1,
      2,
    ],
    [`(?:на\\s+)?${UNIT}(@u\\d+)\\s+(?:с\\s+)?(?:нагрузк[а-я]*|payload)${SET}${ID}`, 1, 2],
    [
      `${L}(?:(?:нагрузк[а-я]*|payload)\\s+|(?:mount|put|fit)\\s+)${ID}\\s+(?:на|on|to|for)\\s+${UNIT}(@u\\d+)`,
      2,
      1,
    ],
  ] as const) {
    sheet.take(g(source), ({ at, groups, written }) => {
      const unit_id = desk.id(groups[unit]!);
      desk.do(at, 'update_unit', { unit_id, payload_id: written(payload) }, unit_id);
    });
  }
}

function readAdded(desk: Desk): void {
  const { sheet } = desk;
  const ADD = `${L}(?:добавь|добавить|add)(?:те)?\\s+(?:(?:a|an|new|новый)\\s+)*(?:борт|unit|aircraft|drone)`;
  sheet.take(
    g(
      `${ADD}\\s+${ID}\\s*,?\\s*(?:модел[а-я]+|model)\\s+${ID}\\s*,?\\s*(?:(?:с|with|and)\\s+)?(?:нагрузк[а-я]+|payload)\\s+${ID}\\s*,?\\s*(?:(?:на|в|at|on|to|home|дом)\\s+)*${SITE}(@[sc]\\d+)`,
    ),
    ({ at, groups, written }) => {
      if (groups[4]!.startsWith('@c')) return notOpen(desk, groups[4]!);
      const unit_id = written(1);
      const [model_id, payload_id] = [written(2), written(3)];
      return desk.do(
        at,
        'add_unit',
        { unit_id, name: unit_id, model_id, payload_id, home_site_id: desk.id(groups[4]!) },
        unit_id,
      );
    },
  );
  sheet.take(g(`${ADD}${R}[^;\\n]*`), () =>
    desk.ask(
      'To add a unit say its id, model, payload and site, for example: add unit m3e-03 model dji-m3e payload dji-m3e-wide at pad-1.',
      'Чтобы добавить борт, назовите id, модель, нагрузку и площадку, например: добавь борт m3e-03 модель dji-m3e нагрузка dji-m3e-wide на площадку pad-1.',
    ),
  );
}
