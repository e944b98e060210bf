import { type PlaceKind } from '../city.ts';
import { type OtherNames } from '../ids.ts';

/** What people call a kind of place when they number or letter it. */
const WORDS: Partial<
  Record<PlaceKind, { readonly en: string; readonly ru: readonly string[]; readonly zh: string }>
> = {
  hospital: { en: 'hospital', ru: ['больница'], zh: '医院' },
  clinic: { en: 'clinic', ru: ['поликлиника', 'клиника'], zh: '诊所' },
  school: { en: 'school', ru: ['школа'], zh: '学校' },
  fire_station: { en: 'fire station', ru: ['пожарная часть'], zh: '消防站' },
  police: { en: 'police station', ru: ['отдел полиции'], zh: '警察局' },
  park: { en: 'park', ru: ['парк'], zh: '公园' },
  hub: { en: 'hub', ru: ['хаб', 'база'], zh: '枢纽' },
  charger: { en: 'charger', ru: ['зарядная станция'], zh: '充电站' },
  warehouse: { en: 'warehouse', ru: ['склад'], zh: '仓库' },
  accident_site: { en: 'accident site', ru: ['место аварии'], zh: '事故点' },
  construction_site: { en: 'construction site', ru: ['стройка'], zh: '工地' },
  bridge: { en: 'bridge', ru: ['мост'], zh: '桥' },
  power_line: { en: 'power line', ru: ['линия электропередачи'], zh: '输电线' },
  residential: { en: 'residential area', ru: ['жилой район'], zh: '小区' },
  handoff_point: { en: 'hand-off point', ru: ['пункт передачи'], zh: '交接点' },
};

/** What a kind of place is called in each language, or null where it has no everyday word. */
export function kindNames(
  kind: PlaceKind,
): { readonly en: string; readonly ru: string; readonly zh: string } | null {
  const words = WORDS[kind];
  return words === undefined ? null : { en: words.en, ru: words.ru[0]!, zh: words.zh };
}

/** Letters that a Russian writer uses for a Latin mark: the look-alike, the Latin letter itself, and the alphabet's. */
const RU_MARKS: Readonly<Record<string, readonly string[]>> = {
  A: ['А', 'A'],
  B: ['В', 'B', 'Б'],
  C: ['С', 'C'],
  D: ['D', 'Д'],
};

/** Short names such as `hospital A`, `больница А`, `A医院`; empty lists where the kind has no short name. */
export function shortNames(kind: PlaceKind, mark: string | null): OtherNames {
  const words = WORDS[kind];
  if (words === undefined || mark === null) return { en: [], ru: [], zh: [] };
  const marks = RU_MARKS[mark] ?? [mark];
  const numbered = /^\d+$/.test(mark);
  return {
    en: [`${words.en} ${mark}`],
    ru: words.ru.flatMap((w) => marks.map((m) => `${w} ${m}`)),
    zh: numbered
      ? [`${mark}号${words.zh}`, `${words.zh}${mark}`]
      : [`${mark}${words.zh}`, `${words.zh}${mark}`],
  };
}

/** Other names of a place: the natural ones of each language first, then the short ones. */
export function namesWith(natural: OtherNames, short: OtherNames): OtherNames {
  return {
    en: [...natural.en, ...short.en],
    ru: [...natural.ru, ...short.ru],
    zh: [...natural.zh, ...short.zh],
  };
}
