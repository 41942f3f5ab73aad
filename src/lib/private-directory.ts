import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OperatorError } from './errors.ts';

/**
 * Parent folders for the files that the executable unpacks, in order of preference: the folder of the database, then the
 * temporary folder.
 */
export const unpackFolders = (databaseFile: string): string[] => [path.dirname(databaseFile), tmpdir()];

/**
 * Creates a directory in `parent` that only this user can write to, because its files are loaded as code.
 *
 * @returns its path; only this user and root can replace a part of it
 * @throws OperatorError if other users could write to it or replace it; otherwise the error of the file system
 */
export function makePrivateDirectory(parent: string): string {
  const safeParent = realpathSync(parent);
  requireSafePath(safeParent);
  const folder = path.join(safeParent, `.raan-${process.getuid?.()}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & OTHERS_WRITE) !== 0)
    throw new OperatorError('folder_not_private', { folder });
  return folder;
}

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** Checks the whole path: a user with write access to any parent folder could replace the directory after the check. */
function requireSafePath(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (!isTrusted(uid)) throw new OperatorError('folder_of_another_user', { folder });
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)
    throw new OperatorError('folder_writable_by_others', { folder });
  const parent = path.dirname(folder);
  if (parent !== folder) requireSafePath(parent);
}

/** This user or root. In a user namespace, unmapped uids are trusted too: the root user of the host is unmapped. */
const isTrusted = (uid: number): boolean =>
  uid === process.getuid?.() || uid === 0 || (uid === UNMAPPED_UID && !isMapped(uid));

const UNMAPPED_UID = 65_534;

/** Whether the uid is mapped in this namespace. Each line has the first uid, its uid on the host, and the count. */
const isMapped = (uid: number): boolean =>
  readFileSync('/proc/self/uid_map', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => first <= uid && uid < first + count);
