import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDON, packedAddon } from '../lib/assets.ts';
import { messageOfError, OperatorError } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { makePrivateDirectory, unpackFolders } from '../lib/private-directory.ts';

// Process-wide, as a loaded native library is.
let addonPath: string | undefined;

/**
 * The path of SQLite's addon for better-sqlite3's `nativeBinding`; undefined in a checkout. The executable first unpacks
 * the addon into a private directory, because the operating system loads libraries from files only.
 *
 * @param databaseFiles tried in order: the addon is unpacked next to the first one where it can be loaded
 */
export function addonFile(...databaseFiles: readonly string[]): string | undefined {
  const packed = packedAddon();
  if (packed) addonPath ??= unpackAddon(packed, [...new Set(databaseFiles.flatMap(unpackFolders))]);
  return addonPath;
}

function unpackAddon(packed: Buffer, parents: readonly string[]): string {
  const reasons: Message[] = [];
  for (const parent of parents) {
    try {
      const file = unpack(packed, makePrivateDirectory(parent));
      process.dlopen({ exports: {} }, file); // fails on a file system mounted noexec
      return file;
    } catch (error) {
      reasons.push(messageOfError(error));
    }
  }
  throw new OperatorError('library_cannot_be_loaded', { library: 'sqlite', why: reasons });
}

function unpack(packed: Buffer, folder: string): string {
  const file = path.join(folder, ADDON);
  if (!existsSync(file) || !hasContent(file, packed)) {
    const partial = `${file}.${process.pid}`;
    try {
      writeFileSync(partial, packed, { mode: 0o700 });
      renameSync(partial, file);
    } finally {
      rmSync(partial, { force: true }); // frees the space after a write to a full disk
    }
  }
  return file;
}

const CHUNK_BYTES = 65_536;

/** In chunks: memory for the whole file would take longer than the comparison, at every start. */
function hasContent(file: string, content: Buffer): boolean {
  const descriptor = openSync(file, 'r');
  try {
    if (fstatSync(descriptor).size !== content.length) return false;
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let position = 0; position < content.length; position += CHUNK_BYTES) {
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, position);
      const expected = content.subarray(position, position + CHUNK_BYTES);
      if (!chunk.subarray(0, length).equals(expected)) return false;
    }
    return true;
  } finally {
    closeSync(descriptor);
  }
}
