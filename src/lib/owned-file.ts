import { closeSync, fchownSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Makes an empty file that nobody but its owner may open. Where root makes it, whose folder it is owns it: a service that
 * is not root finds its files its own.
 *
 * @returns its handle, for writing
 * @throws EEXIST where anything is there, a link too: what it leads to may not be the folder's owner's to have
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

/** The same without keeping it open. */
export const makeNew = (file: string, owner?: Owner): void => closeSync(openNew(file, owner));
