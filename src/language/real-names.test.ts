import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cleanName } from '#base';
import { type PlaceKind, type SystemState, parseSystemState, sampleState } from '#world';
import { readInstruction } from './index.ts';

const FILE = '../shared/data/real/osm/baltimore_md_city.overpass.json';
const KINDS: Readonly<Record<string, PlaceKind>> = {
  hospital: 'hospital',
  school: 'school',
  fire_station: 'fire_station',
  police: 'police',
  helipad: 'helipad',
  park: 'park',
  stadium: 'stadium',
  place_of_worship: 'place_of_worship',
};

type Element = {
  readonly type: string;
  readonly id: number;
  readonly lat?: number;
  readonly lon?: number;
  readonly bounds?: {
    readonly minlat: number;
    readonly minlon: number;
    readonly maxlat: number;
    readonly maxlon: number;
  };
  readonly tags?: Readonly<Record<string, string>>;
};

/** Real names and positions under the sample state's fleet and weather; zones of the sample stay far away. */
function baltimore(): SystemState {
  const { elements } = JSON.parse(readFileSync(FILE, 'utf8')) as { elements: Element[] };
  const state = sampleState();
  const places = elements.flatMap((e) => {
    const tags = e.tags ?? {};
    const kind = KINDS[tags['amenity'] ?? tags['aeroway'] ?? tags['leisure'] ?? ''];
    const b = e.bounds;
    const at: [number, number] | null =
      e.lat !== undefined && e.lon !== undefined
        ? [e.lon, e.lat]
        : b === undefined
          ? null
          : [(b.minlon + b.maxlon) / 2, (b.minlat + b.maxlat) / 2];
    if (kind === undefined || tags['name'] === undefined || at === null) return [];
    return [
      {
        id: `${e.type}_${e.id}`,
        kind,
        name: cleanName(tags['name']),
        other_names: { ru: [], zh: [], en: [] },
        at,
        chargers: null,
      },
    ];
  });
  const hub = {
    ...state.city.places.find((p) => p.id === 'hub_1')!,
    at: [-76.59, 39.29] as [number, number],
  };
  const parsed = parseSystemState({
    ...state,
    city: {
      ...state.city,
      origin: [-76.58, 39.29],
      bounds: [-76.63, 39.25, -76.53, 39.33],
      places: [hub, ...places],
    },
  });
  assert.ok(parsed.ok);
  return parsed.value;
}

test('real names of a city that the reader has never seen', (t) => {
  if (!existsSync(FILE)) {
    t.skip(`THE SHARED DATA IS NOT HERE: ${FILE}`);
    return;
  }
  const state = baltimore();
  const nameOf = (id: string | null | undefined): string | null =>
    state.city.places.find((p) => p.id === id)?.name ?? null;
  const kindOf = (id: string | null): string | null =>
    state.city.places.find((p) => p.id === id)?.kind ?? null;

  const hopkins = readInstruction('Deliver blood to Johns Hopkins Hospital within 15 minutes', state);
  assert.equal(nameOf(hopkins.destination), 'Johns Hopkins Hospital');
  assert.equal(kindOf(hopkins.destination), 'hospital', 'the helipad of the same name is not a hospital');

  for (const [text, name] of [
    ['Deliver a defibrillator to Armstead Gardens Elementary School', 'Armstead Gardens Elementary School'],
    ['Deliver a defibrillator to Armstad Gardens Elementary School', 'Armstead Gardens Elementary School'],
    ["Deliver to St. Casimir's Park", "St. Casimir's Park"],
    ['Deliver to Saint Casimirs park', "St. Casimir's Park"],
    ['Deliver to Engine Company 26', 'Engine Company 26'],
    ['Доставь дефибриллятор в Patterson High School за 10 минут', 'Patterson High School'],
    ['10分钟内把除颤器送到Patterson High School', 'Patterson High School'],
    [
      "Take a kit to Graceland Park-O'Donnell Heights Elementary School",
      "Graceland Park-O'Donnell Heights Elementary School",
    ],
    ['Deliver to Dunbar High School', 'Paul Laurence Dunbar High School'],
  ] as const) {
    const reading = readInstruction(text, state);
    assert.equal(nameOf(reading.destination), name, `${text}: ${JSON.stringify(reading.ambiguous)}`);
  }
  assert.equal(
    nameOf(readInstruction('Inspect fire station 31', state).waypoints[0]),
    'Baltimore Fire Station 31',
  );

  for (const text of [
    'Deliver to Johns Hopkins',
    'Deliver to Mercy hospital',
    'Deliver to Our Lady of Fatima',
    'Deliver to Sinai Hospital',
    'Deliver to fire station 99',
    'Доставь кровь в больницу',
  ]) {
    const reading = readInstruction(text, state);
    assert.equal(reading.destination, null, text);
    assert.deepEqual(reading.missing, ['destination'], text);
    assert.equal(reading.ambiguous.length + reading.unknown_mentions.length, 1, text);
  }
});
