import { constants, type Stats } from 'node:fs';
import { access, lstat, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../config.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { writeReason } from '../../backups/write-errors.ts';
import { diskSpace } from '../disk-space.ts';
import { sizeText, type Trouble } from './trouble.ts';

/** Why no backup can be created in the folder. */
export async function backupFolderTrouble({ backup: { folder }, database }: Config): Promise<Trouble | undefined> {
  const reason = await obstacle(folder, database);
  if (reason === undefined) return undefined;
  const cure = 'Fix that, or set another backup.folder in the config';
  return { check: 'backup', trouble: `No backup can be created in ${folder}: ${reason}`, cure };
}

async function obstacle(folder: string, database: string): Promise<string | undefined> {
  try {
    const { place, found } = await nearestExisting(folder);
    if (!found.isDirectory()) return reasonText(place === folder ? 'EEXIST' : 'ENOTDIR');
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!mayWrite(found, await stat(database))) return `the owner of ${database} may not write there`;
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    const { database: size } = await diskSpace(database);
    return free < size ? `its disk has ${sizeText(free)} free, and a backup needs ${sizeText(size)}` : undefined;
  } catch (error) {
    const { code, message: text } = error as NodeJS.ErrnoException;
    return reasonText(code) ?? text;
  }
}

function reasonText(code: string | undefined): string | undefined {
  const reason = writeReason(code);
  return reason && describe(reason);
}

/** The folder, or the nearest existing parent in which it will be created. */
async function nearestExisting(place: string): Promise<{ place: string; found: Stats }> {
  try {
    return { place, found: await stat(place) };
  } catch (error) {
    const isLink = await lstat(place).then(
      () => true,
      () => false,
    );
    if (isLink || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return nearestExisting(path.dirname(place));
  }
}

/** Assumes that the owner of the database runs the service. Membership in groups is unknown. */
const mayWrite = ({ uid, mode }: Stats, owner: Stats): boolean =>
  owner.uid === 0 || (mode & (owner.uid === uid ? 0o200 : 0o022)) !== 0;

/** Whether other users can replace backups. */
export async function openFolderTrouble({ backup: { folder }, database }: Config): Promise<Trouble | undefined> {
  const [found, owner] = await Promise.all([folder, database].map((file) => stat(file).catch(() => undefined)));
  if (!found?.isDirectory() || !owner) return undefined;
  const isOwn = found.uid === owner.uid;
  if ((found.mode & (isOwn ? 0o022 : 0o002)) === 0) return undefined;
  const own = isOwn ? '' : `chown --reference=${database} ${folder} && `;
  return {
    check: 'permissions',
    trouble: `Other users can write to ${folder} and replace backups`,
    cure: `Run: ${own}chmod go-w ${folder}`,
  };
}
