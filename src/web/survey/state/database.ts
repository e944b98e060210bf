/** The browser's database, for documents that are too large for its small storage. */
const NAME = 'cloudbrain';
const STORE = 'survey-documents';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database did not open'));
  });
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the database refused'));
    });
  } finally {
    database.close();
  }
}

/** Keeps a value. Throws where the browser refuses. */
export async function putLarge(key: string, value: unknown): Promise<void> {
  await run('readwrite', (store) => store.put(value, key));
}

/** Reads a value; undefined where there is none. */
export async function getLarge<T>(key: string): Promise<T | undefined> {
  return run('readonly', (store) => store.get(key) as IDBRequest<T | undefined>);
}

/** Forgets a value and its line in the list. */
export async function removeLarge(key: string): Promise<void> {
  await run('readwrite', (store) => store.delete(key));
  await run('readwrite', (store) => store.delete(ITEM + key));
}

/** Before the keys of list lines. */
const ITEM = 'item ';

/** Keeps a line of the list of documents. Throws where the browser refuses. */
export async function putItem(key: string, item: unknown): Promise<void> {
  await run('readwrite', (store) => store.put(item, ITEM + key));
}

/** The kept lines. */
export async function largeItems<T>(): Promise<T[]> {
  return run(
    'readonly',
    (store) => store.getAll(IDBKeyRange.bound(ITEM, `${ITEM}\uffff`)) as IDBRequest<T[]>,
  );
}
