import { mkdirSync } from 'node:fs';
import { Kysely, PostgresDialect } from 'kysely';
import { type Clock, type Result, err, ok } from '#base';
import type { OperationStore, StoreHealth } from '#operations';
import { type StoreError, storeError } from '../store-error.ts';
import { failureOf } from './failures.ts';
import { lockFolder } from './folder-lock.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import { addressOf, openPool } from './postgresql.ts';
import type { OperationStoreSetting } from './setting.ts';
import { SCHEMA_VERSION, type Tables, migrate } from './schema.ts';
import { sqlStore } from './sql-store.ts';

const nothing = async (): Promise<void> => undefined;

/** Opens the store; see `openOperationStore`. */
export async function open(
  setting: OperationStoreSetting,
  clock: Clock,
): Promise<Result<OperationStore, StoreError>> {
  if ('database_url' in setting) {
    const address = addressOf(setting.database_url);
    const pool = await openPool(setting.database_url);
    if (!pool.ok) return err(storeError('store_unavailable', pool.error, address));
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool.value }) });
    return prepared({ db, kind: 'postgresql', release: nothing, path: address }, clock);
  }
  if ('data_dir' in setting) return openEmbedded(setting.data_dir, clock);
  const { PGlite } = await import('@electric-sql/pglite');
  const pglite = new PGlite();
  const db = new Kysely<Tables>({ dialect: pgliteDialect(pglite) });
  return prepared({ db, kind: 'memory', release: nothing, path: 'memory' }, clock);
}

async function openEmbedded(data_dir: string, clock: Clock): Promise<Result<OperationStore, StoreError>> {
  const fail = (message: string): Result<never, StoreError> =>
    err(storeError('store_unavailable', message, data_dir));
  let lock: ReturnType<typeof lockFolder>;
  try {
    mkdirSync(data_dir, { recursive: true, mode: 0o700 });
    lock = lockFolder(data_dir);
  } catch (error) {
    return fail(`${data_dir} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  }
  if (!lock.ok) return fail(lock.error);
  const release = lock.value;
  try {
    const { openFolder } = await import('./durable-folder.ts');
    const db = new Kysely<Tables>({ dialect: pgliteDialect(await openFolder(data_dir)) });
    const store = await prepared(
      { db, kind: 'embedded', release: async () => release(), path: data_dir },
      clock,
    );
    if (!store.ok) release();
    return store;
  } catch (error) {
    release();
    return fail(
      `the database in ${data_dir} does not open: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

type Opened = {
  readonly db: Kysely<Tables>;
  readonly kind: StoreHealth['kind'];
  readonly release: () => Promise<void>;
  readonly path: string;
};

/** Migrates and hands out; a database that a newer program wrote is left alone. */
async function prepared(opened: Opened, clock: Clock): Promise<Result<OperationStore, StoreError>> {
  const { db, kind, release, path } = opened;
  try {
    const version = await migrate(db, clock.now);
    if (version === SCHEMA_VERSION) return ok(sqlStore(db, kind, release));
    await db.destroy();
    return err(
      storeError(
        'store_unavailable',
        `${path} has schema ${version}, this program knows ${SCHEMA_VERSION}: a newer one wrote it`,
        path,
      ),
    );
  } catch (error) {
    await db.destroy();
    const failure = failureOf(error);
    if (failure === null) throw error;
    return err(storeError('store_unavailable', `${path}: ${failure.message}`, path));
  }
}
