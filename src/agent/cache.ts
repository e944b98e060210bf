/** Answers by the hash of their question. A cache changes cost, never an answer. */
export type DecisionCache = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
};

/** Keeps the newest `most` answers in memory. */
export function memoryCache(most = 1000): DecisionCache {
  const kept = new Map<string, unknown>();
  return {
    get: (key) => kept.get(key),
    set: (key, value) => {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
  };
}

/** Remembers nothing. */
export const noCache: DecisionCache = { get: () => undefined, set: () => undefined };
