/** Why outside data cannot be read. `place` says where in the data, `mend` is part of the message. */
export type FormatError = {
  readonly type:
    | 'empty_input'
    | 'too_large'
    | 'wrong_encoding'
    | 'wrong_type'
    | 'truncated'
    | 'invalid_json'
    | 'invalid_data'
    | 'incomplete_data'
    | 'service_error';
  /** One sentence: what is wrong and how to mend it. */
  readonly message: string;
  /** Where: a line and column, a JSON path, a byte offset, a row; empty where the whole input is meant. */
  readonly place: string;
};

/** Builds a FormatError. */
export function formatError(type: FormatError['type'], message: string, place = ''): FormatError {
  return { type, message, place };
}
