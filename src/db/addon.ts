import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDON, packedAddon } from '../lib/assets.ts';
import { OperatorError } from '../lib/errors.ts';
import { makeOwnFolder, unpackingPlaces } from '../lib/own-folder.ts';

// A native library is the whole process's, and so is where it lies.
let laidDown: string | undefined;

/**
 * Where the operating system can load SQLite's addon from, for better-sqlite3's `nativeBinding`; undefined from a
 * checkout. A library inside an executable has to become a file first, in a folder of this user's own.
 *
 * @param databaseFiles beside the first of which it is laid down, unless it lies somewhere already; else beside the others
 */
export function addonFile(...databaseFiles: readonly string[]): string | undefined {
  const packed = packedAddon();
  if (packed) laidDown ??= layDown(packed, [...new Set(databaseFiles.flatMap(unpackingPlaces))]);
  return laidDown;
}

function layDown(packed: Buffer, places: readonly string[]): string {
  const reasons: string[] = [];
  for (const place of places) {
    try {
      const file = unpack(packed, makeOwnFolder(place));
      process.dlopen({ exports: {} }, file); // a file system mounted noexec refuses here
      return file;
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new OperatorError('library_cannot_be_loaded', { library: 'SQLite’s library', why: reasons });
}

function unpack(packed: Buffer, folder: string): string {
  const file = path.join(folder, ADDON);
  if (!existsSync(file) || !readFileSync(file).equals(packed)) {
    const partial = `${file}.${process.pid}`;
    try {
      writeFileSync(partial, packed, { mode: 0o700 });
      renameSync(partial, file);
    } finally {
      rmSync(partial, { force: true }); // of a full disk it would keep the last of it
    }
  }
  return file;
}
