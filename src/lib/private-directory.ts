import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Parent folders for the files that the executable unpacks, in order of preference: the folder of the database, then the
 * temporary folder.
 */
export const unpackingFolders = (databaseFile: string): string[] => [path.dirname(databaseFile), tmpdir()];

/**
 * Creates a directory in `place` that only this user can write to, because its files are loaded as code.
 *
 * @returns its path, which only this user and root can redirect
 * @throws if it cannot be created, or other users could write to it or replace it
 */
export function makePrivateDirectory(place: string): string {
  const within = realpathSync(place);
  requireSafePath(within);
  const folder = path.join(within, `.raan-${process.getuid?.()}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & OTHERS_WRITE) !== 0)
    throw new Error(`${folder} is writable by other users`);
  return folder;
}

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** A user who can rename entries of a parent folder could replace the directory between check and use. */
function requireSafePath(place: string): void {
  const { uid, mode } = statSync(place);
  if (!isTrusted(uid)) throw new Error(`${place} is another user's`);
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) throw new Error(`${place} is writable by other users`);
  const above = path.dirname(place);
  if (above !== place) requireSafePath(above);
}

/** This user or root. In a user namespace an unmapped uid counts too, because root outside has one. */
const isTrusted = (uid: number): boolean =>
  uid === process.getuid?.() || uid === 0 || (uid === UNMAPPED_UID && !isMapped(uid));

const UNMAPPED_UID = 65_534;

/** Whether the uid is mapped in this namespace. Each line has the first uid, its uid outside, and the count. */
const isMapped = (uid: number): boolean =>
  readFileSync('/proc/self/uid_map', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => first <= uid && uid < first + count);
