/**
 * Where operations are kept: embedded in a folder (one process at a time), in a PostgreSQL (`DATABASE_URL`), or in memory,
 * gone with the process.
 */
export type OperationStoreSetting =
  { readonly data_dir: string } | { readonly database_url: string } | { readonly memory: true };
