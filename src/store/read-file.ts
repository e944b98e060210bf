import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LIMITS, type Result, err, ok } from '#base';
import { type FormatError, decodeJson, decodeText } from '#formats';
import { type StoreError, storeError } from './store-error.ts';

/** The bytes of a user's file. Its size is checked before a byte is read; directories and devices are refused. */
export function readUserFile(
  path: string,
  most_bytes: number = LIMITS.input_file_bytes,
): Result<Uint8Array, StoreError> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (e) {
    return err(openError(e, path));
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) {
      return err(storeError('not_a_file', `${path} is a directory: give a file`, path));
    }
    if (!stat.isFile()) return err(storeError('not_a_file', `${path} is no ordinary file`, path));
    if (stat.size > most_bytes) {
      return err(
        storeError(
          'file_too_large',
          `${path} has ${stat.size} bytes, more than the limit of ${most_bytes}: give a smaller file`,
          path,
        ),
      );
    }
    const bytes = new Uint8Array(stat.size);
    let have = 0;
    while (have < bytes.length) {
      const n = readSync(file, bytes, have, bytes.length - have, have);
      if (n === 0) break;
      have += n;
    }
    return ok(bytes.subarray(0, have));
  } catch (e) {
    return err(storeError('file_unreadable', `${path} cannot be read (${codeOf(e)})`, path));
  } finally {
    closeSync(file);
  }
}

function codeOf(e: unknown): string {
  return e instanceof Error && 'code' in e ? String(e.code) : 'unknown reason';
}

function openError(e: unknown, path: string): StoreError {
  const code = codeOf(e);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return storeError('file_missing', `there is no file ${path}`, path);
  if (code === 'EACCES' || code === 'EPERM') {
    return storeError('file_unreadable', `${path} may not be read: check its permissions`, path);
  }
  return storeError('file_unreadable', `${path} cannot be opened (${code})`, path);
}

/** A file's text: UTF-8 only. `wanted` names what was expected, for the error. */
export function readUserText(path: string, wanted: string): Result<string, StoreError> {
  const bytes = readUserFile(path);
  if (!bytes.ok) return bytes;
  const text = decodeText(bytes.value, wanted);
  return text.ok ? text : err(inFile(text.error, path));
}

/** A file's JSON, strictly parsed. */
export function readUserJson(path: string, wanted: string): Result<unknown, StoreError> {
  const bytes = readUserFile(path);
  if (!bytes.ok) return bytes;
  const json = decodeJson(bytes.value, wanted);
  return json.ok ? json : err(inFile(json.error, path));
}

/** A format's refusal as a store's: the path and the place go into the one sentence. */
export function inFile(error: FormatError, path: string): StoreError {
  const place = error.place === '' ? '' : `, ${error.place}`;
  return storeError('invalid_input', `${path}${place}: ${error.message}`, path);
}

/** Writes a file whole or not at all: to a neighbour first, then renamed over. Makes the directory. */
export function writeWhole(path: string, content: string | Uint8Array): Result<null, StoreError> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const next = `${path}.part`;
    writeFileSync(next, content);
    renameSync(next, path);
    return ok(null);
  } catch (e) {
    return err(storeError('file_not_writable', `${path} cannot be written (${codeOf(e)})`, path));
  }
}
