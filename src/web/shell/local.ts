/** Reads a JSON value that this page kept; null where there is none or it cannot be read. */
export function readLocal<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keeps a JSON value; false where the browser has no room or forbids it. */
export function writeLocal(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a value. */
export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has nothing to forget.
  }
}

/** Keys that begin with a prefix, sorted. */
export function localKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((k) => k.startsWith(prefix))
      .sort();
  } catch {
    return [];
  }
}
