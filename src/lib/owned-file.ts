import { closeSync, fchownSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Creates an empty file that only its owner may open. If root creates it, the owner of the folder becomes its owner, so
 * that a service without root rights can use the file.
 *
 * @returns a handle for writing
 * @throws EEXIST if the path exists, even as a symlink, whose target the folder's owner may have no right to
 */
export function openNew(file: string, owner: Owner = statSync(path.dirname(file))): number {
  const handle = openSync(file, 'wx', 0o600);
  try {
    if (process.getuid?.() === 0) fchownSync(handle, owner.uid, owner.gid);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Like `openNew`, and closes the file. */
export const makeNew = (file: string, owner?: Owner): void => closeSync(openNew(file, owner));
