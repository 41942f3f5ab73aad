import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import type { PlainKey } from '../lib/messages/messages.ts';

/** Why a file cannot be read or written; `missing` is what ENOENT means here. */
export function fileErrorReason(error: unknown, missing: 'file' | 'folder'): Message {
  const { code = '', message: text } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return message(missing === 'file' ? 'file_missing' : 'file_folder_missing');
  const key = REASONS[code];
  return key ? message(key) : message('foreign_text', { text });
}

const REASONS: Readonly<Record<string, PlainKey>> = {
  EISDIR: 'file_is_a_folder',
  ENOTDIR: 'file_parent_not_a_folder',
  EACCES: 'file_access_denied',
  EROFS: 'file_read_only',
  ENOSPC: 'file_disk_full',
};

/** Reads a file, or standard input for `-`. @throws OperatorError */
export function readInput(name: string): Uint8Array {
  try {
    return readFileSync(name === '-' ? 0 : name);
  } catch (error) {
    throw new OperatorError('file_not_readable', { file: name, why: fileErrorReason(error, 'file') });
  }
}

/** Reads JSON in UTF-8 from a file, or from standard input for `-`. @throws OperatorError */
export function readJson(name: string): unknown {
  const text = decodeUtf8(readInput(name), name);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError('file_not_json', { file: name, why: (error as Error).message });
  }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops a byte order mark
  } catch {
    throw new OperatorError('file_not_utf8', { file: name });
  }
}

export const FORCE_OPTION = ['--force', 'Overwrite an existing file'] as const;

/** Call before the work of producing the content. @throws OperatorError if the file exists and `force` is not set */
export function requireNewFile(file: string, { force = false }: { force?: boolean }): void {
  if (!force && existsSync(file)) throw new OperatorError('file_exists', { file });
}

/** @throws OperatorError if the file cannot be written, or exists and `force` is not set */
export function writeNewFile(file: string, content: Uint8Array | string, { force = false }: { force?: boolean }): void {
  try {
    writeFileSync(file, content, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw exists
      ? new OperatorError('file_exists', { file })
      : new OperatorError('file_not_writable', { file, why: fileErrorReason(error, 'folder') });
  }
}
