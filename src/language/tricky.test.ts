import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type SystemState, parseSystemState } from '#world';
import { type Reading, isComplete, readInstruction } from './index.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');
const parsed = parseSystemState(JSON.parse(read('src/store/bundled/demo-city.json')));
assert.ok(parsed.ok);
const state: SystemState = parsed.value;

type Row = {
  readonly text: string;
  readonly language: string;
  readonly says: Record<string, unknown>;
  readonly asks?: readonly string[];
};
const rowsOf = (name: string): Row[] =>
  read(`test/fixtures/instructions/${name}`)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
const tricky = rowsOf('tricky.jsonl');

const IDS = [
  'waypoints',
  'avoid_zones',
  'candidate_uavs',
  'sensitive_zones',
  'handoff_points',
] as const satisfies readonly (keyof Reading)[];
const VALUES = [
  'intent',
  'priority',
  'origin',
  'destination',
  'deadline_sec',
  'altitude_min_m',
  'altitude_max_m',
  'min_separation_m',
  'battery_reserve_ratio',
  'max_risk_level',
  'fallback',
] as const satisfies readonly (keyof Reading)[];

function said(r: Reading): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const field of VALUES) if (r[field] !== null) out[field] = r[field];
  for (const field of IDS) if (r[field].length > 0) out[field] = r[field];
  return out;
}

function asked(r: Reading): string[] {
  return [
    ...r.missing,
    ...r.ambiguous.map((a) => `${a.field} may be ${a.candidates.slice(0, 4).join(' ')}`),
    ...r.unknown_mentions.map((u) => `${u.field} unknown: ${u.mention}`),
    ...r.problems.map((p) => `${p.field} ${p.type}`),
  ];
}

test('tricky instructions are read right, or asked about', () => {
  for (const language of ['en', 'ru', 'zh'])
    assert.ok(tricky.filter((r) => r.language === language).length >= 60, language);
  for (const row of tricky) {
    const reading = readInstruction(row.text, state);
    const got = { says: said(reading), asks: asked(reading) };
    assert.deepEqual(got, { says: row.says, asks: row.asks ?? [] }, row.text);
  }
});

test('an aircraft that cannot lift the payload is no candidate', () => {
  const of = (text: string): Reading => readInstruction(text, state);
  const able = (kg: number): string[] =>
    state.fleet
      .filter((u) => u.status === 'available' && u.max_payload_kg >= kg)
      .map((u) => u.id)
      .sort();
  assert.deepEqual(of('Deliver 2 kg of blood to hospital A').candidate_uavs, able(2));
  assert.deepEqual(of('Доставь 2001 г крови в больницу А').candidate_uavs, able(2.001));
  assert.deepEqual(of('把4斤血液送到A医院').candidate_uavs, able(2));
  assert.deepEqual(
    of('Deliver 500 g of blood to hospital A').candidate_uavs,
    [],
    'every aircraft lifts this',
  );
  assert.equal(of('Deliver 5 lb of blood to hospital A').payload_kg, 2.267962);
  const two = of('Deliver 3 kg of blood to hospital A with uav_01 or uav_07');
  assert.deepEqual([two.candidate_uavs, isComplete(two)], [['uav_07'], true]);
  for (const text of [
    'Deliver 20 kg of blood to hospital A',
    'Deliver 3 kg of blood to hospital A with uav_01',
    'Deliver 2 kg of blood and 3 kg of ice to hospital A',
    'Deliver 3 boxes of 2 kg to hospital A',
    'Доставь 3 коробки по 2 кг в больницу А',
    'Deliver 2 litres of water to hospital A',
  ]) {
    assert.ok(
      of(text).problems.some((p) => p.field === 'payload_kg'),
      text,
    );
  }
});

const UNIT =
  '(?:%|[a-z]{1,3}/[a-z]|seconds?|s|minutes?|min|hours?|h|days?|met(?:er|re)s?|m|km|feet|ft|yards?|miles?|kg|g|litres?|секунд[а-я]*|с|минут[а-я]*|мин|час[а-я]*|ч|дн[а-я]*|суток|м|км|метр[а-я]*|фут[а-я]*|мил[а-я]+|кг|г|градус[а-я]*|秒|分钟|小时|天|米|公里|英尺|英里|公斤|克|度)';
const QUANTITY = new RegExp(`(?<![\\p{L}\\d_.,])\\d+(?:[.,]\\d+)?\\s*-?${UNIT}(?![a-zа-я])`, 'giu');

type Span = { readonly from: number; readonly to: number };

