import type { Result } from '#base';
import type { Act } from './act.ts';
import type { AuditEvent, AuditHead } from './audit.ts';
import type { Change } from './life-cycle.ts';
import type { Operation, OperationDraft, OperationState } from './operation.ts';
import type { OperationError } from './operation-error.ts';

/** Most operations of one answer of `list`. */
export const LIST_LIMIT = 500;

/** Which operations to list; a null filter holds for all. */
export type OperationQuery = {
  readonly region_id: string | null;
  readonly uav_id: string | null;
  /** Empty: every state. */
  readonly states: readonly OperationState[];
  /** Operations that claim some moment of [from, to], both included; null is open. */
  readonly from: string | null;
  readonly to: string | null;
  /** 1 to LIST_LIMIT. */
  readonly limit: number;
  /** `next_cursor` of the answer before; null starts. */
  readonly cursor: string | null;
};

/** Operations by start, then id. `next_cursor` null: there are no more. */
export type OperationPage = {
  readonly operations: readonly Operation[];
  readonly next_cursor: string | null;
};

/** An answer to a write. `repeated`: it had been written before, and nothing was written now. */
export type Written = { readonly operation: Operation; readonly repeated: boolean };

/** What a store says about itself. */
export type StoreHealth = {
  readonly kind: 'memory' | 'embedded' | 'postgresql';
  readonly schema_version: number;
  readonly audit: AuditHead;
};

/**
 * Keeps operations and the audit log. Every answer to a write is given after it is durable, and every decision (accepted,
 * refused, changed, change refused) stands in the log in the same transaction. All writes follow one another, so what is
 * checked still holds when it is written.
 */
export type OperationStore = {
  readonly kind: StoreHealth['kind'];
  /**
   * Checks a draft against all stored operations that hold airspace, and against `known` ones that are stored elsewhere
   * (`knownTraffic`), and stores it, in one transaction. The same id with the same content again is the same answer while it
   * holds its airspace, and `wrong_state` after; with other content, `id_taken`.
   */
  readonly accept: (
    draft: OperationDraft,
    known: readonly OperationDraft[],
    act: Act,
  ) => Promise<Result<Written, OperationError>>;
  /** Approves, cancels or closes. `reason` is one line, kept where the operation ends. */
  readonly change: (
    operation_id: string,
    change: Change,
    act: Act,
    reason: string | null,
  ) => Promise<Result<Written, OperationError>>;
  readonly get: (operation_id: string) => Promise<Result<Operation, OperationError>>;
  readonly list: (query: OperationQuery) => Promise<Result<OperationPage, OperationError>>;
  /** Records an event of the caller's own. Actions that begin with `operation.` are the store's. */
  readonly appendAudit: (event: AuditEvent) => Promise<Result<AuditHead, OperationError>>;
  readonly auditHead: () => Promise<Result<AuditHead, OperationError>>;
  /**
   * The whole log as lines without line breaks: the header, then every entry up to its head. Entries written meanwhile
   * are left out. Throws where the store fails on the way; a log that was cut off does not verify.
   */
  readonly exportAudit: () => AsyncIterable<string>;
  readonly healthy: () => Promise<Result<StoreHealth, OperationError>>;
  readonly close: () => Promise<void>;
};
