import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The database's own folder inside the data folder. */
const DATABASE = 'postgres';
/** Where a new one is made; a crash leaves it behind, and the next start begins anew. */
const UNFINISHED = 'postgres.unfinished';

/**
 * PGlite starts with `-F`, and its file system has no fsync: a commit would be in the kernel's memory only and lost with
 * the power. Here commits and checkpoints reach the disk.
 */
const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((p) => p !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'synchronous_commit=on'],
];

/** What of the engine's file layer is used here. */
type Layer = {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => void } };
};

/** A folder as the engine's disk, with a working fsync. A failed one throws, and then nothing was acknowledged. */
class DurableFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const addSync = (layer: unknown): void => {
      (layer as Layer).NODEFS.stream_ops.fsync = ({ nfd }) => fsyncSync(nfd);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

/** Opens the database of a data folder that the caller has locked; makes it where there is none. */
export async function openFolder(data_dir: string): Promise<PGlite> {
  const finished = join(data_dir, DATABASE);
  if (!existsSync(finished)) {
    const unfinished = join(data_dir, UNFINISHED);
    rmSync(unfinished, { recursive: true, force: true });
    await (await start(unfinished)).close();
    syncFolder(unfinished);
    renameSync(unfinished, finished);
    syncFolder(data_dir);
  }
  return start(finished);
}

async function start(folder: string): Promise<PGlite> {
  const pglite = new PGlite({ fs: new DurableFolder(folder), startParams: DURABLE_PARAMS });
  await pglite.waitReady;
  const { rows } = await pglite.query<{ fsync: string }>('show fsync');
  if (rows[0]?.fsync !== 'on') throw new Error('the embedded database does not write through to the disk');
  return pglite;
}

/** Makes names in a folder durable. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
