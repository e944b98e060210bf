import { type Kysely, sql, type Transaction } from 'kysely';

/** Tables of the store, as rows. 64-bit integers come as text or numbers by driver; read them with Number(). */
export type Tables = {
  operations: {
    operation_id: string;
    region_id: string;
    uav_id: string;
    /** First and last millisecond that the operation claims (`claimSpan`). */
    from_ms: number | string;
    to_ms: number | string;
    state: string;
    version: number;
    content_hash: string;
    /** Canonical JSON of the draft. */
    document: string;
    accepted_at: string;
    accepted_by: string;
    approved_at: string | null;
    approved_by: string | null;
    ended_at: string | null;
    ended_by: string | null;
    end_reason: string | null;
  };
  operation_audit: {
    seq: number | string;
    at: string;
    actor: string;
    action: string;
    object_id: string;
    /** Canonical JSON. */
    payload: string;
    payload_hash: string;
    previous_hash: string;
    hash: string;
  };
  operation_migrations: { number: number; name: string; applied_at: string };
};

/** A database handle, in a transaction or not. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** One step of the schema; steps are never edited once released, only followed. */
type Migration = { readonly name: string; readonly statements: readonly string[] };

const MIGRATIONS: readonly Migration[] = [
  {
    name: 'operations and audit log',
    statements: [
      `create table operations (
        operation_id text collate "C" primary key,
        region_id text not null,
        uav_id text not null,
        from_ms bigint not null,
        to_ms bigint not null check (from_ms <= to_ms),
        state text not null check (state in ('accepted', 'approved', 'closed', 'cancelled')),
        version integer not null check (version >= 1),
        content_hash text not null,
        document text not null,
        accepted_at text not null,
        accepted_by text not null,
        approved_at text,
        approved_by text,
        ended_at text,
        ended_by text,
        end_reason text
      )`,
      `create index operations_holding on operations (to_ms, from_ms) where state in ('accepted', 'approved')`,
      `create index operations_order on operations (from_ms, operation_id)`,
      `create table operation_audit (
        seq bigint primary key check (seq >= 1),
        at text not null,
        actor text not null,
        action text not null,
        object_id text not null,
        payload text not null,
        payload_hash text not null,
        previous_hash text not null unique,
        hash text not null unique
      )`,
      `create function operation_audit_is_append_only() returns trigger language plpgsql as
        $$ begin raise exception 'the audit log is append-only: % refused', tg_op using errcode = 'insufficient_privilege'; end $$`,
      `create trigger operation_audit_row before update or delete on operation_audit
        for each row execute function operation_audit_is_append_only()`,
      `create trigger operation_audit_table before truncate on operation_audit
        for each statement execute function operation_audit_is_append_only()`,
      `create function operation_content_is_fixed() returns trigger language plpgsql as
        $$ begin
          if tg_op = 'UPDATE' then
            if (new.operation_id, new.region_id, new.uav_id, new.from_ms, new.to_ms, new.content_hash, new.document, new.accepted_at, new.accepted_by)
              = (old.operation_id, old.region_id, old.uav_id, old.from_ms, old.to_ms, old.content_hash, old.document, old.accepted_at, old.accepted_by)
              and new.version = old.version + 1
            then return new; end if;
          end if;
          raise exception 'the content of an operation is never changed: % refused', tg_op using errcode = 'insufficient_privilege';
        end $$`,
      `create trigger operation_row before update or delete on operations
        for each row execute function operation_content_is_fixed()`,
      `create trigger operation_table before truncate on operations
        for each statement execute function operation_content_is_fixed()`,
    ],
  },
];

/** The schema that this version writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Key of the one lock that all writers take, per database: "cb-ops" as a number. */
const LOCK_KEY = 0x63_62_6f_70;

/**
 * Runs a transaction alone: it waits for every other writer of this database. Read committed, whatever the server's
 * default: the statement after the lock then sees all that was committed before.
 */
export function inTurn<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
      // A server that was set to answer before its log is on disk would lose what was acknowledged.
      await sql`select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`.execute(
        trx,
      );
      return work(trx);
    });
}

/**
 * Brings the database to SCHEMA_VERSION, each step recorded, all in one transaction. Answers the version that it found
 * above SCHEMA_VERSION instead, and changes nothing: a newer program wrote it.
 */
export async function migrate(db: Kysely<Tables>, now: () => string): Promise<number> {
  return inTurn(db, async (trx) => {
    await sql`create table if not exists operation_migrations (number integer primary key, name text not null, applied_at text not null)`.execute(
      trx,
    );
    const last = await trx
      .selectFrom('operation_migrations')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirst();
    const found = Number(last?.number ?? 0);
    for (let number = found + 1; number <= SCHEMA_VERSION; number++) {
      const { name, statements } = MIGRATIONS[number - 1]!;
      for (const statement of statements) await sql.raw(statement).execute(trx);
      await trx.insertInto('operation_migrations').values({ number, name, applied_at: now() }).execute();
    }
    return Math.max(found, SCHEMA_VERSION);
  });
}
