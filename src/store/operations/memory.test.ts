import { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { storeContract } from './contract.fixture.test.ts';
import { pgliteDialect } from './pglite-dialect.ts';
import { type Tables, migrate } from './schema.ts';
import { sqlStore } from './sql-store.ts';

storeContract('in memory', async () => {
  const pglite = new PGlite();
  const db = new Kysely<Tables>({ dialect: pgliteDialect(pglite) });
  await migrate(db, () => '2026-05-12T08:00:00.000Z');
  return {
    store: sqlStore(db, 'memory', async () => undefined),
    raw: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
  };
});
