import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder, and those above it that are not there, for this user alone. Node's own way to do that never ends where
 * the system finds no folder to make it in although there is one, as in /proc.
 *
 * @throws the system's error, with its code
 */
export async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await makeFolders(above);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(await isFolder(folder))) throw error; // another may have been quicker
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
