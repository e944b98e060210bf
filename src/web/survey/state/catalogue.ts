import { create } from 'zustand';
import type { SurveyCatalogue } from '#world';
import { asApiError, type ApiError } from '../../api/http.ts';
import { getCatalogue, listDemos, type DemoItem } from '../../api/survey.ts';
import { allKeptItems, keptItems, type KeptItem } from './storage.ts';

/** What the server offers and what the browser keeps. */
type CatalogueState = {
  readonly demos: readonly DemoItem[];
  readonly catalogue: SurveyCatalogue | null;
  readonly own: readonly KeptItem[];
  readonly error: ApiError | null;
};

/** Demos, equipment and own scenarios. */
export const useCatalogue = create<CatalogueState>()(() => ({
  demos: [],
  catalogue: null,
  own: keptItems().filter((i) => i.own),
  error: null,
}));

/** Reads demos and equipment. */
export async function loadCatalogue(): Promise<void> {
  try {
    const [demos, catalogue] = await Promise.all([listDemos(), getCatalogue()]);
    useCatalogue.setState({ demos, catalogue, error: null });
  } catch (e) {
    useCatalogue.setState({ error: asApiError(e) });
  }
}

/** Reads the list of own scenarios again. */
export function refreshOwn(): void {
  useCatalogue.setState({ own: keptItems().filter((i) => i.own) });
  void allKeptItems().then((all) => useCatalogue.setState({ own: all.filter((i) => i.own) }));
}
