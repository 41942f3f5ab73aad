import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Fault } from '../lib/errors.ts';

/** Why a file cannot be read or written, for a message that already names it; `missing` is what ENOENT means here. */
export function fileErrorReason(error: unknown, missing: 'file' | 'folder'): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? `there is no such ${missing}` : (REASONS[code] ?? message);
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'what should be its folder is a file',
  EACCES: 'this user may not; give this user the right to',
  EROFS: 'its disk is mounted read-only; mount it anew',
  ENOSPC: 'its disk is full; make room there',
};

/** Reads a file, or standard input for `-`. @throws Fault */
export function readInput(name: string): Uint8Array {
  try {
    return readFileSync(name === '-' ? 0 : name);
  } catch (error) {
    throw new Fault(`${name} cannot be read: ${fileErrorReason(error, 'file')}`);
  }
}

/** Reads JSON in UTF-8 from a file, or from standard input for `-`. @throws Fault */
export function readJson(name: string): unknown {
  const text = decodeUtf8(readInput(name), name);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops a byte order mark
  } catch {
    throw new Fault(`${name} is not valid UTF-8`);
  }
}

export const FORCE_OPTION = ['--force', 'Overwrite an existing file'] as const;

/** Call before the work of producing the content. @throws Fault if the file exists and `force` is not set */
export function requireNewFile(file: string, { force = false }: { force?: boolean }): void {
  if (!force && existsSync(file)) throw new Fault(existsText(file));
}

/** @throws Fault if the file cannot be written, or exists and `force` is not set */
export function writeNewFile(file: string, content: Uint8Array | string, { force = false }: { force?: boolean }): void {
  try {
    writeFileSync(file, content, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new Fault(exists ? existsText(file) : `${file} cannot be written: ${fileErrorReason(error, 'folder')}`);
  }
}

const existsText = (file: string): string => `${file} is there already; --force replaces it`;
