import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDON, packedAddon } from '../lib/assets.ts';
import { Fault } from '../lib/errors.ts';
import { makeOwnFolder, ownFolders } from '../lib/own-folder.ts';

/**
 * Where the operating system can load SQLite's addon from, for better-sqlite3's `nativeBinding`; undefined from a
 * checkout. A library inside an executable has to become a file first, in a folder of this user's own.
 */
export function addonFile(databaseFile: string): string | undefined {
  const packed = packedAddon();
  if (!packed) return undefined;
  const reasons: string[] = [];
  for (const folder of ownFolders(databaseFile)) {
    try {
      const file = unpack(packed, folder);
      process.dlopen({ exports: {} }, file); // a file system mounted noexec refuses here
      return file;
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Fault(
    `SQLite's library has no folder to be unpacked in: ${reasons.join('; ')}; let this user write and execute in one of them`,
  );
}

function unpack(packed: Buffer, folder: string): string {
  makeOwnFolder(folder);
  const file = path.join(folder, ADDON);
  if (!existsSync(file) || !readFileSync(file).equals(packed)) {
    const partial = `${file}.${process.pid}`;
    writeFileSync(partial, packed, { mode: 0o700 });
    renameSync(partial, file);
  }
  return file;
}
