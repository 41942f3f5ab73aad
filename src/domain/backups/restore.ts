import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { openSecondContext } from '../../context.ts';
import { addonFile } from '../../db/addon.ts';
import { copyMoment } from '../../db/copy.ts';
import { holdForReplacing, replaceDatabase } from '../../db/replace.ts';
import { isEncrypted } from '../../lib/age/header.ts';
import type { Identities } from '../../lib/age/identities.ts';
import { messageOfError, OperatorError } from '../../lib/errors.ts';
import { flush } from '../../lib/flush.ts';
import { makeNew } from '../../lib/owned-file.ts';
import { expireCursors } from '../feeds.ts';
import { type Contents, contentsOf, requireFile, verifyCopy } from './backup-contents.ts';
import { download } from './bucket.ts';
import { decryptCopy, type ReadIdentities, requireIdentities } from './encryption.ts';
import { backupName, removePartial, writeError } from './folder.ts';

export interface Restored extends Contents {
  /** The file, or `s3:NAME`. */
  from: string;
  database: string;
  /** The path of the former database; null if there was none. */
  kept: string | null;
}

const ERROR_KEY = 'backup_not_restored';

/** The database to replace, and how to read encrypted copies. */
interface Target {
  database: string;
  readIdentities?: ReadIdentities;
}

/**
 * Replaces the database with a verified copy. A kill at any point leaves either the old or the new one in place.
 * @throws OperatorError, and nothing changes, if the copy is unusable or a server runs
 */
export async function restoreBackup(
  { database, readIdentities = readNone }: Target,
  file: string,
  now: number,
): Promise<Restored> {
  requireOtherFile(file, database);
  const identities = (await isEncrypted(file)) ? requireIdentities(file, readIdentities) : undefined;
  // Before the lock, because why the file is unusable helps more than that a server runs.
  if (!identities) await contentsOf(file, ERROR_KEY);
  return withDatabaseLocked(database, async () => {
    const { decrypted } = temporaryFiles(database);
    if (identities) await decryptInto(decrypted, { file, name: file, identities });
    const contents = await contentsOf(identities ? decrypted : file, ERROR_KEY, file);
    const kept = await put(database, { file: identities ? decrypted : file, name: file, now });
    return { from: file, database, kept, ...contents };
  });
}

/** Restores a copy from the bucket. @param name of the copy; empty: the newest */
export async function restoreStored(
  config: Config,
  { name, now, readIdentities = readNone }: { name: string; now: number; readIdentities?: ReadIdentities },
): Promise<Restored> {
  const { database } = config;
  return withDatabaseLocked(database, async () => {
    const { fetched, decrypted } = temporaryFiles(database);
    const from = `s3:${await download(config, name, fetched)}`;
    const isClear = !(await isEncrypted(fetched));
    if (!isClear) {
      await decryptInto(decrypted, { file: fetched, name: from, identities: requireIdentities(from, readIdentities) });
      await removePartial(fetched); // makes room for the database
    }
    const file = isClear ? fetched : decrypted;
    const contents = await contentsOf(file, ERROR_KEY, from);
    const kept = await put(database, { file, name: from, now });
    return { from, database, kept, ...contents };
  });
}

const readNone = () => undefined;

/** @throws OperatorError that names the copy */
async function decryptInto(
  target: string,
  { file, name, identities }: { file: string; name: string; identities: Identities },
): Promise<void> {
  makeNew(target);
  const why = await decryptCopy(file, target, identities);
  if (why) throw new OperatorError(ERROR_KEY, { file: name, why });
}

const temporaryFiles = (database: string) => ({
  fetched: `${database}.fetched`,
  decrypted: `${database}.decrypted`,
  target: `${database}.restoring`,
});

/** Locks out servers and other restores. Temporary files of a killed restore are removed before and after. */
async function withDatabaseLocked<T>(database: string, work: () => Promise<T>): Promise<T> {
  const release = holdForReplacing(database);
  const drop = () => Promise.all(Object.values(temporaryFiles(database)).map(removePartial));
  try {
    await drop();
    return await work();
  } catch (error) {
    throw writeError(path.dirname(database), error);
  } finally {
    await drop();
    release();
  }
}

interface Source {
  file: string;
  /** Name of the source in error messages. */
  name: string;
  now: number;
}

/** @returns the path of the former database; null if there was none */
async function put(database: string, { file, name, now }: Source): Promise<string | null> {
  const { target } = temporaryFiles(database);
  makeNew(target);
  await copyVerified(file, target, name);
  await expireCursorsOf(target);
  await flush(target);
  const kept = previousName(database, now);
  return (await replaceDatabase(database, target, kept)) ? kept : null;
}

/**
 * After a restore, change numbers are assigned again. So old cursors must be invalid before the copy becomes the database.
 * The table of cursors is the same in a copy of an older release.
 */
async function expireCursorsOf(file: string): Promise<void> {
  const { write, close } = openSecondContext({ file, nativeBinding: addonFile(file) });
  try {
    await write((tx) => expireCursors(tx));
  } finally {
    close();
  }
}

async function copyVerified(file: string, target: string, name: string): Promise<void> {
  try {
    await verifyCopy(target, await copyMoment(file, target));
  } catch (error) {
    const reason = writeError(path.dirname(target), error);
    throw reason === error ? new OperatorError(ERROR_KEY, { file: name, why: messageOfError(error) }) : reason;
  }
}

function requireOtherFile(file: string, database: string): void {
  requireFile(file);
  if (existsSync(database) && realpathSync(file) === realpathSync(database))
    throw new OperatorError('backup_is_the_database', { file });
  if (Object.values(temporaryFiles(database)).includes(file)) throw new OperatorError('backup_is_left_over', { file });
}

/** `raan-before-restore-20261121-224730.db` in the same folder; `…-2.db` for another restore in the same second. */
function previousName(database: string, now: number): string {
  const { dir, name } = path.parse(database);
  const time = path.parse(backupName(now)).name.slice('raan-'.length);
  const nth = (n: number) => path.join(dir, `${name}-before-restore-${time}${n > 1 ? `-${n}` : ''}.db`);
  let n = 1;
  while (lstatSync(nth(n), { throwIfNoEntry: false })) n += 1;
  return nth(n);
}
