import { type Result, err } from '#base';
import { type OperationError, operationError } from '#operations';

/** The SQLSTATE (PostgreSQL, appendix A) or the system's code of an error; empty where it has none. */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : '';
  return typeof code === 'string' ? code : '';
}

/** Two transactions stood in each other's way (class 40): nothing was written, and trying again is right. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error).startsWith('40');
}

/** Waited too long for the lock or for the statement: nothing was written. */
const BUSY = new Set(['55P03', '57014']);
/** Connection lost, resources gone, server going down, I/O error. */
const UNAVAILABLE = /^(08|53|57P|58|XX)/;
const SYSTEM = /^(E[A-Z]+|ERR_[A-Z_]+)$/;
/** What pg's client and pool say of a lost connection without a code, and what a stopped WebAssembly engine throws. */
const LOST =
  /connection (terminated|timeout|ended|error)|timeout exceeded when trying to connect|client has encountered|not queryable|pglite is closed|database is closed|driver has already been destroyed/i;

/**
 * What a failed call means, in words without secrets: the driver's own texts can hold the address. Null for what is no
 * failure of the store but a bug.
 */
export function failureOf(error: unknown): OperationError | null {
  const code = codeOf(error);
  if (BUSY.has(code)) return operationError('store_busy', 'the store is busy; nothing was written');
  const message = error instanceof Error ? error.message : String(error);
  const engine = error instanceof Error && /^(RuntimeError|ExitStatus)$/.test(error.name);
  if (UNAVAILABLE.test(code) || SYSTEM.test(code) || LOST.test(message) || engine)
    return operationError(
      'store_unavailable',
      `the store did not answer${code === '' ? '' : ` (${code})`}; whether a write took place is unknown, and the same call may be repeated`,
    );
  return null;
}

/** Runs a call on the database; conflicts of transactions are tried again, failures of the store become values. */
export async function guarded<T>(
  call: () => Promise<Result<T, OperationError>>,
): Promise<Result<T, OperationError>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (isRetryable(error)) {
        if (attempt < 5) continue;
        return err(operationError('store_busy', 'the store is busy; nothing was written'));
      }
      const failure = failureOf(error);
      if (failure === null) throw error;
      return err(failure);
    }
  }
}
