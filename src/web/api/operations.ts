import type { Operation, OperationPage } from '#operations';
import { getJson, postJson } from './http.ts';

/** The accepted operations of a region, by start. */
export function listOperations(region_id: string): Promise<OperationPage> {
  return getJson<OperationPage>(`api/operations?${new URLSearchParams({ region_id }).toString()}`);
}

/** Accepts a released decision by its certificate. Throws ApiError; a conflict names what it meets. */
export function acceptOperation(certificate: string): Promise<Operation> {
  return postJson<Operation>('api/operations', { certificate });
}

/** Approves, cancels or closes an operation. */
export function changeOperation(id: string, change: 'approve' | 'cancel' | 'close'): Promise<Operation> {
  return postJson<Operation>(`api/operations/${encodeURIComponent(id)}/${change}`, {});
}
