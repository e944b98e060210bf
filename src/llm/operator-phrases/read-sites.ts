import type { Desk } from './reading.ts';
import { LENGTH, N, TIME, TO, inUnit } from './units.ts';

const L = '(?<![\\p{L}\\p{N}])';
const R = '(?![\\p{L}\\p{N}])';
const g = (source: string): RegExp => new RegExp(source, 'gu');

const SITE = '(?:(?:площадк[а-я]*|кандидат[а-я]*|the|site|candidate|впп)\\s+)*';
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/мульти[а-я]*|коптер[а-я]*|квадр[а-я]*|multirotors?|multicopters?|copters?/u, 'multirotor'],
  [/самолет[а-я]*|крыл[а-я]*|fixed[- _]?wings?|planes?/u, 'fixed_wing'],
  [/свв?п|vtols?|конвертоплан[а-я]*/u, 'vtol'],
];
const KIND_WORD = KINDS.map(([p]) => p.source).join('|');

/** Sites: added by coordinates, changed, removed with a new base for their units. */
export function readSites(desk: Desk): void {
  readAdded(desk);
  readRemoved(desk);
  readChanged(desk);
}

function readAdded(desk: Desk): void {
  desk.sheet.take(
    g(
      `${L}(?:добавь|добавить|предложи|add|propose)(?:те)?\\s+(?:(?:a|an|new|новую|launch)\\s+)*(площадк[а-я]*(?:-?\\s?кандидат[а-я]*)?|кандидат[а-я]*|(?:candidate\\s+)?site|candidate)${R}((?:[^;\\n.]|\\.(?=\\d))*)`,
    ),
    (take) => {
      const rest = take.groups[2]!;
      const place = placeIn(rest);
      const accepts = kindsIn(rest);
      const id = /^\s*(?:(?:с\s+)?id\s+)?([a-z][a-z0-9._-]{0,63})(?![\p{L}\p{N}])/u.exec(rest)?.[1] ?? null;
      const quoted = /@q(\d+)/.exec(rest);
      if (
        place === null ||
        accepts.length === 0 ||
        id === null ||
        /^(?:at|lat|lon|for|accepts|with)$/u.test(id)
      ) {
        return desk.ask(
          'To add a site say its id, latitude and longitude by name, and the kinds of aircraft it accepts, for example: add candidate site cand-2 lat … lon … accepts multirotor, elevation … m.',
          'Чтобы добавить площадку, назовите id, широту, долготу и какие борты она принимает, например: добавь площадку-кандидат cand-2 широта … долгота … принимает мультироторы, высота … м.',
        );
      }
      const extra = extras(desk, rest);
      if (extra === null) return undefined;
      return desk.do(
        take.at,
        'add_site',
        {
          site_id: id,
          as: /кандидат|candidate/u.test(take.groups[1]!) ? 'candidate' : 'site',
          name: quoted === null ? id : desk.sheet.quotes[Number(quoted[1])],
          ...place,
          accepts,
          ...extra,
        },
        id,
      );
    },
  );
}

/** Latitude and longitude, each named: a bare pair of numbers may stand in either order. */
function placeIn(text: string): { readonly lat_deg: number; readonly lon_deg: number } | null {
  const D = '([+-]?\\d{1,3}(?:\\.\\d+)?)\\s*°?\\s*';
  const lat =
    new RegExp(`(?:широт[а-я]*|lat(?:itude)?)\\s*[:=]?\\s*${D}`, 'u').exec(text) ??
    new RegExp(`${D}(?:с\\.?\\s?ш\\.?|n(?![\\p{L}]))`, 'u').exec(text);
  const lon =
    new RegExp(`(?:долгот[а-я]*|lon(?:g|gitude)?)\\s*[:=]?\\s*${D}`, 'u').exec(text) ??
    new RegExp(`${D}(?:в\\.?\\s?д\\.?|e(?![\\p{L}]))`, 'u').exec(text);
  return lat === null || lon === null ? null : { lat_deg: Number(lat[1]), lon_deg: Number(lon[1]) };
}

function kindsIn(text: string): string[] {
  if (!/принима|accept|для\s|for\s/u.test(text)) return [];
  return KINDS.filter(([pattern]) => pattern.test(text)).map(([, kind]) => kind);
}

