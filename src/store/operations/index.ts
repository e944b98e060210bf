import { type Clock, type Result } from '#base';
import type { OperationStore } from '#operations';
import type { StoreError } from '../store-error.ts';
import type { OperationStoreSetting } from './setting.ts';

export type { OperationStoreSetting } from './setting.ts';

/**
 * Opens the store and brings its schema up to date. The database packages are loaded here and not before. No message
 * holds a secret of the address.
 */
export async function openOperationStore(
  setting: OperationStoreSetting,
  clock: Clock,
): Promise<Result<OperationStore, StoreError>> {
  const { open } = await import('./open.ts');
  return open(setting, clock);
}
