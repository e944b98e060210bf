import type { Act, OperationError, OperationStore } from '#operations';
import type { Result } from '#base';

/** An act an hour before the sample flights. */
export const ACT: Act = {
  actor: 'Olga',
  at: '2026-05-12T08:00:00.000Z',
  region_time: '2026-05-12T08:00:00.000Z',
};

/** The same act at another time of the region. */
export function actAt(region_time: string, actor: string = ACT.actor): Act {
  return { actor, at: ACT.at, region_time };
}

/** The value of a result that must be one. */
export function valueOf<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The error's type of a result that must be one. */
export function errorOf(result: Result<unknown, OperationError>): OperationError['type'] {
  if (result.ok) throw new Error('an error was expected');
  return result.error.type;
}

/** All lines of the audit log. */
export async function auditLines(store: OperationStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.exportAudit()) lines.push(line);
  return lines;
}

/** The entries of an export as objects. */
export async function auditEntries(store: OperationStore): Promise<Record<string, unknown>[]> {
  return (await auditLines(store)).slice(1).map((l) => JSON.parse(l) as Record<string, unknown>);
}
