import { create } from 'zustand';

/** Kinds of objects of a scenario that can be chosen. */
export type ObjectKind = 'task' | 'site' | 'candidate' | 'unit' | 'zone' | 'obstacle' | 'boundary';

/** A chosen object. */
export type Selection = { readonly kind: ObjectKind; readonly id: string };

/** Sections of the left panel. */
export type Section = 'tasks' | 'fleet' | 'sites' | 'airspace' | 'conditions';

/** Tabs of the right panel. */
export type RightTab = 'result' | 'variants' | 'assistant';

/** Layers of the map that can be hidden. */
export const LAYER_GROUPS = ['photos', 'tracks', 'zones', 'labels', 'graticule'] as const;
export type LayerGroup = (typeof LAYER_GROUPS)[number];

/** A place that the map is to show: a point, or a box [west, south, east, north]. */
export type Focus = {
  readonly box: readonly [number, number, number, number];
  /** A point to mark; null marks none. */
  readonly mark: readonly [number, number] | null;
};

type ViewState = {
  readonly selection: Selection | null;
  readonly section: Section;
  readonly right: RightTab;
  /** Which panel a narrow window shows. */
  readonly narrow: 'edit' | 'answer';
  readonly hidden: readonly LayerGroup[];
  readonly focus: Focus | null;
  readonly tilted: boolean;
  /** Middle of the map, degrees; null before there is one. */
  readonly centre: readonly [number, number] | null;
};

/** What is shown, chosen and hidden. */
export const useView = create<ViewState>()(() => ({
  selection: null,
  section: 'tasks',
  right: 'result',
  narrow: 'edit',
  hidden: [],
  focus: null,
  tilted: false,
  centre: null,
}));

const SECTION_OF: Readonly<Record<ObjectKind, Section>> = {
  task: 'tasks',
  unit: 'fleet',
  site: 'sites',
  candidate: 'sites',
  zone: 'airspace',
  obstacle: 'airspace',
  boundary: 'airspace',
};

/** Chooses an object and opens its section; the same object again closes it. */
export function choose(selection: Selection | null): void {
  useView.setState((s) => {
    if (selection === null) return { selection: null };
    const same = s.selection?.kind === selection.kind && s.selection.id === selection.id;
    return { selection: same ? null : selection, section: SECTION_OF[selection.kind] };
  });
}

/** Chooses an object and keeps it chosen. */
export function select(selection: Selection): void {
  useView.setState({ selection, section: SECTION_OF[selection.kind], narrow: 'edit' });
}

/** Shows a tab of the right panel. */
export function showRight(right: RightTab): void {
  useView.setState({ right, narrow: 'answer' });
}

/** Moves the map to a place. */
export function focusOn(focus: Focus): void {
  useView.setState({ focus });
}

/** Shows or hides a group of layers. */
export function toggleLayer(group: LayerGroup): void {
  useView.setState((s) => ({
    hidden: s.hidden.includes(group) ? s.hidden.filter((g) => g !== group) : [...s.hidden, group],
  }));
}
