import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Where the executable may make its folder for what the operating system has to find as files, best first: beside the
 * database, or in the temporary folder where that one will not do.
 */
export const unpackingPlaces = (databaseFile: string): string[] => [path.dirname(databaseFile), tmpdir()];

/**
 * Makes a folder of this user's own in `place` unless it is there: what lies in it is loaded as code.
 *
 * @returns its path, which nobody but this user and root can make lead elsewhere
 * @throws where it cannot be made, or other users may write to it or put another in its place
 */
export function makeOwnFolder(place: string): string {
  const within = realpathSync(place);
  requireSafeWay(within);
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

/** Who may rename in a folder on the way can exchange what is below it between a look at it and its use. */
function requireSafeWay(place: string): void {
  const { uid, mode } = statSync(place);
  if (!isTrusted(uid)) throw new Error(`${place} is another user's`);
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) throw new Error(`${place} is writable by other users`);
  const above = path.dirname(place);
  if (above !== place) requireSafeWay(above);
}

/** This user, root, and in a user namespace whoever has no number there, as root outside. */
const isTrusted = (uid: number): boolean =>
  uid === process.getuid?.() || uid === 0 || (uid === NUMBERLESS && !isNumbered(uid));

const NUMBERLESS = 65_534;

/** Whether the number is a user's of this namespace: each line has the first number, its number outside, and how many follow. */
const isNumbered = (uid: number): boolean =>
  readFileSync('/proc/self/uid_map', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([first = 0, , count = 0]) => first <= uid && uid < first + count);
