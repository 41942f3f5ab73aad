import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder and its missing parents, accessible by this user only. Node's recursive mkdir loops forever where mkdir
 * fails with ENOENT although the parent exists, as in /proc.
 *
 * @throws the error of the operating system, with its code
 */
export async function makeFolders(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await makeFolders(above);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(await isFolder(folder))) throw error; // another process may have created it
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
