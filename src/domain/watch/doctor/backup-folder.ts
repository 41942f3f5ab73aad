import { constants, type Stats } from 'node:fs';
import { access, lstat, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { writeReason } from '../../backups/write-errors.ts';
import { spaceOf } from '../space.ts';
import { sizeText, type Trouble } from './trouble.ts';

/** What keeps copies of a database that is there from being made in their folder. */
export async function hindrance({ backup: { folder }, database }: Config): Promise<Trouble | undefined> {
  const why = await whyNoneIn(folder, database);
  if (why === undefined) return undefined;
  const cure = 'mend that, or set another backup.folder in the config';
  return { check: 'backup', trouble: `no backup can be made in ${folder}: ${why}`, cure };
}

async function whyNoneIn(folder: string, database: string): Promise<string | undefined> {
  try {
    const { place, found } = await whatIsThere(folder);
    if (!found.isDirectory()) return reasonText(place === folder ? 'EEXIST' : 'ENOTDIR');
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!mayWrite(found, await stat(database))) return `the user who owns ${database} may not write there`;
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    const { database: size } = await spaceOf(database);
    return free < size ? `its disk has ${sizeText(free)} left, and one takes ${sizeText(size)}` : undefined;
  } catch (error) {
    const { code, message: text } = error as NodeJS.ErrnoException;
    return reasonText(code) ?? text;
  }
}

function reasonText(code: string | undefined): string | undefined {
  const reason = writeReason(code);
  return reason && describe(reason);
}

/** The folder, or where it is not there yet, the nearest above it, in which it will be made. */
async function whatIsThere(place: string): Promise<{ place: string; found: Stats }> {
  try {
    return { place, found: await stat(place) };
  } catch (error) {
    const isLink = await lstat(place).then(
      () => true,
      () => false,
    );
    if (isLink || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return whatIsThere(path.dirname(place));
  }
}

/** Whoever owns the database is who serves it. Of groups only he knows which are his. */
const mayWrite = ({ uid, mode }: Stats, owner: Stats): boolean =>
  owner.uid === 0 || (mode & (owner.uid === uid ? 0o200 : 0o022)) !== 0;

/** Whether others may exchange the copies. */
export async function openness({ backup: { folder }, database }: Config): Promise<Trouble | undefined> {
  const [found, owner] = await Promise.all([folder, database].map((file) => stat(file).catch(() => undefined)));
  if (!found?.isDirectory() || !owner) return undefined;
  const isOwn = found.uid === owner.uid;
  if ((found.mode & (isOwn ? 0o022 : 0o002)) === 0) return undefined;
  const own = isOwn ? '' : `chown --reference=${database} ${folder} && `;
  return {
    check: 'permissions',
    trouble: `other users may write in ${folder}, and exchange backups`,
    cure: `run: ${own}chmod go-w ${folder}`,
  };
}
