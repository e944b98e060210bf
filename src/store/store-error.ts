/** Why a file or directory cannot be used; `path` is the one the caller gave. */
export type StoreError = {
  readonly type:
    | 'file_missing'
    | 'not_a_file'
    | 'not_a_directory'
    | 'file_too_large'
    | 'file_unreadable'
    | 'file_not_writable'
    | 'unknown_city'
    | 'city_incomplete'
    | 'invalid_input'
    | 'invalid_state'
    | 'invalid_option'
    | 'store_unavailable';
  /** One sentence: what is wrong, where, and how to mend it. */
  readonly message: string;
  readonly path: string;
};

/** Builds a StoreError. */
export function storeError(type: StoreError['type'], message: string, path: string): StoreError {
  return { type, message, path };
}
