import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Where the executable may lay down what the operating system has to find as files, best first: beside the database, or
 * in the temporary folder where that one will not do.
 */
export const ownFolders = (databaseFile: string): string[] =>
  [path.dirname(databaseFile), tmpdir()].map((folder) => path.join(folder, `.raan-${process.getuid?.()}`));

/** What to do where none of them will do. */
export const UNPACKING =
  'let this user write in one of them, with room for it and not mounted noexec, or name another folder in TMPDIR';

/** Makes the folder unless it is there. @throws where it cannot be made, or other users may write to it */
export function makeOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${folder} is writable by other users`);
}
