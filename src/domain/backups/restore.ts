import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { copyMoment } from '../../db/copy.ts';
import { holdForReplacing, replaceDatabase } from '../../db/replace.ts';
import { messageOfError, OperatorError } from '../../lib/errors.ts';
import { flush } from '../../lib/flush.ts';
import { makeNew } from '../../lib/owned-file.ts';
import { download } from './bucket.ts';
import { type Contents, contentsOf, requireFile, requireSound } from './contents.ts';
import { backupName, dropHalf, writeError } from './folder.ts';

export interface Restored extends Contents {
  /** The file, or `s3:NAME`. */
  from: string;
  database: string;
  /** Where the former database is kept; null if there was none. */
  kept: string | null;
}

const REFUSAL = 'backup_not_restored';

/**
 * Replaces the database by a verified copy. Killed at any point, either the old or the new one is in place.
 * @throws OperatorError, and nothing changes, if the copy is unusable or a server runs
 */
export async function restoreBackup(
  { database }: Pick<Config, 'database'>,
  file: string,
  now: number,
): Promise<Restored> {
  requireOther(file, database);
  const contents = await contentsOf(file, REFUSAL);
  return whileHeld(database, async () => {
    const kept = await put(database, file, now);
    return { from: file, database, kept, ...contents };
  });
}

/** Restores a copy from the bucket. @param name the newest if empty */
export async function restoreStored(config: Config, name: string, now: number): Promise<Restored> {
  const { database } = config;
  return whileHeld(database, async () => {
    const { fetched } = halvesOf(database);
    const from = `s3:${await download(config, name, fetched)}`;
    const contents = await contentsOf(fetched, REFUSAL);
    const kept = await put(database, fetched, now);
    return { from, database, kept, ...contents };
  });
}

const halvesOf = (database: string) => ({ fetched: `${database}.fetched`, half: `${database}.restoring` });

/** Locks out servers and other restores. Temporary files of a killed restore are removed before and after. */
async function whileHeld<T>(database: string, work: () => Promise<T>): Promise<T> {
  const release = holdForReplacing(database);
  const drop = () => Promise.all(Object.values(halvesOf(database)).map(dropHalf));
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

/** @returns where the former database is kept; null if there was none */
async function put(database: string, file: string, now: number): Promise<string | null> {
  const { half } = halvesOf(database);
  makeNew(half);
  await copySound(file, half);
  await flush(half);
  const kept = keptName(database, now);
  return (await replaceDatabase(database, half, kept)) ? kept : null;
}

async function copySound(file: string, half: string): Promise<void> {
  try {
    await requireSound(half, await copyMoment(file, half));
  } catch (error) {
    const reason = writeError(path.dirname(half), error);
    throw reason === error ? new OperatorError(REFUSAL, { file, why: messageOfError(error) }) : reason;
  }
}

function requireOther(file: string, database: string): void {
  requireFile(file);
  if (existsSync(database) && realpathSync(file) === realpathSync(database))
    throw new OperatorError('backup_is_the_database', { file });
  if (Object.values(halvesOf(database)).includes(file)) throw new OperatorError('backup_is_left_over', { file });
}

/** `raan-before-restore-20261121-224730.db` in the same folder. */
function keptName(database: string, now: number): string {
  const { dir, name } = path.parse(database);
  return path.join(dir, `${name}-before-restore-${backupName(now).slice('raan-'.length)}`);
}
