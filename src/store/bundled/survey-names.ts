import type { SurveyScenario } from '#world';

/** Names of the objects in the bundled scenarios, as the documents have them, and in Russian. */
const RUSSIAN: Readonly<Record<string, string>> = {
  'Winter wheat 48 ha': 'Озимая пшеница, 48 га',
  'Field edge': 'Край поля',
  'Orchard round the farm': 'Сад вокруг фермы',
  'Farm yard': 'Двор фермы',
  'Northern field': 'Северное поле',
  'Eastern field': 'Восточное поле',
  'Southern field': 'Южное поле',
  'Village airstrip': 'Сельская полоса',
  'Grain elevator': 'Элеватор',
  'Southern crossroads': 'Южный перекрёсток',
  'Steppe strip': 'Степная полоса',
  Camp: 'Лагерь',
  'Large block': 'Большой блок',
  Quarry: 'Карьер',
  'Village edge': 'Край деревни',
  Base: 'База',
  'River terrace': 'Речная терраса',
  Ford: 'Брод',
  Prospect: 'Поисковая площадь',
  'Hexacopter 1': 'Гексакоптер 1',
  'Hexacopter 2': 'Гексакоптер 2',
  'Far field': 'Дальнее поле',
  'Machine yard': 'Машинный двор',
  'Field under the line': 'Поле под линией',
  'Pump station': 'Насосная станция',
  'Power line corridor': 'Коридор линии электропередачи',
  'Remote field': 'Отдалённое поле',
  Depot: 'Склад',
  'Bee yard': 'Пасека',
  'Shepherd camp': 'Стан пастухов',
  'Lattice mast': 'Решётчатая мачта',
  'Mavic 3E No. 1': 'Mavic 3E № 1',
  'Mavic 3E No. 2': 'Mavic 3E № 2',
  'Matrice 350 with L2': 'Matrice 350 с L2',
};

type Named = { readonly name: string };

const named = <T extends Named>(list: readonly T[]): T[] =>
  list.map((x) => ({ ...x, name: RUSSIAN[x.name] ?? x.name }));

/** A bundled scenario with its objects named in Russian; names of makes stay as they are. Nothing else differs. */
export function withRussianNames(s: SurveyScenario): SurveyScenario {
  return {
    ...s,
    tasks: named(s.tasks),
    sites: named(s.sites),
    candidate_sites: named(s.candidate_sites),
    units: named(s.units),
    airspace: {
      ...s.airspace,
      no_fly_zones: named(s.airspace.no_fly_zones),
      obstacles: named(s.airspace.obstacles),
    },
  };
}
