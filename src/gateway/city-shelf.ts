import { assert } from '#base';
import type { ToolContext } from '#tools';

/** The cities that a server serves: each state is parsed once and its context kept. */
export type CityShelf = {
  readonly list: () => readonly { readonly id: string; readonly name: string; readonly synthetic: boolean }[];
  readonly context: (id: string) => ToolContext | null;
};

/** A shelf of contexts by region id. */
export function cityShelf(contexts: readonly ToolContext[]): CityShelf {
  const byId = new Map(contexts.map((c) => [c.state.region_id, c]));
  assert(byId.size === contexts.length, 'cities on a shelf have different region ids');
  return {
    list: () =>
      [...byId.values()].map(({ state }) => ({
        id: state.region_id,
        name: state.city.name,
        synthetic: state.city.provenance.some((p) => p.synthetic),
      })),
    context: (id) => byId.get(id) ?? null,
  };
}
