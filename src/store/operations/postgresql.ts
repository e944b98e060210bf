import pg from 'pg';
import { type Result, err, ok } from '#base';

/** Connections of one process; writes follow one another anyway. */
const CONNECTIONS = 4;
const CONNECT_MS = 5000;
/** A writer that waits longer for its turn is refused as busy. */
const LOCK_MS = 10_000;
const STATEMENT_MS = 30_000;

/** A database address without its user, password and options, for messages. */
export function addressOf(database_url: string): string {
  try {
    const { protocol, host, pathname } = new URL(database_url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** A pool of connections to a PostgreSQL that writes through to its disk. */
export async function openPool(database_url: string): Promise<Result<pg.Pool, string>> {
  const address = addressOf(database_url);
  if (!/^postgres(ql)?:\/\//.test(database_url))
    return err('DATABASE_URL must begin with postgres:// or postgresql://');
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: database_url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      lock_timeout: LOCK_MS,
      statement_timeout: STATEMENT_MS,
      application_name: 'cloudbrain',
    });
  } catch {
    return err('DATABASE_URL is no address of a PostgreSQL');
  }
  // A connection that breaks is dropped by the pool and fails the call that uses it; between two statements of a
  // transaction nobody else listens, and an event without a listener would end the program.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  try {
    const { rows } = await pool.query<{ fsync: string }>('show fsync');
    if (rows[0]?.fsync === 'on') return ok(pool);
    await pool.end();
    return err(`${address} runs with fsync off: it can lose what it has acknowledged`);
  } catch (error) {
    await pool.end();
    const code = (error as { code?: unknown }).code;
    // The driver's own words can hold user names and addresses of name servers; its code says enough.
    return err(`${address} cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`);
  }
}