/** Elevation, turnaround and pads, where they are said; null where a unit is missing. */
function extras(desk: Desk, text: string): Record<string, unknown> | null {
  const out: Record<string, unknown> = {};
  const height = new RegExp(`(?:высот[а-я]*|elevation)${TO}${N}${LENGTH.after}`, 'u').exec(text);
  const turn = new RegExp(
    `(?:(?:врем[а-я]+\\s+)?оборот[а-я]*|turnaround(?:\\s+time)?)${TO}${N}${TIME.after}`,
    'u',
  ).exec(text);
  const pads = /(?:(\d+)\s+(?:мест[а-я]*|pads?))|(?:мест|pads)\s*[:=]?\s*(\d+)/u.exec(text);
  for (const [match, list, member] of [
    [height, LENGTH, 'elevation_amsl_m'],
    [turn, TIME, 'turnaround_s'],
  ] as const) {
    if (match === null) continue;
    const value = inUnit(match[1]!, match[2], list);
    if (value === null) {
      desk.ask(`In which unit is ${match[1]}?`, `В каких единицах значение ${match[1]}?`);
      return null;
    }
    out[member] = value;
  }
  if (pads !== null) out['pads'] = Number(pads[1] ?? pads[2]);
  return out;
}

function readRemoved(desk: Desk): void {
  const MOVE = '(?:перебазир[а-я]+|перенес[а-я]+|перевед[а-я]+|перемест[а-я]+|rebase|move|relocate)';
  desk.sheet.take(
    g(
      `${L}(?:удали|удалить|убери|убрать|закрой|remove|delete|close)(?:те)?\\s+${SITE}(@[sc]\\d+)(?:\\s*,?\\s*(?:(?:и|а|с|and|then|with)\\s+)?(?:(?:борты|бортов|их|units|its|them|the)\\s+)*${MOVE}\\s*(?:(?:борты|бортов|их|units|its|them|the)\\s*)*(?:на|в|к|to)\\s+${SITE}(@s\\d+))?`,
    ),
    ({ at, groups }) => {
      const site_id = desk.id(groups[1]!);
      desk.do(
        at,
        'remove_site',
        { site_id, rebase_to: groups[2] === undefined ? null : desk.id(groups[2]) },
        site_id,
      );
    },
  );
}

function readChanged(desk: Desk): void {
  const { sheet } = desk;
  const figure = (name: string, member: string, units: typeof TIME): void =>
    sheet.take(
      g(`${L}(?:${name})\\s+(?:of\\s+|at\\s+|на\\s+|у\\s+)?${SITE}(@[sc]\\d+)${TO}${N}${units.after}`),
      ({ at, groups }) => {
        const value = inUnit(groups[2]!, groups[3], units);
        const site_id = desk.id(groups[1]!);
        if (value === null)
          return desk.ask(`In which unit is ${groups[2]}?`, `В каких единицах значение ${groups[2]}?`);
        return desk.do(at, 'update_site', { site_id, [member]: value }, site_id);
      },
    );
  figure('врем[а-я]+\\s+(?:оборота|подготовки)|turnaround(?:\\s+time)?', 'turnaround_s', TIME);
  figure('высот[а-я]+|elevation', 'elevation_amsl_m', LENGTH);
  sheet.take(
    g(
      `${L}(?:площадк[а-я]*|site)?\\s*(@[sc]\\d+)\\s+(?:пусть\\s+)?(?:принимает|accepts?)\\s+((?:(?:${KIND_WORD}|,|и|and|\\s))+)`,
    ),
    ({ at, groups }) => {
      const site_id = desk.id(groups[1]!);
      const accepts = KINDS.filter(([pattern]) => pattern.test(groups[2]!)).map(([, kind]) => kind);
      desk.do(at, 'update_site', { site_id, accepts }, site_id);
    },
  );
  sheet.take(
    g(`${L}(?:мест|мест[а-я]*|pads)\\s+(?:на\\s+|at\\s+)?${SITE}(@[sc]\\d+)${TO}(\\d+)`),
    ({ at, groups }) => {
      const site_id = desk.id(groups[1]!);
      desk.do(at, 'update_site', { site_id, pads: Number(groups[2]) }, site_id);
    },
  );
}