/** Stretches of the text that a value or a question of the reading speaks about. */
function answered(r: Reading, source: string): Span[] {
  const mentions = [...r.problems, ...r.unknown_mentions, ...r.ambiguous].map((x) => x.mention);
  const found = mentions.flatMap((m) =>
    [...source.matchAll(new RegExp(m.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'))].map((x) => ({
      from: x.index,
      to: x.index + m.length,
    })),
  );
  return [...Object.values(r.evidence).flat(), ...found];
}

/** Quantities and place names of a text that neither a value nor a question speaks about. */
function dropped(text: string, names: readonly { readonly text: string; readonly id: string }[]): string[] {
  const source = text.normalize('NFC');
  const r = readInstruction(source, state);
  const spans = answered(r, source);
  const covers = (from: number, to: number): boolean => spans.some((s) => s.from < to && from < s.to);
  const out: string[] = [];
  for (const m of source.matchAll(QUANTITY)) if (!covers(m.index, m.index + m[0].length)) out.push(m[0]);
  const used = new Set([r.origin, r.destination, ...IDS.flatMap((f) => r[f])]);
  for (const { text: name, id } of names) {
    const at = source.indexOf(name);
    // A contradiction names ids.
    const named = used.has(id) || r.problems.some((p) => p.mention.split(', ').includes(id));
    if (!named && !covers(at, at + name.length)) out.push(name);
  }
  return out;
}

test('no quantity of the tables is dropped', () => {
  for (const row of [...rowsOf('demo.jsonl'), ...tricky]) {
    assert.deepEqual(dropped(row.text, []), [], row.text);
  }
});

const LEADS = {
  en: ['Deliver blood', 'Patrol', 'Return uav_01', 'Bring 3 bags', 'Inspect', 'Urgent: send medicine'],
  ru: [
    'Доставь кровь',
    'Патрулируй',
    'Верни uav_01',
    'Привези 3 пакета',
    'Осмотри',
    'Срочно отправь лекарство',
  ],
  zh: ['配送血液', '巡逻', '召回uav_01', '送3袋血液', '检查', '紧急送药'],
} as const;
const LINKS = {
  en: 'to,from,via,at,near,past,under,behind,for,with,by,not to,not from,not via,without,instead of the one at,after,before,unless,and,or,beside,opposite,around,across,beyond,toward,who is at,which left,of,as seen from,'.split(
    ',',
  ),
  ru: 'в,из,от,к,через,у,под,за,мимо,для,по,не в,не из,не через,без,после,до,кроме случая,и,или,рядом с,напротив,вокруг,над,который у,где,против,ради,вдоль,'.split(
    ',',
  ),
  zh: '到,从,经,在,给,靠近,不到,不从,不经,除非,之后到,和,或,旁边,对面,围绕,来自,为了,沿,替,'.split(','),
} as const;
const AMOUNTS = {
  en: '12 minutes,in 12 min,80 m,below 80 m,90 feet,0.5 miles,2 days,30%,15 m/s,7 kg,3 litres,not 40 m,per 5 s,about 9 hours,400 yards,12-minute'.split(
    ',',
  ),
  ru: '12 минут,за 12 мин,80 м,ниже 80 м,90 футов,0.5 мили,2 дня,30%,15 м/с,7 кг,не 40 м,каждые 5 секунд,около 9 часов,4 градуса'.split(
    ',',
  ),
  zh: '12分钟,12分钟内,80米,低于80米,90英尺,2天,30%,15米/秒,7公斤,不40米,每5秒,约9小时,4度'.split(','),
} as const;
const NAMES = {
  en: (p: SystemState['city']['places'][number]) => p.name,
  ru: (p: SystemState['city']['places'][number]) => p.other_names.ru[0]!,
  zh: (p: SystemState['city']['places'][number]) => p.other_names.zh[0]!,
} as const;

test('whatever stands between the words, every quantity and every name is a demand or a question', () => {
  for (const language of ['en', 'ru', 'zh'] as const) {
    const gap = language === 'zh' ? '' : ' ';
    const piece = fc.oneof(
      fc.record({
        link: fc.constantFrom(...LINKS[language]),
        place: fc.constantFrom(...state.city.places),
      }),
      fc.constantFrom(...AMOUNTS[language]),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...LEADS[language]),
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(gap, `,${gap}`),
        (lead, pieces, comma) => {
          const names = pieces.flatMap((p) =>
            typeof p === 'string' ? [] : [{ text: NAMES[language](p.place), id: p.place.id }],
          );
          const words = pieces.map((p) =>
            typeof p === 'string' ? p : `${p.link}${gap}${NAMES[language](p.place)}`,
          );
          const text = `${lead}${gap}${words.join(comma)}`;
          assert.deepEqual(dropped(text, names), [], text);
        },
      ),
      { seed: 31, numRuns: 250 },
    );
  }
});
