import { type Clock, hashOf, type Result } from '#base';
import { HOLDING, LIST_LIMIT, withTraffic, type Operation, type OperationStore } from '#operations';
import { toolContext, type ToolContext } from '#tools';
import { HttpError } from './errors.ts';

/** The store, once it is open; why it is not where it is not. */
export type StorePort = () => Promise<Result<OperationStore, { readonly message: string }>>;

/** The context of a region together with the operations that have been accepted there. */
export type RegionTraffic = (context: ToolContext) => Promise<ToolContext>;

/**
 * Adds stored operations to a region's context, so that the next decision keeps clear of them. Throws where the store
 * cannot say what they are: a decision that does not know the traffic must not be released. The last context of each
 * region is kept until its operations change.
 */
export function regionTraffic(store: StorePort, clock: Clock): RegionTraffic {
  const kept = new Map<string, { readonly key: string; readonly context: ToolContext }>();
  return async (context) => {
    const { region_id } = context.state;
    const operations = await holdingIn(await orUnavailable(store), region_id);
    const key = hashOf([context.state_hash, ...operations.map((o) => [o.operation_id, o.version])]);
    const before = kept.get(region_id);
    if (before?.key === key) return before.context;
    const state = withTraffic(context.state, operations, context.air.frame);
    if (!state.ok) throw new HttpError(503, 'TOO_MUCH_TRAFFIC', state.error.message);
    const made =
      state.value === context.state ? { ok: true as const, value: context } : toolContext(state.value, clock);
    if (!made.ok) throw new Error(`the region ${region_id} with its operations makes no air model`);
    kept.set(region_id, { key, context: made.value });
    return made.value;
  };
}

/** The open store; a 503 that says why there is none. */
export async function orUnavailable(store: StorePort): Promise<OperationStore> {
  const opened = await store();
  if (opened.ok) return opened.value;
  throw new HttpError(503, 'STORE_UNAVAILABLE', opened.error.message);
}

async function holdingIn(store: OperationStore, region_id: string): Promise<Operation[]> {
  const all: Operation[] = [];
  for (let cursor: string | null = null, more = true; more;) {
    const page = await store.list({
      region_id,
      uav_id: null,
      states: HOLDING,
      from: null,
      to: null,
      limit: LIST_LIMIT,
      cursor,
    });
    if (!page.ok) throw new HttpError(503, 'STORE_UNAVAILABLE', page.error.message);
    all.push(...page.value.operations);
    cursor = page.value.next_cursor;
    more = cursor !== null;
  }
  return all;
}
